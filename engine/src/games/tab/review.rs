//! Games of tâb that were played: their records, and what each play gave away.

use super::Position;
use super::analyse::{Analysis, By, Effort, Ranking, analyse, rank};
use super::moves::Yield;
#[cfg(feature = "simulate")]
use super::playouts::State;
use crate::games::record;
use crate::games::running_fight::review::{self, RunningFight};
use crate::work::Fault;

/// The throws of a turn, and the play made of them.
pub type Turn = review::Turn<Position>;

/// The record of a game: a line `A 1,4,2: a3-b3, b3-b1, b1-b3` for each turn, under `order=thrown` for each throw.
pub type Record = record::Record<Position>;

/// The most throws of the next turn that are looked at; longer turns are left open in the bounds.
pub const MAX_THROWS: u32 = 8;

impl RunningFight for Position {
    #[cfg(feature = "simulate")]
    type Start = State;

    #[cfg(feature = "simulate")]
    fn begun(&self) -> State {
        State::of(self.clone())
    }

    type Effort = Effort;
    type Analysis = Analysis;

    fn effort(budget: u64) -> Effort {
        Effort {
            max_throws: MAX_THROWS,
            budget,
        }
    }

    fn analysis(&self, effort: &Effort) -> Result<Analysis, Fault> {
        Ok(analyse(self, effort))
    }

    fn ranking(&self, played: &Yield, by: By, effort: &Effort) -> Result<Ranking, Fault> {
        Ok(rank(self, played, by, effort)?)
    }
}
