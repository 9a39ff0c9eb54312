//! A position as written down, and every fault that keeps it from being one.

use thiserror::Error;

use super::route::Team;
use super::rules::{Freeing, Rules};
use crate::games::running_fight::rows::{self, Words};

/// Sig's words for what is on a board.
pub(super) const WORDS: &Words = &Words {
    cells: "cells",
    awake: "must be freed",
    all_awake: "all pieces may move under freeing=none",
};

/// Anything that can be written down as a position, legal or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The four rows from team A's home row on, each from A's left: `A`, `B` freed, `a`, `b` not yet, `.` empty.
    pub rows: [Vec<char>; 4],
    /// The team whose turn it is.
    pub side: Team,
    /// Whether it is the second of two turns in a row.
    pub second: bool,
}

/// One thing that keeps a setup from being a position.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Fault {
    /// The pieces.
    #[error(transparent)]
    Pieces(#[from] rows::Fault),
    /// A second turn under rules that do not know one.
    #[error("turns alternate under these rules: write `{side}`, without `turn=2`")]
    Second {
        /// Whose turn.
        side: Team,
    },
}

impl Setup {
    /// The start of a game: each team fills its home row, freed only if the rules do not know freeing; A begins.
    pub(crate) fn start(rules: &Rules) -> Setup {
        let length = usize::from(rules.length());
        let [a, b] = match rules.freeing {
            Freeing::Khadzh => ['a', 'b'],
            Freeing::None => ['A', 'B'],
        };
        Setup {
            rows: [a, '.', '.', b].map(|symbol| vec![symbol; length]),
            side: Team::A,
            second: false,
        }
    }
}
