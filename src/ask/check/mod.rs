//! `siga check`: recomputes published figures.

mod candidates;
mod claim;
mod claims;
mod draft;
mod explain;
mod figure;
mod html;
mod sheets;
mod table;
mod text;

pub(crate) use table::tables_of;

use std::path::{Path, PathBuf};

use itertools::Itertools;

pub(crate) use super::args::check::Check;
use super::args::check::Layout as LayoutArgument;
use super::input;
use super::one_command::Command;
use crate::ask::prelude::*;
use crate::figures::grid::{self, GridError, Layout, PrintedTable};
use crate::figures::matching::{Options, Plain};
use crate::work::Note;

/// Bytes a file of claims or a table may have.
const MAX_FILE: usize = 4 << 20;
/// Tables of one file that are judged together.
const MOST_TABLES: usize = 500;
/// What to do where a file has several tables.
const TAKE_ONE: &str = "--nth N takes one";

/// Which published figures hold: the claims of files, the figures of a table, or the commands that a table fits.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "CheckResult")]
pub(crate) enum CheckAnswer {
    Claims(claims::ClaimsReport),
    Table(Box<Several<table::TableReport>>),
    Candidates(Box<Several<candidates::CandidatesReport>>),
}

/// The results for the tables of a file: the one that fits best, then the others with figures in their order.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Several<T> {
    #[serde(flatten)]
    first: T,
    further: Vec<T>,
}

impl<T> Several<T> {
    fn each(&self) -> impl Iterator<Item = &T> {
        std::iter::once(&self.first).chain(&self.further)
    }

    /// The worst verdict on a table.
    fn verdict(&self, of: impl Fn(&T) -> Result<(), Failure>) -> Result<(), Failure> {
        let faults = self.each().filter_map(|one| of(one).err());
        let worst = faults.reduce(|worst, other| match other.status > worst.status {
            true => other,
            false => worst,
        });
        worst.map_or(Ok(()), Err)
    }
}

impl Command for Check {
    const WORDS: &'static [&'static str] = &["check"];
    const ABOUT: &'static str = "Recompute published figures, and say which hold";
    type Answer = CheckAnswer;

    fn writes_text(&self) -> Option<&'static str> {
        self.draft.then_some("writes a draft in JSON")
    }

    /// A table as a file of claims.
    fn text(&self, caller: Caller) -> Result<Vec<u8>, Failure> {
        Ok(draft::claims(&table(self, caller)?)?.into_bytes())
    }

    fn ask(&mut self, caller: Caller, _note: &Note) -> Result<CheckAnswer, Failure> {
        let caller = Caller {
            room: None,
            ..caller
        };
        if self.of.is_some() {
            return Ok(CheckAnswer::Table(Box::new(table(self, caller)?)));
        }
        let candidates = |print| {
            let of_claims = [
                ("--all", self.all),
                ("--expected", self.expected),
                ("--allow-files", self.allow_files),
            ];
            without(of_claims, "files of claims, and this is a table")?;
            let found = candidates::run(print, self, caller)?;
            Ok(CheckAnswer::Candidates(Box::new(found)))
        };
        if self.text.is_some() {
            return candidates(printed(self, caller)?);
        }
        let is_claims = |file: &Path, text: &str| {
            let json = file.extension().is_some_and(|ending| ending == "json");
            let (begins, within) = text.trim_start().split_at_checked(1).unwrap_or_default();
            json || sheets::of_json_lines(text).is_none()
                && match begins {
                    "{" => within.trim_start().starts_with(['"', '}']),
                    "[" => within.trim_start().starts_with(['{', ']']),
                    _ => false,
                }
        };
        let mut texts: Vec<(PathBuf, String)> = Vec::new();
        for file in &self.files {
            let bytes = input::bytes(file, MAX_FILE, caller.reads)?;
            let alone = self.files.len() == 1;
            let text = match sheets::is_book(&bytes) {
                true => None,
                false => Some(text::decoded(bytes.clone()).0),
            };
            match text {
                Some(text) if !alone || is_claims(file, &text) => texts.push((file.clone(), text)),
                _ => return candidates(FromFile::read(file, bytes, self)?),
            }
        }
        let of_tables = [
            ("--explain", self.explain),
            ("--nth", self.nth.is_some()),
            ("--columns", !self.columns.is_empty()),
            ("--layout", self.layout != LayoutArgument::Auto),
            ("--as", self.plain != Plain::Auto),
        ];
        without(of_tables, "a table, and these are claims")?;
        Ok(CheckAnswer::Claims(claims::run(&texts, self, caller)?))
    }

    fn verdict(&self, answer: &CheckAnswer) -> Result<(), Failure> {
        match answer {
            CheckAnswer::Claims(claims) => claims.verdict(self.expected),
            CheckAnswer::Table(tables) => tables.verdict(table::TableReport::verdict),
            CheckAnswer::Candidates(tables) => {
                tables.verdict(candidates::CandidatesReport::verdict)
            }
        }
    }

    fn tables(&self, answer: &CheckAnswer, style: &Style) -> Vec<Sheet> {
        match answer {
            CheckAnswer::Claims(claims) => claims.sheets(style),
            CheckAnswer::Table(tables) => tables.each().flat_map(|table| table.sheets()).collect(),
            CheckAnswer::Candidates(tables) => {
                tables.each().flat_map(|table| table.sheets()).collect()
            }
        }
    }

    fn in_short(&self, answer: &CheckAnswer) -> Option<String> {
        match answer {
            CheckAnswer::Claims(claims) => Some(claims.in_short()),
            _ => None,
        }
    }

    fn background(&self, answer: &CheckAnswer) -> Vec<Sheet> {
        match answer {
            CheckAnswer::Claims(claims) => vec![claims.questions()],
            _ => Vec::new(),
        }
    }
}

/// Fails where one of these options is given, which belong to something else.
fn without<const N: usize>(given: [(&str, bool); N], what: &str) -> Result<(), Failure> {
    let mut given = given.into_iter();
    match given.find(|(_, given)| *given) {
        Some((option, _)) => Err(Failure::input(format!("{option} is for {what}"))),
        None => Ok(()),
    }
}

/// The tables of a file.
struct FromFile {
    /// The name of the file.
    name: String,
    tables: Vec<PrintedTable>,
    /// How it was read.
    notes: Vec<String>,
}

/// The table of a text.
fn print_of(
    file: &Path,
    text: &str,
    notes: Vec<String>,
    arguments: &Check,
) -> Result<FromFile, Failure> {
    if let Some(table) = sheets::of_json_lines(text) {
        return FromFile::of(file, vec![table], notes, arguments.nth);
    }
    let at = |error| fault(file, error);
    let ending = file.extension().and_then(|ending| ending.to_str());
    let layout = match arguments.layout {
        LayoutArgument::Csv => Some(Layout::Csv),
        LayoutArgument::Tsv => Some(Layout::Tsv),
        LayoutArgument::Markdown => Some(Layout::Markdown),
        LayoutArgument::Columns => Some(Layout::Columns),
        // Every one that fits is tried.
        LayoutArgument::Auto | LayoutArgument::Html => None,
    };
    let tables = match arguments.layout {
        LayoutArgument::Html => html::tables(text),
        LayoutArgument::Auto if matches!(ending, Some("html" | "htm")) || html::is_page(text) => {
            html::tables(text)
        }
        _ => grid::tables(text, layout),
    };
    FromFile::of(file, tables.map_err(at)?, notes, arguments.nth)
}

impl FromFile {
    /// The number of a table with its first words, where there are several.
    fn named(&self, nth: usize) -> Option<String> {
        let named = || format!("{} ({})", nth + 1, grid::in_short(&self.tables[nth]));
        (self.tables.len() > 1).then(named)
    }

    /// That a table is none of those that were judged.
    fn is_other(&self, nth: usize) -> Option<String> {
        let (name, nth) = (self.named(nth)?, nth + 1);
        Some(format!(
            "table {name} is of something else; --nth {nth} takes it alone"
        ))
    }

    /// The tables of a file's bytes: a text, or a spreadsheet.
    fn read(file: &Path, bytes: Vec<u8>, arguments: &Check) -> Result<Self, Failure> {
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
        mut tables: Vec<PrintedTable>,
        notes: Vec<String>,
        nth: Option<usize>,
    ) -> Result<Self, Failure> {
        let count = tables.len();
        if nth.is_none() && count > MOST_TABLES {
            let why = format!("there are {count} tables; the limit is {MOST_TABLES}; {TAKE_ONE}");
            return Err(fault(file, GridError::at_line(1, why)));
        }
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
    let help = match error.needs_names {
        true => {
            "; say what each column holds with --columns, as in --columns outcome,-,probability (- for none)"
        }
        false => "",
    };
    Failure::input(format!("{}: {error}{help}", input::shown(file)))
}

/// How the table is to be read.
fn options(arguments: &Check) -> Options {
    Options {
        decimal: arguments.decimal,
        plain: arguments.plain,
        columns: arguments.columns.clone(),
    }
}

/// The first of many texts.
fn list(texts: &[String]) -> String {
    let more = if texts.len() > 12 { "; …" } else { "" };
    format!("{}{more}", texts.iter().take(12).join("; "))
}

fn table(arguments: &Check, caller: Caller) -> Result<Several<table::TableReport>, Failure> {
    let command = arguments.of.as_deref().unwrap_or_default();
    table::run(printed(arguments, caller)?, command, arguments, caller)
}

/// The one table of the arguments.
fn printed(arguments: &Check, caller: Caller) -> Result<FromFile, Failure> {
    match (&arguments.text, arguments.files.as_slice()) {
        (Some(text), _) if text.len() > MAX_FILE => Err(Failure::input(format!(
            "the table is longer than the limit of {MAX_FILE} bytes"
        ))),
        (Some(text), _) => print_of("table".as_ref(), text, Vec::new(), arguments),
        (None, [file]) => {
            FromFile::read(file, input::bytes(file, MAX_FILE, caller.reads)?, arguments)
        }
        // Words of the command that were not put in quotes are taken for files.
        (None, files) => {
            let of = arguments.of.as_deref().unwrap_or_default();
            let words = files.iter().filter_map(|file| file.to_str());
            let words = words.filter(|word| !word.contains(['.', '/', '\\']));
            let command = std::iter::once(of).chain(words).join(" ");
            Err(Failure::input(match command == of {
                true => "--of checks one table at a time".to_owned(),
                false => format!("--of {of}: put the command in quotes: --of \"{command}\""),
            }))
        }
    }
}
