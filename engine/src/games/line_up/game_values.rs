//! The values of a whole game, from its tables, else its solution, else a search move by move.

use super::position_value::{KnownMove, ended, search, worth};
use super::{Model, Position, Rules};
use crate::solve::Directory;
use crate::solve::meter::Meter;
use crate::solve::retro::{Game, Solution, Value};
use crate::solve::table::{TableError, Tables};
use crate::work::{Fault, Note};

/// Without tables, games with at most this many arrangements in all are solved.
const SOLVED_AT_ONCE: u64 = 200_000_000;
/// Positions a search looks at, for each move.
const BUDGET: u64 = 100_000;

/// The source of the values of positions.
#[derive(Debug)]
#[non_exhaustive]
pub enum Source {
    /// All tables of the game are there.
    Stored {
        /// The game.
        model: Model,
        /// Where they are.
        directory: Directory,
    },
    /// It was solved.
    Solved {
        /// The game.
        model: Model,
        /// Its solution.
        solution: Solution,
    },
    /// A search of each position.
    Search {
        /// The depth of the search in plies.
        plies: u32,
    },
}

impl Source {
    /// All tables, else the whole game solved; `None` where it has no tables and is too large to be solved at once.
    ///
    /// # Errors
    /// Of kind io: a table that cannot be trusted. Of kind limit: no memory to solve the game.
    pub fn perfect(
        rules: &Rules,
        tables: Option<&Directory>,
        note: &Note,
    ) -> Result<Option<Self>, Fault> {
        let model = Model::new(rules.clone());
        if let Some(directory) = tables {
            match Tables::new(&model, &rules.to_string(), directory).all_there() {
                Ok(()) => {
                    let directory = directory.clone();
                    return Ok(Some(Self::Stored { model, directory }));
                }
                Err(TableError::Missing { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        let _ = tables;
        let layers = model.layers();
        let all = layers.iter().map(|layer| layer.arrangements(model.cells()));
        if all.sum::<u64>() > SOLVED_AT_ONCE {
            return Ok(None);
        }
        let mut meter = Meter::new(&model);
        let solution = Solution::new(&model, |tick| {
            note.set(meter.tick(tick));
            true
        })?;
        Ok(Some(Self::Solved { model, solution }))
    }

    /// The value of a position for the side to move, if it is known.
    ///
    /// # Errors
    /// If a table is damaged where it is looked at.
    pub fn value(&self, position: &Position) -> Result<Option<Value>, Fault> {
        if let Some(value) = ended(position) {
            return Ok(Some(value));
        }
        Ok(match self {
            Self::Stored { model, directory } => {
                let rules = model.rules().to_string();
                model.value(&Tables::new(model, &rules, directory), position)?
            }
            Self::Solved { model, solution } => {
                let Ok(value) = model.value(solution, position);
                value
            }
            Self::Search { .. } => worth(position, &self.moves(position)?),
        })
    }

    /// The legal moves, the best for whoever chooses first; those not known are between.
    ///
    /// # Errors
    /// If a table is damaged where it is looked at.
    pub fn moves(&self, position: &Position) -> Result<Vec<KnownMove>, Fault> {
        let choices = match self {
            Self::Stored { model, directory } => {
                let rules = model.rules().to_string();
                model.choices(&Tables::new(model, &rules, directory), position)?
            }
            Self::Solved { model, solution } => {
                let Ok(choices) = model.choices(solution, position);
                choices
            }
            Self::Search { plies } => return Ok(search(position, *plies, BUDGET)),
        };
        Ok(choices.into_iter().map(KnownMove::from).collect())
    }
}
