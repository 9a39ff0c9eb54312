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

use std::fmt;

pub use game::{Cast, Game, GameError};
pub use moves::{DAL, Leg, State, Way};
pub use notation::{PositionFile, ReadError, SideError};
pub use position::{Play, Position};
pub use route::{Hole, Route, Row, members};
pub use setup::{Fault, Faults, Piece, Setup};
pub use written::{HoleError, PlayError, ThrowError};

/// A player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Side {
    /// Whose home row is written first.
    A,
    /// The other.
    B,
}

impl Side {
    /// The other player.
    pub fn other(self) -> Side {
        match self {
            Side::A => Side::B,
            Side::B => Side::A,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::A => "A",
            Side::B => "B",
        })
    }
}
