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

use super::args::tables::TablesPlace;
use super::one_command::Listed;
use crate::ask::prelude::*;
use crate::exact::{approx, decimal_text};
use crate::games::stored_tables::KeptRules;
use crate::solve::table::{Directory, Stored, Table, TableError, hex};

pub(crate) use folder::{directory, within_reach};

/// The note on a folder without tables.
const NONE: &str = "There are no tables here; `siga tables build teeko` makes some.";

/// What the commands are about.
pub(crate) const ABOUT: &str = "Solutions on disk: what there is, building, verifying, removing";

/// The commands.
pub(crate) const COMMANDS: &[Listed] = &[
    Listed::question::<list::List>(),
    Listed::question::<verify::Verify>(),
    Listed::question::<build::Build>(),
    Listed::question::<plan::Plan>(),
    Listed::question::<certificate::Certify>(),
    Listed::question::<remove::Remove>(),
];

/// Rules as they are asked for: the full texts.
fn full(rules: &mut Vec<String>) -> Result<Vec<KeptRules>, Failure> {
    let known = KeptRules::parse_all(rules)?;
    *rules = known.iter().map(ToString::to_string).collect();
    Ok(known)
}

/// The folder, written down in full.
fn found(place: &mut TablesPlace, caller: Caller) -> Result<Directory, Failure> {
    let directory = directory(place, caller)?;
    place.tables = Some(directory.root().to_owned());
    Ok(directory)
}

/// The folder that was found, in words.
fn folder_of(place: &TablesPlace) -> String {
    place.tables.as_deref().map(path).unwrap_or_default()
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

/// The totals of the tables of a set of rules.
#[derive(Serialize, JsonSchema)]
struct Whole {
    #[serde(with = "Count")]
    positions: u64,
    #[serde(with = "Count")]
    bytes: u64,
    bits_per_position: Number,
    /// Of the list of its files, see docs/tables.md.
    sha256: String,
    /// By table, in their order.
    #[serde(skip)]
    hashes: Vec<[u8; 32]>,
}

/// A path as JSON has it.
fn path(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

impl Whole {
    fn of(stored: &Stored) -> Result<Self, Failure> {
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
        let tables = stored.tables.iter();
        let positions = tables.clone().map(|table| table.header().positions).sum();
        let bytes = tables.map(Table::bytes).sum();
        Ok(Self {
            positions,
            bytes,
            bits_per_position: bits(bytes, positions).into(),
            sha256: hex(&all.finalize()),
            hashes,
        })
    }
}

fn file_name(table: &Table) -> String {
    let name = table.path().file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}
