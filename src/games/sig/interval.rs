//! A number known exactly or between two proved bounds.

use num_rational::BigRational;

use crate::exact::Quantity;

/// A number between two proved bounds; equal bounds are the number itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Interval {
    /// It is at least this.
    pub lower: BigRational,
    /// It is at most this.
    pub upper: BigRational,
}

impl Interval {
    /// The numbers from one to another.
    pub fn new(lower: BigRational, upper: BigRational) -> Interval {
        Interval { lower, upper }
    }

    /// One number alone.
    pub fn one(value: BigRational) -> Interval {
        Interval {
            lower: value.clone(),
            upper: value,
        }
    }

    /// The number, when the bounds meet.
    pub fn exact(&self) -> Option<&BigRational> {
        (self.lower == self.upper).then_some(&self.lower)
    }

    /// The number as answers give it.
    pub fn quantity(&self) -> Quantity {
        Quantity::between(self.lower.clone(), self.upper.clone())
    }

    /// How far apart the bounds are.
    pub fn width(&self) -> BigRational {
        &self.upper - &self.lower
    }
}
