//! The recurrence that the coefficients of a power satisfy.

use crate::exact::natural::{BASE, Natural, split};

/// Ten to the eighteenth as the type sums are made in.
const WIDE_BASE: i128 = BASE as i128;
/// Makes sums positive.
const LEAST: i128 = WIDE_BASE << 63;

/// The recurrence for `base^n` and the number of coefficients, when sums stay within machine arithmetic.
pub(super) fn recurrence(base: &[Natural], n: u32) -> Option<(Recurrence, usize)> {
    let small: Vec<i128> = (base.iter())
        .map(|weight| weight.to_u64().map(i128::from))
        .collect::<Option<_>>()?;
    let length = base.len().checked_sub(1)?.checked_mul(n as usize)? + 1;
    let recurrence = Recurrence::shortest(&small, i128::from(n));
    recurrence.fits(length).then_some((recurrence, length))
}

/// `lead · k · f_k = Σ (fixed − slope · k) · f_{k − lag}` over the terms.
pub(super) struct Recurrence {
    lead: i128,
    /// The parts that earlier coefficients add to the next: lag, fixed, slope.
    pub(super) terms: Vec<(usize, i128, i128)>,
}

impl Recurrence {
    /// The shorter of the two recurrences for the `n`-th power of a polynomial.
    pub(super) fn shortest(poly: &[i128], n: i128) -> Self {
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
            .map(|lag| {
                let fixed = n * at(c, lag - 1) + at(b, lag) * lag as i128;
                (lag, fixed, at(b, lag))
            })
            .filter(|(_, fixed, slope)| *fixed != 0 || *slope != 0)
            .collect();
        Self { lead: b[0], terms }
    }

    /// Whether every sum of scaled limbs stays within 128 bits and every divisor within 63.
    fn fits(&self, length: usize) -> bool {
        let length = length as i128;
        let largest = (self.terms.iter())
            .map(|(_, fixed, slope)| {
                let falls = slope.saturating_abs().saturating_mul(length);
                fixed.saturating_abs().saturating_add(falls)
            })
            .fold(0, i128::saturating_add);
        largest < 1 << 62 && self.lead.saturating_mul(length) < 1 << 62
    }

    pub(super) fn step(&self, power: &[Natural], k: usize) -> Natural {
        let scaled: Vec<(i128, &[u64])> = (self.terms.iter())
            .filter(|(lag, ..)| *lag <= k)
            .map(|(lag, fixed, slope)| (fixed - slope * k as i128, power[k - lag].limbs()))
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
