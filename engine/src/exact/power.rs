//! Products and powers of polynomials with weights for coefficients: sums of independent throws.
//!
//! The power `f = P^n` satisfies `f' P = n P' f`, so each coefficient follows from the few before it, scaled by
//! small integers and divided exactly by one: linear in the number of coefficients and in their length. When
//! the weights come in runs of equal ones (a fair die has a single run), `P = A/(1 − x)` with `A` of few terms,
//! and the recurrence for `A/(1 − x)` is shorter still: three terms whatever the number of faces.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::natural::{BASE, Natural, split};
use super::weight::Weight;

/// Ten to the eighteenth as the type sums are made in.
const WIDE_BASE: i128 = BASE as i128;
/// Makes sums positive.
const LEAST: i128 = WIDE_BASE << 63;

/// The product of two polynomials, lowest coefficient first; the second is given by its non-zero terms.
pub(crate) fn product<W: Weight>(poly: &[W], factor: &BTreeMap<usize, W>) -> Vec<W> {
    let Some((&degree, _)) = factor.last_key_value() else {
        return Vec::new();
    };
    let mut result = vec![W::zero(); poly.len() + degree];
    for (&shift, scale) in factor {
        for (to, from) in result[shift..].iter_mut().zip(poly) {
            to.add_product(from, scale);
        }
    }
    result
}

/// `(a + b·x)^n` by the binomial theorem, for any weights.
pub(crate) fn binomial<W: Weight>(a: &W, b: &W, n: u32) -> Vec<W> {
    let powers = |base: &W| -> Vec<W> {
        let next = |power: &W| Some(power.times(base));
        std::iter::successors(Some(W::one()), next)
            .take(n as usize + 1)
            .collect()
    };
    let (a, b) = (powers(a), powers(b));
    let mut ways = BigUint::one();
    let mut coefficients = Vec::with_capacity(b.len());
    for (k, (a, b)) in a.iter().rev().zip(&b).enumerate() {
        coefficients.push(a.times(b).times(&W::from_count(&Natural::from(&ways))));
        ways = ways * (n as usize - k) / (k + 1);
    }
    coefficients
}

/// `base^n` by repeated squaring, for any weights.
pub(crate) fn by_squaring<W: Weight>(base: &[W], mut n: u32) -> Vec<W> {
    let mut result = vec![W::one()];
    let mut square = base.to_vec();
    while n > 0 {
        if n & 1 == 1 {
            result = product(&result, &terms(&square));
        }
        n >>= 1;
        if n > 0 {
            square = product(&square, &terms(&square));
        }
    }
    result
}

/// The non-zero terms of a polynomial.
pub(crate) fn terms<W: Weight>(poly: &[W]) -> BTreeMap<usize, W> {
    let nonzero = |(_, weight): &(usize, &W)| !weight.is_zero();
    (poly.iter().enumerate())
        .filter(nonzero)
        .map(|(i, weight)| (i, weight.clone()))
        .collect()
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
        power.push(recurrence.step(&power, k));
    }
    for k in computed..length {
        power.push(power[length - 1 - k].clone());
    }
    Some(power)
}

/// How many terms each coefficient takes by the recurrence, where it applies.
pub(crate) fn recurrence_terms(base: &[Natural], n: u32) -> Option<usize> {
    recurrence(base, n).map(|(recurrence, _)| recurrence.terms.len())
}

/// The recurrence for `base^n` and the number of coefficients, when sums stay within machine arithmetic.
fn recurrence(base: &[Natural], n: u32) -> Option<(Recurrence, usize)> {
    let small: Vec<i128> = (base.iter())
        .map(|weight| weight.to_u64().map(i128::from))
        .collect::<Option<_>>()?;
    let length = base.len().checked_sub(1)?.checked_mul(n as usize)? + 1;
    let recurrence = Recurrence::shortest(&small, i128::from(n));
    recurrence.fits(length).then_some((recurrence, length))
}

/// `lead · k · f_k = Σ (fixed − slope · k) · f_{k − lag}` over the terms.
struct Recurrence {
    lead: i128,
    terms: Vec<Term>,
}

struct Term {
    lag: usize,
    fixed: i128,
    slope: i128,
}

impl Recurrence {
    /// The shorter of the two recurrences for the `n`-th power of a polynomial.
    fn shortest(poly: &[i128], n: i128) -> Self {
        let derivative = |poly: &[i128]| -> Vec<i128> {
            let terms = poly.iter().enumerate().skip(1);
            terms.map(|(i, c)| c * i as i128).collect()
        };
        let plain = Self::new(poly, &derivative(poly), n);
        // P = A / (1 − x): P'/P = (A' (1 − x) + A) / (A (1 − x)).
        let runs = times_one_minus_x(poly);
        let mut log_derivative = times_one_minus_x(&derivative(&runs));
        log_derivative.resize(log_derivative.len().max(runs.len()), 0);
        for (sum, run) in log_derivative.iter_mut().zip(&runs) {
            *sum += run;
        }
        let by_runs = Self::new(&times_one_minus_x(&runs), &log_derivative, n);
        if by_runs.terms.len() < plain.terms.len() {
            by_runs
        } else {
            plain
        }
    }

    /// From `B f' = n C f`: `B_0 k f_k = Σ_j (n C_{j−1} − B_j (k − j)) f_{k−j}`.
    fn new(b: &[i128], c: &[i128], n: i128) -> Self {
        let at = |poly: &[i128], i: usize| poly.get(i).copied().unwrap_or(0);
        let terms = (1..=b.len().max(c.len()))
            .map(|lag| Term {
                lag,
                fixed: n * at(c, lag - 1) + at(b, lag) * lag as i128,
                slope: at(b, lag),
            })
            .filter(|term| term.fixed != 0 || term.slope != 0)
            .collect();
        Self { lead: b[0], terms }
    }

    /// Whether every sum of scaled limbs stays within 128 bits and every divisor within 63.
    fn fits(&self, length: usize) -> bool {
        let length = length as i128;
        let largest = (self.terms.iter())
            .map(|term| {
                term.fixed
                    .saturating_abs()
                    .saturating_add(term.slope.saturating_abs().saturating_mul(length))
            })
            .fold(0, i128::saturating_add);
        largest < 1 << 62 && self.lead.saturating_mul(length) < 1 << 62
    }

    fn step(&self, power: &[Natural], k: usize) -> Natural {
        let scaled: Vec<(i128, &[u64])> = (self.terms.iter())
            .filter(|term| term.lag <= k)
            .map(|term| {
                (
                    term.fixed - term.slope * k as i128,
                    power[k - term.lag].limbs(),
                )
            })
            .filter(|(scale, _)| *scale != 0)
            .collect();
        let longest = scaled.iter().map(|(_, limbs)| limbs.len()).max();
        let mut limbs = Vec::with_capacity(longest.unwrap_or(0) + 2);
        let mut carry: i128 = 0;
        for i in 0..longest.unwrap_or(0) {
            let sum = (scaled.iter())
                .filter_map(|(scale, limbs)| limbs.get(i).map(|&limb| scale * i128::from(limb)))
                .fold(carry, |sum, part| sum + part);
            // Sums stay within 2^62 limbs on either side of zero, see `fits`.
            let (high, low) = split((sum + LEAST) as u128);
            carry = i128::from(high) - LEAST / WIDE_BASE;
            limbs.push(low);
        }
        while carry > 0 {
            limbs.push((carry % WIDE_BASE) as u64);
            carry /= WIDE_BASE;
        }
        debug_assert!(carry == 0, "a coefficient of a power is not negative");
        let (quotient, rest) =
            Natural::from_limbs(limbs).div_rem_small((self.lead * k as i128) as u64);
        debug_assert!(rest == 0, "the recurrence divides exactly");
        quotient
    }
}

/// The polynomial times `1 − x`.
fn times_one_minus_x(poly: &[i128]) -> Vec<i128> {
    let shifted = std::iter::once(0).chain(poly.iter().copied());
    let padded = poly.iter().copied().chain([0]);
    let mut result: Vec<i128> = padded.zip(shifted).map(|(a, b)| a - b).collect();
    while result.last() == Some(&0) {
        result.pop();
    }
    result
}

/// The product with a polynomial whose weights come in runs of equal ones, by sums that slide along; `None`
/// when plain multiplication is as short.
pub(crate) fn product_by_differences(
    poly: &[Natural],
    factor: &BTreeMap<usize, Natural>,
) -> Option<Vec<Natural>> {
    let (&low, _) = factor.first_key_value()?;
    let (&high, _) = factor.last_key_value()?;
    // Each run [from, until) of weight w contributes w · (S(k − from) − S(k − until)), S the running sums.
    let mut runs: Vec<(usize, usize, &Natural)> = Vec::new();
    for (&at, weight) in factor {
        match runs.last_mut() {
            Some((_, until, same)) if *until == at && *same == weight => *until = at + 1,
            _ => runs.push((at, at + 1, weight)),
        }
    }
    if runs.len() * 3 > factor.len() {
        return None;
    }
    let mut windows = vec![Natural::zero(); runs.len()];
    let mut result = Vec::with_capacity(poly.len() + high);
    result.resize(low, Natural::zero());
    for k in low..poly.len() + high {
        let mut sum = Natural::zero();
        for ((from, until, weight), window) in runs.iter().zip(&mut windows) {
            if let Some(entering) = k.checked_sub(*from).and_then(|i| poly.get(i)) {
                *window += entering;
            }
            if let Some(leaving) = k.checked_sub(*until).and_then(|i| poly.get(i)) {
                window.subtract(leaving);
            }
            sum.add_product(window, weight);
        }
        result.push(sum);
    }
    Some(result)
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
        fn sliding_sums_agree_with_plain_products(
            poly in prop::collection::vec(0u64..u64::MAX, 1..12),
            runs in prop::collection::vec((0u64..3, 1usize..9), 1..4),
            gap in 0usize..4,
        ) {
            let mut factor = vec![0; gap];
            for (weight, length) in runs {
                factor.extend(std::iter::repeat_n(weight, length));
            }
            let (poly, factor) = (naturals(&poly), terms(&naturals(&factor)));
            if let Some(fast) = product_by_differences(&poly, &factor) {
                prop_assert_eq!(fast, product(&poly, &factor));
            }
        }
    }

    #[test]
    fn a_fair_die_needs_three_terms() {
        let die = [1; 20];
        assert_eq!(Recurrence::shortest(&die, 100).terms.len(), 3);
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
