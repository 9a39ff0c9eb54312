//! Sig of Western Sahara: eight sticks, four rows, two teams.
//!
//! Each team fills the row on its side. A turn is all the throws up to the first that earns no further one; its pieces
//! then move along a zigzag through all four rows, one throw for each move, and take what they land on.
//!
//! What its modules hold is said in [`running_fight`](crate::games::running_fight).

pub mod analyse;
pub mod moves;
pub mod notation;
pub mod odds;
pub mod position;
pub mod rules;
mod throws;
pub mod view;

mod budget;
mod fight;
mod reach;
mod throw_multiset;
mod yields;

pub use crate::games::running_fight::route::{Cell, Team};
pub use budget::{Effort, Stopped};
pub use notation::Setup;
pub use position::Position;
pub use rules::Rules;

#[cfg(test)]
mod tests;
