//! Games in which pieces are placed and moved until those of a side line up: three, four or five in a row, squares, corners.
//!
//! A game is a text: a drawing of its board and some lines ([`text`]); those of `games/` come with siga ([`library`]), and anybody's
//! can be read ([`Rules::of_text`]).
//!
//! | module | what it holds |
//! |---|---|
//! | [`text`] | the text of a game, and the words of its options |
//! | [`board`] | points, joins and lines, from a drawing |
//! | `goals`, `movement`, `symmetry` | the patterns that win, the ways to move, what leaves a game as it is |
//! | [`rules`] | all that follows from a text |
//! | [`library`] | the games that come with siga |
//! | [`Model`] | the game as the solver wants it described |
//! | [`moves`] | move generation on bit sets |
//! | [`setup`] | what can be written down, and every fault in it |
//! | [`position`] | a legal position, its moves and the end of the game |
//! | [`notation`] | positions on one line and as files |
//! | [`solve`] | what a solution says |
//! | [`perft`] | counting move sequences |
//! | [`audit`] | a check of the solution that shares nothing with the solver |
//! | [`prove`] | forced wins proved by forward search |
//! | [`position_value`] | the value of a position: tables, else solved, else searched |
//! | [`History`] | what holds where the same move made three times loses |
//! | `certificate` | values of sampled positions and of those that follow them |

pub mod audit;
pub mod board;
#[cfg(feature = "tables")]
mod certificate;
mod game_values;
mod goals;
mod history;
#[cfg(feature = "tables")]
mod kept;
mod known;
pub mod library;
mod model;
mod movement;
pub mod moves;
pub mod notation;
pub mod perft;
pub mod position;
pub mod position_value;
pub mod prove;
mod review;
pub mod rules;
pub mod setup;
pub mod solve;
mod solved;
mod symmetry;
pub mod text;

pub use board::Board;
#[cfg(feature = "tables")]
pub use certificate::certify;
pub use game_values::Source;
pub use history::{History, Hold};
#[cfg(feature = "tables")]
pub(crate) use kept::KEPT;
pub use model::Model;
pub use position::{Play, Position};
pub use rules::Rules;
pub use setup::Setup;
pub use solved::Solved;
pub use text::{GameText, TextError};

use std::fmt;
use std::str::FromStr;

use crate::board::Cell;
use crate::names::NameError;

/// One ply: a piece placed, or a piece moved; or nothing, where a side that is blocked passes.
///
/// Written `c3`, `c2-c3` and `pass`; a jump or a slide is written like a step, as in `c2-e4`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(with = "String")
)]
pub enum Move {
    /// A piece from the reserve comes onto an empty point.
    Place(Cell),
    /// A piece moves to an empty point.
    Go {
        /// The point left.
        from: Cell,
        /// The point entered.
        to: Cell,
    },
    /// A side without a move does nothing.
    Pass,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place(cell) => write!(f, "{cell}"),
            Move::Go { from, to } => write!(f, "{from}-{to}"),
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
const MOVE: &str = "a move: write `c2-c3`, or a cell such as `c3` to place a piece";

impl FromStr for Move {
    type Err = NameError;

    /// Reads `c3`, `c2-c3` or `pass`; whether the move is legal is another question.
    ///
    /// # Errors
    /// If the text is none of them.
    fn from_str(text: &str) -> Result<Move, NameError> {
        let cell = |part: &str| part.parse::<Cell>().map_err(|_| NameError::new(text, MOVE));
        match text.split_once('-') {
            _ if text == "pass" => Ok(Move::Pass),
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
