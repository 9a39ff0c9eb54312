//! Counting the sequences of moves of a given length: a piece placed, moved or taken off is one ply, and so is a pass.

use super::moves::State;
use super::rules::Facts;
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

/// The number of sequences of exactly `depth` plies from a position; games that end earlier do not count.
///
/// # Examples
/// ```
/// use siga::games::custodial::{Position, perft};
/// let start = Position::start(&"el-mthaltha".parse()?);
/// assert_eq!(perft::perft(&start, 1), 5);
/// # Ok::<(), siga::rules::RulesError>(())
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    perft::all_together(divide(position, depth))
}

fn divide(position: &Position, depth: u32) -> Option<Vec<(Move, u64)>> {
    let below = depth.checked_sub(1)?;
    let facts = position.rules().facts();
    let parts = position.plays().into_iter();
    let parts = parts.map(|play| (play.action, nodes(facts, play.position.state(), below)));
    Some(parts.collect())
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
