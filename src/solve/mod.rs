//! Machinery that is generic over games.
//!
//! [`Subsets`] numbers the subsets of one size without gaps; [`parallel`] shares work out to
//! threads with results in a fixed order; [`retro`] solves games of placing and moving pieces;
//! [`table`] keeps solutions on disk.

pub mod parallel;
pub mod retro;
mod subsets;
pub mod table;

pub use subsets::Subsets;
