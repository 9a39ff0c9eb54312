//! Where the machine knows the values from.

use super::super::Named;
use crate::cli::args::alignment::Play as Arguments;
use crate::cli::failure::Failure;
use crate::cli::meter::Meter;
use crate::cli::progress::Progress;
use crate::cli::tables;
use crate::cli::words::counted;
use crate::games::alignment::prove::{Proof, prove};
use crate::games::alignment::{Model, Move, Position};
use crate::solve::retro::{Game, Plies, Solution, Value};
use crate::solve::table::{Directory, TableError, Tables};

/// Where there are no tables, games of so many arrangements in all are solved at the start.
const SOLVED_AT_ONCE: u64 = 200_000_000;
/// Positions a search looks at, for each move.
const BUDGET: u64 = 100_000;

/// What knows the values of positions.
pub(super) enum Source<R> {
    Stored {
        model: Model<R>,
        rules: String,
        directory: Directory,
    },
    Solved {
        model: Model<R>,
        solution: Solution,
    },
    Search {
        plies: u32,
    },
}

/// A move with what is known of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) action: Move,
    /// For the side to move before it; `None` if it is not known.
    pub(super) value: Option<Value>,
}

impl<R: Named> Source<R> {
    /// The best source there is, and a remark on it.
    pub(super) fn new(
        start: &Position<R>,
        arguments: &Arguments,
        progress: Progress,
    ) -> Result<(Self, String), Failure> {
        let model = Model::new(*start.rules());
        let rules = start.rules().to_string();
        if let Some(plies) = arguments.search {
            let ahead = counted(plies, "ply", "plies");
            let remark = format!("The machine looks {ahead} ahead.");
            return Ok((Self::Search { plies }, remark));
        }
        let found = tables::optional(&arguments.tables, progress, |directory| match Tables::new(
            &model, &rules, directory,
        )
        .all_there()
        {
            Ok(()) => Ok(Some(directory.clone())),
            Err(TableError::Missing { .. }) => Ok(None),
            Err(error) => Err(error),
        })?;
        if let Some(directory) = found {
            let source = Self::Stored {
                model,
                rules,
                directory,
            };
            return Ok((source, "The machine plays from its tables.".to_owned()));
        }
        let layers = model.layers();
        let all = layers.iter().map(|layer| layer.arrangements(model.cells()));
        if all.sum::<u64>() <= SOLVED_AT_ONCE {
            let mut meter = Meter::new(&model);
            let solution = progress.noting("solving", |note| {
                Solution::new(&model, |tick| {
                    note.set(meter.tick(tick));
                    true
                })
            });
            let solution = solution.map_err(|error| Failure::Run(error.into()))?;
            let remark = "The machine has solved the game and plays perfectly.".to_owned();
            return Ok((Self::Solved { model, solution }, remark));
        }
        let plies = 5;
        let remark = format!(
            "There are no tables of this game: the machine looks {plies} plies ahead (--search N for another \
             number). With `siga tables build {rules}` it plays perfectly."
        );
        Ok((Self::Search { plies }, remark))
    }

    /// The value of a position for the side to move, if it is known.
    pub(super) fn value(&self, position: &Position<R>) -> Result<Option<Value>, Failure> {
        if position.winner().is_some() {
            return Ok(Some(Value::Decided(Plies(0))));
        }
        match self {
            Self::Stored {
                model,
                rules,
                directory,
            } => {
                let tables = Tables::new(model, rules, directory);
                model.value(&tables, position).map_err(tables::failure)
            }
            Self::Solved { model, solution } => {
                let Ok(value) = model.value(solution, position);
                Ok(value)
            }
            Self::Search { .. } => Ok(settled(position, &self.moves(position)?)),
        }
    }

    /// The legal moves, the best for whoever chooses first; those not known are between.
    pub(super) fn moves(&self, position: &Position<R>) -> Result<Vec<Known>, Failure> {
        let choices = match self {
            Self::Stored {
                model,
                rules,
                directory,
            } => {
                let tables = Tables::new(model, rules, directory);
                model.choices(&tables, position).map_err(tables::failure)?
            }
            Self::Solved { model, solution } => {
                let Ok(choices) = model.choices(solution, position);
                choices
            }
            Self::Search { plies } => return Ok(searched(position, *plies)),
        };
        let known = choices.into_iter().map(|choice| Known {
            action: choice.action,
            value: Some(choice.value),
        });
        Ok(known.collect())
    }
}

/// What the moves say of a position, if they do.
pub(super) fn settled<R: Named>(position: &Position<R>, known: &[Known]) -> Option<Value> {
    let own = position.chooser() == position.side();
    let decided = known.iter().filter_map(|known| known.value);
    let best = match own {
        true => decided.max_by_key(|value| value.preference()),
        false => decided.min_by_key(|value| value.preference()),
    };
    let all = known.iter().all(|known| known.value.is_some());
    best.filter(|best| {
        let good = best.preference() > 0;
        all || good == own
    })
}

/// What a search of so many plies finds of every move.
fn searched<R: Named>(position: &Position<R>, plies: u32) -> Vec<Known> {
    let own = position.chooser() == position.side();
    let plays = position.plays();
    let won = match prove(position, plies, BUDGET).0 {
        Proof::Win { plies, moves } => Some((Plies(plies as u16), moves)),
        _ => None,
    };
    let value = |play: &Position<R>, action: Move| {
        if play.winner().is_some() {
            return Some(Value::Decided(Plies(1)));
        }
        if let Some((plies, moves)) = &won
            && own
            && moves.contains(&action)
        {
            return Some(Value::Decided(*plies));
        }
        let ahead = plies.saturating_sub(1);
        match prove(play, ahead, BUDGET).0 {
            Proof::Win { plies, .. } => Some(Value::Decided(Plies(plies as u16)).before()),
            _ => None,
        }
    };
    let known = plays.iter().map(|play| Known {
        action: play.action,
        value: value(&play.position, play.action),
    });
    let mut known: Vec<Known> = known.collect();
    let sign = if own { -1 } else { 1 };
    known.sort_by_key(|known| {
        let preference = known.value.map_or(0, |value| value.preference());
        (sign * preference, known.action)
    });
    known
}
