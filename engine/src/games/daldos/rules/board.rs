//! The options of the full game: its board, releasing, the end.

use super::RulesFault;

/// Which undalled piece a dal may release.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dalling {
    /// Any that has a free way.
    #[default]
    Any,
    /// Only the one that would leave the home row first.
    SternMost,
}

/// The end at which pieces leave their home row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Direction {
    /// At the stern; the middle row is walked from the stern to the prow.
    #[default]
    Stern,
    /// At the prow; everything runs the other way.
    Prow,
}

/// Where a piece moved by several numbers takes besides its last hole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum IntermediateCapture {
    /// Nowhere.
    #[default]
    No,
    /// At every hole it stops at in the enemy's home row.
    EnemyRow,
    /// At every hole it stops at.
    Yes,
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

    /// The same board, told in one way only.
    pub(super) fn canonical(mut self) -> Self {
        self.middle = self.middle.filter(|&middle| middle != self.n + 1);
        self
    }

    pub(super) fn check(&self) -> Result<(), RulesFault> {
        if !(1..=Self::MAX_N).contains(&self.n) {
            return Err(RulesFault::Board(
                "a home row has from 1 to 21 holes (n=16 in Denmark, n=12 in Norway)",
            ));
        }
        if self.middle_row() == 0 || 2 * self.n + self.middle_row() > Self::MAX_HOLES {
            return Err(RulesFault::Board(
                "the middle row has at least one hole, and the three rows together at most 64",
            ));
        }
        if self.loses_at > 1 {
            return Err(RulesFault::Board("a player loses with 0 or 1 pieces left"));
        }
        if self.loses_at >= self.n {
            return Err(RulesFault::Board(
                "with n=1 both players would have lost from the start under loses_at=1",
            ));
        }
        Ok(())
    }
}
