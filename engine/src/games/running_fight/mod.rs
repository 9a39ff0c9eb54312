//! Code that running fights share: Sig and tâb, on four rows; and daldøs as far as the board does not matter.
//!
//! In Sig and tâb pieces run along a zigzag, one throw for each move, and take what they land on. Daldøs has three rows, and a throw of
//! two numbers that is played as a whole: it has moves and endgames of its own, and shares how plays are measured ([`ranked`]), what
//! throws and plays changed ([`chances`]), how games are played out ([`simulate`]) and pieces in rows ([`rows`]).

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
