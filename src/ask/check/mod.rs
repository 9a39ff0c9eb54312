//! `siga check`: recomputes published figures.

mod claim;
mod claims;
mod compare;
mod draft;
mod explain;
mod json;
mod pick;
mod table;

use super::answered::Answered;
use super::args::check::{Check, DecimalSign};
use super::input;
use crate::ask::json_number;
use crate::ask::prelude::*;
use crate::figures::Decimal;
use crate::render::sheet::people::Align;

/// Bytes a file of claims or a table may have.
const MAX_FILE: usize = 4 << 20;

/// The reports of this command: of claims, and of a table.
pub(crate) const REPORTS: &[Described] = &[Described::either::<
    claims::ClaimsReport,
    table::TableReport,
>(
    "Which published figures hold: the claims of files, or the figures of a table.",
)];

pub(crate) fn run(arguments: &Check, progress: Progress) -> Result<Answered, Failure> {
    if arguments.of.is_some() {
        let report = table(arguments, progress)?;
        return Ok(Answered {
            verdict: report.verdict(),
            report: Box::new(report),
        });
    }
    let report = claims::run(arguments, progress)?;
    Ok(Answered {
        verdict: report.verdict(arguments.expected),
        report: Box::new(report),
    })
}

/// Exact values, which people see as `3/8 = 0.375`.
fn exact_column() -> Column {
    Column::said("exact", Align::Left, json_number::shown)
}

/// Errors in units of the last place, which people see as `+0.25`.
fn error_column() -> Column {
    Column::said("error", Align::Right, |error, _| json_number::error(error))
}

/// A table as a file of claims.
pub(crate) fn draft(arguments: &Check, progress: Progress) -> Result<Vec<u8>, Failure> {
    Ok(draft::claims(&table(arguments, progress)?)?.into_bytes())
}

fn table(arguments: &Check, progress: Progress) -> Result<table::TableReport, Failure> {
    let command = arguments.of.as_deref().unwrap_or_default();
    match (&arguments.text, arguments.files.as_slice()) {
        (Some(text), _) if text.len() > MAX_FILE => Err(Failure::input(format!(
            "--text is longer than the limit of {MAX_FILE} bytes"
        ))),
        (Some(text), _) => table::run("--text".as_ref(), text, command, arguments, progress),
        (None, [file]) => {
            let text = input::read(file, MAX_FILE)?;
            table::run(file, &text, command, arguments, progress)
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
