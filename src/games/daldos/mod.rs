//! Daldøs, the running-fight game of Jutland and Jæren, and its relatives.
//!
//! [`rules`] are the options; [`odds`] the chance to take on a free track; [`board`] the full game: positions, plays, notation;
//! [`analyse`] the chances of a whole turn in it; [`review`] games that were played.

pub mod analyse;
pub mod board;
pub mod endgame;
pub mod odds;
pub mod opening;
pub mod question;
pub mod review;
pub mod rules;
#[cfg(feature = "simulate")]
pub mod simulate;

pub use board::{Game, Position, Setup, Side};
pub use question::{Answer, Question};
pub use rules::Rules;
