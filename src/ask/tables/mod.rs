//! `siga tables`: solutions on disk.

mod build;
mod certificate;
mod folder;
mod list;
mod plan;
mod remove;
mod verify;

use std::path::Path;

use num_bigint::BigInt;
use num_rational::BigRational;
use sha2::{Digest, Sha256};

use super::args::tables::Tables as Arguments;
use super::report_and_status::ReportAndStatus;
use crate::ask::prelude::*;
use crate::exact::{approx, decimal_text};
use crate::solve::table::{Directory, Stored, Table, TableError, hex};

pub(crate) use folder::{directory, within_reach};

/// The note on a folder without tables.
const NONE: &str = "There are no tables here; `siga tables build teeko` makes some.";

/// The reports of these commands.
pub(crate) const REPORTS: &[Described] = &[
    Described::report::<list::ListReport>(),
    Described::report::<plan::PlanReport>(),
    Described::report::<build::BuildReport>(),
    Described::report::<verify::VerifyReport>(),
    Described::report::<certificate::CertificateReport>(),
    Described::report::<remove::RemoveReport>(),
];

pub(crate) fn run(arguments: &Arguments, caller: Caller) -> Result<ReportAndStatus, Failure> {
    Ok(match arguments {
        Arguments::List { rules, place } => {
            ReportAndStatus::fine(list::run(rules, directory(place, caller)?)?)
        }
        Arguments::Verify(arguments) => verify::run(arguments, caller)?,
        Arguments::Build(arguments) => ReportAndStatus::fine(build::run(arguments, caller)?),
        Arguments::Certificate(arguments) => {
            ReportAndStatus::fine(certificate::run(arguments, caller)?)
        }
        Arguments::Plan {
            rules,
            stones,
            place,
        } => ReportAndStatus::fine(plan::run(rules, *stones, directory(place, caller)?)?),
        Arguments::Remove { rules, place } => {
            ReportAndStatus::fine(remove::run(rules, directory(place, caller)?)?)
        }
    })
}

/// The number of bits of a file that a position takes.
fn bits(bytes: u64, positions: u64) -> BigRational {
    let bits = BigInt::from(bytes) * 8;
    BigRational::new(bits, positions.max(1).into())
}

fn bits_cell(bytes: u64, positions: u64) -> Entry {
    let bits = bits(bytes, positions);
    Entry::Measured(approx(&bits), decimal_text(&bits, 3))
}

/// A question about tables.
#[derive(Serialize, JsonSchema)]
pub(crate) struct SetsQuery {
    command: &'static str,
    /// Full texts, as asked; to list and to verify none means all.
    rules: Vec<String>,
    /// The folder.
    tables: String,
}

impl SetsQuery {
    fn new(
        command: &'static str,
        rules: impl Iterator<Item = String>,
        directory: &Directory,
    ) -> Self {
        Self {
            command,
            rules: rules.collect(),
            tables: path(directory.root()),
        }
    }
}

/// The totals of the tables of a set of rules, as JSON has them.
#[derive(Serialize, JsonSchema)]
struct Whole {
    positions: Count,
    bytes: Count,
    bits_per_position: Number,
    /// Of the list of its files, see docs/tables.md.
    sha256: String,
}

impl From<&SetTotals> for Whole {
    fn from(sum: &SetTotals) -> Self {
        Self {
            positions: Count::of(sum.positions),
            bytes: Count::of(sum.bytes),
            bits_per_position: bits(sum.bytes, sum.positions).into(),
            sha256: sum.sha256.clone(),
        }
    }
}

/// A path as JSON has it.
fn path(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// The totals of the tables of a set of rules.
struct SetTotals {
    positions: u64,
    bytes: u64,
    /// By table, in their order.
    hashes: Vec<[u8; 32]>,
    /// The hash of all of them.
    sha256: String,
}

impl SetTotals {
    fn of(stored: &Stored) -> Result<SetTotals, Failure> {
        let hashes: Result<Vec<[u8; 32]>, TableError> =
            stored.tables.iter().map(Table::sha256).collect();
        let hashes = hashes?;
        let mut lines: Vec<(String, String)> = (stored.tables.iter().zip(&hashes))
            .map(|(table, hash)| (file_name(table), hex(hash)))
            .collect();
        lines.sort();
        let mut all = Sha256::new();
        for (name, hash) in lines {
            all.update(format!("{hash}  {name}\n"));
        }
        Ok(SetTotals {
            positions: stored
                .tables
                .iter()
                .map(|table| table.header().positions)
                .sum(),
            bytes: stored.tables.iter().map(Table::bytes).sum(),
            hashes,
            sha256: hex(&all.finalize()),
        })
    }
}

fn file_name(table: &Table) -> String {
    let name = table.path().file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}
