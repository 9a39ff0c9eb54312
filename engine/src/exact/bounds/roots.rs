//! Real roots of polynomials: isolation by Bernstein bisection, refinement by quadratic interval
//! refinement, and the decision whether a root is rational.

use super::bernstein::Bernstein;
use super::{BoundsError, check_function, check_poly};
use crate::exact::Between;
use crate::exact::poly::{Poly, eval_homogeneous};
use crate::exact::ratfunc::RatFunc;
use crate::work::stop;
use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

/// Roots are tested for being rational while degree × bits of the leading coefficient is at most this.
const RATIONAL_TEST_BITS: u64 = 1 << 18;

/// The distinct real roots of a polynomial in the closed interval `[lower, upper]`, in ascending order.
///
/// Exact: the list is complete and without repetition; a multiple root is listed once. Every rational
/// root is given as a fraction, unless degree × bits of the leading coefficient (of the square-free
/// integer form) passes 2^18, when only some may be. Any other root is given by an interval of width at
/// most `tolerance`; the intervals do not overlap, and no given fraction lies inside one.
///
/// Cost: milliseconds at degree 20; quadratic in the degree for each bisection.
///
/// # Errors
///
/// [`BoundsError`]: the zero polynomial, or a limit of the [module](super) passed.
pub(crate) fn real_roots_in(
    poly: &Poly,
    lower: &BigRational,
    upper: &BigRational,
    tolerance: &BigRational,
) -> Result<Vec<Between>, BoundsError> {
    check_poly(poly)?;
    if poly.degree().is_none() {
        return Err(BoundsError::EqualEverywhere);
    }
    let simple = poly.square_free();
    Ok(roots_of_square_free(&simple, lower, upper, tolerance))
}

/// The points of `[lower, upper]` where two rational functions are equal, both being defined there.
///
/// Exact: as [`real_roots_in`]. Poles in the interval are allowed and are not listed.
///
/// # Errors
///
/// As [`real_roots_in`]; [`BoundsError::EqualEverywhere`] when the functions are the same.
///
pub(crate) fn crossings(
    f: &RatFunc,
    g: &RatFunc,
    lower: &BigRational,
    upper: &BigRational,
    tolerance: &BigRational,
) -> Result<Vec<Between>, BoundsError> {
    check_function(f)?;
    check_function(g)?;
    let difference = f.numer() * g.denom() - g.numer() * f.denom();
    if difference.degree().is_none() {
        return Err(BoundsError::EqualEverywhere);
    }
    // A root of both the difference and a denominator is a pole, not a meeting point. One division
    // takes all of them out, because the square-free part has each root once.
    let mut simple = difference.square_free();
    for denom in [f.denom(), g.denom()] {
        let shared = simple.gcd(denom);
        simple = simple
            .div_exact(&shared)
            .expect("a gcd divides the polynomial it came from");
    }
    Ok(roots_of_square_free(&simple, lower, upper, tolerance))
}

/// The roots of a square-free primitive polynomial, every irrational one within `tolerance`.
pub(super) fn roots_of_square_free(
    simple: &Poly,
    lower: &BigRational,
    upper: &BigRational,
    tolerance: &BigRational,
) -> Vec<Between> {
    let cells = locate(simple, lower, upper, tolerance);
    cells.iter().map(Isolated::ends).collect()
}

/// Isolates the roots in ascending order, refines them to `tolerance` and finds the rational ones.
pub(super) fn locate(
    simple: &Poly,
    lower: &BigRational,
    upper: &BigRational,
    tolerance: &BigRational,
) -> Vec<Isolated> {
    let cells = isolate(simple, lower, upper).into_iter();
    let refined = cells.map(|found| {
        let mut cell = Isolated::new(simple.numers(), &found);
        if found.number().is_some() {
            return cell;
        }
        match cell.refine(tolerance).or_else(|| cell.rational_root()) {
            Some(root) => Isolated::new(simple.numers(), &Between::exact(root)),
            None => cell,
        }
    });
    refined.collect()
}

/// Cells that hold one root each: fractions hit by the bisection, and open intervals at whose ends the
/// polynomial does not vanish.
///
/// Termination: the polynomial is square-free, so on short enough intervals the number of sign changes
/// is the number of roots in the open interval, 0 or 1 (Vincent's theorem); and a cell with one root
/// inside whose end is also a root is split until the two are apart.
fn isolate(simple: &Poly, lower: &BigRational, upper: &BigRational) -> Vec<Between> {
    let mut found = Vec::new();
    let whole = Bernstein::new(simple, lower, upper);
    let ends_in_root = lower < upper && whole.sign_at_upper() == Sign::NoSign;
    let mut stack = vec![(whole, lower.clone(), upper.clone())];
    // Lower halves are taken first, so roots come in ascending order. Each piece answers for its
    // lower end and its inside; the last upper end is added after the loop.
    while let Some((form, lower, upper)) = stack.pop() {
        stop::check();
        let root_below = form.sign_at_lower() == Sign::NoSign;
        let variations = if lower < upper { form.variations() } else { 0 };
        let clean = !root_below && form.sign_at_upper() != Sign::NoSign;
        if variations == 0 || (variations == 1 && clean) {
            if root_below {
                found.push(Between::exact(lower));
            } else if variations == 1 {
                found.push(Between::new(lower, upper));
            }
            continue;
        }
        let middle = (&lower + &upper) / BigInt::from(2);
        let (low, high) = form.split();
        stack.push((high, middle.clone(), upper));
        stack.push((low, lower, middle));
    }
    if ends_in_root {
        found.push(Between::exact(upper.clone()));
    }
    found
}

/// An open interval with exactly one root of a square-free polynomial, which has opposite signs at the
/// two ends; or the root itself, where it is known.
#[derive(Clone)]
pub(super) struct Isolated {
    coeffs: Vec<BigInt>,
    /// The interval is `(low / den, (low + width) / den)`; refinement keeps `width`.
    low: BigInt,
    width: BigInt,
    den: BigInt,
    /// `den^degree` times the values at the ends.
    at_low: BigInt,
    at_high: BigInt,
    /// Binary digits that the next step tries to gain.
    gain: u64,
}

impl Isolated {
    fn new(coeffs: &[BigInt], Between { lower, upper }: &Between) -> Isolated {
        let den = lower.denom().lcm(upper.denom());
        let low = lower.numer() * (&den / lower.denom());
        let high = upper.numer() * (&den / upper.denom());
        let mut cell = Isolated {
            coeffs: coeffs.to_vec(),
            width: &high - &low,
            low,
            den,
            at_low: BigInt::zero(),
            at_high: BigInt::zero(),
            gain: 1,
        };
        cell.at_low = cell.value(&cell.low, &cell.den);
        cell.at_high = cell.value(&high, &cell.den);
        cell
    }

    /// The ends of the interval.
    pub(super) fn ends(&self) -> Between {
        Between::new(
            BigRational::new(self.low.clone(), self.den.clone()),
            BigRational::new(&self.low + &self.width, self.den.clone()),
        )
    }

    /// The lower end as numerator and denominator, not reduced.
    pub(super) fn lower_parts(&self) -> (&BigInt, &BigInt) {
        (&self.low, &self.den)
    }

    fn value(&self, num: &BigInt, den: &BigInt) -> BigInt {
        stop::check();
        eval_homogeneous(&self.coeffs, num, den)
    }

    /// Shrinks the interval to at most `target`; gives the root if a step hits it.
    ///
    /// Quadratic interval refinement (Abbott): the secant proposes one of `2^gain` equal parts; two
    /// signs confirm it, and then the next step tries for twice the digits, else for half as many.
    /// With `gain` 1 it is plain bisection, which cannot fail.
    pub(super) fn refine(&mut self, target: &BigRational) -> Option<BigRational> {
        let degree = self.coeffs.len() as u64 - 1;
        let wide = &self.width * target.denom();
        loop {
            let goal = target.numer() * &self.den;
            if wide <= goal {
                return None;
            }
            let missing = (wide.bits() + 1).saturating_sub(goal.bits()).max(1);
            let gain = self.gain.min(missing);
            let den = &self.den << gain;
            let base = &self.low << gain;
            let parts = BigInt::one() << gain;
            let (size_low, size_high) = (self.at_low.abs(), self.at_high.abs());
            let part =
                ((&size_low << gain) / (&size_low + &size_high)).clamp(BigInt::one(), &parts - 1);
            let at_low = &self.at_low << (gain * degree);
            let at_high = &self.at_high << (gain * degree);

            let cut = &base + &part * &self.width;
            let at_cut = self.value(&cut, &den);
            if at_cut.is_zero() {
                return Some(BigRational::new(cut, den));
            }
            let root_above = at_cut.sign() == at_low.sign();
            // The other end of the proposed part, and the value there.
            let (other, is_end, at_end) = match root_above {
                true => (&cut + &self.width, &part + 1 == parts, at_high),
                false => (&cut - &self.width, part.is_one(), at_low),
            };
            let at_other = match is_end {
                true => at_end,
                false => self.value(&other, &den),
            };
            if at_other.is_zero() {
                return Some(BigRational::new(other, den));
            }
            if at_other.sign() == at_cut.sign() {
                self.gain = (gain / 2).max(1);
                continue;
            }
            if root_above {
                (self.low, self.at_low, self.at_high) = (cut, at_cut, at_other);
            } else {
                (self.low, self.at_low, self.at_high) = (other, at_other, at_cut);
            }
            self.den = den;
            self.gain = gain * 2;
        }
    }

    /// The root, if it is rational (and the leading coefficient short enough to decide).
    ///
    /// The denominator of a rational root divides the leading coefficient c, so c times the root is an
    /// integer; an interval shorter than 1/|c| leaves one candidate at most.
    fn rational_root(&self) -> Option<BigRational> {
        let lead = self.coeffs.last()?.abs();
        if lead.bits().saturating_mul(self.coeffs.len() as u64) > RATIONAL_TEST_BITS {
            return None;
        }
        let mut cell = self.clone();
        let short = BigRational::new(BigInt::one(), &lead * 2);
        if let Some(root) = cell.refine(&short) {
            return Some(root);
        }
        let candidate = (&lead * &cell.low).div_floor(&cell.den) + 1;
        if &candidate * &cell.den >= &lead * (&cell.low + &cell.width) {
            return None;
        }
        let value = cell.value(&candidate, &lead);
        value.is_zero().then(|| BigRational::new(candidate, lead))
    }

    /// Whether a divisor of the polynomial vanishes at the root.
    ///
    /// The divisor's roots are among the polynomial's, all simple, and only one of these lies in the
    /// closed interval; so the divisor vanishes there just when its signs at the ends differ.
    pub(super) fn is_root_of(&self, divisor: &Poly) -> bool {
        stop::check();
        let high = &self.low + &self.width;
        let at_low = eval_homogeneous(divisor.numers(), &self.low, &self.den);
        let at_high = eval_homogeneous(divisor.numers(), &high, &self.den);
        at_low.sign() != at_high.sign()
    }
}
