//! Counting the sequences of moves of a given length.
//!
//! One stone moved or placed is one ply; the end of a chain is not; the pass of a blocked player
//! and the declining of a free repeat are. The last ply is counted in bulk, without making its
//! moves. The sets of the solvers count some twenty times as fast as the lists of points of
//! [`custodial::perft`](crate::games::custodial::perft), which any drawn board needs.

use super::Move;
use super::moves::{Chain, Engine, State};
use super::position::Position;
use crate::board::Bits;
use crate::games::perft::{self, ByMove, Counted, PerftError, Sequences};
use crate::work::{Note, stop};

impl Counted for Position {
    type First = ByMove<Move>;
    type Bound = ();

    fn count(
        &self,
        terms: &perft::Terms<()>,
        note: &Note,
    ) -> Result<Sequences<Self::First>, PerftError> {
        perft::ply_by_ply(self, terms, note, divide)
    }
}

/// The number of sequences of exactly `depth` plies from a position.
///
/// Games that end earlier do not count. Exact: unless the number passes 2^64, where it stops.
///
/// Cost: about ten nanoseconds for every few sequences; it grows with the power of the depth.
///
/// # Examples
/// ```
/// use siga::games::sidja::{Position, Rules, perft};
/// let position: Position = Position::parse("oxxoo/ooxxo/oo1xx/xooxx/xxoox x -", &Rules::SUDAN)?;
/// assert_eq!(perft::perft(&position, 3), 187);
/// # Ok::<(), siga::games::sidja::setup::ReadError>(())
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    perft::all_together(divide(position, depth))
}

/// Counts below a state, on the word chosen for the board.
type Count = Box<dyn Fn(&State<u128>) -> u64>;

/// The number of sequences of `depth` plies after each first move, in the order of
/// [`Position::plays`]; `None` for depth 0, which has no first move.
pub fn divide(position: &Position, depth: u32) -> Option<Vec<(Move, u64)>> {
    let below = depth.checked_sub(1)?;
    let rules = *position.rules();
    let count: Count = match (Engine::<u32>::new(rules), Engine::<u64>::new(rules)) {
        (Some(engine), _) => Box::new(move |state| nodes(&engine, &state.convert(), below)),
        (None, Some(engine)) => Box::new(move |state| nodes(&engine, &state.convert(), below)),
        (None, None) => {
            let engine = Engine::<u128>::new(rules)?;
            Box::new(move |state| nodes(&engine, state, below))
        }
    };
    let parts = position
        .plays()
        .into_iter()
        .map(|play| (play.action, count(play.position.state())))
        .collect();
    Some(parts)
}

/// The number of sequences of `depth` plies from a state.
pub fn nodes<B: Bits>(engine: &Engine<B>, state: &State<B>, depth: u32) -> u64 {
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
