//! Luck and skill: the changes of the chance to win by throws and by plays. Found by playouts: every number is estimated.

use super::Estimate;
use crate::board::Team;

/// The luck and the skill in a game.
///
/// The chance is that of the policy: to win, plus half the chance of a draw. It is asked for before each throw, and after the
/// throw if the policy plays it. By how much the throw changed it is luck, whose mean over all throws is 0; by how much the play
/// that was made then differs from the policy's is skill. All of them together are what the chance changed from the beginning of the
/// record to its end.
#[derive(Clone, Debug, PartialEq, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "LuckEstimates")]
#[non_exhaustive]
pub struct LuckAndSkill {
    /// The policy by which both sides play on.
    pub policy: &'static str,
    /// Every throw, or turn, in order.
    pub turns: Vec<Replayed>,
    /// The same summed: of A, and of B.
    pub sums: [GainedBy; 2],
    /// The chance of A at the beginning of the record.
    pub from: Estimate,
    /// The chance of A at its end.
    pub to: Estimate,
    /// The random playouts from each position.
    #[serde(skip)]
    pub games: u64,
    /// The random playouts altogether.
    #[serde(with = "crate::exact::serial::Count")]
    pub playouts: u64,
    /// Those of them that were broken off: drawn in the estimates, and anything in the intervals.
    #[serde(with = "crate::exact::serial::Count")]
    pub unfinished: u64,
    /// The seed of the dice.
    #[serde(skip)]
    pub seed: u64,
    /// The confidence of each interval by itself: 0.95.
    pub confidence: f64,
}

/// A throw with its play, in the view of the side that throws.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Replayed {
    /// Its number, from 1.
    pub ply: usize,
    /// That side.
    pub side: Team,
    /// Its chance before the throw.
    pub before: Estimate,
    /// The changes by the throw and by the play.
    #[serde(flatten)]
    pub gained: Gained,
}

/// By how much throws and plays raised the chance of a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Gained {
    /// By throws, played by the policy; the mean over all throws is 0.
    pub luck: Estimate,
    /// By plays other than the policy's; 0 where there was no other play.
    pub skill: Estimate,
}

/// By how much the throws and plays of a side raised its chance.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct GainedBy {
    /// The side.
    pub side: Team,
    /// The changes by its throws and by its plays.
    #[serde(flatten)]
    pub gained: Gained,
}
