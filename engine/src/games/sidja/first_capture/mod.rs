//! The first capture: who makes it, in how many plies, or never.
//!
//! Before any capture all stones are on the board and one cell is empty, so every move slides a
//! stone into the hole. Whether a move takes something does not depend on the stone that makes it:
//! either every move of a position takes, always the same stones, or none does. The player who
//! wants the first capture hurries, the other delays.
//!
//! | module | what it holds |
//! |---|---|
//! | [`space`] | the sliding phase of a board, numbered up to symmetry |
//! | [`solution`] | all of it solved, backwards from the captures |
//! | [`reached`] | what can be reached from a few placements, solved alone |
//! | [`audit`] | a separate pass that checks a solution |
//! | [`survey`] | statistics over all placements |
//! | [`search`] | single positions of any size, forwards |
//! | [`sliding_ranking`] | a position with its moves and best line |
//! | [`found`] | all put together: the rest of the placing, else search, else solve |

pub mod audit;
pub mod found;
pub mod reached;
pub mod search;
pub mod sliding_ranking;
pub mod solution;
pub mod space;
pub mod survey;

#[cfg(test)]
mod tests;

pub use found::{Found, first_capture};
pub use reached::SlidingValues;
pub use sliding_ranking::{MoveValue, SlidingRanking};
pub use solution::Solution;

use std::fmt;
use std::ops::Neg;

/// The result of a position of the sliding phase with best play, for the side to move.
///
/// Plies are moves of either player, a forced pass included. A blocked player who loses at once
/// has lost in 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FirstCapture {
    /// The side to move makes the first capture with this ply, counted from 1: an odd number.
    Win(u32),
    /// The opponent makes it with this ply: an even number.
    Loss(u32),
    /// Nobody can force it.
    Never,
}

impl FirstCapture {
    /// The ply of the first capture, or `None` if nobody forces one.
    pub const fn plies(self) -> Option<u32> {
        match self {
            FirstCapture::Win(plies) | FirstCapture::Loss(plies) => Some(plies),
            FirstCapture::Never => None,
        }
    }

    /// `win`, `loss` or `never`.
    pub const fn outcome(self) -> &'static str {
        match self {
            FirstCapture::Win(_) => "win",
            FirstCapture::Loss(_) => "loss",
            FirstCapture::Never => "never",
        }
    }

    /// The value of a move that leads to a position of this value for the opponent.
    #[must_use]
    pub(crate) const fn before(self) -> FirstCapture {
        match self {
            FirstCapture::Win(plies) => FirstCapture::Loss(plies + 1),
            FirstCapture::Loss(plies) => FirstCapture::Win(plies + 1),
            FirstCapture::Never => FirstCapture::Never,
        }
    }

    /// A number that is the greater the better for the side to move.
    pub(crate) const fn preference(self) -> i64 {
        match self {
            FirstCapture::Win(plies) => (1 << 32) - plies as i64,
            FirstCapture::Loss(plies) => plies as i64 - (1 << 32),
            FirstCapture::Never => 0,
        }
    }

    /// From the number of plies, whose parity says who makes the capture.
    pub const fn from_plies(plies: u32) -> FirstCapture {
        if plies % 2 == 1 {
            FirstCapture::Win(plies)
        } else {
            FirstCapture::Loss(plies)
        }
    }
}

impl Neg for FirstCapture {
    type Output = FirstCapture;

    /// The same seen by the opponent, the plies unchanged.
    fn neg(self) -> FirstCapture {
        match self {
            FirstCapture::Win(plies) => FirstCapture::Loss(plies),
            FirstCapture::Loss(plies) => FirstCapture::Win(plies),
            FirstCapture::Never => FirstCapture::Never,
        }
    }
}

impl fmt::Display for FirstCapture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies() {
            Some(plies) => write!(f, "{} in {plies}", self.outcome()),
            None => f.write_str("never"),
        }
    }
}
