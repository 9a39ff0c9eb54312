//! Positions after the plays of a throw, compared by the same random games.

use super::estimate::of_halves;
use super::{Confidence, Ended, Estimate};

/// Games from one position, counted for the side whose play led there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Outcomes {
    /// Games won by the side that makes the play.
    #[serde(with = "crate::exact::serial::Count")]
    pub wins: u64,
    /// Games that nobody has won.
    #[serde(with = "crate::exact::serial::Count")]
    pub draws: u64,
    /// Games lost.
    #[serde(with = "crate::exact::serial::Count")]
    pub losses: u64,
    /// Games broken off: drawn in the estimate, lost at its lower end, won at its upper end.
    #[serde(with = "crate::exact::serial::Count")]
    pub unfinished: u64,
}

impl Outcomes {
    /// The games played.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses + self.unfinished
    }

    /// The chance to win plus half the chance of a draw, by Wilson's interval.
    ///
    /// Games broken off count as drawn in the estimate, as lost at the lower end and as won at the upper end.
    pub fn score(&self, confidence: Confidence) -> Estimate {
        let games = self.games();
        let of = |unfinished: u64| {
            let halves = 2 * self.wins + self.draws + unfinished * self.unfinished;
            of_halves(halves, games, confidence)
        };
        Estimate {
            estimate: of(1).estimate,
            lower: of(0).lower,
            upper: of(2).upper,
        }
    }
}

/// A play among the others.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Compared {
    /// The games after it.
    pub outcomes: Outcomes,
    /// The result, if the play ends the game: it is certain then, and every game counted has it.
    pub over: Option<Ended>,
    /// The score of the best play less that of this one, by the games that both have played with the same throws; `None` for the
    /// best itself. The interval is one of 99 in 100 for two plays chosen beforehand.
    pub behind: Option<Estimate>,
    /// Whether the games tell it apart from the best: it is worse. See [`MISTAKES`].
    pub told_apart: bool,
}

/// The plays of a throw compared.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Comparison {
    /// Every play, in the order given.
    pub plays: Vec<Compared>,
    /// The play with the highest score among those that are not told apart from it.
    pub best: usize,
    /// The most games that were to be played for each play.
    pub games: u64,
    /// The seed.
    pub seed: u64,
    /// The confidence of the intervals of scores, each by itself.
    pub confidence: Confidence,
}

/// The chance that any two plays of one comparison are told apart wrongly is at most this, whenever the games end.
pub const MISTAKES: f64 = 0.05;

impl Comparison {
    /// The plays, the best first, then those not told apart from it, then the others, each by its score.
    pub fn order(&self) -> Vec<usize> {
        let key = |&at: &usize| {
            let play = &self.plays[at];
            (at != self.best, play.told_apart)
        };
        let score = |at: usize| self.plays[at].outcomes.score(self.confidence).estimate;
        let mut order: Vec<usize> = (0..self.plays.len()).collect();
        order.sort_by(|a, b| {
            let by_score = || score(*b).total_cmp(&score(*a));
            key(a).cmp(&key(b)).then_with(by_score)
        });
        order
    }

    /// The number of other plays that are not told apart from the best.
    pub fn equals(&self) -> usize {
        let others = self.plays.iter().enumerate();
        let equal = others.filter(|(at, play)| *at != self.best && !play.told_apart);
        equal.count()
    }

    /// The games played altogether.
    pub fn played(&self) -> u64 {
        let plays = self.plays.iter().filter(|play| play.over.is_none());
        plays.map(|play| play.outcomes.games()).sum()
    }
}
