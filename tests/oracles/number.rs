//! The numbers of siga's answers, read as fractions, and fractions of the oracles.

use std::fmt::{Display, Formatter};

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One as _, Signed as _, ToPrimitive as _, Zero as _};
use serde_json::Value;

/// A number that is known to lie between two others, or exactly.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Between {
    pub(crate) lower: BigRational,
    pub(crate) upper: BigRational,
}

impl Between {
    pub(crate) fn exactly(value: BigRational) -> Between {
        Between {
            lower: value.clone(),
            upper: value,
        }
    }

    /// Bounds as whole numbers of parts of a unit.
    pub(crate) fn parts(lower: i128, upper: i128, unit: i128) -> Between {
        assert!(lower <= upper);
        Between {
            lower: BigRational::new(lower.into(), unit.into()),
            upper: BigRational::new(upper.into(), unit.into()),
        }
    }

    /// A number of siga's JSON.
    pub(crate) fn read(value: &Value) -> Option<Between> {
        if let (Some(lower), Some(upper)) = (value.get("lower"), value.get("upper")) {
            let (lower, upper) = (Between::read(lower)?, Between::read(upper)?);
            return Some(Between {
                lower: lower.lower,
                upper: upper.upper,
            });
        }
        match value.get("exact")? {
            Value::String(text) => Some(Between::exactly(fraction(text))),
            surd => {
                let part = |name: &str| fraction(surd[name].as_str().unwrap());
                let (lower, upper) = square_root(&part("root"));
                let (one, other) = (part("a") + part("b") * lower, part("a") + part("b") * upper);
                let (lower, upper) = if one < other {
                    (one, other)
                } else {
                    (other, one)
                };
                Some(Between { lower, upper })
            }
        }
    }

    /// Adds a number of siga's JSON; an unknown one may be anything from nothing to one.
    pub(crate) fn add(&mut self, value: &Value) {
        let unknown = Between::parts(0, 1, 1);
        let value = Between::read(value).unwrap_or(unknown);
        self.lower += value.lower;
        self.upper += value.upper;
    }

    /// Whether one number can be in both.
    pub(crate) fn meets(&self, other: &Between) -> bool {
        self.lower <= other.upper && other.lower <= self.upper
    }

    /// Whether all of the other lies in this.
    pub(crate) fn holds(&self, other: &Between) -> bool {
        self.lower <= other.lower && other.upper <= self.upper
    }
}

impl Display for Between {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let approx = |value: &BigRational| value.to_f64().unwrap();
        if self.lower == self.upper {
            write!(f, "{} = {:e}", self.lower, approx(&self.lower))
        } else {
            write!(f, "[{:e}, {:e}]", approx(&self.lower), approx(&self.upper))
        }
    }
}

/// `7/16`, `3`, `0.25`.
pub(crate) fn fraction(text: &str) -> BigRational {
    if let Some((whole, decimals)) = text.split_once('.') {
        let digits: BigInt = format!("{whole}{decimals}").parse().unwrap();
        return BigRational::new(digits, BigInt::from(10).pow(decimals.len() as u32));
    }
    match text.split_once('/') {
        Some((over, under)) => BigRational::new(over.parse().unwrap(), under.parse().unwrap()),
        None => BigRational::from_integer(text.parse().unwrap()),
    }
}

/// Bounds of a square root to three hundred digits: those of the two parts of a surd nearly cancel each other.
fn square_root(of: &BigRational) -> (BigRational, BigRational) {
    let scale = BigInt::from(10).pow(300);
    let square: BigInt = (of * BigRational::from_integer(&scale * &scale)).to_integer();
    let root = square.sqrt();
    let above = &root + BigInt::one();
    (
        BigRational::new(root, scale.clone()),
        BigRational::new(above, scale),
    )
}

/// Whether `approx` beside every exact number in the JSON text is the nearest floating-point number; says how many there are.
/// The text is read here, since a parser may round the last digit.
pub(crate) fn approximations(text: &str) -> Result<u64, String> {
    let mut numbers = 0;
    for (at, name) in text.match_indices("\"approx\":") {
        let start = text[..at].rfind("{\"exact\":").unwrap();
        let digits = &text[at + name.len()..];
        let digits = &digits[..digits.find('}').unwrap()];
        let exact: Value =
            serde_json::from_str(&format!("{}}}", text[start..at].trim_end_matches(','))).unwrap();
        if !nearest(digits.parse().unwrap(), &Between::read(&exact).unwrap()) {
            return Err(format!(
                "{exact}: {digits} is not the nearest floating-point number"
            ));
        }
        numbers += 1;
    }
    Ok(numbers)
}

fn nearest(approx: f64, exact: &Between) -> bool {
    let distance = |value: f64| (BigRational::from_float(value).unwrap() - &exact.lower).abs();
    // Of a surd bounds are known, and either distance may be wrong by as much as these are apart.
    let tiny = (&exact.upper - &exact.lower) * BigRational::from_integer(2.into());
    let here = distance(approx);
    here.is_zero()
        || (here.clone() <= distance(approx.next_up()) + &tiny
            && here <= distance(approx.next_down()) + &tiny)
}
