//! Counting plays: every turn of at most N throws, every position each can be played to.

use std::fmt::{Debug, Display};

use super::plays::{Play, TooManyPlays};
use super::route::Team;
use crate::games::legal_moves::Listed;
use crate::games::perft::{Counted, PerftError, Sequences, Terms};
use crate::work::{Fault, Note};

/// A position whose turns are counted.
pub trait Turns: Clone + Debug {
    /// The throws that a turn leaves to be played.
    type Yield: Clone + Debug + Display + PartialEq;
    /// One throw used.
    type Step: Clone + Debug + Display + PartialEq;

    /// The team to move.
    fn team(&self) -> Team;

    /// The same board with the other team to move.
    #[must_use]
    fn passed(&self) -> Self;

    /// Pieces of a team on the board.
    fn pieces(&self, team: Team) -> u32;

    /// The throws of a text.
    ///
    /// # Errors
    /// What is wrong with it.
    fn read_yield(&self, text: &str) -> Result<Self::Yield, Fault>;

    /// The different yields of the turns of at most `max_throws` throws.
    ///
    /// # Errors
    /// [`PerftError::Yields`] when there are more than [`MAX_YIELDS`].
    fn yields(&self, max_throws: u32) -> Result<Vec<Self::Yield>, PerftError>;

    /// Every position a yield can be played to, each once, and the number of boards on the way.
    ///
    /// # Errors
    /// [`TooManyPlays`].
    fn plays_on_the_way(
        &self,
        played: &Self::Yield,
    ) -> Result<(Vec<Play<Self>>, usize), TooManyPlays>;

    /// The same without the number.
    ///
    /// # Errors
    /// [`TooManyPlays`].
    fn plays_of(&self, played: &Self::Yield) -> Result<Vec<Play<Self>>, TooManyPlays> {
        Ok(self.plays_on_the_way(played)?.0)
    }
}

impl<P: Turns> Counted for P {
    type First = ByYield<P::Yield>;
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
            let counts = parts.iter().map(|part| part.1);
            (counts.fold(0, u64::saturating_add), Some(parts))
        } else {
            (perft(self, depth, max_throws, budget)?, None)
        };
        if nodes == u64::MAX {
            return Err(PerftError::Overflow { bits: 64 });
        }
        let by_yield = |(played, nodes)| ByYield { played, nodes };
        let parts = parts.map(|parts| parts.into_iter().map(by_yield).collect());
        Ok(Sequences::of(depth, nodes, parts))
    }
}

impl<P: Turns> Listed for P {
    type Throw = P::Yield;
    type Play = Play<P>;

    fn list(&self, played: &P::Yield) -> Result<Vec<Play<P>>, Fault> {
        Ok(self.plays_of(played)?)
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
pub fn perft<P: Turns>(
    position: &P,
    depth: u32,
    max_throws: u32,
    budget: u64,
) -> Result<u64, PerftError> {
    let yields = position.yields(max_throws)?;
    Count::new(&yields, budget).all(position, depth)
}

/// The count of [`perft`] after each yield of the first turn.
///
/// # Errors
/// As [`perft`].
pub fn divide<P: Turns>(
    position: &P,
    depth: u32,
    max_throws: u32,
    budget: u64,
) -> Result<Vec<(P::Yield, u64)>, PerftError> {
    let yields = position.yields(max_throws)?;
    let mut count = Count::new(&yields, budget);
    let mut part = |first: &P::Yield| Ok((first.clone(), count.after(position, depth, first)?));
    yields.iter().map(&mut part).collect()
}

/// A count under way.
struct Count<'a, P: Turns> {
    yields: &'a [P::Yield],
    /// Positions that may still be looked at, of the budget.
    left: u64,
    budget: u64,
}

impl<'a, P: Turns> Count<'a, P> {
    fn new(yields: &'a [P::Yield], budget: u64) -> Self {
        let left = budget;
        Self {
            yields,
            left,
            budget,
        }
    }

    fn all(&mut self, position: &P, depth: u32) -> Result<u64, PerftError> {
        if depth == 0 {
            return Ok(1);
        }
        let mut nodes = 0_u64;
        for first in self.yields {
            nodes = nodes.saturating_add(self.after(position, depth, first)?);
        }
        Ok(nodes)
    }

    fn after(&mut self, position: &P, depth: u32, first: &P::Yield) -> Result<u64, PerftError> {
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
