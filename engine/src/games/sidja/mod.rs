//! Sidja of Sudan and West Africa and Siga of Egypt: one rule engine, every difference an option.
//!
//! Each side has half the cells but the centre. The stones are first placed, then slid one cell at
//! a time; a stone caught between the stone just moved and another of its owner's is taken.
//!
//! | module | what it holds |
//! |---|---|
//! | [`rules`] | the options, the presets and their sources |
//! | [`setup`] | what can be written down, and every fault in it |
//! | [`position`] | a legal position, its moves and the end of the game |
//! | [`notation`] | positions on one line and as files |
//! | [`moves`] | move generation on bit sets |
//! | [`perft`] | counting move sequences |
//! | [`first_capture`] | who makes the first capture: the whole sliding phase solved |
//! | [`placing`] | the placing of the stones: what can be forced from the empty board on |
//! | [`guarantees`] | what cells are worth before the first move |
//! | [`analyse`] | whole positions: proof by search |
//! | [`endgame`] | positions with few stones, solved outright |

pub mod analyse;
pub mod endgame;
pub mod first_capture;
pub mod guarantees;
mod listed_play;
pub mod moves;
pub mod notation;
pub mod perft;
pub mod placing;
pub mod position;
mod review;
pub mod rules;
pub mod setup;
mod unsolved;

pub use listed_play::ListedPlay;
pub use position::{Play, Position};
pub use rules::Rules;
pub use setup::Setup;
pub use unsolved::Unsolved;

use std::fmt;
use std::str::FromStr;

pub use crate::board::Side;
pub use crate::solve::retro::Outcome;

use crate::board::Cell;
use crate::names::NameError;

/// One ply: a stone placed, a stone moved, or a pass.
///
/// Written `c3`, `c2-c3` and `pass`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(with = "String")
)]
pub enum Move {
    /// A stone from the reserve comes onto an empty cell.
    Place(Cell),
    /// A stone moves to a neighbouring empty cell.
    Step {
        /// The cell left.
        from: Cell,
        /// The cell entered.
        to: Cell,
    },
    /// A blocked player lets the opponent move, or a player declines to go on.
    Pass,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place(cell) => write!(f, "{cell}"),
            Move::Step { from, to } => write!(f, "{from}-{to}"),
            Move::Pass => f.write_str("pass"),
        }
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Move {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// How a move is written.
const MOVE: &str = "a move: write `c2-c3`, a cell such as `a1` when placing, or `pass`";

impl FromStr for Move {
    type Err = NameError;

    /// Reads `c3`, `c2-c3` or `pass`; whether the move is legal is another question.
    ///
    /// # Errors
    /// If the text is not a move.
    fn from_str(text: &str) -> Result<Move, NameError> {
        let cell = |part: &str| part.parse::<Cell>().map_err(|_| NameError::new(text, MOVE));
        match text.split_once('-') {
            Some((from, to)) => Ok(Move::Step {
                from: cell(from)?,
                to: cell(to)?,
            }),
            None if text == "pass" => Ok(Move::Pass),
            None => Ok(Move::Place(cell(text)?)),
        }
    }
}

#[cfg(test)]
mod tests;
