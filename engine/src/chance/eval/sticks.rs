//! Throwing sticks.

use num_rational::BigRational;
use num_traits::One;

use crate::exact::{Dist, Natural, Weight};

/// A stick that falls flat side up (1) with this probability.
///
/// # Panics
/// When `bias` lies outside 0..1.
pub fn stick<W: Weight>(bias: &BigRational) -> Dist<i64, W> {
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
