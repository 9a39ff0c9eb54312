//! `siga tables verify`.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::list::{listing, refused};
use super::rules::Known;
use super::{Answer, Sum, count, grouped, layers_text, pieces};
use crate::cli::failure::Failure;
use crate::cli::progress::Progress;
use crate::cli::report::Report;
use crate::cli::sheet::{Column, Sheet};
use crate::solve::retro::{Code, Layer, Wdl};
use crate::solve::table::{Contents, Directory, Record, Stored, Table, TableError};

struct VerifyReport {
    asked: Vec<Known>,
    directory: Directory,
    checksums: bool,
    /// How many positions of a larger layer were drawn at random.
    sample: Option<u64>,
    sets: Vec<Set>,
    refused: Vec<TableError>,
    /// Rules asked for of which there is no table.
    absent: Vec<String>,
}

struct Set {
    stored: Stored,
    sum: Sum,
    layers: Vec<Checked>,
    /// By layer, the same counts over every arrangement.
    arrangements: BTreeMap<Layer, [u64; 4]>,
    /// Arrangements whose values were checked against the next ones.
    values: u64,
    faults: Vec<String>,
}

/// A layer whose checksums were checked, and what it holds.
struct Checked {
    layer: Layer,
    positions: u64,
    sound: bool,
    /// Wins, losses, draws, no positions of a game, in a table of values.
    counts: Option<[u64; 4]>,
}

pub(super) fn run(
    rules: &[String],
    checksums: bool,
    sample: Option<u64>,
    directory: Directory,
    progress: Progress,
) -> Result<Answer, Failure> {
    let asked = Known::parse_all(rules)?;
    let found = listing(&asked, &directory)?;
    let mut sets = Vec::new();
    for stored in found.sets {
        let what = format!("verifying {}", stored.rules);
        sets.push(progress.during(&what, || set(stored, checksums, sample, &directory)));
    }
    let absent = asked.iter().map(|known| known.text());
    let absent: Vec<String> = absent
        .filter(|rules| sets.iter().all(|set| set.stored.rules != *rules))
        .collect();
    let report = VerifyReport {
        asked,
        directory,
        checksums,
        sample,
        sets,
        refused: found.refused,
        absent,
    };
    let verdict = match report.verified() {
        true => Ok(()),
        false => Err(Failure::Disagreement),
    };
    // What is not there cannot be verified, and does not disagree either.
    let verdict = match report.absent.first().filter(|_| verdict.is_ok()) {
        Some(rules) => Err(Failure::Run(anyhow::anyhow!(
            "there are no tables of {rules} in {}: run `siga tables build {rules}`",
            report.directory.root().display()
        ))),
        None => verdict,
    };
    Ok(Answer {
        report: Box::new(report),
        verdict,
    })
}

fn set(stored: Stored, checksums: bool, sample: Option<u64>, directory: &Directory) -> Set {
    let mut faults = Vec::new();
    let layers: Vec<Checked> = (stored.tables.iter())
        .map(|table| checked(table, &mut faults))
        .collect();
    let mut values = 0;
    if faults.is_empty() && !checksums {
        match values_of(&stored, sample, directory) {
            Ok(number) => values = number,
            Err(fault) => faults.push(fault),
        }
    }
    let known = Known::parse(&stored.rules)
        .ok()
        .filter(|_| faults.is_empty());
    let there: Vec<Layer> = layers.iter().map(|checked| checked.layer).collect();
    let arrangements = known.and_then(|known| known.counts(directory, &there).ok());
    Set {
        arrangements: arrangements.unwrap_or_default(),
        sum: Sum::of(&stored),
        stored,
        layers,
        values,
        faults,
    }
}

fn checked(table: &Table, faults: &mut Vec<String>) -> Checked {
    let header = table.header();
    let before = faults.len();
    let counts = match table.check() {
        Ok(contents) => (!matches!(header.record, Record::Bounds { .. })).then(|| kinds(&contents)),
        Err(error) => {
            faults.push(error.to_string());
            None
        }
    };
    Checked {
        layer: header.layer,
        positions: header.positions,
        sound: faults.len() == before,
        counts,
    }
}

/// Wins, losses, draws and no positions of a game among records.
pub(super) fn kinds(contents: &Contents) -> [u64; 4] {
    let mut counts = [0; 4];
    for (code, &number) in (0..=u8::MAX).zip(contents.codes.iter()) {
        let kind = match Code(code).value().map(|value| value.wdl()) {
            Some(Wdl::Win) => 0,
            Some(Wdl::Loss) => 1,
            Some(Wdl::Draw) => 2,
            None => 3,
        };
        counts[kind] += number;
    }
    counts
}

/// How many arrangements were checked; layers that are missing leave nothing to check against.
fn values_of(stored: &Stored, sample: Option<u64>, directory: &Directory) -> Result<u64, String> {
    if !stored.is_complete() {
        return Ok(0);
    }
    let Ok(known) = Known::parse(&stored.rules) else {
        return Err(format!(
            "{} are rules that siga does not know",
            stored.rules
        ));
    };
    let found = known.check(directory, stored, sample)?;
    match found.fault {
        None => Ok(found.arrangements),
        Some(fault) => Err(fault),
    }
}

impl VerifyReport {
    fn verified(&self) -> bool {
        self.refused.is_empty() && self.sets.iter().all(|set| set.faults.is_empty())
    }
}

impl Report for VerifyReport {
    fn name(&self) -> &'static str {
        "tables-verify"
    }

    fn query(&self) -> Value {
        let rules: Vec<String> = self.asked.iter().map(|known| known.text()).collect();
        json!({
            "command": "tables verify",
            "rules": rules,
            "tables": self.directory.root().to_string_lossy(),
            "checksums": self.checksums,
            "sample": self.sample.map(count),
        })
    }

    fn result(&self) -> Value {
        let sets = self.sets.iter().map(|set| {
            let layers = set.layers.iter().map(|checked| {
                let kind = |kind: usize| checked.counts.map(|counts| counts[kind].to_string());
                json!({
                    "pieces": pieces(checked.layer),
                    "positions": count(checked.positions),
                    "win": kind(0),
                    "loss": kind(1),
                    "draw": kind(2),
                    "excluded": kind(3),
                    "arrangements": set.arrangements.get(&checked.layer).map(|counts| {
                        let [win, loss, draw, excluded] = counts.map(count);
                        let positions = count(counts[..3].iter().sum());
                        json!({
                            "positions": positions,
                            "win": win,
                            "loss": loss,
                            "draw": draw,
                            "excluded": excluded,
                        })
                    }),
                })
            });
            json!({
                "rules": set.stored.rules,
                "complete": set.stored.is_complete(),
                "positions": count(set.sum.positions),
                "sha256": set.sum.sha256,
                "values_checked": count(set.values),
                "faults": set.faults,
                "layers": layers.collect::<Vec<_>>(),
            })
        });
        json!({
            "verified": self.verified(),
            "sets": sets.collect::<Vec<_>>(),
            "refused": refused(&self.refused),
            "absent": self.absent,
        })
    }

    fn sheets(&self, _digits: usize) -> Vec<Sheet> {
        let rows = self.sets.iter().map(|set| {
            let sound = set.layers.iter().all(|checked| checked.sound);
            let values = match (set.faults.is_empty(), set.values) {
                (true, 0) => "not checked".to_owned(),
                (true, number) => format!("{} follow", grouped(number)),
                (false, _) => "FAULTY".to_owned(),
            };
            vec![
                set.stored.rules.clone(),
                layers_text(&set.stored),
                if sound { "hold" } else { "FAULTY" }.to_owned(),
                values,
                set.sum.sha256.clone(),
            ]
        });
        let mut notes: Vec<String> = (self.sets.iter())
            .flat_map(|set| set.faults.iter().cloned())
            .collect();
        notes.extend(self.refused.iter().map(|error| error.to_string()));
        if !self.checksums && self.sets.iter().any(|set| !set.stored.is_complete()) {
            notes.push(
                "where layers are missing, values cannot be checked against the next ones"
                    .to_owned(),
            );
        }
        vec![Sheet {
            heading: format!("Tables in {}", self.directory.root().display()),
            columns: [
                "rules",
                "layers",
                "checksums",
                "values",
                "SHA-256 of the list of files",
            ]
            .map(Column::text)
            .to_vec(),
            rows: rows.collect(),
            notes,
        }]
    }
}
