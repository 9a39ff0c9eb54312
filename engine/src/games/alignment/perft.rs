//! Counting the sequences of moves of a given length.
//!
//! One piece placed or moved is one ply. The last ply is counted in bulk, without making its moves.

use super::moves::{Engine, State};
use super::{Move, Position, Ruleset};
use crate::games::perft::{self, ByMove, Counted, PerftError, Sequences};
use crate::work::{Note, stop};

impl<R: Ruleset> Counted for Position<R> {
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
/// use siga::games::alignment::{Position, perft};
/// use siga::games::teeko::Rules;
/// let start = Position::start(&Rules::STANDARD);
/// assert_eq!(perft::perft(&start, 3), 25 * 24 * 23);
/// ```
pub fn perft<R: Ruleset>(position: &Position<R>, depth: u32) -> u64 {
    perft::all_together(divide(position, depth))
}

/// The number of sequences of `depth` plies after each first move, in the order of
/// [`Position::plays`]; `None` for depth 0, which has no first move.
pub fn divide<R: Ruleset>(position: &Position<R>, depth: u32) -> Option<Vec<(Move, u64)>> {
    let below = depth.checked_sub(1)?;
    let engine = Engine::new(*position.rules());
    let parts = position.plays().into_iter().map(|play| {
        let state = play.position.state();
        (play.action, nodes(&engine, state, below))
    });
    Some(parts.collect())
}

/// The number of sequences of `depth` plies from a state.
fn nodes<R: Ruleset>(engine: &Engine<R>, state: State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if engine.is_goal(state.other) {
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
