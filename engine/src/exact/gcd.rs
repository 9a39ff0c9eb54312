//! Long fractions in lowest terms: the greatest common divisor by leading digits (Lehmer), and sums and products that use it.
//!
//! The library's greatest common divisor goes bit by bit and shifts the whole number for each. Of numbers of ten words and more
//! nearly all the time of a sum or product of fractions goes there; by leading digits some thirty bits go at a time.

use std::borrow::Cow;

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

use crate::work::stop;

/// Leading bits that are looked at: quotients of these, and all cofactors, fit an `i64`.
const LEADING: u64 = 61;
/// A number longer than the other by this many bits is divided.
const FAR_APART: u64 = 24;

/// The greatest common divisor.
///
/// Exact: always. Cost: quadratic in the number of words.
pub(crate) fn gcd(a: &BigUint, b: &BigUint) -> BigUint {
    let (mut a, mut b) = if a >= b {
        (a.clone(), b.clone())
    } else {
        (b.clone(), a.clone())
    };
    loop {
        stop::check();
        if b.is_zero() {
            return a;
        }
        if let Some(small) = b.to_u64() {
            // The remainder on division by a word fits a word.
            let rest = (&a % small).to_u64().unwrap_or_default();
            return small.gcd(&rest).into();
        }
        let shift = a.bits() - LEADING;
        let cofactors = match a.bits() - b.bits() {
            0..FAR_APART => cofactors(leading(&a, shift), leading(&b, shift)),
            _ => None,
        };
        (a, b) = match cofactors {
            Some([first, second]) => (combined(first, &a, &b), combined(second, &a, &b)),
            None => {
                let rest = &a % &b;
                (b, rest)
            }
        };
    }
}

/// The greatest common divisor of whole numbers, not negative.
pub(super) fn of_integers(a: &BigInt, b: &BigInt) -> BigInt {
    gcd(a.magnitude(), b.magnitude()).into()
}

/// A number without its last bits, of which at most [`LEADING`] are left.
fn leading(number: &BigUint, shift: u64) -> i64 {
    let skipped = (shift / 64) as usize;
    let digits = number.iter_u64_digits();
    let kept = digits.len().saturating_sub(skipped);
    let both = (digits.rev().take(kept)).fold(0u128, |both, digit| both << 64 | u128::from(digit));
    (both >> (shift % 64)) as i64
}

/// Factors by which two numbers with these leading bits give two later remainders of Euclid's algorithm, as far as the
/// leading bits settle the quotients (Knuth, The Art of Computer Programming, 4.5.2, algorithm L); `None` where they settle none.
fn cofactors(mut x: i64, mut y: i64) -> Option<[[i64; 2]; 2]> {
    let (mut first, mut second) = ([1, 0], [0, 1]);
    loop {
        let under = [y + second[0], y + second[1]];
        if under[0] == 0 || under[1] == 0 {
            break;
        }
        let quotient = (x + first[0]) / under[0];
        if quotient != (x + first[1]) / under[1] {
            break;
        }
        let next = [0, 1].map(|i| first[i] - quotient * second[i]);
        (first, second) = (second, next);
        (x, y) = (y, x - quotient * y);
    }
    (first[1] != 0).then_some([first, second])
}

/// `p · a + q · b`, where one factor is not positive and the sum is not negative.
fn combined([p, q]: [i64; 2], a: &BigUint, b: &BigUint) -> BigUint {
    let (first, second) = (a * p.unsigned_abs(), b * q.unsigned_abs());
    if q <= 0 {
        first - second
    } else {
        second - first
    }
}

/// `over / under` in lowest terms.
///
/// # Panics
/// When `under` is zero.
pub fn ratio(over: BigInt, under: BigInt) -> BigRational {
    assert!(!under.is_zero(), "denominator is not zero");
    let (over, under) = match under.sign() {
        Sign::Minus => (-over, -under),
        _ => (over, under),
    };
    let common = gcd(over.magnitude(), under.magnitude());
    if common.is_one() {
        return BigRational::new_raw(over, under);
    }
    let common = BigInt::from(common);
    BigRational::new_raw(over / &common, under / common)
}

/// The sum of fractions as numerator and positive denominator, not in lowest terms.
pub(crate) fn summed<'a>(
    fractions: impl Iterator<Item = (BigInt, Cow<'a, BigInt>)>,
) -> (BigInt, BigInt) {
    let (mut over, mut under) = (BigInt::zero(), BigInt::one());
    for (numerator, denominator) in fractions {
        stop::check();
        if *denominator == under {
            over += numerator;
            continue;
        }
        let (times, rest) = under.div_rem(&denominator);
        if rest.is_zero() {
            over += numerator * times;
            continue;
        }
        let common = of_integers(&under, &denominator);
        let (times, more) = (&under / &common, &*denominator / common);
        over = over * &more + numerator * times;
        under *= more;
    }
    (over, under)
}

/// The least common multiple of positive numbers.
pub(crate) fn lcm(a: &BigInt, b: &BigInt) -> BigInt {
    lcm_of_naturals(a.magnitude(), b.magnitude()).into()
}

/// The same of numbers that cannot be negative.
pub(crate) fn lcm_of_naturals(a: &BigUint, b: &BigUint) -> BigUint {
    if a == b {
        return a.clone();
    }
    a * (b / gcd(a, b))
}

/// Fractions as numerators over their least common denominator.
pub fn in_common<'a>(
    fractions: impl Iterator<Item = &'a BigRational> + Clone,
) -> (Vec<BigInt>, BigInt) {
    let denominators = fractions.clone().map(BigRational::denom);
    let common = denominators.fold(BigInt::one(), |common, more| lcm(&common, more));
    let over = |fraction: &BigRational| {
        stop::check();
        fraction.numer() * (&common / fraction.denom())
    };
    (fractions.map(over).collect(), common)
}

/// Two numbers without what both can be divided by.
fn without_common(a: &BigInt, b: &BigInt) -> (BigInt, BigInt) {
    let common = gcd(a.magnitude(), b.magnitude());
    if common.is_one() {
        return (a.clone(), b.clone());
    }
    let common = BigInt::from(common);
    (a / &common, b / common)
}

/// The product, both factors being in lowest terms.
pub(crate) fn product(a: &BigRational, b: &BigRational) -> BigRational {
    let (over, below) = without_common(a.numer(), b.denom());
    let (other, under) = without_common(b.numer(), a.denom());
    BigRational::new_raw(over * other, under * below)
}

/// The quotient by an integer other than 0, the dividend being in lowest terms.
pub(crate) fn quotient(over: &BigRational, under: &BigInt) -> BigRational {
    product(over, &BigRational::new(One::one(), under.clone()))
}

/// The sum, both being in lowest terms.
pub(crate) fn sum(a: &BigRational, b: &BigRational) -> BigRational {
    if a.denom() == b.denom() {
        return ratio(a.numer() + b.numer(), a.denom().clone());
    }
    let common = gcd(a.denom().magnitude(), b.denom().magnitude());
    let (first, second) = (a.denom(), b.denom());
    if common.is_one() {
        let over = a.numer() * second + b.numer() * first;
        return BigRational::new_raw(over, first * second);
    }
    let common = BigInt::from(common);
    let (first, rest) = (first / &common, second / &common);
    let over = a.numer() * &rest + b.numer() * &first;
    // Nothing but what the denominators share can divide both.
    let (over, common) = without_common(&over, &common);
    BigRational::new_raw(over, first * rest * common)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn number(words: &[u64]) -> BigUint {
        let digits = words
            .iter()
            .flat_map(|word| [*word as u32, (word >> 32) as u32]);
        BigUint::new(digits.collect())
    }

    fn words() -> impl Strategy<Value = Vec<u64>> {
        // Words of ones and noughts too, where leading bits leave quotients open.
        let word = prop_oneof![any::<u64>(), Just(0), Just(u64::MAX), Just(1)];
        prop::collection::vec(word, 0..14)
    }

    proptest! {
        #[test]
        fn the_greatest_common_divisor_is_the_librarys(a in words(), b in words(), c in words()) {
            let [a, b, c] = [a, b, c].map(|words| number(&words));
            let (a, b) = (a * &c, b * c);
            prop_assert_eq!(gcd(&a, &b), Integer::gcd(&a, &b));
        }

        #[test]
        fn neighbours_in_fibonaccis_row_share_nothing(n in 1usize..2000) {
            let (mut a, mut b) = (BigUint::zero(), BigUint::one());
            for _ in 0..n {
                (a, b) = (b.clone(), a + b);
            }
            prop_assert!(gcd(&a, &b).is_one());
        }

        #[test]
        fn sums_and_products_are_the_librarys(
            a in words(), b in words(), c in words(), d in words(), e in words(), is_negative in any::<bool>(),
        ) {
            let [a, b, c, d, e] = [a, b, c, d, e].map(|words| BigInt::from(number(&words)));
            let (b, d, e) = (b + 1, d + 1, e + 1);
            let a = if is_negative { -a } else { a };
            let first = BigRational::new(a.clone() * &e, &b * &e);
            prop_assert_eq!(&ratio(a * &e, &b * &e), &first);
            let second = BigRational::new(c, d * e);
            prop_assert_eq!(product(&first, &second), &first * &second);
            prop_assert_eq!(sum(&first, &second), &first + &second);
            prop_assert_eq!(quotient(&first, second.denom()), &first / second.denom());
            prop_assert_eq!(quotient(&first, &-second.denom()), &first / -second.denom());
            prop_assert_eq!(lcm(first.denom(), second.denom()), Integer::lcm(first.denom(), second.denom()));
        }
    }
}
