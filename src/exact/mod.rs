//! Exact numbers. Knows nothing else of ours.

pub mod bounds;
pub mod poly;
pub mod ratfunc;
