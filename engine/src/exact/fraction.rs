//! Rational numbers as fractions, read and written.

use std::collections::HashMap;

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::nearest::approx_ratio;
use super::{Natural, gcd};
use crate::work::stop;

/// Digits a number written by a person may have on either side of its bar or point.
const MAX_DIGITS: usize = 60;

/// Why a text is not a rational number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseFractionError {
    /// Not one of the accepted forms.
    #[error(
        "`{0}` is not a number; write a fraction (3/5), a decimal (0.6, 1e-6) or a percentage (60%)"
    )]
    Malformed(String),
    /// A denominator of zero.
    #[error("`{0}` divides by zero")]
    ZeroDenominator(String),
    /// More digits or a greater power of ten than [`parse_fraction`] takes.
    #[error(
        "the number has more than {MAX_DIGITS} digits in one part, or a power of ten beyond 100"
    )]
    TooLong,
}

/// Reads `3/5`, `0.6`, `60%`, `1e-6`, `-2` as exactly the number written.
///
/// # Errors
/// [`ParseFractionError`] when the text has another form, divides by zero or has more than sixty digits in
/// one part, or a power of ten beyond 10^±100.
///
/// # Examples
/// ```
/// use siga::exact::{fraction_text, parse_fraction};
/// assert_eq!(fraction_text(&parse_fraction("60%").unwrap()), "3/5");
/// assert_eq!(fraction_text(&parse_fraction("0.6").unwrap()), "3/5");
/// assert_eq!(fraction_text(&parse_fraction("2.5e-3").unwrap()), "1/400");
/// assert!(parse_fraction("3/0").is_err());
/// ```
pub fn parse_fraction(text: &str) -> Result<BigRational, ParseFractionError> {
    let malformed = || ParseFractionError::Malformed(text.chars().take(40).collect());
    let whole = text.trim();
    let (unsigned, negative) = match whole.strip_prefix(['-', '−']) {
        Some(rest) => (rest, true),
        None => (whole, false),
    };
    let value = if let Some((over, under)) = unsigned.split_once('/') {
        let under = digits(under.trim()).map_err(|error| error.unwrap_or_else(malformed))?;
        if under.is_zero() {
            return Err(ParseFractionError::ZeroDenominator(whole.to_owned()));
        }
        let over = digits(over.trim()).map_err(|error| error.unwrap_or_else(malformed))?;
        BigRational::new(over, under)
    } else {
        let (number, scale) = match unsigned.strip_suffix('%') {
            Some(number) => (number.trim_end(), 2),
            None => (unsigned, 0),
        };
        let (number, exponent) = match number.split_once(['e', 'E']) {
            Some((number, exponent)) if scale == 0 => (number, power_of_ten(exponent)?),
            Some(_) => return Err(malformed()),
            None => (number, 0),
        };
        let (before, after) = number.split_once('.').unwrap_or((number, ""));
        if before.is_empty() && after.is_empty() {
            return Err(malformed());
        }
        let part = |part: &str| match part {
            "" => Ok(BigInt::ZERO),
            _ => digits(part).map_err(|error| error.unwrap_or_else(malformed)),
        };
        let power = |exponent: usize| BigInt::from(10).pow(exponent as u32);
        let unscaled = part(before)? * power(after.len().min(MAX_DIGITS)) + part(after)?;
        let value = BigRational::new(unscaled, power(after.len() + scale));
        let power = power(exponent.unsigned_abs() as usize);
        if exponent < 0 {
            value / power
        } else {
            value * power
        }
    };
    Ok(if negative { -value } else { value })
}

/// The exponent of a power of ten.
fn power_of_ten(text: &str) -> Result<i32, ParseFractionError> {
    const LARGEST: i32 = 100;
    let (unsigned, sign) = match text.strip_prefix(['-', '−']) {
        Some(rest) => (rest, -1),
        None => (text.strip_prefix('+').unwrap_or(text), 1),
    };
    let malformed = || ParseFractionError::Malformed(format!("e{text}").chars().take(40).collect());
    let number = digits(unsigned).map_err(|error| error.unwrap_or_else(malformed))?;
    let number = i32::try_from(number)
        .ok()
        .filter(|&number| number <= LARGEST);
    number
        .map(|number| sign * number)
        .ok_or(ParseFractionError::TooLong)
}

/// A run of decimal digits; `Err(None)` when it is something else.
fn digits(text: &str) -> Result<BigInt, Option<ParseFractionError>> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(None);
    }
    if text.len() > MAX_DIGITS {
        return Err(Some(ParseFractionError::TooLong));
    }
    text.parse().map_err(|_| None)
}

/// The number as `7/16`, or `3` when it is whole.
pub fn fraction_text(value: &BigRational) -> String {
    stop::check();
    value.to_string()
}

/// Writes many weights over one total as fractions in lowest terms.
///
/// The small prime factors of the total are found once; a weight is then reduced by trying those alone, which
/// is linear in its length where a general greatest common divisor is quadratic.
#[derive(Clone)]
pub struct Fractions {
    total: Natural,
    /// Prime, exponent in the total.
    primes: Vec<(u64, u32)>,
    /// The quotient of the total by those primes, when it is not 1.
    rest: Option<BigUint>,
    /// The total over each divisor met so far, and its digits.
    denominators: HashMap<Natural, (Natural, Vec<u8>)>,
}

/// Primes below this are looked for in a total.
const TRIAL_LIMIT: u64 = 1000;

impl Fractions {
    /// Prepares for weights over `total`, which must not be zero.
    pub fn new(total: &Natural) -> Self {
        let mut primes = Vec::new();
        let mut rest = total.clone();
        for q in 2..TRIAL_LIMIT {
            // Only primes can divide: smaller factors are gone by then.
            if rest.rem_small(q) == 0 {
                let (quotient, exponent) = rest.divided_out(q, u32::MAX);
                primes.push((q, exponent));
                rest = quotient;
            }
        }
        Self {
            total: total.clone(),
            primes,
            rest: (!rest.is_one()).then(|| rest.to_biguint()),
            denominators: HashMap::new(),
        }
    }

    /// The largest number that divides both the weight and the total.
    fn divisor(&self, weight: &Natural) -> Natural {
        let mut divisor = Natural::one();
        for &(q, exponent) in &self.primes {
            let count = weight.valuation(q, exponent);
            if count > 0 {
                divisor = &divisor * &Natural::from(q).pow(count);
            }
        }
        match &self.rest {
            Some(rest) => &divisor * &Natural::from(&gcd::gcd(rest, &weight.to_biguint())),
            None => divisor,
        }
    }

    /// The numerator of `weight / total` in lowest terms, and the denominator with its digits.
    fn reduce(&mut self, weight: &Natural) -> (Natural, &(Natural, Vec<u8>)) {
        let divisor = if weight.is_zero() {
            self.total.clone()
        } else {
            self.divisor(weight)
        };
        let numerator = if divisor.is_one() {
            weight.clone()
        } else {
            quotient(weight, &divisor)
        };
        let total = &self.total;
        let denominator = self
            .denominators
            .entry(divisor)
            .or_insert_with_key(|divisor| {
                let denominator = quotient(total, divisor);
                let mut digits = Vec::new();
                denominator.write_digits(&mut digits);
                (denominator, digits)
            });
        (numerator, denominator)
    }

    /// Appends `weight / total` as text, such as `7/16`, and returns the nearest floating-point number.
    pub fn write(&mut self, weight: &Natural, out: &mut Vec<u8>) -> f64 {
        let (numerator, (denominator, digits)) = self.reduce(weight);
        numerator.write_digits(out);
        if !denominator.is_one() {
            out.push(b'/');
            out.extend_from_slice(digits);
        }
        approx_ratio(&numerator, denominator)
    }

    /// `weight / total` as a rational number.
    pub fn ratio(&mut self, weight: &Natural) -> BigRational {
        let (numerator, (denominator, _)) = self.reduce(weight);
        BigRational::new_raw(numerator.to_bigint(), denominator.to_bigint())
    }
}

/// A division known to be exact.
fn quotient(number: &Natural, divisor: &Natural) -> Natural {
    match divisor.to_u64() {
        Some(small) => number.div_rem_small(small).0,
        None => Natural::from(&(number.to_biguint() / divisor.to_biguint())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn long_numbers_are_refused() {
        let long = format!("1/{}", "9".repeat(1_000_000));
        assert_eq!(parse_fraction(&long), Err(ParseFractionError::TooLong));
        let long = format!("0.{}", "9".repeat(1_000_000));
        assert_eq!(parse_fraction(&long), Err(ParseFractionError::TooLong));
    }

    proptest! {
        #[test]
        fn text_round_trips(over in any::<i64>(), under in 1..i64::MAX) {
            let value = BigRational::new(over.into(), under.into());
            prop_assert_eq!(parse_fraction(&fraction_text(&value)), Ok(value.clone()));
        }

        #[test]
        fn reduction_agrees_with_the_library(
            weight in 0u64..u64::MAX, base in 1u64..5000, n in 1u32..30, power in 0u32..20,
        ) {
            let total = Natural::from(base).pow(n);
            let weight = &Natural::from(weight) * &Natural::from(base).pow(power);
            let expected = BigRational::new(weight.to_bigint(), total.to_bigint());
            prop_assert_eq!(&Fractions::new(&total).ratio(&weight), &expected);
            prop_assert_eq!(approx_ratio(&weight, &total), crate::exact::approx(&expected));
        }
    }
}
