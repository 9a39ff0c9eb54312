//! Throwing sticks.

use num_rational::BigRational;
use num_traits::One;

use crate::exact::{Dist, Natural, Weight};

/// The distribution of sticks without a bias of their own.
#[derive(Clone, Debug, PartialEq)]
pub struct Sticks<W>(pub(super) Dist<i64, W>);

impl Sticks<Natural> {
    /// Flat side up with this probability.
    ///
    /// # Panics
    /// When `bias` lies outside 0..1.
    pub fn with_bias(bias: &BigRational) -> Self {
        Self(stick(bias))
    }
}

impl<W: Weight> Sticks<W> {
    /// Sticks whose two sides have the given weights.
    pub(crate) fn with_weights(round: W, flat: W) -> Option<Self> {
        Dist::new([(0, round), (1, flat)]).map(Self)
    }
}

/// A stick that falls flat side up (1) with this probability.
pub(super) fn stick<W: Weight>(bias: &BigRational) -> Dist<i64, W> {
    let weight = |number: BigRational| {
        let (sign, digits) = number.numer().clone().into_parts();
        assert!(
            sign != num_bigint::Sign::Minus,
            "a bias lies between 0 and 1"
        );
        W::from_count(&Natural::from(&digits))
    };
    let denominator = BigRational::from_integer(bias.denom().clone());
    let flat = bias * &denominator;
    let round = (BigRational::one() - bias) * denominator;
    Dist::new([(0, weight(round)), (1, weight(flat))]).expect("the two add up to the denominator")
}
