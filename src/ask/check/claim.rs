//! Files of published figures.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::figures::{Decimal, Odds, Reader, Status};

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
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
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
    /// Is there one bias at which all picked functions are as printed?
    #[serde(default, skip_serializing)]
    pub(super) fit: bool,
    /// The figure as printed: a text or a list of texts.
    pub(super) printed: Value,
    /// The decimal sign of its figures.
    #[serde(skip_serializing)]
    #[schemars(skip)]
    pub(super) decimal: Option<Decimal>,
    /// The meaning of odds `a:b`.
    #[serde(skip_serializing)]
    #[schemars(skip)]
    pub(super) odds: Option<Odds>,
    /// What the check is known to find.
    #[serde(
        rename(serialize = "expected"),
        skip_serializing_if = "Option::is_none"
    )]
    pub(super) expect: Option<Status>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) note: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
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

impl Claim {
    /// How its figures are read.
    pub(super) fn reader(&self) -> Reader {
        Reader {
            decimal: self.decimal.unwrap_or_default(),
            odds: self.odds,
            ..Reader::default()
        }
    }

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
}

impl Claims {
    /// Reads a file; the error says the line, the column and what is wrong.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let mut claims: Self = serde_json::from_str(text)
            .map_err(|error| format!("{error} (docs/check.md describes the format)"))?;
        for claim in &mut claims.claims {
            claim.decimal = claim.decimal.or(claims.decimal);
        }
        let mut seen = std::collections::BTreeSet::new();
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
