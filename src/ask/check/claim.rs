//! Files of published figures.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer};
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
    #[serde(default, deserialize_with = "decimal")]
    pub(super) decimal: Option<Decimal>,
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
    /// How a picked list becomes one number.
    pub(super) reduce: Option<Reduce>,
    /// Names with pointers, to be put in descending order.
    pub(super) order: Option<BTreeMap<String, String>>,
    /// Is there one bias at which all picked functions are as printed?
    #[serde(default)]
    pub(super) fit: bool,
    /// The figure as printed: a text or a list of texts.
    pub(super) printed: Value,
    /// The decimal sign of its figures.
    #[serde(default, deserialize_with = "decimal")]
    pub(super) decimal: Option<Decimal>,
    /// The meaning of odds `a:b`.
    #[serde(default, deserialize_with = "odds")]
    pub(super) odds: Option<Odds>,
    /// The status that the check is known to find.
    #[serde(default, deserialize_with = "status")]
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

/// Reads one of a few words.
fn word<'de, D: Deserializer<'de>, T: Copy>(
    deserializer: D,
    words: &[(&str, T)],
) -> Result<Option<T>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let known = words.iter().find(|(word, _)| *word == text);
    let names: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
    known.map(|(_, value)| Some(*value)).ok_or_else(|| {
        serde::de::Error::custom(format!("`{text}` is none of {}", names.join(", ")))
    })
}

fn decimal<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Decimal>, D::Error> {
    let words = [
        ("point", Decimal::Point),
        ("comma", Decimal::Comma),
        ("auto", Decimal::Auto),
    ];
    word(deserializer, &words)
}

fn odds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Odds>, D::Error> {
    word(
        deserializer,
        &[("for", Odds::For), ("against", Odds::Against)],
    )
}

fn status<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Status>, D::Error> {
    let statuses = [
        Status::Exact,
        Status::Rounded,
        Status::Undecided,
        Status::Differs,
    ];
    word(
        deserializer,
        &statuses.map(|status| (status.word(), status)),
    )
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
