//! `siga check … --explain`: the fewest assumptions under which the most figures of a table hold.

mod asker;
mod report;
#[cfg(test)]
mod tests;
mod vary;

use std::sync::Arc;
use std::time::Instant;

use itertools::Itertools;
use serde_json::Value;

use super::claim::Claim;
use super::figure::CheckedFigure;
use super::finding::Finding;
use super::pick::pick;
use crate::ask::caller::Caller;
use crate::ask::command::parse_words;
use crate::ask::failure::Failure;
use crate::ask::one_command::AnyCommand;
use crate::ask::{json_number, words};
use crate::exact::Quantity;
use crate::figures::explain::{self as search, Limits, Print, explain};
use crate::figures::grid::{Cell, Layout, Table};
use crate::figures::matching::{Numbers, Options, Plain};
use crate::render::report::Report;
pub(super) use asker::PATIENCE;
use asker::{Asker, Known, Reading};
pub(super) use report::{Explained, sheet};
use vary::Varied;

/// A search for why the figures of one question differ, and what was found.
struct Search {
    varied: Varied,
    explained: search::Explained,
    /// Whether the time was over.
    late: bool,
}

/// A printed table that was checked against an answer.
pub(super) struct PrintedTable<'a> {
    pub(super) table: &'a Table,
    pub(super) options: &'a Options,
    /// Which table of the answer it is compared with.
    pub(super) of: &'static str,
    /// The words of the command that it is checked against.
    pub(super) words: &'a [String],
    /// Its greatest key that is a number.
    pub(super) greatest: Option<u32>,
    /// The name of each figure, in the order in which they were compared.
    pub(super) names: Vec<String>,
}

/// Explains a table of which some figures differ.
pub(super) fn table(
    checked: PrintedTable<'_>,
    (asked, base): (Option<&dyn AnyCommand>, &Arc<Numbers>),
    limits: Limits,
    caller: Caller,
) -> Result<Explained, Failure> {
    let print = (checked.table, checked.options);
    let reading = Reading {
        numbers: &|report: &dyn Report| asker::printed(report, checked.of),
        base,
        caller: caller.silent(),
        greatest: checked.greatest,
        until: Instant::now() + PATIENCE,
    };
    let question = (checked.words, asked);
    let ask = |reading| search(question, print, reading, &mut Known::new(), limits, caller);
    // A list without keys is as long as the answer, and no longer answer will do.
    let search = ask(reading).or_else(|_| {
        ask(Reading {
            greatest: None,
            ..reading
        })
    })?;
    Ok(Explained::of(&search, &checked.names, None, limits))
}

/// The figures of claims that ask the same.
pub(super) struct Asking<'a> {
    pub(super) query: &'a [String],
    /// Claims with one number for each figure, each with what was found of it.
    pub(super) claims: Vec<(&'a Claim, &'a Finding)>,
}

/// Explains the claims that ask the same, if some of their figures differ.
pub(super) fn claims(
    asking: &Asking<'_>,
    limits: Limits,
    (until, caller): (Instant, Caller),
) -> Result<Option<Explained>, Failure> {
    let figures = asking.claims.iter();
    let figures = figures.flat_map(|(claim, finding)| finding.figures.iter().map(|f| (*claim, f)));
    let figures = figures.collect_vec();
    if figures.iter().all(|(_, figure)| figure.holds()) {
        return Ok(None);
    }
    let cell = |(at, (_, figure)): (usize, &(&Claim, &CheckedFigure))| {
        vec![Cell {
            text: figure.printed.clone(),
            line: at + 1,
            column: 1,
        }]
    };
    let cells = figures.iter().enumerate().map(cell).collect();
    let Some(table) = Table::of(Layout::Columns, cells, Vec::new()) else {
        return Ok(None);
    };
    let decimal = asking.claims.first().and_then(|(claim, _)| claim.decimal);
    let options = Options {
        decimal: decimal.unwrap_or_default(),
        plain: Plain::Fraction,
        ..Options::default()
    };
    let found = figures.iter().map(|(_, figure)| figure.number.clone());
    let reading = Reading {
        numbers: &|report: &dyn Report| picked(&asking.claims, &words::value(report).ok()?),
        base: &Arc::new(listed(found.collect())),
        caller: caller.silent(),
        greatest: None,
        until,
    };
    let cli = parse_words(asking.query).map_err(Failure::input)?;
    let asked = cli.command.question();
    let question = (asking.query, asked.as_deref());
    let print = (&table, &options);
    let search = search(question, print, reading, &mut Known::new(), limits, caller)?;
    let names = figures.iter().map(|(claim, _)| claim.id.clone());
    let of = format!("siga {}", words::typed(asking.query));
    let found = Explained::of(&search, &names.collect_vec(), Some(of), limits);
    Ok(Some(found))
}

/// The numbers of an answer that claims speak of.
fn picked(claims: &[(&Claim, &Finding)], answer: &Value) -> Option<Numbers> {
    let mut numbers = Vec::new();
    for (claim, _) in claims {
        for value in pick(claim, answer).ok()? {
            numbers.push(Some(json_number::known(&value).ok()??));
        }
    }
    Some(listed(numbers))
}

/// A list of numbers without keys.
fn listed(numbers: Vec<Option<Quantity>>) -> Numbers {
    let rows = 1..=numbers.len();
    Numbers {
        keys: vec!["figure".to_owned()],
        rows: rows.map(|row| vec![row.to_string()]).collect(),
        series: vec![("picked".to_owned(), numbers)],
        ..Numbers::default()
    }
}

/// Asks and searches.
fn search(
    (words, asked): (&[String], Option<&dyn AnyCommand>),
    (table, options): (&Table, &Options),
    reading: Reading<'_>,
    known: &mut Known,
    limits: Limits,
    caller: Caller,
) -> Result<Search, Failure> {
    // A table that goes farther than the answer is compared with a longer one.
    let farther = (reading.greatest).filter(|&greatest| Some(greatest) > last(reading.base));
    let farther = farther.and_then(|greatest| Varied::reaching(asked?, greatest));
    let varied = farther.unwrap_or_else(|| Varied::of(words, asked));
    let assumptions = varied.points.iter().map(|point| point.assumption.clone());
    let assumptions = assumptions.collect_vec();
    let mut asker = Asker::new(&varied, reading, known);
    let print = Print { table, options };
    let explained = caller.noting("looking for what explains the figures", |note| {
        let questions = varied.questions().min(limits.questions) as u64;
        note.count_to(questions);
        let mut ask = |asked: &[Vec<usize>]| asker.answers(asked, note);
        explain(print, &assumptions, &mut ask, limits)
    });
    let explained = explained.map_err(|error| Failure::input(format!("--explain: {error}")))?;
    let late = asker.late();
    Ok(Search {
        varied,
        explained,
        late,
    })
}

/// The greatest whole number among the keys of an answer.
fn last(numbers: &Numbers) -> Option<u32> {
    let keys = numbers.rows.iter().flatten();
    keys.filter_map(|key| key.parse().ok()).max()
}
