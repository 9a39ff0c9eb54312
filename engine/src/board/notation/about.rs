//! Faults of what was read, and where they stand.

use thiserror::Error;

use super::Place;

/// The part of a position that a fault is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum About {
    /// The board as a whole.
    Board,
    /// A cell: its row from the top and its column from the left as drawn, both from 0. Beyond the end of a row its last.
    Cell {
        /// The row.
        row: usize,
        /// The column.
        column: usize,
    },
    /// A field, by its key.
    Field(&'static str),
}

impl About {
    /// The first of these pieces, as the board is read, that is one more than there can be; the board where there are
    /// fewer cells than it names.
    pub(crate) fn surplus(rows: &[Vec<char>], pieces: &str, most: usize) -> About {
        let cells = rows.iter().enumerate().flat_map(|(row, cells)| {
            let cells = cells.iter().enumerate();
            cells.map(move |(column, found)| (*found, About::Cell { row, column }))
        });
        let mut surplus = cells
            .filter(|(found, _)| pieces.contains(*found))
            .skip(most);
        surplus.next().map_or(About::Board, |(_, about)| about)
    }
}

/// One thing that keeps what can be written down from being a position.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct SetupFault {
    /// The part of the text that it is about.
    pub about: About,
    /// The fault, and what would be right.
    pub message: String,
}

impl SetupFault {
    /// A fault of a part of a position.
    pub(crate) fn new(about: About, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { about, message }
    }
}

/// Everything that keeps what can be written down from being a position; never empty.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", itertools::join(.0, "; "))]
pub struct Faults(pub Vec<SetupFault>);

impl Faults {
    /// What is made where there is no fault.
    ///
    /// # Errors
    /// The faults, if there are any.
    pub(crate) fn none_of<T>(faults: Vec<SetupFault>, made: impl FnOnce() -> T) -> Result<T, Self> {
        match faults.is_empty() {
            true => Ok(made()),
            false => Err(Self(faults)),
        }
    }
}

/// Where the parts of a position are written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Places {
    pub(super) rows: Vec<Vec<Place>>,
    pub(super) fields: Vec<(String, Place)>,
    pub(super) board: Place,
}

impl Places {
    /// Whether the board has more rows than one.
    pub(super) fn has_rows(&self) -> bool {
        self.rows.len() > 1
    }

    /// Where something is written that a fault is about; the board, if nothing says it.
    pub fn of(&self, about: About) -> Place {
        let found = match about {
            About::Board => None,
            About::Field(key) => {
                let found = self.fields.iter().find(|(known, _)| known == key);
                found.map(|(_, place)| *place)
            }
            About::Cell { row, column } => self.rows.get(row).and_then(|row| {
                let cell = row.get(column).or(row.last());
                cell.copied()
            }),
        };
        found.unwrap_or(self.board)
    }
}
