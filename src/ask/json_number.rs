//! Numbers in JSON, back from the contract (docs/json.md).

use itertools::Itertools;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use serde_json::Value;

use crate::exact::{
    Poly, Quantity, RatFunc, Surd, approx, decimal_ceil, decimal_floor, decimal_text, gcd,
};
use crate::render::words::with_decimal;

/// Binary places to which a plain floating-point number can be trusted.
const TRUSTED: u32 = 50;

/// The number in a JSON value; `None` for a value that is not a number, such as a name.
///
/// # Errors
/// It is a number with which no figure can be compared.
pub(crate) fn quantity(value: &Value) -> Result<Option<Quantity>, String> {
    match known(value)? {
        Some(Quantity::Function { .. }) => {
            Err("the number is a function of the bias p: give the bias a number".to_owned())
        }
        number => Ok(number),
    }
}

/// The number a JSON value is, which may be a function of the bias.
///
/// # Errors
/// It is an estimate.
pub(crate) fn known(value: &Value) -> Result<Option<Quantity>, String> {
    Ok(match value {
        Value::String(text) => ratio(text).map(Quantity::Exact),
        Value::Number(number) => match ratio(&number.to_string()) {
            Some(whole) => Some(Quantity::Exact(whole)),
            None => number
                .as_f64()
                .and_then(BigRational::from_float)
                .map(|near| {
                    let width = BigRational::new(BigInt::one(), BigInt::one() << TRUSTED) * &near;
                    Quantity::between(&near - &width, &near + width)
                }),
        },
        Value::Object(_) => return known_object(value),
        _ => None,
    })
}

/// The number that an object is.
fn known_object(object: &Value) -> Result<Option<Quantity>, String> {
    if object.get("estimated").is_some() {
        return Err("the number is an estimate, with which no figure can be compared".to_owned());
    }
    if let Some(value) = object.get("value").filter(|value| value.is_object()) {
        return known(value);
    }
    if object.get("function").is_some() {
        let function = function(object)?;
        return Ok(Some(Quantity::Function { function, at: None }));
    }
    let [exact, lower, upper] = ["exact", "lower", "upper"].map(|key| object.get(key));
    Ok(match (exact, lower, upper) {
        (Some(Value::String(text)), ..) => ratio(text).map(Quantity::Exact),
        (Some(surd), ..) => self::surd(surd),
        (None, Some(lower), Some(upper)) => {
            let end = |value: &Value| -> Result<_, String> {
                Ok(quantity(value)?.and_then(|end| end.exact().cloned()))
            };
            let ends = end(lower)?.zip(end(upper)?);
            ends.map(|(lower, upper)| Quantity::between(lower, upper))
        }
        _ => None,
    })
}

/// The function of the bias in a JSON value.
///
/// # Errors
/// The value is not one.
fn function(value: &Value) -> Result<RatFunc, String> {
    let coefficients = |key: &str| -> Result<Poly, String> {
        let list = value[key]
            .as_array()
            .ok_or("`fit` needs functions: ask with --bias p")?;
        let numbers: Vec<BigRational> = list.iter().map(exact).try_collect()?;
        Ok(Poly::new(numbers))
    };
    RatFunc::new(coefficients("numerator")?, coefficients("denominator")?)
        .ok_or_else(|| "a function divides by zero".to_owned())
}

fn surd(value: &Value) -> Option<Quantity> {
    let part = |key: &str| value[key].as_str();
    let root: BigInt = part("root")?.parse().ok()?;
    Surd::new(&ratio(part("a")?)?, &ratio(part("b")?)?, &root).map(Quantity::from)
}

/// The exact number in a JSON value.
pub(crate) fn exact(value: &Value) -> Result<BigRational, String> {
    match quantity(value)? {
        Some(Quantity::Exact(number)) => Ok(number),
        _ => Err(format!("{} is not an exact number", text(value))),
    }
}

/// A fraction of any length.
pub(crate) fn ratio(text: &str) -> Option<BigRational> {
    let (over, under) = text.split_once('/').unwrap_or((text, "1"));
    let under: BigInt = under.parse().ok()?;
    let over = over.parse().ok()?;
    (!under.is_zero()).then(|| gcd::ratio(over, under))
}

/// A value as text.
pub(crate) fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(text).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

/// A number for people: the fraction where it is short, and the decimal.
pub(crate) fn shown(quantity: &Quantity, digits: usize) -> String {
    match quantity {
        Quantity::Exact(number) => {
            let text = number.to_string();
            let decimal = decimal_text(number, digits);
            if text.len() > 40 {
                decimal
            } else if number.is_integer() {
                text
            } else {
                with_decimal(&text, &decimal)
            }
        }
        Quantity::Surd(surd) => surd.decimal(digits),
        Quantity::Bounded(bounds) => {
            let (lower, upper) = (
                decimal_floor(&bounds.lower, digits),
                decimal_ceil(&bounds.upper, digits),
            );
            format!("{lower} to {upper}")
        }
        Quantity::Function { function, .. } => function.to_string(),
    }
}

/// An error in units of the last place, for people: `+1.33`.
pub(crate) fn error(error: &Quantity) -> String {
    let Some((number, _)) = error.ends() else {
        return String::new();
    };
    let hundred = BigRational::from_integer(100.into());
    let digits = if approx(&number).abs() < 100.0 { 2 } else { 0 };
    let rounded = match digits {
        0 => number.round(),
        _ => (number * &hundred).round() / hundred,
    };
    let sign = if rounded > BigRational::zero() {
        "+"
    } else {
        ""
    };
    format!("{sign}{}", decimal_text(&rounded, digits))
}
