//! The rows of a square board as text: `xo1/3/oox`, the top rank first.

use std::fmt;

use thiserror::Error;

use super::{Board, BoardError};

/// The contents of a square board, one character a cell; `.` is an empty cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rows {
    board: Board,
    symbols: Vec<char>,
}

/// Rows that do not make up a square board.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RowsError {
    /// A row of another length than the number of rows.
    #[error(
        "row {row} from the top has {found} {}, and there are {expected} rows: a board has as many cells in a row as rows",
        if *.found == 1 { "cell" } else { "cells" }
    )]
    RowLength {
        /// Which row, counted from 1 at the top.
        row: usize,
        /// The cells written.
        found: usize,
        /// The number of rows, which is the number of cells each should have.
        expected: usize,
    },
    /// More or fewer rows than any square board has.
    #[error(transparent)]
    Board(#[from] BoardError),
}

impl Rows {
    /// An empty board.
    pub(crate) fn empty(board: Board) -> Rows {
        Rows {
            board,
            symbols: vec!['.'; usize::from(board.cell_count())],
        }
    }

    /// The rows of a square board, the top rank first.
    ///
    /// # Errors
    /// If a row is not as long as there are rows, or there is no board of this size.
    ///
    /// # Examples
    /// ```
    /// use siga::board::Rows;
    /// let rows = Rows::of(&[&['x', 'o', '.'], &['.'; 3], &['.', '.', 'o']])?;
    /// assert_eq!(rows.to_string(), "xo1/3/2o");
    /// assert!(Rows::of(&[&['x', 'o', '.'], &['.'; 4], &['.'; 3]]).is_err());
    /// # Ok::<(), siga::board::RowsError>(())
    /// ```
    pub fn of(rows: &[&[char]]) -> Result<Rows, RowsError> {
        let board = Board::new(rows.len())?;
        let expected = rows.len();
        for (row, cells) in rows.iter().enumerate() {
            if cells.len() != expected {
                return Err(RowsError::RowLength {
                    row: row + 1,
                    found: cells.len(),
                    expected,
                });
            }
        }
        let symbols = rows.iter().rev().copied().flatten().copied().collect();
        Ok(Rows { board, symbols })
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.board
    }

    /// The characters by cell index, `a1` first.
    pub(crate) fn symbols(&self) -> &[char] {
        &self.symbols
    }

    /// Puts a character on a cell; an index outside the board does nothing.
    pub(crate) fn set(&mut self, index: u8, symbol: char) {
        if let Some(at) = self.symbols.get_mut(usize::from(index)) {
            *at = symbol;
        }
    }

    /// The rows from the top, each from the left.
    pub(crate) fn top_down(&self) -> impl Iterator<Item = &[char]> {
        self.symbols.chunks(usize::from(self.board.size())).rev()
    }
}

/// A row with runs of empty cells as numbers.
pub(super) fn runs(row: &[char]) -> String {
    let parts = row.chunk_by(|left, right| (*left == '.') == (*right == '.'));
    let part = |part: &[char]| match part {
        ['.', ..] => part.len().to_string(),
        pieces => pieces.iter().collect(),
    };
    parts.map(part).collect()
}

impl fmt::Display for Rows {
    /// The rows from the top, runs of empty cells as numbers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&itertools::join(self.top_down().map(runs), "/"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_top_rank_comes_first() {
        let rows = [['x', '.', '.'], ['.', 'o', '.'], ['.', '.', 'x']];
        let rows = Rows::of(&rows.each_ref().map(<[char; 3]>::as_slice)).unwrap();
        assert_eq!(rows.symbols().iter().collect::<String>(), "..x.o.x..");
        assert_eq!(rows.to_string(), "x2/1o1/2x");
    }

    #[test]
    fn there_are_boards_of_some_sizes_only() {
        assert!(Rows::of(&[]).is_err());
        assert!(Rows::of(&[&['.'; 12] as &[char]; 12]).is_err());
    }
}
