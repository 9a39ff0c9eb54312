//! Code that commands of running fights on four rows share: Sig and tâb.

pub(crate) mod analyse;
pub(crate) mod args;
pub(crate) mod endgame;
pub(crate) mod perft;
pub(crate) mod picture;
pub(crate) mod turn;
mod with_throws;
mod worth;

use super::distances::{CaptureOdds, Distances, Table};
use super::one_command::Listed;
use super::perft::Perft;
use super::with_throws::endgame::Endgame;
use super::with_throws::moves::Moves;
use super::with_throws::play::PlayWithThrows;
use super::with_throws::review::Review;
use super::with_throws::simulate::Simulate;
use crate::games::running_fight::position::Position;

/// The commands of a running fight on rows.
pub(crate) const fn commands<R: args::Commands, D: Distances>() -> [Listed; 10] {
    [
        Listed::question::<turn::TurnYield<R>>(),
        Listed::question::<CaptureOdds<D>>(),
        Listed::question::<Table<D>>(),
        Listed::question::<Moves<Position<R>>>(),
        Listed::question::<analyse::Analyse<R>>(),
        Listed::question::<Perft<Position<R>>>(),
        Listed::question::<Endgame<Position<R>>>(),
        Listed::question::<Simulate<Position<R>>>(),
        Listed::play::<PlayWithThrows<Position<R>>>(),
        Listed::question::<Review<Position<R>>>(),
    ]
}
