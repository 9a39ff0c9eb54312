//! Exact numbers. Knows nothing else of ours.

pub mod poly;
pub mod ratfunc;
