//! The form of numbers for people.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use crate::exact::{
    Natural, Quantity, decimal_ceil, decimal_floor, decimal_ratio, fraction_text, scientific_ratio,
    scientific_text,
};
use crate::render::words::with_decimal;
use crate::work::stop;

/// The form of numbers in tables.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Style {
    /// Decimal places where a number of them was asked for, however small the number.
    pub(crate) digits: Option<usize>,
    pub(crate) unit: Unit,
    /// Whether fractions are left out.
    pub(crate) decimals_only: bool,
}

/// The unit of probabilities.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Unit {
    #[default]
    One,
    Percent,
    /// `1 in 2.29`.
    OneIn,
}

/// Decimal places where none are asked for.
const DIGITS: usize = 6;
/// Those of `1 in 2.29`.
const ONE_IN_DIGITS: usize = 2;
/// `1 in …` of what does not happen.
const NEVER: &str = "never";
/// From this power of ten on `1 in …` has three digits and a power of ten.
const LONG: u32 = 15;

impl Style {
    /// Decimal places of numbers in notes.
    pub(crate) fn places(&self) -> usize {
        self.digits.unwrap_or(DIGITS)
    }

    /// The exact form of a number: a fraction, a surd or a function; nothing for bounds.
    pub(crate) fn fraction(&self, value: &Quantity) -> String {
        stop::check();
        match value {
            Quantity::Exact(value) => fraction_text(value),
            Quantity::Surd(surd) => surd.to_string(),
            Quantity::Function { function, .. } => function.to_string(),
            Quantity::Bounded(_) => String::new(),
        }
    }

    /// The decimal form of a number, in the unit asked for when it is a probability; nothing for a function without a bias.
    pub(crate) fn decimal(&self, value: &Quantity, chance: bool) -> String {
        if let Quantity::Function { at, .. } = value {
            return match at {
                Some(at) => self.decimal(&Quantity::Exact(at.value.clone()), chance),
                None => String::new(),
            };
        }
        match self.unit {
            Unit::Percent if chance => {
                let hundred = BigRational::from_integer(100.into());
                let digits = self.digits.unwrap_or(DIGITS - 2);
                let percent = value.scaled(&hundred);
                format!("{} %", self.text(&percent, digits))
            }
            Unit::OneIn if chance => self.one_in(value),
            _ => self.text(value, self.places()),
        }
    }

    /// A number in one phrase, for sentences: the fraction where it is short, and the decimal form.
    pub(crate) fn phrase(&self, value: &Quantity, chance: bool) -> String {
        let decimal = self.decimal(value, chance);
        let fraction = self.fraction(value);
        let digits = self.places();
        match value {
            Quantity::Exact(number)
                if number.is_integer() && !(chance && self.unit != Unit::One) =>
            {
                fraction
            }
            Quantity::Exact(_) if fraction.len() > 40 || self.decimals_only => decimal,
            Quantity::Exact(_) => with_decimal(&fraction, &decimal),
            Quantity::Surd(_) if self.decimals_only => decimal,
            Quantity::Surd(surd) => {
                let (lower, upper) = surd.enclosure(digits);
                let (lower, upper) = (decimal_floor(&lower, digits), decimal_ceil(&upper, digits));
                format!("{fraction} ≈ {decimal}, between {lower} and {upper}")
            }
            Quantity::Bounded(_) if decimal.contains('…') => format!("{decimal} (proved bounds)"),
            Quantity::Bounded(_) => decimal,
            Quantity::Function { at: None, .. } => fraction,
            Quantity::Function { at: Some(_), .. } => format!(
                "{fraction}; at this bias {decimal}, with slope {}",
                self.slope(value)
            ),
        }
    }

    /// The decimal form of the probability `weight / total`, which is not formed: of long numbers the leading digits are enough.
    pub(crate) fn share(&self, weight: &Natural, total: &Natural) -> String {
        let text = |over: &Natural, under: &Natural, digits: usize| {
            let text = decimal_ratio(over, under, digits);
            match self.digits {
                Some(_) => Quantity::without_power(text, digits),
                None => text,
            }
        };
        match self.unit {
            Unit::One => text(weight, total, self.places()),
            Unit::Percent => {
                let digits = self.digits.unwrap_or(DIGITS - 2);
                let hundred = weight * &Natural::from(100);
                format!("{} %", text(&hundred, total, digits))
            }
            Unit::OneIn if weight.is_zero() => NEVER.to_owned(),
            Unit::OneIn if weight * &Natural::from(10u64.pow(LONG)) <= *total => {
                format!("1 in {}", scientific_ratio(total, weight))
            }
            Unit::OneIn => {
                let digits = self.digits.unwrap_or(ONE_IN_DIGITS);
                format!("1 in {}", text(total, weight, digits))
            }
        }
    }

    /// The slope of a function at the bias asked about.
    pub(super) fn slope(&self, value: &Quantity) -> String {
        match value {
            Quantity::Function { at: Some(at), .. } => {
                self.text(&Quantity::Exact(at.slope.clone()), self.places())
            }
            _ => String::new(),
        }
    }

    fn text(&self, value: &Quantity, digits: usize) -> String {
        match self.digits {
            Some(_) => value.fixed(digits),
            None => value.decimal(digits),
        }
    }

    fn one_in(&self, value: &Quantity) -> String {
        let Some((lower, upper)) = value.ends() else {
            return String::new();
        };
        if upper.is_zero() {
            return NEVER.to_owned();
        }
        let digits = self.digits.unwrap_or(ONE_IN_DIGITS);
        let one = BigRational::one();
        if !lower.is_positive() {
            // Rounded down: fewer are not ruled out.
            let scale = BigRational::from_integer(BigInt::from(10).pow(digits as u32));
            let at_least = Quantity::Exact((&scale / &upper).floor() / scale);
            return format!("1 in {} or more", at_least.fixed(digits));
        }
        let times = Quantity::between(&one / upper, &one / lower);
        let long = BigRational::from_integer(10u64.pow(LONG).into());
        if let Some(times) = times.exact().filter(|times| **times >= long) {
            return format!("1 in {}", scientific_text(times));
        }
        format!("1 in {}", times.fixed(digits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// A share is written as the fraction is.
        #[test]
        fn shares_and_fractions_are_written_alike(
            weight in any::<u64>(), more in any::<u64>(), power in 0u32..200, places in 0usize..9, fixed in any::<bool>(),
        ) {
            let long = Natural::from(6).pow(power);
            let (weight, more) = (Natural::from(weight), Natural::from(more));
            let total = &(weight.clone() + more) * &long + Natural::from(1);
            let chance = BigRational::new(weight.to_bigint(), total.to_bigint());
            for unit in [Unit::One, Unit::Percent, Unit::OneIn] {
                let style = Style { digits: fixed.then_some(places), unit, decimals_only: true };
                let text = style.decimal(&Quantity::Exact(chance.clone()), true);
                prop_assert_eq!(style.share(&weight, &total), text);
            }
        }
    }

    #[test]
    fn rare_events_are_written_with_a_power_of_ten() {
        let style = Style {
            unit: Unit::OneIn,
            ..Style::default()
        };
        let rare = |n: u32| style.share(&Natural::from(1), &Natural::from(10).pow(n));
        assert_eq!(rare(3), "1 in 1000");
        assert_eq!(rare(14), "1 in 100000000000000");
        assert_eq!(rare(15), "1 in 1.00e15");
        assert_eq!(rare(7000), "1 in 1.00e7000");
    }
}
