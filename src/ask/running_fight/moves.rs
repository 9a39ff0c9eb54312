//! Every way to play the throws of a turn.

use super::Thrown;
use crate::ask::prelude::*;
use crate::render::words::listed;

/// The throws that are played.
#[derive(Serialize, JsonSchema)]
pub(crate) struct YieldQuery {
    /// The throws that stand, in the order thrown: numbers, in Sig also `khadzh`.
    #[serde(rename = "yield")]
    pub(crate) played: Vec<Thrown>,
}

/// Every way to play a yield.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Moves")]
pub(crate) struct PlayList<M> {
    /// One for each position that the yield can be played to.
    pub(crate) moves: Vec<M>,
    /// Whether the game is over.
    pub(crate) over: bool,
}

/// About how many characters a table of plays has, on a board of this many cells.
pub(crate) fn drawn_size(plays: usize, cells: u8) -> u128 {
    plays as u128 * 8 * u128::from(cells)
}

/// The heading of a table of plays.
pub(crate) fn heading(rules: impl ToString, played: impl ToString, plays: usize) -> String {
    let number = listed(plays, "play", "plays");
    [rules.to_string(), played.to_string(), number].join(" · ")
}

/// The note to the column of ways.
pub(crate) const WAYS: &str =
    "ways: sequences of moves that lead to the same position; one of them is shown";
