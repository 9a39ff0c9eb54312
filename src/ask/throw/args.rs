//! The arguments of `siga throw`.

use std::ffi::OsString;

use clap::Args;
use clap::builder::TypedValueParser;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::ask::args::one_of;
use crate::chance::race::MAX_TARGET;
use crate::chance::race::track::Past;
use crate::chance::turn::Cancel;

/// The question how a throw, or a whole turn, can come out.
#[derive(Args, Clone, Debug, Default, Serialize, JsonSchema)]
pub(crate) struct Throw {
    /// The throw: one quoted argument, a name from `siga throws`, a file, or - for standard input
    #[arg(value_name = "SPEC", allow_hyphen_values = true)]
    #[serde(serialize_with = "lossy")]
    #[schemars(with = "String")]
    pub(crate) spec: OsString,
    /// The whole turn, with the further throws that `*` earns
    #[arg(long, help_heading = "Turn")]
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) turn: bool,
    /// At most N throws per turn
    #[arg(long, value_name = "N", requires = "turn", help_heading = "Turn")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) max_throws: Option<u32>,
    /// The N-th throw in a row to earn another is void and ends the turn; a throw that cancels ends the row;
    /// `same`: only equal throws make a row; `all`: the whole row is void
    #[arg(
        hide_short_help = true,
        long,
        value_name = "N[,same][,all]",
        requires = "turn",
        help_heading = "Turn"
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) in_a_row: Option<String>,
    /// Give the throws of a turn by what they count, and see which of them stand
    #[arg(
        hide_short_help = true,
        long,
        value_name = "A,B,…",
        requires = "turn",
        value_delimiter = ',',
        help_heading = "Turn",
        allow_hyphen_values = true
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) sequence: Option<Vec<String>>,
    /// What a cancelling throw voids: the throw directly before it, or the latest still standing
    #[arg(hide_short_help = true, long, value_parser = cancel_rule(), default_value = "previous", requires = "turn", help_heading = "Turn")]
    #[serde(skip_serializing_if = "is_usual")]
    pub(crate) cancel: Cancel,
    /// Also list what can stand in a turn, up to N values, how often each value stands, and the largest
    #[arg(hide_short_help = true, long, value_name = "N", requires = "turn", help_heading = "Turn",
          value_parser = clap::value_parser!(u8).range(0..=10))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) values: Option<u8>,
    /// P(flat), the chance that a stick falls flat side up: a number (3/5, 0.6, 60%), an interval (0.55..0.65) or p for
    /// unknown; or a number for each stick
    #[arg(
        long,
        value_name = "P[,P…]",
        value_delimiter = ',',
        help_heading = "Bias",
        allow_hyphen_values = true
    )]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) bias: Vec<String>,
    /// With --bias p: the value and the slope of every function at this bias
    #[arg(
        hide_short_help = true,
        long,
        value_name = "P",
        requires = "bias",
        help_heading = "Bias",
        allow_hyphen_values = true
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) at: Option<String>,
    /// With --bias p: the biases at which two outcomes are equally likely
    #[arg(
        hide_short_help = true,
        long,
        value_name = "A,B",
        requires = "bias",
        value_delimiter = ',',
        num_args = 1,
        help_heading = "Bias",
        allow_hyphen_values = true
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) equal: Option<Vec<String>>,
    /// Only outcomes for which this holds, such as ">= 8" or "x1 = 6 or x2 = 6"
    #[arg(
        long,
        value_name = "EXPR",
        help_heading = "Outcomes",
        allow_hyphen_values = true
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) given: Option<String>,
    /// The name of the throw, if it has one.
    #[arg(skip)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) preset: Option<&'static str>,
    /// Add the chance of at least each outcome
    #[arg(long, help_heading = "Outcomes")]
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) at_least: bool,
    /// Add the chance of at most each outcome
    #[arg(hide_short_help = true, long, help_heading = "Outcomes")]
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) at_most: bool,
    /// Counts of trials, as 0:31,1:124 or a file with a line `outcome,count` for each: how likely they are, and with
    /// --bias p which bias makes them most likely; given twice, whether both can come from the same sticks
    #[arg(
        hide_short_help = true,
        long,
        value_name = "O:N,…|FILE",
        conflicts_with = "turn",
        help_heading = "Outcomes",
        allow_hyphen_values = true
    )]
    #[serde(serialize_with = "each_lossy", skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<String>")]
    pub(crate) counts: Vec<OsString>,
    /// List outcomes up to N, where there are infinitely many; with --target, at least N throws
    #[arg(
        hide_short_help = true,
        long,
        value_name = "N",
        help_heading = "Outcomes",
        allow_hyphen_values = true
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) up_to: Option<i64>,
    /// A race: throws needed to pass, or to hit, cell N
    #[arg(long, value_name = "N", help_heading = "Outcomes",
          value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_TARGET)))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) target: Option<u32>,
    /// Snakes and ladders: who comes to the first cell stands on the second; a list, or a file with one
    #[arg(
        long,
        value_name = "FROM:TO,…|FILE",
        requires = "target",
        help_heading = "Race"
    )]
    #[serde(
        serialize_with = "perhaps_lossy",
        skip_serializing_if = "Option::is_none"
    )]
    #[schemars(with = "Option<String>")]
    pub(crate) jump: Option<OsString>,
    /// Cells that move a piece on by the same throw again, such as geese; a list, or a file with one
    #[arg(
        long,
        value_name = "CELL,…|FILE",
        requires = "target",
        help_heading = "Race"
    )]
    #[serde(
        serialize_with = "perhaps_lossy",
        skip_serializing_if = "Option::is_none"
    )]
    #[schemars(with = "Option<String>")]
    pub(crate) onward: Option<OsString>,
    /// Cells that cost turns; a list, or a file with one
    #[arg(
        long,
        value_name = "CELL:TURNS,…|FILE",
        requires = "target",
        help_heading = "Race"
    )]
    #[serde(
        serialize_with = "perhaps_lossy",
        skip_serializing_if = "Option::is_none"
    )]
    #[schemars(with = "Option<String>")]
    pub(crate) wait: Option<OsString>,
    /// A throw that would pass the last cell ends the race, leaves the piece where it is, or moves it back by the rest
    #[arg(long, value_parser = past_rule(), requires = "target", help_heading = "Race")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) past: Option<Past>,
    /// The chances of N players to win, each with a piece of their own
    #[arg(long, value_name = "N", requires = "target", help_heading = "Race",
          value_parser = clap::value_parser!(u32).range(2..=20))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) players: Option<u32>,
}

fn past_rule() -> impl TypedValueParser<Value = Past> {
    one_of([
        (Past::End, "end", "It ends the race"),
        (Past::Stay, "stay", "The piece stays where it is"),
        (
            Past::Bounce,
            "bounce",
            "The piece moves to the last cell and back by the rest",
        ),
    ])
}

fn cancel_rule() -> impl TypedValueParser<Value = Cancel> {
    one_of([
        (Cancel::Previous, "previous", "The throw directly before it"),
        (Cancel::Stack, "stack", "The latest throw that still stands"),
    ])
}

fn is_usual(cancel: &Cancel) -> bool {
    *cancel == Cancel::Previous
}

fn is_false(given: &bool) -> bool {
    !given
}

fn lossy<S: Serializer>(text: &OsString, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&text.to_string_lossy())
}

fn perhaps_lossy<S: Serializer>(text: &Option<OsString>, serializer: S) -> Result<S::Ok, S::Error> {
    lossy(text.as_ref().unwrap_or(&OsString::new()), serializer)
}

fn each_lossy<S: Serializer>(texts: &[OsString], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(texts.iter().map(|text| text.to_string_lossy()))
}

/// The notation of throws, for `siga help throws`.
pub(crate) const NOTATION: &str = include_str!("notation.txt");
