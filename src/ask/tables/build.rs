//! `siga tables build`.

use std::time::Instant;

use clap::Args;

use super::{Whole, bits_cell, folder_of, found, full, path};
use crate::ask::args::tables::{TablesPlace, layer};
use crate::ask::input::pair;
use crate::ask::one_command::Command;
use crate::ask::prelude::*;
use crate::games::stored_tables::{Extent, KeptRules};
use crate::solve::meter::Meter;
use crate::solve::retro::Layer;
use crate::solve::table::{Directory, Event, Stored};
use crate::work::Note;

/// The tables that are to be built.
#[derive(Args, Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Build {
    /// The rules
    #[arg(value_name = "RULES", required = true)]
    rules: Vec<String>,
    /// Daldos only: the pieces of one side and of the other [default: 1,1; 2,2 under loses_at=1]
    #[arg(long, value_name = "A,B", value_delimiter = ',', num_args = 1)]
    pieces: Option<Vec<usize>>,
    /// Sidja only: at most N stones, both sides together [default: 6]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=24))]
    stones: Option<u32>,
    /// Sidja only: the positions with A stones against B, whichever side is to move; the tables with fewer
    /// stones must exist
    #[arg(long, value_name = "A-B", value_parser = layer, conflicts_with_all = ["stones", "turns"])]
    layer: Option<Layer>,
    /// Sidja only: keep the turns to the end too, a byte a position; slower, and at most 9 stones
    #[arg(long)]
    turns: bool,
    #[command(flatten)]
    #[serde(flatten)]
    place: TablesPlace,
}

/// The tables that were built, and those that existed.
#[derive(Serialize, JsonSchema)]
pub(crate) struct AllBuilt {
    sets: Vec<BuiltSet>,
}

/// The tables of a set of rules.
#[derive(Serialize, JsonSchema)]
struct BuiltSet {
    rules: String,
    folder: String,
    /// Layers that were there.
    kept: Vec<Layer>,
    /// Layers solved now.
    written: Vec<Layer>,
    #[serde(flatten)]
    whole: Whole,
    /// The time it took.
    seconds: f64,
}

impl Command for Build {
    const WORDS: &'static [&'static str] = &["tables", "build"];
    const ABOUT: &'static str =
        "Solve a game and keep the tables, going on where an earlier build was stopped";
    type Answer = AllBuilt;

    fn ask(&mut self, caller: Caller, _note: &Note) -> Result<AllBuilt, Failure> {
        let pieces = self.pieces.as_deref();
        let extent = Extent {
            pieces: pieces.map(|pieces| pair("--pieces", pieces)).transpose()?,
            stones: self.stones,
            layer: self.layer,
            turns: self.turns,
        };
        let directory = found(&mut self.place, caller)?;
        let known = full(&mut self.rules)?;
        let sets = known
            .iter()
            .map(|known| built(known, extent, &directory, caller));
        Ok(AllBuilt {
            sets: sets.collect::<Result<_, _>>()?,
        })
    }

    fn writes(&self) -> bool {
        true
    }

    fn tables(&self, answer: &AllBuilt, _style: &Style) -> Vec<Sheet> {
        let heading = format!("Tables built in {}", folder_of(&self.place));
        let sums =
            (answer.sets.iter()).map(|set| format!("SHA-256 {} {}", set.whole.sha256, set.rules));
        vec![
            Sheet::of(&answer.sets)
                .text("rules", |set| set.rules.clone())
                .right("written", |set| set.written.len())
                .right("kept", |set| set.kept.len())
                .right("positions", |set| Entry::grouped(set.whole.positions))
                .right("bytes", |set| Entry::grouped(set.whole.bytes))
                .decimal("bits a position", |set| {
                    bits_cell(set.whole.bytes, set.whole.positions)
                })
                .decimal("seconds", |set| {
                    Entry::Measured(set.seconds, format!("{:.1}", set.seconds))
                })
                .named("built", heading)
                .notes(sums),
        ]
    }
}

/// Builds the tables of some rules.
fn built(
    known: &KeptRules,
    extent: Extent,
    directory: &Directory,
    caller: Caller,
) -> Result<BuiltSet, Failure> {
    let start = Instant::now();
    let rules = known.to_string();
    let built = caller.noting(&format!("building {rules}"), |note| {
        let meter = known.game().meter(extent);
        let mut observer = observer(meter, note);
        known.build(extent, directory, &mut observer)
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
        return Err(Failure::limit(format!(
            "the tables of {rules} in {} were changed by somebody else while they were built",
            directory.folder(&rules).display()
        )));
    };
    Ok(BuiltSet {
        folder: path(&directory.folder(&rules)),
        whole: Whole::of(stored)?,
        rules,
        kept: built.kept,
        written: built.written,
        seconds: start.elapsed().as_secs_f64(),
    })
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
