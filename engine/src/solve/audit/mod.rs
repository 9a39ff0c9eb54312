//! A check of a solved layer that uses nothing of the solver: every value of every arrangement
//! against those of its successors.
//!
//! The values come as a function that gives the byte of any arrangement, the moves as one that gives the byte that follows
//! from its successors. No symmetry is used, moves are made forwards, and sets are gone through in plain
//! ascending order. Where every value agrees with its successors, all are right: a win or loss in
//! `n` plies rests on one in exactly `n - 1`, and so in the end on games that are over; a position
//! called drawn has no move to a lost one and one to a drawn one, so that neither side can be
//! forced.
//!
//! # Checking a solution
//! A table that agrees with the program that made it proves little, so the check goes over every arrangement, not one of each class, and makes
//! the moves forwards, as they are listed for people; naive programs written from the rules alone have the same lists (`tests/oracles`). It asks
//! that the byte be the one the successors give; the comment above says why that is a proof, given that every move is made. The fold by
//! symmetry is checked apart. Burnside's
//! lemma gives the number of classes from the cycles of each symmetry; listing the arrangements that a symmetry leaves as they are gives, for
//! each byte, the number of classes that hold it, which must be whole.
//!
//! `games::line_up::prove` searches forwards with iterated depth, knows no tables, and keeps for each position up to symmetry within how
//! many plies it is won and is not. It proves root values that are wins.

mod orbits;

pub use orbits::{orbits, orbits_by_code};

use std::sync::atomic::{AtomicBool, Ordering};

use super::retro::Layer;
use super::{Subsets, parallel};

/// The byte of a drawn position; up to 253 odd ones are won by the side to move, even ones lost. They are the plies to the end; in games
/// that the loser's own move can end, twice the plies and one more of a win.
pub const DRAW: u8 = 255;
/// The byte of an arrangement in which the side to move has a goal.
pub const EXCLUDED: u8 = 254;

/// The worth of a successor with this byte to the side that moves there: the higher, the better.
pub(crate) const fn merit(code: u8) -> u8 {
    match code {
        DRAW | EXCLUDED => 127,
        lost if lost % 2 == 0 => 255 - lost / 2,
        won => won / 2,
    }
}

/// The byte of a position whose best successor is so good; `twice` if bytes are of twice the plies.
pub(crate) const fn follows(merit: u8, twice: bool) -> u8 {
    match merit {
        127 => DRAW,
        128.. => 2 * (255 - merit) + if twice { 3 } else { 1 },
        _ => 2 * merit + 2,
    }
}

/// Goes over every arrangement of a layer in parts, each with a count of its own, until something is wrong.
///
/// # Errors
/// The first thing that is wrong.
pub(crate) fn over_all<T: Send>(
    cells: u8,
    layer: Layer,
    begin: impl Fn() -> T + Sync,
    check: impl Fn(&mut T, u32, u32) -> Result<(), String> + Sync,
) -> Result<Vec<T>, String> {
    let [own_sets, others] = [layer.own, layer.other].map(|size| {
        let sets = Subsets::new(cells.into(), size.into());
        sets.map_or_else(Vec::<u32>::new, |sets| sets.masks().collect())
    });
    let failed = AtomicBool::new(false);
    let parts = parallel::map_ranges(others.len(), 16, |range| {
        let mut part = begin();
        for &other in &others[range] {
            if failed.load(Ordering::Relaxed) {
                break;
            }
            for &own in own_sets.iter().filter(|&own| own & other == 0) {
                let checked = check(&mut part, own, other);
                checked.inspect_err(|_| failed.store(true, Ordering::Relaxed))?;
            }
        }
        Ok(part)
    });
    parts.into_iter().collect()
}

/// Checks every arrangement of a layer, and counts them by their byte.
///
/// `here` gives the byte of an arrangement, `follows` the one that its successors give.
///
/// Exact. Cost: every move of every arrangement.
///
/// # Errors
/// With the first value that does not follow from its successors.
pub fn audit(
    cells: u8,
    layer: Layer,
    here: impl Fn(u32, u32) -> u8 + Sync,
    follows: impl Fn(u32, u32) -> u8 + Sync,
) -> Result<Vec<u64>, String> {
    let begin = || vec![0_u64; 256];
    let parts = over_all(cells, layer, begin, |by_code, own, other| {
        let (stored, right) = (here(own, other), follows(own, other));
        by_code[usize::from(stored)] += 1;
        match stored == right {
            true => Ok(()),
            false => Err(format!(
                "the side to move on cells {own:#09x}, the other on {other:#09x}: stored is {stored}, but the successors give {right}"
            )),
        }
    })?;
    Ok((0..256)
        .map(|code| parts.iter().map(|part| part[code]).sum())
        .collect())
}
