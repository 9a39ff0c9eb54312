//! Counts of positions by their outcome, the same in every answer.

use super::prelude::*;

/// The numbers of positions that are won, lost and drawn.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Outcomes {
    /// The sum of the three.
    positions: Count,
    /// Won by the side to move.
    win: Count,
    /// Lost by the side to move.
    loss: Count,
    draw: Count,
}

impl Outcomes {
    pub(crate) fn new(win: u64, loss: u64, draw: u64) -> Self {
        Self {
            positions: Count::of(win + loss + draw),
            win: Count::of(win),
            loss: Count::of(loss),
            draw: Count::of(draw),
        }
    }
}
