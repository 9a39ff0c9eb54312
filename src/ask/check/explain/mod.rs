//! `siga check … --explain`: the fewest assumptions under which the most figures of a table hold.

mod asker;
pub(super) mod json;
mod show;
#[cfg(test)]
mod tests;
mod vary;

use std::sync::Arc;
use std::time::Instant;

use itertools::Itertools;
use serde_json::Value;

use super::claim::Claim;
use super::finding::{FigureFinding, Finding};
use super::pick::pick;
use crate::ask::caller::Caller;
use crate::ask::command::parse_words;
use crate::ask::failure::Failure;
use crate::ask::one_command::AnyCommand;
use crate::ask::{json_number, words};
use crate::exact::Quantity;
use crate::figures::explain::{Change, Ended, Explained, Explanation, Limits, Print, explain};
use crate::figures::grid::{Cell, Layout, Table};
use crate::figures::matching::{Numbers, Options, Plain};
use crate::render::report::Report;
pub(super) use asker::PATIENCE;
use asker::{Asker, Known, Reading};
pub(super) use show::{nothing, sheet};
use vary::Varied;

/// Why figures of one question differ, as far as was found.
pub(super) struct Why {
    varied: Varied,
    explained: Explained,
    limits: Limits,
    /// Whether the time was over.
    late: bool,
    /// The name of each figure, in the order in which they were compared.
    names: Vec<String>,
    /// The question that the figures belong to: for people, where there are several.
    of: Option<String>,
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
) -> Result<Why, Failure> {
    let print = (checked.table, checked.options);
    let reading = Reading {
        numbers: &|report: &dyn Report| asker::printed(report, checked.of),
        base,
        caller: caller.silent(),
        greatest: checked.greatest,
        until: Instant::now() + PATIENCE,
    };
    let question = (checked.words, asked);
    let ask = |reading| why(question, print, reading, &mut Known::new(), limits, caller);
    // A list without keys is as long as the answer, and no longer answer will do.
    let mut why = ask(reading).or_else(|_| {
        ask(Reading {
            greatest: None,
            ..reading
        })
    })?;
    why.names = checked.names;
    Ok(why)
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
) -> Result<Option<Why>, Failure> {
    let figures = asking.claims.iter();
    let figures = figures.flat_map(|(claim, finding)| finding.figures.iter().map(|f| (*claim, f)));
    let figures = figures.collect_vec();
    if figures.iter().all(|(_, figure)| figure.status.holds()) {
        return Ok(None);
    }
    let cell = |(at, (_, figure)): (usize, &(&Claim, &FigureFinding))| {
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
    let found = figures.iter().map(|(_, figure)| {
        let number = figure.number.as_ref()?;
        Some(number.0.clone())
    });
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
    let mut why = why(question, print, reading, &mut Known::new(), limits, caller)?;
    why.names = figures.iter().map(|(claim, _)| claim.id.clone()).collect();
    why.of = Some(format!("siga {}", words::typed(asking.query)));
    Ok(Some(why))
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
fn why(
    (words, asked): (&[String], Option<&dyn AnyCommand>),
    (table, options): (&Table, &Options),
    reading: Reading<'_>,
    known: &mut Known,
    limits: Limits,
    caller: Caller,
) -> Result<Why, Failure> {
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
    Ok(Why {
        varied,
        explained,
        limits,
        late,
        names: Vec::new(),
        of: None,
    })
}

/// The greatest whole number among the keys of an answer.
fn last(numbers: &Numbers) -> Option<u32> {
    let keys = numbers.rows.iter().flatten();
    keys.filter_map(|key| key.parse().ok()).max()
}

impl Why {
    /// The command that asks so; `None` if only the table is read otherwise.
    fn command(&self, explanation: &Explanation) -> Option<Vec<String>> {
        let bias = explanation.fit.as_ref().map(|fit| &fit.bias);
        self.varied.command(&explanation.assumed, bias)
    }

    /// The options of `siga check` that read the table so.
    fn reading(explanation: &Explanation) -> Vec<String> {
        explanation
            .changes
            .iter()
            .filter_map(Change::option)
            .collect()
    }

    /// The assumptions in words, and the options that ask for them.
    fn assumptions(&self, assumed: &[usize], changes: &[Change]) -> Vec<(String, Option<String>)> {
        let asked = assumed.iter().map(|&i| &self.varied.points[i]);
        let asked = asked.map(|point| (point.says.clone(), Some(point.option.clone())));
        let read = changes
            .iter()
            .map(|change| (change.says(), change.option()));
        asked.chain(read).collect()
    }

    /// The names of the figures that do not hold.
    fn wrong(&self, holds: &[bool]) -> Vec<String> {
        let figures = self.names.iter().zip(holds);
        figures
            .filter(|(_, holds)| !**holds)
            .map(|(name, _)| name.clone())
            .collect()
    }

    /// The limit that ended the search early.
    fn ended(&self) -> Option<&'static str> {
        if self.late {
            return Some("time");
        }
        self.explained.ended.map(|ended| match ended {
            Ended::Questions => "questions",
            Ended::Comparisons => "comparisons",
        })
    }

    /// Options of the rules and of the command that change no number.
    fn idle(&self) -> Vec<String> {
        let points = &self.varied.points;
        let matters = |about: &str| {
            let own = (0..points.len()).filter(|&i| points[i].assumption.about == about);
            own.into_iter().any(|i| !self.explained.idle.contains(&i))
        };
        let about = self
            .explained
            .idle
            .iter()
            .map(|&i| &points[i].assumption.about);
        about
            .filter(|about| !matters(about))
            .unique()
            .cloned()
            .collect()
    }

    /// A command as it would be typed.
    fn typed(&self, explanation: &Explanation) -> String {
        let words = self.command(explanation).unwrap_or_default();
        let reading = Self::reading(explanation);
        let command = format!("siga {}", words::typed(&words));
        match reading.is_empty() {
            true => command,
            false => format!("{command}; check {}", reading.join(" ")),
        }
    }
}
