//! Games with throws: what their positions, their turns and the values of their plays have in common.

pub mod endgame;
pub(in crate::games) mod kept;
pub mod luck;
pub mod played_out;
pub mod ranked;
pub mod review;

use std::cmp::Reverse;
use std::fmt::Debug;

use itertools::Itertools as _;
use num_rational::BigRational;
use num_traits::One;

use super::legal_moves::Listed;
use super::playouts::Ended;
use super::record::Recordable;
pub use super::record::Turn;
use crate::board::Team;
use crate::exact::Quantity;
use crate::work::Fault;

/// A position of a game with throws, before a throw.
pub trait WithThrows:
    Listed<Throw: Send + Sync>
    + Recordable<Side: Send, Thrown = <Self as Listed>::Throw, Played = String>
    + PartialEq
    + Send
    + Sync
{
    /// The side that throws.
    fn team(&self) -> Team;

    /// A side as the game names it.
    fn side_of(team: Team) -> Self::Side;

    /// The result, if the game is over.
    fn result(&self) -> Option<Ended>;

    /// The side that has won, if the game is over and somebody has.
    fn won_by(&self) -> Option<Self::Side> {
        match self.result()? {
            Ended::Won(team) => Some(Self::side_of(team)),
            _ => None,
        }
    }

    /// The position after a play.
    fn follow(&self, play: &Self::Play) -> Self;

    /// A play as it is written.
    fn name(&self, play: &Self::Play) -> String;
}

impl<P: WithThrows> Turn<P> {
    /// A throw, and one of its plays.
    pub fn new(position: P, throw: P::Throw, play: &P::Play) -> Self {
        Self {
            action: position.name(play),
            after: position.follow(play),
            position,
            throw,
        }
    }
}

/// Proved chances to win: a solution, or tables.
pub trait Values<P: WithThrows> {
    /// The chance that the side that throws wins; `None` where it is not known. The game is not over.
    ///
    /// # Errors
    /// A table that is damaged where it is looked at.
    fn own(&self, position: &P) -> Result<Option<Quantity>, Fault>;

    /// The chance that a team wins, with that of a draw as the solution counts it; `None` where it is not known.
    ///
    /// # Errors
    /// A table that is damaged where it is looked at.
    fn value(&self, team: Team, position: &P) -> Result<Option<Quantity>, Fault> {
        if let Some(ended) = position.result() {
            return Ok(Some(halves_of(ended.halves(team))));
        }
        let own = self.own(position)?;
        Ok(match position.team() == team {
            true => own,
            false => own.as_ref().and_then(of_other),
        })
    }

    /// The plays of a throw, the best first by the middle of the bounds.
    ///
    /// # Errors
    /// Too many plays; a table that is damaged where it is looked at.
    fn plays(&self, position: &P, throw: &P::Throw) -> Result<Vec<Worth<P::Play>>, Fault> {
        let worth = |play: P::Play| {
            let value = self.value(position.team(), &position.follow(&play))?;
            Ok(Worth { play, value })
        };
        let plays = position.list(throw)?.into_iter();
        let mut plays = plays.map(worth).collect::<Result<Vec<_>, Fault>>()?;
        plays.sort_by_cached_key(|worth| Reverse(worth.ends().map(|(low, high)| low + high)));
        Ok(plays)
    }
}

/// No chance to win is known, but that of a game that is over.
#[derive(Clone, Copy, Debug)]
pub struct NothingKnown;

impl<P: WithThrows> Values<P> for NothingKnown {
    fn own(&self, _position: &P) -> Result<Option<Quantity>, Fault> {
        Ok(None)
    }
}

/// A number of half points.
pub(in crate::games) fn halves_of(halves: u32) -> Quantity {
    Quantity::Exact(BigRational::new(halves.into(), 2.into()))
}

/// The chance of the other side.
pub(in crate::games) fn of_other(chance: &Quantity) -> Option<Quantity> {
    let ((least, most), one) = (chance.ends()?, BigRational::one());
    Some(Quantity::between(&one - most, &one - least))
}

/// The first of some names, and how many more there are.
pub(in crate::games) fn some_of(names: &[String], most: usize) -> String {
    let more = match names.len().saturating_sub(most) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let first = names.iter().take(most).map(|name| format!("`{name}`"));
    format!("{}{more}", first.format(", "))
}

/// A play with its value by a measure.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Worth<T> {
    /// The play.
    pub play: T,
    /// The chance after it that the side that plays it wins, where no other measure is named; `None` where it is not known.
    pub value: Option<Quantity>,
}

impl<T> Worth<T> {
    fn ends(&self) -> Option<(BigRational, BigRational)> {
        self.value.as_ref()?.ends()
    }

    /// The same value of something else that plays it.
    pub fn with<U>(self, play: U) -> Worth<U> {
        Worth {
            play,
            value: self.value,
        }
    }

    /// Whether no other play of its throw is proved to be better.
    pub fn may_be_best(&self, plays: &[Self]) -> bool {
        let least = plays.iter().filter_map(|other| Some(other.ends()?.0)).max();
        let both = self.ends().zip(least);
        both.is_none_or(|((_, most), least)| least <= most)
    }

    /// Whether it is proved that no other play of its throw is better.
    pub fn is_best(&self, plays: &[Self]) -> bool {
        let mut others = plays.iter().filter(|other| !std::ptr::eq(*other, self));
        let least = self.ends().map(|(least, _)| least);
        least.is_some_and(|least| {
            others.all(|other| other.ends().is_some_and(|(_, most)| most <= least))
        })
    }
}

/// A throw with its plays.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ThrowPlays<P: Listed> {
    /// The throw.
    pub throw: P::Throw,
    /// Its chance; `None` where it was not asked for.
    pub chance: Option<BigRational>,
    /// Whether the same side throws again afterwards, in the same turn.
    pub again: bool,
    /// Its plays, the best first by the middle of the bounds.
    pub plays: Vec<Worth<P::Play>>,
}

impl<P: WithThrows> ThrowPlays<P> {
    /// Throws, each with its chance and whether the same side throws again, and their plays by some values.
    ///
    /// # Errors
    /// Too many plays; a table that is damaged where it is looked at.
    pub fn each(
        values: &dyn Values<P>,
        position: &P,
        throws: impl IntoIterator<Item = (P::Throw, BigRational, bool)>,
    ) -> Result<Vec<Self>, Fault> {
        let throws = throws.into_iter().map(|(throw, chance, again)| {
            Ok(Self {
                plays: values.plays(position, &throw)?,
                throw,
                chance: Some(chance),
                again,
            })
        });
        throws.collect()
    }
}

impl<P: Listed> ThrowPlays<P> {
    /// A throw that was asked for.
    pub fn new(throw: P::Throw, plays: Vec<Worth<P::Play>>) -> Self {
        Self {
            throw,
            chance: None,
            again: false,
            plays,
        }
    }
}

/// The value of a throw played best; `None` if one of its plays has none.
pub fn best_of<T>(plays: &[Worth<T>]) -> Option<Quantity> {
    let ends: Option<Vec<_>> = plays.iter().map(Worth::ends).collect();
    let ends = ends?.into_iter();
    let (low, high) = ends.reduce(|(low, high), (l, h)| (low.max(l), high.max(h)))?;
    Some(Quantity::between(low, high))
}
