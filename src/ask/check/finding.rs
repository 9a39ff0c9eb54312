//! Whether the figures of a claim are what was computed.

use std::borrow::Cow;
use std::collections::BTreeMap;

use itertools::Itertools;
use num_rational::BigRational;
use serde_json::Value;

use super::claim::Claim;
use super::figure::CheckedFigure;
use super::pick::{follow, pick};
use crate::ask::json_number::{exact, known, quantity, text};
use crate::ask::prelude::*;
use crate::exact::Quantity;
use crate::figures::explain::some_bias_fits;
use crate::figures::{Reader, Status};

/// The finding of a check on a claim.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Finding {
    pub(super) status: Status,
    /// The exact value: a text, a number, bounds, or a list of them.
    pub(super) exact: Value,
    /// The figures one by one; none for an order and for a fit.
    pub(super) figures: Vec<CheckedFigure>,
}

pub(super) fn compare(claim: &Claim, result: &Value) -> Result<Finding, String> {
    if let Some(order) = &claim.order {
        return in_order(claim, order, result);
    }
    let picked = pick(claim, result)?;
    let printed = claim.figures()?;
    let is_list = claim.printed.is_array();
    if printed.len() != picked.len() {
        return Err(match is_list {
            true => format!(
                "figures printed: {}; figures picked: {}",
                printed.len(),
                picked.len()
            ),
            false => format!("one figure is printed and {} are picked", picked.len()),
        });
    }
    if claim.fit {
        if !is_list {
            return Err("`fit` needs a list of printed figures".to_owned());
        }
        return fit(&claim.reader(), &printed, &picked);
    }
    let reader = claim.reader();
    let figures: Vec<CheckedFigure> = printed
        .into_iter()
        .zip(&picked)
        .map(|(printed, found)| one(&reader, printed, found))
        .try_collect()?;
    let status = together(&figures);
    let exact = match (is_list, figures.as_slice()) {
        (false, [figure]) => figure.exact.clone(),
        (_, figures) => figures.iter().map(|figure| figure.exact.clone()).collect(),
    };
    Ok(Finding {
        status,
        exact,
        figures,
    })
}

/// The status of a claim. It is right or not: digits that were cut off are not a right rounding.
fn together(figures: &[CheckedFigure]) -> Status {
    let statuses = figures.iter().filter_map(|figure| figure.status);
    let statuses = statuses.map(|status| match status {
        Status::Truncated => Status::Differs,
        status => status,
    });
    statuses.max().unwrap_or(Status::Exact)
}

/// Compares one printed figure with one value.
fn one(reader: &Reader, printed: String, found: &Value) -> Result<CheckedFigure, String> {
    let exact = match found {
        Value::Object(object) => object.get("exact").unwrap_or(found).clone(),
        other => other.clone(),
    };
    let Some(number) = quantity(found)? else {
        let status = is(printed.trim() == text(found));
        return Ok(CheckedFigure::of_text(printed, exact, Some(status)));
    };
    let readings = reader.read(&printed).map_err(|error| error.to_string())?;
    CheckedFigure::of_number(printed, exact, &number, &readings)
}

/// The status of what is compared as text.
fn is(equal: bool) -> Status {
    match equal {
        true => Status::Exact,
        false => Status::Differs,
    }
}

/// Names in descending order of their values, `>` between them and `=` between equals.
fn in_order(
    claim: &Claim,
    order: &BTreeMap<String, String>,
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
    Ok(Finding {
        status: is(equal),
        exact: text.into(),
        figures: Vec::new(),
    })
}

/// Whether one bias makes all picked functions as printed; single irrational biases are left out.
fn fit(reader: &Reader, printed: &[String], picked: &[Cow<'_, Value>]) -> Result<Finding, String> {
    let figures = picked.iter().zip(printed).map(|(found, printed)| {
        let function = known(found)?.filter(|number| matches!(number, Quantity::Function { .. }));
        let function = function.ok_or("`fit` needs functions: ask with --bias p")?;
        let readings = reader.read(printed).map_err(|error| error.to_string())?;
        Ok::<_, String>((readings, function))
    });
    let figures: Vec<_> = figures.try_collect()?;
    let functions = picked.iter().map(|found| found["function"].clone());
    Ok(Finding {
        status: match some_bias_fits(&figures) {
            true => Status::Rounded,
            false => Status::Differs,
        },
        exact: functions.collect(),
        figures: Vec::new(),
    })
}
