//! The ways of the pieces, as lists of cells.

use super::rules::Path;

/// A cell as it is written: row A (light's), B (the middle) or C (dark's), and its column from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CellName {
    /// 0 for A, 1 for B, 2 for C.
    pub row: u8,
    /// From 1.
    pub column: u8,
}

impl CellName {
    const fn new(row: u8, column: u8) -> Self {
        Self { row, column }
    }

    /// The same cell seen from the other side: rows A and C exchanged.
    pub const fn mirrored(self) -> Self {
        Self::new(2 - self.row, self.column)
    }

    /// Whether a rosette is drawn on it.
    ///
    /// Rosettes: every fourth cell of rows A and C at the near end and at the far one (1 and 7), B4, and B8 and B12 of the
    /// board of twenty squares.
    fn is_rosette(self, long_middle: bool) -> bool {
        match (self.row, long_middle) {
            (1, true) => self.column.is_multiple_of(4),
            (1, false) => self.column == 4,
            _ => self.column == 1 || self.column == 7,
        }
    }
}

impl std::fmt::Display for CellName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{}{}",
            ['A', 'B', 'C'][usize::from(self.row)],
            self.column
        )
    }
}

/// A step of a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WayStep {
    /// The cell, as light walks.
    pub cell: CellName,
    /// Whether a rosette is drawn on it.
    pub rosette: bool,
    /// Which time a piece comes to this cell: 1 or 2.
    pub pass: u8,
}

/// Runs of a way: row, first column, last column.
type Runs = &'static [(u8, u8, u8)];

const HOME: (u8, u8, u8) = (0, 4, 1);
const BELL: Runs = &[HOME, (1, 1, 8), (0, 8, 7)];
const MASTERS: Runs = &[HOME, (1, 1, 7), (2, 7, 8), (1, 8, 8), (0, 8, 7)];
const SKIRIUK: Runs = &[HOME, (1, 1, 7), (2, 7, 8), (1, 8, 8), (0, 8, 7), (1, 7, 1)];
const MURRAY: Runs = &[
    HOME,
    (1, 1, 7),
    (2, 7, 8),
    (1, 8, 8),
    (0, 8, 7),
    (1, 7, 1),
    (2, 1, 4),
];
const MURRAY_LUDII: Runs = &[
    HOME,
    (1, 1, 7),
    (0, 7, 8),
    (1, 8, 8),
    (2, 8, 7),
    (1, 7, 1),
    (0, 1, 4),
];
const ASEB: Runs = &[HOME, (1, 1, 12)];

fn runs(path: Path) -> Runs {
    match path {
        Path::Bell => BELL,
        Path::Masters => MASTERS,
        Path::Skiriuk => SKIRIUK,
        Path::Murray => MURRAY,
        Path::MurrayLudii => MURRAY_LUDII,
        Path::Aseb => ASEB,
    }
}

/// Light's way, step by step; dark's is its mirror image.
pub fn way(path: Path) -> Vec<WayStep> {
    let mut way: Vec<WayStep> = Vec::new();
    for &(row, first, last) in runs(path) {
        let columns: Vec<u8> = match first <= last {
            true => (first..=last).collect(),
            false => (last..=first).rev().collect(),
        };
        for column in columns {
            let cell = CellName::new(row, column);
            let before = way.iter().filter(|step| step.cell == cell).count();
            way.push(WayStep {
                cell,
                rosette: cell.is_rosette(path == Path::Aseb),
                pass: before as u8 + 1,
            });
        }
    }
    way
}

/// The cells of the board, row by row, each with whether a rosette is drawn on it.
pub fn board(path: Path) -> Vec<(CellName, bool)> {
    let long = path == Path::Aseb;
    let columns = |row: u8| -> Vec<u8> {
        match (row, long) {
            (1, true) => (1..=12).collect(),
            (1, false) => (1..=8).collect(),
            (_, true) => (1..=4).collect(),
            (_, false) => vec![1, 2, 3, 4, 7, 8],
        }
    };
    let cells = (0..3).flat_map(|row| {
        let cells = columns(row).into_iter();
        cells.map(move |column| CellName::new(row, column))
    });
    cells.map(|cell| (cell, cell.is_rosette(long))).collect()
}
