//! The floating-point number nearest to an exact one: the one way from here to there.
//!
//! A positive number x is handed to [`rounded`] as `m·2^e` with a whole number m, exact or with something left over:
//! `m·2^e ≤ x < (m + 1)·2^e`. With two bits more in m than a floating-point number keeps, that is enough to round to the
//! nearest, ties to even: a tie needs all bits after the half to be zero, and what is left over says whether they are.

use std::cmp::Ordering;

use num_bigint::{BigUint, Sign};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};

use super::Natural;
use super::decimal::{Ends, ten};

/// Bits of a quotient or root that are worked out: well above 53.
const KEPT: i64 = 64;
/// The exponent of the last bit of the smallest numbers.
const LEAST: i64 = -1074;

/// The nearest floating-point number, of two equally near the one with an even last bit; infinity where it is nearer than
/// the largest number.
///
/// Exact: rounded once, from the number itself, subnormal numbers included.
///
/// # Examples
/// ```
/// use siga::exact::{approx, parse_fraction};
/// assert_eq!(approx(&parse_fraction("56/57").unwrap()), 56.0 / 57.0);
/// assert_eq!(approx(&parse_fraction("-1/3").unwrap()), -1.0 / 3.0);
/// ```
pub fn approx(value: &BigRational) -> f64 {
    signed(
        value.numer().sign(),
        quotient(value.numer().magnitude(), value.denom().magnitude()),
    )
}

/// The floating-point number nearest to `numerator / denominator`, which need not be in lowest terms.
///
/// Exact: as [`approx`]. Cost: by the leading digits alone unless they leave two answers open.
///
/// # Panics
/// When the denominator is zero.
pub fn approx_ratio(numerator: &Natural, denominator: &Natural) -> f64 {
    if numerator.is_zero() {
        return 0.0;
    }
    let ends = Ends::of(numerator, denominator);
    // Below 10^-400 floating point has nothing but zero; numbers beyond 10^400 are settled by the whole numbers below.
    let found = match ends.shift {
        ..-500 => Some(0.0),
        -500..=500 => ends
            .rounded(|over, under, shift| quotient(&(over * ten(shift)), &(under * ten(-shift)))),
        _ => None,
    };
    found.unwrap_or_else(|| quotient(&numerator.to_biguint(), &denominator.to_biguint()))
}

/// The floating-point number nearest to the square root; not a number for a negative one.
///
/// Exact: as [`approx`].
///
/// # Examples
/// ```
/// use siga::exact::{approx_sqrt, parse_fraction};
/// assert_eq!(approx_sqrt(&parse_fraction("2").unwrap()), std::f64::consts::SQRT_2);
/// assert_eq!(approx_sqrt(&parse_fraction("9/16").unwrap()), 0.75);
/// ```
pub fn approx_sqrt(value: &BigRational) -> f64 {
    let (over, under) = (value.numer().magnitude(), value.denom().magnitude());
    match value.numer().sign() {
        Sign::Minus => return f64::NAN,
        Sign::NoSign => return 0.0,
        Sign::Plus => {}
    }
    // floor(√(x·4^k)) is the whole root of floor(x·4^k).
    let places = KEPT - (over.bits() as i64 - under.bits() as i64).div_euclid(2);
    let (scaled, below) = (shifted(over, 2 * places), shifted(under, -2 * places));
    let root = (&scaled / &below).sqrt();
    let exact = &root * &root * &below == scaled;
    rounded(&root, -places, exact)
}

/// The nearest floating-point number to what only two ends are known of, when it is the same for both.
pub(crate) fn approx_between(lower: &BigRational, upper: &BigRational) -> Option<f64> {
    let least = approx(lower);
    (least == approx(upper)).then_some(least)
}

/// The nearest floating-point number to a quotient.
fn quotient(over: &BigUint, under: &BigUint) -> f64 {
    if over.is_zero() {
        return 0.0;
    }
    let places = KEPT - (over.bits() as i64 - under.bits() as i64);
    let (mantissa, rest) = shifted(over, places).div_rem(&shifted(under, -places));
    rounded(&mantissa, -places, rest.is_zero())
}

/// The number times a power of two that is not negative, or the number itself.
fn shifted(number: &BigUint, places: i64) -> BigUint {
    number << places.max(0) as u64
}

/// The floating-point number nearest to `mantissa · 2^exponent`, to which, unless that is exact, something less than
/// `2^exponent` is to be added. A mantissa that is not exact has 55 bits or more.
fn rounded(mantissa: &BigUint, exponent: i64, exact: bool) -> f64 {
    debug_assert!(exact || mantissa.bits() >= 55, "enough bits to round");
    let top = mantissa.bits() as i64 - 1 + exponent;
    if top > 1023 {
        return f64::INFINITY;
    }
    let unit = (top - 52).max(LEAST);
    let dropped = unit - exponent;
    let mut kept = if dropped > 0 {
        mantissa >> dropped as u64
    } else {
        mantissa << (-dropped) as u64
    };
    if dropped > 0 {
        let rest = mantissa - (&kept << dropped as u64);
        let half = BigUint::from(1u32) << (dropped - 1) as u64;
        let up = match rest.cmp(&half) {
            Ordering::Less => false,
            Ordering::Equal => !exact || kept.is_odd(),
            Ordering::Greater => true,
        };
        kept += u32::from(up);
    }
    // The bits of a floating-point number count upwards through all of them: a mantissa that has grown by a bit, or a
    // subnormal number that has become normal, carries into the exponent, and the largest into infinity.
    let kept = kept.to_u64().unwrap_or(u64::MAX);
    f64::from_bits((((unit - LEAST) as u64) << 52) + kept)
}

fn signed(sign: Sign, size: f64) -> f64 {
    if sign == Sign::Minus { -size } else { size }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Surd;
    use num_bigint::BigInt;
    use num_traits::{One, Signed};
    use proptest::prelude::*;

    /// The exact value of a finite floating-point number.
    fn exact_value(number: f64) -> BigRational {
        let bits = number.abs().to_bits();
        let (field, low) = ((bits >> 52) as i64, bits & ((1 << 52) - 1));
        let (mantissa, unit) = match field {
            0 => (low, LEAST),
            field => (low | 1 << 52, field - 1 + LEAST),
        };
        let over = BigInt::from(shifted(&BigUint::from(mantissa), unit));
        let over = if number < 0.0 { -over } else { over };
        BigRational::new(over, shifted(&BigUint::from(1u32), -unit).into())
    }

    fn even(number: f64) -> bool {
        number.to_bits().is_multiple_of(2)
    }

    /// Straight from the definition: neither neighbour is nearer, and an equally near one is odd.
    fn assert_nearest(found: f64, distance: impl Fn(&BigRational) -> Surd) {
        let here = distance(&exact_value(found));
        for other in [found.next_down(), found.next_up()] {
            let there = if other.is_finite() {
                distance(&exact_value(other))
            } else {
                // Where the next number would be, had the exponent no end.
                let last = exact_value(f64::MAX) - exact_value(f64::MAX.next_down());
                let next = exact_value(f64::MAX) + last;
                distance(&if other < 0.0 { -next } else { next })
            };
            let fine = here < there || (here == there && even(found));
            assert!(fine, "{found:e} is no nearer than {other:e}");
        }
    }

    fn size(surd: Surd) -> Surd {
        if surd.sign().is_lt() { -surd } else { surd }
    }

    fn assert_ratio(value: &BigRational) {
        let found = approx(value);
        assert!(found.is_finite());
        assert_nearest(found, |at| Surd::from((value - at).abs()));
        assert_eq!(approx(&-value), -found);
        let natural = |number: &BigInt| Natural::from(number.magnitude());
        let found = approx_ratio(&natural(value.numer()), &natural(value.denom()));
        assert_eq!(found, approx(&value.abs()));
    }

    fn power(of: u32, exponent: i64) -> BigRational {
        BigRational::from_integer(of.into()).pow(exponent as i32)
    }

    #[test]
    fn ends_of_the_range() {
        let half = BigRational::new(1.into(), 2.into());
        let least = power(2, LEAST);
        assert_eq!(approx(&least), f64::from_bits(1));
        assert_eq!(approx(&(&least * &half)), 0.0);
        let above = &least * (&half + power(10, -400));
        assert_eq!(approx(&above), f64::from_bits(1));
        assert_eq!(
            approx(&(&least * (&half + BigRational::one()))),
            f64::from_bits(2)
        );
        assert_eq!(approx(&power(10, -400)), 0.0);
        assert_eq!(approx(&power(10, 400)), f64::INFINITY);
        assert_eq!(approx(&-power(10, 400)), f64::NEG_INFINITY);
        // Half a unit above the largest number lies infinity's share; the tie is even there.
        let unit = power(2, 971);
        let most = exact_value(f64::MAX);
        assert_eq!(approx(&(&most + &unit * &half)), f64::INFINITY);
        let below = &unit * (half - power(10, -400));
        assert_eq!(approx(&(most + below)), f64::MAX);
        assert_eq!(approx(&BigRational::zero()), 0.0);
        assert!(approx_sqrt(&-power(2, 0)).is_nan());
    }

    proptest! {
        /// Fractions of all sizes, most of them close to the middle between two floating-point numbers.
        #[test]
        fn fractions_are_rounded_to_the_nearest(
            mantissa in 1u64..1 << 54, exponent in -1090i64..960,
            off in proptest::collection::vec(any::<u32>(), 0..3), sign in any::<bool>(), far in 55i64..900,
        ) {
            let off = off.iter().fold(BigRational::zero(), |sum, &n| sum / power(10, 9) + power(n.max(1), 1));
            let off = if sign { off } else { -off };
            let near = BigRational::from_integer(mantissa.into()) + off / power(2, far);
            assert_ratio(&(near * power(2, exponent)));
        }

        #[test]
        fn any_fractions_are_rounded_to_the_nearest(
            over in proptest::collection::vec(any::<u64>(), 1..20), under in proptest::collection::vec(1u64.., 1..20),
        ) {
            let whole = |digits: &[u64]| -> BigInt {
                digits.iter().fold(BigInt::ZERO, |n, &d| n * u64::MAX + d)
            };
            let value = BigRational::new(whole(&over), whole(&under));
            if approx(&value).is_finite() {
                assert_ratio(&value);
            }
        }

        #[test]
        fn surds_are_rounded_to_the_nearest(
            a in -50i64..50, b in -50i64..50, under in 1i64..60, root in 2i64..99, shift in -600i64..600, places in 0usize..40,
        ) {
            let ratio = |n: i64| BigRational::new(n.into(), under.into());
            let surd = Surd::new(&ratio(a), &ratio(b), &root.into()).unwrap();
            // Little is left of a number when a decimal of it is taken away.
            let rest = surd.clone() - Surd::from(surd.enclosure(places).0);
            for surd in [surd, rest] {
                let surd = surd * Surd::from(power(2, shift));
                let found = surd.approx();
                assert_nearest(found, |at| size(surd.clone() - Surd::from(at.clone())));
            }
        }

        #[test]
        fn roots_are_rounded_to_the_nearest(over in any::<u64>(), under in 1u64.., shift in -900i64..900) {
            let value = BigRational::new(over.into(), under.into()) * power(2, shift);
            let found = approx_sqrt(&value);
            // √x is at most m just when x is at most m².
            let middle = |a: f64, b: f64| (exact_value(a) + exact_value(b)) / power(2, 1);
            let square = |x: BigRational| &x * &x;
            let (down, up) = (middle(found, found.next_down().max(0.0)), middle(found, found.next_up()));
            prop_assert!(square(down.clone()) < value || (square(down) == value && even(found)));
            prop_assert!(square(up.clone()) > value || (square(up) == value && even(found)));
        }
    }
}
