//! Endgames looked up in tables on disk.

use std::path::PathBuf;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;

use crate::cli::args::tables::TablesPlace;
use crate::cli::failure::Failure;
use crate::cli::progress::Progress;
use crate::cli::tables;
use crate::exact::bounds::Bounds;
use crate::games::daldos::board::{Game, Position, State};
use crate::games::daldos::endgame::{Endgame, Kept};
use crate::solve::table::TableError;

/// The tables of an endgame, and where they are.
pub(super) struct Found {
    pub(super) kept: Kept,
    pub(super) folder: PathBuf,
}

/// The tables of an endgame, if they are there and their bounds no farther apart than `width`.
pub(super) fn find(
    game: &Arc<Game>,
    pieces: [usize; 2],
    width: u64,
    place: &TablesPlace,
    progress: Progress,
) -> Result<Option<Found>, Failure> {
    tables::optional(place, progress, |directory| {
        let kept = Kept::open(game.clone(), pieces, directory)?;
        let close = kept.filter(|kept| kept.widest() <= width);
        Ok(close.map(|kept| Found {
            kept,
            folder: directory.folder(&game.rules().to_string()),
        }))
    })
}

/// How chances were found, for programs.
#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Method {
    /// They were read from tables.
    Tables,
    /// The endgame was solved for this answer.
    Solved,
}

impl Method {
    pub(super) fn of(tables: Option<&PathBuf>) -> Self {
        match tables {
            Some(_) => Self::Tables,
            None => Self::Solved,
        }
    }
}

/// Positions that an endgame may have to be solved on the way.
const MAX_ENDGAME: u128 = 300_000;
/// How close its bounds are to be, in units of 2^-62: about 10^-12.
pub(super) const WIDTH: u64 = 1 << 22;

/// Where the chance to win is known from.
pub(super) enum Source {
    Nothing,
    Tables(Box<Found>),
    Solved(Box<Endgame>),
}

impl Source {
    /// Bounds of the chance of the side to move, where it is known.
    pub(super) fn chance(&self, state: &State) -> Result<Option<Bounds>, TableError> {
        match self {
            Self::Nothing => Ok(None),
            Self::Tables(found) => found.kept.chance(state),
            Self::Solved(endgame) => Ok(endgame.chance(state)),
        }
    }

    /// For programs.
    pub(super) fn method(&self) -> Option<Method> {
        match self {
            Self::Nothing => None,
            Self::Tables(_) => Some(Method::Tables),
            Self::Solved(_) => Some(Method::Solved),
        }
    }

    /// For people.
    pub(super) fn note(&self) -> Option<String> {
        let Self::Tables(found) = self else {
            return None;
        };
        let folder = found.folder.display();
        Some(format!(
            "chances to win are those of the tables in {folder}"
        ))
    }

    /// The endgame of a position: from its tables, or solved, if it is one of few pieces.
    pub(super) fn of(
        position: &Position,
        place: &TablesPlace,
        progress: Progress,
    ) -> Result<Self, Failure> {
        let (game, state) = (position.game(), position.state());
        let pieces = [state.own, state.enemy].map(|set| set.count_ones() as usize);
        if let Some(found) = find(game, pieces, u64::MAX, place, progress)? {
            return Ok(Self::Tables(Box::new(found)));
        }
        let solved = Endgame::solve_position(game.clone(), state, WIDTH, MAX_ENDGAME);
        Ok(solved.map_or(Self::Nothing, |endgame| Self::Solved(Box::new(endgame))))
    }
}
