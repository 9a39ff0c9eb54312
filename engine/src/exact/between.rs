//! A number between two proved bounds, to reckon with. Answers say [`Quantity`].

use std::ops::{Add, Neg, Sub};

use num_rational::BigRational;
use num_traits::Zero;

use super::Quantity;

/// A number between two proved bounds; equal bounds are the number itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Between {
    /// It is at least this.
    pub lower: BigRational,
    /// It is at most this.
    pub upper: BigRational,
}

impl Between {
    pub(crate) fn new(lower: BigRational, upper: BigRational) -> Self {
        Self { lower, upper }
    }

    /// One number alone.
    pub(crate) fn exact(value: BigRational) -> Self {
        Self::new(value.clone(), value)
    }

    /// The number, where its bounds meet.
    pub(crate) fn number(&self) -> Option<&BigRational> {
        (self.lower == self.upper).then_some(&self.lower)
    }

    pub(crate) fn zero() -> Self {
        Self::exact(BigRational::zero())
    }

    /// The bounds of a number; `None` for a function.
    pub(crate) fn of(quantity: &Quantity) -> Option<Self> {
        let (lower, upper) = quantity.ends()?;
        Some(Self { lower, upper })
    }

    /// The number as answers give it.
    pub(crate) fn quantity(self) -> Quantity {
        Quantity::between(self.lower, self.upper)
    }

    /// The distance between the bounds.
    pub(crate) fn width(&self) -> BigRational {
        &self.upper - &self.lower
    }

    /// The number is known to be at least this.
    pub(crate) fn at_least(&mut self, lower: &BigRational) {
        if *lower > self.lower {
            self.lower.clone_from(lower);
        }
    }

    /// The number is known to be at most this.
    pub(crate) fn at_most(&mut self, upper: &BigRational) {
        if *upper < self.upper {
            self.upper.clone_from(upper);
        }
    }

    /// The greater of two numbers.
    pub(crate) fn or_greater(&mut self, other: &Self) {
        self.at_least(&other.lower);
        if other.upper > self.upper {
            self.upper.clone_from(&other.upper);
        }
    }
}

impl Add for Between {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::new(self.lower + other.lower, self.upper + other.upper)
    }
}

impl Sub for Between {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Neg for Between {
    type Output = Self;

    fn neg(self) -> Self {
        Self::new(-self.upper, -self.lower)
    }
}
