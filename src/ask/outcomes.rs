//! Counts of positions by their outcome, the same in every answer.

use super::prelude::*;

/// The numbers of positions that are won, lost and drawn.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Outcomes {
    /// The sum of the three. Of games of taking between two, positions that are mirrored, turned, or the same with the sides exchanged count
    /// once.
    #[serde(with = "Count")]
    pub(crate) positions: u64,
    /// Won by the side to move.
    #[serde(with = "Count")]
    pub(crate) win: u64,
    /// Lost by the side to move.
    #[serde(with = "Count")]
    pub(crate) loss: u64,
    #[serde(with = "Count")]
    pub(crate) draw: u64,
}

impl Outcomes {
    pub(crate) fn new(win: u64, loss: u64, draw: u64) -> Self {
        Self {
            positions: win + loss + draw,
            win,
            loss,
            draw,
        }
    }
}
