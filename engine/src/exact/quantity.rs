//! A number and how well it is known: exactly, as a function of a bias, or between proved bounds.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, Zero};

use super::Between;
use super::bounds::{self, BoundsError};
use super::decimal::{decimal_ceil, decimal_floor, decimal_text};
use super::gcd::product;
use super::ratfunc::RatFunc;
use super::surd::Surd;
use crate::work::stop;

/// An answer, which says what kind of answer it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// The number itself.
    Exact(BigRational),
    /// The number itself, an irrational one.
    Surd(Surd),
    /// A function of the unknown bias p.
    Function {
        /// The function, in lowest terms.
        function: RatFunc,
        /// Its value and slope at a bias asked about.
        at: Option<ValueAndSlope>,
    },
    /// Somewhere between two proved bounds.
    Bounded(Between),
}

/// A function's value and its derivative at one bias.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueAndSlope {
    /// The value.
    pub value: BigRational,
    /// The derivative.
    pub slope: BigRational,
}

impl Quantity {
    /// Proved bounds of the function for biases from `lower` to `upper`, at most 10^−15 wider than need be.
    ///
    /// # Errors
    /// [`BoundsError`].
    pub(crate) fn bounded(
        function: &RatFunc,
        lower: &BigRational,
        upper: &BigRational,
    ) -> Result<Self, BoundsError> {
        let tolerance = BigRational::new(1.into(), 10u64.pow(15).into());
        Ok(Self::Bounded(bounds::range(
            function, lower, upper, &tolerance,
        )?))
    }

    /// A number between two proved bounds, exact where they meet.
    ///
    /// # Examples
    /// ```
    /// use siga::exact::Quantity;
    /// let half: num_rational::BigRational = "1/2".parse()?;
    /// assert_eq!(Quantity::between(half.clone(), half.clone()).exact(), Some(&half));
    /// # Ok::<(), num_rational::ParseRatioError>(())
    /// ```
    pub fn between(lower: BigRational, upper: BigRational) -> Self {
        if lower == upper {
            Self::Exact(lower)
        } else {
            Self::Bounded(Between { lower, upper })
        }
    }

    /// Proved bounds of the number, equal where it is rational and known; those of a surd are 30 decimal places apart at
    /// most. A function has none.
    pub fn ends(&self) -> Option<(BigRational, BigRational)> {
        match self {
            Self::Exact(value) => Some((value.clone(), value.clone())),
            Self::Surd(surd) => Some(surd.enclosure(30)),
            Self::Bounded(Between { lower, upper }) => Some((lower.clone(), upper.clone())),
            Self::Function { .. } => None,
        }
    }

    /// The distance between the [`ends`](Self::ends), 0 where the number is known. A function has none.
    pub fn width(&self) -> Option<BigRational> {
        self.ends().map(|(lower, upper)| upper - lower)
    }

    /// The number in decimals, with no digit that is not proved: an exact number to `digits` decimal places, what is bounded as far as
    /// both bounds round to the same, and where that is less than three digits both bounds, rounded outwards. A
    /// function is given as its formula.
    ///
    /// # Examples
    /// ```
    /// use siga::exact::{Quantity, parse_fraction};
    /// let text = |lower: &str, upper: &str| {
    ///     let [lower, upper] = [lower, upper].map(|text| parse_fraction(text).unwrap());
    ///     Quantity::between(lower, upper).decimal(6)
    /// };
    /// assert_eq!(text("1/3", "1/3"), "0.333333");
    /// assert_eq!(text("0.12345649", "0.12345651"), "0.12346");
    /// assert_eq!(text("13.062", "13.141"), "13.1");
    /// assert_eq!(text("0.49", "0.51"), "0.49 … 0.51");
    /// ```
    pub fn decimal(&self, digits: usize) -> String {
        match self {
            Self::Exact(value) => decimal_text(value, digits),
            Self::Surd(surd) => surd.decimal(digits),
            Self::Function { function, .. } => function.to_string(),
            Self::Bounded(bounds) => agreed(bounds, digits).unwrap_or_else(|| {
                format!(
                    "{} … {}",
                    decimal_floor(&bounds.lower, digits),
                    decimal_ceil(&bounds.upper, digits)
                )
            }),
        }
    }

    /// The number with `digits` decimal places, however small it is; otherwise as [`decimal`](Self::decimal).
    ///
    /// # Examples
    /// ```
    /// use siga::exact::{Quantity, parse_fraction};
    /// let small = Quantity::Exact(parse_fraction("1/3000").unwrap());
    /// assert_eq!(small.decimal(2), "3.33e-4");
    /// assert_eq!(small.fixed(2), "0.00");
    /// ```
    pub fn fixed(&self, digits: usize) -> String {
        match self {
            Self::Function { .. } => self.decimal(digits),
            _ => Self::without_power(self.decimal(digits), digits),
        }
    }

    /// A decimal text; a number too small for its places is given as zeros.
    pub fn without_power(text: String, digits: usize) -> String {
        // Only what rounds to zero has an exponent.
        match text.contains('e') {
            true => "0".to_owned() + &zeros(digits),
            false => text,
        }
    }

    /// The number times a positive factor.
    ///
    /// # Panics
    /// When the factor is not positive.
    pub fn scaled(&self, factor: &BigRational) -> Self {
        assert!(factor.is_positive(), "a positive factor");
        match self {
            Self::Exact(value) => Self::Exact(product(value, factor)),
            Self::Surd(surd) => Self::from(surd.clone() * Surd::from(factor.clone())),
            Self::Bounded(bounds) => {
                let Between { lower, upper } = bounds;
                Self::Bounded(Between::new(product(lower, factor), product(upper, factor)))
            }
            Self::Function { function, at } => Self::Function {
                function: function * &RatFunc::constant(factor.clone()),
                at: at.as_ref().map(|at| ValueAndSlope {
                    value: product(&at.value, factor),
                    slope: product(&at.slope, factor),
                }),
            },
        }
    }

    /// The number, when it is rational and known exactly.
    pub fn exact(&self) -> Option<&BigRational> {
        match self {
            Self::Exact(value) => Some(value),
            _ => None,
        }
    }

    /// The number, when it is known exactly, rational or not.
    pub fn surd(&self) -> Option<Surd> {
        match self {
            Self::Exact(value) => Some(Surd::from(value.clone())),
            Self::Surd(surd) => Some(surd.clone()),
            _ => None,
        }
    }
}

impl From<Surd> for Quantity {
    /// A surd, or the rational number that it is.
    fn from(surd: Surd) -> Self {
        match surd.as_rational() {
            Some(value) => Self::Exact(value.clone()),
            None => Self::Surd(surd),
        }
    }
}

/// The decimal point and `digits` zeros after it.
fn zeros(digits: usize) -> String {
    match digits {
        0 => String::new(),
        digits => format!(".{:0<digits$}", ""),
    }
}

/// The decimals to which both bounds are rounded alike, as many as `digits` at most; `None` if these are fewer than that
/// and show less than three digits of the number.
fn agreed(Between { lower, upper }: &Between, digits: usize) -> Option<String> {
    // Half a unit away from zero, then cut off: in integers, since nothing is gained by lowest terms.
    let rounded = |value: &BigRational, places: usize| -> BigInt {
        stop::check();
        let (over, under) = (value.numer(), value.denom());
        let half = over.signum() * under;
        (over * BigInt::from(10).pow(places as u32) * 2 + half) / (under * 2)
    };
    for places in (0..=digits).rev() {
        let number = rounded(lower, places);
        if places < digits && number.abs() < BigInt::from(100) {
            return None;
        }
        if number != rounded(upper, places) {
            continue;
        }
        if number.is_zero() && !lower.is_zero() {
            // Too small for these places: three digits and a power of ten, or nothing.
            let text = decimal_text(lower, digits);
            return (text == decimal_text(upper, digits)).then_some(text);
        }
        let sign = if number.is_negative() { "-" } else { "" };
        let number = format!("{:0>1$}", number.abs().to_string(), places + 1);
        let (whole, part) = number.split_at(number.len() - places);
        let point = if places > 0 { "." } else { "" };
        return Some(format!("{sign}{whole}{point}{part}"));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::parse_fraction;
    use proptest::prelude::*;

    proptest! {
        /// Whatever is printed holds for every number between the bounds: alone it is what each of them rounds to, two
        /// numbers enclose them.
        #[test]
        fn printed_digits_are_proved(
            at in -3_000_000_000i64..3_000_000_000,
            width in 1i64..2_000_000_000,
            shift in 0u32..12,
            digits in 0usize..12,
        ) {
            let value = |number: i64| BigRational::new(number.into(), BigInt::from(10).pow(shift));
            let (lower, upper) = (value(at), value(at + (width >> (shift * 2))));
            let text = Quantity::between(lower.clone(), upper.clone()).decimal(digits);
            if let Some((low, high)) = text.split_once(" … ") {
                prop_assert!(parse_fraction(low).unwrap() <= lower);
                prop_assert!(upper <= parse_fraction(high).unwrap());
            } else if !text.contains('e') {
                let places = text.split_once('.').map_or(0, |(_, part)| part.len());
                let half = BigRational::new(1.into(), BigInt::from(2) * BigInt::from(10).pow(places as u32));
                let printed = parse_fraction(&text).unwrap();
                prop_assert!((&printed - &lower).abs() <= half && (&upper - &printed).abs() <= half);
            }
        }
    }

    #[test]
    fn small_and_negative_numbers() {
        let text = |lower: &str, upper: &str, digits: usize| {
            let [lower, upper] = [lower, upper].map(|text| parse_fraction(text).unwrap());
            Quantity::between(lower, upper).decimal(digits)
        };
        assert_eq!(text("0.00000000123", "0.000000001231", 6), "1.23e-9");
        assert_eq!(text("0.0000000012", "0.0000000013", 6), "0 … 0.000001");
        assert_eq!(text("0", "0.00000000001", 6), "0.000000");
        assert_eq!(text("-1.50000001", "-1.5", 6), "-1.500000");
        assert_eq!(text("0.4999999999", "0.5000000001", 6), "0.500000");
        assert_eq!(text("99.4", "99.6", 2), "99.4 … 99.6");
    }
}
