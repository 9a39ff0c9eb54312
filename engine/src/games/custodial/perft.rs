//! Counting the sequences of moves of a given length: a piece placed, moved or taken off is one ply, and so is a pass.

use super::moves::State;
use super::rules::Facts;
use super::{Move, Position};
use crate::games::perft::PlyByPly;
use crate::work::stop;

impl PlyByPly for Position {
    fn after_each(&self, plies: u32) -> Vec<(Move, u64)> {
        let facts = self.rules().facts();
        let parts = self.plays().into_iter();
        let parts = parts.map(|play| (play.action, nodes(facts, play.position.state(), plies)));
        parts.collect()
    }
}

fn nodes(facts: &Facts, state: &State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if facts.end(state).is_some() {
        return 0;
    }
    let plies = facts.plies(state);
    if depth == 1 {
        return plies.len() as u64;
    }
    stop::check();
    let next = plies.into_iter().map(|ply| facts.after(state, ply));
    next.map(|next| nodes(facts, &next, depth - 1))
        .fold(0, u64::saturating_add)
}
