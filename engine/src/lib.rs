//! The library behind [siga](https://docs.rs/siga): exact numbers, throws, games. Programs use it under that name.

pub mod board;
pub mod chance;
pub mod exact;
pub mod figures;
pub mod games;
pub mod names;
pub mod prelude;
pub mod rules;
pub mod solve;
pub mod work;

pub use num_bigint::{BigInt, BigUint};
pub use num_rational::{BigRational, Ratio};
