//! Machinery that is generic over games.
//!
//! [`Subsets`] numbers the subsets of one size without gaps; [`parallel`] shares work out to
//! threads with results in a fixed order; [`retro`] solves games of placing and moving pieces;
//! [`audit`] checks such a solution in a way of its own; [`table`] keeps it on disk.

pub mod audit;
pub mod parallel;
pub mod retro;
mod subsets;
pub mod table;

pub use subsets::Subsets;
