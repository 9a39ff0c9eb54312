//! Machinery that is generic over games.
//!
//! [`Subsets`] numbers the subsets of one size without gaps; [`parallel`] shares work out to
//! threads with results in a fixed order.

pub mod parallel;
mod subsets;

pub use subsets::Subsets;
