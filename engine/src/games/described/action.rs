//! A move of a game that is a text.

use std::fmt;
use std::str::FromStr;

use crate::board::Cell;
use crate::names::NameError;

/// One ply: a piece placed, or a piece moved; a piece taken off the board by the rules about a blocked side; or nothing.
///
/// Written `c3`, `c2-c3`, `-c3` and `pass`; a jump or a slide is written like a step, as in `c2-e4`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, schemars::JsonSchema)]
#[schemars(with = "String")]
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

impl serde::Serialize for Move {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// How a move is written.
const MOVE: &str = "a move: write `c2-c3`, or a cell such as `c3` to place a piece";

impl FromStr for Move {
    type Err = NameError;

    /// Reads `c3`, `c2-c3`, `-c3` or `pass`, also as others write them: `C2c3`, `c2xc3`, `c2 c3`, `1. c3`. Whether the move is legal
    /// is another question.
    ///
    /// # Errors
    /// If the text is none of them.
    fn from_str(text: &str) -> Result<Move, NameError> {
        let small = text.trim().to_lowercase();
        // The number of the move before it.
        let plain = small.trim_start_matches(|found: char| found.is_ascii_digit());
        let plain = match plain.strip_prefix('.') {
            Some(plain) => plain.trim_start_matches(['.', ' ']),
            None => small.as_str(),
        };
        match (plain.strip_prefix('-'), cells(plain).as_deref()) {
            _ if plain == "pass" => Ok(Move::Pass),
            (Some(_), Some(&[from])) => Ok(Move::Remove(from)),
            (None, Some(&[cell])) => Ok(Move::Place(cell)),
            (None, Some(&[from, to])) => Ok(Move::Go { from, to }),
            _ => Err(NameError::new(text, MOVE)),
        }
    }
}

/// What may stand between the cells of a move.
const BETWEEN: [char; 8] = ['-', '–', '—', '→', '>', 'x', ':', ' '];

/// The cells of a move as it is written.
fn cells(text: &str) -> Option<Vec<Cell>> {
    let mut found = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        rest = rest.trim_start_matches(BETWEEN);
        let digits = rest.find(|sign: char| sign.is_ascii_digit())?;
        let end = rest[digits..].find(|sign: char| !sign.is_ascii_digit());
        let (cell, after) = rest.split_at(end.map_or(rest.len(), |end| digits + end));
        found.push(cell.parse().ok()?);
        rest = after;
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::Move;

    #[test]
    fn moves_are_read_as_people_write_them() {
        let read = |text: &str| text.parse::<Move>().map(|action| action.to_string()).ok();
        for text in [
            "c2-d3", "C2-D3", "c2d3", "c2 d3", "c2xd3", "c2–d3", "c2→d3", "3. c2-d3", "3...C2D3",
        ] {
            assert_eq!(read(text).as_deref(), Some("c2-d3"), "{text}");
        }
        for text in ["c3", "C3", "1. c3", "1.c3"] {
            assert_eq!(read(text).as_deref(), Some("c3"), "{text}");
        }
        assert_eq!(read("-C3").as_deref(), Some("-c3"));
        assert_eq!(read("Pass").as_deref(), Some("pass"));
        for text in ["", "1.", "c", "7", "c2-", "c2-d3-e4", "-c2-d3"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
