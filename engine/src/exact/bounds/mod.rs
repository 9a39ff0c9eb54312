//! Proved statements about a rational function on a closed interval: where its roots are, how low and how high it goes, where two
//! functions meet.
//!
//! Everything is decided in integers; no floating point takes part. A real number that is not known
//! as a fraction is given by an interval with rational ends that provably contains it.
//!
//! Limits keep a hostile question from running away: degree [`MAX_DEGREE`], coefficients of
//! [`MAX_COEFFICIENT_BITS`].

mod bernstein;
mod range;
mod roots;

pub(crate) use range::range;
pub(crate) use roots::{crossings, real_roots_in};

use super::Between;
use super::poly::Poly;
use super::ratfunc::RatFunc;
use crate::work::stop;
use num_bigint::BigInt;
use num_rational::BigRational;
use thiserror::Error;

/// The highest degree of a numerator or denominator that is accepted.
const MAX_DEGREE: usize = 400;

/// The greatest bit length of a coefficient that is accepted.
const MAX_COEFFICIENT_BITS: u64 = 100_000;

/// Why a question about a function on an interval has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BoundsError {
    /// The function has a pole in the interval, so that it has no bounds there.
    #[error("the function has a pole {}, inside the interval asked for", place(at))]
    Pole {
        /// The first pole in the interval.
        at: Box<Between>,
    },
    /// The polynomial is zero, or the two functions are equal, so that every point is a solution.
    #[error("the two sides are equal everywhere, so there are no separate points to list")]
    EqualEverywhere,
    /// A numerator or denominator has too high a degree.
    #[error("the degree {degree} is above the limit of {MAX_DEGREE}")]
    Degree {
        /// The degree met.
        degree: usize,
    },
    /// A coefficient is too long.
    #[error("a coefficient has {bits} bits, above the limit of {MAX_COEFFICIENT_BITS}")]
    Coefficient {
        /// The bit length met.
        bits: u64,
    },
}

/// Where a root lies, in words.
fn place(at: &Between) -> String {
    match at.number() {
        Some(number) => format!("at {number}"),
        None => format!("between {} and {}", at.lower, at.upper),
    }
}

/// The value where there is no pole.
fn value_at(f: &RatFunc, at: &BigRational) -> BigRational {
    stop::check();
    f.eval(at).expect("poles were ruled out before")
}

fn check_poly(poly: &Poly) -> Result<(), BoundsError> {
    let degree = poly.degree().unwrap_or(0);
    if degree > MAX_DEGREE {
        return Err(BoundsError::Degree { degree });
    }
    let bits = poly.max_bits();
    if bits > MAX_COEFFICIENT_BITS {
        return Err(BoundsError::Coefficient { bits });
    }
    Ok(())
}

fn check_function(f: &RatFunc) -> Result<(), BoundsError> {
    check_poly(f.numer())?;
    check_poly(f.denom())
}

/// An exponent `s >= 0` with `2^-s <= x`, for positive `x`; the least or one more.
fn grid_exponent(x: &BigRational) -> u64 {
    // 1/x = d/n with d < 2^bits(d) and n >= 2^(bits(n) - 1).
    (x.denom().bits() + 1).saturating_sub(x.numer().bits())
}

/// `2^exponent`.
fn power_of_two(exponent: i64) -> BigRational {
    let power = BigInt::from(1) << exponent.unsigned_abs();
    if exponent < 0 {
        BigRational::new_raw(BigInt::from(1), power)
    } else {
        BigRational::from_integer(power)
    }
}

#[cfg(test)]
mod tests;
