//! Games of Sig that were played: their records, and what each play gave away.

use super::analyse::{Analysis, By, Ranking, analyse, rank};
use super::moves::Yield;
#[cfg(feature = "simulate")]
use super::playouts::State;
use super::{Effort, Position};
use crate::games::record;
use crate::games::running_fight::review::{self, RunningFight};
use crate::work::Fault;

/// The throws of a turn, and the play made of them.
pub type Turn = review::Turn<Position>;

/// The record of a game: a line `A khadzh,4: free a3, a3-b2` for each turn.
pub type Record = record::Record<Position>;

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
            max_throws: None,
            budget,
        }
    }

    fn analysis(&self, effort: &Effort) -> Result<Analysis, Fault> {
        Ok(analyse(self, effort)?)
    }

    fn ranking(&self, played: &Yield, by: By, effort: &Effort) -> Result<Ranking, Fault> {
        rank(self, played, by, effort)
    }
}
