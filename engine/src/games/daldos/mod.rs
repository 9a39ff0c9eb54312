//! Daldøs, the running-fight game of Jutland and Jæren, and its relatives.
//!
//! Each player fills a home row. Pieces that a dal has set free go round the rows by the numbers of the dice and take what
//! they land on.
//!
//! ```
//! use std::sync::Arc;
//! use siga::games::daldos::{Game, Position, Rules};
//! let game = Arc::new(Game::new(Rules::daldos())?);
//! let start = Position::start(game.clone());
//! assert_eq!(start.to_string(), "aaaaaaaaaaaaaaaa/17/bbbbbbbbbbbbbbbb A");
//! let cast = game.cast([3, 1]).expect("dice show 1 and 3");
//! let plays = start.plays(cast);
//! assert_eq!(plays.len(), 1);
//! assert_eq!(plays[0].text(&start), "!a1-m4");
//! # Ok::<(), siga::work::Fault>(())
//! ```
//!
//! | module | what it holds |
//! |---|---|
//! | [`rules`] | the options, the presets and their sources |
//! | [`game`] | rules made ready to be played: the dice, the board |
//! | [`route`] | holes and the way each player goes |
//! | [`setup`] | what can be written down, and every fault in it |
//! | [`position`] | a legal position and the end of the game |
//! | [`notation`] | positions on one line and as files |
//! | [`moves`] | every way to play a throw |
//! | [`written`] | throws and plays as people write them |
//! | [`perft`] | counting plays |
//! | [`odds`] | the chance to take on a free track |
//! | [`analyse`] | the chances of a whole turn, every play ranked |
//! | [`opening`] | who begins, the first dal |
//! | [`endgame`] | positions of few pieces, solved outright |
//! | [`review`] | games that were played |

pub mod analyse;
pub mod endgame;
pub mod game;
pub mod moves;
pub mod notation;
pub mod odds;
pub mod opening;
pub mod perft;
pub mod position;
pub mod review;
pub mod route;
pub mod rules;
pub mod setup;
pub mod simulate;
mod view;
pub mod written;

#[cfg(test)]
mod tests;

pub use crate::board::Team;
pub use game::{Cast, Game};
pub use position::{Play, Position};
pub use route::Hole;
pub use rules::Rules;
pub use setup::Setup;
