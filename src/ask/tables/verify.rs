//! `siga tables verify`.

use std::ops::RangeInclusive;

use super::list::{listing, refused};
use super::{SetTotals, SetsQuery, directory};
use crate::ask::args::tables::VerifyArgs;
use crate::ask::outcomes::Outcomes;
use crate::ask::prelude::*;
use crate::ask::report_and_status::ReportAndStatus;
use crate::games::sidja::endgame::GAME;
use crate::games::stored_tables::{KeptRules, VerifiedSet, verify};
use crate::solve::retro::Layer;
use crate::solve::table::{Directory, Stored, TableError};

pub(super) struct VerifyReport {
    asked: Vec<KeptRules>,
    directory: Directory,
    how: VerifyArgs,
    sets: Vec<Set>,
    refused: Vec<TableError>,
    /// Rules asked for of which there is no table.
    absent: Vec<String>,
}

struct Set {
    stored: Stored,
    sum: SetTotals,
    found: VerifiedSet,
}

/// The question whether tables are right.
#[derive(Serialize, JsonSchema)]
pub(super) struct VerifyQuery {
    #[serde(flatten)]
    asked: SetsQuery,
    /// Whether checksums alone were asked for.
    checksums: bool,
    /// The number of positions of each larger layer of outcomes that were drawn at random; else `null`.
    sample: Option<Count>,
    /// Only these and their mirrors; all if empty.
    layers: Vec<Layer>,
    /// Only layers with these numbers of stones, from the first to the last; else `null`.
    stones: Option<[u8; 2]>,
}

/// Whether tables are right.
#[derive(Serialize, JsonSchema)]
pub(super) struct Verified {
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
    complete: bool,
    positions: Count,
    /// Of the list of the files that were verified.
    sha256: String,
    /// Arrangements, symmetric ones counted apart, whose value was checked against those of the next positions without
    /// use of symmetry, or whose bounds were proved again; `"0"` where layers are missing or only checksums were asked
    /// for.
    values_checked: Count,
    /// Messages.
    faults: Vec<String>,
    layers: Vec<LayerReport>,
}

/// A layer's records; `null` where a checksum is wrong, and for bounds.
#[derive(Serialize, JsonSchema)]
struct LayerReport {
    /// Those on the board: of the side to move, of the other.
    pieces: Layer,
    positions: Count,
    win: Option<Count>,
    loss: Option<Count>,
    draw: Option<Count>,
    excluded: Option<Count>,
    /// The same of every arrangement, symmetric ones counted apart, or `null`.
    arrangements: Option<Arrangements>,
}

/// The arrangements of a layer.
#[derive(Serialize, JsonSchema)]
struct Arrangements {
    #[serde(flatten)]
    outcomes: Outcomes,
    excluded: Count,
}

pub(super) fn run(how: &VerifyArgs, caller: Caller) -> Result<ReportAndStatus, Failure> {
    let directory = directory(&how.place, caller)?;
    let asked = KeptRules::parse_all(&how.rules)?;
    let found = listing(&asked, &directory)?;
    let mut sets = Vec::new();
    for mut stored in found.sets {
        how.keep(&mut stored)?;
        let what = format!("verifying {}", stored.rules);
        let found = caller.noting(&what, |note| {
            verify(&stored, how.checksums, how.sample, &directory, note)
        });
        sets.push(Set {
            sum: SetTotals::of(&stored)?,
            stored,
            found,
        });
    }
    let absent = asked.iter().map(|known| known.text());
    let absent: Vec<String> = absent
        .filter(|rules| sets.iter().all(|set| set.stored.rules != *rules))
        .collect();
    let report = VerifyReport {
        asked,
        directory,
        how: how.clone(),
        sets,
        refused: found.refused,
        absent,
    };
    let verdict = match report.verified() {
        true => Ok(()),
        false => Err(Failure::Disagreement),
    };
    // A missing layer cannot be verified, and does not disagree either.
    let verdict = verdict.and_then(|()| report.all_there());
    Ok(ReportAndStatus {
        report: Box::new(report),
        verdict,
    })
}

impl VerifyArgs {
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
            return Err(Failure::Run(anyhow::anyhow!(
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

impl VerifyReport {
    /// Fails where tables of rules that were asked for, or layers of a set, are missing.
    fn all_there(&self) -> Result<(), Failure> {
        if let Some(rules) = self.absent.first() {
            return Err(Failure::Io(anyhow::anyhow!(
                "there are no tables of {rules} in {}: run `siga tables build {rules}`",
                self.directory.root().display()
            )));
        }
        let mut sets = self.sets.iter().map(|set| &set.stored);
        if let Some(stored) = sets.find(|stored| !stored.is_complete()) {
            let missing = stored.missing.iter().map(Layer::to_string);
            return Err(Failure::Io(anyhow::anyhow!(
                "tables of {} are missing in {}: layer {}; `siga tables build` makes them",
                stored.rules,
                stored.folder.display(),
                missing.collect::<Vec<_>>().join(", ")
            )));
        }
        Ok(())
    }

    fn verified(&self) -> bool {
        self.refused.is_empty() && self.sets.iter().all(|set| set.found.faults.is_empty())
    }
}

impl Reply for VerifyReport {
    const NAME: &'static str = "tables-verify";
    type Query = VerifyQuery;
    type Result = Verified;

    fn query(&self) -> VerifyQuery {
        let rules = self.asked.iter().map(KeptRules::text);
        VerifyQuery {
            asked: SetsQuery::new("tables verify", rules, &self.directory),
            checksums: self.how.checksums,
            sample: self.how.sample.map(Count::of),
            layers: self.how.layer.clone(),
            stones: (self.how.stones.as_ref()).map(|stones| [*stones.start(), *stones.end()]),
        }
    }

    fn result(&self) -> Verified {
        Verified {
            verified: self.verified() && self.all_there().is_ok(),
            sets: self.sets.iter().map(SetReport::from).collect(),
            refused: refused(&self.refused),
            absent: self.absent.clone(),
        }
    }
}

impl From<&Set> for SetReport {
    fn from(set: &Set) -> Self {
        let layers = set.found.layers.iter().map(|checked| {
            let counts = checked.counts.map(|counts| counts.map(Count::of).map(Some));
            let [win, loss, draw, excluded] = counts.unwrap_or_default();
            let arrangements = set.found.arrangements.get(&checked.layer);
            LayerReport {
                pieces: checked.layer,
                positions: Count::of(checked.positions),
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
        Self {
            rules: set.stored.rules.clone(),
            complete: set.stored.is_complete(),
            positions: Count::of(set.sum.positions),
            sha256: set.sum.sha256.clone(),
            values_checked: Count::of(set.found.values),
            faults: set.found.faults.clone(),
            layers: layers.collect(),
        }
    }
}

impl Report for VerifyReport {
    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let checksums = |set: &&Set| {
            let sound = set.found.layers.iter().all(|checked| checked.sound);
            if sound { "hold" } else { "FAULTY" }
        };
        let values = |set: &&Set| match (set.found.faults.is_empty(), set.found.values) {
            (true, 0) => Entry::Missing("not checked"),
            (true, number) => Entry::Named(number, format!("{} follow", grouped(number))),
            (false, _) => Entry::Missing("FAULTY"),
        };
        let mut notes: Vec<String> = (self.sets.iter())
            .flat_map(|set| set.found.faults.iter().cloned())
            .collect();
        notes.extend(self.refused.iter().map(|error| error.to_string()));
        if !self.how.checksums && self.sets.iter().any(|set| !set.stored.is_complete()) {
            notes.push(
                "where layers are missing, values cannot be checked against the next ones"
                    .to_owned(),
            );
        }
        if self.sets.is_empty() {
            notes.push(super::NONE.to_owned());
        }
        let heading = format!("Tables in {}", self.directory.root().display());
        vec![
            Sheet::of(&self.sets)
                .text("rules", |set| set.stored.rules.clone())
                .right("layers", |set| set.stored.tables.len())
                .right("missing", |set| set.stored.missing.len())
                .text("checksums", checksums)
                .right("values", values)
                .right("faults", |set| set.found.faults.len())
                .text("SHA-256 of the list of files", |set| set.sum.sha256.clone())
                .named("verified", heading)
                .notes(notes),
        ]
    }
}
