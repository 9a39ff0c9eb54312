//! A position as written down, and every fault that keeps it from being one.

use std::sync::Arc;

use itertools::Itertools;
use thiserror::Error;

use super::position::{Position, View};
use super::route::{Cell, Route, Team};
use super::rules::{Freeing, Rules, Turns};
use crate::board::notation::Faults;
use crate::games::running_fight::rows;

/// Anything that can be written down as a position, legal or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The four rows from team A's home row on, each from A's left: `A`, `B` freed, `a`, `b` not yet, `.` empty.
    pub rows: [Vec<char>; 4],
    /// The team whose turn it is.
    pub side: Team,
    /// Whether it is the second of two turns in a row.
    pub second: bool,
}

/// One thing that keeps a setup from being a position.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Fault {
    /// The board drawn is not the board of the rules.
    #[error("the board drawn has rows of {drawn} cells, the rules say length={rules}")]
    Length {
        /// The length of the rows drawn.
        drawn: usize,
        /// The length under the rules.
        rules: u8,
    },
    /// More pieces than a team has.
    #[error("team {team} has {found} pieces, and each team begins with {most}")]
    TooMany {
        /// Whose pieces.
        team: Team,
        /// As many as drawn.
        found: usize,
        /// As many as there are.
        most: u8,
    },
    /// A piece that has left home without having been freed.
    #[error("the piece on {cell} has left its home row, so it must be freed: write `{right}`")]
    Away {
        /// Where it stands.
        cell: Cell,
        /// The right way to write it.
        right: char,
    },
    /// Pieces that are not freed under rules that do not know this.
    #[error(
        "all pieces may move under freeing=none: write `{right}`, not `{}`, on {}",
        right.to_ascii_lowercase(), cells.iter().join(", ")
    )]
    Unfreed {
        /// Where they stand.
        cells: Vec<Cell>,
        /// The right way to write them.
        right: char,
    },
    /// A second turn under rules that do not know one.
    #[error("turns alternate under these rules: write `{side}`, without `turn=2`")]
    Second {
        /// Whose turn.
        side: Team,
    },
    /// No pieces at all.
    #[error("there is no piece on the board")]
    Empty,
}

impl Setup {
    /// The start of a game: each team fills its home row, freed only if the rules do not know freeing; A begins.
    pub(crate) fn start(rules: &Rules) -> Setup {
        let length = usize::from(rules.length());
        let [a, b] = match rules.freeing {
            Freeing::Khadzh => ['a', 'b'],
            Freeing::None => ['A', 'B'],
        };
        Setup {
            rows: [a, '.', '.', b].map(|symbol| vec![symbol; length]),
            side: Team::A,
            second: false,
        }
    }

    /// The legal position of this setup.
    ///
    /// # Errors
    /// Every fault at once.
    ///
    /// # Examples
    /// ```
    /// use siga::games::sig::Setup;
    /// let rules = "sig:depaulis,length=3".parse()?;
    /// let setup: Setup = "aaa/1A1/3/bBb A".parse()?;
    /// let faults = setup.position(&rules).unwrap_err();
    /// assert_eq!(faults.to_string(), "team A has 4 pieces, and each team begins with 3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn position(&self, rules: &Rules) -> Result<Position, Faults<Fault>> {
        let length = rules.length();
        let mut faults = Vec::new();
        if let Some(row) = (self.rows.iter()).find(|row| row.len() != usize::from(length)) {
            return Err(Faults(vec![Fault::Length {
                drawn: row.len(),
                rules: length,
            }]));
        }
        let route = Route::new(rules);
        let mut view = View::default();
        for team in [Team::A, Team::B] {
            let found = rows::pieces(&self.rows)
                .filter(|piece| piece.1 == team)
                .count();
            if found > usize::from(length) {
                faults.push(Fault::TooMany {
                    team,
                    found,
                    most: length,
                });
            }
        }
        for (cell, team, freed) in rows::pieces(&self.rows) {
            let right = rows::awake(team);
            if !freed && rules.freeing == Freeing::None {
                let known = faults.iter_mut().find_map(|fault| match fault {
                    Fault::Unfreed { cells, right: same } if *same == right => Some(cells),
                    _ => None,
                });
                match known {
                    Some(cells) => cells.push(cell),
                    None => faults.push(Fault::Unfreed {
                        cells: vec![cell],
                        right,
                    }),
                }
            } else if !freed && cell.row != rows::home(team) {
                faults.push(Fault::Away { cell, right });
            }
            let number = route.number(self.side, cell);
            let bit = number.map_or(0, |number| 1u128 << number);
            let (pieces, dry) = if team == self.side {
                (&mut view.own, &mut view.own_dry)
            } else {
                (&mut view.enemy, &mut view.enemy_dry)
            };
            *pieces |= bit;
            if !freed {
                *dry |= bit;
            }
        }
        if rows::pieces(&self.rows).next().is_none() {
            faults.push(Fault::Empty);
        }
        if self.second && rules.turns == Turns::Alternating {
            faults.push(Fault::Second { side: self.side });
        }
        if faults.is_empty() {
            let rules = Arc::new(rules.clone());
            Ok(Position::trusted(rules, self.side, self.second, view))
        } else {
            Err(Faults(faults))
        }
    }
}
