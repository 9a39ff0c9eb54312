//! Sig of Western Sahara: eight sticks, four rows, two teams.
//!
//! Each team fills the row on its side. A turn is all the throws up to the first that earns no further one; its pieces
//! then move along a zigzag through all four rows, one throw for each move, and take what they land on.
//!
//! | module | what it holds |
//! |---|---|
//! | [`rules`] | the options, the presets and their sources |
//! | [`route`] | teams, cells and the way each team goes |
//! | [`setup`] | what can be written down, and every fault in it |
//! | [`position`] | a legal position and the end of the game |
//! | [`notation`] | positions on one line and as files |
//! | [`moves`] | every way to play what a turn yields |
//! | [`playing`] | a turn as it is played, one throw after the other |
//! | [`perft`] | counting plays |
//! | [`odds`] | the chance to take by distance |
//! | [`analyse`] | whole positions: what can be taken, what is threatened, every play ranked |
//! | [`endgame`] | positions of few pieces: who wins |
//! | [`review`] | games that were played |
//! | [`turn`] | what a whole turn yields |
//! | [`question`] | every question, and its answer |

pub mod analyse;
pub mod endgame;
pub mod moves;
pub mod notation;
pub mod odds;
pub mod perft;
pub mod playing;
#[cfg(feature = "simulate")]
pub mod playouts;
pub mod position;
pub mod question;
pub mod review;
pub mod route;
pub mod rules;
pub mod setup;
mod throws;
pub mod turn;

mod budget;
mod reach;
mod throw_multiset;
mod yields;

pub use budget::{BUDGET, Effort, Stopped};
pub use position::Position;
pub use question::{Answer, Question};
pub use route::{Cell, Team};
pub use rules::Rules;
pub use setup::Setup;

#[cfg(test)]
mod naive_rules;
#[cfg(test)]
mod tests;
