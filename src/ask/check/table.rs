//! A table as it stands in print, against the answer of a command.

use std::path::Path;

use itertools::Itertools;
use serde_json::{Value, json};

use super::explain::{self, Explained, TableRead};
use super::figure::{self, CheckedFigure};
use super::{FromFile, Several, TAKE_ONE, fault, list, options};
use crate::ask::args::check::Check;
use crate::ask::command::{Cli, parse_words};
use crate::ask::disputes::Change;
use crate::ask::input;
use crate::ask::one_command::AnyCommand;
use crate::ask::prelude::*;
use crate::ask::words;
use crate::chance::presets;
use crate::exact::Quantity;
use crate::figures::Status;
use crate::figures::explain::Limits;
use crate::figures::grid::{self, GridError};
use crate::figures::matching::{
    Leftover, Line, MatchedTable, Numbers, PlacedFigure, Views, Why, place,
};
use crate::render::printed::Printed;
use crate::render::report::Report;

/// A table of which fewer figures than one in so many hold is of something else.
const FEW: usize = 4;

/// Which figures of a table hold.
#[derive(Serialize, JsonSchema, Default)]
pub(crate) struct TableReport {
    /// Which table of a file that has several; else `null`.
    table: Option<String>,
    /// One for each figure, row by row; then those that cannot be read.
    pub(super) figures: Vec<TableFigure>,
    summary: Summary,
    /// The verdict in a sentence that can be quoted.
    conclusion: String,
    /// Columns and rows with figures that were not compared.
    not_compared: Vec<Leftover>,
    /// Cells among figures that cannot be read, as printed.
    unreadable: Vec<String>,
    /// Keys that only the table has.
    not_in_answer: Vec<String>,
    /// Keys that only the answer has.
    not_in_table: Vec<String>,
    /// How the table was read where it might have been read otherwise.
    pub(super) notes: Vec<String>,
    /// One for each column, or each row of a table on its side.
    columns: Vec<Line>,
    /// What a column can be taken as: the keys and series of the answer.
    names: Vec<String>,
    /// Whether figures were taken in order, there being no keys.
    order: bool,
    /// With `--explain`, where figures differ; else `null`.
    explained: Option<Explained>,
    #[serde(skip)]
    pub(super) file: String,
    /// The command that it is checked against.
    #[serde(skip)]
    pub(super) words: Vec<String>,
    /// The name of the throw or the game, with the bias where one is assumed; empty where the command says it.
    #[serde(skip)]
    of: String,
    /// Lines of the file that are no part of the table.
    aside: Vec<String>,
    #[serde(skip)]
    on_side: bool,
    /// Whether figures are told apart by their columns.
    #[serde(skip)]
    has_columns: bool,
}

/// A figure of a table.
#[derive(Serialize, JsonSchema)]
pub(super) struct TableFigure {
    /// The key of its row, its parts with `, ` between them.
    pub(super) key: String,
    /// The header above it, empty without one.
    column: String,
    /// The label of its row: the key, as printed.
    row: String,
    /// Its line in the file, from 1.
    line: usize,
    /// Where its number stands in the command's `result`: a JSON pointer; `null` if it has none.
    pub(super) pick: Option<String>,
    #[serde(flatten)]
    pub(super) found: CheckedFigure,
}

pub(super) fn run(
    print: FromFile,
    command: &str,
    arguments: &Check,
    caller: Caller,
) -> Result<Several<TableReport>, Failure> {
    let of = |error: String| Failure::input(format!("--of {command}: {error}"));
    let words = words::words(command).map_err(|error| Failure::input(format!("--of: {error}")));
    let mut words = words?;
    let cli = parse_words(&words).map_err(of)?;
    let answer = (cli.answer(caller)).map_err(|failure| failure.context("the command fails"))?;
    let help = match answer.all_printed().is_empty() {
        true => "; with a file of claims any number of an answer can be picked",
        false => "",
    };
    let answers = tables_of(answer.as_ref(), cli.global.table.as_deref());
    let mut answers = answers.map_err(|error| of(error + help))?;
    let options = options(arguments);
    let views = (print.tables.iter().map(|table| Views::of(table, &options))).collect_vec();
    let placed = |answers: &[_]| {
        let placed = placed(&views, answers);
        placed.map_err(|error| fault(Path::new(&print.name), error))
    };
    let (mut best, mut tables) = placed(&answers)?;
    if let Some(longer) = longer(&cli, &tables[best])
        && let Ok(answer) = longer.answer("", caller)
        && let Ok(all) = tables_of(answer.as_ref(), cli.global.table.as_deref())
    {
        (words, answers) = (longer.words(), all);
        (best, tables) = placed(&answers)?;
    }
    let limits = arguments.explain.then(|| arguments.limits());
    let report = |nth: usize, table: MatchedTable| -> Result<TableReport, Failure> {
        let (of, printed) = answers[table.answer].clone();
        let read = TableRead {
            words: words.clone(),
            asked: cli.command.question(),
            of,
            printed,
            nth,
            table,
        };
        read.report(&print, limits, caller)
    };
    let table = std::mem::take(&mut tables[best]);
    let (mut first, mut further) = (report(best, table)?, Vec::new());
    let others = tables.into_iter().enumerate();
    let others = others.filter(|(nth, _)| *nth != best && grid::figures_in(views[*nth].table) > 0);
    for (nth, read) in others {
        let (right, all) = (read.right(), read.figures.len() + read.left());
        if 2 * right > read.figures.len() {
            further.push(report(nth, read)?);
        } else if right > 1 && FEW * right >= all {
            further.push(TableReport::not_compared(&print, nth, words.clone(), all));
        } else {
            first.notes.extend(print.is_other(nth));
        }
    }
    Ok(Several { first, further })
}

/// The question for a longer answer, where a table goes on beyond the answer.
fn longer(cli: &Cli, table: &MatchedTable) -> Option<Box<dyn AnyCommand>> {
    let beyond = table.figures.iter();
    let beyond = beyond.filter(|figure| figure.target.is_none());
    let beyond = beyond.flat_map(|figure| &figure.key);
    let last = beyond.filter_map(|key| key.parse().ok()).max()?;
    cli.command.question()?.under(&[&Change::Reaching(last)])
}

/// The tables of an answer that a printed one can be compared with: the one of a name, or all.
pub(crate) fn tables_of(
    report: &dyn Report,
    name: Option<&str>,
) -> Result<Vec<(&'static str, Printed)>, String> {
    let mut answers = report.all_printed();
    answers.retain(|(own, _)| name.is_none_or(|name| name == *own || name == "all"));
    if answers.is_empty() {
        report.chosen(name, &Style::default())?;
        return Err(match name {
            Some(name) => format!("the table `{name}` of this answer has no numbers"),
            None => "the command answers no table of numbers".to_owned(),
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

/// How each printed table is read, and the number of the one that the answers explain best.
fn placed(
    tables: &[Views<'_>],
    answers: &[(&'static str, Printed)],
) -> Result<(usize, Vec<MatchedTable>), GridError> {
    let numbers = answers.iter().map(|(_, printed)| &printed.numbers);
    let numbers = numbers.collect_vec();
    let placed = tables.iter().map(|table| place(table, &numbers));
    let placed = placed.collect_vec();
    let scores = placed.iter().enumerate();
    let scores = scores.filter_map(|(nth, placed)| Some((placed.as_ref().ok()?.score, nth)));
    // Of those as good the first.
    if let Some((_, best)) = scores.rev().max_by_key(|(score, _)| *score) {
        let tables = placed.into_iter().map(Result::unwrap_or_default);
        return Ok((best, tables.collect()));
    }
    let faults = placed.into_iter().filter_map(Result::err);
    Err(faults.exactly_one().unwrap_or_else(|_| {
        let each = tables.iter().take(20).enumerate();
        let each = each.map(|(at, table)| format!("{}: {}", at + 1, grid::in_short(table.table)));
        let why = format!(
            "none of the {} tables here can be compared ({}); {TAKE_ONE}",
            tables.len(),
            each.format("; ")
        );
        GridError::at_line(1, why)
    }))
}

impl TableRead {
    /// What came of its figures, explained within some limits.
    pub(super) fn report(
        self,
        print: &FromFile,
        limits: Option<Limits>,
        caller: Caller,
    ) -> Result<TableReport, Failure> {
        let (nth, table) = (self.nth, &self.table);
        let found = |placed| TableFigure::of(placed, &self.printed, &table.numbers);
        let mut figures = table.figures.iter().map(found).collect_vec();
        let columns = table.figures.iter().filter(|figure| !figure.in_matrix);
        let has_columns = columns.map(|figure| figure.column).unique().count() > 1;
        let names = figures.iter().map(|figure| figure.name(has_columns));
        let names = names.collect_vec();
        let wrong = !figures.iter().all(|figure| figure.found.holds());
        let limits = limits.filter(|_| wrong);
        let explained = limits.map(|limits| self.explained(&names, limits, caller));
        let explained = explained.transpose()?;
        let unknown = figures
            .iter()
            .filter(|figure| figure.found.status.is_none());
        let unknown = unknown.map(|figure| figure.key.clone()).unique();
        let unknown = unknown.collect_vec();
        judge_cut(&mut figures);
        figures.extend(table.unreadable.iter().map(TableFigure::unreadable));
        let notes = print.notes.iter().cloned();
        let unread = table.unreadable.iter();
        let mut report = TableReport {
            table: print.named(nth),
            summary: Summary::of(&figures, &table.not_compared),
            figures,
            conclusion: String::new(),
            not_compared: table.not_compared.clone(),
            unreadable: unread.map(|figure| figure.cell.text.clone()).collect(),
            not_in_answer: unknown,
            not_in_table: table.missing.clone(),
            notes: notes.chain(table.notes.iter().cloned()).collect(),
            columns: table.lines.clone(),
            names: table.numbers.names().cloned().collect(),
            order: table.in_order,
            explained,
            file: print.name.clone(),
            of: named(&self.words),
            words: self.words,
            aside: table.aside.clone(),
            on_side: table.on_side,
            has_columns,
        };
        report.conclusion = report.concluded();
        Ok(report)
    }
}

/// What a command asks about, where it names a throw or a game: its title, and the bias.
fn named(words: &[String]) -> String {
    let preset = words.iter().find_map(|word| presets::find(word));
    let Some(preset) = preset else {
        return String::new();
    };
    let title = preset.title.split(':').next().unwrap_or_default();
    let mut after = words.iter().skip_while(|word| *word != "--bias");
    match after.nth(1) {
        Some(bias) => format!("{title} with P({}) = {bias}", preset.side()),
        None => title.to_owned(),
    }
}

/// Judges figures that were cut off by the others of their column: where no fewer of these were rounded up they are wrong.
fn judge_cut(figures: &mut [TableFigure]) {
    let columns = figures.iter().map(|figure| figure.column.clone()).unique();
    for column in columns.collect_vec() {
        let own = figures.iter().filter(|figure| figure.column == column);
        let (cut, up) = own.fold((0, 0), |(cut, up), figure| {
            let found = &figure.found;
            let is_cut = found.status == Some(Status::Truncated);
            (
                cut + usize::from(is_cut),
                up + usize::from(found.is_rounded_up()),
            )
        });
        let own = figures.iter_mut().filter(|figure| figure.column == column);
        let found = own.map(|figure| &mut figure.found);
        let found = found.filter(|found| cut <= up && found.status == Some(Status::Truncated));
        found.for_each(CheckedFigure::call_wrong);
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
}

impl Summary {
    fn of(figures: &[TableFigure], left: &[Leftover]) -> Self {
        let mut summary = Self::default();
        for TableFigure { found, .. } in figures {
            *match found.status {
                Some(Status::Exact) => &mut summary.exact,
                Some(Status::Rounded) => &mut summary.rounded,
                Some(Status::Truncated) => &mut summary.truncated,
                Some(Status::Undecided) => &mut summary.undecided,
                Some(Status::Differs) if found.in_last_place() => &mut summary.last_place,
                Some(Status::Differs) => &mut summary.wrong,
                Some(Status::Unreadable) => &mut summary.unreadable,
                None => &mut summary.not_compared,
            } += 1;
        }
        summary.not_compared += left.iter().map(|left| left.figures).sum::<usize>();
        summary
    }

    /// The figures that were compared.
    fn judged(&self) -> usize {
        self.exact + self.rounded + self.truncated + self.undecided + self.last_place + self.wrong
    }

    /// What was not compared or cannot be read, in words.
    fn left(&self, compared: [&str; 2], read: [&str; 2]) -> Vec<String> {
        let counts = [(self.not_compared, compared), (self.unreadable, read)];
        let some = counts.into_iter().filter(|(count, _)| *count > 0);
        some.map(|(count, [one, many])| counted(count, one, many))
            .collect()
    }
}

impl TableFigure {
    /// A figure judged by the number, or the words, that it speaks of.
    fn of(placed: &PlacedFigure, printed: &Printed, numbers: &Numbers) -> Self {
        let text = || placed.cell.text.clone();
        let number = placed.target.and_then(|target| numbers.number(target));
        let of_number = |number: &Quantity| {
            let exact = match number {
                Quantity::Exact(number) => json!(number.to_string()),
                number => json!(number),
            };
            CheckedFigure::of_number(text(), exact, number, &placed.readings).ok()
        };
        let words = placed.target.and_then(|target| numbers.words(target));
        let words =
            words.map(|right| CheckedFigure::of_words(text(), right, placed.says_one_of(right)));
        let found = words.or_else(|| number.and_then(of_number));
        let found = found.unwrap_or_else(|| CheckedFigure::of_text(text(), Value::Null, None));
        let target = placed.target.filter(|_| found.number.is_some());
        Self {
            pick: target.and_then(|target| printed.pointer(target)),
            ..Self::at(placed, found)
        }
    }

    /// A cell among figures that cannot be read.
    fn unreadable(placed: &PlacedFigure) -> Self {
        let (text, status) = (placed.cell.text.clone(), Status::Unreadable);
        Self::at(
            placed,
            CheckedFigure::of_text(text, Value::Null, Some(status)),
        )
    }

    fn at(placed: &PlacedFigure, found: CheckedFigure) -> Self {
        let key = placed.key.join(", ");
        Self {
            row: key.clone(),
            key,
            column: placed.name.clone(),
            line: placed.cell.line,
            pick: None,
            found,
        }
    }

    /// Its key, and its column where there are several.
    fn name(&self, has_columns: bool) -> String {
        match has_columns {
            true => format!("{} ({})", self.key, self.column),
            false => self.key.clone(),
        }
    }
}

/// What `--columns` says of columns as they were taken.
pub(super) fn columns_of(columns: &[Line], key: &str) -> String {
    let mut names = columns.iter().map(|line| match line.taken.as_deref() {
        Some("key") => key,
        None | Some("text" | "row") => "-",
        Some(series) => series,
    });
    names.join(",")
}

impl TableReport {
    /// A table that has too few figures of the answer.
    fn not_compared(print: &FromFile, nth: usize, words: Vec<String>, figures: usize) -> Self {
        let left = Leftover {
            table: print.named(nth),
            why: format!(
                "few of its figures are of this answer; --nth {} takes it alone",
                nth + 1
            ),
            figures,
            ..Leftover::default()
        };
        let not_compared = vec![left];
        let mut report = Self {
            table: print.named(nth),
            summary: Summary::of(&[], &not_compared),
            not_compared,
            file: print.name.clone(),
            words,
            ..Self::default()
        };
        report.conclusion = report.concluded();
        report
    }

    /// 3 when a figure is wrong; else 2 when something was not compared or not read; else 1 when a figure is undecided.
    pub(super) fn verdict(&self) -> Result<(), Failure> {
        let summary = &self.summary;
        if summary.wrong + summary.last_place > 0 {
            return Err(Failure::disagreement());
        }
        let left = summary.left(
            ["figure was not compared", "figures were not compared"],
            ["cell cannot be read", "cells cannot be read"],
        );
        if !left.is_empty() {
            return Err(Failure::input(left.join("; ")));
        }
        if summary.undecided > 0 {
            return Err(Failure::limit(format!(
                "{} cannot be decided: the bounds of the numbers are too far apart",
                counted(summary.undecided, "figure", "figures")
            )));
        }
        Ok(())
    }

    /// What was not compared or not read, each with the reason and the words that would settle it.
    fn left_over(&self) -> Vec<String> {
        let named = |left: &Leftover| {
            let names = [
                ("column", &left.column),
                ("row", &left.row),
                ("table", &left.table),
            ];
            let mut names = names
                .into_iter()
                .filter_map(|(what, name)| Some((what, name.as_ref()?)));
            let (what, name) = names.next()?;
            let help = match left.table.is_none() && left.row.is_some() == self.on_side {
                true => format!("; --columns {} leaves it out", self.without()),
                false => String::new(),
            };
            Some(format!("not compared: {what} `{name}`: {}{help}", left.why))
        };
        let unknown = (!self.not_in_answer.is_empty()).then(|| {
            let help = match self.words.first().map(String::as_str) {
                Some("daldos") => "a greater --max may bring it",
                _ => "another command may have it",
            };
            let keys = list(&self.not_in_answer);
            format!("not compared: in the table, not in the answer: {keys}; {help}")
        });
        let unread = self.figures.iter();
        let unread = unread.filter(|figure| figure.found.status == Some(Status::Unreadable));
        let unread = unread.map(|figure| {
            format!(
                "unreadable: `{}` in line {}",
                figure.found.printed, figure.line
            )
        });
        let left = self.not_compared.iter().filter_map(named);
        left.chain(unknown).chain(unread).collect()
    }

    /// What each column was taken as, for `--columns`, those without a role left out.
    fn without(&self) -> String {
        let key = self.names.first().map_or("key", String::as_str);
        columns_of(&self.columns, key)
    }

    /// The verdict in a sentence that can be quoted.
    fn concluded(&self) -> String {
        let command = format!("`siga {}`", words::typed(&self.words));
        let command = match self.of.is_empty() {
            true => command,
            false => format!("{} ({command})", self.of),
        };
        let was = ["was not compared", "were not compared"];
        let left = self.summary.left(was, ["cannot be read"; 2]);
        let left = left.iter().map(|left| format!("; {left}")).join("");
        if let Some(because) = self.explained.as_ref().and_then(Explained::conclusion) {
            return format!("Against {command}: {because}{left}.");
        }
        let wrong = self.figures.iter();
        let wrong = wrong.filter(|figure| figure.found.status == Some(Status::Differs));
        let each = wrong.map(|figure| {
            let (name, printed) = (figure.name(self.has_columns), figure.found.printed.trim());
            match &figure.found.right {
                Some(right) => format!("{name} ({printed} for {right})"),
                None => format!("{name} ({printed})"),
            }
        });
        let each = each.collect_vec();
        let all = self.summary.judged();
        let figures = counted(all, "figure", "figures");
        let cut = match self.summary.truncated {
            0 => String::new(),
            cut => format!(", {cut} of them cut off instead of rounded"),
        };
        let table = match &self.table {
            Some(table) => format!("Table {table}"),
            None => "The table".to_owned(),
        };
        match each.len() {
            0 if all == 0 => format!("{table} was not compared with {command}."),
            0 if left.is_empty() => format!("{table} is right: {figures} of {command}{cut}."),
            0 => {
                let are = if all == 1 { "is" } else { "are" };
                format!("{figures} of {command} {are} right{cut}{left}.")
            }
            wrong => {
                let are = if wrong == 1 { "is" } else { "are" };
                let each = list(&each);
                format!("{wrong} of {figures} {are} wrong against {command}: {each}{left}.")
            }
        }
    }

    /// How the table was read, as far as that is not plain.
    fn read_as(&self) -> Vec<String> {
        let word = if self.on_side { "row" } else { "column" };
        let mut notes = Vec::new();
        if self.order {
            notes.push(
                "the table has no keys: its figures are compared in the order of the answer"
                    .to_owned(),
            );
        }
        for (at, line) in self.columns.iter().enumerate() {
            let name = match line.heading.as_str() {
                "" => format!("{word} {}", at + 1),
                heading => format!("{word} `{heading}`"),
            };
            let taken = line.taken.as_deref();
            let is_named = taken.is_some_and(|taken| taken == line.heading);
            notes.extend(match taken {
                None | Some("text") if line.why == Why::Empty => None,
                None if line.why == Why::LeftOut => Some(format!("{name} is left out")),
                Some("key") if line.is_doubtful() => {
                    Some(format!("{name} is taken for the key: {}", line.why))
                }
                None | Some("key" | "text" | "row") => None,
                Some(_) if is_named || line.is_named() => None,
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

    pub(super) fn sheets(&self) -> Vec<Sheet> {
        let mut table = Sheet::of(&self.figures).right("key", |figure| figure.key.clone());
        if self.has_columns {
            table = table.text("column", |figure| figure.column.clone());
        }
        let order = if self.order {
            " · figures taken in order"
        } else {
            ""
        };
        let nth = self.table.iter().map(|name| format!(" · table {name}"));
        let against = format!(
            "{}{} · against siga {}{order}",
            input::shown(self.file.as_ref()),
            nth.format(""),
            words::typed(&self.words)
        );
        let heading = self.conclusion.clone();
        let table = figure::columns(table, |figure| &figure.found).named("figures", heading);
        let table = table.note(against).notes(self.all_notes());
        let table = table.chart(Chart::Errors);
        let why = self.explained.as_ref().and_then(explain::sheet);
        std::iter::once(table).chain(why).collect()
    }

    /// How the table was read, doubts, what is missing on either side, and the verdict with its counts.
    fn all_notes(&self) -> Vec<String> {
        let summary = &self.summary;
        let mut notes = vec![figure::LEGEND.to_owned()];
        notes.extend(self.read_as());
        notes.extend(self.notes.iter().cloned());
        notes.extend(self.left_over());
        let figures = self.figures.iter();
        notes.extend(figures.filter_map(|figure| figure.found.doubt()));
        notes.extend(self.explained.as_ref().and_then(Explained::nothing));
        if !self.not_in_table.is_empty() {
            let missing = list(&self.not_in_table);
            notes.push(format!("in the answer, not in the table: {missing}"));
        }
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
