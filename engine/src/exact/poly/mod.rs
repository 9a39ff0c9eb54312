//! Polynomials in one unknown with rational coefficients.
//!
//! A [`Poly`] is stored as integers over one positive denominator, in lowest terms, so that sums and
//! products work on integers and two equal polynomials have equal parts. Rationals appear when a
//! coefficient is handed out.

mod integer;
mod modular;
mod ops;

pub(crate) use integer::{content, eval_homogeneous};
pub(crate) use ops::forward_binary;

use crate::exact::gcd;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use std::fmt;

/// A dense polynomial in one unknown with rational coefficients.
///
/// Coefficients are indexed by degree, so index 0 is the constant term. There are no trailing
/// zeros, and the zero polynomial has no coefficients at all.
///
/// Exact: everything; no operation rounds.
///
/// # Examples
///
/// ```
/// use siga::exact::poly::Poly;
///
/// let p = Poly::x();
/// let q = Poly::from(1) - &p;
/// // The chance of one flat side in four sticks, each flat with probability p.
/// let one_flat = Poly::from(4) * &p * q.pow(3);
/// assert_eq!(one_flat.to_string(), "4*p - 12*p^2 + 12*p^3 - 4*p^4");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Poly {
    /// Integer numerators, lowest degree first, last one nonzero.
    numers: Vec<BigInt>,
    /// Positive; no prime divides it and every numerator.
    denom: BigInt,
}

impl Poly {
    /// The polynomial with these coefficients, constant term first.
    ///
    /// Trailing zeros are dropped.
    ///
    /// # Examples
    ///
    /// ```
    /// use num_rational::BigRational;
    /// use siga::exact::poly::Poly;
    ///
    /// let half = BigRational::new(1.into(), 2.into());
    /// assert_eq!(Poly::new([half.clone(), -half]).to_string(), "1/2 - 1/2*p");
    /// ```
    pub fn new(coefficients: impl IntoIterator<Item = BigRational>) -> Poly {
        let coefficients: Vec<BigRational> = coefficients.into_iter().collect();
        let (numers, denom) = gcd::in_common(coefficients.iter());
        Poly::from_parts(numers, denom)
    }

    /// The polynomial with these integer coefficients, constant term first.
    ///
    /// # Examples
    ///
    /// ```
    /// use siga::exact::poly::Poly;
    ///
    /// assert_eq!(Poly::from_integers([2, -1]).to_string(), "2 - p");
    /// ```
    pub fn from_integers<T: Into<BigInt>>(coefficients: impl IntoIterator<Item = T>) -> Poly {
        Poly::from_parts(
            coefficients.into_iter().map(Into::into).collect(),
            BigInt::one(),
        )
    }

    /// The constant polynomial.
    pub(crate) fn constant(value: BigRational) -> Poly {
        let (numer, denom) = value.into_raw();
        Poly::from_parts(vec![numer], denom)
    }

    /// The unknown itself, written `p` in text.
    pub fn x() -> Poly {
        Poly::monomial(BigRational::one(), 1)
    }

    /// The single term `coefficient * p^degree`.
    pub fn monomial(coefficient: BigRational, degree: usize) -> Poly {
        let (numer, denom) = coefficient.into_raw();
        let mut numers = vec![BigInt::zero(); degree];
        numers.push(numer);
        Poly::from_parts(numers, denom)
    }

    /// Integers over a nonzero denominator, brought to the stored form.
    pub(crate) fn from_parts(mut numers: Vec<BigInt>, mut denom: BigInt) -> Poly {
        integer::trim(&mut numers);
        if numers.is_empty() {
            return Poly {
                numers,
                denom: BigInt::one(),
            };
        }
        if denom.is_negative() {
            denom = -denom;
            for c in &mut numers {
                *c = -std::mem::take(c);
            }
        }
        if !denom.is_one() {
            let mut common = denom.clone();
            for c in &numers {
                if common.is_one() {
                    break;
                }
                common = gcd::of_integers(&common, c);
            }
            if !common.is_one() {
                denom /= &common;
                for c in &mut numers {
                    *c /= &common;
                }
            }
        }
        Poly { numers, denom }
    }

    /// The integer coefficients over [`denom`](Poly::denom), constant term first.
    pub(crate) fn numers(&self) -> &[BigInt] {
        &self.numers
    }

    /// The least positive integer that makes every coefficient whole.
    pub(crate) fn denom(&self) -> &BigInt {
        &self.denom
    }

    /// The coefficient of `p^degree`, zero beyond the degree.
    pub(crate) fn coeff(&self, degree: usize) -> BigRational {
        self.numers.get(degree).map_or_else(BigRational::zero, |c| {
            BigRational::new(c.clone(), self.denom.clone())
        })
    }

    /// All coefficients, constant term first; empty for zero.
    pub fn coefficients(&self) -> Vec<BigRational> {
        (0..self.numers.len()).map(|i| self.coeff(i)).collect()
    }

    /// The degree, or `None` for the zero polynomial.
    pub(crate) fn degree(&self) -> Option<usize> {
        self.numers.len().checked_sub(1)
    }

    /// The bit length of the longest integer in the stored form.
    pub(crate) fn max_bits(&self) -> u64 {
        let longest = self.numers.iter().map(BigInt::bits).max().unwrap_or(0);
        longest.max(self.denom.bits())
    }

    /// The polynomial times a number.
    pub(crate) fn scale(&self, factor: &BigRational) -> Poly {
        Poly::from_parts(
            self.numers.iter().map(|c| c * factor.numer()).collect(),
            &self.denom * factor.denom(),
        )
    }

    /// The polynomial to a whole power; the power 0 is 1, also for zero.
    ///
    /// Cost: that of one multiplication at the final size, times a small factor.
    pub fn pow(&self, exponent: u32) -> Poly {
        let mut result = Poly::one();
        for bit in (0..u32::BITS - exponent.leading_zeros()).rev() {
            result = &result * &result;
            if exponent >> bit & 1 == 1 {
                result = &result * self;
            }
        }
        result
    }

    /// The derivative.
    pub(crate) fn derivative(&self) -> Poly {
        let terms = self.numers.iter().enumerate().skip(1);
        Poly::from_parts(terms.map(|(i, c)| c * i).collect(), self.denom.clone())
    }

    /// The value at a rational point.
    ///
    /// Cost: one Horner pass over integers of about degree × (bits of `at`) bits, and one reduction.
    ///
    /// # Examples
    ///
    /// ```
    /// use num_rational::BigRational;
    /// use siga::exact::poly::Poly;
    ///
    /// let third = BigRational::new(1.into(), 3.into());
    /// let value = Poly::from_integers([0, 1, -1]).eval(&third);
    /// assert_eq!(value, BigRational::new(2.into(), 9.into()));
    /// ```
    pub fn eval(&self, at: &BigRational) -> BigRational {
        let Some(degree) = self.degree() else {
            return BigRational::zero();
        };
        let value = eval_homogeneous(&self.numers, at.numer(), at.denom());
        let scale = num_traits::pow(at.denom().clone(), degree);
        BigRational::new(value, scale * &self.denom)
    }

    /// The quotient when `divisor` divides exactly, else `None` (also when it is zero).
    ///
    /// Cost: it gives up at the first digit that does not divide.
    pub(crate) fn div_exact(&self, divisor: &Poly) -> Option<Poly> {
        let (self_content, self_part) = self.primitive();
        let (divisor_content, divisor_part) = divisor.primitive();
        if divisor_content.is_zero() {
            return None;
        }
        // Gauss: for primitive parts, divisibility over Q and over Z are the same.
        let quotient = integer::exact_div(&self_part.numers, &divisor_part.numers)?;
        Some(Poly::from_parts(quotient, BigInt::one()).scale(&(self_content / divisor_content)))
    }

    /// The content and the primitive part: `self = content * part`.
    ///
    /// The part has integer coefficients without a common factor and its leading coefficient is
    /// positive; the content carries the sign. Zero gives zero twice.
    ///
    /// # Examples
    ///
    /// ```
    /// use num_rational::BigRational;
    /// use siga::exact::poly::Poly;
    ///
    /// let (content, part) = Poly::from_integers([6, -4]).primitive();
    /// assert_eq!(content, BigRational::from_integer((-2).into()));
    /// assert_eq!(part.to_string(), "-3 + 2*p");
    /// ```
    pub fn primitive(&self) -> (BigRational, Poly) {
        let Some(leading) = self.numers.last() else {
            return (BigRational::zero(), Poly::zero());
        };
        let mut common = content(&self.numers);
        if leading.is_negative() {
            common = -common;
        }
        let numers = self.numers.iter().map(|c| c / &common).collect();
        let part = Poly {
            numers,
            denom: BigInt::one(),
        };
        (BigRational::new(common, self.denom.clone()), part)
    }

    /// The greatest common divisor, primitive with positive leading coefficient.
    ///
    /// A nonzero number counts as 1, and the gcd with zero is the other's primitive part.
    ///
    /// Exact: images modulo word-sized primes are combined until the result divides both, which
    /// proves it. Cost: degree² word operations for every 60 bits of the result's coefficients; no
    /// intermediate coefficient grows beyond the result's.
    ///
    /// # Examples
    ///
    /// ```
    /// use siga::exact::poly::Poly;
    ///
    /// let a = Poly::from_integers([-1, 0, 1]); // (p - 1)(p + 1)
    /// let b = Poly::from_integers([2, -4, 2]); // 2 (p - 1)^2
    /// assert_eq!(a.gcd(&b).to_string(), "-1 + p");
    /// ```
    pub fn gcd(&self, other: &Poly) -> Poly {
        let (_, a) = self.primitive();
        let (_, b) = other.primitive();
        if a.is_zero() {
            return b;
        }
        if b.is_zero() {
            return a;
        }
        Poly::from_parts(modular::gcd(&a.numers, &b.numers), BigInt::one())
    }

    /// The primitive polynomial with the same roots, each of them simple; zero stays zero.
    pub(crate) fn square_free(&self) -> Poly {
        let (_, part) = self.primitive();
        let repeated = part.gcd(&part.derivative());
        if repeated.degree().unwrap_or(0) == 0 {
            return part;
        }
        part.div_exact(&repeated)
            .expect("a gcd divides the polynomial it came from")
    }
}

/// Terms stand from the lowest degree to the highest, coefficients in lowest terms, products with `*` and powers with `^`;
/// coefficients 1 and -1 are not written before the unknown, which is `p`.
impl fmt::Display for Poly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_zero() {
            return f.write_str("0");
        }
        let mut first = true;
        for (degree, coeff) in self.coefficients().into_iter().enumerate() {
            if coeff.is_zero() {
                continue;
            }
            f.write_str(match (first, coeff.is_negative()) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            })?;
            first = false;
            let size = coeff.abs();
            if degree == 0 {
                write!(f, "{size}")?;
                continue;
            }
            if !size.is_one() {
                write!(f, "{size}*")?;
            }
            f.write_str("p")?;
            if degree > 1 {
                write!(f, "^{degree}")?;
            }
        }
        Ok(())
    }
}

impl From<i64> for Poly {
    fn from(value: i64) -> Poly {
        Poly::from_integers([value])
    }
}

impl From<BigInt> for Poly {
    fn from(value: BigInt) -> Poly {
        Poly::from_integers([value])
    }
}

#[cfg(test)]
mod tests;
