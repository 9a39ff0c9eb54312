//! Four rows as text, and the faults of the pieces on them.

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

/// One thing about the pieces on four rows that keeps them from being a position.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Fault {
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
            Self::Empty => About::Board,
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

/// What the rules say of the pieces on four rows.
pub(in crate::games) struct Allowed {
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
    /// Rows of another length.
    pub(in crate::games) fn faults(
        &self,
        rows: &[Vec<char>; 4],
        height: impl Fn(Cell) -> u8,
    ) -> Result<Vec<(Team, Fault)>, Fault> {
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
                None if cell.row != home(team) => {
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

/// Four rows with these pieces: cell, team, and whether it is awake, or freed.
pub(in crate::games) fn drawn(
    length: u8,
    pieces: impl Iterator<Item = (Cell, Team, bool)>,
) -> [Vec<char>; 4] {
    let mut rows = [const { Vec::new() }; 4].map(|_: Vec<char>| vec!['.'; length.into()]);
    for (cell, team, is_awake) in pieces {
        let symbol = awake(team);
        rows[usize::from(cell.row)][usize::from(cell.column)] = match is_awake {
            true => symbol,
            false => symbol.to_ascii_lowercase(),
        };
    }
    rows
}

/// Reads four rows.
pub(in crate::games) fn read(
    reader: &mut Reader<'_>,
    shortest: u8,
    longest: u8,
) -> Option<[Vec<char>; 4]> {
    let rows = reader.rows().iter().map(|row| row.cells.clone()).collect();
    let rows = four(rows, shortest, longest);
    rows.map_err(|message| reader.refuse(message)).ok()
}

/// Four rows of the same length, between two lengths.
fn four(rows: Vec<Vec<char>>, shortest: u8, longest: u8) -> Result<[Vec<char>; 4], String> {
    let lengths: Vec<usize> = rows.iter().map(Vec::len).collect();
    let rows: [Vec<char>; 4] = rows.try_into().map_err(|rows: Vec<Vec<char>>| {
        let found = rows.len();
        format!("rows on the board: {found}, not four: from team A's home row to team B's")
    })?;
    let possible = usize::from(shortest)..=usize::from(longest);
    if !lengths.iter().all_equal() || !possible.contains(&lengths[0]) {
        let found = lengths.iter().join(", ");
        return Err(format!(
            "the rows have length {found}: write four of the same length, {shortest} to {longest}"
        ));
    }
    Ok(rows)
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

/// The home row of a team.
pub(in crate::games) fn home(team: Team) -> u8 {
    match team {
        Team::A => 0,
        Team::B => 3,
    }
}

/// The symbol of a piece of a team that is awake, or freed.
pub(in crate::games) fn awake(team: Team) -> char {
    match team {
        Team::A => 'A',
        Team::B => 'B',
    }
}
