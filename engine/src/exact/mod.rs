//! Exact numbers. Knows nothing else of ours.

mod between;
pub(crate) mod bounds;
mod decimal;
pub mod decision;
mod dist;
mod fraction;
pub mod gcd;
pub(crate) mod graph;
mod keep_highest;
pub(crate) mod lifting;
pub mod linear;
pub(crate) mod matched;
mod natural;
mod nearest;
mod numeric;
pub mod poly;
pub(crate) mod pool;
mod prime;
pub mod quantity;
pub mod ratfunc;
pub mod real;
mod schema;
pub mod serial;
mod series;
pub(crate) mod sparse;
mod stats;
mod surd;
#[cfg(test)]
pub(crate) mod tests;
mod thrown;
mod weight;

pub use between::Between;
pub use bounds::BoundsError;
pub use decimal::{
    decimal_at_most, decimal_ceil, decimal_floor, decimal_ratio, decimal_text, scientific_ratio,
    scientific_text,
};
pub use dist::Dist;
pub use fraction::{Fractions, ParseFractionError, fraction_text, parse_fraction};
pub(crate) use keep_highest::{highest_within, lowest_within};
pub use natural::Natural;
#[cfg(test)]
pub(crate) use natural::tests::work_done;
pub use nearest::{approx, approx_ratio, approx_sqrt};
pub use numeric::Relation;
pub(crate) use numeric::outcome_in_range;
pub use poly::Poly;
pub use quantity::{Quantity, ValueAndSlope};
pub use ratfunc::RatFunc;
pub use real::Real;
pub use series::Series;
pub use stats::{Summary, summary};
pub use surd::Surd;
pub use weight::{Field, Weight};
