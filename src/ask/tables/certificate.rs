//! `siga tables certificate`.

use clap::Args;

use super::list::extent_option;
use super::{Whole, file_name, found};
use crate::ask::args::tables::TablesPlace;
use crate::ask::one_command::Command;
use crate::ask::prelude::*;
use crate::games::stored_tables::{KeptRules, Part, records_by_outcome};
use crate::solve::retro::Layer;
use crate::solve::table::{Directory, Stored, hex, shares};
use crate::work::Note;

/// The version of what a certificate holds.
const CERTIFICATE: u32 = 1;

/// The question for a certificate.
#[derive(Args, Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Certify {
    /// The rules
    #[arg(value_name = "RULES")]
    rules: String,
    /// How many positions to draw, at most 10 million
    #[arg(long, value_name = "N", default_value_t = 1_000_000,
          value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    #[serde(with = "Count")]
    sample: u64,
    /// The seed that draws the positions [default: the hash of the tables]
    #[arg(long, value_name = "TEXT", value_parser = seed)]
    seed: Option<String>,
    #[command(flatten)]
    #[serde(flatten)]
    place: TablesPlace,
}

/// A text that can be hashed the same everywhere.
fn seed(text: &str) -> Result<String, String> {
    match !text.is_empty() && text.len() <= 100 && text.chars().all(|c| c.is_ascii_graphic()) {
        true => Ok(text.to_owned()),
        false => Err("write at most 100 ASCII letters, digits and signs".to_owned()),
    }
}

/// A certificate of complete tables, see docs/tables.md.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Certificate {
    /// The version of what it holds.
    certificate: u32,
    game: String,
    /// The full text.
    rules: String,
    /// `values`, `turns` or `outcomes`.
    holds: &'static str,
    /// Of the list of the files.
    sha256: String,
    /// The text from which the positions are drawn.
    seed: String,
    /// The size of the sample.
    #[serde(with = "Count")]
    samples: u64,
    /// In order of the names of the files.
    layers: Vec<Certified>,
}

/// The certificate of a layer.
#[derive(Serialize, JsonSchema)]
struct Certified {
    file: String,
    /// Of the file.
    sha256: String,
    /// The pieces on the board: of the side to move, of the other.
    pieces: Layer,
    /// The records.
    #[serde(with = "Count")]
    positions: u64,
    /// Symmetric ones counted apart.
    #[serde(with = "Count")]
    arrangements: u64,
    /// Among the records, as are the next three; of outcomes those of the first section.
    #[serde(with = "Count")]
    win: u64,
    #[serde(with = "Count")]
    loss: u64,
    #[serde(with = "Count")]
    draw: u64,
    /// No positions of a game.
    #[serde(with = "Count")]
    excluded: u64,
    /// The size of the sample drawn from it.
    #[serde(with = "Count")]
    samples: u64,
    /// Of each the code, then those of the positions that follow.
    values: String,
}

impl Command for Certify {
    const WORDS: &'static [&'static str] = &["tables", "certificate"];
    const ABOUT: &'static str = "A certificate of tables, which an independent program can check: their hashes, and random positions with the values that follow";
    type Answer = Certificate;

    fn ask(&mut self, caller: Caller, _note: &Note) -> Result<Certificate, Failure> {
        let directory = found(&mut self.place, caller)?;
        let known = KeptRules::parse(&self.rules)?;
        let mut stored = complete_tables(&directory, &known)?;
        // As their names are hashed.
        stored.tables.sort_by_key(file_name);
        let sum = Whole::of(&stored)?;
        let seed = self.seed.get_or_insert_with(|| sum.sha256.clone()).clone();
        self.rules = known.to_string();
        let arrangements = |layer: Layer| layer.arrangements(known.game().cells());
        let layers: Vec<(Layer, u64)> = (stored.tables.iter())
            .map(|table| table.header().layer)
            .map(|layer| (layer, arrangements(layer)))
            .collect();
        let shares = shares(&layers, self.sample);
        let (counts, values) = caller.during(&format!("certifying {}", self.rules), || {
            let checked = stored.tables.iter().map(|table| table.check());
            let counts: Result<Vec<_>, _> = checked
                .map(|codes| codes.map(|codes| records_by_outcome(&codes)))
                .collect();
            Ok::<_, Failure>((counts?, known.game().certify(&directory, &shares, &seed)?))
        })?;
        let holds = holds(&stored);
        let layers = itertools::izip!(&stored.tables, &sum.hashes, counts, &shares, &values);
        let layers = layers.map(
            |(table, hash, [win, loss, draw, excluded], share, values)| Certified {
                file: file_name(table),
                sha256: hex(hash),
                pieces: share.layer,
                positions: table.header().positions,
                arrangements: arrangements(share.layer),
                win,
                loss,
                draw,
                excluded,
                samples: share.samples,
                values: digits(holds, values),
            },
        );
        Ok(Certificate {
            certificate: CERTIFICATE,
            layers: layers.collect(),
            game: stored.game,
            rules: stored.rules,
            holds,
            sha256: sum.sha256,
            seed,
            samples: shares.iter().map(|share| share.samples).sum(),
        })
    }

    fn tables(&self, answer: &Certificate, _style: &Style) -> Vec<Sheet> {
        let rules = &answer.rules;
        vec![
            Sheet::of(&answer.layers)
                .text("file", |layer| layer.file.clone())
                .right("win", |layer| Entry::grouped(layer.win))
                .right("loss", |layer| Entry::grouped(layer.loss))
                .right("draw", |layer| Entry::grouped(layer.draw))
                .right("excluded", |layer| Entry::grouped(layer.excluded))
                .right("samples", |layer| Entry::grouped(layer.samples))
                .text("SHA-256", |layer| layer.sha256.clone())
                .named("files", format!("Certificate of {rules}"))
                .note(format!("SHA-256 {} of the list of files", answer.sha256))
                .note(format!("seed {}", answer.seed))
                .note(format!(
                    "the certificate itself: siga tables certificate {rules} --json > FILE; \
                     `python3 tools/verify.py FILE FOLDER` checks it"
                )),
        ]
    }
}

/// The tables of some rules, which must all be there.
fn complete_tables(directory: &Directory, known: &KeptRules) -> Result<Stored, Failure> {
    let text = known.to_string();
    let mut listing = directory.list_rules(&text)?;
    if let Some(error) = listing.refused.pop() {
        return Err(error.into());
    }
    let lacks = |what: String, extent: &str| {
        Failure::limit(format!(
            "{what} of {text} in {}: run `siga tables build {text}{extent}`",
            directory.root().display()
        ))
    };
    let Some(stored) = listing.sets.pop() else {
        let extent = if known.has(Part::Stones) {
            " --stones N"
        } else if known.has(Part::Pieces) {
            " --pieces A,B"
        } else {
            ""
        };
        return Err(lacks("there are no tables".to_owned(), extent));
    };
    if !stored.is_complete() {
        let missing = itertools::join(&stored.missing, " ");
        let extent = extent_option(&stored);
        return Err(lacks(format!("there is no table of {missing}"), &extent));
    }
    Ok(stored)
}

/// The meaning of a record.
fn holds(stored: &Stored) -> &'static str {
    let table = stored.tables.first();
    table.map_or("", |table| table.header().record.kind.holds())
}

/// Codes as text: one digit of outcomes, two of plies and turns.
fn digits(holds: &str, codes: &[u8]) -> String {
    match holds {
        "outcomes" => codes.iter().map(|code| char::from(b'0' + code)).collect(),
        _ => hex(codes),
    }
}
