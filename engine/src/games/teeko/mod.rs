//! Teeko (John Scarne, 1945): four pieces each on 5×5, placed one by one and then moved a step at a
//! time, until four of a side stand in a row or in a square.
//!
//! | module | what it holds |
//! |---|---|
//! | [`rules`] | the sixteen variants on record |

pub mod rules;
mod variants;

/// A legal position of Teeko.
pub type Position = super::alignment::Position<Rules>;

pub use rules::{Drop, Goals, Rules};
pub use variants::solve_all;
