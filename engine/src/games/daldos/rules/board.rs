//! The options of the full game: its board, releasing, the end.

use crate::rules::{Conflict, words};

words! {
    /// Which undalled piece a dal may release.
    Dalling {
        /// Any that has a free way.
        Any = "any",
        /// Only the one that would leave the home row first.
        SternMost = "stern-most",
    }

    /// The end at which pieces leave their home row.
    Direction {
        /// At the stern; the middle row is walked from the stern to the prow.
        Stern = "stern",
        /// At the prow; everything runs the other way.
        Prow = "prow",
    }

    /// Where a piece moved by several numbers takes besides its last hole.
    IntermediateCapture {
        /// Nowhere.
        No = "no",
        /// At every hole it stops at in the enemy's home row.
        EnemyRow = "enemy-row",
        /// At every hole it stops at.
        Yes = "yes",
    }
}

/// The options that only the full game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardRules {
    /// Holes of each home row, and pieces of each player.
    pub n: u8,
    /// Holes of the middle row; `None` for one more than a home row has.
    pub middle: Option<u8>,
    /// Which undalled piece a dal may release.
    pub dalling: Dalling,
    /// With how many pieces left a player has lost: 0 or 1.
    pub loses_at: u8,
    /// The end at which pieces leave their home row.
    pub direction: Direction,
}

impl Default for BoardRules {
    fn default() -> Self {
        Self {
            n: 16,
            middle: None,
            dalling: Dalling::Any,
            loses_at: 0,
            direction: Direction::Stern,
        }
    }
}

impl BoardRules {
    /// The largest home row: with the longer middle row the whole board then has 64 holes.
    pub const MAX_N: u8 = 21;
    /// The most holes of the whole board.
    pub const MAX_HOLES: u8 = 64;

    /// Holes of the middle row.
    pub(crate) fn middle_row(&self) -> u8 {
        self.middle.unwrap_or(self.n + 1)
    }

    /// The same board, told in one way only, if there is one such.
    pub(super) fn checked(mut self) -> Result<Self, Conflict> {
        let fault = |message: &str| {
            Err(Conflict {
                options: &["middle", "loses_at", "n"],
                message: message.to_owned(),
            })
        };
        if 2 * self.n + self.middle_row() > Self::MAX_HOLES {
            return fault("the three rows together have at most 64 holes");
        }
        if self.loses_at >= self.n {
            return fault("with n=1 both players would have lost from the start under loses_at=1");
        }
        self.middle = self.middle.filter(|&middle| middle != self.n + 1);
        Ok(self)
    }
}
