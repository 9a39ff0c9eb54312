//! A table as it stands in print, against the answer of a command.

use std::path::Path;
use std::sync::Arc;

use itertools::Itertools;
use num_rational::BigRational;

use super::explain::{self, PrintedTable, Why};
use super::finding::doubt;
use super::{FromFile, error_column, exact_column, fault, list, options};
use crate::ask::args::check::Check;
use crate::ask::command::parse_words;
use crate::ask::input;
use crate::ask::prelude::*;
use crate::ask::words;
use crate::exact::Quantity;
use crate::figures::grid::{AskFor, GridError, Table};
use crate::figures::matching::{
    Leftover, Line, MatchedTable, Numbers, Options, PlacedFigure, place,
};
use crate::figures::{Judged, Status, judge_readings};
use crate::render::printed::Printed;
use crate::render::report::Report;

/// The findings on all figures of a table.
pub(crate) struct TableReport {
    pub(super) file: String,
    pub(super) words: Vec<String>,
    pub(super) options: Options,
    pub(super) figures: Vec<CheckedFigure>,
    /// Cells among figures that cannot be read.
    pub(super) unreadable: Vec<PlacedFigure>,
    /// Columns and rows with figures that were not compared.
    pub(super) not_compared: Vec<Leftover>,
    pub(super) missing: Vec<String>,
    pub(super) notes: Vec<String>,
    /// Lines of the file that are no part of the table.
    aside: Vec<String>,
    /// The meaning given to its columns, or to its rows if it lies on its side.
    pub(super) lines: Vec<Line>,
    on_side: bool,
    /// The meanings that a column can have: the keys and series of the answer.
    pub(super) names: Vec<String>,
    /// Whether figures were taken in order.
    pub(super) in_order: bool,
    /// The explanations of figures that differ, if they were looked for.
    pub(super) why: Option<Why>,
}

/// A figure and what became of it.
pub(super) struct CheckedFigure {
    pub(super) placed: PlacedFigure,
    /// `None` if the answer has nothing to compare it with.
    pub(super) outcome: Option<FigureOutcome>,
}

/// The finding on a figure.
#[expect(clippy::large_enum_variant, reason = "nearly all are numbers")]
pub(super) enum FigureOutcome {
    /// A number: where it stands in the answer, and how the figure compares.
    Number {
        pointer: Option<String>,
        number: Quantity,
        judged: Judged,
    },
    /// Words: those that are right, and whether the cell says one of them.
    Words { right: Vec<String>, holds: bool },
}

pub(super) fn run(
    print: FromFile,
    command: &str,
    arguments: &Check,
    caller: Caller,
) -> Result<TableReport, Failure> {
    let of = |error: String| Failure::input(format!("--of {command}: {error}"));
    let words = words::words(command).map_err(|error| Failure::input(format!("--of: {error}")))?;
    let cli = parse_words(&words).map_err(of)?;
    let answer = cli.answer(caller);
    let answer = answer.map_err(|failure| failure.context("the command fails"))?;
    let answers = tables_of(answer.as_ref(), cli.global.table.as_deref()).map_err(of)?;
    let asked = cli.command.question();
    let options = options(arguments);
    let file = Path::new(&print.name);
    let best = best(&print.tables, &answers, &options).map_err(|error| fault(file, error))?;
    let (nth, table) = best;
    let (of, printed) = &answers[table.answer];
    let mut report = TableReport::of(&print, (nth, table), printed, options);
    report.words = words;
    if arguments.explain && !report.holds() {
        let checked = report.to_explain(&print.tables[nth], of);
        let question = (asked.as_deref(), &Arc::new(printed.numbers.clone()));
        let limits = arguments.limits();
        report.why = Some(explain::table(checked, question, limits, caller)?);
    }
    Ok(report)
}

/// The tables of an answer that a printed one can be compared with: the one of a name, or all.
fn tables_of(
    report: &dyn Report,
    name: Option<&str>,
) -> Result<Vec<(&'static str, Printed)>, String> {
    if let Some(name) = name {
        report.chosen(Some(name), &Style::default())?;
    }
    let mut answers = report.all_printed();
    answers.retain(|(own, _)| name.is_none_or(|name| name == *own || name == "all"));
    if answers.is_empty() {
        return Err(match name {
            Some(name) => format!("the table `{name}` of this answer has no numbers"),
            None => "the command answers no table of numbers; with a file of claims any number of an answer can be picked".to_owned(),
        });
    }
    if answers
        .iter()
        .any(|(_, printed)| printed.numbers.has_functions())
    {
        return Err("the numbers are functions of the bias p: give the bias a number".to_owned());
    }
    Ok(answers)
}

/// The printed table that the answers explain best, by its number, and how it is read.
pub(super) fn best(
    tables: &[Table],
    answers: &[(&'static str, Printed)],
    options: &Options,
) -> Result<(usize, MatchedTable), GridError> {
    let numbers: Vec<&Numbers> = answers
        .iter()
        .map(|(_, printed)| &printed.numbers)
        .collect();
    let mut fault = None;
    let mut best: Option<(usize, MatchedTable)> = None;
    for (nth, table) in tables.iter().enumerate() {
        match place(table, &numbers, options) {
            Ok(found)
                if best
                    .as_ref()
                    .is_none_or(|(_, best)| found.score > best.score) =>
            {
                best = Some((nth, found))
            }
            Ok(_) => {}
            Err(error) => fault = fault.or(Some(error)),
        }
    }
    match (best, fault) {
        (Some(best), _) => Ok(best),
        (None, Some(error)) if tables.len() == 1 => Err(error),
        (None, _) => {
            let each = tables
                .iter()
                .take(20)
                .enumerate()
                .map(|(at, table)| format!("{}: {}", at + 1, table.in_short()));
            let why = format!(
                "none of the {} tables here can be compared ({})",
                tables.len(),
                each.collect::<Vec<_>>().join("; ")
            );
            Err(GridError::at_line(1, why).asking(AskFor::Table))
        }
    }
}

impl TableReport {
    /// The findings on a table that was read.
    pub(super) fn of(
        print: &FromFile,
        (nth, table): (usize, MatchedTable),
        printed: &Printed,
        options: Options,
    ) -> Self {
        let numbers = &table.numbers;
        let found = |placed: &PlacedFigure| CheckedFigure::of(placed.clone(), printed, numbers);
        let several = print.tables.len() > 1;
        let which =
            several.then(|| format!("table {} of {} is compared", nth + 1, print.tables.len()));
        let notes = print
            .notes
            .iter()
            .cloned()
            .chain(which)
            .chain(table.notes.iter().cloned());
        Self {
            file: print.name.clone(),
            words: Vec::new(),
            options,
            figures: table.figures.iter().map(found).collect(),
            unreadable: table.unreadable,
            not_compared: table.not_compared,
            missing: table.missing,
            notes: notes.collect(),
            aside: (print.tables[nth].cuts[0]
                .aside
                .iter()
                .map(|cell| cell.text.clone()))
            .collect(),
            lines: table.lines,
            on_side: table.on_side,
            names: numbers.names().cloned().collect(),
            in_order: table.in_order,
            why: None,
        }
    }
}

/// How many figures came out how.
#[derive(Default, Serialize, JsonSchema)]
pub(super) struct Summary {
    exact: usize,
    rounded: usize,
    /// Right digits cut off.
    truncated: usize,
    undecided: usize,
    /// Wrong by one in the last place.
    last_place: usize,
    wrong: usize,
    /// Figures that were not compared.
    not_compared: usize,
    /// Cells among figures that cannot be read.
    unreadable: usize,
    #[serde(skip)]
    without_number: usize,
}

impl Summary {
    /// The figures that were compared.
    fn judged(&self) -> usize {
        self.exact + self.rounded + self.truncated + self.undecided + self.last_place + self.wrong
    }
}

/// A number of things; nothing of none.
fn counted_some(count: usize, one: &str, many: &str) -> Option<String> {
    (count > 0).then(|| counted(count, one, many))
}

impl CheckedFigure {
    /// The figure or word that would be right.
    fn right(&self) -> Option<String> {
        match &self.outcome {
            Some(FigureOutcome::Words { right, .. }) => Some(right.join(" or ")),
            _ => Some(self.judged()?.verdict.right.as_ref()?.text()),
        }
    }

    pub(super) fn status(&self) -> Option<Status> {
        self.outcome.as_ref().map(|outcome| match outcome {
            FigureOutcome::Number { judged, .. } => judged.verdict.status,
            FigureOutcome::Words { holds: true, .. } => Status::Exact,
            FigureOutcome::Words { holds: false, .. } => Status::Differs,
        })
    }

    /// The verdict on a number.
    pub(super) fn judged(&self) -> Option<&Judged> {
        match &self.outcome {
            Some(FigureOutcome::Number { judged, .. }) => Some(judged),
            _ => None,
        }
    }

    pub(super) fn key(&self) -> String {
        self.placed.key.join(", ")
    }

    pub(super) fn holds(&self) -> bool {
        self.status().is_some_and(Status::holds)
    }

    fn in_last_place(&self) -> bool {
        self.judged()
            .is_some_and(|judged| judged.verdict.wrong_in_last_place(&judged.figure))
    }
}

impl TableReport {
    /// The table, for those who look for what it assumes.
    /// Whether every figure that was compared holds.
    pub(super) fn holds(&self) -> bool {
        self.figures.iter().all(CheckedFigure::holds)
    }

    pub(super) fn to_explain<'a>(&'a self, table: &'a Table, of: &'static str) -> PrintedTable<'a> {
        let names = self.figures.iter().map(|found| self.name_of(found));
        PrintedTable {
            table,
            of,
            options: &self.options,
            words: &self.words,
            greatest: self.greatest_key(),
            names: names.collect(),
        }
    }

    pub(super) fn summary(&self) -> Summary {
        let mut summary = Summary::default();
        for found in &self.figures {
            *match found.status() {
                Some(Status::Exact) => &mut summary.exact,
                Some(Status::Rounded) => &mut summary.rounded,
                Some(Status::Truncated) => &mut summary.truncated,
                Some(Status::Undecided) => &mut summary.undecided,
                Some(Status::Differs) if found.in_last_place() => &mut summary.last_place,
                Some(Status::Differs) => &mut summary.wrong,
                None => &mut summary.without_number,
            } += 1;
        }
        summary.unreadable = self.unreadable.len();
        let left = self
            .not_compared
            .iter()
            .map(|left| left.figures)
            .sum::<usize>();
        summary.not_compared = left + summary.without_number;
        summary
    }

    /// The key of a figure, and its column where there are several.
    pub(super) fn name_of(&self, found: &CheckedFigure) -> String {
        match self.has_names() {
            true => format!("{} ({})", found.key(), found.placed.name),
            false => found.key(),
        }
    }

    /// The greatest whole number among the keys of the table.
    pub(super) fn greatest_key(&self) -> Option<u32> {
        let keys = self.figures.iter().flat_map(|found| &found.placed.key);
        keys.filter_map(|key| key.parse().ok()).max()
    }

    /// Keys of the table that the answer does not have.
    pub(super) fn unknown(&self) -> Vec<String> {
        let unknown = self.figures.iter().filter(|found| found.outcome.is_none());
        unknown.map(CheckedFigure::key).unique().collect()
    }

    /// 3 when a figure is wrong; else 2 when something was not compared or not read; else 1 when a figure is undecided.
    pub(super) fn verdict(&self) -> Result<(), Failure> {
        let summary = self.summary();
        if summary.wrong + summary.last_place > 0 {
            return Err(Failure::Disagreement);
        }
        if summary.not_compared + summary.unreadable > 0 {
            let left = [
                counted_some(
                    summary.not_compared,
                    "figure was not compared",
                    "figures were not compared",
                ),
                counted_some(
                    summary.unreadable,
                    "cell cannot be read",
                    "cells cannot be read",
                ),
            ];
            return Err(Failure::input(left.into_iter().flatten().join("; ")));
        }
        if summary.undecided > 0 {
            return Err(Failure::Run(anyhow::anyhow!(
                "{} cannot be decided: the bounds of the numbers are too far apart",
                counted(summary.undecided, "figure", "figures")
            )));
        }
        Ok(())
    }

    /// What was not compared or not read, each with the reason and the words that would settle it.
    pub(super) fn left_over(&self) -> Vec<String> {
        let named = |left: &Leftover| {
            let what = if left.is_row { "row" } else { "column" };
            let help = match left.is_row == self.on_side {
                true => format!("; --columns {} leaves it out", self.without(&left.name)),
                false => String::new(),
            };
            format!("not compared: {what} `{}`: {}{help}", left.name, left.why)
        };
        let unknown = self.unknown();
        let unknown = (!unknown.is_empty()).then(|| {
            let help = match self.words.first().map(String::as_str) {
                Some("daldos") => "a greater --max may bring it",
                _ => "another command may have it",
            };
            format!(
                "not compared: in the table, not in the answer: {}; {help}",
                list(&unknown)
            )
        });
        let unread = self.unreadable.iter().map(|figure| {
            format!(
                "unreadable: `{}` in line {}",
                figure.cell.text, figure.cell.line
            )
        });
        self.not_compared
            .iter()
            .map(named)
            .chain(unknown)
            .chain(unread)
            .collect()
    }

    /// What each column was taken as, for `--columns`, those without a role left out.
    fn without(&self, _name: &str) -> String {
        let key = self.names.first().map_or("key", String::as_str);
        let names = self.lines.iter().map(|line| match line.taken.as_deref() {
            Some("key") => key,
            None | Some("text" | "row") => "-",
            Some(series) => series,
        });
        names.collect::<Vec<_>>().join(",")
    }

    /// The verdict in a sentence that can be quoted.
    pub(super) fn conclusion(&self) -> String {
        let summary = self.summary();
        let command = format!("`siga {}`", words::typed(&self.words));
        let wrong = self
            .figures
            .iter()
            .filter(|found| found.outcome.is_some() && !found.holds());
        let wrong = wrong.filter(|found| matches!(found.status(), Some(Status::Differs)));
        let each = wrong.map(|found| {
            let printed = found.placed.cell.text.trim();
            match found.right() {
                Some(right) => format!("{} ({printed} for {right})", self.name_of(found)),
                None => format!("{} ({printed})", self.name_of(found)),
            }
        });
        let each = each.collect_vec();
        let left = [
            counted_some(
                summary.not_compared,
                "was not compared",
                "were not compared",
            ),
            counted_some(summary.unreadable, "cannot be read", "cannot be read"),
        ];
        let left = left
            .into_iter()
            .flatten()
            .map(|left| format!("; {left}"))
            .join("");
        let all = summary.judged();
        if let Some(why) = &self.why
            && let Some(because) = why.conclusion()
        {
            return format!("{because}{left}.");
        }
        match each.len() {
            0 if left.is_empty() => format!(
                "The table is right: {} as {command} gives it.",
                counted(all, "figure", "figures")
            ),
            0 => format!(
                "{} right as {command} gives it{left}.",
                counted(all, "figure is", "figures are")
            ),
            wrong => {
                let are = if wrong == 1 { "is" } else { "are" };
                format!(
                    "{wrong} of {} {are} wrong against {command}: {}{left}.",
                    counted(all, "figure", "figures"),
                    list(&each)
                )
            }
        }
    }

    /// How the table was read, as far as that is not plain.
    fn read_as(&self) -> Vec<String> {
        let word = if self.on_side { "row" } else { "column" };
        let mut notes = Vec::new();
        if self.in_order {
            notes.push(
                "nothing in the table is a key: the figures are taken in the order of the answer"
                    .to_owned(),
            );
        }
        for (at, line) in self.lines.iter().enumerate() {
            let name = match line.heading.as_str() {
                "" => format!("{word} {}", at + 1),
                heading => format!("{word} `{heading}`"),
            };
            let taken = line.taken.as_deref();
            let is_named = taken.is_some_and(|taken| taken == line.heading);
            notes.extend(match taken {
                None | Some("text") if line.why == "it is empty" => None,
                None if line.why == "left out" => Some(format!("{name} is left out")),
                None | Some("key" | "text" | "row") => None,
                Some(_) if is_named || line.why.starts_with("its heading") => None,
                Some(taken) => Some(format!(
                    "{name} is read as `{}`: {}",
                    taken.replace('_', " "),
                    line.why
                )),
            });
        }
        if !self.aside.is_empty() {
            notes.push(format!("beside the table: {}", list(&self.aside)));
        }
        notes
    }

    /// Whether the table has more than one column of figures, named.
    fn has_names(&self) -> bool {
        self.figures
            .iter()
            .filter(|found| !found.placed.in_matrix)
            .map(|found| found.placed.column)
            .unique()
            .count()
            > 1
    }
}

impl TableReport {
    pub(super) fn sheets(&self) -> Vec<Sheet> {
        let verdict = |found: &CheckedFigure| Some(found.judged()?.verdict.clone());
        let status = |found: &&CheckedFigure| match found.status() {
            None => "not in the answer".to_owned(),
            Some(_) if found.in_last_place() => "wrong in the last place".to_owned(),
            Some(Status::Differs) => "wrong".to_owned(),
            Some(status) => status.to_string(),
        };
        let right = |found: &&CheckedFigure| match &found.outcome {
            Some(FigureOutcome::Words { right, .. }) => Some(right.join(" or ")),
            _ => Some(verdict(found)?.right?.text()),
        };
        let error = |found: &&CheckedFigure| {
            let error = verdict(found)?.error;
            error.filter(|error| error.exact() != Some(&BigRational::default()))
        };
        let mut table = Sheet::of(&self.figures).right("key", |found| found.key());
        if self.has_names() {
            table = table.text("column", |found| found.placed.name.clone());
        }
        let table = table
            .right("printed", |found| found.placed.cell.text.clone())
            .column(exact_column(), |found| match &found.outcome {
                Some(FigureOutcome::Number { number, .. }) => Entry::from(number),
                Some(FigureOutcome::Words { right, .. }) => Entry::from(right.join(" or ")),
                None => Entry::Missing(""),
            })
            .right("right", right)
            .text("verdict", status)
            .column(error_column(), error);
        let order = if self.in_order {
            " · figures taken in order"
        } else {
            ""
        };
        let heading = format!(
            "{} · against siga {}{order}",
            input::shown(self.file.as_ref()),
            words::typed(&self.words)
        );
        let table = (table.named("figures", heading).notes(self.all_notes())).chart(Chart::Errors);
        let why = explain::sheet(self.why.as_slice());
        std::iter::once(table).chain(why).collect()
    }
}

impl CheckedFigure {
    /// A figure judged by the number, or the words, that it speaks of.
    fn of(placed: PlacedFigure, printed: &Printed, numbers: &Numbers) -> CheckedFigure {
        let outcome = placed.target.and_then(|target| {
            if let Some(right) = numbers.words(target) {
                let (right, holds) = (right.to_vec(), placed.says_one_of(right));
                return Some(FigureOutcome::Words { right, holds });
            }
            let number = numbers.number(target)?.clone();
            let judged = judge_readings(&placed.readings, &number).ok()??;
            let pointer = printed.pointer(target);
            Some(FigureOutcome::Number {
                pointer,
                number,
                judged,
            })
        });
        CheckedFigure { placed, outcome }
    }
}

impl TableReport {
    /// How many figures there are of each verdict.
    fn counts(&self) -> String {
        let summary = self.summary();
        let mut counts = vec![
            format!("{} exact", summary.exact),
            format!("{} rounded", summary.rounded),
            format!("{} truncated", summary.truncated),
            format!("{} wrong in the last place", summary.last_place),
            format!("{} wrong", summary.wrong),
        ];
        if summary.undecided > 0 {
            counts.insert(3, format!("{} undecided", summary.undecided));
        }
        if summary.without_number > 0 {
            counts.push(format!("{} not in the answer", summary.without_number));
        }
        counts.join(" · ")
    }

    /// The counts, how the table was read, doubts, and what is missing on either side.
    fn all_notes(&self) -> Vec<String> {
        let mut notes = vec![format!(
            "{}: {}",
            counted(self.figures.len(), "figure", "figures"),
            self.counts()
        )];
        notes.push("right: the figure at the printed precision · error: printed less exact, in units of the last place printed".to_owned());
        notes.extend(self.read_as());
        notes.extend(self.notes.iter().cloned());
        notes.extend(self.left_over());
        let judged = self
            .figures
            .iter()
            .filter_map(|found| Some((found, found.judged()?)));
        notes.extend(judged.filter_map(|(found, judged)| doubt(&found.placed.cell.text, judged)));
        let unexplained = self.why.as_ref().and_then(explain::nothing);
        notes.extend(unexplained);
        if !self.missing.is_empty() {
            notes.push(format!(
                "in the answer, not in the table: {}",
                list(&self.missing)
            ));
        }
        let summary = self.summary();
        notes.push(self.conclusion());
        notes.push(format!(
            "{} right · {} wrong · {} not compared · {} unreadable",
            summary.exact + summary.rounded + summary.truncated,
            summary.wrong + summary.last_place,
            summary.not_compared,
            summary.unreadable
        ));
        notes
    }
}
