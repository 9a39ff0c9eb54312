//! A check of a solved layer that shares nothing with the solver: every value of every arrangement
//! against those of its successors.
//!
//! The game comes as [`Plain`] lists of cells, the values as functions that give the byte of any
//! arrangement. No symmetry is used, moves are made forwards, and sets are numbered in plain
//! ascending order. Where every value agrees with its successors, all are right: a win or loss in
//! `n` plies rests on one in exactly `n - 1`, and so in the end on games that are over; a position
//! called drawn has no move to a lost one and one to a drawn one, so that neither side can be
//! forced.
//!
//! # Checking a solution
//! A table that agrees with the program that made it proves little, so the check shares no code with the solver but the bytes it reads.
//! `solve::audit` takes a game as plain lists (`Plain`: neighbours, jumps, goals) and a function that gives the byte of an arrangement. It
//! goes over every arrangement, not one of each class, makes the moves forwards, and asks that the byte be the one the successors give;
//! its comment says why that is a proof, given that every move is made. The fold by symmetry is checked apart. Burnside's
//! lemma gives the number of classes from the cycles of each symmetry; listing the arrangements that a symmetry leaves as they are gives, for
//! each byte, the number of classes that hold it, which must be whole.
//!
//! `games::line_up::prove` searches forwards with iterated depth, knows no tables, and keeps for each position up to symmetry within how
//! many plies it is won and is not. It proves root values that are wins.

mod moves;
mod orbits;

pub use orbits::{orbits, orbits_by_code};

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use thiserror::Error;

use super::parallel;

/// The byte of a drawn position; up to 253 odd ones are won by the side to move, even ones lost. They are the plies to the end; in games
/// that the loser's own move can end, twice the plies and one more of a win.
pub const DRAW: u8 = 255;
/// The byte of an arrangement in which the side to move has a goal.
pub const EXCLUDED: u8 = 254;

/// A game in plain lists, cells by index from nought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plain {
    /// For each cell, those one step away.
    pub near: Vec<Vec<u8>>,
    /// For each cell, those that a piece can enter only where its side has no other move.
    pub near_if_no_step: Vec<Vec<u8>>,
    /// For each cell, the jumps from there: the cell jumped over and the cell entered.
    pub jumps: Vec<Vec<(u8, u8)>>,
    /// For each cell, the cells straight on in each direction, along which a piece moves until it is stopped; or none at all.
    pub slides: Vec<Vec<Vec<u8>>>,
    /// For each cell, the cells straight on that a piece can move to while they are empty; or none at all.
    pub runs: Vec<Vec<Vec<u8>>>,
    /// Whether pieces jump over those of the other side only.
    pub over_enemies: bool,
    /// Whether pieces jump only where their side has no other move.
    pub if_no_step: bool,
    /// The goals of the side to move and of the other, as sets of cells.
    pub goals: [Vec<u32>; 2],
    /// Further goals of each: the cells that its side holds, those that the other side holds, and those that are empty.
    pub goals_of_both: [Vec<[u32; 3]>; 2],
    /// Where each cell is for the next side to move, if it sees the board differently.
    pub turned: Option<Vec<u8>>,
    /// The cells where the very first piece, and where none, may be placed.
    pub barred: [u32; 2],
    /// What becomes of a side without a move.
    pub blocked: WithoutMove,
}

/// What becomes of a side that has no move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WithoutMove {
    /// The byte of such a position.
    Is(u8),
    /// It passes.
    Passes,
}

/// Which positions are checked, and what may be done in them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AuditScope {
    /// Pieces of the side to move.
    pub own: u8,
    /// Pieces of the other side.
    pub other: u8,
    /// Whether pieces on the board may be moved.
    pub moves: bool,
    /// Whether a piece may be placed.
    pub places: bool,
    /// Whether the other side chooses the cell of a piece placed; nothing else is possible then.
    pub other_places: bool,
}

/// The number of arrangements with each byte.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Count {
    /// The number of arrangements by their byte.
    pub by_code: Vec<u64>,
}

impl Count {
    /// The counts of all parts together, unless one of them fails.
    fn sum(parts: Vec<Result<Vec<u64>, Disagreement>>) -> Result<Count, Disagreement> {
        let mut by_code = vec![0; 256];
        for part in parts {
            let sums = by_code.iter_mut().zip(part?);
            sums.for_each(|(sum, count)| *sum += count);
        }
        Ok(Count { by_code })
    }

    /// The number of all arrangements.
    pub fn arrangements(&self) -> u64 {
        self.by_code.iter().sum()
    }

    /// Those won, lost and drawn for the side to move, and those left out.
    pub fn totals(&self) -> [u64; 4] {
        let sum = |odd: usize| self.by_code.iter().take(254).skip(odd).step_by(2).sum();
        let code = |code: u8| self.by_code[usize::from(code)];
        [sum(1), sum(0), code(DRAW), code(EXCLUDED)]
    }
}

/// A value that does not follow from its successors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error(
    "the side to move on cells {own:#09x}, the other on {other:#09x}: stored is {stored}, but {}",
    match expected {
        Some(code) => format!("the successors give {code}"),
        None => "the side to move has no move".to_owned(),
    }
)]
#[non_exhaustive]
pub struct Disagreement {
    /// The side to move's pieces.
    pub own: u32,
    /// The other's.
    pub other: u32,
    /// The byte stored.
    pub stored: u8,
    /// The byte that follows, or `None` if the side to move has no move.
    pub expected: Option<u8>,
}

/// The most cells.
pub const MAX_CELLS: usize = 25;

/// The worth of a successor with this byte to the side that moves there: the higher, the better.
const fn merit(code: u8) -> u8 {
    match code {
        DRAW | EXCLUDED => 127,
        lost if lost % 2 == 0 => 255 - lost / 2,
        won => won / 2,
    }
}

/// The byte of a position whose best successor is so good; `twice` if bytes are of twice the plies.
const fn follows(merit: u8, twice: bool) -> u8 {
    match merit {
        127 => DRAW,
        128.. => 2 * (255 - merit) + if twice { 3 } else { 1 },
        _ => 2 * merit + 2,
    }
}

fn has_goal(goals: &[u32], set: u32) -> bool {
    goals.iter().any(|goal| goal & !set == 0)
}

/// The sets of `k` of `n` cells in ascending order.
fn ascending(n: usize, k: u8) -> impl Iterator<Item = u32> {
    let end = 1_u64 << n;
    let first = (1_u64 << k) - 1;
    std::iter::successors(Some(first), move |&set| {
        if set == 0 {
            return None;
        }
        let low = set & set.wrapping_neg();
        let high = set + low;
        Some(high | (((high ^ set) >> 2) / low))
    })
    .take_while(move |&set| set < end)
    .map(|set| set as u32)
}

/// A position of a part, and what becomes of it.
struct Arrangement<'a> {
    plain: &'a Plain,
    part: AuditScope,
    /// The byte of a position after a move on the board.
    moved: &'a (dyn Fn(u32, u32) -> u8 + Sync),
    /// The byte of a position after a placement.
    placed: &'a (dyn Fn(u32, u32) -> u8 + Sync),
    own: u32,
    other: u32,
}

impl Arrangement<'_> {
    /// The byte that follows; `None` without a move.
    fn value(&self) -> Option<u8> {
        let (plain, part) = (self.plain, self.part);
        let (own, other) = (self.own, self.other);
        if has_goal(&plain.goals[0], own) {
            return Some(EXCLUDED);
        }
        let has = |goals: &[[u32; 3]], own: u32, other: u32| {
            goals.iter().any(|[held, others, empty]| {
                held & own == *held && others & other == *others && empty & (own | other) == 0
            })
        };
        let [goals, of_other] = &plain.goals_of_both;
        if has_goal(&plain.goals[1], other) || has(of_other, other, own) {
            return Some(0);
        }
        if has(goals, own, other) {
            return Some(1);
        }
        let moved = |own| merit((self.moved)(plain.seen(other), plain.seen(own)));
        let mut best = self.best_placement();
        if part.moves && !part.other_places {
            plain.for_moves(own, other, &mut |own| best = best.max(Some(moved(own))));
        }
        match (best, plain.blocked) {
            (Some(best), _) => Some(follows(best, plain.is_twice())),
            (None, _) if part.places => Some(DRAW),
            (None, WithoutMove::Is(code)) => Some(code),
            (None, WithoutMove::Passes) => Some(follows(moved(own), plain.is_twice())),
        }
    }

    fn best_placement(&self) -> Option<u8> {
        let [first, always] = self.plain.barred;
        let barred = match self.own | self.other {
            0 => first | always,
            _ => always,
        };
        let cells = 0..self.plain.near.len();
        let cells = cells.filter(|_| self.part.places).map(|cell| 1 << cell);
        let allowed = cells.filter(|cell| (self.own | self.other | barred) & cell == 0);
        let merits = allowed.map(|cell| merit((self.placed)(self.other, self.own | cell)));
        match self.part.other_places {
            true => merits.min(),
            false => merits.max(),
        }
    }
}

/// Checks every arrangement of a part, and counts them.
///
/// `here` gives the byte of a position of the part, `moved` that of a position after a move on the
/// board and `placed` that of one after a placement, each for the side then to move, whose set
/// comes first. `observe` hears from time to time how many arrangements are done.
///
/// Exact. Cost: a call of a function for each arrangement and each of its successors. Rows of successors looked up by rank, for games of
/// steps and jumps alone, took two fifths of the time in 200 lines more (75,710,250 arrangements of Teeko).
///
/// # Errors
/// With a disagreement.
///
/// # Panics
/// If the game has more cells than [`MAX_CELLS`], or fewer than pieces.
pub fn audit<H, M, P>(
    plain: &Plain,
    part: AuditScope,
    here: H,
    moved: M,
    placed: P,
    observe: &(dyn Fn(u64) + Sync),
) -> Result<Count, Disagreement>
where
    H: Fn(u32, u32) -> u8 + Sync,
    M: Fn(u32, u32) -> u8 + Sync,
    P: Fn(u32, u32) -> u8 + Sync,
{
    let cells = plain.near.len();
    let pieces = usize::from(part.own) + usize::from(part.other);
    assert!(cells <= MAX_CELLS && pieces <= cells, "a small board");
    let [own_sets, others] =
        [part.own, part.other].map(|size| ascending(cells, size).collect::<Vec<u32>>());
    let failed = AtomicBool::new(false);
    let done = AtomicU64::new(0);
    let parts = parallel::map_ranges(others.len(), 16, |range| {
        let mut by_code = vec![0_u64; 256];
        for &other in &others[range] {
            if failed.load(Ordering::Relaxed) {
                break;
            }
            for &own in own_sets.iter().filter(|&own| own & other == 0) {
                let at = Arrangement {
                    plain,
                    part,
                    moved: &moved,
                    placed: &placed,
                    own,
                    other,
                };
                let (stored, expected) = (here(own, other), at.value());
                if expected != Some(stored) {
                    failed.store(true, Ordering::Relaxed);
                    return Err(Disagreement {
                        own,
                        other,
                        stored,
                        expected,
                    });
                }
                by_code[usize::from(stored)] += 1;
            }
        }
        let counted: u64 = by_code.iter().sum();
        observe(done.fetch_add(counted, Ordering::Relaxed) + counted);
        Ok(by_code)
    });
    Count::sum(parts)
}
