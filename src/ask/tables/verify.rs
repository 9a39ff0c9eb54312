//! `siga tables verify`.

use std::ops::RangeInclusive;

use clap::Args;
use serde::Serializer;

use super::list::{listing, refused};
use super::{Whole, folder_of, found, full, path};
use crate::ask::args::tables::{TablesPlace, layer};
use crate::ask::one_command::Command;
use crate::ask::outcomes::Outcomes;
use crate::ask::prelude::*;
use crate::games::sidja::endgame::GAME;
use crate::games::stored_tables::{VerifiedSet, verify};
use crate::solve::retro::Layer;
use crate::solve::table::Stored;
use crate::work::Note;

/// The question whether tables are right.
#[derive(Args, Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Verify {
    /// Only the tables of these rules
    #[arg(value_name = "RULES")]
    rules: Vec<String>,
    /// Verify the checksums alone
    #[arg(long)]
    checksums: bool,
    /// Check N random positions of each layer of outcomes that has more than N
    #[arg(long, value_name = "N", conflicts_with = "checksums",
          value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,
    /// Sidja only: the positions with A stones against B, whichever side is to move; the tables they lead to must exist
    #[arg(long, value_name = "A-B[,A-B…]", value_parser = layer, value_delimiter = ',')]
    layer: Vec<Layer>,
    /// Sidja only: the positions with N stones of both sides together, such as 9 or 9..11
    #[arg(long, value_name = "N[..M]", value_parser = stones)]
    #[serde(serialize_with = "written")]
    #[schemars(with = "Option<String>")]
    stones: Option<RangeInclusive<u8>>,
    #[command(flatten)]
    #[serde(flatten)]
    place: TablesPlace,
}

/// A number of stones, or numbers from one to another.
fn stones(text: &str) -> Result<RangeInclusive<u8>, String> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    match (first.parse(), last.parse()) {
        (Ok(first), Ok(last)) if first <= last => Ok(first..=last),
        _ => Err(
            "write a number of stones, such as 9, or the first and the last, such as 9..11"
                .to_owned(),
        ),
    }
}

fn written<S: Serializer>(
    stones: &Option<RangeInclusive<u8>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let text = stones
        .as_ref()
        .map(|stones| format!("{}..{}", stones.start(), stones.end()));
    text.serialize(serializer)
}

/// Whether tables are right.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Verified {
    /// Whether nothing was found wrong, and no tables of rules that were asked for and no layers are missing.
    verified: bool,
    sets: Vec<SetReport>,
    /// Messages about files that look like tables and cannot be used.
    refused: Vec<String>,
    /// Rules that were asked for of which there is no table.
    absent: Vec<String>,
}

/// The tables of a set of rules.
#[derive(Serialize, JsonSchema)]
struct SetReport {
    rules: String,
    folder: String,
    /// Layers without a table.
    missing: Vec<Layer>,
    #[serde(with = "Count")]
    positions: u64,
    /// Of the list of the files that were verified.
    sha256: String,
    /// Arrangements, symmetric ones counted apart, whose value was checked against those of the next positions without
    /// use of symmetry, or whose bounds were proved again; `"0"` where layers are missing or only checksums were asked
    /// for.
    #[serde(with = "Count")]
    values_checked: u64,
    /// Messages.
    faults: Vec<String>,
    layers: Vec<LayerReport>,
}

/// A layer's records; `null` where a checksum is wrong, and for bounds.
#[derive(Serialize, JsonSchema)]
struct LayerReport {
    /// The pieces on the board: of the side to move, of the other.
    pieces: Layer,
    #[serde(with = "Count")]
    positions: u64,
    /// Whether its checksum holds.
    sound: bool,
    win: Option<Count>,
    loss: Option<Count>,
    draw: Option<Count>,
    excluded: Option<Count>,
    /// The outcomes of every arrangement, symmetric ones counted apart, or `null`.
    arrangements: Option<Arrangements>,
}

/// The arrangements of a layer.
#[derive(Serialize, JsonSchema)]
struct Arrangements {
    #[serde(flatten)]
    outcomes: Outcomes,
    excluded: Count,
}

impl Verify {
    fn is_all(&self) -> bool {
        self.layer.is_empty() && self.stones.is_none()
    }

    fn holds(&self, layer: Layer) -> bool {
        let named = |named: &Layer| *named == layer || named.after_step() == layer;
        let within = |stones: &RangeInclusive<u8>| stones.contains(&layer.total());
        (self.layer.is_empty() || self.layer.iter().any(named))
            && self.stones.as_ref().is_none_or(within)
    }

    /// Leaves the tables of these layers in a set, and of the missing ones those that they rest on.
    fn keep(&self, stored: &mut Stored) -> Result<(), Failure> {
        if self.is_all() {
            return Ok(());
        }
        let rules = &stored.rules;
        if stored.game != GAME {
            return Err(Failure::input(format!(
                "--layer and --stones are for tables of sidja, not for {rules}: name the rules to be verified"
            )));
        }
        stored
            .tables
            .retain(|table| self.holds(table.header().layer));
        let there = |named: &Layer| {
            let mut layers = stored.tables.iter().map(|table| table.header().layer);
            layers.any(|layer| layer == *named || layer.after_step() == *named)
        };
        if let Some(layer) = self.layer.iter().find(|named| !there(named)) {
            return Err(Failure::limit(format!(
                "there is no table of layer {layer} of {rules} in {}: run `siga tables build {rules} --layer {layer}`",
                stored.folder.display()
            )));
        }
        let tables = &stored.tables;
        stored.missing.retain(|missing| {
            let mut rests = tables.iter().map(|table| &table.header().layers);
            rests.any(|layers| layers.contains(missing))
        });
        Ok(())
    }
}

impl Verified {
    /// Fails where tables of rules that were asked for, or layers of a set, are missing.
    fn all_there(&self, place: &TablesPlace) -> Result<(), Failure> {
        if let Some(rules) = self.absent.first() {
            return Err(Failure::io(format!(
                "there are no tables of {rules} in {}: run `siga tables build {rules}`",
                folder_of(place)
            )));
        }
        match self.sets.iter().find(|set| !set.missing.is_empty()) {
            Some(set) => Err(Failure::io(format!(
                "tables of {} are missing in {}: layer {}; `siga tables build` makes them",
                set.rules,
                set.folder,
                itertools::join(&set.missing, ", ")
            ))),
            None => Ok(()),
        }
    }

    fn is_sound(&self) -> bool {
        self.refused.is_empty() && self.sets.iter().all(|set| set.faults.is_empty())
    }
}

impl SetReport {
    fn of(stored: &Stored, found: &VerifiedSet) -> Result<Self, Failure> {
        let sum = Whole::of(stored)?;
        let layers = found.layers.iter().map(|checked| {
            let counts = checked.counts.map(|counts| counts.map(Count::of).map(Some));
            let [win, loss, draw, excluded] = counts.unwrap_or_default();
            let arrangements = found.arrangements.get(&checked.layer);
            LayerReport {
                pieces: checked.layer,
                positions: checked.positions,
                sound: checked.sound,
                win,
                loss,
                draw,
                excluded,
                arrangements: arrangements.map(|&[win, loss, draw, excluded]| Arrangements {
                    outcomes: Outcomes::new(win, loss, draw),
                    excluded: Count::of(excluded),
                }),
            }
        });
        Ok(Self {
            rules: stored.rules.clone(),
            folder: path(&stored.folder),
            missing: stored.missing.clone(),
            positions: sum.positions,
            sha256: sum.sha256,
            values_checked: found.values,
            faults: found.faults.clone(),
            layers: layers.collect(),
        })
    }
}

impl Command for Verify {
    const WORDS: &'static [&'static str] = &["tables", "verify"];
    const ABOUT: &'static str =
        "Check every checksum, then every value against those of the positions its moves lead to";
    type Answer = Verified;

    fn ask(&mut self, caller: Caller, _note: &Note) -> Result<Verified, Failure> {
        let directory = found(&mut self.place, caller)?;
        let known = full(&mut self.rules)?;
        let listed = listing(&known, &directory)?;
        let mut sets = Vec::new();
        for mut stored in listed.sets {
            self.keep(&mut stored)?;
            let what = format!("verifying {}", stored.rules);
            let found = caller.noting(&what, |note| {
                verify(&stored, self.checksums, self.sample, &directory, note)
            });
            sets.push(SetReport::of(&stored, &found)?);
        }
        let absent = self.rules.iter();
        let absent = absent.filter(|rules| sets.iter().all(|set| set.rules != **rules));
        let mut answer = Verified {
            verified: false,
            absent: absent.cloned().collect(),
            refused: refused(&listed.refused),
            sets,
        };
        answer.verified = answer.is_sound() && answer.all_there(&self.place).is_ok();
        Ok(answer)
    }

    fn verdict(&self, answer: &Verified) -> Result<(), Failure> {
        match answer.is_sound() {
            true => answer.all_there(&self.place),
            // A missing layer cannot be verified, and does not disagree either.
            false => Err(Failure::disagreement()),
        }
    }

    fn tables(&self, answer: &Verified, _style: &Style) -> Vec<Sheet> {
        let checksums = |set: &&SetReport| match set.layers.iter().all(|layer| layer.sound) {
            true => "hold",
            false => "FAULTY",
        };
        let values = |set: &&SetReport| match (set.faults.is_empty(), set.values_checked) {
            (true, 0) => Entry::Missing("not checked"),
            (true, number) => Entry::Named(number, format!("{} follow", grouped(number))),
            (false, _) => Entry::Missing("FAULTY"),
        };
        let faults = answer.sets.iter().flat_map(|set| &set.faults);
        let mut notes: Vec<String> = faults.chain(&answer.refused).cloned().collect();
        if !self.checksums && answer.sets.iter().any(|set| !set.missing.is_empty()) {
            notes.push(
                "where layers are missing, values cannot be checked against the next ones"
                    .to_owned(),
            );
        }
        if answer.sets.is_empty() {
            notes.push(super::NONE.to_owned());
        }
        let heading = format!("Tables in {}", folder_of(&self.place));
        vec![
            Sheet::of(&answer.sets)
                .text("rules", |set| set.rules.clone())
                .right("layers", |set| set.layers.len())
                .right("missing", |set| set.missing.len())
                .text("checksums", checksums)
                .right("values", values)
                .right("faults", |set| set.faults.len())
                .text("SHA-256 of the list of files", |set| set.sha256.clone())
                .named("verified", heading)
                .notes(notes),
        ]
    }
}
