//! The arguments of `siga check`.

use std::path::PathBuf;

use clap::builder::TypedValueParser;
use clap::{Args, ValueEnum};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use super::one_of;
use crate::ask::words::words;
use crate::figures::Decimal;
use crate::figures::explain::Limits;
use crate::figures::matching::Plain;

/// The question which published figures hold.
#[derive(Args, Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Check {
    /// A table, or files of claims; - for standard input
    #[arg(value_name = "FILE", required_unless_present = "text")]
    pub(crate) files: Vec<PathBuf>,
    /// The table itself, in place of a file
    #[arg(
        hide_short_help = true,
        long,
        value_name = "TABLE",
        conflicts_with = "files",
        allow_hyphen_values = true,
        help_heading = "The table"
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) text: Option<String>,
    /// The siga command whose answer the table prints, such as "daldos table"; without it, the commands that fit are listed
    #[arg(long, value_name = "COMMAND", help_heading = "The table")]
    #[serde(serialize_with = "as_words", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<String>")]
    pub(crate) of: Option<String>,
    /// How to read plain numbers; `auto`: as their column says, and as per cent where a chance would pass 1
    #[arg(hide_short_help = true, long = "as", value_parser = plain_numbers(), default_value = "auto", help_heading = "The table")]
    #[serde(rename = "as")]
    pub(crate) plain: Plain,
    /// What each column (or row, of a table on its side) holds: the name of a key (behind, outcome, …) or of a series
    /// (probability, weight, at_least, again, on_rethrow, …), - for none
    #[arg(
        hide_short_help = true,
        long,
        value_name = "NAME,…",
        value_delimiter = ',',
        allow_hyphen_values = true,
        help_heading = "The table"
    )]
    pub(crate) columns: Vec<String>,
    /// How the cells of the table are separated
    #[arg(hide_short_help = true, long, value_enum, default_value_t = Layout::Auto, help_heading = "The table")]
    pub(crate) layout: Layout,
    /// Take the Nth of several tables, as in a saved page
    #[arg(
        hide_short_help = true,
        long,
        value_name = "N",
        help_heading = "The table"
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) nth: Option<usize>,
    /// Write the table as a file of claims, to be completed with its sources
    #[arg(
        hide_short_help = true,
        long,
        requires = "of",
        help_heading = "The table"
    )]
    pub(crate) draft: bool,
    /// Look for an explanation of wrong figures: other rules, other biases, other roundings, a slipped column
    #[arg(long, help_heading = "Explanations")]
    pub(crate) explain: bool,
    /// Ask at most N questions to explain the figures
    #[arg(hide_short_help = true, long, value_name = "N", default_value_t = Limits::default().questions, requires = "explain",
          help_heading = "Explanations")]
    pub(crate) questions: usize,
    /// The decimal sign; `auto`: the one that the file clearly uses
    #[arg(long, value_parser = decimal_sign(), default_value = "auto")]
    pub(crate) decimal: Decimal,
    /// List every figure of every claim, not only those that fail
    #[arg(hide_short_help = true, long, conflicts_with = "of")]
    pub(crate) all: bool,
    /// Status 0 if every claim turns out as its `expect` says, 3 if one does not
    #[arg(hide_short_help = true, long, conflicts_with = "of")]
    pub(crate) expected: bool,
    /// Let claims read the files that their queries name
    #[arg(hide_short_help = true, long, conflicts_with = "of")]
    pub(crate) allow_files: bool,
}

impl Check {
    /// How far explanations are looked for.
    pub(crate) fn limits(&self) -> Limits {
        Limits {
            questions: self.questions,
            ..Limits::default()
        }
    }
}

/// The words of a command.
fn as_words<S: Serializer>(command: &Option<String>, serializer: S) -> Result<S::Ok, S::Error> {
    let words = command.as_deref().and_then(|command| words(command).ok());
    words.unwrap_or_default().serialize(serializer)
}

fn decimal_sign() -> impl TypedValueParser<Value = Decimal> {
    one_of([
        (Decimal::Point, "point", ""),
        (Decimal::Comma, "comma", ""),
        (Decimal::Auto, "auto", ""),
    ])
}

fn plain_numbers() -> impl TypedValueParser<Value = Plain> {
    let odds = "`3` is three to one; against, unless the header says for";
    one_of([
        (Plain::Percent, "percent", ""),
        (Plain::Fraction, "fraction", ""),
        (Plain::Odds, "odds", odds),
        (Plain::Auto, "auto", ""),
    ])
}

/// How the cells of a table are separated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Layout {
    Csv,
    Tsv,
    Markdown,
    Columns,
    Html,
    Auto,
}
