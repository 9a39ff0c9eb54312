//! The plays of a yield with what they come to in the next turn.

use std::cmp::Reverse;
use std::fmt;

use num_rational::BigRational;
use num_traits::One;

use crate::exact::{Between, Quantity};

/// The measure that plays are ranked by; ties go by the others, then by the order in which plays are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[derive(schemars::JsonSchema)]
pub enum By {
    /// What this turn takes: the pieces of the play; in daldøs the chance to have taken something, extra throws included.
    Take,
    /// The chance that the opponent takes something in the next turn: less is better.
    Safe,
    /// The pieces taken less the expected number lost in the next turn.
    Net,
    /// The chance to win, where the endgame is solved.
    Win,
}

impl fmt::Display for By {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Take => "take",
            Self::Safe => "safe",
            Self::Net => "net",
            Self::Win => "win",
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
    /// With [`By::Win`]: the chance that the team wins, plus half the chance of a draw; `None` where it is not known.
    pub win: Option<Quantity>,
}

impl<T> Ranked<T> {
    /// A play that takes some pieces, and what the next turn of the other team then takes.
    pub(in crate::games) fn new(play: T, taken: u32, loses: Between, lost: Between) -> Self {
        let pieces = Between::exact(BigRational::from_integer(taken.into()));
        Self {
            play,
            taken,
            loses: loses.quantity(),
            net: (pieces - lost.clone()).quantity(),
            lost: lost.quantity(),
            win: None,
        }
    }

    /// The value of the play by a measure; of [`By::Safe`] less is better.
    pub fn value(&self, by: By) -> Option<Quantity> {
        match by {
            By::Take => Some(Quantity::Exact(BigRational::from_integer(
                self.taken.into(),
            ))),
            By::Safe => Some(self.loses.clone()),
            By::Net => Some(self.net.clone()),
            By::Win => self.win.clone(),
        }
    }

    /// The same turned so that more is better.
    pub(in crate::games) fn measure(&self, by: By) -> Option<Between> {
        let value = Between::of(&self.value(by)?)?;
        Some(if by == By::Safe { -value } else { value })
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

impl<T> Ranking<T> {
    /// Plays by the middle of the bounds of a measure, the best first; equal ones by those of the next measure, and equal ones by all
    /// in the order given.
    pub(in crate::games) fn new(
        mut plays: Vec<Ranked<T>>,
        measures: &[By],
        budget: Option<u64>,
    ) -> Self {
        plays.sort_by_cached_key(|ranked| {
            let measured = measures.iter().map(|by| ranked.measure(*by));
            let middles =
                measured.map(|known| Reverse(known.map(|known| known.lower + known.upper)));
            middles.collect::<Vec<_>>()
        });
        let by = measures[0];
        let first = plays.first().and_then(|first| first.measure(by));
        let at_most = |other: &Ranked<T>| match (other.measure(by), by) {
            (None, By::Win) => Some(BigRational::one()),
            (measure, _) => measure.map(|measure| measure.upper),
        };
        let mut others = plays.iter().skip(1);
        let proved = others.all(|other| {
            let both = first.as_ref().zip(at_most(other));
            both.is_some_and(|(first, other)| other <= first.lower)
        });
        Self {
            plays,
            proved,
            budget,
        }
    }
}
