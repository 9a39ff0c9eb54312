//! `siga tables list`.

use clap::Args;

use super::folder::allow_many_files;
use super::{Whole, bits, bits_cell, file_name, folder_of, found, full, path};
use crate::ask::args::tables::TablesPlace;
use crate::ask::one_command::Command;
use crate::ask::prelude::*;
use crate::games::sidja;
use crate::games::stored_tables::{KeptRules, widest};
use crate::solve::retro::Layer;
use crate::solve::table::{Directory, Listing, Stored, Table, TableError, hex};
use crate::work::Note;

/// The question which tables there are.
#[derive(Args, Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct List {
    /// Only the tables of these rules, such as teeko, 5x5:jumps=no or daldos:n=8
    #[arg(value_name = "RULES")]
    rules: Vec<String>,
    #[command(flatten)]
    #[serde(flatten)]
    place: TablesPlace,
}

/// The tables there are.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Tables {
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
    /// The options with which they are built.
    #[serde(skip)]
    extent: String,
    #[serde(flatten)]
    whole: Whole,
    /// In the order in which they are built.
    layers: Vec<LayerEntry>,
}

/// A layer's table.
#[derive(Serialize, JsonSchema)]
struct LayerEntry {
    /// The pieces on the board: of the side to move, of the other.
    pieces: Layer,
    #[serde(with = "Count")]
    positions: u64,
    /// Symmetric ones counted apart.
    #[serde(with = "Count")]
    arrangements: u64,
    #[serde(with = "Count")]
    bytes: u64,
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
        let found = directory.list_rules(&known.to_string())?;
        listing.sets.extend(found.sets);
        listing.refused.extend(found.refused);
    }
    Ok(listing)
}

/// The files that cannot be used, as JSON has them.
pub(super) fn refused(errors: &[TableError]) -> Vec<String> {
    errors.iter().map(ToString::to_string).collect()
}

/// The kind of values kept of each position: `values` or `bounds`.
fn holds(stored: &Stored) -> &'static str {
    let first = stored.tables.first();
    first.map_or("", |table| table.header().record.kind.name())
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
    fn new(stored: &Stored) -> Result<Self, Failure> {
        let whole = Whole::of(stored)?;
        let layers = stored.tables.iter().zip(&whole.hashes);
        Ok(Self {
            rules: stored.rules.clone(),
            game: stored.game.clone(),
            folder: path(&stored.folder),
            holds: holds(stored),
            complete: stored.is_complete(),
            missing: stored.missing.clone(),
            extent: extent_option(stored),
            layers: layers
                .map(|(table, hash)| LayerEntry::new(table, hash))
                .collect(),
            whole,
        })
    }
}

impl LayerEntry {
    fn new(table: &Table, hash: &[u8]) -> Self {
        let header = table.header();
        Self {
            pieces: header.layer,
            positions: header.positions,
            arrangements: header.arrangements,
            bytes: table.bytes(),
            bits_per_position: bits(table.bytes(), header.positions).into(),
            sha256: hex(hash),
            values_sha256: hex(&header.values),
            widest: widest(header.record).map(Number::from),
            file: file_name(table),
        }
    }
}

impl Command for List {
    const WORDS: &'static [&'static str] = &["tables", "list"];
    const ABOUT: &'static str =
        "The tables there are: layers, positions, size, SHA-256, what is missing";
    type Answer = Tables;

    fn ask(&mut self, caller: Caller, _note: &Note) -> Result<Tables, Failure> {
        let directory = found(&mut self.place, caller)?;
        let listing = listing(&full(&mut self.rules)?, &directory)?;
        let sets: Result<_, Failure> = listing.sets.iter().map(Set::new).collect();
        Ok(Tables {
            sets: sets?,
            refused: refused(&listing.refused),
        })
    }

    fn tables(&self, answer: &Tables, _style: &Style) -> Vec<Sheet> {
        let heading = format!("Tables in {}", folder_of(&self.place));
        let sets = Sheet::of(&answer.sets)
            .text("rules", |set| set.rules.clone())
            .right("layers", |set| set.layers.len())
            .right("missing", |set| set.missing.len())
            .right("positions", |set| Entry::grouped(set.whole.positions))
            .right("bytes", |set| Entry::grouped(set.whole.bytes))
            .decimal("bits a position", |set| {
                bits_cell(set.whole.bytes, set.whole.positions)
            })
            .text("SHA-256 of the list of files", |set| {
                set.whole.sha256.clone()
            })
            .named("sets", heading)
            .notes(answer.notes());
        let mut sheets = vec![sets];
        for set in &answer.sets {
            let positions = counted(grouped(set.whole.positions), "position", "positions");
            let layers = Sheet::of(&set.layers)
                .text("layer", |layer| layer.pieces.to_string())
                .right("positions", |layer| Entry::grouped(layer.positions))
                .right("bytes", |layer| Entry::grouped(layer.bytes))
                .decimal("bits a position", |layer| {
                    bits_cell(layer.bytes, layer.positions)
                })
                .text("SHA-256", |layer| layer.sha256.clone())
                .named("layers", format!("{} · {positions}", set.rules));
            sheets.push(layers.note(format!(
                "layer: pieces on the board, the side to move's first · folder: {}",
                set.folder
            )));
        }
        sheets
    }
}

impl Tables {
    /// Tables that are incomplete or not used, or that there are none.
    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        for set in self.sets.iter().filter(|set| !set.complete) {
            let missing = itertools::join(&set.missing, " ");
            notes.push(format!(
                "{} is incomplete: no table of {missing}; `siga tables build {}{}` goes on",
                set.rules, set.rules, set.extent
            ));
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
