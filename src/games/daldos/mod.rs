//! Daldøs, the running-fight game of Jutland and Jæren, and its relatives.
//!
//! [`rules`] are the options; [`odds`] the chance to take on a free track; [`board`] the full game: positions, plays, notation.

pub mod board;
pub mod endgame;
pub mod odds;
pub mod rules;
pub mod simulate;
