//! Rows as text, and the faults of the pieces on them.

use std::ops::RangeInclusive;

use itertools::Itertools;
use thiserror::Error;

use super::route::{Cell, Team};
use crate::board::notation::{About, Notation, Reader};

/// Words in which games differ for the same parts of a board.
#[derive(Debug, PartialEq, Eq)]
pub struct Words {
    /// The cells.
    pub(in crate::games) cells: &'static str,
    /// How a piece that has left home is described.
    pub(in crate::games) awake: &'static str,
    /// That no piece is asleep, or not yet freed, under some rules.
    pub(in crate::games) all_awake: &'static str,
}

/// One thing about the pieces on rows that keeps them from being a position.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Fault {
    /// As many rows as the rules do not have.
    #[error("the board drawn has {drawn} rows, the rules say {rules}")]
    Rows {
        /// The rows drawn.
        drawn: usize,
        /// The rows under the rules.
        rules: u8,
    },
    /// The board drawn is not the board of the rules.
    #[error("the board drawn has rows of {drawn} {}, the rules say length={rules}", words.cells)]
    Length {
        /// The length of the rows drawn.
        drawn: usize,
        /// The length under the rules.
        rules: u8,
        /// The words of the game.
        words: &'static Words,
    },
    /// More pieces than a team has.
    #[error("team {team} has {found} pieces, and each team begins with {most}")]
    TooMany {
        /// Whose pieces.
        team: Team,
        /// As many as drawn.
        found: u32,
        /// As many as there are.
        most: u8,
    },
    /// A piece that is asleep, or not yet freed, away from home.
    #[error("the piece on {cell} has left its home row, so it {}: write `{right}`", words.awake)]
    Away {
        /// Where it stands.
        cell: Cell,
        /// The right way to write it.
        right: char,
        /// The words of the game.
        words: &'static Words,
    },
    /// Pieces asleep, or not freed, under rules that do not know this.
    #[error(
        "{}: write `{right}`, not `{}`, on {}",
        words.all_awake, right.to_ascii_lowercase(), cells.iter().join(", ")
    )]
    Asleep {
        /// Where they stand.
        cells: Vec<Cell>,
        /// The right way to write them.
        right: char,
        /// The words of the game.
        words: &'static Words,
    },
    /// No pieces at all.
    #[error("there is no piece on the board")]
    Empty,
}

impl Fault {
    /// The part of a setup that it is about.
    pub(in crate::games) fn about<S: Notation>(&self, setup: &S) -> About {
        match self {
            Self::Length { rules, .. } => About::Cell {
                row: 0,
                column: usize::from(*rules),
            },
            Self::TooMany { team, most, .. } => {
                About::surplus(setup, team.symbols(), usize::from(*most))
            }
            Self::Away { cell, .. } => at(*cell),
            Self::Asleep { cells, .. } => cells.first().map_or(About::Board, |cell| at(*cell)),
            Self::Rows { .. } | Self::Empty => About::Board,
        }
    }
}

/// A cell as a fault is about it.
pub(in crate::games) fn at(cell: Cell) -> About {
    About::Cell {
        row: cell.row.into(),
        column: cell.column.into(),
    }
}

/// What the rules say of the pieces on rows.
pub(in crate::games) struct Allowed {
    pub(in crate::games) rows: u8,
    pub(in crate::games) length: u8,
    /// Pieces of a team.
    pub(in crate::games) most: u8,
    /// Whether no piece is ever asleep, or not freed.
    pub(in crate::games) all_awake: bool,
    pub(in crate::games) words: &'static Words,
}

impl Allowed {
    /// The faults of pieces, each with the team it is of; on each cell stands a number of them.
    ///
    /// # Errors
    /// Another number of rows, or rows of another length.
    pub(in crate::games) fn faults(
        &self,
        rows: &[Vec<char>],
        height: impl Fn(Cell) -> u8,
    ) -> Result<Vec<(Team, Fault)>, Fault> {
        let (rules, drawn) = (self.rows, rows.len());
        if drawn != usize::from(rules) {
            return Err(Fault::Rows { drawn, rules });
        }
        let (rules, most, words) = (self.length, self.most, self.words);
        if let Some(row) = rows.iter().find(|row| row.len() != usize::from(rules)) {
            let drawn = row.len();
            return Err(Fault::Length {
                drawn,
                rules,
                words,
            });
        }
        let mut faults = Vec::new();
        for team in Team::BOTH {
            let own = pieces(rows).filter(|piece| piece.1 == team);
            let found = own.map(|(cell, ..)| u32::from(height(cell))).sum::<u32>();
            if found > u32::from(most) {
                faults.push((team, Fault::TooMany { team, found, most }));
            }
        }
        for (cell, team, _) in pieces(rows).filter(|piece| !piece.2) {
            let right = awake(team);
            let known = faults.iter_mut().find_map(|(whose, fault)| match fault {
                Fault::Asleep { cells, .. } if *whose == team => Some(cells),
                _ => None,
            });
            match known {
                Some(cells) => cells.push(cell),
                None if self.all_awake => {
                    let cells = vec![cell];
                    faults.push((
                        team,
                        Fault::Asleep {
                            cells,
                            right,
                            words,
                        },
                    ));
                }
                None if cell.row != home(team, self.rows) => {
                    faults.push((team, Fault::Away { cell, right, words }));
                }
                None => {}
            }
        }
        if pieces(rows).next().is_none() {
            faults.push((Team::B, Fault::Empty));
        }
        Ok(faults)
    }
}

/// Rows of one length with these pieces: cell, team, and whether it is awake, or freed.
pub(in crate::games) fn drawn(
    (rows, length): (u8, u8),
    pieces: impl Iterator<Item = (Cell, Team, bool)>,
) -> Vec<Vec<char>> {
    let mut rows = vec![vec!['.'; length.into()]; rows.into()];
    for (cell, team, is_awake) in pieces {
        let symbol = awake(team);
        rows[usize::from(cell.row)][usize::from(cell.column)] = match is_awake {
            true => symbol,
            false => symbol.to_ascii_lowercase(),
        };
    }
    rows
}

/// Reads rows of one length: as many as one of some numbers, with its name, and as long as a range allows.
pub(in crate::games) fn read(
    reader: &mut Reader<'_>,
    (rows, name): (&[usize], &str),
    lengths: RangeInclusive<u8>,
) -> Option<Vec<Vec<char>>> {
    let read: Vec<Vec<char>> = reader.rows().iter().map(|row| row.cells.clone()).collect();
    let fault = fault_of_size(&read, (rows, name), &lengths);
    fault.map_or(Some(read), |fault| {
        reader.refuse(fault);
        None
    })
}

/// Why rows cannot be a board.
fn fault_of_size(
    read: &[Vec<char>],
    (rows, name): (&[usize], &str),
    lengths: &RangeInclusive<u8>,
) -> Option<String> {
    let found = read.len();
    if !rows.contains(&found) {
        return Some(format!(
            "rows on the board: {found}, not {name}: from team A's home row to team B's"
        ));
    }
    let (shortest, longest) = (lengths.start(), lengths.end());
    let possible = usize::from(*shortest)..=usize::from(*longest);
    let mut each = read.iter().map(Vec::len);
    (!each.clone().all_equal() || !each.all(|length| possible.contains(&length))).then(|| {
        let found = read.iter().map(Vec::len).join(", ");
        format!(
            "the rows have length {found}: write {name} of the same length, {shortest} to {longest}"
        )
    })
}

/// The pieces on some rows: cell, team, and whether it is awake, or freed.
pub(in crate::games) fn pieces(
    rows: &[Vec<char>],
) -> impl Iterator<Item = (Cell, Team, bool)> + '_ {
    (0u8..).zip(rows).flat_map(|(row, symbols)| {
        let cells = (0..=u8::MAX).map(move |column| Cell { row, column });
        cells.zip(symbols).filter_map(|(cell, symbol)| {
            let team = Team::BOTH.into_iter();
            let team = team
                .zip(['A', 'B'])
                .find(|(_, letter)| letter.eq_ignore_ascii_case(symbol));
            Some((cell, team?.0, symbol.is_ascii_uppercase()))
        })
    })
}

/// The home row of a team, among so many rows.
pub(in crate::games) fn home(team: Team, rows: u8) -> u8 {
    match team {
        Team::A => 0,
        Team::B => rows - 1,
    }
}

/// The symbol of a piece of a team that is awake, or freed.
pub(in crate::games) fn awake(team: Team) -> char {
    match team {
        Team::A => 'A',
        Team::B => 'B',
    }
}
