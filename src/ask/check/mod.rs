//! `siga check`: recomputes published figures.

mod candidates;
mod claim;
mod claims;
mod draft;
mod explain;
mod finding;
mod html;
mod json;
mod pick;
mod sheets;
mod table;
mod text;

use std::path::{Path, PathBuf};

use super::report_and_status::ReportAndStatus;
use itertools::Itertools;

use super::args::check::{As, CheckArgs, DecimalSign, Layout as LayoutArgument};
use super::input;
use crate::ask::json_number;
use crate::ask::prelude::*;
use crate::figures::Decimal;
use crate::figures::grid::{self, AskFor, GridError, Layout, Table};
use crate::figures::matching::{Options, Plain};
use crate::render::sheet::people::Align;

/// Bytes a file of claims or a table may have.
const MAX_FILE: usize = 4 << 20;

/// The reports of this command: of claims, of a table, and of the commands that a table could answer.
pub(crate) const REPORTS: &[Described] = &[Described::one_of::<
    claims::ClaimsReport,
    table::TableReport,
    candidates::CandidatesReport,
>(
    "Which published figures hold: the claims of files, the figures of a table, or the commands that a table fits.",
)];

pub(crate) fn run(arguments: &CheckArgs, caller: Caller) -> Result<ReportAndStatus, Failure> {
    if arguments.of.is_some() {
        let report = table(arguments, caller)?;
        return Ok(ReportAndStatus {
            verdict: report.verdict(),
            report: Box::new(report),
        });
    }
    if arguments.text.is_some() {
        return Ok(found(candidates::run(
            printed(arguments, caller)?,
            arguments,
            caller,
        )?));
    }
    let is_claims = |file: &Path, text: &str| {
        let json = file.extension().is_some_and(|ending| ending == "json");
        json || text.trim_start().starts_with(['{', '['])
    };
    let mut texts: Vec<(PathBuf, String)> = Vec::new();
    for file in &arguments.files {
        let bytes = input::bytes(file, MAX_FILE, caller.reads)?;
        let alone = arguments.files.len() == 1;
        let text = match sheets::is_book(&bytes) {
            true => None,
            false => Some(text::decoded(bytes.clone()).0),
        };
        match text {
            Some(text) if !alone || is_claims(file, &text) => texts.push((file.clone(), text)),
            _ => {
                let print = FromFile::read(file, bytes, arguments)?;
                return Ok(found(candidates::run(print, arguments, caller)?));
            }
        }
    }
    let report = claims::run(&texts, arguments, caller)?;
    Ok(ReportAndStatus {
        verdict: report.verdict(arguments.expected),
        report: Box::new(report),
    })
}

fn found(report: candidates::CandidatesReport) -> ReportAndStatus {
    ReportAndStatus {
        verdict: report.verdict(),
        report: Box::new(report),
    }
}

/// The tables of a file.
struct FromFile {
    /// The name of the file.
    name: String,
    tables: Vec<Table>,
    /// How it was read.
    notes: Vec<String>,
}

/// The table of a text.
fn print_of(
    file: &Path,
    text: &str,
    notes: Vec<String>,
    arguments: &CheckArgs,
) -> Result<FromFile, Failure> {
    let asked = layout(arguments.layout, file);
    let at = |error| fault(file, error);
    let tables = match asked {
        Some(Layout::Html) => html::tables(text),
        None if html::is_page(text) => html::tables(text),
        asked => grid::tables(text, asked),
    };
    FromFile::of(file, tables.map_err(at)?, notes, arguments.nth)
}

impl FromFile {
    /// The tables of a file's bytes: a text, or a spreadsheet.
    fn read(file: &Path, bytes: Vec<u8>, arguments: &CheckArgs) -> Result<Self, Failure> {
        let at = |why: String| Failure::input(format!("{}: {why}", input::shown(file)));
        if bytes.starts_with(b"%PDF") {
            let name = input::shown(file);
            return Err(at(format!(
                "a PDF is not read; its text is: pdftotext -layout {name} - | siga check - …"
            )));
        }
        if sheets::is_book(&bytes) {
            let tables = sheets::tables(bytes).map_err(at)?;
            return Self::of(file, tables, Vec::new(), arguments.nth);
        }
        let (text, note) = text::decoded(bytes);
        print_of(file, &text, note.into_iter().collect(), arguments)
    }

    /// The tables of a file, or the one with this number, counted from 1.
    fn of(
        file: &Path,
        mut tables: Vec<Table>,
        notes: Vec<String>,
        nth: Option<usize>,
    ) -> Result<Self, Failure> {
        let count = tables.len();
        if let Some(nth) = nth {
            if !(1..=count).contains(&nth) {
                let why = format!("table {nth} is asked for, and there are {count}");
                return Err(fault(file, GridError::at_line(1, why)));
            }
            tables = vec![tables.swap_remove(nth - 1)];
        }
        Ok(Self {
            name: file.to_string_lossy().into_owned(),
            tables,
            notes,
        })
    }
}

/// A fault of a table, and the option that would help.
fn fault(file: &Path, error: GridError) -> Failure {
    let help = match error.ask {
        None => "",
        Some(AskFor::Columns) => {
            "; say what each column holds with --columns, as in --columns outcome,-,probability (- for none)"
        }
        Some(AskFor::Table) => "; --nth N takes one",
    };
    Failure::input(format!("{}: {error}{help}", input::shown(file)))
}

/// How the table is to be read.
fn options(arguments: &CheckArgs) -> Options {
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

/// The layout asked for, or that of a page by its ending; else every one that fits is tried.
fn layout(asked: LayoutArgument, file: &Path) -> Option<Layout> {
    let ending = file.extension().and_then(|ending| ending.to_str());
    match (asked, ending) {
        (LayoutArgument::Csv, _) => Some(Layout::Csv),
        (LayoutArgument::Tsv, _) => Some(Layout::Tsv),
        (LayoutArgument::Markdown, _) => Some(Layout::Markdown),
        (LayoutArgument::Columns, _) => Some(Layout::Columns),
        (LayoutArgument::Html, _) | (LayoutArgument::Auto, Some("html" | "htm")) => {
            Some(Layout::Html)
        }
        (LayoutArgument::Auto, _) => None,
    }
}

/// Exact values, which people see as `3/8 = 0.375`.
fn exact_column() -> Column {
    Column::said("exact", Align::Left, json_number::shown)
}

/// Errors in units of the last place, which people see as `+0.25`.
fn error_column() -> Column {
    Column::said("error", Align::Right, |error, _| json_number::error(error))
}

/// The first of many texts.
fn list(texts: &[String]) -> String {
    let more = if texts.len() > 12 { "; …" } else { "" };
    format!("{}{more}", texts.iter().take(12).join("; "))
}

/// A table as a file of claims.
pub(crate) fn draft(arguments: &CheckArgs, caller: Caller) -> Result<Vec<u8>, Failure> {
    Ok(draft::claims(&table(arguments, caller)?)?.into_bytes())
}

fn table(arguments: &CheckArgs, caller: Caller) -> Result<table::TableReport, Failure> {
    let command = arguments.of.as_deref().unwrap_or_default();
    table::run(printed(arguments, caller)?, command, arguments, caller)
}

/// The one table of the arguments.
fn printed(arguments: &CheckArgs, caller: Caller) -> Result<FromFile, Failure> {
    match (&arguments.text, arguments.files.as_slice()) {
        (Some(text), _) if text.len() > MAX_FILE => Err(Failure::input(format!(
            "--text is longer than the limit of {MAX_FILE} bytes"
        ))),
        (Some(text), _) => print_of("--text".as_ref(), text, Vec::new(), arguments),
        (None, [file]) => {
            FromFile::read(file, input::bytes(file, MAX_FILE, caller.reads)?, arguments)
        }
        (None, _) => Err(Failure::input(
            "--of checks one table at a time; without it the files are claims",
        )),
    }
}

impl From<DecimalSign> for Decimal {
    fn from(sign: DecimalSign) -> Self {
        match sign {
            DecimalSign::Point => Self::Point,
            DecimalSign::Comma => Self::Comma,
            DecimalSign::Auto => Self::Auto,
        }
    }
}
