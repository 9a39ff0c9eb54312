//! Moves by index.

use crate::board::{Bits, Board};
use crate::games::sidja::Move;
use crate::games::sidja::moves::{Engine, State};

/// A move by index with the stones it takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ply<B> {
    Place(u8),
    Step { from: u8, to: u8, taken: B },
    Pass,
}

impl<B: Bits> Ply<B> {
    pub(super) fn taken(self) -> B {
        match self {
            Ply::Step { taken, .. } => taken,
            Ply::Place(_) | Ply::Pass => B::ZERO,
        }
    }

    pub(super) fn name(self, board: Board) -> Move {
        match self {
            Ply::Place(at) => Move::Place(board.cell(at)),
            Ply::Step { from, to, .. } => Move::Step {
                from: board.cell(from),
                to: board.cell(to),
            },
            Ply::Pass => Move::Pass,
        }
    }
}

/// Every legal move of a game that goes on, those that take most first.
pub(super) fn plies<B: Bits>(engine: &Engine<B>, state: &State<B>) -> Vec<Ply<B>> {
    if state.is_placing() {
        return engine.placing_cells(state).ones().map(Ply::Place).collect();
    }
    let mut plies = Vec::new();
    engine.for_steps(state, |from, to, taken| {
        plies.push(Ply::Step { from, to, taken });
    });
    plies.sort_by_key(|ply| std::cmp::Reverse(ply.taken().count()));
    if engine.may_decline(state) || (plies.is_empty() && !state.chain.goes_on()) {
        plies.push(Ply::Pass);
    }
    plies
}

/// The position after a move.
pub(super) fn make<B: Bits>(engine: &Engine<B>, state: &State<B>, ply: Ply<B>) -> State<B> {
    match ply {
        Ply::Place(at) => engine.place(state, at),
        Ply::Step { from, to, taken } => engine.step(state, from, to, taken),
        Ply::Pass => engine.pass(state),
    }
}
