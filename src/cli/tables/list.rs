//! `siga tables list`.

use serde_json::{Value, json};

use super::rules::{Known, widest};
use super::{Sum, bits, bits_cell, count, failure, file_name, grouped, layers_text, pieces};
use crate::cli::failure::Failure;
use crate::cli::json::number;
use crate::cli::report::{Reply, Report};
use crate::cli::sheet::{Column, Entry, Sheet, Style};
use crate::solve::table::{Directory, Listing, Stored, TableError, hex};

pub(super) struct ListReport {
    asked: Vec<Known>,
    directory: Directory,
    sets: Vec<(Stored, Sum)>,
    refused: Vec<TableError>,
}

/// The tables of some rules, or all there are.
pub(super) fn listing(asked: &[Known], directory: &Directory) -> Result<Listing, Failure> {
    if asked.is_empty() {
        return directory.list().map_err(failure);
    }
    let mut listing = Listing::default();
    for known in asked {
        let found = directory.list_rules(&known.text()).map_err(failure)?;
        listing.sets.extend(found.sets);
        listing.refused.extend(found.refused);
    }
    Ok(listing)
}

pub(super) fn run(rules: &[String], directory: Directory) -> Result<ListReport, Failure> {
    let asked = Known::parse_all(rules)?;
    let listing = listing(&asked, &directory)?;
    let sum = |stored: Stored| {
        let sum = Sum::of(&stored);
        (stored, sum)
    };
    Ok(ListReport {
        asked,
        directory,
        sets: listing.sets.into_iter().map(sum).collect(),
        refused: listing.refused,
    })
}

/// The files that cannot be used, as JSON has them.
pub(super) fn refused(errors: &[TableError]) -> Value {
    errors.iter().map(ToString::to_string).collect()
}

/// What is kept of each position: `values` or `bounds`.
fn holds(stored: &Stored) -> &'static str {
    let first = stored.tables.first();
    first.map_or("", |table| table.header().record.name())
}

/// The pieces to build a set again with, where these are asked for.
fn pieces_option(stored: &Stored) -> String {
    match stored.tables.last().map(|table| table.header()) {
        Some(header) if widest(header.record).is_some() => {
            format!(" --pieces {},{}", header.layer.own, header.layer.other)
        }
        _ => String::new(),
    }
}

fn set(stored: &Stored, sum: &Sum) -> Value {
    let layers = stored.tables.iter().zip(&sum.hashes).map(|(table, hash)| {
        let header = table.header();
        json!({
            "pieces": pieces(header.layer),
            "positions": count(header.positions),
            "arrangements": count(header.arrangements),
            "bytes": count(table.bytes()),
            "bits_per_position": number(&bits(table.bytes(), header.positions)),
            "sha256": hex(hash),
            "values_sha256": hex(&header.values),
            "widest": widest(header.record).as_ref().map(number),
            "file": file_name(table),
        })
    });
    json!({
        "rules": stored.rules,
        "game": stored.game,
        "folder": stored.folder.to_string_lossy(),
        "holds": holds(stored),
        "complete": stored.is_complete(),
        "missing": stored.missing.iter().map(|&layer| pieces(layer)).collect::<Vec<_>>(),
        "positions": count(sum.positions),
        "bytes": count(sum.bytes),
        "bits_per_position": number(&bits(sum.bytes, sum.positions)),
        "sha256": sum.sha256,
        "layers": layers.collect::<Vec<_>>(),
    })
}

impl Reply for ListReport {
    type Query = Value;
    type Result = Value;

    fn query(&self) -> Self::Query {
        let rules: Vec<String> = self.asked.iter().map(|known| known.text()).collect();
        json!({
            "command": "tables list",
            "rules": rules,
            "tables": self.directory.root().to_string_lossy(),
        })
    }

    fn result(&self) -> Self::Result {
        let sets = self.sets.iter().map(|(stored, sum)| set(stored, sum));
        json!({
            "sets": sets.collect::<Vec<_>>(),
            "refused": refused(&self.refused),
        })
    }
}

impl Report for ListReport {
    fn name(&self) -> &'static str {
        "tables-list"
    }

    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let sets = self.sets.iter().map(|(stored, sum)| {
            vec![
                Entry::from(stored.rules.clone()),
                layers_text(stored).into(),
                sum.positions.into(),
                sum.bytes.into(),
                bits_cell(sum.bytes, sum.positions),
                sum.sha256.clone().into(),
            ]
        });
        let mut notes = Vec::new();
        for (stored, _) in &self.sets {
            if !stored.is_complete() {
                let missing = itertools::join(&stored.missing, " ");
                notes.push(format!(
                    "{} is incomplete: no table of {missing}; `siga tables build {}{}` goes on",
                    stored.rules,
                    stored.rules,
                    pieces_option(stored)
                ));
            }
        }
        notes.extend(
            self.refused
                .iter()
                .map(|error| format!("not used: {error}")),
        );
        if self.sets.is_empty() {
            notes.push("no tables; `siga tables build teeko` makes some".to_owned());
        }
        let mut sheets = vec![Sheet {
            name: "sets",
            heading: format!("Tables in {}", self.directory.root().display()),
            columns: vec![
                Column::text("rules"),
                Column::text("layers"),
                Column::right("positions"),
                Column::right("bytes"),
                Column::decimal("bits a position"),
                Column::text("SHA-256 of the list of files"),
            ],
            rows: sets.collect(),
            notes,
            ..Sheet::default()
        }];
        for (stored, sum) in &self.sets {
            let rows = stored.tables.iter().zip(&sum.hashes).map(|(table, hash)| {
                let header = table.header();
                vec![
                    Entry::from(header.layer.to_string()),
                    header.positions.into(),
                    table.bytes().into(),
                    bits_cell(table.bytes(), header.positions),
                    hex(hash).into(),
                ]
            });
            sheets.push(Sheet {
                name: "layers",
                heading: format!("{} · {} positions", stored.rules, grouped(sum.positions)),
                columns: vec![
                    Column::text("layer"),
                    Column::right("positions"),
                    Column::right("bytes"),
                    Column::decimal("bits a position"),
                    Column::text("SHA-256"),
                ],
                rows: rows.collect(),
                notes: vec![format!(
                    "layer: pieces on the board, the side to move's first · folder: {}",
                    stored.folder.display()
                )],
                ..Sheet::default()
            });
        }
        sheets
    }
}
