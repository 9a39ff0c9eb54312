//! A published figure in a file of claims: what it picks of an answer, and whether that is as printed.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use itertools::Itertools;
use num_rational::BigRational;
use serde::Deserialize;
use serde_json::{Value, json};

use super::figure::CheckedFigure;
use crate::ask::json_number::{exact, quantity, text};
use crate::ask::prelude::*;
use crate::figures::{Decimal, OddsMeaning, Reader, Status};
use crate::render::json::Number;

/// A file of claims.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Claims {
    /// The subject of the file; for its readers.
    #[serde(rename = "title")]
    _title: String,
    /// The decimal sign of all its figures.
    decimal: Option<Decimal>,
    pub(super) claims: Vec<Claim>,
}

/// One published figure and how to recompute it.
// What an answer says of it is written again.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Claim {
    pub(super) id: String,
    /// Where it was published, with the page.
    pub(super) source: String,
    /// Arguments of a siga command.
    pub(super) query: Vec<String>,
    /// A JSON pointer into the result, `*` for every element, or a list of pointers.
    #[serde(skip_serializing)]
    pub(super) pick: Option<Pick>,
    /// Of the picked elements the one at which this other list is greatest.
    #[serde(skip_serializing)]
    pub(super) at_max_of: Option<String>,
    /// How a picked list becomes one number.
    #[serde(skip_serializing)]
    pub(super) reduce: Option<Reduce>,
    /// Names with pointers, to be put in descending order.
    #[serde(skip_serializing)]
    pub(super) order: Option<BTreeMap<String, String>>,
    /// The figure as printed: a text or a list of texts.
    pub(super) printed: Value,
    /// The decimal sign of its figures.
    #[serde(skip_serializing)]
    #[schemars(skip)]
    pub(super) decimal: Option<Decimal>,
    /// The meaning of odds `a:b`.
    #[serde(skip_serializing)]
    #[schemars(skip)]
    pub(super) odds: Option<OddsMeaning>,
    /// What the check is known to find.
    #[serde(
        rename(serialize = "expected"),
        skip_serializing_if = "Option::is_none"
    )]
    pub(super) expect: Option<Status>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) note: Option<String>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Pick {
    One(String),
    Many(Vec<String>),
}

#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Reduce {
    /// The greatest.
    Max,
    /// The sum.
    Sum,
}

/// A claim and what was found of it.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Checked {
    #[serde(flatten)]
    pub(super) claim: Claim,
    pub(super) status: Status,
    /// The exact value: a text, a number, bounds, or a list of them.
    pub(super) exact: Value,
    /// The figures one by one; none for an order and for a fit.
    pub(super) figures: Vec<CheckedFigure>,
}

impl Claims {
    /// Reads a file; the error says the line, the column and what is wrong.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let mut claims: Self = serde_json::from_str(text)
            .map_err(|error| format!("this is no file of claims: {error} (docs/check.md describes the format; a printed table is checked by itself)"))?;
        for claim in &mut claims.claims {
            claim.decimal = claim.decimal.or(claims.decimal);
        }
        let mut seen = BTreeSet::new();
        for claim in &claims.claims {
            if !seen.insert(&claim.id) {
                return Err(format!(
                    "two claims have the id `{}`; an id names one claim",
                    claim.id
                ));
            }
            if let Some(never @ (Status::Truncated | Status::Unreadable)) = claim.expect {
                return Err(format!(
                    "claim `{}`: `{never}` is no status of a claim: exact, rounded, undecided, differs",
                    claim.id
                ));
            }
            if claim.pick.is_some() == claim.order.is_some() {
                return Err(format!(
                    "claim `{}`: give either `pick` or `order`",
                    claim.id
                ));
            }
        }
        Ok(claims)
    }
}

impl Claim {
    /// Its figures as texts.
    pub(super) fn figures(&self) -> Result<Vec<String>, String> {
        let one = |value: &Value| match value {
            Value::String(text) => Ok(text.clone()),
            Value::Number(number) => Ok(number.to_string()),
            other => Err(format!(
                "`printed` is {other}, neither a text nor a list of texts"
            )),
        };
        match &self.printed {
            Value::Array(items) => items.iter().map(one).collect(),
            single => Ok(vec![one(single)?]),
        }
    }

    /// Whether its figures are what was computed.
    pub(super) fn compare(&self, result: &Value) -> Result<Checked, String> {
        if let Some(order) = &self.order {
            return self.in_order(order, result);
        }
        let picked = self.picked(result)?;
        let printed = self.figures()?;
        let is_list = self.printed.is_array();
        let (figures, values) = (printed.len(), picked.len());
        if figures != values && is_list {
            return Err(format!(
                "figures printed: {figures}; figures picked: {values}"
            ));
        } else if figures != values {
            return Err(format!("one figure is printed and {values} are picked"));
        }
        let reader = Reader {
            decimal: self.decimal.unwrap_or_default(),
            odds: self.odds,
            ..Reader::default()
        };
        let figures = printed.into_iter().zip(&picked);
        let figures = figures.map(|(printed, found)| one(&reader, printed, found));
        let figures: Vec<CheckedFigure> = figures.try_collect()?;
        let exact = match (is_list, figures.as_slice()) {
            (false, [figure]) => figure.exact.clone(),
            (_, figures) => figures.iter().map(|figure| figure.exact.clone()).collect(),
        };
        Ok(Checked {
            claim: self.clone(),
            status: together(&figures),
            exact,
            figures,
        })
    }

    /// Names in descending order of their values, `>` between them and `=` between equals.
    fn in_order(
        &self,
        order: &BTreeMap<String, String>,
        result: &Value,
    ) -> Result<Checked, String> {
        let value = |(name, pointer): (_, &String)| match follow(result, pointer)?.as_slice() {
            [value] => Ok((exact(value)?, name)),
            _ => Err(format!("the pointer `{pointer}` must lead to one number")),
        };
        let values: Vec<(BigRational, &String)> = order.iter().map(value).try_collect()?;
        let equals = values.into_iter().into_group_map();
        let equals = equals.into_iter().sorted_by(|(a, _), (b, _)| b.cmp(a));
        let text = equals
            .map(|(_, names)| names.iter().join(" = "))
            .join(" > ");
        let equal = self.printed.as_str().map(str::trim) == Some(text.as_str());
        Ok(Checked {
            claim: self.clone(),
            status: is(equal),
            exact: text.into(),
            figures: Vec::new(),
        })
    }

    /// The elements that it speaks of.
    fn picked<'a>(&self, result: &'a Value) -> Result<Vec<Cow<'a, Value>>, String> {
        let pointers = match &self.pick {
            Some(Pick::One(pointer)) => std::slice::from_ref(pointer),
            Some(Pick::Many(pointers)) => pointers,
            None => &[],
        };
        let picked = pointers.iter().map(|pointer| follow(result, pointer));
        let picked: Vec<&Value> = picked.flatten_ok().try_collect()?;
        let numbers = |values: &[&Value]| values.iter().map(|value| exact(value)).try_collect();
        if let Some(pointer) = &self.at_max_of {
            let keys: Vec<BigRational> = numbers(&follow(result, pointer)?)?;
            if keys.len() != picked.len() {
                return Err("`pick` and `at_max_of` have different lengths".to_owned());
            }
            // Of equals the first.
            let best = keys
                .iter()
                .rev()
                .position_max()
                .map(|at| keys.len() - 1 - at);
            return Ok(best
                .map(|at| Cow::Borrowed(picked[at]))
                .into_iter()
                .collect());
        }
        let Some(reduce) = self.reduce else {
            return Ok(picked.into_iter().map(Cow::Borrowed).collect());
        };
        let numbers: Vec<BigRational> = numbers(&picked)?;
        let value = match reduce {
            Reduce::Max => numbers.into_iter().max().ok_or("nothing is picked")?,
            Reduce::Sum => numbers.into_iter().sum(),
        };
        Ok(vec![Cow::Owned(json!(Number(value)))])
    }
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
        let status = match found.is_null() {
            // What the answer does not know is neither.
            true => Status::Undecided,
            false => is(printed.trim() == text(found)),
        };
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

/// The values a JSON pointer leads to, `*` standing for every element.
pub(super) fn follow<'a>(value: &'a Value, pointer: &str) -> Result<Vec<&'a Value>, String> {
    let mut found = vec![value];
    let Some(path) = pointer.strip_prefix('/') else {
        return Err(format!("the pointer `{pointer}` does not begin with `/`"));
    };
    for key in path.split('/') {
        let nowhere = || format!("the pointer `{pointer}` leads nowhere at `{key}`");
        let mut next = Vec::new();
        for value in found {
            match (key, value) {
                ("*", Value::Array(items)) => next.extend(items),
                (key, value) => next.push(value.pointer(&format!("/{key}")).ok_or_else(nowhere)?),
            }
        }
        found = next;
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_spread_over_lists() {
        let value = json!({ "rows": [{ "p": "1/2" }, { "p": "2/3" }] });
        assert_eq!(
            follow(&value, "/rows/*/p").unwrap(),
            [&Value::from("1/2"), &Value::from("2/3")]
        );
        assert!(follow(&value, "/rows/*/q").is_err());
        assert!(follow(&value, "rows").is_err());
    }
}
