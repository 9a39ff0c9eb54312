//! Counting the sequences of moves of a given length.
//!
//! One piece placed or moved is one ply. The last ply is counted in bulk, without making its moves.

use super::moves::{Engine, State};
use super::{Move, Position};
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
/// use siga::games::line_up::{Position, perft};
/// let start = Position::start(&"teeko".parse()?);
/// assert_eq!(perft::perft(&start, 3), 25 * 24 * 23);
/// # Ok::<(), siga::rules::RulesError>(())
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    perft::all_together(divide(position, depth))
}

/// The number of sequences of `depth` plies after each first move, in the order of
/// [`Position::plays`]; `None` for depth 0, which has no first move.
pub fn divide(position: &Position, depth: u32) -> Option<Vec<(Move, u64)>> {
    let below = depth.checked_sub(1)?;
    let engine = Engine::new(position.rules());
    let parts = position.plays().into_iter().map(|play| {
        let state = play.position.state();
        (play.action, nodes(&engine, state, below))
    });
    Some(parts.collect())
}

/// The number of sequences of `depth` plies from a state.
fn nodes(engine: &Engine, state: State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if engine.is_lost(state) || engine.is_given(state) {
        return 0;
    }
    if depth == 1 {
        return engine.count_plies(state).into();
    }
    stop::check();
    let next = engine.plies(state).map(|ply| engine.after(state, ply));
    next.map(|state| nodes(engine, state, depth - 1))
        .fold(0, u64::saturating_add)
}
