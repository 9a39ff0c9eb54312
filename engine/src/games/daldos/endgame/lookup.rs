//! Where the chances of an endgame are known from: tables that are kept, else a solution made for the question.

use std::sync::Arc;

use super::StoredEndgame;
use super::{Endgame, Exact};
use crate::exact::Quantity;
use crate::games::daldos::{Game, Position, moves::View};
use crate::games::throws::Values;
use crate::solve::{Directory, Origin};
use crate::work::Fault;

/// Where the chance to win is known from.
#[derive(Default)]
#[non_exhaustive]
pub enum Chances {
    /// It is not known.
    #[default]
    Unknown,
    /// From tables.
    Tables(Box<StoredEndgame>),
    /// From a solution.
    Solved {
        /// The solution.
        endgame: Box<Endgame>,
        /// Fractions, if they were asked for.
        exact: Option<Box<Exact>>,
    },
}

/// Positions that an endgame may have to be solved on the way.
const MAX_ON_THE_WAY: u128 = 300_000;
/// The greatest distance between its bounds, in units of 2^-62: about 10^-12.
pub(in crate::games::daldos) const WIDTH: u64 = 1 << 22;

impl Chances {
    /// Those of the endgame that a position belongs to: from its tables, or solved, if it is one of few pieces.
    ///
    /// Cost: at most some 300,000 positions are solved, on 16 holes in half a minute.
    ///
    /// # Errors
    /// If a table is there that cannot be trusted.
    pub fn of(position: &Position, tables: Option<&Directory>) -> Result<Self, Fault> {
        Self::within(position, tables, MAX_ON_THE_WAY)
    }

    /// The same, with a limit on the positions that may have to be solved.
    ///
    /// # Errors
    /// If a table is there that cannot be trusted.
    pub fn within(
        position: &Position,
        tables: Option<&Directory>,
        most: u128,
    ) -> Result<Self, Fault> {
        let (game, state) = (position.game(), position.view());
        match Self::kept(position, tables)? {
            Self::Unknown => {}
            kept => return Ok(kept),
        }
        let solved = Endgame::solve_reached(game.clone(), state, WIDTH, most);
        Ok(solved.map_or(Self::Unknown, |endgame| Self::Solved {
            endgame: Box::new(endgame),
            exact: None,
        }))
    }

    /// Those of tables alone.
    ///
    /// # Errors
    /// If a table is there that cannot be trusted.
    pub(crate) fn kept(position: &Position, tables: Option<&Directory>) -> Result<Self, Fault> {
        if let Some(kept) = kept(position.game(), pieces(position.view()), u64::MAX, tables)? {
            return Ok(Self::Tables(Box::new(kept)));
        }
        Ok(Self::Unknown)
    }

    /// The chance of the side to move, where it is known.
    ///
    /// # Errors
    /// If a table is damaged where it is looked at.
    pub fn chance(&self, state: &View) -> Result<Option<Quantity>, Fault> {
        let bounds = match self {
            Self::Unknown => None,
            Self::Tables(kept) => kept.chance(state)?,
            Self::Solved { endgame, exact } => {
                let exact = exact.as_ref().zip(endgame.number(state));
                if let Some(chance) = exact.and_then(|(exact, number)| exact.chance(number)) {
                    return Ok(Some(Quantity::Exact(chance)));
                }
                endgame.chance(state)
            }
        };
        Ok(bounds.map(|bounds| Quantity::between(bounds.lower, bounds.upper)))
    }

    /// The origin of its value, if it is known.
    pub fn method(&self) -> Option<Origin> {
        match self {
            Self::Unknown => None,
            Self::Tables(_) => Some(Origin::Tables),
            Self::Solved { .. } => Some(Origin::Solved),
        }
    }
}

impl Values<Position> for Chances {
    fn own(&self, position: &Position) -> Result<Option<Quantity>, Fault> {
        self.chance(position.view())
    }
}

/// The pieces of the side to move and of the other.
pub(in crate::games::daldos) fn pieces(state: &View) -> [usize; 2] {
    [state.own, state.enemy].map(|set| set.count_ones() as usize)
}

/// The tables of an endgame, if they are there and their bounds no farther apart than `width`.
pub(super) fn kept(
    game: &Arc<Game>,
    pieces: [usize; 2],
    width: u64,
    tables: Option<&Directory>,
) -> Result<Option<StoredEndgame>, Fault> {
    let Some(directory) = tables else {
        return Ok(None);
    };
    let kept = StoredEndgame::open(game.clone(), pieces, directory)?;
    Ok(kept.filter(|kept| kept.widest() <= width))
}

/// The whole endgame as its tables have it.
pub(super) fn read(
    game: &Arc<Game>,
    pieces: [usize; 2],
    width: u64,
    tables: Option<&Directory>,
) -> Result<Option<Endgame>, Fault> {
    if let Some(kept) = kept(game, pieces, width, tables)? {
        return Ok(Some(kept.endgame()?));
    }
    Ok(None)
}
