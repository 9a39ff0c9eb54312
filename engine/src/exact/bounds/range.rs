//! The range of a rational function over a closed interval.

use super::bernstein::Bernstein;
use super::roots::{Isolated, locate, roots_of_square_free};
use super::{BoundsError, check_function, grid_exponent, power_of_two, value_at};
use crate::exact::Between;
use crate::exact::poly::{Poly, eval_homogeneous};
use crate::exact::ratfunc::RatFunc;
use crate::work::stop;
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;

/// Digits added when a critical value and a known value are not yet told apart.
const MORE_DIGITS: u64 = 64;

/// The number of additions after which the two are no longer compared, and the bound is rounded outwards.
const MAX_ROUNDS: u32 = 32;

/// Proved lower and upper bounds of `f` over the closed interval `[lower, upper]`.
///
/// Exact: no value lies outside the bounds, and each is within the tolerance of a value that the function takes. A bound is
/// that value itself when the extremum lies at an end of the interval or at a
/// rational critical point, and also when it lies at an irrational one but its value is a fraction with
/// a small denominator (or the value at an end).
///
/// Cost: milliseconds at degree 16.
///
/// # Errors
///
/// [`BoundsError`]: a pole in the interval, or a limit of the [module](super) passed.
//
// Proof that the bounds hold. Without a pole f is continuous on [a, b], so it has a greatest value, at
// a, at b, or at an inner point where f' = 0. `locate` lists all roots of the numerator of f' in
// [a, b]. For a rational root r the value f(r) is computed exactly, as are f(a) and f(b). For another
// root c in (l, u) with u - l <= w, the mean value theorem gives |f(c) - f(l)| <= wL for any L that |f'|
// does not exceed on [a, b]; `Slope` finds such an L < 2^e from Bernstein coefficients (each value of a
// polynomial lies between the least and the greatest of them). With w <= 2^-(s+e) that is at most
// 2^-s, and F = floor(2^s f(l)) gives 2^-s (F - 1) <= f(c) <= 2^-s (F + 2). The upper bound is the
// greatest of the exact values and of those right-hand sides that are not shown to be no greater than
// the best exact value. As 2^-s <= tolerance/4, a right-hand side exceeds f(c) by at most 3/4 of the
// tolerance. The lower bound is minus the upper bound of -f.
pub(crate) fn range(
    f: &RatFunc,
    lower: &BigRational,
    upper: &BigRational,
    tolerance: &BigRational,
) -> Result<Between, BoundsError> {
    check_function(f)?;
    check_no_pole(f, (lower, upper), tolerance)?;
    let slope = f.derivative();
    let mut values = vec![value_at(f, lower), value_at(f, upper)];
    let mut open = Vec::new();
    let critical = if slope.numer().degree().is_some() {
        slope.numer().square_free()
    } else {
        Poly::from(1)
    };
    for cell in locate(&critical, lower, upper, tolerance) {
        match cell.ends().number() {
            Some(at) => values.push(value_at(f, at)),
            None => open.push(cell),
        }
    }
    let steepness = if open.is_empty() {
        0
    } else {
        log_steepness(&slope, lower, upper)
    };
    let greatest = |f: RatFunc, values: &[BigRational]| {
        let search = MaximumSearch {
            f: &f,
            critical: &critical,
            digits: grid_exponent(&(tolerance / BigInt::from(4))),
            steepness,
        };
        search.greatest(values, open.clone())
    };
    let top = greatest(f.clone(), &values);
    let negated: Vec<BigRational> = values.iter().map(|v| -v).collect();
    let bottom = greatest(-f, &negated);
    Ok(Between::new(-bottom, top))
}

fn check_no_pole(
    f: &RatFunc,
    (lower, upper): (&BigRational, &BigRational),
    tolerance: &BigRational,
) -> Result<(), BoundsError> {
    let denom = f.denom().square_free();
    let poles = roots_of_square_free(&denom, lower, upper, tolerance);
    match poles.into_iter().next() {
        Some(at) => Err(BoundsError::Pole { at: Box::new(at) }),
        None => Ok(()),
    }
}

/// An exponent e such that |slope| < 2^e on the interval, where it has no pole.
fn log_steepness(slope: &RatFunc, lower: &BigRational, upper: &BigRational) -> i64 {
    let above = Bernstein::new(slope.numer(), lower, upper).abs_upper_bound();
    // The denominator does not vanish on the interval, so on short enough pieces all coefficients
    // have one sign.
    let mut below: Option<BigRational> = None;
    let mut stack = vec![Bernstein::new(slope.denom(), lower, upper)];
    while let Some(form) = stack.pop() {
        stop::check();
        match form.abs_lower_bound() {
            Some(bound) if below.as_ref().is_none_or(|b| bound < *b) => below = Some(bound),
            Some(_) => {}
            None => {
                let (low, high) = form.split();
                stack.push(low);
                stack.push(high);
            }
        }
    }
    let below = below.expect("the interval was covered by at least one piece");
    let ratio = above / below;
    // n/d < 2^bits(n) / 2^(bits(d) - 1). Lengths fit: they are bounded by the limits on the question.
    ratio.numer().bits() as i64 - ratio.denom().bits() as i64 + 1
}

/// The search for the greatest value.
struct MaximumSearch<'a> {
    f: &'a RatFunc,
    /// The square-free polynomial whose roots the critical points are.
    critical: &'a Poly,
    /// Values are enclosed on the grid of multiples of 2^-digits.
    digits: u64,
    /// |f'| < 2^steepness.
    steepness: i64,
}

impl MaximumSearch<'_> {
    /// The upper bound. `values` are known values, not empty.
    fn greatest(&self, values: &[BigRational], open: Vec<Isolated>) -> BigRational {
        let mut best = values.iter().max().expect("both ends are listed").clone();
        let mut rest = Vec::new();
        for mut cell in open {
            let value = self.enclose(&mut cell, self.digits);
            if let Some(value) = value.number() {
                best = best.max(value.clone());
                continue;
            }
            if value.upper <= best {
                continue;
            }
            let guess = simplest_between(&value.lower, &value.upper);
            if self.takes(&cell, &guess) {
                best = best.max(guess);
            } else {
                rest.push((cell, value));
            }
        }
        let mut bound = best.clone();
        for (mut cell, value) in rest {
            if let Some(high) = self.above(&mut cell, value, &best) {
                bound = bound.max(high);
            }
        }
        bound
    }

    /// An upper bound of the value at the critical point, or `None` when that is at most `best`.
    fn above(
        &self,
        cell: &mut Isolated,
        mut value: Between,
        best: &BigRational,
    ) -> Option<BigRational> {
        let mut digits = self.digits;
        for round in 0..MAX_ROUNDS {
            if value.upper <= *best {
                return None;
            }
            if value.lower >= *best {
                break;
            }
            if round == 0 && self.takes(cell, best) {
                return None;
            }
            digits += MORE_DIGITS;
            value = self.enclose(cell, digits);
        }
        // Back to the coarse grid, outward.
        let grid = BigInt::from(1) << self.digits;
        let scaled = (value.upper * &grid).ceil().to_integer();
        Some(BigRational::new(scaled, grid))
    }

    /// The value at the critical point, or multiples of 2^-digits around it, three steps apart.
    fn enclose(&self, cell: &mut Isolated, digits: u64) -> Between {
        let width = power_of_two(-(digits as i64) - self.steepness);
        if let Some(at) = cell.refine(&width) {
            return Between::exact(value_at(self.f, &at));
        }
        let (num, den) = cell.lower_parts();
        let (above, below) = (self.f.numer(), self.f.denom());
        stop::check();
        let mut top = eval_homogeneous(above.numers(), num, den) << digits;
        let mut bottom = eval_homogeneous(below.numers(), num, den) * above.denom();
        let (m, n) = (above.degree().unwrap_or(0), below.degree().unwrap_or(0));
        let power = num_traits::pow(den.clone(), m.abs_diff(n));
        if m > n {
            bottom *= power;
        } else {
            top *= power;
        }
        let floor = top.div_floor(&bottom);
        let grid = BigInt::from(1) << digits;
        Between::new(
            BigRational::new(&floor - 1, grid.clone()),
            BigRational::new(floor + 2, grid),
        )
    }

    /// Whether f takes `value` at the critical point.
    fn takes(&self, cell: &Isolated, value: &BigRational) -> bool {
        let difference = self.f.numer() - self.f.denom().scale(value);
        let shared = difference.gcd(self.critical);
        shared.degree().unwrap_or(0) > 0 && cell.is_root_of(&shared)
    }
}

/// The fraction of least denominator in `[low, high]`, by continued fractions.
fn simplest_between(low: &BigRational, high: &BigRational) -> BigRational {
    let (mut low, mut high) = (low.clone(), high.clone());
    let mut whole_parts = Vec::new();
    let mut result = loop {
        let floor = low.floor();
        if floor == low {
            break floor;
        }
        let next = &floor + BigRational::from_integer(1.into());
        if next <= high {
            break next;
        }
        // No integer between: both have this whole part; go on with the reciprocals of the rest.
        (low, high) = ((high - &floor).recip(), (low - &floor).recip());
        whole_parts.push(floor);
    };
    while let Some(whole) = whole_parts.pop() {
        result = whole + result.recip();
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_simplest_fraction_has_the_least_denominator() {
        let ratio = |n: i64, d: i64| BigRational::new(n.into(), d.into());
        for (low, high, best) in [
            (ratio(314, 100), ratio(315, 100), ratio(22, 7)),
            (ratio(1, 3), ratio(1, 2), ratio(1, 2)),
            (ratio(-7, 5), ratio(-6, 5), ratio(-4, 3)),
            (ratio(-1, 9), ratio(1, 9), ratio(0, 1)),
            (ratio(355, 113), ratio(355, 113), ratio(355, 113)),
        ] {
            assert_eq!(simplest_between(&low, &high), best);
        }
    }
}
