//! The reach of a yield used in any order: the least throws that land on each cell, and that take each number of pieces.
//!
//! Own pieces never pass each other, so each play can be made front piece first. Proof: take a play and let the pieces
//! make the same moves, all of the front piece first, then all of the next, and so on. When a piece moves, those
//! ahead of it stand where they end, at or beyond where they stood when it moved in the play; so no cell on its way or at
//! its end that was free is taken by one of them, and those behind it have not moved, so they stand behind it. A
//! throw past the last free cell (`overshoot=stop`) ends there only when the pieces ahead fill the end of the route; then they never
//! move again, and front first they have come there already. What enemy pieces block stays blocked for the whole turn. So
//! pieces are looked at one by one from the front, keeping for each cell where the last one may have stopped the least throws used
//! so far.
//!
//! All work is counted; what passes the work allowed is `None`, never a part of an answer.

mod landings;
mod takings;

pub(super) use landings::landings;
pub(super) use takings::takings;

use super::throw_multiset::Cost;
use super::throws::{ThrowUse, Throws};

/// The pieces of one team on its route.
#[derive(Debug, Clone)]
pub(super) struct Lane {
    /// Cells of the route.
    pub(super) cells: usize,
    /// Cells that cannot be entered.
    pub(super) blocked: Vec<bool>,
    /// Where the pieces stand and whether they are still to be freed, the front piece first.
    pub(super) pieces: Vec<(usize, bool)>,
    /// Whether a throw past the last free cell ends there.
    pub(super) stop: bool,
}

/// One throw: what it does and what it costs.
#[derive(Clone, Copy)]
struct Unit {
    kind: ThrowUse,
    cost: Cost,
}

impl Unit {
    /// The number of cells that it moves a piece.
    fn cells(self) -> Option<usize> {
        match self.kind {
            ThrowUse::Move(cells) => Some(usize::from(cells)),
            ThrowUse::Free => None,
        }
    }
}

fn units(throws: &Throws) -> Vec<Unit> {
    let again = throws.kinds.iter().enumerate().map(|(at, &kind)| Unit {
        kind,
        cost: Cost::of(at, 1),
    });
    let last = throws.lasts.iter().enumerate().map(|(at, &kind)| Unit {
        kind,
        cost: Cost::last(at),
    });
    again.chain(last).collect()
}

/// The throws needed to free a piece in this place: none, or one of some throws.
fn frees(units: &[Unit], dry: bool) -> Vec<Cost> {
    if !dry {
        return vec![Cost::ZERO];
    }
    let frees = units.iter().filter(|unit| unit.kind == ThrowUse::Free);
    frees.map(|unit| unit.cost).collect()
}
