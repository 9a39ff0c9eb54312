//! `siga check`: recomputes published figures.

mod claim;
mod claims;
mod compare;
mod draft;
mod explain;
mod pick;
mod table;

use super::args::check::{Check, DecimalSign};
use super::failure::Failure;
use super::output::Output;
use super::progress::Progress;
use crate::figures::Decimal;

/// Bytes a file of claims or a table may have.
const MAX_FILE: usize = 4 << 20;

pub(super) fn run(arguments: &Check, progress: Progress, output: &Output) -> Result<(), Failure> {
    let Some(command) = &arguments.of else {
        let report = claims::run(arguments, progress)?;
        output.report(&report)?;
        return report.verdict(arguments.expected);
    };
    let [file] = arguments.files.as_slice() else {
        return Err(Failure::input(
            "--of checks one table at a time; without it the files are claims",
        ));
    };
    let report = table::run(file, command, arguments, progress)?;
    if arguments.draft {
        return output.bytes(draft::claims(&report)?.as_bytes());
    }
    output.report(&report)?;
    report.verdict()
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
