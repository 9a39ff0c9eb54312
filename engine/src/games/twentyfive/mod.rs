//! Twenty-five, or 5×5 (V. A. Kupchenko, 2024): five pieces each, placed or moved as one likes, a step
//! or a jump at a time, until four of a side stand in a row.
//!
//! | module | what it holds |
//! |---|---|
//! | [`rules`] | the game as published, and options for smaller and related games |

mod history;
mod known_values;
pub mod rules;

/// A legal position of twenty-five.
pub type Position = super::alignment::Position<Rules>;

pub use history::{History, Hold};
pub use rules::{Goals, Rules};
