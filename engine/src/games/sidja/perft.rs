//! Counting the sequences of moves of a given length.
//!
//! One stone moved or placed is one ply; the end of a chain is not; the pass of a blocked player
//! and the declining of a free repeat are. The last ply is counted in bulk, without making its
//! moves. The sets of the solvers count some twenty times as fast as the lists of points of
//! `custodial::perft`, which any drawn board needs.

use super::Move;
use super::moves::{Chain, Engine, State};
use super::position::{Position, engine};
use crate::board::Bits;
use crate::games::perft::PlyByPly;
use crate::work::stop;

/// Counts below a state, on the word chosen for the board.
type Count = Box<dyn Fn(&State<u128>) -> u64>;

impl PlyByPly for Position {
    fn after_each(&self, plies: u32) -> Vec<(Move, u64)> {
        let rules = *self.rules();
        let count: Count = match (Engine::<u32>::new(rules), Engine::<u64>::new(rules)) {
            (Some(engine), _) => Box::new(move |state| nodes(&engine, &state.convert(), plies)),
            (None, Some(engine)) => Box::new(move |state| nodes(&engine, &state.convert(), plies)),
            (None, None) => {
                let engine = engine(&rules);
                Box::new(move |state| nodes(&engine, state, plies))
            }
        };
        let parts = self.plays().into_iter();
        let parts = parts.map(|play| (play.action, count(play.position.state())));
        parts.collect()
    }
}

/// The number of sequences of `depth` plies from a state.
fn nodes<B: Bits>(engine: &Engine<B>, state: &State<B>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if state.is_placing() {
        let cells = engine.placing_cells(state);
        if depth == 1 {
            return u64::from(cells.count());
        }
        return sum(cells
            .ones()
            .map(|at| nodes(engine, &engine.place(state, at), depth - 1)));
    }
    if engine.end(state).is_some() {
        return 0;
    }
    if depth == 1 && state.chain != Chain::Extra {
        let (from, to) = engine.stepping(state);
        let steps = engine.count_steps(from, to);
        let pass = engine.may_decline(state) || (steps == 0 && !state.chain.goes_on());
        return u64::from(steps) + u64::from(pass);
    }
    stop::check();
    let mut total: u64 = 0;
    let mut moved = false;
    engine.for_steps(state, |from, to, taken| {
        moved = true;
        let next = engine.step(state, from, to, taken);
        total = total.saturating_add(nodes(engine, &next, depth - 1));
    });
    if engine.may_decline(state) || (!moved && !state.chain.goes_on()) {
        total = total.saturating_add(nodes(engine, &engine.pass(state), depth - 1));
    }
    total
}

fn sum(parts: impl Iterator<Item = u64>) -> u64 {
    parts.fold(0, u64::saturating_add)
}
