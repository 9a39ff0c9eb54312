//! Luck and skill: the changes of the chance to win by throws and by plays. Found by playouts: every number is estimated.

use super::{Confidence, Estimate};
use crate::board::Team;

/// The luck and the skill in a game.
///
/// The chance is that of the policy: to win, plus half the chance of a draw. It is asked for before each throw, and after the
/// throw if the policy plays it. By how much the throw changed it is luck, whose mean over all throws is 0; by how much the play
/// that was made then differs from the policy's is skill. All of them together are what the chance changed from the beginning of the
/// record to its end.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LuckAndSkill {
    /// Every throw, or turn, in order.
    pub turns: Vec<Replayed>,
    /// Those of A, and those of B.
    pub sums: [Gained; 2],
    /// The chance of A at the beginning of the record.
    pub from: Estimate,
    /// The chance of A at its end.
    pub to: Estimate,
    /// The random playouts from each position.
    pub games: u64,
    /// The random playouts altogether.
    pub playouts: u64,
    /// Those of them that were broken off: drawn in the estimates, and anything in the intervals.
    pub unfinished: u64,
    /// The seed of the dice.
    pub seed: u64,
    /// The confidence of each interval by itself.
    pub confidence: Confidence,
}

/// A throw with its play, in the view of the side that throws.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Replayed {
    /// That side.
    pub side: Team,
    /// Its chance before the throw.
    pub before: Estimate,
    /// The changes by the throw and by the play.
    pub gained: Gained,
}

/// By how much throws and plays raised the chance of a side.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Gained {
    /// By throws, played by the policy.
    pub luck: Estimate,
    /// By plays other than the policy's.
    pub skill: Estimate,
}
