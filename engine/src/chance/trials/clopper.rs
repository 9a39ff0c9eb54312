//! Clopper and Pearson's interval for a coin, for any number of throws that is allowed.
//!
//! Whether a tail of a binomial distribution is at most 1/40 is decided in parts of its first term: with U the sum of the terms from it
//! up and D of those below, whether 39·U is at most D. Terms are rounded outwards to 128 binary places; where that leaves it open,
//! which takes a tail that is 1/40 to some thirty digits, it is decided by whole numbers.

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, Pow, Zero};

use super::grid::{GRID, last_step, on_grid};
use super::tail::binomial;

/// Binary places of a term.
const BITS: u64 = 128;

/// Clopper and Pearson's interval with 95 %, rounded outwards.
pub(super) fn clopper_pearson(successes: u64, throws: u64) -> (BigRational, BigRational) {
    // At a lower end the chance of at least `successes` successes is at most 1/40; by symmetry the upper end is that of
    // the failures.
    let lower = |successes: u64| {
        if successes == 0 {
            return 0;
        }
        last_step(0, GRID, |step| {
            let near = rarely(successes, throws, step);
            near.unwrap_or_else(|| rarely_exactly(successes, throws, step))
        })
    };
    let upper = GRID - lower(throws - successes);
    (on_grid(lower(successes)), on_grid(upper))
}

/// Bounds of the sum of the terms after the first, each of which is the one before times a quotient, numerator and denominator. The quotients
/// fall. It ends as soon as the sum is at least `enough`, or what follows is too little to be seen.
fn bounds_of_sum(
    quotients: impl Iterator<Item = (u64, u64)>,
    enough: Option<&BigUint>,
) -> (BigUint, BigUint) {
    let (mut least, mut most) = (BigUint::ZERO, BigUint::ZERO);
    let (mut low, mut high) = (BigUint::one() << BITS, BigUint::one() << BITS);
    for (over, under) in quotients {
        low = low * over / under;
        high = high * over / under + 1u32;
        least += &low;
        most += &high;
        if enough.is_some_and(|enough| least >= *enough) {
            break;
        }
        if low.is_zero() && over < under {
            most += high * under / (under - over) + 1u32;
            break;
        }
    }
    (least, most)
}

/// Whether at least `successes` successes, which are 1 or more, have a chance of at most 1/40 where the bias is `step` of
/// the grid; `None` where the bounds leave it open.
fn rarely(successes: u64, throws: u64, step: u64) -> Option<bool> {
    if step == 0 {
        return Some(true);
    }
    // A median of the number of successes is not below the whole part of their mean.
    let mean = u128::from(throws) * u128::from(step);
    if u128::from(successes) * u128::from(GRID) <= mean {
        return Some(false);
    }
    let rest = GRID - step;
    let first = BigUint::one() << BITS;
    let upwards = (successes..throws).map(|i| ((throws - i) * step, (i + 1) * rest));
    let (least, most) = bounds_of_sum(upwards, None);
    let (least, most) = ((&first + least) * 39u32, (first + most) * 39u32);
    let downwards = (1..=successes).rev();
    let downwards = downwards.map(|i| (i * rest, (throws - i + 1) * step));
    let (below, at_most_below) = bounds_of_sum(downwards, Some(&most));
    match (most <= below, least > at_most_below) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}

/// The same in whole numbers.
fn rarely_exactly(successes: u64, throws: u64, step: u64) -> bool {
    if step == 0 || step == GRID {
        return step == 0;
    }
    let (p, q) = (BigUint::from(step), BigUint::from(GRID - step));
    let total = Pow::pow(&BigUint::from(GRID), throws);
    let mut term =
        binomial(throws, successes) * Pow::pow(&p, successes) * Pow::pow(&q, throws - successes);
    let mut sum = BigUint::ZERO;
    for i in successes..=throws {
        sum += &term;
        if &sum * 40u32 > total {
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
                for step in (0..=GRID).step_by(9_973).chain([1, GRID - 1, GRID]) {
                    let near = rarely(successes, throws, step);
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
