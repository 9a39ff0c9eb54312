//! `siga tables certificate`.

use super::list::extent_option;
use super::{SetTotals, directory, file_name, path};
use crate::ask::args::tables::CertificateArgs as Arguments;
use crate::ask::prelude::*;
use crate::games::stored_tables::{KeptRules, Part, records_by_outcome};
use crate::solve::retro::Layer;
use crate::solve::table::{Directory, Record, Share, Stored, hex, shares};

/// The version of what a certificate holds.
const CERTIFICATE: u32 = 1;

pub(super) struct CertificateReport {
    known: KeptRules,
    directory: Directory,
    stored: Stored,
    sum: SetTotals,
    /// Of each layer, in the order of the files: wins, losses, draws, no positions of a game.
    counts: Vec<[u64; 4]>,
    asked: u64,
    seed: String,
    shares: Vec<Share>,
    /// The codes of each layer's samples and of what follows them.
    values: Vec<Vec<u8>>,
}

/// The question for a certificate.
#[derive(Serialize, JsonSchema)]
pub(super) struct CertificateQuery {
    command: &'static str,
    /// The full text.
    rules: String,
    /// The folder.
    tables: String,
    /// The number of positions asked for.
    sample: Count,
    /// The text from which the positions are drawn.
    seed: String,
}

/// A certificate of complete tables, see docs/tables.md.
#[derive(Serialize, JsonSchema)]
pub(super) struct Certificate {
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
    samples: Count,
    /// In order of the names of the files.
    layers: Vec<Certified>,
}

/// The certificate of a layer.
#[derive(Serialize, JsonSchema)]
struct Certified {
    file: String,
    /// Of the file.
    sha256: String,
    /// Those on the board: of the side to move, of the other.
    pieces: Layer,
    /// The records.
    positions: Count,
    /// Symmetric ones counted apart.
    arrangements: Count,
    /// Among the records, as are the next three; of outcomes those of the first section.
    win: Count,
    loss: Count,
    draw: Count,
    /// No positions of a game.
    excluded: Count,
    /// The size of the sample drawn from it.
    samples: Count,
    /// Of each the code, then those of the positions that follow.
    values: String,
}

pub(super) fn run(arguments: &Arguments, caller: Caller) -> Result<CertificateReport, Failure> {
    let (samples, seed) = (arguments.sample, arguments.seed.as_deref());
    let directory = directory(&arguments.place, caller)?;
    let known = KeptRules::parse(&arguments.rules)?;
    let mut stored = complete_tables(&directory, &known)?;
    // As their names are hashed.
    stored.tables.sort_by_key(file_name);
    let sum = SetTotals::of(&stored)?;
    let seed = seed.unwrap_or(&sum.sha256).to_owned();
    let layers: Vec<(Layer, u64)> = (stored.tables.iter())
        .map(|table| table.header().layer)
        .map(|layer| (layer, layer.arrangements(known.game().cells())))
        .collect();
    let shares = shares(&layers, samples);
    let (counts, values) = caller.during(&format!("certifying {}", known.text()), || {
        let checked = stored.tables.iter().map(|table| table.check());
        let counts: Result<Vec<_>, _> = checked
            .map(|contents| contents.map(|contents| records_by_outcome(&contents)))
            .collect();
        Ok::<_, Failure>((counts?, known.game().certify(&directory, &shares, &seed)?))
    })?;
    Ok(CertificateReport {
        known,
        directory,
        stored,
        sum,
        counts,
        asked: samples,
        seed,
        shares,
        values,
    })
}

/// The tables of some rules, which must all be there.
fn complete_tables(directory: &Directory, known: &KeptRules) -> Result<Stored, Failure> {
    let text = known.text();
    let mut listing = directory.list_rules(&text)?;
    if let Some(error) = listing.refused.pop() {
        return Err(error.into());
    }
    let lacks = |what: String, extent: &str| {
        Failure::Run(anyhow::anyhow!(
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

impl CertificateReport {
    /// The meaning of a record.
    fn holds(&self) -> &'static str {
        match self
            .stored
            .tables
            .first()
            .map(|table| table.header().record)
        {
            Some(Record::Turns { .. }) => "turns",
            Some(record) => record.name(),
            None => "",
        }
    }

    /// Codes as text: one digit of outcomes, two of plies and turns.
    fn digits(&self, codes: &[u8]) -> String {
        match self.holds() {
            "outcomes" => codes.iter().map(|code| char::from(b'0' + code)).collect(),
            _ => hex(codes),
        }
    }

    fn samples(&self) -> u64 {
        self.shares.iter().map(|share| share.samples).sum()
    }
}

impl Reply for CertificateReport {
    const NAME: &'static str = "tables-certificate";
    type Query = CertificateQuery;
    type Result = Certificate;

    fn query(&self) -> CertificateQuery {
        CertificateQuery {
            command: "tables certificate",
            rules: self.known.text(),
            tables: path(self.directory.root()),
            sample: Count::of(self.asked),
            seed: self.seed.clone(),
        }
    }

    fn result(&self) -> Certificate {
        let layers = (self.stored.tables.iter().zip(&self.sum.hashes))
            .zip(self.counts.iter().zip(&self.shares).zip(&self.values))
            .map(|((table, hash), ((counts, share), values))| {
                let [win, loss, draw, excluded] = counts.map(Count::of);
                Certified {
                    file: file_name(table),
                    sha256: hex(hash),
                    pieces: share.layer,
                    positions: Count::of(table.header().positions),
                    arrangements: Count::of(share.layer.arrangements(self.known.game().cells())),
                    win,
                    loss,
                    draw,
                    excluded,
                    samples: Count::of(share.samples),
                    values: self.digits(values),
                }
            });
        Certificate {
            certificate: CERTIFICATE,
            game: self.stored.game.clone(),
            rules: self.stored.rules.clone(),
            holds: self.holds(),
            sha256: self.sum.sha256.clone(),
            seed: self.seed.clone(),
            samples: Count::of(self.samples()),
            layers: layers.collect(),
        }
    }
}

impl Report for CertificateReport {
    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let files = itertools::izip!(
            &self.stored.tables,
            &self.sum.hashes,
            &self.counts,
            &self.shares
        );
        let text = &self.stored.rules;
        let mut table = Sheet::of(files).text("file", |(table, ..)| file_name(table));
        for (at, name) in ["win", "loss", "draw", "excluded"].into_iter().enumerate() {
            table = table.right(name, |(_, _, counts, _)| Entry::grouped(counts[at]));
        }
        vec![
            table
                .right("samples", |(.., share)| Entry::grouped(share.samples))
                .text("SHA-256", |(_, hash, ..)| hex(*hash))
                .named("files", format!("Certificate of {text}"))
                .note(format!("SHA-256 {} of the list of files", self.sum.sha256))
                .note(format!("seed {}", self.seed))
                .note(format!(
                    "the certificate itself: siga tables certificate {text} --json > FILE; \
                     `python3 tools/verify.py FILE FOLDER` checks it"
                )),
        ]
    }
}
