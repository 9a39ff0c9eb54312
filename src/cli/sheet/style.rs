//! How numbers are written for people.

use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use crate::exact::{Quantity, fraction_text};

/// What was asked of numbers in tables.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::cli) struct Style {
    /// Decimal places where a number of them was asked for: so many, however small the number.
    pub(in crate::cli) digits: Option<usize>,
    pub(in crate::cli) unit: Unit,
    /// Whether fractions are left out.
    pub(in crate::cli) decimals_only: bool,
}

/// What a probability is counted in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::cli) enum Unit {
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

impl Style {
    /// Decimal places of numbers in notes.
    pub(in crate::cli) fn places(&self) -> usize {
        self.digits.unwrap_or(DIGITS)
    }

    /// The exact form of a number: a fraction, a surd or a function; nothing for bounds.
    pub(in crate::cli) fn fraction(&self, value: &Quantity) -> String {
        match value {
            Quantity::Exact(value) => fraction_text(value),
            Quantity::Surd(surd) => surd.to_string(),
            Quantity::Function { function, .. } => function.to_string(),
            Quantity::Bounded(_) => String::new(),
        }
    }

    /// The decimal form of a number, in the unit asked for when it is a probability; nothing for a function without a bias.
    pub(in crate::cli) fn decimal(&self, value: &Quantity, chance: bool) -> String {
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
            return "never".to_owned();
        }
        let digits = self.digits.unwrap_or(ONE_IN_DIGITS);
        let one = BigRational::one();
        if !lower.is_positive() {
            let at_least = Quantity::between(&one / &upper, &one / &upper);
            return format!("1 in {} or more", at_least.fixed(digits));
        }
        let times = Quantity::between(&one / upper, &one / lower);
        format!("1 in {}", times.fixed(digits))
    }
}
