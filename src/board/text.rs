//! The rows of a square board as text: `xo1/3/oox`, the top rank first.

use std::fmt;

use thiserror::Error;

use super::{Board, BoardError};

/// What stands on the cells of a square board, one character a cell; `.` is an empty cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rows {
    board: Board,
    symbols: Vec<char>,
}

/// A text that is not a square board.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RowsError {
    /// A character that is neither a piece, an empty cell nor a count of empty cells.
    #[error("column {column}: `{found}` is not one of {allowed}, `.` or a number of empty cells")]
    Symbol {
        /// Where, counted from 1.
        column: usize,
        /// The character.
        found: char,
        /// The piece characters allowed, quoted.
        allowed: String,
    },
    /// A row of another length than the number of rows.
    #[error("row {row} from the top has {found} cells where {expected} rows ask for {expected}")]
    RowLength {
        /// Which row, counted from 1 at the top.
        row: usize,
        /// The cells written.
        found: usize,
        /// The number of rows, which is the number of cells each should have.
        expected: usize,
    },
    /// More or fewer rows than any board has.
    #[error(transparent)]
    Board(#[from] BoardError),
}

impl Rows {
    /// An empty board.
    pub fn empty(board: Board) -> Rows {
        Rows {
            board,
            symbols: vec!['.'; usize::from(board.cell_count())],
        }
    }

    /// Reads rows separated by `/`, the top rank first.
    ///
    /// Each row is made of the characters of `pieces`, `.` for one empty cell, and decimal numbers
    /// for runs of empty cells; blanks are skipped.
    ///
    /// # Errors
    /// If a character is none of these, a row is not as long as there are rows, or the board is
    /// larger than any.
    ///
    /// # Examples
    /// ```
    /// use siga::board::Rows;
    /// let rows = Rows::parse("xo1/3/o.x", "xo")?;
    /// assert_eq!(rows.to_string(), "xo1/3/o1x");
    /// assert!(Rows::parse("xo/3/oox", "xo").is_err());
    /// # Ok::<(), siga::board::RowsError>(())
    /// ```
    pub fn parse(text: &str, pieces: &str) -> Result<Rows, RowsError> {
        let rows: Vec<&str> = text.split('/').collect();
        let board = Board::new(rows.len())?;
        let size = usize::from(board.size());
        let mut all = Rows::empty(board);
        let mut column = 1;
        for (from_top, row) in rows.iter().enumerate() {
            let cells = expand(row, column, pieces)?;
            if cells.len() != size {
                return Err(RowsError::RowLength {
                    row: from_top + 1,
                    found: cells.len(),
                    expected: size,
                });
            }
            let start = (size - 1 - from_top) * size;
            all.symbols[start..start + size].copy_from_slice(&cells);
            column += row.chars().count() + 1;
        }
        Ok(all)
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.board
    }

    /// The characters by cell index, `a1` first.
    pub fn symbols(&self) -> &[char] {
        &self.symbols
    }

    /// Puts a character on a cell; an index outside the board does nothing.
    pub fn set(&mut self, index: u8, symbol: char) {
        if let Some(at) = self.symbols.get_mut(usize::from(index)) {
            *at = symbol;
        }
    }

    /// The rows from the top, each from the left.
    pub fn from_top(&self) -> impl Iterator<Item = &[char]> {
        self.symbols.chunks(usize::from(self.board.size())).rev()
    }
}

/// The cells of one row; refuses a row that would be longer than any board.
fn expand(row: &str, column: usize, pieces: &str) -> Result<Vec<char>, RowsError> {
    let limit = usize::from(Board::MAX_SIZE) + 1;
    let mut cells = Vec::new();
    let mut run: usize = 0;
    for (offset, found) in row.chars().enumerate() {
        if let Some(digit) = found.to_digit(10) {
            run = (run * 10 + digit as usize).min(limit);
            continue;
        }
        cells.extend(std::iter::repeat_n('.', run));
        run = 0;
        if found == '.' || pieces.contains(found) {
            cells.push(found);
        } else if !found.is_whitespace() {
            return Err(RowsError::Symbol {
                column: column + offset,
                found,
                allowed: quoted(pieces),
            });
        }
        if cells.len() > limit {
            break;
        }
    }
    cells.extend(std::iter::repeat_n('.', run));
    Ok(cells)
}

fn quoted(pieces: &str) -> String {
    let all: Vec<String> = pieces.chars().map(|piece| format!("`{piece}`")).collect();
    all.join(", ")
}

impl fmt::Display for Rows {
    /// The canonical text: runs of empty cells as numbers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (from_top, row) in self.from_top().enumerate() {
            if from_top > 0 {
                f.write_str("/")?;
            }
            for part in row.chunk_by(|left, right| (*left == '.') == (*right == '.')) {
                if part[0] == '.' {
                    write!(f, "{}", part.len())?;
                } else {
                    for symbol in part {
                        write!(f, "{symbol}")?;
                    }
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_top_rank_comes_first() {
        let rows = Rows::parse("x2/1o1/..x", "xo").unwrap();
        assert_eq!(rows.symbols().iter().collect::<String>(), "..x.o.x..");
        assert_eq!(rows.to_string(), "x2/1o1/2x");
    }

    #[test]
    fn errors_say_where() {
        assert_eq!(
            Rows::parse("xo1/1z1/3", "xo").unwrap_err().to_string(),
            "column 6: `z` is not one of `x`, `o`, `.` or a number of empty cells"
        );
        assert_eq!(
            Rows::parse("xo1/4/3", "xo").unwrap_err().to_string(),
            "row 2 from the top has 4 cells where 3 rows ask for 3"
        );
        assert!(Rows::parse("", "xo").is_err());
        assert!(Rows::parse("99999999999999999999999/1", "xo").is_err());
        assert!(Rows::parse(&"/".repeat(12), "xo").is_err());
    }
}
