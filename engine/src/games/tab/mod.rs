//! Tâb of Egypt: four sticks, four rows, sleeping pieces and stacks.
//!
//! Each team fills the row on its side. A piece makes its first move by a tâb, the throw of one flat side; then it runs
//! along the rows, circles in the two middle ones, may enter the enemy's home once, and takes what it lands on.
//!
//! What its modules hold is said in [`running_fight`](crate::games::running_fight).

pub mod analyse;
pub mod board;
mod fight;
pub mod moves;
pub mod notation;
pub mod odds;
pub mod position;
pub mod rules;
pub mod setup;
mod walk;

pub use crate::games::running_fight::route::{Cell, Team};
pub use position::Position;
pub use rules::Rules;
pub use setup::Setup;
