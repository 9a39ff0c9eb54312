//! Proved bounds of a least solution, by Newton's method with rounding in the safe direction.
//!
//! Let μ be the least solution of x = P(x) and 0 ≤ x ≤ μ. All coefficients being non-negative, P(μ) ≥ P(x) + A·(μ − x)
//! for every A with 0 ≤ A ≤ P'(x), so that (I − A)·(μ − x) ≥ P(x) − x. If there is a w > 0 with (I − A)·w > 0, the inverse
//! of I − A exists and has no negative entry, and x + (I − A)⁻¹·r ≤ μ for every r ≤ P(x) − x: the step never goes too far,
//! however P(x) and P'(x) are rounded down. From above, any u ≥ 0 with P(u) ≤ u bounds μ; u is sought on the line from the
//! last x in the direction of w, along which u − P(u) grows first.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

use super::{FixpointError, Terms};
use crate::exact::Surd;
use crate::exact::lifting::Factored;
use crate::exact::real::{BITS, Enclosure, Real};
use crate::work::stop;

/// Steps taken at most; two or three times what a simple root needs.
const MAX_STEPS: usize = 60;

/// Factors and coefficient, in units of 2^−BITS.
type Rounded = Vec<(Vec<usize>, BigInt)>;

/// Encloses each unknown.
pub(super) fn enclose(equations: &[Terms<Real>]) -> Result<Vec<Real>, FixpointError> {
    let count = equations.len();
    let one = BigInt::one() << BITS;
    let (below, above) = rounded(equations)?;
    let mut x = vec![BigInt::zero(); count];
    let mut direction = vec![one.clone(); count];
    for _ in 0..MAX_STEPS {
        stop::check();
        let Some((step, w)) = newton_step(&below, &x, &one) else {
            break;
        };
        direction = w;
        let mut still = true;
        for (x, step) in x
            .iter_mut()
            .zip(step)
            .filter(|(_, step)| step.is_positive())
        {
            still &= step < BigInt::from(4);
            *x += step;
        }
        if still {
            break;
        }
    }

    // All chances at most 1: exactly, since rounded coefficients may sum to a little more.
    let within = |terms: &Terms<Real>| {
        let sum = terms.values().cloned().fold(Real::zero(), |a, b| a + b);
        match sum.exact() {
            Some(sum) => *sum <= Surd::one(),
            None => sum.enclosure().is_some_and(|sum| sum.upper <= one),
        }
    };
    let chances = equations.iter().all(within);
    let upper = upper_bound(&above, &x, &direction, chances.then_some(&one))
        .ok_or(FixpointError::Diverges { unknown: 0 })?;
    let enclosures = x.into_iter().zip(upper);
    Ok(enclosures
        .map(|(lower, upper)| Real::Between(Enclosure { lower, upper }))
        .collect())
}

/// The coefficients rounded down, and rounded up.
fn rounded(equations: &[Terms<Real>]) -> Result<(Vec<Rounded>, Vec<Rounded>), FixpointError> {
    let count = equations.len();
    let mut below: Vec<Rounded> = Vec::with_capacity(count);
    let mut above: Vec<Rounded> = Vec::with_capacity(count);
    for (unknown, terms) in equations.iter().enumerate() {
        let (mut low, mut high) = (Vec::new(), Vec::new());
        for (factors, coefficient) in terms {
            let bounds = coefficient
                .enclosure()
                .ok_or(FixpointError::Diverges { unknown })?;
            low.push((factors.clone(), bounds.lower.max(BigInt::zero())));
            high.push((factors.clone(), bounds.upper));
        }
        below.push(low);
        above.push(high);
    }
    Ok((below, above))
}

/// (I − A)⁻¹·(P(x) − x) rounded down, and (I − A)⁻¹·1; nothing when the inverse is not shown to be non-negative.
fn newton_step(
    equations: &[Rounded],
    x: &[BigInt],
    one: &BigInt,
) -> Option<(Vec<BigInt>, Vec<BigInt>)> {
    let mut matrix = Vec::with_capacity(x.len());
    let mut values = Vec::with_capacity(x.len());
    for (i, terms) in equations.iter().enumerate() {
        let mut row = BTreeMap::from([(i, one.clone())]);
        let mut value = -&x[i];
        for (factors, coefficient) in terms {
            value += product(coefficient, factors, x, false);
            for (place, &unknown) in factors.iter().enumerate() {
                let others = [&factors[..place], &factors[place + 1..]].concat();
                *row.entry(unknown).or_default() -= product(coefficient, &others, x, false);
            }
        }
        matrix.push(row.into_iter().collect());
        values.push(value);
    }
    let matrix = Factored::new(matrix).ok()?;
    let solved = |rhs: &[BigInt]| -> Option<Vec<BigInt>> {
        let solution = matrix.solve(rhs).ok()?;
        let numerators = solution.numerators.into_iter();
        // The matrix holds I − A in units of 2^−BITS, and so does the right-hand side hold its values.
        let rounded = numerators.map(|value| (value * one).div_floor(&solution.denominator));
        Some(rounded.collect())
    };
    let w = solved(&vec![one.clone(); x.len()])?;
    // Each entry of the inverse times a vector of ones is at least 1 when the inverse is not negative; and a positive
    // vector that I − A takes to ones shows that it is not.
    let shown = w.iter().all(BigInt::is_positive);
    Some((solved(&values)?, w)).filter(|_| shown)
}

/// The coefficient times its factors, rounded down or up.
fn product(coefficient: &BigInt, factors: &[usize], x: &[BigInt], up: bool) -> BigInt {
    factors
        .iter()
        .fold(coefficient.clone(), |product, &factor| {
            let exact = product * &x[factor];
            if up {
                -((-exact) >> BITS)
            } else {
                exact >> BITS
            }
        })
}

/// A vector u with P(u) ≤ u, as near to x as one is found; `most`, where given, bounds every unknown.
fn upper_bound(
    equations: &[Rounded],
    x: &[BigInt],
    direction: &[BigInt],
    most: Option<&BigInt>,
) -> Option<Vec<BigInt>> {
    let bounds = |u: &Vec<BigInt>| {
        let mut all = equations.iter().zip(u);
        all.all(|(terms, u_i)| {
            let parts = terms
                .iter()
                .map(|(factors, c)| product(c, factors, u, true));
            parts.sum::<BigInt>() <= *u_i
        })
    };
    // Lengths of 4, 8, … units, to about 1.
    let lengths = (2..=BITS).map(|bit| BigInt::one() << bit);
    let mut along = lengths.map(|length| -> Vec<BigInt> {
        let steps = x.iter().zip(direction);
        steps
            .map(|(x, w)| x + ((w * &length) >> BITS) + 1)
            .collect()
    });
    match (along.find(bounds), most) {
        (Some(found), Some(most)) => Some(found.into_iter().map(|u| u.min(most.clone())).collect()),
        (Some(found), None) => Some(found),
        (None, most) => most.map(|most| vec![most.clone(); x.len()]),
    }
}
