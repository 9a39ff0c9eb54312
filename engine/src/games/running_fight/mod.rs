//! Code that running fights on four rows share: Sig and tâb.
//!
//! Pieces run along a zigzag, one throw for each move, and take what they land on.

pub mod analyse;
pub mod chances;
#[cfg(test)]
#[cfg(feature = "simulate")]
mod conformance;
pub mod endgame;
pub mod perft;
pub mod playing;
pub mod plays;
pub mod position;
pub mod question;
pub mod ranked;
pub mod review;
pub mod route;
pub mod rows;
#[cfg(feature = "simulate")]
pub mod simulate;
pub mod sticks;
pub mod turn;
