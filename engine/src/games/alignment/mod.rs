//! The common part of Teeko and twenty-five: games on a small square board in which pieces are placed and
//! then moved until one side's pieces make a pattern.
//!
//! | module | what it holds |
//! |---|---|
//! | [`rules`] | what such a game has to say of itself, and how its rules are written |
//! | [`Model`] | the game as the solver wants it described |
//! | [`goals`] | the patterns that win: rows, squares, corners of squares |
//! | [`moves`] | move generation on bit sets |
//! | [`setup`] | what can be written down, and every fault in it |
//! | [`position`] | a legal position, its moves and the end of the game |
//! | [`notation`] | positions on one line and as files |
//! | [`solve`] | what a solution says |
//! | [`perft`] | counting move sequences |
//! | [`audit`] | a check of the solution that shares nothing with the solver |
//! | [`prove`] | forced wins proved by forward search |
//! | [`position_value`] | the value of a position: tables, else solved, else searched |
//! | [`question`] | every question, and its answer |
//! | `certificate` | values of sampled positions and of those that follow them |

pub mod audit;
#[cfg(feature = "tables")]
mod certificate;
mod game_values;
pub mod goals;
#[cfg(feature = "tables")]
mod kept;
mod model;
pub mod moves;
pub mod notation;
pub mod perft;
pub mod position;
pub mod position_value;
pub mod prove;
pub mod question;
mod review;
pub mod rules;
pub mod setup;
pub mod solve;

#[cfg(feature = "tables")]
pub use certificate::certify;
pub use game_values::Source;
#[cfg(feature = "tables")]
pub(crate) use kept::kept;
pub use model::Model;
pub use position::{Play, Position};
pub use rules::Ruleset;
pub use setup::Setup;

use std::fmt;
use std::str::FromStr;

use crate::board::Cell;
use crate::names::NameError;

/// One ply: a piece placed, or a piece moved by a step or a jump.
///
/// Written `c3` and `c2-c3`; a jump is written like a step, as in `c2-e4`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(with = "String")
)]
pub enum Move {
    /// A piece from the reserve comes onto an empty cell.
    Place(Cell),
    /// A piece moves to an empty cell.
    Go {
        /// The cell left.
        from: Cell,
        /// The cell entered.
        to: Cell,
    },
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place(cell) => write!(f, "{cell}"),
            Move::Go { from, to } => write!(f, "{from}-{to}"),
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
const MOVE: &str = "a move: write `c2-c3`, or a cell such as `c3` to place a piece";

impl FromStr for Move {
    type Err = NameError;

    /// Reads `c3` or `c2-c3`; whether the move is legal is another question.
    ///
    /// # Errors
    /// If the text is neither.
    fn from_str(text: &str) -> Result<Move, NameError> {
        let cell = |part: &str| part.parse::<Cell>().map_err(|_| NameError::new(text, MOVE));
        match text.split_once('-') {
            Some((from, to)) => Ok(Move::Go {
                from: cell(from)?,
                to: cell(to)?,
            }),
            None => Ok(Move::Place(cell(text)?)),
        }
    }
}

#[cfg(test)]
mod naive_rules;
#[cfg(test)]
mod tests;
