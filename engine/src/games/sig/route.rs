//! Teams, cells and the way each team goes through the four rows.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

pub use crate::board::Team;

use super::Rules;
use super::rules::{MAX_LENGTH, Start};

/// A cell of the board: row 0 is team A's home row, column 0 is at A's left.
///
/// Written with a letter for the row, `a` to `d`, and the column counted from 1: `a1` to `d20`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The row, 0 to 3.
    pub row: u8,
    /// The column, from 0.
    pub column: u8,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.row), self.column + 1)
    }
}

/// A text that is not a cell.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "`{text}` is not a cell: write the row, a to d from team A's home row, and the column from A's left, as in a12"
)]
#[non_exhaustive]
pub struct CellError {
    /// The text as given.
    pub text: String,
}

impl FromStr for Cell {
    type Err = CellError;

    /// Reads `a1` to `d32`; whether the board is as long is another question.
    ///
    /// # Errors
    /// If the text is not a row and a column.
    fn from_str(text: &str) -> Result<Cell, CellError> {
        let wrong = || CellError {
            text: text.to_owned(),
        };
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
/// Both teams go round each row in the same direction, since the routes are half a turn of the board apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Route {
    length: u8,
    start: Start,
}

impl Route {
    /// The routes under some rules.
    pub fn new(rules: &Rules) -> Route {
        Route {
            length: rules.length(),
            start: rules.from,
        }
    }

    /// Whether team A walks a row from its left to its right.
    fn rightward(self, row: u8) -> bool {
        (self.start == Start::Left) == row.is_multiple_of(2)
    }

    /// The cell with this number on a team's route; the number is below four times the length.
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
        if cell.row > 3 || cell.column >= self.length {
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
    pub fn flip(self, number: u8) -> u8 {
        (3 - number / self.length) * self.length + number % self.length
    }

    /// The same set of cells, numbered along the other team's route.
    pub fn flip_all(self, cells: u128) -> u128 {
        let length = u32::from(self.length);
        let row = |row: u32| (cells >> (row * length)) & self.home();
        (0..4).fold(0, |all, at| all | (row(at) << ((3 - at) * length)))
    }

    /// The cells of a team's own home row, numbered along its route.
    pub fn home(self) -> u128 {
        (1 << self.length) - 1
    }

    /// The cells of the enemy's home row.
    pub fn goal(self) -> u128 {
        self.home() << (3 * u32::from(self.length))
    }

    /// Cells on the route.
    pub fn cells(self) -> u8 {
        4 * self.length
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn routes_follow_the_accounts() {
        let ludii = Route::new(&"ludii,length=5".parse().unwrap());
        let cells = |route: Route, team| -> Vec<String> {
            let numbers = 0..route.cells();
            numbers
                .map(|number| route.cell(team, number).to_string())
                .collect()
        };
        assert_eq!(
            cells(ludii, Team::A).join(" "),
            "a1 a2 a3 a4 a5 b5 b4 b3 b2 b1 c1 c2 c3 c4 c5 d5 d4 d3 d2 d1"
        );
        // The same seen from the other side: B's left is A's right.
        assert_eq!(
            cells(ludii, Team::B).join(" "),
            "d5 d4 d3 d2 d1 c1 c2 c3 c4 c5 b5 b4 b3 b2 b1 a1 a2 a3 a4 a5"
        );
        let depaulis = Route::new(&"depaulis,length=3".parse().unwrap());
        assert_eq!(
            cells(depaulis, Team::A).join(" "),
            "a3 a2 a1 b1 b2 b3 c3 c2 c1 d1 d2 d3"
        );
    }

    #[test]
    fn numbers_and_cells_agree() {
        for rules in ["ludii,length=7", "depaulis,length=32"] {
            let route = Route::new(&rules.parse().unwrap());
            for number in 0..route.cells() {
                for team in [Team::A, Team::B] {
                    let cell = route.cell(team, number);
                    assert_eq!(route.number(team, cell), Some(number));
                    assert_eq!(cell.to_string().parse(), Ok(cell));
                }
                assert_eq!(route.flip_all(1 << number), 1 << route.flip(number));
                assert_eq!(route.flip(route.flip(number)), number);
            }
        }
        for text in ["", "a", "e1", "a0", "a01", "a33", "a+1", "aé"] {
            assert!(text.parse::<Cell>().is_err(), "{text}");
        }
    }
}
