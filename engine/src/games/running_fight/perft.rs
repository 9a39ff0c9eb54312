//! Counting plays: every turn of at most N throws, every position each can be played to.

use super::plays::{TooManyPlays, Yield};
use super::position::{Fight, Play, Position};
use crate::games::legal_moves::Listed;
use crate::games::perft::{Counted, PerftError, Sequences, Terms};
use crate::work::{Fault, Note};

impl<R: Fight> Counted for Position<R> {
    type First = ByYield<Yield<R::Throw>>;
    type Bound = u32;

    fn count(&self, terms: &Terms<u32>, note: &Note) -> Result<Sequences<Self::First>, PerftError> {
        note.set("counting");
        let Terms {
            depth,
            bound: max_throws,
            budget,
            ..
        } = *terms;
        let (nodes, parts) = if terms.divide && depth > 0 {
            let parts = divide(self, depth, max_throws, budget)?;
            let counts = parts.iter().map(|part| part.nodes);
            (counts.fold(0, u64::saturating_add), Some(parts))
        } else {
            (perft(self, depth, max_throws, budget)?, None)
        };
        if nodes == u64::MAX {
            return Err(PerftError::Overflow { bits: 64 });
        }
        Ok(Sequences::of(depth, nodes, parts))
    }
}

impl<R: Fight> Listed for Position<R> {
    type Throw = Yield<R::Throw>;
    type Play = Play<R>;

    fn list(&self, played: &Yield<R::Throw>) -> Result<Vec<Play<R>>, Fault> {
        Ok(self.plays(played)?)
    }
}

/// The most sequences of throws that are looked at.
pub const MAX_YIELDS: usize = 100_000;

impl From<TooManyPlays> for PerftError {
    fn from(error: TooManyPlays) -> Self {
        Self::Plays(error.to_string())
    }
}

/// The yield of a first turn, and the number of plays that begin with it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ByYield<Y> {
    /// The yield.
    pub played: Y,
    /// The number of plays.
    pub nodes: u64,
}

/// The plays of `depth` turns one after the other, over all yields of at most `max_throws` throws.
///
/// A turn counts once for each of its different yields and for each position the yield can be played to. Turns go on
/// until the game is over; games that end earlier do not count.
///
/// Cost: the plays of each yield in each position reached in fewer turns, at most `budget` positions, those between two moves of
/// a turn included.
///
/// # Errors
/// [`PerftError`].
pub fn perft<R: Fight>(
    position: &Position<R>,
    depth: u32,
    max_throws: u32,
    budget: u64,
) -> Result<u64, PerftError> {
    let yields = position.rules().yields(max_throws)?;
    Count::new(&yields, budget).all(position, depth)
}

/// The count of [`perft`] after each yield of the first turn.
///
/// # Errors
/// As [`perft`].
pub fn divide<R: Fight>(
    position: &Position<R>,
    depth: u32,
    max_throws: u32,
    budget: u64,
) -> Result<Vec<ByYield<Yield<R::Throw>>>, PerftError> {
    let yields = position.rules().yields(max_throws)?;
    let mut count = Count::new(&yields, budget);
    let mut part = |first: &Yield<R::Throw>| {
        Ok(ByYield {
            played: first.clone(),
            nodes: count.after(position, depth, first)?,
        })
    };
    yields.iter().map(&mut part).collect()
}

/// A count under way.
struct Count<'a, T> {
    yields: &'a [Yield<T>],
    /// Positions that may still be looked at, of the budget.
    left: u64,
    budget: u64,
}

impl<'a, T> Count<'a, T> {
    fn new(yields: &'a [Yield<T>], budget: u64) -> Self {
        let left = budget;
        Self {
            yields,
            left,
            budget,
        }
    }

    fn all<R: Fight<Throw = T>>(
        &mut self,
        position: &Position<R>,
        depth: u32,
    ) -> Result<u64, PerftError> {
        if depth == 0 {
            return Ok(1);
        }
        let mut nodes = 0_u64;
        for first in self.yields {
            nodes = nodes.saturating_add(self.after(position, depth, first)?);
        }
        Ok(nodes)
    }

    fn after<R: Fight<Throw = T>>(
        &mut self,
        position: &Position<R>,
        depth: u32,
        first: &Yield<T>,
    ) -> Result<u64, PerftError> {
        if depth == 0 {
            return Ok(1);
        }
        let budget = self.budget;
        let (plays, nodes) = position.plays_on_the_way(first)?;
        let left = self.left.checked_sub(nodes as u64);
        self.left = left.ok_or(PerftError::Turns { budget })?;
        if depth == 1 {
            return Ok(plays.len() as u64);
        }
        let mut nodes = 0_u64;
        for play in &plays {
            nodes = nodes.saturating_add(self.all(&play.position, depth - 1)?);
        }
        Ok(nodes)
    }
}
