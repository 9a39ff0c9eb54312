//! The positions that follow one, listed and decided by [`Graph`]; moves by index.

use super::Side;
use super::endgame::Endgames;
use crate::board::Bits;
use crate::games::custodial::engine::Engine;
pub(super) use crate::games::custodial::moves::Ply;
use crate::games::custodial::moves::{State, Turns};
use crate::games::goal::Goal;
use crate::solve::Ending;
use crate::solve::graph::Listed;

/// Every legal move of a game that goes on, those that take most first.
pub(super) fn plies<B: Bits>(engine: &Engine<B>, state: &State<B>) -> Vec<Ply<B>> {
    let mut plies = engine.plies(state);
    plies.sort_by_key(|ply| std::cmp::Reverse(ply.taken().count()));
    plies
}

/// The positions after each move, with what is left of some turns.
pub(super) fn after_each<B: Bits>(
    engine: &Engine<B>,
    state: &State<B>,
    turns: u32,
) -> Vec<(State<B>, u32)> {
    let after = |ply| {
        let next = engine.after(state, ply);
        (
            next,
            turns.saturating_sub(u32::from(next.side != state.side)),
        )
    };
    plies(engine, state).into_iter().map(after).collect()
}

/// The turns of a game to its goal.
#[derive(Debug)]
pub(super) struct TurnsToGoal<'a, B> {
    pub(super) engine: &'a Engine<B>,
    pub(super) endgames: Option<&'a Endgames>,
    pub(super) goal: Goal,
}

impl<B: Bits> Listed for TurnsToGoal<'_, B> {
    type State = State<B>;

    const WITHIN_TURN: u32 = 0;

    /// When all stones are placed it does not matter which side is called x.
    fn folded(&self, state: &State<B>) -> State<B> {
        let side = match state.is_placing() {
            true => state.side,
            false => Side::X,
        };
        State { side, ..*state }
    }

    /// The game is over, a table has it, or the next move is the first capture.
    fn known(&self, state: &State<B>) -> Option<Ending> {
        if let Some(outcome) = self.engine.end(state) {
            return Some(Ending::over(outcome));
        }
        let takes = |ply: &Ply<B>| !ply.taken().is_empty();
        match self.goal {
            Goal::Game => self.endgames?.value(state),
            Goal::FirstCapture => {
                let takes = plies(self.engine, state).iter().any(takes);
                takes.then_some(Ending::Win(1))
            }
        }
    }

    fn for_moves(&self, state: &State<B>, visit: &mut dyn FnMut(&State<B>, bool)) {
        for ply in plies(self.engine, state) {
            let next = self.engine.after(state, ply);
            visit(&next, next.side == state.side);
        }
    }
}
