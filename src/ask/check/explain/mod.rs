//! `siga check … --explain`: the fewest assumptions under which the most figures of a table hold.

mod asker;
pub(super) mod json;
mod show;
#[cfg(test)]
mod tests;
mod vary;

use itertools::Itertools;
use serde_json::Value;

use super::claim::Claim;
use super::compare::{FigureFinding, Finding};
use super::pick::pick;
use super::table::TableReport;
use crate::ask::command::Cli;
use crate::ask::failure::Failure;
use crate::ask::progress::Progress;
use crate::ask::{dispatch, json_number, words};
use crate::exact::decimal_text;
use crate::figures::explain::{Change, Ended, Explained, Explanation, Limits, Print, explain};
use crate::figures::grid::{Cell, Grid, Layout};
use crate::figures::matching::{Numbers, Options, Plain};
use asker::{Asker, Known, Reading};
pub(super) use show::{nothing, sheet};
use vary::Varied;
pub(super) use vary::farther;

/// Why figures of one question differ, as far as was found.
pub(super) struct Why {
    varied: Varied,
    explained: Explained,
    limits: Limits,
    /// Whether the time was over.
    late: bool,
    /// What each figure is called, in the order in which they were compared.
    names: Vec<String>,
    /// What the figures are of: for people, where there are several.
    of: Option<String>,
}

/// Explains a table that was checked; nothing where all of it holds.
pub(super) fn table(
    grid: &Grid,
    report: &TableReport,
    limits: Limits,
    progress: Progress,
) -> Result<Option<Why>, Failure> {
    if report.figures.iter().all(|found| found.holds()) {
        return Ok(None);
    }
    let greatest = report.greatest_key();
    let names = report
        .figures
        .iter()
        .map(|found| report.name_of(found))
        .collect_vec();
    let print = (grid, &report.options);
    let reading = Reading {
        numbers: &asker::main,
        may_read: true,
        greatest,
    };
    let known = &mut Known::new();
    let mut ask = |reading| why(&report.words, print, reading, known, limits, progress);
    // A list without keys is as long as the answer, and no longer answer will do.
    let mut why = ask(reading).or_else(|_| {
        ask(Reading {
            greatest: None,
            ..reading
        })
    })?;
    why.names = names;
    Ok(Some(why))
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
    may_read: bool,
    limits: Limits,
    progress: Progress,
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
    let grid = Grid {
        layout: Layout::Columns,
        rows: figures.iter().enumerate().map(cell).collect(),
        aside: Vec::new(),
    };
    let decimal = asking.claims.first().and_then(|(claim, _)| claim.decimal);
    let options = Options {
        decimal: decimal.unwrap_or_default(),
        plain: Plain::Fraction,
        ..Options::default()
    };
    let picked = |cli: &Cli| {
        let answer = dispatch::result(cli, Progress::SILENT).ok()?;
        picked(&asking.claims, &answer)
    };
    let reading = Reading {
        numbers: &picked,
        may_read,
        greatest: None,
    };
    let known = &mut Known::new();
    let mut why = why(
        asking.query,
        (&grid, &options),
        reading,
        known,
        limits,
        progress,
    )?;
    why.names = figures.iter().map(|(claim, _)| claim.id.clone()).collect();
    why.of = Some(format!("siga {}", words::typed(asking.query)));
    Ok(Some(why))
}

/// What claims speak of in an answer, as a list of numbers without keys.
fn picked(claims: &[(&Claim, &Finding)], answer: &Value) -> Option<Numbers> {
    let mut numbers = Vec::new();
    for (claim, _) in claims {
        for value in pick(claim, answer).ok()? {
            numbers.push(Some(json_number::known(&value).ok()??));
        }
    }
    let rows = 1..=numbers.len();
    Some(Numbers {
        keys: vec!["figure".to_owned()],
        rows: rows.map(|row| vec![row.to_string()]).collect(),
        series: vec![("picked".to_owned(), numbers)],
        ..Numbers::default()
    })
}

/// Asks and searches.
fn why(
    words: &[String],
    (grid, options): (&Grid, &Options),
    reading: Reading<'_>,
    known: &mut Known,
    limits: Limits,
    progress: Progress,
) -> Result<Why, Failure> {
    // A table that goes farther than the answer is compared with a longer one.
    let greatest = reading.greatest;
    let words = match greatest.and_then(|greatest| vary::farther(words, greatest)) {
        Some(farther) if greatest > asker::greatest(words, reading) => farther,
        _ => words.to_vec(),
    };
    let varied = Varied::of(&words);
    let assumptions = varied.edits.iter().map(|edit| edit.assumption.clone());
    let assumptions = assumptions.collect_vec();
    let mut asker = Asker::new(&varied, reading, known);
    let print = Print { grid, options };
    let explained = progress.noting("looking for what explains the figures", |note| {
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

impl Why {
    /// The command that asks so; `None` if only the table is read otherwise.
    fn command(&self, explanation: &Explanation) -> Option<Vec<String>> {
        let bias = explanation.fit.as_ref().map(|fit| {
            let decimal = decimal_text(&fit.bias, 15);
            decimal
                .trim_end_matches('0')
                .trim_end_matches('.')
                .to_owned()
        });
        self.varied.command(&explanation.assumed, bias.as_deref())
    }

    /// The options of `siga check` that read the table so.
    fn reading(explanation: &Explanation) -> Vec<String> {
        explanation
            .changes
            .iter()
            .filter_map(Change::option)
            .collect()
    }

    /// What is assumed, in words, and how it is asked for.
    fn assumptions(&self, assumed: &[usize], changes: &[Change]) -> Vec<(String, Option<String>)> {
        let asked = assumed.iter().map(|&i| &self.varied.edits[i]);
        let asked = asked.map(|edit| (edit.says.clone(), Some(edit.option.clone())));
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

    /// What ended the search early.
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
        let edits = &self.varied.edits;
        let matters = |about: &str| {
            let own = (0..edits.len()).filter(|&i| edits[i].assumption.about == about);
            own.into_iter().any(|i| !self.explained.idle.contains(&i))
        };
        let about = self
            .explained
            .idle
            .iter()
            .map(|&i| &edits[i].assumption.about);
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
