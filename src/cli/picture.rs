//! A square board drawn for a terminal.

use crate::board::{Board, Side};

const X: &str = "\u{1b}[1;33m";
const O: &str = "\u{1b}[1;36m";
const TAKEN: &str = "\u{1b}[1;31m";
const FAINT: &str = "\u{1b}[2m";
const PLAIN: &str = "\u{1b}[0m";

/// What stands on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// A piece.
    Piece(Side),
    /// Nothing, and a piece has just been there: drawn `*`.
    Left,
    /// Nothing.
    Empty,
}

impl Mark {
    /// The piece of a side that has the cell, or else nothing.
    pub(super) fn of(has: impl Fn(Side) -> bool, left: bool) -> Self {
        match Side::BOTH.into_iter().find(|side| has(*side)) {
            Some(side) => Self::Piece(side),
            None if left => Self::Left,
            None => Self::Empty,
        }
    }
}

/// The board with files and ranks.
pub(super) fn draw(board: Board, mark: impl Fn(u8) -> Mark) -> String {
    let size = board.size();
    let mut text = String::new();
    for rank in (0..size).rev() {
        text.push_str(&format!("  {FAINT}{:>2}{PLAIN} ", rank + 1));
        for file in 0..size {
            let (style, symbol) = match mark(rank * size + file) {
                Mark::Piece(Side::X) => (X, 'x'),
                Mark::Piece(Side::O) => (O, 'o'),
                Mark::Left => (TAKEN, '*'),
                Mark::Empty => (FAINT, '.'),
            };
            text.push_str(&format!(" {style}{symbol}{PLAIN}"));
        }
        text.push('\n');
    }
    text.push_str(&format!("     {FAINT}"));
    for file in 0..size {
        text.push(' ');
        text.push(char::from(b'a' + file));
    }
    text.push_str(&format!("{PLAIN}\n"));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_run_right_and_ranks_up() {
        let board = Board::new(3).unwrap();
        let drawn = draw(board, |index| match index {
            0 => Mark::Left,
            4 | 6 => Mark::Piece(Side::X),
            2 | 7 => Mark::Piece(Side::O),
            _ => Mark::Empty,
        });
        let text = anstream::adapter::strip_str(&drawn).to_string();
        assert_eq!(text, "   3  x o .\n   2  . x .\n   1  * . o\n      a b c\n");
    }
}
