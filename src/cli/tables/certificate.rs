//! `siga tables certificate`.

use serde_json::{Value, json};

use super::rules::Known;
use super::verify::kinds;
use super::{Sum, count, failure, file_name, pieces};
use crate::cli::failure::Failure;
use crate::cli::progress::Progress;
use crate::cli::report::{Reply, Report};
use crate::cli::sheet::{Column, Entry, Sheet, Style};
use crate::solve::retro::Layer;
use crate::solve::table::{Directory, Record, Share, Stored, hex, shares};

/// The version of what a certificate holds.
const CERTIFICATE: u32 = 1;

pub(super) struct CertificateReport {
    known: Known,
    directory: Directory,
    stored: Stored,
    sum: Sum,
    /// Of each layer, in the order of the files: wins, losses, draws, no positions of a game.
    counts: Vec<[u64; 4]>,
    asked: u64,
    seed: String,
    shares: Vec<Share>,
    /// The codes of each layer's samples and of what follows them.
    values: Vec<Vec<u8>>,
}

pub(super) fn run(
    rules: &str,
    samples: u64,
    seed: Option<&str>,
    directory: Directory,
    progress: Progress,
) -> Result<CertificateReport, Failure> {
    let known = Known::parse(rules)?;
    let text = known.text();
    let mut listing = directory.list_rules(&text).map_err(failure)?;
    if let Some(error) = listing.refused.pop() {
        return Err(failure(error));
    }
    let lacks = |what: String| {
        Failure::Run(anyhow::anyhow!(
            "{what} of {text} in {}: run `siga tables build {text}`",
            directory.root().display()
        ))
    };
    let Some(mut stored) = listing.sets.pop() else {
        return Err(lacks("there are no tables".to_owned()));
    };
    if !stored.is_complete() {
        let missing = itertools::join(&stored.missing, " ");
        return Err(lacks(format!("there is no table of {missing}")));
    }
    // As their names are hashed.
    stored.tables.sort_by_key(file_name);
    let sum = Sum::of(&stored);
    let seed = seed.unwrap_or(&sum.sha256).to_owned();
    let layers: Vec<(Layer, u64)> = (stored.tables.iter())
        .map(|table| table.header().layer)
        .map(|layer| (layer, layer.arrangements(known.cells())))
        .collect();
    let shares = shares(&layers, samples);
    let (counts, values) = progress.during(&format!("certifying {text}"), || {
        let checked = stored.tables.iter().map(|table| table.check());
        let counts: Result<Vec<_>, _> = checked
            .map(|contents| contents.map(|contents| kinds(&contents)))
            .collect();
        Ok::<_, Failure>((
            counts.map_err(failure)?,
            known.certify(&directory, &shares, &seed)?,
        ))
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

impl CertificateReport {
    /// What a record is a code of.
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
    type Query = Value;
    type Result = Value;

    fn query(&self) -> Self::Query {
        json!({
            "command": "tables certificate",
            "rules": self.known.text(),
            "tables": self.directory.root().to_string_lossy(),
            "sample": count(self.asked),
            "seed": self.seed,
        })
    }

    fn result(&self) -> Self::Result {
        let layers = (self.stored.tables.iter().zip(&self.sum.hashes))
            .zip(self.counts.iter().zip(&self.shares).zip(&self.values))
            .map(|((table, hash), ((counts, share), values))| {
                let [win, loss, draw, excluded] = counts.map(count);
                json!({
                    "file": file_name(table),
                    "sha256": hex(hash),
                    "pieces": pieces(share.layer),
                    "positions": count(table.header().positions),
                    "arrangements": count(share.layer.arrangements(self.known.cells())),
                    "win": win,
                    "loss": loss,
                    "draw": draw,
                    "excluded": excluded,
                    "samples": count(share.samples),
                    "values": self.digits(values),
                })
            });
        json!({
            "certificate": CERTIFICATE,
            "game": self.stored.game,
            "rules": self.stored.rules,
            "holds": self.holds(),
            "sha256": self.sum.sha256,
            "seed": self.seed,
            "samples": count(self.samples()),
            "layers": layers.collect::<Vec<_>>(),
        })
    }
}

impl Report for CertificateReport {
    fn name(&self) -> &'static str {
        "tables-certificate"
    }

    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let rows = (self.stored.tables.iter().zip(&self.sum.hashes))
            .zip(self.counts.iter().zip(&self.shares))
            .map(|((table, hash), (counts, share))| {
                let mut row = vec![Entry::from(file_name(table))];
                row.extend(counts.map(Entry::grouped));
                row.extend([Entry::grouped(share.samples), hex(hash).into()]);
                row
            });
        let mut columns = vec![Column::text("file")];
        columns.extend(["win", "loss", "draw", "excluded", "samples"].map(Column::right));
        columns.push(Column::text("SHA-256"));
        let text = &self.stored.rules;
        vec![Sheet {
            name: "files",
            heading: format!("Certificate of {text}"),
            columns,
            rows: rows.collect(),
            notes: vec![
                format!("SHA-256 {} of the list of files", self.sum.sha256),
                format!("seed {}", self.seed),
                format!(
                    "the certificate itself: siga tables certificate {text} --json > FILE; \
                     `python3 tools/verify.py FILE FOLDER` checks it"
                ),
            ],
            ..Sheet::default()
        }]
    }
}
