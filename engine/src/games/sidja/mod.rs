//! Sidja of Sudan and West Africa and Siga of Egypt: one rule engine, every difference an option.
//!
//! Each side has half the cells but the centre. The stones are first placed, then slid one cell at
//! a time; a stone caught between the stone just moved and another of its owner's is taken.
//!
//! | module | what it holds |
//! |---|---|
//! | [`rules`] | the options, the presets and their sources |
//! | [`position`] | a legal position: those of games of taking between two |
//! | [`first_capture`] | who makes the first capture: the whole sliding phase solved |
//! | [`placing`] | the placing of the stones: what can be forced from the empty board on |
//! | [`survey`] | statistics over all placements |
//! | [`guarantees`] | what cells are worth before the first move |
//! | [`analyse`] | whole positions: proof by search |
//! | [`whole`] | whole positions: what is on record, tables, else a search |
//! | [`endgame`] | positions with few stones, solved outright |

pub mod analyse;
pub mod endgame;
pub mod first_capture;
pub mod guarantees;
pub mod placing;
pub mod position;
mod review;
pub mod rules;
pub mod survey;
pub mod whole;

pub use super::custodial::setup::{self, Setup};
pub use position::{Play, Position};
pub use rules::Rules;

pub use super::described::Move;
pub use crate::board::Side;
pub use crate::solve::retro::Outcome;

#[cfg(test)]
mod tests;
