//! Exact numbers as decimals, rounded once.
//!
//! A number is handed to [`Rounded::of`] as a quotient times a power of ten. Of quotients of long numbers the leading
//! digits are enough nearly always: with `N ≤ x < N + 1` and `M ≤ y < M + 1`, each times a power of ten, `x/y` lies between
//! `N/(M + 1)` and `(N + 1)/M`. Rounding never turns round the order of two numbers, so where both ends are rounded to the same, all
//! between them are. Where they are not, the numbers themselves are divided. Whether a decimal is the number itself, not a
//! rounding, does not follow from the ends; it is found by multiplying.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive, Zero};

use super::Natural;
use super::natural::LIMB_DIGITS;

/// Limbs of a long [`Natural`] that are looked at first: at least 55 digits.
const LIMBS: usize = 4;
/// Digits of a number that is given with a power of ten.
const SIGNIFICANT: u32 = 3;

/// The number rounded to at most `digits` decimal places, half to even; trailing zeros are left off when (and
/// only when) the text is exact. A number too small for these places is given by three significant digits and
/// a power of ten.
///
/// # Examples
/// ```
/// use siga::exact::{decimal_text, parse_fraction};
/// let text = |n: &str| decimal_text(&parse_fraction(n).unwrap(), 6);
/// assert_eq!(text("7/16"), "0.4375");
/// assert_eq!(text("2/3"), "0.666667");
/// assert_eq!(text("1/3000000"), "3.33e-7");
/// assert_eq!(text("-3/2"), "-1.5");
/// ```
pub fn decimal_text(value: &BigRational, digits: usize) -> String {
    let (over, under) = (value.numer().magnitude(), value.denom().magnitude());
    let sign = if value.is_negative() { "-" } else { "" };
    sign.to_owned() + &quotient(over, under, digits)
}

/// The text that [`decimal_text`] gives of `numerator / denominator`, which need not be in lowest terms.
///
/// Exact: as [`decimal_text`]. Cost: by the leading digits alone unless they leave two answers open.
///
/// # Panics
/// When the denominator is zero.
///
/// # Examples
/// ```
/// use siga::exact::{Natural, decimal_ratio};
/// let total = Natural::from(6u64).pow(10_000);
/// assert_eq!(decimal_ratio(&Natural::from(1u64), &total, 6), "3.07e-7782");
/// ```
pub fn decimal_ratio(numerator: &Natural, denominator: &Natural, digits: usize) -> String {
    let ends = Ends::of(numerator, denominator);
    match ends.rounded(|over, under, shift| Rounded::of(over, under, shift, digits)) {
        Some(rounded) => {
            let scale = Natural::from(10u64).pow(digits as u32);
            let is_exact =
                |units: &BigUint| numerator * &scale == denominator * &Natural::from(units);
            rounded.text(digits, is_exact)
        }
        None => quotient(&numerator.to_biguint(), &denominator.to_biguint(), digits),
    }
}

/// Three significant digits of a positive number and a power of ten, such as `4.27e4566`.
///
/// ```
/// use num_rational::BigRational;
/// let number = BigRational::new(1.into(), 2_005_000.into());
/// assert_eq!(siga::exact::scientific_text(&number), "4.99e-7");
/// ```
pub fn scientific_text(value: &BigRational) -> String {
    let (over, under) = (value.numer().magnitude(), value.denom().magnitude());
    Rounded::leading(over, under, 0).text(0, |_| false)
}

/// As [`scientific_text`], of a quotient.
pub fn scientific_ratio(numerator: &Natural, denominator: &Natural) -> String {
    let rounded = Ends::of(numerator, denominator).rounded(Rounded::leading);
    rounded
        .unwrap_or_else(|| Rounded::leading(&numerator.to_biguint(), &denominator.to_biguint(), 0))
        .text(0, |_| false)
}

/// The number rounded down (towards the smaller) to `digits` decimal places: a bound that stays one.
pub fn decimal_floor(value: &BigRational, digits: usize) -> String {
    let scale = BigInt::from(10).pow(digits as u32);
    let units = (value.numer() * &scale).div_floor(value.denom());
    decimal_text(&BigRational::new(units, scale), digits)
}

/// The number rounded up (towards the greater) to `digits` decimal places: a bound that stays one.
pub fn decimal_ceil(value: &BigRational, digits: usize) -> String {
    let scale = BigInt::from(10).pow(digits as u32);
    let units = (value.numer() * &scale).div_ceil(value.denom());
    decimal_text(&BigRational::new(units, scale), digits)
}

/// A distance, such as that between two bounds, rounded up: three significant digits and a power of ten where it is too small for
/// `digits` decimal places.
///
/// # Examples
/// ```
/// use siga::exact::{decimal_at_most, parse_fraction};
/// let text = |n: &str| decimal_at_most(&parse_fraction(n).unwrap(), 6);
/// assert_eq!(text("1/3"), "0.333334");
/// assert_eq!(text("1/3000000"), "3.34e-7");
/// assert_eq!(text("1/1000000000"), "1.00e-9");
/// ```
pub fn decimal_at_most(value: &BigRational, digits: usize) -> String {
    let shown = decimal_text(value, digits);
    match shown.split_once('e') {
        None => decimal_ceil(value, digits),
        Some((_, exponent)) => {
            // The rounded text has the exponent of the number or, rounded to the next power of ten, one more.
            let places = exponent.parse::<i64>().map_or(0, |exponent| 2 - exponent);
            let scale = BigInt::from(ten(places));
            let units = (value.numer() * &scale).div_ceil(value.denom());
            scientific_text(&BigRational::new(units, scale))
        }
    }
}

/// A quotient by dividing.
fn quotient(over: &BigUint, under: &BigUint, digits: usize) -> String {
    let is_exact = |units: &BigUint| over * ten(digits as i64) == units * under;
    Rounded::of(over, under, 0, digits).text(digits, is_exact)
}

/// A power of ten; one where the exponent is negative.
pub(super) fn ten(exponent: i64) -> BigUint {
    BigUint::from(10u32).pow(exponent.max(0) as u32)
}

/// Two quotients between which a number lies, times a power of ten.
pub(super) struct Ends {
    least: (BigUint, BigUint),
    most: (BigUint, BigUint),
    pub(super) shift: i64,
}

impl Ends {
    pub(super) fn of(numerator: &Natural, denominator: &Natural) -> Self {
        let leading = |number: &Natural| {
            let limbs = number.limbs();
            let dropped = limbs.len().saturating_sub(LIMBS);
            let least = Natural::from_limbs(limbs[dropped..].to_vec()).to_biguint();
            let most = match dropped {
                0 => least.clone(),
                _ => &least + 1u32,
            };
            (least, most, dropped as i64)
        };
        let (over, under) = (leading(numerator), leading(denominator));
        Self {
            least: (over.0, under.1),
            most: (over.1, under.0),
            shift: (over.2 - under.2) * LIMB_DIGITS as i64,
        }
    }

    /// The rounded value of both ends, if it is the same.
    pub(super) fn rounded<T: PartialEq>(
        &self,
        of: impl Fn(&BigUint, &BigUint, i64) -> T,
    ) -> Option<T> {
        let round = |(over, under): &(BigUint, BigUint)| of(over, under, self.shift);
        let rounded = round(&self.least);
        (self.least == self.most || rounded == round(&self.most)).then_some(rounded)
    }
}

/// The rounded value of a number that is not negative.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Rounded {
    /// A number of units of the last decimal place.
    Units(BigUint),
    /// Three digits, with the point after the first, and the exponent of ten.
    Leading { digits: u64, exponent: i64 },
}

impl Rounded {
    /// `over / under · 10^shift` to `digits` decimal places; leading digits where these would be zeros alone.
    fn of(over: &BigUint, under: &BigUint, shift: i64, digits: usize) -> Self {
        if over.is_zero() {
            return Self::Units(BigUint::ZERO);
        }
        let places = digits as i64 + shift;
        // Below a tenth of a unit nothing need be divided.
        if places < exponent_from_below(over, under) {
            return Self::leading(over, under, shift);
        }
        let under_scaled = under * ten(-places);
        let (mut units, rest) = (over * ten(places)).div_rem(&under_scaled);
        let twice = rest * 2u32;
        if twice > under_scaled || twice == under_scaled && units.is_odd() {
            units += 1u32;
        }
        match units.is_zero() {
            true => Self::leading(over, under, shift),
            false => Self::Units(units),
        }
    }

    /// Three digits of `over / under · 10^shift`, which is not zero, half upwards.
    fn leading(over: &BigUint, under: &BigUint, shift: i64) -> Self {
        let mut places = exponent_from_below(over, under);
        let (mut over, under) = (over * ten(places), under * ten(-places));
        while over < under {
            places += 1;
            over *= 10u32;
        }
        let mut digits: BigUint = (over * 200u32 + &under) / (under * 2u32);
        if digits == ten(SIGNIFICANT.into()) {
            digits = ten(i64::from(SIGNIFICANT) - 1);
            places -= 1;
        }
        Self::Leading {
            digits: digits.to_u64().expect("three digits"),
            exponent: shift - places,
        }
    }

    /// The number in print, without trailing zeros where the units are the number itself.
    fn text(&self, places: usize, is_exact: impl FnOnce(&BigUint) -> bool) -> String {
        match self {
            Self::Units(units) => {
                let number = format!("{:0>1$}", units.to_string(), places + 1);
                let (whole, part) = number.split_at(number.len() - places);
                let kept = part.trim_end_matches('0');
                match part {
                    part if kept.len() < part.len() && !is_exact(units) => {
                        format!("{whole}.{part}")
                    }
                    _ if kept.is_empty() => whole.to_owned(),
                    _ => format!("{whole}.{kept}"),
                }
            }
            Self::Leading { digits, exponent } => {
                let digits = digits.to_string();
                format!("{}.{}e{exponent}", &digits[..1], &digits[1..])
            }
        }
    }
}

/// The least power of ten that brings a quotient to 1 or above, or less than that: by the numbers of bits.
fn exponent_from_below(over: &BigUint, under: &BigUint) -> i64 {
    // The quotient is below 2^-bits; log10 of 2 is 0.30102999….
    let bits = under.bits() as i64 - over.bits() as i64 - 1;
    let log = if bits < 0 { 30_103 } else { 30_102 };
    (bits * log).div_euclid(100_000)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::parse_fraction;
    use proptest::prelude::*;

    #[test]
    fn bounds_are_rounded_outwards() {
        let value = parse_fraction("0.3675375").unwrap();
        assert_eq!(decimal_floor(&value, 4), "0.3675");
        assert_eq!(decimal_ceil(&value, 4), "0.3676");
        assert_eq!(decimal_floor(&-&value, 4), "-0.3676");
        assert_eq!(decimal_ceil(&parse_fraction("1/4").unwrap(), 4), "0.25");
    }

    #[test]
    fn small_numbers_have_a_power_of_ten() {
        let text = |n: &str| decimal_text(&parse_fraction(n).unwrap(), 2);
        assert_eq!(text("1/1000"), "1.00e-3");
        assert_eq!(text("-1/1001"), "-9.99e-4");
        assert_eq!(text("9999/10000000"), "1.00e-3");
        assert_eq!(text("1/10000000000000000000000"), "1.00e-22");
        assert_eq!(text("0"), "0");
    }

    /// The definition: the whole numbers above and below a multiple are compared, and trailing zeros cut where nothing is lost.
    fn slowly(over: &BigUint, under: &BigUint, digits: usize) -> String {
        let scaled = over * ten(digits as i64);
        let below = &scaled / under;
        let rest = &scaled - &below * under;
        let is_up = match (&rest + &rest).cmp(under) {
            std::cmp::Ordering::Less => false,
            std::cmp::Ordering::Equal => below.is_odd(),
            std::cmp::Ordering::Greater => true,
        };
        let units = below + u32::from(is_up);
        if units.is_zero() && !over.is_zero() {
            let (mut exponent, mut scaled) = (0, over.clone());
            while scaled < *under {
                exponent += 1;
                scaled *= 10u32;
            }
            let mut three = (scaled * 1000u32 / under + 5u32) / 10u32;
            if three == BigUint::from(1000u32) {
                three = BigUint::from(100u32);
                exponent -= 1;
            }
            let three = three.to_string();
            return format!("{}.{}e-{exponent}", &three[..1], &three[1..]);
        }
        let text = format!("{:0>1$}", units.to_string(), digits + 1);
        let (whole, part) = text.split_at(text.len() - digits);
        let part = match rest.is_zero() {
            true => part.trim_end_matches('0'),
            false => part,
        };
        match part {
            "" => whole.to_owned(),
            part => format!("{whole}.{part}"),
        }
    }

    /// Both ways to a text, and the definition.
    fn agree(over: &BigUint, under: &BigUint, digits: usize) {
        let text = slowly(over, under, digits);
        assert_eq!(quotient(over, under, digits), text);
        let (over, under) = (Natural::from(over), Natural::from(under));
        assert_eq!(decimal_ratio(&over, &under, digits), text);
    }

    #[test]
    fn ties_and_carries_of_long_numbers() {
        let power = |n: u32| BigUint::from(10u32).pow(n);
        // Long denominators without and with a factor that hides the decimal, and numbers so near a tie, a power of ten or a
        // short decimal that the leading digits say nothing.
        let hidden = [BigUint::from(1u32), BigUint::from(7u32).pow(150)];
        let decimals = "1 5 15 25 999 9995 9994 99949 9995000 9994999 1000 \
                        1005 1015 1234567 9999995 999999500000 999999499999 500000 1500000 2500000 100 0";
        for hidden in &hidden {
            for decimal in decimals.split(' ') {
                let units: BigUint = decimal.parse().unwrap();
                for places in [0, 7, 200] {
                    for away in [None, Some(90), Some(300)] {
                        let (over, under) = match away {
                            None => (&units * hidden, power(places) * hidden),
                            Some(away) => {
                                (&units * power(away) * hidden, power(places + away) * hidden)
                            }
                        };
                        for digits in [0, 6, 10] {
                            agree(&over, &under, digits);
                            if away.is_some() {
                                agree(&(&over + 1u32), &under, digits);
                                if !units.is_zero() {
                                    agree(&(&over - 1u32), &under, digits);
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn leading_digits_of_large_and_small_numbers() {
        let text = |text: &str| scientific_text(&parse_fraction(text).unwrap());
        assert_eq!(text("9994/10"), "9.99e2");
        assert_eq!(text("99949999"), "9.99e7");
        assert_eq!(text("99950000"), "1.00e8");
        assert_eq!(text("1/8"), "1.25e-1");
        let long = Natural::from(6u64).pow(10_000);
        assert_eq!(scientific_ratio(&long, &Natural::from(1u64)), "3.25e7781");
        assert_eq!(scientific_ratio(&Natural::from(1u64), &long), "3.07e-7782");
    }

    proptest! {
        #[test]
        fn both_ways_agree_with_the_definition(
            over in prop::collection::vec(any::<u32>(), 0..30),
            under in prop::collection::vec(any::<u32>(), 1..30),
            digits in 0usize..12,
        ) {
            let under = BigUint::from_slice(&under) + 1u32;
            agree(&BigUint::from_slice(&over), &under, digits);
        }

        /// Numbers within one part in 10^90 of what is just between two texts.
        #[test]
        fn near_ties_are_decided(units in 0u64..3_000_000, zeros in 0u32..12, off in -1i32..=1, digits in 0usize..9, factor in 1u64..) {
            let tie = BigUint::from(2 * units + 1) * BigUint::from(10u32).pow(90) * factor;
            let over = if off < 0 { tie - 1u32 } else { tie + off as u32 };
            let under = BigUint::from(2u32) * BigUint::from(10u32).pow(90 + digits as u32 + zeros) * factor;
            agree(&over, &under, digits);
        }
    }
}
