//! Positions after the plays of a throw, compared by the same random games.

use super::Estimate;

/// A play, and the games after it, counted for the side whose play it is.
#[derive(Clone, Debug, PartialEq, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "EstimatedPlay")]
#[non_exhaustive]
pub struct Compared {
    /// As in the plays ranked.
    #[serde(rename = "move")]
    pub action: String,
    /// Whether the play ends the game, so that its result is certain: every game counted has it.
    pub over: bool,
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
    /// Chance to win plus half the chance of a draw under the policy, by Wilson's interval.
    pub score: Estimate,
    /// The score of the first less that of this play, in games with the same throws; `null` for the first. The interval is one of 99
    /// in 100 for two plays chosen beforehand; since the first is chosen afterwards, it holds less often.
    pub behind: Option<Estimate>,
    /// Whether the games tell it apart from the first: it is worse. See [`MISTAKES`].
    pub told_apart: bool,
}

impl Compared {
    /// The games played.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses + self.unfinished
    }
}

/// Plays compared by random playouts with the same throws: every number is estimated.
#[derive(Clone, Debug, PartialEq, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "Estimates")]
#[non_exhaustive]
pub struct Comparison {
    /// The policy by which both sides play.
    pub policy: &'static str,
    /// The playouts altogether.
    #[serde(with = "crate::exact::serial::Count")]
    pub playouts: u64,
    /// The confidence of the interval of each score by itself.
    pub confidence: f64,
    /// The chance that any two plays are told apart wrongly is at most this.
    pub mistakes: f64,
    /// Plays that are not told apart from the first.
    pub equals: usize,
    /// The best first, then those that are not told apart from it, then the others.
    pub plays: Vec<Compared>,
    /// The seed.
    #[serde(skip)]
    pub seed: u64,
}

/// The chance that any two plays of one comparison are told apart wrongly is at most this, whenever the games end.
pub const MISTAKES: f64 = 0.05;
