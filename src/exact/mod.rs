//! Exact numbers. Knows nothing else of ours.

pub mod chain;
pub mod decision;
pub mod graph;
pub mod linear;
pub mod sparse;
