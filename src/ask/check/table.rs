//! A table as it stands in print, against the answer of a command.

use std::path::Path;

use itertools::Itertools;
use num_rational::BigRational;

use super::compare::doubt;
use super::explain::{self, Why};
use super::{error_column, exact_column};
use crate::ask::args::check::{As, Check, Layout as LayoutArgument};
use crate::ask::input;
use crate::ask::main_table::Main;
use crate::ask::prelude::*;
use crate::ask::{dispatch, words};
use crate::exact::Quantity;
use crate::figures::grid::{Grid, Layout};
use crate::figures::matching::{Options, Placed, Plain, Table, place};
use crate::figures::{Judged, Status, judge_readings};

/// What became of every figure of a table.
pub(super) struct TableReport {
    pub(super) file: String,
    pub(super) words: Vec<String>,
    pub(super) options: Options,
    pub(super) figures: Vec<Found>,
    pub(super) missing: Vec<String>,
    pub(super) notes: Vec<String>,
    /// What explains figures that differ, if it was looked for.
    pub(super) why: Option<Why>,
}

/// A figure and what became of it.
pub(super) struct Found {
    pub(super) placed: Placed,
    /// Where the number stands in the answer, the number, and how the figure compares; `None` if the answer has none.
    pub(super) judged: Option<(String, Quantity, Judged)>,
}

pub(super) fn run(
    file: &Path,
    text: &str,
    command: &str,
    arguments: &Check,
    progress: Progress,
) -> Result<TableReport, Failure> {
    let words = words::words(command).map_err(|error| Failure::input(format!("--of: {error}")))?;
    let cli =
        words::parse(&words).map_err(|error| Failure::input(format!("--of {command}: {error}")))?;
    let options = options(arguments);
    let name = file.to_string_lossy().into_owned();
    let shown = input::shown(file);
    let at = |error: crate::figures::grid::GridError| Failure::input(format!("{shown}: {error}"));
    let grid = Grid::read(text, layout(arguments.layout, file), options.decimal).map_err(at)?;
    let answer = dispatch::result(&cli, progress)?;
    let main =
        Main::of(&answer).map_err(|error| Failure::input(format!("--of {command}: {error}")))?;
    drop(answer);
    let Table {
        figures,
        missing,
        notes,
    } = place(&grid, &main.numbers, &options).map_err(at)?;
    let judged = |placed: Placed| {
        let number = placed.number.and_then(|(series, row)| {
            let number = main.numbers.series[series].1[row].clone()?;
            Some((main.pointer(series, row), number))
        });
        let Some((pointer, number)) = number else {
            return Ok(Found {
                placed,
                judged: None,
            });
        };
        let judged = judge_readings(&placed.readings, &number)
            .map_err(|error| Failure::input(format!("--of {command}: {error}")))?;
        let judged = judged.map(|judged| (pointer, number, judged));
        Ok::<_, Failure>(Found { placed, judged })
    };
    let figures = figures.into_iter().map(judged).try_collect()?;
    let mut report = TableReport {
        file: name,
        words,
        options,
        figures,
        missing,
        notes,
        why: None,
    };
    if arguments.explain {
        report.why = explain::table(&grid, &report, arguments.limits(), progress)?;
    }
    Ok(report)
}

fn options(arguments: &Check) -> Options {
    Options {
        decimal: arguments.decimal.into(),
        plain: match arguments.plain {
            As::Auto => Plain::Auto,
            As::Percent => Plain::Percent,
            As::Fraction => Plain::Fraction,
            As::Odds => Plain::Odds,
        },
        columns: arguments.columns.clone(),
    }
}

/// The layout asked for, else that of the file's ending.
fn layout(asked: LayoutArgument, file: &Path) -> Option<Layout> {
    let ending = file.extension().and_then(|ending| ending.to_str());
    match (asked, ending) {
        (LayoutArgument::Csv, _) | (LayoutArgument::Auto, Some("csv")) => Some(Layout::Csv),
        (LayoutArgument::Tsv, _) | (LayoutArgument::Auto, Some("tsv")) => Some(Layout::Tsv),
        (LayoutArgument::Markdown, _) | (LayoutArgument::Auto, Some("md")) => {
            Some(Layout::Markdown)
        }
        (LayoutArgument::Columns, _) => Some(Layout::Columns),
        (LayoutArgument::Auto, _) => None,
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
    #[serde(skip)]
    without_number: usize,
}

impl Found {
    pub(super) fn status(&self) -> Option<Status> {
        self.judged
            .as_ref()
            .map(|(_, _, judged)| judged.verdict.status)
    }

    pub(super) fn key(&self) -> String {
        self.placed.key.join(", ")
    }

    pub(super) fn holds(&self) -> bool {
        self.status().is_some_and(Status::holds)
    }

    fn in_last_place(&self) -> bool {
        let judged = self.judged.as_ref();
        judged.is_some_and(|(_, _, judged)| judged.verdict.wrong_in_last_place(&judged.figure))
    }
}

impl TableReport {
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
        summary
    }

    /// The key of a figure, and its column where there are several.
    pub(super) fn name_of(&self, found: &Found) -> String {
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
        let unknown = self.figures.iter().filter(|found| found.judged.is_none());
        unknown.map(Found::key).unique().collect()
    }

    /// 3 when a figure is wrong; else 2 when one has no number to be compared with; else 1 when one is undecided.
    pub(super) fn verdict(&self) -> Result<(), Failure> {
        let summary = self.summary();
        if summary.wrong + summary.last_place > 0 {
            return Err(Failure::Disagreement);
        }
        if summary.without_number > 0 {
            let help = match self.words.first().map(String::as_str) {
                Some("daldos") => "a greater --max may bring it, or --columns",
                _ => "another command may have it; --columns says which columns hold keys",
            };
            return Err(Failure::input(format!(
                "the answer has no number for {} of the table ({}); {help}",
                counted(summary.without_number, "figure", "figures"),
                list(&self.unknown())
            )));
        }
        if summary.undecided > 0 {
            return Err(Failure::Run(anyhow::anyhow!(
                "{} cannot be decided: the bounds of the numbers are too far apart",
                counted(summary.undecided, "figure", "figures")
            )));
        }
        Ok(())
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

/// The first of many texts.
pub(super) fn list(texts: &[String]) -> String {
    let more = if texts.len() > 12 { "; …" } else { "" };
    format!("{}{more}", texts.iter().take(12).join("; "))
}

impl Report for TableReport {
    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let verdict = |found: &Found| Some(found.judged.as_ref()?.2.verdict.clone());
        let status = |found: &&Found| match verdict(found) {
            None => "not in the answer".to_owned(),
            Some(_) if found.in_last_place() => "wrong in the last place".to_owned(),
            Some(verdict) if verdict.status == Status::Differs => "wrong".to_owned(),
            Some(verdict) => verdict.status.to_string(),
        };
        let error = |found: &&Found| {
            let error = verdict(found)?.error;
            error.filter(|error| error.exact() != Some(&BigRational::default()))
        };
        let mut table = Sheet::of(&self.figures).right("key", |found| found.key());
        if self.has_names() {
            table = table.text("column", |found| found.placed.name.clone());
        }
        let table = table
            .right("printed", |found| found.placed.cell.text.clone())
            .column(exact_column(), |found| {
                found.judged.as_ref().map(|(_, number, _)| number.clone())
            })
            .right("right", |found| Some(verdict(found)?.right?.text()))
            .text("verdict", status)
            .column(error_column(), error);
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
        let mut notes = vec![format!(
            "{}: {}",
            counted(self.figures.len(), "figure", "figures"),
            counts.join(" · ")
        )];
        notes.push("right: the figure at the printed precision · error: printed less exact, in units of the last place printed".to_owned());
        notes.extend(self.notes.iter().cloned());
        let judged = self
            .figures
            .iter()
            .filter_map(|found| Some((found, found.judged.as_ref()?)));
        notes.extend(
            judged.filter_map(|(found, (_, _, judged))| doubt(&found.placed.cell.text, judged)),
        );
        let unknown = self.unknown();
        if !unknown.is_empty() {
            notes.push(format!(
                "in the table, not in the answer: {}",
                list(&unknown)
            ));
        }
        if !self.missing.is_empty() {
            notes.push(format!(
                "in the answer, not in the table: {}",
                list(&self.missing)
            ));
        }
        let heading = format!(
            "{} · against siga {}",
            input::shown(self.file.as_ref()),
            words::typed(&self.words)
        );
        let table = (table.named("figures", heading).notes(notes)).chart(Chart::Errors);
        let why = explain::sheet(self.why.as_slice());
        std::iter::once(table).chain(why).collect()
    }
}
