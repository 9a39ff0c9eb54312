//! Teams, cells and the way each team goes through the rows.

use std::fmt;
use std::str::FromStr;

pub use crate::board::Team;
use crate::names::NameError;

/// The most cells in a row that a cell can name: four rows fit into 128 bits.
pub(in crate::games) const MAX_LENGTH: u8 = 32;

/// A cell of the board: row 0 is team A's home row, column 0 is at A's left.
///
/// Written with a letter for the row, `a` to `d`, and the column counted from 1: `a1` to `d20`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, schemars::JsonSchema)]
#[schemars(with = "String")]
pub struct Cell {
    /// The row, from 0.
    pub row: u8,
    /// The column, from 0.
    pub column: u8,
}

impl serde::Serialize for Cell {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.row), self.column + 1)
    }
}

/// How a cell is written.
const CELL: &str =
    "a cell: write the row, a to d from team A's home row, and the column from A's left, as in a12";

impl FromStr for Cell {
    type Err = NameError;

    /// Reads `a1` to `d32`; whether the board is as long is another question.
    ///
    /// # Errors
    /// If the text is not a row and a column.
    fn from_str(text: &str) -> Result<Cell, NameError> {
        let wrong = || NameError::new(text, CELL);
        let mut rest = text.chars();
        let row = rest.next().filter(|row| ('a'..='d').contains(row));
        let row = row.ok_or_else(wrong)? as u8 - b'a';
        let digits = rest.as_str();
        let column: u8 = digits.parse().map_err(|_| wrong())?;
        if digits.starts_with(['+', '0']) || !(1..=MAX_LENGTH).contains(&column) {
            return Err(wrong());
        }
        Ok(Cell {
            row,
            column: column - 1,
        })
    }
}

/// The way each team goes: cells of its route are numbered from 0, its home row first.
///
/// The routes are half a turn of the board apart: where the number of rows is even, both teams go through each row in the same direction,
/// else they meet head-on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Route {
    rows: u8,
    length: u8,
    /// Whether team A walks its home row from its left to its right.
    from_left: bool,
}

impl Route {
    /// The routes on rows of `length` cells that begin at the left end of each home row, seen from its own seat, or at
    /// the right end.
    pub(in crate::games) fn zigzag(rows: u8, length: u8, from_left: bool) -> Route {
        Route {
            rows,
            length,
            from_left,
        }
    }

    /// Whether team A walks a row from its left to its right.
    fn rightward(self, row: u8) -> bool {
        self.from_left == row.is_multiple_of(2)
    }

    /// The cell with this number on a team's route; the number is below [`Route::cells`].
    pub fn cell(self, team: Team, number: u8) -> Cell {
        let number = match team {
            Team::A => number,
            Team::B => self.flip(number),
        };
        let (row, step) = (number / self.length, number % self.length);
        let column = if self.rightward(row) {
            step
        } else {
            self.length - 1 - step
        };
        Cell { row, column }
    }

    /// The number of a cell on a team's route, or `None` if the board has no such cell.
    pub fn number(self, team: Team, cell: Cell) -> Option<u8> {
        if cell.row >= self.rows || cell.column >= self.length {
            return None;
        }
        let step = if self.rightward(cell.row) {
            cell.column
        } else {
            self.length - 1 - cell.column
        };
        let number = cell.row * self.length + step;
        Some(match team {
            Team::A => number,
            Team::B => self.flip(number),
        })
    }

    /// The number on the other team's route.
    pub(crate) fn flip(self, number: u8) -> u8 {
        let (row, step) = (number / self.length, number % self.length);
        let step = match self.rows.is_multiple_of(2) {
            true => step,
            false => self.length - 1 - step,
        };
        (self.rows - 1 - row) * self.length + step
    }

    /// The same set of cells, numbered along the other team's route.
    pub(crate) fn flip_all(self, cells: u128) -> u128 {
        let (rows, length) = (u32::from(self.rows), u32::from(self.length));
        if rows % 2 == 1 {
            return cells.reverse_bits() >> (u128::BITS - rows * length);
        }
        let row = |row: u32| (cells >> (row * length)) & self.home();
        (0..rows).fold(0, |all, at| all | (row(at) << ((rows - 1 - at) * length)))
    }

    /// The cells of a team's own home row, numbered along its route.
    pub(crate) fn home(self) -> u128 {
        (1 << self.length) - 1
    }

    /// The cells of the enemy's home row.
    pub(crate) fn goal(self) -> u128 {
        self.home() << (u32::from(self.rows - 1) * u32::from(self.length))
    }

    /// Rows of the board.
    pub(crate) fn rows(self) -> u8 {
        self.rows
    }

    /// Cells in a row.
    pub(crate) fn length(self) -> u8 {
        self.length
    }

    /// Cells on the route.
    pub fn cells(self) -> u8 {
        self.rows * self.length
    }
}
