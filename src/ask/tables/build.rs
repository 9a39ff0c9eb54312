//! `siga tables build`.

use std::time::Instant;

use super::{SetTotals, SetsQuery, Whole, bits_cell, directory, path};
use crate::ask::args::tables::BuildArgs;
use crate::ask::input::pair;
use crate::ask::prelude::*;
use crate::games::stored_tables::{Extent, KeptRules};
use crate::solve::meter::Meter;
use crate::solve::retro::Layer;
use crate::solve::table::{Built, Directory, Event, Stored};
use crate::work::Note;

pub(super) struct BuildReport {
    directory: Directory,
    sets: Vec<Set>,
}

struct Set {
    rules: String,
    built: Built,
    sum: SetTotals,
    seconds: f64,
}

/// The tables that were built, and those that existed.
#[derive(Serialize, JsonSchema)]
pub(super) struct AllBuilt {
    sets: Vec<BuiltSet>,
}

/// The tables of a set of rules.
#[derive(Serialize, JsonSchema)]
struct BuiltSet {
    rules: String,
    folder: String,
    /// Layers that were there.
    kept: Vec<Layer>,
    /// Those solved now.
    written: Vec<Layer>,
    #[serde(flatten)]
    whole: Whole,
    /// The time it took.
    seconds: f64,
}

pub(super) fn run(arguments: &BuildArgs, caller: Caller) -> Result<BuildReport, Failure> {
    let pieces = arguments.pieces.as_deref();
    let extent = Extent {
        pieces: pieces.map(|pieces| pair("--pieces", pieces)).transpose()?,
        stones: arguments.stones,
        layer: arguments.layer,
        turns: arguments.turns,
    };
    let directory = directory(&arguments.place, caller)?;
    let mut sets = Vec::new();
    for known in KeptRules::parse_all(&arguments.rules)? {
        let start = Instant::now();
        let rules = known.text();
        let built = caller.noting(&format!("building {rules}"), |note| {
            let meter = known.game().meter(extent);
            let mut observer = observer(meter, note);
            known.build(extent, &directory, &mut observer)
        })?;
        let listing = directory.list_rules(&rules)?;
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
            sum: SetTotals::of(stored)?,
            rules,
            built,
            seconds: start.elapsed().as_secs_f64(),
        });
    }
    Ok(BuildReport { directory, sets })
}

/// Tells a note how far a build is.
fn observer<'a>(mut meter: Option<Meter>, note: &'a Note) -> impl FnMut(Event) -> bool + 'a {
    move |event| {
        match (event, &mut meter) {
            (Event::Written { layer, .. }, _) => note.set(format!("layer {layer} written")),
            (Event::Kept(layer), Some(meter)) => meter.skip(layer),
            (Event::Solving(tick), Some(meter)) => {
                note.set(meter.tick(tick));
            }
            (_, None) => {}
        }
        true
    }
}

impl Reply for BuildReport {
    const NAME: &'static str = "tables-build";
    type Query = SetsQuery;
    type Result = AllBuilt;

    fn query(&self) -> SetsQuery {
        let rules = self.sets.iter().map(|set| set.rules.clone());
        SetsQuery::new("tables build", rules, &self.directory)
    }

    fn result(&self) -> AllBuilt {
        let sets = self.sets.iter().map(|set| BuiltSet {
            rules: set.rules.clone(),
            folder: path(&self.directory.folder(&set.rules)),
            kept: set.built.kept.clone(),
            written: set.built.written.clone(),
            whole: Whole::from(&set.sum),
            seconds: set.seconds,
        });
        AllBuilt {
            sets: sets.collect(),
        }
    }
}

impl Report for BuildReport {
    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let heading = format!("Tables built in {}", self.directory.root().display());
        let sums =
            (self.sets.iter()).map(|set| format!("SHA-256 {} {}", set.sum.sha256, set.rules));
        vec![
            Sheet::of(&self.sets)
                .text("rules", |set| set.rules.clone())
                .right("written", |set| set.built.written.len())
                .right("kept", |set| set.built.kept.len())
                .right("positions", |set| Entry::grouped(set.sum.positions))
                .right("bytes", |set| Entry::grouped(set.sum.bytes))
                .decimal("bits a position", |set| {
                    bits_cell(set.sum.bytes, set.sum.positions)
                })
                .decimal("seconds", |set| {
                    Entry::Measured(set.seconds, format!("{:.1}", set.seconds))
                })
                .named("built", heading)
                .notes(sums),
        ]
    }
}
