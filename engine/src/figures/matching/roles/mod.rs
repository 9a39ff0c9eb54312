//! The meaning of the columns beside the keys.

mod fit;
mod found;

use itertools::Itertools;

use super::keys::Keys;
use super::layout::{self, KeyedTable};
use super::words::{Certainty, named, plain, scale_of};
use super::{Line, Numbers, Options};
use crate::figures::figure::Scale;
use crate::figures::grid::GridError;
use crate::figures::reading::{Decimal, Odds};

/// The meaning of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Key,
    /// Figures of a series.
    Figures {
        series: usize,
        plain: Scale,
        odds: Option<Odds>,
    },
    /// Words of a series.
    Words(usize),
    /// Figures of the main series, for this last part of the key.
    Matrix(String),
    /// Not compared.
    Nothing,
}

/// Why a column without any figure is not compared.
pub(super) const EMPTY: &str = "it is empty";

/// The roles of all columns, and what is to be said of them.
pub(super) struct Roles {
    pub(super) columns: Vec<Role>,
    pub(super) lines: Vec<Line>,
}

/// A series of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Series {
    Numbers(usize),
    Words(usize),
}

/// The meaning of a heading for an answer.
enum Heading {
    /// Nothing that is known.
    Unknown,
    Series(Series, Certainty),
    /// Either of these.
    OneOf(Vec<Series>),
    /// Something that the answer does not have.
    Absent(&'static str),
}

/// The data needed to measure how well a column fits.
struct Context<'a> {
    laid: &'a KeyedTable,
    keys: &'a Keys<'a>,
    numbers: &'a Numbers,
    options: &'a Options,
    decimal: Decimal,
}

pub(super) fn roles(
    laid: &KeyedTable,
    keys: &Keys<'_>,
    numbers: &Numbers,
    options: &Options,
    decimal: Decimal,
) -> Result<Roles, GridError> {
    let context = Context {
        laid,
        keys,
        numbers,
        options,
        decimal,
    };
    match options.columns.is_empty() {
        true => context.found(),
        false => context.said(),
    }
}

/// The series with this name: in one of the forms in which names are written.
fn series_named(numbers: &Numbers, name: &str) -> Option<Series> {
    let same = |known: &str| plain(known) == plain(name);
    let number = numbers.series.iter().position(|(known, _)| same(known));
    let words = || numbers.words.iter().position(|(known, _)| same(known));
    number
        .map(Series::Numbers)
        .or_else(|| words().map(Series::Words))
}

impl Context<'_> {
    fn name(&self, series: Series) -> String {
        match series {
            Series::Numbers(at) => self.numbers.series[at].0.clone(),
            Series::Words(at) => self.numbers.words[at].0.clone(),
        }
    }

    fn line(&self, at: usize, taken: Option<String>, why: impl Into<String>) -> Line {
        Line {
            heading: self.laid.heading(at),
            taken,
            why: why.into(),
        }
    }

    fn meaning(&self, heading: &str) -> Heading {
        if let Some(series) = series_named(self.numbers, heading) {
            return Heading::Series(series, Certainty::Wholly);
        }
        match named(heading) {
            None | Some(("behind" | "outcome", _)) => Heading::Unknown,
            Some(("cumulated", _)) => {
                let both = ["at_most", "at_least"];
                let both = both
                    .iter()
                    .filter_map(|name| series_named(self.numbers, name))
                    .collect_vec();
                match both.is_empty() {
                    true => Heading::Absent("cumulated"),
                    false => Heading::OneOf(both),
                }
            }
            Some(("weight", _)) if matches!(scale_of(heading), Some(Scale::OutOf(_))) => {
                Heading::Series(Series::Numbers(0), Certainty::Wholly)
            }
            Some((name, sure)) => match series_named(self.numbers, name) {
                Some(series) => Heading::Series(series, sure),
                None if sure == Certainty::Partly => Heading::Unknown,
                None => Heading::Absent(name),
            },
        }
    }

    /// The roles that `--columns` gives.
    fn said(&self) -> Result<Roles, GridError> {
        let names = &self.options.columns;
        let (mut columns, mut lines) = (Vec::new(), Vec::new());
        for (at, name) in names.iter().enumerate() {
            let (role, taken, why) = if self.laid.keys.contains(&at) {
                (Role::Key, Some("key".to_owned()), "named as the key")
            } else if layout::is_left_out(name) {
                (Role::Nothing, None, "left out")
            } else if let Heading::Series(series, _) = self.meaning(name) {
                (self.role(at, series), Some(self.name(series)), "named so")
            } else {
                let first = &self.laid.grid.rows[0][0];
                let known = self.numbers.names();
                return Err(first.error(format!(
                    "`{name}` is neither a key nor a series of the answer; there are {}, and - for none",
                    known.map(String::as_str).join(", ")
                )));
            };
            columns.push(role);
            lines.push(self.line(at, taken, why));
        }
        Ok(Roles { columns, lines })
    }

    fn unclear(&self, what: &str) -> GridError {
        layout::unclear(&self.laid.grid, self.numbers, what)
    }
}
