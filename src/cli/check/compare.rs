//! Whether a printed figure is what was computed.

use std::fmt;

use itertools::Itertools;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use serde::Deserialize;
use serde_json::Value;

use super::claim::{Claim, Pick, Reduce};
use crate::cli::json;
use crate::exact::bounds::satisfiable;
use crate::exact::{Poly, RatFunc, decimal_ceil, decimal_floor, decimal_text, parse_fraction};

/// How a printed figure compares with the exact one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Status {
    /// Equal.
    Exact,
    /// Equal to the printed precision.
    Rounded,
    /// The exact value is another.
    Differs,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Exact => "exact",
            Self::Rounded => "rounded",
            Self::Differs => "differs",
        })
    }
}

/// What a check found.
#[derive(Debug)]
pub(super) struct Finding {
    pub(super) status: Status,
    /// The exact value, as JSON has it.
    pub(super) exact: Value,
}

/// The widest search for a bias that fits: halvings of the interval from 0 to 1.
const FIT_DEPTH: u32 = 60;

pub(super) fn compare(claim: &Claim, result: &Value) -> Result<Finding, String> {
    if let Some(order) = &claim.order {
        return in_order(claim, order, result);
    }
    let picked = pick(claim, result)?;
    if claim.fit {
        return fit(claim, &picked);
    }
    match (&claim.printed, picked.as_slice()) {
        (Value::Array(printed), picked) => {
            if printed.len() != picked.len() {
                return Err(format!(
                    "{} figures are printed and {} picked",
                    printed.len(),
                    picked.len()
                ));
            }
            let findings: Vec<Finding> = printed
                .iter()
                .zip(picked)
                .map(|(printed, found)| one(printed, found))
                .try_collect()?;
            Ok(Finding {
                status: findings
                    .iter()
                    .map(|finding| finding.status)
                    .max()
                    .unwrap_or(Status::Exact),
                exact: findings.into_iter().map(|finding| finding.exact).collect(),
            })
        }
        (printed, [found]) => one(printed, found),
        (_, picked) => Err(format!(
            "one figure is printed and {} are picked",
            picked.len()
        )),
    }
}

/// The elements a claim speaks of.
fn pick<'a>(claim: &Claim, result: &'a Value) -> Result<Vec<std::borrow::Cow<'a, Value>>, String> {
    use std::borrow::Cow;
    let picked: Vec<&Value> = match &claim.pick {
        Some(Pick::One(pointer)) => follow(result, pointer)?,
        Some(Pick::Many(pointers)) => pointers
            .iter()
            .map(|pointer| follow(result, pointer))
            .flatten_ok()
            .try_collect()?,
        None => Vec::new(),
    };
    if let Some(pointer) = &claim.at_max_of {
        let keys: Vec<BigRational> = follow(result, pointer)?
            .into_iter()
            .map(exact)
            .try_collect()?;
        if keys.len() != picked.len() {
            return Err("`pick` and `at_max_of` have different lengths".to_owned());
        }
        let best = keys
            .iter()
            .enumerate()
            .max_by(|(i, a), (j, b)| a.cmp(b).then(j.cmp(i)));
        return Ok(best
            .map(|(i, _)| Cow::Borrowed(picked[i]))
            .into_iter()
            .collect());
    }
    let Some(reduce) = claim.reduce else {
        return Ok(picked.into_iter().map(Cow::Borrowed).collect());
    };
    let numbers: Vec<BigRational> = picked.into_iter().map(exact).try_collect()?;
    let value = match reduce {
        Reduce::Max => numbers.into_iter().max().ok_or("nothing is picked")?,
        Reduce::Sum => numbers.into_iter().sum(),
    };
    Ok(vec![Cow::Owned(json::number(&value))])
}

/// The values a JSON pointer leads to, `*` standing for every element.
fn follow<'a>(value: &'a Value, pointer: &str) -> Result<Vec<&'a Value>, String> {
    let mut found = vec![value];
    let Some(path) = pointer.strip_prefix('/') else {
        return Err(format!("the pointer `{pointer}` does not begin with `/`"));
    };
    for key in path.split('/') {
        let mut next = Vec::new();
        for value in found {
            match (key, value) {
                ("*", Value::Array(items)) => next.extend(items),
                (key, value) => {
                    next.push(value.pointer(&format!("/{key}")).ok_or_else(|| {
                        format!("the pointer `{pointer}` leads nowhere at `{key}`")
                    })?)
                }
            }
        }
        found = next;
    }
    Ok(found)
}

/// The exact number in a JSON value.
fn exact(value: &Value) -> Result<BigRational, String> {
    let text = match value {
        Value::Number(number) => number.to_string(),
        Value::String(text) => text.clone(),
        value => match &value["exact"] {
            Value::String(text) => text.clone(),
            _ => return Err(format!("{value} is not an exact number")),
        },
    };
    ratio(&text).ok_or_else(|| format!("`{text}` is not a number"))
}

/// A fraction of any length.
fn ratio(text: &str) -> Option<BigRational> {
    let (over, under) = text.split_once('/').unwrap_or((text, "1"));
    let under: BigInt = under.parse().ok()?;
    (!under.is_zero()).then_some(BigRational::new(over.parse().ok()?, under))
}

/// Compares one printed figure with one value.
fn one(printed: &Value, found: &Value) -> Result<Finding, String> {
    let printed = match printed {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        other => {
            return Err(format!(
                "`printed` is {other}, neither a text nor a list of texts"
            ));
        }
    };
    let finding = |status, exact: &Value| Finding {
        status,
        exact: exact.clone(),
    };
    // Known between two bounds: both must round to what is printed.
    if let (Value::Object(_), Value::Object(_)) = (&found["lower"], &found["upper"]) {
        let printed = Printed::parse(&printed)?;
        let within =
            printed.admits(&exact(&found["lower"])?) && printed.admits(&exact(&found["upper"])?);
        return Ok(finding(
            if within {
                Status::Rounded
            } else {
                Status::Differs
            },
            found,
        ));
    }
    let shown = match found {
        Value::Object(_) => &found["exact"],
        other => other,
    };
    let (Ok(value), Ok(figure)) = (exact(found), Printed::parse(&printed)) else {
        let equal = printed.trim() == text(found);
        return Ok(finding(
            if equal {
                Status::Exact
            } else {
                Status::Differs
            },
            shown,
        ));
    };
    let status = if figure.value == value {
        Status::Exact
    } else if figure.admits(&value) {
        Status::Rounded
    } else {
        Status::Differs
    };
    Ok(finding(status, shown))
}

/// A figure as printed, with its precision.
struct Printed {
    value: BigRational,
    /// Half a unit of the last place; zero for fractions, which are meant exactly.
    slack: BigRational,
}

impl Printed {
    /// Reads `7/16`, `0.4375`, `37.5 %`, `.1536` or a sum such as `1/16 + 7/16`.
    fn parse(text: &str) -> Result<Self, String> {
        let mut sum = Self {
            value: BigRational::zero(),
            slack: BigRational::zero(),
        };
        for term in text.split(" + ") {
            let term = term.trim().replace([' ', ','], "");
            sum.value += parse_fraction(&term).map_err(|error| error.to_string())?;
            let (number, percent) = match term.strip_suffix('%') {
                Some(number) => (number, 2),
                None => (term.as_str(), 0),
            };
            let places = number.split_once('.').map(|(_, after)| after.len());
            if places.is_some() || percent > 0 {
                let unit = BigInt::from(10).pow((places.unwrap_or(0) + percent) as u32);
                sum.slack += BigRational::new(1.into(), unit * 2);
            }
        }
        Ok(sum)
    }

    /// Whether the figure is the value rounded; a tie may have gone either way.
    fn admits(&self, value: &BigRational) -> bool {
        (value - &self.value).abs() <= self.slack
    }
}

/// Names in descending order of their values, `>` between them and `=` between equals.
fn in_order(
    claim: &Claim,
    order: &std::collections::BTreeMap<String, String>,
    result: &Value,
) -> Result<Finding, String> {
    let mut values: Vec<(&String, BigRational)> = Vec::new();
    for (name, pointer) in order {
        let found = follow(result, pointer)?;
        let [value] = found.as_slice() else {
            return Err(format!("the pointer `{pointer}` must lead to one number"));
        };
        values.push((name, exact(value)?));
    }
    values.sort_by(|(_, a), (_, b)| b.cmp(a));
    let mut text = String::new();
    for (i, (name, value)) in values.iter().enumerate() {
        if i > 0 {
            text.push_str(if values[i - 1].1 == *value {
                " = "
            } else {
                " > "
            });
        }
        text.push_str(name);
    }
    let equal = claim.printed.as_str().map(str::trim) == Some(text.as_str());
    let status = if equal {
        Status::Exact
    } else {
        Status::Differs
    };
    Ok(Finding {
        status,
        exact: text.into(),
    })
}

/// Whether one bias makes all picked functions as printed.
fn fit(claim: &Claim, picked: &[std::borrow::Cow<'_, Value>]) -> Result<Finding, String> {
    let Value::Array(printed) = &claim.printed else {
        return Err("`fit` needs a list of printed figures".to_owned());
    };
    if printed.len() != picked.len() {
        return Err(format!(
            "{} figures are printed and {} picked",
            printed.len(),
            picked.len()
        ));
    }
    let constraints: Vec<(RatFunc, BigRational, BigRational)> = picked
        .iter()
        .zip(printed)
        .map(|(found, printed)| {
            let printed = Printed::parse(printed.as_str().unwrap_or_default())?;
            let (lower, upper) = (
                &printed.value - &printed.slack,
                &printed.value + &printed.slack,
            );
            Ok::<_, String>((function(found)?, lower, upper))
        })
        .try_collect()?;
    let fits = satisfiable(
        &constraints,
        &BigRational::zero(),
        &BigRational::one(),
        FIT_DEPTH,
    )
    .ok_or("whether some bias fits is undecided: the figures fit at single points only")?;
    let functions = picked
        .iter()
        .map(|found| found["function"].clone())
        .collect();
    let status = if fits {
        Status::Rounded
    } else {
        Status::Differs
    };
    Ok(Finding {
        status,
        exact: functions,
    })
}

/// The function of the bias in a JSON value.
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

/// A value as text.
pub(super) fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(text).join(", "),
        other => other.to_string(),
    }
}

impl Finding {
    /// The exact value for people.
    pub(super) fn shown(&self, digits: usize) -> String {
        let one = |value: &Value| match (&value["lower"], &value["upper"]) {
            (Value::Object(_), Value::Object(_)) => {
                let bound = |value: &Value, rounded: fn(&BigRational, usize) -> String| {
                    exact(value).map_or_else(|_| "?".to_owned(), |value| rounded(&value, digits))
                };
                let (lower, upper) = (
                    bound(&value["lower"], decimal_floor),
                    bound(&value["upper"], decimal_ceil),
                );
                format!("{lower} to {upper}")
            }
            _ => match exact(value) {
                Ok(number) if text(value).len() > 40 => decimal_text(&number, digits),
                Ok(number) if !number.is_integer() => {
                    format!("{} = {}", text(value), decimal_text(&number, digits))
                }
                _ => text(value),
            },
        };
        match &self.exact {
            Value::Array(items) => items.iter().map(one).join(", "),
            value => one(value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_precision_decides() {
        let admits = |printed: &str, over: i64, under: i64| {
            Printed::parse(printed)
                .unwrap()
                .admits(&BigRational::new(over.into(), under.into()))
        };
        assert!(admits("6 %", 1, 16));
        assert!(
            admits("38 %", 3, 8) && admits("37 %", 3, 8),
            "a tie may go either way"
        );
        assert!(!admits("36 %", 3, 8));
        assert!(admits(".1536", 96, 625));
        assert!(admits("0.667", 2, 3) && !admits("0.666", 2, 3));
        assert!(admits("1/16 + 7/16", 1, 2) && !admits("2/3", 85, 128));
        assert!(Printed::parse("two thirds").is_err());
    }

    #[test]
    fn pointers_spread_over_lists() {
        let value = serde_json::json!({ "rows": [{ "p": "1/2" }, { "p": "2/3" }] });
        assert_eq!(
            follow(&value, "/rows/*/p").unwrap(),
            [&Value::from("1/2"), &Value::from("2/3")]
        );
        assert!(follow(&value, "/rows/*/q").is_err());
        assert!(follow(&value, "rows").is_err());
    }
}
