//! `siga tables build`.

use std::time::Instant;

use serde_json::{Value, json};

use super::rules::{Extent, Known};
use super::{Sum, bits, bits_cell, count, failure, pieces};
use crate::cli::failure::Failure;
use crate::cli::json::number;
use crate::cli::progress::Progress;
use crate::cli::report::{Reply, Report};
use crate::cli::sheet::{Column, Entry, Sheet, Style};
use crate::solve::retro::Layer;
use crate::solve::table::{Built, Directory, Event, Stored};

pub(super) struct BuildReport {
    directory: Directory,
    sets: Vec<Set>,
}

struct Set {
    rules: String,
    built: Built,
    sum: Sum,
    seconds: f64,
}

pub(super) fn run(
    rules: &[String],
    extent: Extent,
    directory: Directory,
    progress: Progress,
) -> Result<BuildReport, Failure> {
    let mut sets = Vec::new();
    for known in Known::parse_all(rules)? {
        let start = Instant::now();
        let rules = known.text();
        let built = progress.noting(&format!("building {rules}"), |note| {
            let mut meter = known.meter(extent);
            known.build(extent, &directory, &mut |event| match (event, &mut meter) {
                (Event::Written { layer, .. }, _) => {
                    note.set(format!("layer {layer} written"));
                }
                (Event::Kept(layer), Some(meter)) => meter.skip(layer),
                (Event::Solving(tick), Some(meter)) => note.set(meter.tick(tick)),
                (_, None) => {}
            })
        })?;
        let listing = directory.list_rules(&rules).map_err(failure)?;
        let whole = |stored: &&Stored| {
            let there = |layer: &Layer| {
                let mut tables = stored.tables.iter();
                tables.any(|table| table.header().layer == *layer)
            };
            built.kept.iter().chain(&built.written).all(there)
        };
        let Some(stored) = listing.sets.first().filter(whole) else {
            return Err(Failure::Run(anyhow::anyhow!(
                "the tables of {rules} in {} were changed by somebody else while they were built",
                directory.folder(&rules).display()
            )));
        };
        sets.push(Set {
            sum: Sum::of(stored),
            rules,
            built,
            seconds: start.elapsed().as_secs_f64(),
        });
    }
    Ok(BuildReport { directory, sets })
}

impl Reply for BuildReport {
    type Query = Value;
    type Result = Value;

    fn query(&self) -> Self::Query {
        let rules: Vec<&String> = self.sets.iter().map(|set| &set.rules).collect();
        json!({
            "command": "tables build",
            "rules": rules,
            "tables": self.directory.root().to_string_lossy(),
        })
    }

    fn result(&self) -> Self::Result {
        let sets = self.sets.iter().map(|set| {
            let layers = |layers: &[_]| -> Vec<Value> {
                layers.iter().map(|&layer| pieces(layer)).collect()
            };
            json!({
                "rules": set.rules,
                "folder": self.directory.folder(&set.rules).to_string_lossy(),
                "kept": layers(&set.built.kept),
                "written": layers(&set.built.written),
                "positions": count(set.sum.positions),
                "bytes": count(set.sum.bytes),
                "bits_per_position": number(&bits(set.sum.bytes, set.sum.positions)),
                "sha256": set.sum.sha256,
                "seconds": set.seconds,
            })
        });
        json!({ "sets": sets.collect::<Vec<_>>() })
    }
}

impl Report for BuildReport {
    fn name(&self) -> &'static str {
        "tables-build"
    }

    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let rows = self.sets.iter().map(|set| {
            vec![
                Entry::from(set.rules.clone()),
                set.built.written.len().into(),
                set.built.kept.len().into(),
                Entry::grouped(set.sum.positions),
                Entry::grouped(set.sum.bytes),
                bits_cell(set.sum.bytes, set.sum.positions),
                Entry::Measured(set.seconds, format!("{:.1}", set.seconds)),
            ]
        });
        vec![Sheet {
            name: "built",
            heading: format!("Tables built in {}", self.directory.root().display()),
            columns: vec![
                Column::text("rules"),
                Column::right("written"),
                Column::right("kept"),
                Column::right("positions"),
                Column::right("bytes"),
                Column::decimal("bits a position"),
                Column::decimal("seconds"),
            ],
            rows: rows.collect(),
            notes: (self.sets.iter())
                .map(|set| format!("SHA-256 {} {}", set.sum.sha256, set.rules))
                .collect(),
            ..Sheet::default()
        }]
    }
}
