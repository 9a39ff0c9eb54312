//! Numbers that are exact as long as they can be written down, and enclosed between proved bounds otherwise.

use std::ops::{Add, Mul, Neg, Sub};

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use super::Between;
use super::surd::Surd;
use super::{Field, Quantity};

/// Binary places kept of an enclosed number, some 115 decimal ones.
pub const BITS: u32 = 384;
/// Decimal places of the bounds that are handed out.
const PLACES: u32 = 50;

/// A real number: a quadratic surd (or a rational number) exactly, or an interval that contains it.
///
/// Exact: sums, products and quotients of surds of one root are exact; of different roots they are enclosed, and so is
/// everything made of an enclosed number. Bounds are rounded outwards after each operation.
#[derive(Clone, Debug, PartialEq)]
pub enum Real {
    /// The number itself.
    Exact(Surd),
    /// Somewhere between two proved bounds, in units of 2^−[`BITS`].
    Between(BigInt, BigInt),
    /// Nothing is known: a division by an interval around zero.
    Unknown,
}

/// The bounds of a surd in units, equal ones of a number with few enough binary places.
fn enclosed(surd: &Surd) -> (BigInt, BigInt) {
    let scale = BigInt::one() << BITS;
    let lower = surd.scaled_floor(&scale);
    let whole = surd
        .as_rational()
        .is_some_and(|value| (value * &scale).is_integer());
    let upper = if whole { lower.clone() } else { &lower + 1 };
    (lower, upper)
}

/// The product, rounded outwards: the extremes are among the products of the ends.
fn product(a: &(BigInt, BigInt), b: &(BigInt, BigInt)) -> Option<(BigInt, BigInt)> {
    let products = [&a.0 * &b.0, &a.0 * &b.1, &a.1 * &b.0, &a.1 * &b.1];
    let upper = -(-products.iter().max()? >> BITS);
    Some((products.iter().min()? >> BITS, upper))
}

impl Real {
    /// The bounds in units.
    fn units(&self) -> Option<(BigInt, BigInt)> {
        match self {
            Self::Exact(surd) => Some(enclosed(surd)),
            Self::Between(lower, upper) => Some((lower.clone(), upper.clone())),
            Self::Unknown => None,
        }
    }

    /// The bounds; `None` when nothing is known.
    #[cfg(test)]
    pub(crate) fn ends(&self) -> Option<Between> {
        let ratio = |units: BigInt| BigRational::new(units, BigInt::one() << BITS);
        let (lower, upper) = self.units()?;
        Some(Between::new(ratio(lower), ratio(upper)))
    }

    /// A number of which bounds are known: these, rounded outwards.
    pub(crate) fn between(bounds: &Between) -> Self {
        if let Some(number) = bounds.number() {
            return Self::from(number.clone());
        }
        let scale = BigInt::one() << BITS;
        Self::Between(
            (&bounds.lower * &scale).floor().to_integer(),
            (&bounds.upper * &scale).ceil().to_integer(),
        )
    }

    /// The answer to be handed out, bounds rounded outwards to fifty decimal places; `None` when nothing is known.
    pub(crate) fn quantity(&self) -> Option<Quantity> {
        match self {
            Self::Exact(surd) => Some(Quantity::from(surd.clone())),
            Self::Between(lower, upper) => {
                let scale = BigInt::from(10).pow(PLACES);
                let lower = (lower * &scale) >> BITS;
                let upper = -((-upper * &scale) >> BITS);
                let lower = BigRational::new(lower, scale.clone());
                let upper = BigRational::new(upper, scale);
                Some(Quantity::Bounded(Between { lower, upper }))
            }
            Self::Unknown => None,
        }
    }

    /// A rational number within 2^−[`BITS`] of it, or within its bounds; 1 when nothing is known.
    pub fn near(&self) -> BigRational {
        let known = match self {
            Self::Exact(surd) => surd.as_rational().cloned(),
            _ => None,
        };
        let upper = |(_, upper)| BigRational::new(upper, BigInt::one() << BITS);
        let near = known.or_else(|| self.units().map(upper));
        near.unwrap_or_else(BigRational::one)
    }

    /// The result in surds where there is one, else in intervals.
    fn combine(
        &self,
        other: &Self,
        exact: impl Fn(&Surd, &Surd) -> Option<Surd>,
        between: impl Fn(&(BigInt, BigInt), &(BigInt, BigInt)) -> Option<(BigInt, BigInt)>,
    ) -> Self {
        if let (Self::Exact(a), Self::Exact(b)) = (self, other)
            && let Some(result) = exact(a, b)
        {
            return Self::Exact(result);
        }
        let ends = self.units().zip(other.units());
        let result = ends.and_then(|(a, b)| between(&a, &b));
        result.map_or(Self::Unknown, |(lower, upper)| Self::Between(lower, upper))
    }
}

impl From<Surd> for Real {
    fn from(value: Surd) -> Self {
        Self::Exact(value)
    }
}

impl From<BigRational> for Real {
    fn from(value: BigRational) -> Self {
        Self::Exact(Surd::from(value))
    }
}

impl Add for Real {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        self.combine(&other, Surd::checked_add, |a, b| {
            Some((&a.0 + &b.0, &a.1 + &b.1))
        })
    }
}

impl Neg for Real {
    type Output = Self;

    fn neg(self) -> Self {
        match self {
            Self::Exact(surd) => Self::Exact(-surd),
            Self::Between(lower, upper) => Self::Between(-upper, -lower),
            Self::Unknown => Self::Unknown,
        }
    }
}

impl Sub for Real {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Real {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        if self.is_zero() || other.is_zero() {
            return Self::zero();
        }
        self.combine(&other, Surd::checked_mul, product)
    }
}

impl Zero for Real {
    fn zero() -> Self {
        Self::Exact(Surd::zero())
    }

    fn is_zero(&self) -> bool {
        match self {
            Self::Exact(surd) => surd.is_zero(),
            Self::Between(lower, upper) => lower.is_zero() && upper.is_zero(),
            Self::Unknown => false,
        }
    }
}

impl One for Real {
    fn one() -> Self {
        Self::Exact(Surd::one())
    }
}

/// Division by what may be zero but is not known to be gives [`Real::Unknown`].
impl Field for Real {
    const COST: u128 = 4;

    fn words(&self) -> u64 {
        match self {
            Self::Exact(surd) => surd.words(),
            Self::Between(..) | Self::Unknown => u64::from(BITS) / 32,
        }
    }

    fn from_integer(value: i64) -> Self {
        Self::Exact(Surd::from(value))
    }

    fn divided_by(&self, divisor: &Self) -> Self {
        self.combine(divisor, Surd::checked_div, |a, b| {
            if !b.0.is_positive() && !b.1.is_negative() {
                return None;
            }
            // 1/b lies between the quotients of 2^2·BITS by the ends.
            let one = BigInt::one() << (2 * BITS);
            product(a, &(one.div_floor(&b.1), -(-one).div_floor(&b.0)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::parse_fraction;
    use proptest::prelude::*;

    fn root(of: i64) -> Surd {
        Surd::sqrt(&BigRational::from_integer(of.into())).unwrap()
    }

    #[test]
    fn different_roots_are_enclosed() {
        let sum = Real::from(root(2)) + Real::from(root(3));
        let square = sum.clone() * sum;
        // (√2 + √3)² = 5 + 2√6
        let expected = Surd::from(5) + Surd::from(2) * root(6);
        assert!(matches!(square, Real::Between(..)), "the roots differ");
        let bounds = square.ends().unwrap();
        assert!(bounds.width() < parse_fraction("1/1000000000000000000000000000000").unwrap());
        assert!(Surd::from(bounds.lower) < expected && expected < Surd::from(bounds.upper));
    }

    #[test]
    fn what_may_be_zero_divides_nothing() {
        let nothing =
            Real::from(root(2)) + Real::from(root(3)) - Real::from(root(2)) - Real::from(root(3));
        assert!(!nothing.is_zero());
        assert_eq!(Real::one().divided_by(&nothing), Real::Unknown);
        assert_eq!(Real::Unknown * Real::zero(), Real::zero());
        assert_eq!(Real::Unknown.quantity(), None);
    }

    proptest! {
        /// Interval arithmetic on surds of one root contains what exact arithmetic gives.
        #[test]
        fn intervals_contain(a in -9i64..9, b in 1i64..9, c in -9i64..9, d in -9i64..9) {
            let x = Surd::from(a) + Surd::from(b) * root(7);
            let y = Surd::from(c) + Surd::from(d) * root(7);
            let wide = |s: &Surd| {
                let (lower, upper) = enclosed(s);
                Real::Between(lower, upper)
            };
            let holds = |real: Real, exact: Surd| {
                let Between { lower, upper } = real.ends().unwrap();
                matches!(real, Real::Between(..)) && Surd::from(lower) <= exact && exact <= Surd::from(upper)
            };
            prop_assert!(holds(wide(&x) + wide(&y), x.clone() + y.clone()));
            prop_assert!(holds(wide(&x) - wide(&y), x.clone() - y.clone()));
            if !y.is_zero() {
                prop_assert!(holds(wide(&x) * wide(&y), x.clone() * y.clone()));
                prop_assert!(holds(wide(&x).divided_by(&wide(&y)), x.divided_by(&y)));
            }
        }
    }
}
