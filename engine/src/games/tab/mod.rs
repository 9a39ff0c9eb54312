//! Tâb of Egypt: four sticks, four rows, sleeping pieces and stacks.
//!
//! Each team fills the row on its side. A piece makes its first move by a tâb, the throw of one flat side; then it runs
//! along the rows, circles in the two middle ones, may enter the enemy's home once, and takes what it lands on.
//!
//! | module | what it holds |
//! |---|---|
//! | [`rules`] | the options, the presets and their sources |
//! | [`board`] | what stands on the fields, as the team to move sees them |
//! | [`setup`] | what can be written down, and every fault in it |
//! | [`position`] | a legal position and the end of the game |
//! | [`notation`] | positions on one line and as files |
//! | [`moves`] | every way to play the throws of a turn |
//! | [`perft`] | counting plays |
//! | [`odds`] | the chance to take by distance |
//! | [`analyse`] | whole positions: what can be taken, what is threatened, every play ranked |
//! | [`endgame`] | positions of few pieces: who wins |
//! | [`playing`] | what falls in a turn |
//! | [`review`] | games that were played |
//! | [`turn`] | what a whole turn yields |
//! | [`question`] | every question, and its answer |

pub mod analyse;
pub mod board;
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
pub mod rules;
pub mod setup;
pub mod turn;
mod walk;

pub use crate::games::running_fight::route::{Cell, Team};
pub use position::Position;
pub use question::{Answer, Question};
pub use rules::Rules;
pub use setup::Setup;

#[cfg(test)]
mod tests;
