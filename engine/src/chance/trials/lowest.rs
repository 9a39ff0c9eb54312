//! Fractions in lowest terms whose denominators have small primes only, however long they are.
//!
//! A general greatest common divisor takes time quadratic in the length, at every bit; the chance of a sample of tens of
//! thousands of trials has as many digits. Which primes can divide its denominator is known: those of the chance of one
//! trial, or those up to the number of trials.

use num_bigint::BigUint;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Zero};

/// Primes looked for in a number.
const TRIED: u64 = 1 << 16;

/// The primes up to a number.
pub(super) fn primes_to(most: u64) -> Vec<u64> {
    let mut composite = vec![false; most as usize + 1];
    let mut primes = Vec::new();
    for number in 2..=most {
        if !composite[number as usize] {
            primes.push(number);
            let multiples = (number * number..=most).step_by(number as usize);
            multiples.for_each(|multiple| composite[multiple as usize] = true);
        }
    }
    primes
}

/// The primes that divide a number, if all of them are small.
pub(super) fn primes_of(number: &BigUint) -> Option<Vec<u64>> {
    let (mut rest, mut primes) = (number.clone(), Vec::new());
    for q in 2..TRIED {
        if rest.is_one() {
            break;
        }
        if !(&rest % q).is_zero() {
            continue;
        }
        // Only primes can divide: smaller factors are gone by then.
        primes.push(q);
        while (&rest % q).is_zero() {
            rest /= q;
        }
    }
    rest.is_one().then_some(primes)
}

/// `over / under` in lowest terms; no prime but these divides `under`.
pub(super) fn fraction(mut over: BigUint, mut under: BigUint, primes: &[u64]) -> BigRational {
    if over.is_zero() {
        return BigRational::zero();
    }
    for &prime in primes {
        // By the prime, its square, its fourth power … while both can be divided, then by the smaller of these again.
        let mut powers = vec![BigUint::from(prime)];
        while let Some(power) = powers
            .last()
            .filter(|power| divide(&mut over, &mut under, power))
        {
            let square = power * power;
            powers.push(square);
        }
        for power in powers.iter().rev().skip(1) {
            divide(&mut over, &mut under, power);
        }
    }
    BigRational::new_raw(over.into(), under.into())
}

/// Divides both, if both can be divided.
fn divide(over: &mut BigUint, under: &mut BigUint, by: &BigUint) -> bool {
    if *by > *over || *by > *under {
        return false;
    }
    let (first, rest) = over.div_rem(by);
    if !rest.is_zero() {
        return false;
    }
    let (second, rest) = under.div_rem(by);
    if !rest.is_zero() {
        return false;
    }
    (*over, *under) = (first, second);
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_traits::Pow;
    use proptest::prelude::*;

    #[test]
    fn primes_are_found() {
        assert_eq!(primes_to(30), [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]);
        assert_eq!([primes_to(0), primes_to(1)].concat(), [0; 0]);
        assert_eq!(
            primes_of(&BigUint::from(2u64 * 2 * 3 * 65_521)),
            Some(vec![2, 3, 65_521])
        );
        assert_eq!(primes_of(&BigUint::from(65_537u64 * 2)), None);
        assert_eq!(primes_of(&BigUint::one()), Some(vec![]));
    }

    proptest! {
        #[test]
        fn it_is_what_the_greatest_common_divisor_leaves(
            weight in any::<u64>(), base in 1u64..3000, n in 0u32..60, more in 0u32..70,
        ) {
            let power = |exponent: u32| Pow::pow(&BigUint::from(base), exponent);
            let (over, under) = (power(more) * weight, power(n));
            let primes = primes_of(&BigUint::from(base)).unwrap();
            let expected = BigRational::new(over.clone().into(), under.clone().into());
            prop_assert_eq!(&fraction(over.clone(), under.clone(), &primes), &expected);
            prop_assert_eq!(fraction(over, under, &primes_to(base)), expected);
        }
    }
}
