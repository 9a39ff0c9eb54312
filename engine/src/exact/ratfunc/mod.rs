//! Quotients of polynomials in one unknown, kept in lowest terms.

use super::poly::{Poly, forward_binary};
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use std::fmt;
use std::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

/// A rational function in one unknown with rational coefficients: an element of the field ℚ(p).
///
/// Canonical form: numerator and denominator have no common factor; the denominator has integer
/// coefficients without a common divisor, and its lowest nonzero coefficient is positive. So the
/// denominator of a polynomial is 1, and equal functions have equal parts.
///
/// In text a denominator other than 1 also takes up the numerator's denominators, so that both have
/// integer coefficients: `p/(2 + 2*p)`. A polynomial is written as one: `3/2*p`.
///
/// Exact: everything. Equality is that of functions.
///
/// # Examples
///
/// ```
/// use siga::exact::poly::Poly;
/// use siga::exact::ratfunc::RatFunc;
///
/// let f = RatFunc::new(Poly::from_integers([-1, -37]), Poly::from_integers([-2, 1])).unwrap();
/// assert_eq!(f.to_string(), "(1 + 37*p)/(2 - p)");
/// assert!(RatFunc::new(Poly::x(), Poly::from(0)).is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RatFunc {
    numer: Poly,
    denom: Poly,
}

impl RatFunc {
    /// The quotient in canonical form; `None` when the denominator is zero.
    pub fn new(numer: Poly, denom: Poly) -> Option<RatFunc> {
        if denom.is_zero() {
            return None;
        }
        let common = numer.gcd(&denom);
        Some(RatFunc::from_coprime(
            divide(&numer, &common),
            divide(&denom, &common),
        ))
    }

    /// Brings coprime parts, the denominator not zero, to the canonical form.
    fn from_coprime(numer: Poly, denom: Poly) -> RatFunc {
        if numer.is_zero() {
            return RatFunc::zero();
        }
        let (mut content, mut part) = denom.primitive();
        let lowest = part.numers().iter().find(|c| !c.is_zero());
        if lowest.is_some_and(Signed::is_negative) {
            content = -content;
            part = -part;
        }
        let numer = if content.is_one() {
            numer
        } else {
            numer.scale(&content.recip())
        };
        RatFunc { numer, denom: part }
    }

    /// The constant function.
    pub fn constant(value: BigRational) -> RatFunc {
        RatFunc::from(Poly::constant(value))
    }

    /// The unknown itself, written `p` in text.
    pub fn x() -> RatFunc {
        RatFunc::from(Poly::x())
    }

    /// The numerator of the canonical form, with rational coefficients.
    pub(crate) fn numer(&self) -> &Poly {
        &self.numer
    }

    /// The denominator of the canonical form, with integer coefficients.
    pub(crate) fn denom(&self) -> &Poly {
        &self.denom
    }

    /// Numerator and denominator, both with integer coefficients and these without a factor common
    /// to all; the denominator's lowest nonzero coefficient is positive.
    ///
    /// # Examples
    ///
    /// ```
    /// use num_rational::BigRational;
    /// use siga::exact::ratfunc::RatFunc;
    ///
    /// let half = RatFunc::constant(BigRational::new(1.into(), 2.into()));
    /// let (numer, denom) = (half * RatFunc::x()).integer_parts();
    /// assert_eq!((numer.to_string(), denom.to_string()), ("p".into(), "2".into()));
    /// ```
    pub fn integer_parts(&self) -> (Poly, Poly) {
        let grow = BigRational::from_integer(self.numer.denom().clone());
        (self.numer.scale(&grow), self.denom.scale(&grow))
    }

    /// The polynomial, if the function is one.
    pub(crate) fn as_poly(&self) -> Option<&Poly> {
        self.denom.is_one().then_some(&self.numer)
    }

    /// The value at a rational point; `None` at a pole.
    ///
    /// # Examples
    ///
    /// ```
    /// use num_rational::BigRational;
    /// use siga::exact::poly::Poly;
    /// use siga::exact::ratfunc::RatFunc;
    ///
    /// let f = RatFunc::new(Poly::from(1), Poly::from_integers([2, -1])).unwrap();
    /// let at = |n: i64, d: i64| f.eval(&BigRational::new(n.into(), d.into()));
    /// assert_eq!(at(1, 2), Some(BigRational::new(2.into(), 3.into())));
    /// assert_eq!(at(2, 1), None);
    /// ```
    pub fn eval(&self, at: &BigRational) -> Option<BigRational> {
        let below = self.denom.eval(at);
        (!below.is_zero()).then(|| self.numer.eval(at) / below)
    }

    /// The derivative.
    pub(crate) fn derivative(&self) -> RatFunc {
        if let Some(poly) = self.as_poly() {
            return RatFunc::from(poly.derivative());
        }
        // With g = gcd(d, d'), the square d² of the quotient rule shrinks to d * (d / g).
        let slope = self.denom.derivative();
        let common = self.denom.gcd(&slope);
        let rest = divide(&self.denom, &common);
        let numer = self.numer.derivative() * &rest - &self.numer * divide(&slope, &common);
        RatFunc::new(numer, &self.denom * rest)
            .expect("a product of nonzero polynomials is not zero")
    }

    /// One over the function; `None` for zero.
    pub fn recip(&self) -> Option<RatFunc> {
        (!self.is_zero()).then(|| RatFunc::from_coprime(self.denom.clone(), self.numer.clone()))
    }

    /// The quotient of two functions; `None` when `divisor` is zero.
    ///
    /// # Examples
    ///
    /// ```
    /// use num_traits::{One, Zero};
    /// use siga::exact::ratfunc::RatFunc;
    ///
    /// let odds = RatFunc::x().checked_div(&(RatFunc::one() - RatFunc::x())).unwrap();
    /// assert_eq!(odds.to_string(), "p/(1 - p)");
    /// assert!(odds.checked_div(&RatFunc::zero()).is_none());
    /// ```
    pub fn checked_div(&self, divisor: &RatFunc) -> Option<RatFunc> {
        divisor.recip().map(|inverse| self * inverse)
    }

    /// The function to a whole power; the power 0 is 1, also for zero.
    pub fn pow(&self, exponent: u32) -> RatFunc {
        RatFunc {
            numer: self.numer.pow(exponent),
            denom: self.denom.pow(exponent),
        }
    }
}

/// The quotient by a known divisor.
fn divide(poly: &Poly, divisor: &Poly) -> Poly {
    if divisor.is_one() {
        return poly.clone();
    }
    poly.div_exact(divisor)
        .expect("a common divisor divides exactly")
}

impl From<Poly> for RatFunc {
    fn from(poly: Poly) -> RatFunc {
        RatFunc {
            numer: poly,
            denom: Poly::one(),
        }
    }
}

impl From<i64> for RatFunc {
    fn from(value: i64) -> RatFunc {
        RatFunc::from(Poly::from(value))
    }
}

impl Add<&RatFunc> for &RatFunc {
    type Output = RatFunc;
    fn add(self, other: &RatFunc) -> RatFunc {
        if self.denom == other.denom && self.denom.is_one() {
            return RatFunc::from(&self.numer + &other.numer);
        }
        // Henrici: with g = gcd of the denominators, only a factor of g can cancel.
        let common = self.denom.gcd(&other.denom);
        let rest_self = divide(&self.denom, &common);
        let rest_other = divide(&other.denom, &common);
        let numer = &self.numer * &rest_other + &other.numer * &rest_self;
        let cancel = if common.is_one() {
            Poly::one()
        } else {
            numer.gcd(&common)
        };
        let denom = rest_self * divide(&other.denom, &cancel);
        RatFunc::from_coprime(divide(&numer, &cancel), denom)
    }
}

impl Sub<&RatFunc> for &RatFunc {
    type Output = RatFunc;
    fn sub(self, other: &RatFunc) -> RatFunc {
        self + -other
    }
}

impl Mul<&RatFunc> for &RatFunc {
    type Output = RatFunc;
    fn mul(self, other: &RatFunc) -> RatFunc {
        if self.is_zero() || other.is_zero() {
            return RatFunc::zero();
        }
        // Only crosswise can anything cancel.
        let first = self.numer.gcd(&other.denom);
        let second = other.numer.gcd(&self.denom);
        RatFunc::from_coprime(
            divide(&self.numer, &first) * divide(&other.numer, &second),
            divide(&self.denom, &second) * divide(&other.denom, &first),
        )
    }
}

forward_binary!(RatFunc, Add, add, AddAssign, add_assign);
forward_binary!(RatFunc, Sub, sub, SubAssign, sub_assign);
forward_binary!(RatFunc, Mul, mul, MulAssign, mul_assign);

impl Neg for &RatFunc {
    type Output = RatFunc;
    fn neg(self) -> RatFunc {
        RatFunc {
            numer: -&self.numer,
            denom: self.denom.clone(),
        }
    }
}

impl Neg for RatFunc {
    type Output = RatFunc;
    fn neg(self) -> RatFunc {
        -&self
    }
}

impl Zero for RatFunc {
    fn zero() -> RatFunc {
        RatFunc::from(Poly::zero())
    }

    fn is_zero(&self) -> bool {
        self.numer.is_zero()
    }
}

impl One for RatFunc {
    fn one() -> RatFunc {
        RatFunc::from(Poly::one())
    }
}

impl fmt::Display for RatFunc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(poly) = self.as_poly() {
            return poly.fmt(f);
        }
        let (numer, denom) = self.integer_parts();
        let terms = |poly: &Poly| poly.numers().iter().filter(|c| !c.is_zero()).count();
        match terms(&numer) {
            1 => numer.fmt(f)?,
            _ => write!(f, "({numer})")?,
        }
        // A bare power of the unknown binds tighter than the bar; anything else needs brackets.
        if terms(&denom) == 1 && denom.numers().last().is_some_and(One::is_one) {
            write!(f, "/{denom}")
        } else {
            write!(f, "/({denom})")
        }
    }
}

#[cfg(test)]
mod tests;
