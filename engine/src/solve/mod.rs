//! Machinery that is generic over games.
//!
//! [`Subsets`] numbers the subsets of one size without gaps; [`parallel`] shares work out to
//! threads with results in a fixed order; `graph` lists what follows a position and decides it backwards, `within` searches forwards; [`retro`] solves games of placing and moving pieces;
//! [`table`] keeps solutions on disk; [`audit`] checks such a solution in a way of its own.

pub mod audit;
mod bits;
mod columns;
pub mod custody;
pub(crate) mod graph;
pub mod meter;
mod method;
pub mod parallel;
pub(crate) mod placing;
pub mod retro;
pub(crate) mod solution_cache;
mod subsets;
pub mod table;
pub mod throws;
pub(crate) mod within;
mod worth;

pub use method::Method;
pub use subsets::Subsets;
pub use table::Directory;
pub use worth::{Ending, Worth};
