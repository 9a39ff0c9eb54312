//! A move of a game that is a text.

use std::fmt;
use std::str::FromStr;

use crate::board::Cell;
use crate::names::NameError;

/// One ply: a piece placed, or a piece moved; a piece taken off the board by the rules about a blocked side; or nothing.
///
/// Written `c3`, `c2-c3`, `-c3` and `pass`; a jump or a slide is written like a step, as in `c2-e4`.
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
    /// A piece is taken off its point.
    Remove(Cell),
    /// A side without a move does nothing, or a side does not go on.
    Pass,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place(cell) => write!(f, "{cell}"),
            Move::Go { from, to } => write!(f, "{from}-{to}"),
            Move::Remove(cell) => write!(f, "-{cell}"),
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

    /// Reads `c3`, `c2-c3`, `-c3` or `pass`; whether the move is legal is another question.
    ///
    /// # Errors
    /// If the text is none of them.
    fn from_str(text: &str) -> Result<Move, NameError> {
        let cell = |part: &str| part.parse::<Cell>().map_err(|_| NameError::new(text, MOVE));
        match text.split_once('-') {
            _ if text == "pass" => Ok(Move::Pass),
            Some(("", from)) => Ok(Move::Remove(cell(from)?)),
            Some((from, to)) => Ok(Move::Go {
                from: cell(from)?,
                to: cell(to)?,
            }),
            None => Ok(Move::Place(cell(text)?)),
        }
    }
}
