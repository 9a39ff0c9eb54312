//! Square boards: cells, bit sets, directions, symmetries and the text form of rows; sides, and positions as text, of all games.
//!
//! Nothing here knows of any game; [`notation`] is how positions of all of them are written. A cell has a file (letters from the left) and a rank (numbers
//! from the bottom), so `a1` is the bottom left corner; its *index* on a board of a given size is
//! `rank * size + file`, counted from nought. Bit sets of cells use that index.

mod bits;
mod direction;
pub mod notation;
mod side;
mod symmetry;

pub use bits::Bits;
pub use direction::{Compass, Shift};
pub use side::{Reserve, Side, Team};
pub(crate) use symmetry::{image, symmetries};

use crate::names::NameError;
use std::fmt;
use std::str::FromStr;

/// A cell by its file and rank, both counted from nought: `a1` is file 0, rank 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, schemars::JsonSchema)]
#[schemars(with = "String")]
pub struct Cell {
    rank: u8,
    file: u8,
}

impl serde::Serialize for Cell {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Cell {
    /// The cell at a file and a rank, both counted from nought.
    ///
    /// Returns `None` outside the largest board, [`Board::MAX_SIZE`] cells a side.
    pub(crate) const fn new(file: u8, rank: u8) -> Option<Cell> {
        if file < Board::MAX_SIZE && rank < Board::MAX_SIZE {
            Some(Cell { rank, file })
        } else {
            None
        }
    }

    /// The file, counted from nought at the left.
    pub const fn file(self) -> u8 {
        self.file
    }

    /// The rank, counted from nought at the bottom.
    pub const fn rank(self) -> u8 {
        self.rank
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file), self.rank + 1)
    }
}

/// How a cell is written.
const CELL: &str = "a cell: write a file letter a to k and a rank 1 to 11, as in `c3`";

impl FromStr for Cell {
    type Err = NameError;

    /// Reads `c3`.
    ///
    /// # Errors
    /// If the text is not a letter `a` to `k` followed by a number 1 to 11.
    ///
    /// # Examples
    /// ```
    /// use siga::board::Cell;
    /// let cell: Cell = "c3".parse()?;
    /// assert_eq!((cell.file(), cell.rank()), (2, 2));
    /// assert!("c12".parse::<Cell>().is_err());
    /// # Ok::<(), siga::names::NameError>(())
    /// ```
    fn from_str(text: &str) -> Result<Cell, NameError> {
        let wrong = || NameError::new(text, CELL);
        let mut chars = text.chars();
        let file = chars.next().ok_or_else(wrong)?;
        let digits = chars.as_str();
        if !file.is_ascii_lowercase() || digits.starts_with('0') || digits.starts_with('+') {
            return Err(wrong());
        }
        let rank: u8 = digits.parse().map_err(|_| wrong())?;
        let rank = rank.checked_sub(1).ok_or_else(wrong)?;
        Cell::new(file as u8 - b'a', rank).ok_or_else(wrong)
    }
}

/// A square board of 2 to 11 cells a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    size: u8,
}

impl Board {
    /// The longest side: 11, so that all cells fit into a `u128`.
    pub const MAX_SIZE: u8 = 11;

    /// A board of `size` cells a side; `None` if that is not 2 to [`Board::MAX_SIZE`].
    pub fn new(size: usize) -> Option<Board> {
        let size = u8::try_from(size).ok()?;
        (2..=Board::MAX_SIZE)
            .contains(&size)
            .then_some(Board { size })
    }

    /// The number of cells on a side.
    pub const fn size(self) -> u8 {
        self.size
    }

    /// The number of cells on the board.
    pub(crate) const fn cell_count(self) -> u8 {
        self.size * self.size
    }

    /// The cell with an index below [`Board::cell_count`]; a larger index wraps around.
    pub(crate) const fn cell(self, index: u8) -> Cell {
        Cell {
            rank: (index / self.size) % self.size,
            file: index % self.size,
        }
    }

    /// The index of a cell, or `None` if the cell is not on this board.
    pub(crate) const fn index(self, cell: Cell) -> Option<u8> {
        if cell.file < self.size && cell.rank < self.size {
            Some(cell.rank * self.size + cell.file)
        } else {
            None
        }
    }

    /// The index of the centre cell; a board of even size has none.
    pub(crate) const fn centre(self) -> Option<u8> {
        if self.size % 2 == 1 {
            Some(self.cell_count() / 2)
        } else {
            None
        }
    }

    /// All cells as a bit set.
    pub(crate) fn full<B: Bits>(self) -> B {
        (0..self.cell_count()).fold(B::ZERO, |set, index| set | B::bit(index))
    }

    /// The cells of a bit set in order of index, `a1` first.
    pub fn cells_of<B: Bits>(self, set: B) -> Vec<Cell> {
        set.ones().map(|index| self.cell(index)).collect()
    }
}
