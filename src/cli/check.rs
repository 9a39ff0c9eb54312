//! `siga check`: recomputes published figures.

mod claim;
mod compare;

use std::collections::BTreeMap;

use clap::Parser;
use serde_json::{Value, json};

use super::args::{Check, Cli};
use super::failure::Failure;
use super::input;
use super::report::Report;
use super::sheet::{Column, Sheet};
use claim::{Claim, Claims};
use compare::{Finding, Status};

/// Bytes a file of claims may have.
const MAX_FILE: usize = 4 << 20;

/// What became of every claim.
pub(super) struct CheckReport {
    files: Vec<String>,
    checked: Vec<Checked>,
}

struct Checked {
    claim: Claim,
    finding: Finding,
}

pub(super) fn run(arguments: &Check) -> Result<CheckReport, Failure> {
    let mut checked = Vec::new();
    // Claims that ask the same are answered once.
    let mut known: BTreeMap<Vec<String>, Value> = BTreeMap::new();
    for file in &arguments.files {
        let text = input::read(file, MAX_FILE)?;
        let claims =
            Claims::parse(&text).map_err(|error| Failure::input(format!("{file}: {error}")))?;
        for claim in claims.claims {
            let place = |error| Failure::input(format!("{file}: claim `{}`: {error}", claim.id));
            if !known.contains_key(&claim.query) {
                let result = recompute(&claim.query).map_err(place)?;
                known.insert(claim.query.clone(), result);
            }
            let result = &known[&claim.query];
            let finding = compare::compare(&claim, result).map_err(place)?;
            checked.push(Checked { claim, finding });
        }
    }
    Ok(CheckReport {
        files: arguments.files.clone(),
        checked,
    })
}

/// The `result` object of a siga command.
fn recompute(query: &[String]) -> Result<Value, String> {
    let arguments = std::iter::once("siga").chain(query.iter().map(String::as_str));
    let cli = Cli::try_parse_from(arguments).map_err(|error| {
        let text = error.render().to_string();
        format!(
            "the query is no siga command: {}",
            text.lines().next().unwrap_or_default()
        )
    })?;
    match super::answer(&cli.command, super::progress::Progress::SILENT) {
        Ok(report) => Ok(report.result()),
        Err(Failure::Run(error) | Failure::Input(error)) => {
            Err(format!("the query fails: {error:#}"))
        }
        Err(Failure::Disagreement) => Err("the query is a check of its own".to_owned()),
    }
}

impl CheckReport {
    /// Failure with status 3 when a figure differs.
    pub(super) fn verdict(&self) -> Result<(), Failure> {
        if self
            .checked
            .iter()
            .any(|checked| checked.finding.status == Status::Differs)
        {
            return Err(Failure::Disagreement);
        }
        Ok(())
    }

    fn count(&self, status: Status) -> usize {
        self.checked
            .iter()
            .filter(|checked| checked.finding.status == status)
            .count()
    }
}

impl Report for CheckReport {
    fn name(&self) -> &'static str {
        "check"
    }

    fn query(&self) -> Value {
        json!({ "command": "check", "files": self.files })
    }

    fn result(&self) -> Value {
        let claims = self.checked.iter().map(|Checked { claim, finding }| {
            let mut object = json!({
                "id": claim.id,
                "status": finding.status.to_string(),
                "printed": claim.printed,
                "exact": finding.exact,
                "source": claim.source,
                "query": claim.query,
            });
            if let Some(expect) = claim.expect {
                object["expected"] = json!(expect.to_string());
            }
            if let Some(note) = &claim.note {
                object["note"] = json!(note);
            }
            object
        });
        json!({ "claims": claims.collect::<Vec<_>>() })
    }

    fn sheets(&self, digits: usize) -> Vec<Sheet> {
        let rows = self.checked.iter().map(|Checked { claim, finding }| {
            let expected = match claim.expect {
                Some(expect) if expect != finding.status => {
                    format!("{} (expected {expect})", finding.status)
                }
                _ => finding.status.to_string(),
            };
            vec![
                claim.id.clone(),
                expected,
                compare::text(&claim.printed),
                finding.shown(digits),
                claim.source.clone(),
            ]
        });
        let counts = [Status::Exact, Status::Rounded, Status::Differs]
            .map(|status| format!("{} {status}", self.count(status)));
        vec![Sheet {
            heading: "Published figures, recomputed".to_owned(),
            columns: ["claim", "status", "printed", "exact", "source"].map(Column::text).to_vec(),
            rows: rows.collect(),
            notes: vec![
                counts.join(" · "),
                "exact: equal · rounded: equal to the printed precision · differs: the exact value is another".to_owned(),
            ],
        }]
    }
}
