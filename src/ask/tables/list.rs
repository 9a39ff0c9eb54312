//! `siga tables list`.

use super::folder::allow_many_files;
use super::{SetTotals, SetsQuery, Whole, bits, bits_cell, file_name, path};
use crate::ask::prelude::*;
use crate::games::sidja;
use crate::games::stored_tables::{KeptRules, widest};
use crate::solve::retro::Layer;
use crate::solve::table::{Directory, Listing, Stored, Table, TableError, hex};

pub(super) struct ListReport {
    asked: Vec<KeptRules>,
    directory: Directory,
    sets: Vec<(Stored, SetTotals)>,
    refused: Vec<TableError>,
}

/// The tables there are.
#[derive(Serialize, JsonSchema)]
pub(super) struct Tables {
    sets: Vec<Set>,
    /// Messages about files that look like tables and cannot be used.
    refused: Vec<String>,
}

/// The tables of a set of rules.
// Not `Stored`, whose tables are open files.
#[derive(Serialize, JsonSchema)]
struct Set {
    rules: String,
    game: String,
    folder: String,
    /// The kind of values kept of each position: `values`, `outcomes` or `bounds`.
    holds: &'static str,
    complete: bool,
    /// Layers without a table.
    missing: Vec<Layer>,
    #[serde(flatten)]
    whole: Whole,
    /// In the order in which they are built.
    layers: Vec<LayerEntry>,
}

/// A layer's table.
#[derive(Serialize, JsonSchema)]
struct LayerEntry {
    /// Those on the board: of the side to move, of the other.
    pieces: Layer,
    positions: Count,
    /// Symmetric ones counted apart.
    arrangements: Count,
    bytes: Count,
    bits_per_position: Number,
    /// Of the file.
    sha256: String,
    /// Of the values, uncompressed.
    values_sha256: String,
    /// The greatest distance between bounds; `null` for values.
    widest: Option<Number>,
    file: String,
}

/// The tables of some rules, or all there are.
pub(super) fn listing(asked: &[KeptRules], directory: &Directory) -> Result<Listing, Failure> {
    allow_many_files();
    if asked.is_empty() {
        return directory.list().map_err(Failure::from);
    }
    let mut listing = Listing::default();
    for known in asked {
        let found = directory.list_rules(&known.text())?;
        listing.sets.extend(found.sets);
        listing.refused.extend(found.refused);
    }
    Ok(listing)
}

pub(super) fn run(rules: &[String], directory: Directory) -> Result<ListReport, Failure> {
    let asked = KeptRules::parse_all(rules)?;
    let listing = listing(&asked, &directory)?;
    let sum = |stored: Stored| SetTotals::of(&stored).map(|sum| (stored, sum));
    let sets: Result<_, Failure> = listing.sets.into_iter().map(sum).collect();
    Ok(ListReport {
        asked,
        directory,
        sets: sets?,
        refused: listing.refused,
    })
}

/// The files that cannot be used, as JSON has them.
pub(super) fn refused(errors: &[TableError]) -> Vec<String> {
    errors.iter().map(ToString::to_string).collect()
}

/// The kind of values kept of each position: `values` or `bounds`.
fn holds(stored: &Stored) -> &'static str {
    let first = stored.tables.first();
    first.map_or("", |table| table.header().record.name())
}

/// The pieces or stones to build a set again with, where these are asked for.
pub(super) fn extent_option(stored: &Stored) -> String {
    let layers = stored.tables.iter().map(|table| table.header().layer);
    let largest = layers.chain(stored.missing.iter().copied());
    let largest = largest.map(|layer| layer.total()).max();
    match (stored.tables.last().map(|table| table.header()), largest) {
        (Some(header), _) if widest(header.record).is_some() => {
            format!(" --pieces {},{}", header.layer.own, header.layer.other)
        }
        (_, Some(stones)) if stored.game == sidja::endgame::GAME => format!(" --stones {stones}"),
        _ => String::new(),
    }
}

impl Set {
    fn new(stored: &Stored, sum: &SetTotals) -> Self {
        let layers = stored.tables.iter().zip(&sum.hashes);
        Self {
            rules: stored.rules.clone(),
            game: stored.game.clone(),
            folder: path(&stored.folder),
            holds: holds(stored),
            complete: stored.is_complete(),
            missing: stored.missing.clone(),
            whole: Whole::from(sum),
            layers: layers
                .map(|(table, hash)| LayerEntry::new(table, hash))
                .collect(),
        }
    }
}

impl LayerEntry {
    fn new(table: &Table, hash: &[u8]) -> Self {
        let header = table.header();
        Self {
            pieces: header.layer,
            positions: Count::of(header.positions),
            arrangements: Count::of(header.arrangements),
            bytes: Count::of(table.bytes()),
            bits_per_position: bits(table.bytes(), header.positions).into(),
            sha256: hex(hash),
            values_sha256: hex(&header.values),
            widest: widest(header.record).map(Number::from),
            file: file_name(table),
        }
    }
}

impl Reply for ListReport {
    const NAME: &'static str = "tables-list";
    type Query = SetsQuery;
    type Result = Tables;

    fn query(&self) -> SetsQuery {
        let rules = self.asked.iter().map(KeptRules::text);
        SetsQuery::new("tables list", rules, &self.directory)
    }

    fn result(&self) -> Tables {
        let sets = self.sets.iter().map(|(stored, sum)| Set::new(stored, sum));
        Tables {
            sets: sets.collect(),
            refused: refused(&self.refused),
        }
    }
}

impl Report for ListReport {
    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let heading = format!("Tables in {}", self.directory.root().display());
        let sets = Sheet::of(&self.sets)
            .text("rules", |(stored, _)| stored.rules.clone())
            .right("layers", |(stored, _)| stored.tables.len())
            .right("missing", |(stored, _)| stored.missing.len())
            .right("positions", |(_, sum)| sum.positions)
            .right("bytes", |(_, sum)| sum.bytes)
            .decimal("bits a position", |(_, sum)| {
                bits_cell(sum.bytes, sum.positions)
            })
            .text("SHA-256 of the list of files", |(_, sum)| {
                sum.sha256.clone()
            })
            .named("sets", heading)
            .notes(self.notes());
        let mut sheets = vec![sets];
        for (stored, sum) in &self.sets {
            let positions = counted(grouped(sum.positions), "position", "positions");
            let layers = Sheet::of(stored.tables.iter().zip(&sum.hashes))
                .text("layer", |(table, _)| table.header().layer.to_string())
                .right("positions", |(table, _)| table.header().positions)
                .right("bytes", |(table, _)| table.bytes())
                .decimal("bits a position", |(table, _)| {
                    bits_cell(table.bytes(), table.header().positions)
                })
                .text("SHA-256", |(_, hash)| hex(*hash))
                .named("layers", format!("{} · {positions}", stored.rules));
            sheets.push(layers.note(format!(
                "layer: pieces on the board, the side to move's first · folder: {}",
                stored.folder.display()
            )));
        }
        sheets
    }
}

impl ListReport {
    /// Tables that are incomplete or not used, or that there are none.
    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        for (stored, _) in &self.sets {
            if !stored.is_complete() {
                let missing = itertools::join(&stored.missing, " ");
                notes.push(format!(
                    "{} is incomplete: no table of {missing}; `siga tables build {}{}` goes on",
                    stored.rules,
                    stored.rules,
                    extent_option(stored)
                ));
            }
        }
        notes.extend(
            self.refused
                .iter()
                .map(|error| format!("not used: {error}")),
        );
        if self.sets.is_empty() {
            notes.push(super::NONE.to_owned());
        }
        notes
    }
}
