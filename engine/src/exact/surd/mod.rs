//! Quadratic surds: numbers a + b·√c with rational a and b, exactly.

mod ops;
mod radicand;
#[cfg(test)]
mod tests;

use std::cmp::Ordering;
use std::fmt::{self, Display, Formatter};

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use super::nearest::{approx, approx_between};

/// The number a + b·√root.
///
/// A rational number has b = 0 and root 1; otherwise b is not 0 and root is a whole number above 1, not a square. Square
/// factors of the root are taken out by trial division up to 2^17 and a test for squares: all of them when it has fewer than sixteen
/// digits; a longer one may keep the square of a large prime, and stays right all the same.
///
/// Exact: everything; comparisons are decided in integers, for surds of different roots too.
///
/// # Examples
/// ```
/// use siga::exact::{Surd, parse_fraction};
/// let golden = Surd::new(&parse_fraction("1/2").unwrap(), &parse_fraction("1/4").unwrap(), &20.into()).unwrap();
/// assert_eq!(golden.to_string(), "1/2 + 1/2*sqrt(5)");
/// assert_eq!(golden.clone() * golden.clone(), golden + Surd::from(1));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Surd {
    a: BigRational,
    b: BigRational,
    root: BigInt,
}

impl Surd {
    /// The number a + b·√radicand, in its simplest form; `None` when the radicand is negative.
    pub fn new(a: &BigRational, b: &BigRational, radicand: &BigInt) -> Option<Self> {
        let (outside, root) = radicand::split(radicand)?;
        Some(Self::assemble(a.clone(), b * outside, root))
    }

    /// The square root that is not negative; `None` of a negative number.
    ///
    /// # Examples
    /// ```
    /// use siga::exact::{Surd, parse_fraction};
    /// let root = |text: &str| Surd::sqrt(&parse_fraction(text).unwrap()).map(|root| root.to_string());
    /// assert_eq!(root("9/16").as_deref(), Some("3/4"));
    /// assert_eq!(root("1/2").as_deref(), Some("1/2*sqrt(2)"));
    /// assert_eq!(root("-1"), None);
    /// ```
    pub fn sqrt(of: &BigRational) -> Option<Self> {
        // √(n/d) = √(n·d)/d, but a denominator that is a square is taken out first: it keeps the radicand short.
        let lower = of.denom().sqrt();
        if &lower * &lower == *of.denom() {
            let b = BigRational::new(BigInt::one(), lower);
            return Self::new(&BigRational::zero(), &b, of.numer());
        }
        let b = BigRational::new(BigInt::one(), of.denom().clone());
        Self::new(&BigRational::zero(), &b, &(of.numer() * of.denom()))
    }

    /// The parts as they are, a root of 1 and a factor of 0 brought to the form of a rational number.
    fn assemble(a: BigRational, b: BigRational, root: BigInt) -> Self {
        if b.is_zero() || root.is_zero() {
            return Self::from(a);
        }
        if root.is_one() {
            return Self::from(a + b);
        }
        Self { a, b, root }
    }

    /// The rational part.
    pub(crate) fn a(&self) -> &BigRational {
        &self.a
    }

    /// The factor of the root; 0 for a rational number.
    pub fn b(&self) -> &BigRational {
        &self.b
    }

    /// The number under the root sign; 1 for a rational number.
    pub fn root(&self) -> &BigInt {
        &self.root
    }

    /// Whether the number is rational, and then which.
    pub fn as_rational(&self) -> Option<&BigRational> {
        self.b.is_zero().then_some(&self.a)
    }

    /// a − b·√root, the other root of the same quadratic equation.
    #[cfg(test)]
    pub(crate) fn conjugate(&self) -> Self {
        Self {
            b: -&self.b,
            ..self.clone()
        }
    }

    /// a² − b²·root: the product with the conjugate.
    pub(crate) fn norm(&self) -> BigRational {
        &self.a * &self.a - &self.b * &self.b * &self.root
    }

    /// Compares with zero.
    ///
    /// Exact: the signs of a and b decide, or, when they differ, which of a² and b²·root is greater.
    pub(crate) fn sign(&self) -> Ordering {
        let zero = BigRational::zero();
        let (a, b) = (self.a.cmp(&zero), self.b.cmp(&zero));
        if b.is_eq() || a == b {
            return a;
        }
        if a.is_eq() {
            return b;
        }
        // A root that is not a square makes the norm differ from zero.
        if self.norm().is_positive() { a } else { b }
    }

    /// The greatest whole number that does not exceed the number times `scale`, which must be positive.
    ///
    /// Exact: with integer square roots; nothing is rounded on the way.
    pub(crate) fn scaled_floor(&self, scale: &BigInt) -> BigInt {
        let common = self.a.denom().lcm(self.b.denom());
        let over = |part: &BigRational| part.numer() * (&common / part.denom()) * scale;
        let (a, b) = (over(&self.a), over(&self.b));
        let square = (&b * &b * &self.root).sqrt();
        // The root is irrational unless b is zero, so below zero the floor lies one further.
        let root = if b.is_negative() { -square - 1 } else { square };
        (a + root).div_floor(&common)
    }

    /// Two decimal fractions of `digits` places, one unit of the last place apart or equal, between which the number
    /// lies; they are equal just when the number is such a decimal.
    ///
    /// Exact: proved, with integer square roots.
    ///
    /// # Examples
    /// ```
    /// use siga::exact::{Surd, decimal_text, parse_fraction};
    /// let (lower, upper) = Surd::sqrt(&parse_fraction("2").unwrap()).unwrap().enclosure(4);
    /// assert_eq!([lower, upper].map(|end| decimal_text(&end, 4)), ["1.4142", "1.4143"]);
    /// ```
    pub fn enclosure(&self, digits: usize) -> (BigRational, BigRational) {
        let scale = num_traits::pow(BigInt::from(10), digits);
        let floor = self.scaled_floor(&scale);
        let lower = BigRational::new(floor.clone(), scale.clone());
        if self.as_rational() == Some(&lower) {
            return (lower.clone(), lower);
        }
        (lower, BigRational::new(floor + 1, scale))
    }

    /// The nearest floating-point number.
    ///
    /// Exact: as [`approx`]. An irrational number is never half-way between two of them, so that close enough bounds
    /// have one nearest number.
    pub fn approx(&self) -> f64 {
        if let Some(value) = self.as_rational() {
            return approx(value);
        }
        let mut bits = 128u32;
        loop {
            let scale = BigInt::one() << bits;
            let floor = self.scaled_floor(&scale);
            let lower = BigRational::new(floor.clone(), scale.clone());
            let upper = BigRational::new(floor + 1, scale);
            if let Some(nearest) = approx_between(&lower, &upper) {
                return nearest;
            }
            bits *= 2;
        }
    }

    /// The number rounded to `digits` decimal places, a number too small for them is given
    /// by three digits and a power of ten, as [`decimal_text`](super::decimal_text) does.
    ///
    /// Exact: rounded once, from the number itself.
    pub fn decimal(&self, digits: usize) -> String {
        if let Some(value) = self.as_rational() {
            return super::decimal_text(value, digits);
        }
        // A floor with more places, one of them making it no tie, rounds as the irrational number does.
        let mut places = digits + 8;
        loop {
            let (lower, upper) = self.enclosure(places);
            let texts = [&lower, &upper].map(|end| padded(end, digits));
            if texts[0] == texts[1] {
                let [text, _] = texts;
                return text;
            }
            places += digits + 8;
        }
    }
}

/// A decimal of exactly `digits` places, unless it is too small for them.
fn padded(value: &BigRational, digits: usize) -> String {
    let mut text = super::decimal_text(value, digits);
    if text.contains('e') || digits == 0 {
        return text;
    }
    if !text.contains('.') {
        text.push('.');
    }
    let places = text.len() - text.find('.').map_or(text.len(), |point| point + 1);
    text.extend(std::iter::repeat_n('0', digits.saturating_sub(places)));
    text
}

impl Ord for Surd {
    fn cmp(&self, other: &Self) -> Ordering {
        if let Some(difference) = self.checked_sub(other) {
            return difference.sign();
        }
        // self − other = s + t with s = a − a' + b·√c and t = −b'·√c', irrational both.
        let shifted = Self {
            a: &self.a - &other.a,
            ..self.clone()
        };
        let (s, t) = (shifted.sign(), BigRational::zero().cmp(&other.b));
        if s == t {
            return s;
        }
        let square = Self::from(&other.b * &other.b * &other.root);
        match (shifted.clone() * shifted).cmp(&square) {
            Ordering::Equal => Ordering::Equal,
            Ordering::Greater => s,
            Ordering::Less => t,
        }
    }
}

impl PartialOrd for Surd {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<BigRational> for Surd {
    fn from(a: BigRational) -> Self {
        Self {
            a,
            b: BigRational::zero(),
            root: BigInt::one(),
        }
    }
}

impl From<i64> for Surd {
    fn from(value: i64) -> Self {
        Self::from(BigRational::from_integer(value.into()))
    }
}

impl Display for Surd {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.b.is_zero() {
            return write!(f, "{}", self.a);
        }
        let size = self.b.abs();
        match (self.a.is_zero(), self.b.is_negative()) {
            (true, true) => f.write_str("-")?,
            (true, false) => {}
            (false, true) => write!(f, "{} - ", self.a)?,
            (false, false) => write!(f, "{} + ", self.a)?,
        }
        if !size.is_one() {
            write!(f, "{size}*")?;
        }
        write!(f, "sqrt({})", self.root)
    }
}
