//! The full game: the board and the way round it, positions, plays, notation.
//!
//! ```
//! use std::sync::Arc;
//! use siga::games::daldos::board::{Game, Position};
//! use siga::games::daldos::rules::Rules;
//! let game = Arc::new(Game::new(Rules::daldos())?);
//! let start = Position::start(game.clone());
//! assert_eq!(start.to_string(), "aaaaaaaaaaaaaaaa/17/bbbbbbbbbbbbbbbb A");
//! let cast = game.cast([3, 1]).expect("dice show 1 and 3");
//! let plays = start.plays(cast);
//! assert_eq!(plays.len(), 1);
//! assert_eq!(plays[0].text(&start), "!a1-m4");
//! # Ok::<(), siga::games::daldos::board::GameError>(())
//! ```

mod game;
mod moves;
#[cfg(test)]
pub(crate) mod naive_rules;
pub mod notation;
pub mod perft;
mod position;
mod route;
mod setup;
#[cfg(test)]
pub(crate) mod tests;
mod written;

pub use crate::board::Team as Side;
pub use game::{Cast, Game, GameError};
pub use moves::{DAL, Leg, State, Way};
pub use notation::{PositionFile, ReadError};
pub use position::{Play, Position};
pub use route::{Hole, Route, Row, members};
pub use setup::{Fault, Piece, Setup};
pub use written::{HoleError, PlayError, ThrowError};
