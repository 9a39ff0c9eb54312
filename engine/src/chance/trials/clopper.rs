//! Clopper and Pearson's interval for a coin, for any number of throws that is allowed.
//!
//! Whether a tail of a binomial distribution is at most 1/40 is decided between bounds of 192 bits that are rounded
//! outwards; where they leave it open, which takes a tail that is 1/40 to fifty digits, by whole numbers.

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Pow, Zero};

use super::grid::{GRID, last_step, on_grid};

/// Bits kept of a number.
const BITS: u64 = 192;

/// Clopper and Pearson's interval with 95 %, rounded outwards.
pub(super) fn clopper_pearson(successes: u64, throws: u64) -> (BigRational, BigRational) {
    // At a lower end the chance of at least `successes` successes is at most 1/40; by symmetry the upper end is that of
    // the failures.
    let lower = |successes: u64| {
        if successes == 0 {
            return 0;
        }
        let ways = ways(throws, successes);
        last_step(0, GRID, |step| {
            let near = rarely(successes, throws, step, &ways);
            near.unwrap_or_else(|| rarely_exactly(successes, throws, step))
        })
    };
    let upper = GRID - lower(throws - successes);
    (on_grid(lower(successes)), on_grid(upper))
}

/// A number between `low` and `high`, in units of a power of two.
#[derive(Clone)]
struct Near {
    low: BigUint,
    high: BigUint,
    exponent: i64,
}

impl Near {
    fn one() -> Near {
        Near {
            low: BigUint::one(),
            high: BigUint::one(),
            exponent: 0,
        }
    }

    /// The same with no more bits than are kept.
    fn rounded(mut self) -> Near {
        let more = self.high.bits().saturating_sub(BITS);
        if more > 0 {
            self.low >>= more;
            self.high = (self.high >> more) + 1_u32;
            self.exponent += more as i64;
        }
        self
    }

    fn product(&self, other: &Near) -> Near {
        let product = Near {
            low: &self.low * &other.low,
            high: &self.high * &other.high,
            exponent: self.exponent + other.exponent,
        };
        product.rounded()
    }

    fn power(&self, mut exponent: u64) -> Near {
        let (mut power, mut square) = (Near::one(), self.clone());
        while exponent > 0 {
            if exponent % 2 == 1 {
                power = power.product(&square);
            }
            square = square.product(&square);
            exponent /= 2;
        }
        power
    }

    /// The product with a quotient whose denominator is not 0.
    fn times(&self, over: u64, under: u64) -> Near {
        // As many bits more as the divisor can take away, and those that are kept.
        let more = (BITS + 64).saturating_sub(self.low.bits());
        let times = Near {
            low: (&self.low << more) * over / under,
            high: (&self.high << more) * over / under + 1_u32,
            exponent: self.exponent - more as i64,
        };
        times.rounded()
    }

    fn sum(&self, other: &Near) -> Near {
        let exponent = self.exponent.max(other.exponent);
        let shifted = |near: &Near| {
            let by = exponent - near.exponent;
            let up = u32::from(by > 0);
            (&near.low >> by, (&near.high >> by) + up)
        };
        let ((low, high), (other_low, other_high)) = (shifted(self), shifted(other));
        let sum = Near {
            low: low + other_low,
            high: high + other_high,
            exponent,
        };
        sum.rounded()
    }

    /// Whether it is at most 1/40, if the bounds say so.
    fn is_rare(&self) -> Option<bool> {
        let fits = |bound: &BigUint| {
            // Numbers far from 1 are not written out.
            match bound.bits() as i64 + self.exponent {
                ..-8 => true,
                9.. => false,
                _ => {
                    let one = BigUint::one() << (-self.exponent).max(0);
                    (bound << self.exponent.max(0)) * 40_u32 <= one
                }
            }
        };
        match (fits(&self.low), fits(&self.high)) {
            (_, true) => Some(true),
            (false, _) => Some(false),
            _ => None,
        }
    }
}

/// The number of ways to choose `some` of `throws` throws.
fn ways(throws: u64, some: u64) -> Near {
    let some = some.min(throws - some);
    (0..some).fold(Near::one(), |ways, i| ways.times(throws - i, i + 1))
}

/// Whether at least `successes` successes, which are 1 or more, have a chance of at most 1/40 where the bias is `step` of
/// the grid; `None` where the bounds leave it open.
fn rarely(successes: u64, throws: u64, step: u64, ways: &Near) -> Option<bool> {
    if step == 0 {
        return Some(true);
    }
    // A median of the number of successes is not below the whole part of their mean.
    let mean = u128::from(throws) * u128::from(step);
    if u128::from(successes) * u128::from(GRID) <= mean {
        return Some(false);
    }
    let chance = |step: u64| Near::one().times(step, GRID);
    let failures = chance(GRID - step).power(throws - successes);
    let mut term = ways
        .product(&chance(step).power(successes))
        .product(&failures);
    let mut sum = term.clone();
    // From the term of `successes` up: each is the one before times (n − i)·p / ((i + 1)·q), a quotient below 1 that becomes
    // smaller, so that the terms from one on are at most that one by 1 less the quotient.
    for i in successes..throws {
        if sum.is_rare() == Some(false) {
            return Some(false);
        }
        let (over, under) = ((throws - i) * step, (i + 1) * (GRID - step));
        term = term.times(over, under);
        if sum.sum(&term.times(under, under - over)).is_rare() == Some(true) {
            return Some(true);
        }
        sum = sum.sum(&term);
    }
    sum.is_rare()
}

/// The same in whole numbers.
fn rarely_exactly(successes: u64, throws: u64, step: u64) -> bool {
    if step == 0 || step == GRID {
        return step == 0;
    }
    let (p, q) = (BigInt::from(step), BigInt::from(GRID - step));
    let total = Pow::pow(&BigInt::from(GRID), throws);
    let some = successes.min(throws - successes);
    let ways = (0..some).fold(BigInt::one(), |ways, i| ways * (throws - i) / (i + 1));
    let mut term = ways * Pow::pow(&p, successes) * Pow::pow(&q, throws - successes);
    let mut sum = BigInt::zero();
    for i in successes..=throws {
        sum += &term;
        if &sum * 40 > total {
            return false;
        }
        if i < throws {
            term = term * (throws - i) * step / (i + 1) / (GRID - step);
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_decide_as_whole_numbers_do() {
        for throws in [1, 2, 3, 7, 20, 61, 150] {
            for successes in (1..=throws).step_by(throws as usize / 7 + 1) {
                let ways = ways(throws, successes);
                for step in (0..=GRID).step_by(9_973).chain([1, GRID - 1, GRID]) {
                    let near = rarely(successes, throws, step, &ways);
                    let exact = rarely_exactly(successes, throws, step);
                    assert_eq!(near, Some(exact), "{successes} of {throws} at {step}");
                }
            }
        }
    }

    #[test]
    fn a_million_throws_are_no_more_than_a_moment() {
        let (lower, upper) = clopper_pearson(500_000, 1_000_000);
        // By the normal distribution, 1.96 times a standard deviation of 1/2000 on either side.
        assert!(
            lower >= on_grid(499_017) && lower <= on_grid(499_020),
            "{lower}"
        );
        assert!(
            upper >= on_grid(500_980) && upper <= on_grid(500_983),
            "{upper}"
        );
        let (lower, upper) = clopper_pearson(1, 1_000_000);
        assert_eq!((lower, upper), (on_grid(0), on_grid(6)));
    }
}
