//! Counting the sequences of moves of a given length.
//!
//! A piece placed, moved or taken off is one ply, and so is a pass; the end of a turn is not. The last ply is counted in bulk, without
//! making its moves where they are on sets of cells.

use super::engine::Engine;
use super::moves::{State, Turns};
use super::{Move, PositionOf, TakingBetween};
use crate::board::Bits;
use crate::games::perft::PlyByPly;
use crate::work::stop;

impl<R: TakingBetween> PlyByPly for PositionOf<R> {
    fn after_each(&self, plies: u32) -> Vec<(Move, u64)> {
        let rules = self.rules().described();
        let of = |count: &dyn Fn(&State) -> u64| {
            let parts = self.plays().into_iter();
            let parts = parts.map(|play| (play.action, count(play.position.state())));
            parts.collect()
        };
        if let Some(engine) = Engine::<u32>::new(&rules) {
            return of(&|state| nodes(&engine, &state.convert(), plies));
        }
        if let Some(engine) = Engine::<u64>::new(&rules) {
            return of(&|state| nodes(&engine, &state.convert(), plies));
        }
        match Engine::<u128>::new(&rules) {
            Some(engine) => of(&|state| nodes(&engine, state, plies)),
            None => of(&|state| nodes(rules.facts(), state, plies)),
        }
    }
}

/// The number of sequences of `depth` plies from a state.
fn nodes<B: Bits>(turns: &impl Turns<B>, state: &State<B>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if turns.end(state).is_some() {
        return 0;
    }
    if depth == 1 {
        return turns.count(state);
    }
    stop::check();
    let mut total = 0_u64;
    turns.for_plies(state, |ply| {
        total = total.saturating_add(nodes(turns, &turns.after(state, ply), depth - 1));
    });
    total
}
