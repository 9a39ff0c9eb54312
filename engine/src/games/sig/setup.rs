//! A position as written down, and every fault that keeps it from being one.

use itertools::Itertools;
use thiserror::Error;

use super::route::{Cell, Team};
use super::rules::{Freeing, Rules};

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
    /// The board drawn is not the board of the rules.
    #[error("the board drawn has rows of {drawn} cells, the rules say length={rules}")]
    Length {
        /// The length of the rows drawn.
        drawn: usize,
        /// The length under the rules.
        rules: u8,
    },
    /// More pieces than a team has.
    #[error("team {team} has {found} pieces, and each team begins with {most}")]
    TooMany {
        /// Whose pieces.
        team: Team,
        /// As many as drawn.
        found: usize,
        /// As many as there are.
        most: u8,
    },
    /// A piece that has left home without having been freed.
    #[error("the piece on {cell} has left its home row, so it must be freed: write `{right}`")]
    Away {
        /// Where it stands.
        cell: Cell,
        /// The right way to write it.
        right: char,
    },
    /// Pieces that are not freed under rules that do not know this.
    #[error(
        "all pieces may move under freeing=none: write `{right}`, not `{}`, on {}",
        right.to_ascii_lowercase(), cells.iter().join(", ")
    )]
    Unfreed {
        /// Where they stand.
        cells: Vec<Cell>,
        /// The right way to write them.
        right: char,
    },
    /// A second turn under rules that do not know one.
    #[error("turns alternate under these rules: write `{side}`, without `turn=2`")]
    Second {
        /// Whose turn.
        side: Team,
    },
    /// No pieces at all.
    #[error("there is no piece on the board")]
    Empty,
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
