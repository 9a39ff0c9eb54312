//! Products and powers of polynomials with weights for coefficients: sums of independent throws.
//!
//! The power `f = P^n` satisfies `f' P = n P' f`, so each coefficient follows from the few before it, scaled by
//! small integers and divided exactly by one: linear in the number of coefficients and in their length. When
//! the weights come in runs of equal ones (a fair die has a single run), `P = A/(1 − x)` with `A` of few terms,
//! and the recurrence for `A/(1 − x)` is shorter still: three terms whatever the number of faces.
//!
//! # Powers by recurrence
//! The weights of `n` equal dice are the coefficients of `P(x)^n`. From `f' P = n P' f` each coefficient follows from a few before it with
//! small integer factors and one exact division. For weights in runs of equal ones, as every fair die has, `P = A/(1 − x)` with a short `A`,
//! and three terms are enough whatever the number of faces. Where weights are too large for machine words, repeated squaring takes over; a
//! test compares the two.
//!
//! Unlike throws are added by whichever is less work: pair by pair, or by transforms. For
//! the last the weights are packed into one long number each (Kronecker substitution), whose limbs are convolved modulo three primes and put
//! together again (`natural::transform`). The limbs stay decimal, so nothing is converted. The same estimate that picks the way is what the
//! work is counted by. `10d1300+6d4111` took 13 s pair by pair and takes 0.3 s.
//! Sums that slide along equal weights took a quarter of the time for `1000d6+d1000`, nine tenths for `3000d6+d20`, in 80 lines more.
//!
//! A pool is read face by face, a state for each number of throws used (`exact::pool`). The highest of throws that are alike have a scheme
//! of their own (`exact::keep_highest`). Two pools that are
//! matched have a scheme of their own (`exact::matched`); a reader told of both goes through all pairs, and took 1.5 s for `matched(20d6, 20d6)`.

use num_bigint::BigUint;
use num_traits::One;

use super::Weight;
use super::recurrence::recurrence;
use crate::exact::natural::transform::{convolve, convolve_steps};
use crate::exact::natural::{LIMB_DIGITS, Natural};
use crate::work::stop;

/// About the elementary steps it takes to make room for a coefficient.
const STEPS_OF_A_COEFFICIENT: u128 = 5;

/// A coefficient other than zero, and its exponent.
pub(crate) type Term<'a, W> = (usize, &'a W);

/// The measures of a factor that the cost of a product depends on.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Coefficients, zeros among them.
    pub length: u128,
    /// Coefficients other than zero.
    pub terms: u128,
    /// The words of the sum of all coefficients.
    pub words: u128,
}

impl Shape {
    /// That of a list of coefficients.
    pub(crate) fn of<W: Weight>(poly: &[W]) -> Self {
        Self::of_terms(poly.len(), &terms(poly))
    }

    /// That of a list of this many coefficients, of which these are other than zero.
    fn of_terms<W: Weight>(length: usize, terms: &[Term<'_, W>]) -> Self {
        let mut total = W::zero();
        for &(_, weight) in terms {
            total += weight;
        }
        Self {
            length: length as u128,
            terms: terms.len() as u128,
            words: total.size().max(1) as u128,
        }
    }

    /// That of a product of two, about which no more is known than of any.
    fn times(self, other: Self) -> Self {
        let length = (self.length + other.length).saturating_sub(1);
        let terms = length.min(self.terms.saturating_mul(other.terms));
        Self {
            length,
            terms,
            words: self.words + other.words,
        }
    }
}

/// The product of two polynomials, lowest coefficient first; the second is given by its non-zero terms in ascending order.
pub(crate) fn product<W: Weight>(poly: &[W], factor: &[Term<'_, W>]) -> Vec<W> {
    let Some(&(degree, _)) = factor.last() else {
        return Vec::new();
    };
    let mut result = vec![W::zero(); poly.len() + degree];
    for (at, from) in poly.iter().enumerate().filter(|(_, from)| !from.is_zero()) {
        for &(shift, scale) in factor {
            stop::check();
            result[at + shift].add_product(from, scale);
        }
    }
    result
}

/// About the elementary steps [`product`] takes.
pub(crate) fn product_steps<W: Weight>(poly: Shape, factor: Shape) -> u128 {
    let each = W::product_steps(poly.words, factor.words);
    // Where terms lie apart, so do their places in memory.
    let apart = STEPS_OF_A_COEFFICIENT * (poly.length + factor.length);
    (poly.terms.saturating_mul(factor.terms))
        .saturating_mul(each)
        .saturating_add(apart)
}

/// The steps of a product pair by pair and, where it can be done so, by transforms.
fn ways(poly: Shape, factor: Shape) -> (u128, Option<u128>) {
    let packed = |shape: Shape| (shape.length, shape.words);
    let plain = product_steps::<Natural>(poly, factor);
    (plain, convolve_steps(packed(poly), packed(factor)))
}

/// The product of two polynomials of numbers, the fastest way.
pub(crate) fn product_of_numbers(poly: &[Natural], factor: &[Term<'_, Natural>]) -> Vec<Natural> {
    let Some(&(degree, _)) = factor.last() else {
        return Vec::new();
    };
    if poly.is_empty() {
        return Vec::new();
    }
    let (plain, convolved) = ways(Shape::of(poly), Shape::of_terms(degree + 1, factor));
    match convolved.is_some_and(|steps| steps < plain) {
        true => convolve(poly, factor),
        false => product(poly, factor),
    }
}

/// About the elementary steps [`product_of_numbers`] takes.
pub(crate) fn product_of_numbers_steps(poly: Shape, factor: Shape) -> u128 {
    let (plain, convolved) = ways(poly, factor);
    convolved.map_or(plain, |steps| steps.min(plain))
}

/// `(a + b·x)^n` by the binomial theorem, for any weights.
pub(crate) fn binomial<W: Weight>(a: &W, b: &W, n: u32) -> Vec<W> {
    let powers = |base: &W| -> Vec<W> {
        let next = |power: &W| {
            stop::check();
            Some(power.times(base))
        };
        std::iter::successors(Some(W::one()), next)
            .take(n as usize + 1)
            .collect()
    };
    let (a, b) = (powers(a), powers(b));
    let mut ways = BigUint::one();
    let mut coefficients = Vec::with_capacity(b.len());
    for (k, (a, b)) in a.iter().rev().zip(&b).enumerate() {
        stop::check();
        coefficients.push(a.times(b).times(&W::from_count(&Natural::from(&ways))));
        ways = ways * (n as usize - k) / (k + 1);
    }
    coefficients
}

/// `base^n` by repeated squaring, for any weights.
pub(crate) fn by_squaring<W: Weight>(base: &[W], mut n: u32) -> Vec<W> {
    let mut result: Option<Vec<W>> = None;
    let mut square = base.to_vec();
    loop {
        let odd = n & 1 == 1;
        n >>= 1;
        if odd {
            result = Some(match result {
                Some(result) => W::poly_times(&square, &terms(&result)),
                None if n == 0 => return square,
                None => square.clone(),
            });
        }
        if n == 0 {
            return result.unwrap_or_else(|| vec![W::one()]);
        }
        square = W::poly_times(&square, &terms(&square));
    }
}

/// About the elementary steps [`by_squaring`] takes.
pub(crate) fn by_squaring_steps<W: Weight>(base: &[W], mut n: u32) -> u128 {
    let mut square = Shape::of(base);
    let mut result = Shape::of(&[W::one()]);
    let mut steps: u128 = 0;
    while n > 0 {
        if n & 1 == 1 {
            steps = steps.saturating_add(W::poly_times_steps(square, result));
            result = result.times(square);
        }
        n >>= 1;
        if n > 0 {
            steps = steps.saturating_add(W::poly_times_steps(square, square));
            square = square.times(square);
        }
    }
    steps
}

/// The non-zero terms of a polynomial.
pub(crate) fn terms<W: Weight>(poly: &[W]) -> Vec<Term<'_, W>> {
    let nonzero = |(_, weight): &Term<'_, W>| !weight.is_zero();
    poly.iter().enumerate().filter(nonzero).collect()
}

/// `base^n` by the recurrence above, or `None` when the weights are too large for it.
///
/// The first and last weight of `base` must not be zero.
pub(crate) fn by_recurrence(base: &[Natural], n: u32) -> Option<Vec<Natural>> {
    let (recurrence, length) = recurrence(base, n)?;
    let mut power: Vec<Natural> = Vec::with_capacity(length);
    power.push(base[0].pow(n));
    let symmetric = base.iter().eq(base.iter().rev());
    let computed = if symmetric {
        length.div_ceil(2)
    } else {
        length
    };
    for k in 1..computed {
        stop::check();
        power.push(recurrence.step(&power, k));
    }
    for k in computed..length {
        stop::check();
        power.push(power[length - 1 - k].clone());
    }
    Some(power)
}

/// About the elementary steps [`by_recurrence`] takes, where it applies: for each word of each coefficient a product with each
/// term, and a division.
pub(crate) fn by_recurrence_steps(base: &[Natural], n: u32) -> Option<u128> {
    let (recurrence, length) = recurrence(base, n)?;
    let largest = base.iter().max()?;
    let digits = largest.digits() as u128 * u128::from(n);
    let words = digits / LIMB_DIGITS as u128 + u128::from(n.ilog2()) / 18 + 2;
    let terms = recurrence.terms.len() as u128;
    let each = words.saturating_mul(2 * terms + 8) + 20 * terms + 60;
    Some(each.saturating_mul(length as u128))
}

/// Whether the recurrence applies and is the faster way.
pub(crate) fn recurs(base: &[Natural], n: u32) -> bool {
    let squaring = by_squaring_steps(base, n);
    by_recurrence_steps(base, n).is_some_and(|steps| steps <= squaring)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn naturals(weights: &[u64]) -> Vec<Natural> {
        weights
            .iter()
            .map(|&weight| Natural::from(weight))
            .collect()
    }

    proptest! {
        /// The recurrence and repeated squaring share nothing but the answer.
        #[test]
        fn recurrence_agrees_with_squaring(
            mut weights in prop::collection::vec(0u64..5, 1..8),
            first in 1u64..1_000_000,
            n in 0u32..12,
        ) {
            weights.insert(0, first);
            weights.push(1);
            let base = naturals(&weights);
            prop_assert_eq!(by_recurrence(&base, n), Some(by_squaring(&base, n)));
            let two = [base[0].clone(), Natural::from(n as u64 + 2)];
            prop_assert_eq!(binomial(&two[0], &two[1], n), by_squaring(&two, n));
        }

        #[test]
        fn products_agree_with_plain_ones(
            poly in prop::collection::vec(0u64..u64::MAX, 1..12),
            factor in prop::collection::vec(0u64..3, 1..30),
        ) {
            let (poly, factor) = (naturals(&poly), naturals(&factor));
            let factor = terms(&factor);
            prop_assert_eq!(product_of_numbers(&poly, &factor), product(&poly, &factor));
        }
    }

    #[test]
    fn a_fair_die_needs_three_terms() {
        let die = [1; 20];
        assert_eq!(
            super::super::recurrence::Recurrence::shortest(&die, 100)
                .terms
                .len(),
            3
        );
    }

    #[test]
    fn weights_too_large_are_refused_not_wrapped() {
        let base = naturals(&[1, u64::MAX]);
        assert_eq!(by_recurrence(&base, 3), None);
        assert_eq!(
            by_recurrence(&[Natural::one()], 9),
            Some(vec![Natural::one()])
        );
    }
}
