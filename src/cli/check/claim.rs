//! Files of published figures.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use super::compare::Status;

/// A file of claims.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Claims {
    /// What the file is about; for its readers.
    #[serde(rename = "title")]
    _title: String,
    pub(super) claims: Vec<Claim>,
}

/// One published figure and how to recompute it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Claim {
    pub(super) id: String,
    /// Where it was published, with the page.
    pub(super) source: String,
    /// Arguments of a siga command.
    pub(super) query: Vec<String>,
    /// A JSON pointer into the result, `*` for every element, or a list of pointers.
    pub(super) pick: Option<Pick>,
    /// Of the picked elements the one at which this other list is greatest.
    pub(super) at_max_of: Option<String>,
    /// What to make of a picked list.
    pub(super) reduce: Option<Reduce>,
    /// Names with pointers, to be put in descending order.
    pub(super) order: Option<BTreeMap<String, String>>,
    /// Is there one bias at which all picked functions are as printed?
    #[serde(default)]
    pub(super) fit: bool,
    /// The figure as printed: a text or a list of texts.
    pub(super) printed: Value,
    /// What the check is known to find.
    pub(super) expect: Option<Status>,
    pub(super) note: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Pick {
    One(String),
    Many(Vec<String>),
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Reduce {
    /// The greatest.
    Max,
    /// The sum.
    Sum,
}

impl Claims {
    /// Reads a file; the error says the line, the column and what is wrong.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let claims: Self = serde_json::from_str(text)
            .map_err(|error| format!("{error} (docs/check.md describes the format)"))?;
        let mut seen = std::collections::BTreeSet::new();
        for claim in &claims.claims {
            if !seen.insert(&claim.id) {
                return Err(format!(
                    "two claims have the id `{}`; an id names one claim",
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
