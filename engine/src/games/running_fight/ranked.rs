//! The plays of a yield with what they come to in the next turn.

use std::fmt;

use num_rational::BigRational;

use super::review::RunningFight;
use crate::exact::{Between, Quantity};
use crate::games::playouts::{Comparison, OfRanking};
use crate::work::{Fault, Note};

/// The measure that plays are ranked by; ties go by the others, then by the order in which plays are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(rename_all = "lowercase")
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum By {
    /// The pieces taken.
    Take,
    /// The chance that no piece is lost in the next turn.
    Safe,
    /// The pieces taken less the expected number lost in the next turn.
    Net,
}

impl fmt::Display for By {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Take => "take",
            Self::Safe => "safe",
            Self::Net => "net",
        })
    }
}

/// A play and what it comes to.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Ranked<T> {
    /// The play.
    pub play: T,
    /// The number of pieces it takes.
    pub taken: u32,
    /// The chance that the other team's next turn takes at least one piece.
    pub loses: Quantity,
    /// The expected number it takes when every turn takes as many as it can.
    pub lost: Quantity,
    /// Pieces taken less those expected to be lost.
    pub net: Quantity,
}

impl<T> Ranked<T> {
    /// The measure of the play, more being better.
    pub(super) fn measure(&self, by: By) -> Option<Between> {
        Some(match by {
            By::Take => Between::exact(BigRational::from_integer(self.taken.into())),
            By::Safe => -Between::of(&self.loses)?,
            By::Net => Between::of(&self.net)?,
        })
    }
}

/// The plays of a yield in order.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Ranking<T> {
    /// All plays, the best first.
    pub plays: Vec<Ranked<T>>,
    /// Whether the bounds prove that no other is better than the first by the measure they were ranked by.
    pub proved: bool,
    /// About the budget with which every play is looked at as closely as it would be alone, if this one was not enough.
    pub budget: Option<u64>,
}

/// The first plays of a ranking compared by playouts in which both teams play by the greedy policy; `None` if there are none.
///
/// # Errors
/// Of kind limit: too many playouts.
#[cfg(feature = "simulate")]
pub(in crate::games) fn estimates<P: RunningFight>(
    position: &P,
    ranking: &[Ranked<P::Play>],
    asked: OfRanking,
    note: &Note,
) -> Result<Option<Comparison>, Fault> {
    let after = ranking.iter().map(|ranked| P::after(&ranked.play).begun());
    Ok(asked.greedy(&position.begun(), after, note)?)
}

/// Without the feature `simulate` there is no effort to be made.
#[cfg(not(feature = "simulate"))]
pub(in crate::games) fn estimates<P: RunningFight>(
    _: &P,
    _: &[Ranked<P::Play>],
    asked: OfRanking,
    _: &Note,
) -> Result<Option<Comparison>, Fault> {
    match asked.effort {}
}
