//! Counting the sequences of moves of a given length.
//!
//! One piece placed or moved is one ply. The last ply is counted in bulk, without making its moves.

use super::moves::State;
use super::rules::Facts;
use super::{Move, Position};
use crate::games::perft::PlyByPly;
use crate::work::stop;

impl PlyByPly for Position {
    fn after_each(&self, plies: u32) -> Vec<(Move, u64)> {
        let facts = self.rules().facts();
        let parts = self.plays().into_iter().map(|play| {
            let state = play.position.state();
            (play.action, nodes(facts, state, plies))
        });
        parts.collect()
    }
}

/// The number of sequences of `depth` plies from a state.
fn nodes(facts: &Facts, state: State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if facts.is_lost(state) || facts.is_given(state) {
        return 0;
    }
    if depth == 1 {
        return facts.count_plies(state).into();
    }
    stop::check();
    let next = facts.plies(state).map(|ply| facts.after(state, ply));
    next.map(|state| nodes(facts, state, depth - 1))
        .fold(0, u64::saturating_add)
}
