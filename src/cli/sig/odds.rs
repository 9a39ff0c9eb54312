//! `siga sig odds` and `siga sig table`: capture chances by distance.

use itertools::Itertools;
use serde_json::{Value, json};

use super::{interval, stopped, stopped_note, throws};
use crate::cli::args::list::List;
use crate::cli::args::sig::{Odds as Arguments, Table, Under};
use crate::cli::failure::Failure;
use crate::cli::progress::Progress;
use crate::cli::report::{Reply, Report};
use crate::cli::sheet::{Column, Entry, Sheet, Style};
use crate::cli::words;
use crate::exact::{approx, decimal_text};
use crate::games::sig::moves::Yield;
use crate::games::sig::odds::{self, Odds, OddsError};
use crate::games::sig::rules::{Cancel, Order};
use crate::games::sig::{Effort, Rules};

/// Odds of one or of many placements.
pub(super) struct OddsReport {
    rules: Rules,
    effort: Effort,
    /// Number of pieces and greatest distance, for a table.
    extent: Option<(u8, u32)>,
    rows: Vec<Odds>,
}

pub(super) fn run(arguments: &Arguments) -> Result<OddsReport, Failure> {
    let Under { rules, effort } = &arguments.under;
    let (rules, effort) = (super::rules(rules)?, effort.of());
    let row = odds::odds(&rules, &List::all(&arguments.behind), &effort).map_err(failure)?;
    Ok(OddsReport {
        rules,
        effort,
        extent: None,
        rows: vec![row],
    })
}

pub(super) fn table(arguments: &Table, progress: Progress) -> Result<OddsReport, Failure> {
    let Under { rules, effort } = &arguments.under;
    let (rules, effort) = (super::rules(rules)?, effort.of());
    let pieces = arguments.pieces;
    let max = arguments.max.unwrap_or(match pieces {
        1 => 20,
        2 => 10,
        _ => 7,
    });
    if max < u32::from(pieces) {
        return Err(Failure::input(format!(
            "--max {max} leaves no room for {pieces} pieces; at least {pieces}"
        )));
    }
    let rows = progress.during("looking at every distance", || {
        odds::table(&rules, usize::from(pieces), max, &effort)
    });
    Ok(OddsReport {
        rules,
        effort,
        extent: Some((pieces, max)),
        rows: rows.map_err(failure)?,
    })
}

/// A limit reached is a failure of the run, anything else a fault of the question.
fn failure(error: OddsError) -> Failure {
    match error {
        OddsError::TooManyRows => Failure::Run(error.into()),
        error => Failure::Input(error.into()),
    }
}

fn result(row: &Odds) -> Value {
    json!({
        "behind": row.behind,
        "probability": interval(&row.probability),
        "hits": row.hits.iter().map(throws).collect_vec(),
        "hits_up_to": row.hits_up_to,
        "stopped": stopped(row.stopped),
    })
}

/// A yield for people: `4+5`.
fn sum(played: &Yield) -> String {
    played.faces().iter().join("+")
}

/// Yields shown for one placement.
const SHOWN: usize = 8;

impl Reply for OddsReport {
    type Query = Value;
    type Result = Value;

    fn query(&self) -> Self::Query {
        let command = if self.extent.is_some() {
            "table"
        } else {
            "odds"
        };
        let mut query = json!({
            "command": format!("sig {command}"),
            "rules": self.rules.to_string(),
            "max_throws": self.effort.max_throws,
            "budget": self.effort.budget.to_string(),
        });
        match (self.extent, self.rows.first()) {
            (Some((pieces, max)), _) => {
                query["pieces"] = json!(pieces);
                query["max"] = json!(max);
            }
            (None, row) => query["behind"] = json!(row.map(|row| &row.behind)),
        }
        query
    }

    fn result(&self) -> Self::Result {
        match (self.extent, self.rows.first()) {
            (None, Some(row)) => result(row),
            _ => json!({ "rows": self.rows.iter().map(result).collect_vec() }),
        }
    }
}

impl Report for OddsReport {
    fn name(&self) -> &'static str {
        if self.extent.is_some() {
            "sig-table"
        } else {
            "sig-odds"
        }
    }

    fn sheets(&self, style: &Style) -> Vec<Sheet> {
        let digits = style.places();
        let rows = self.rows.iter().map(|row| {
            let mut hits = row.hits.iter().take(SHOWN).map(sum).join(" ");
            if row.hits.len() > SHOWN {
                hits.push_str(" …");
            }
            vec![
                Entry::from(row.behind.iter().join(", ")),
                row.probability.quantity().into(),
                Entry::Bar(approx(&row.probability.lower)),
                hits.into(),
            ]
        });
        let mut notes = vec![
            match self.rules.order {
                Order::Any => "yields that take: the smallest, their throws used in any order",
                Order::Thrown => "yields that take: the smallest, if thrown in a fitting order",
            }
            .to_owned(),
        ];
        let widest = self.rows.iter().map(|row| row.probability.width()).max();
        if let Some(width) = widest.filter(|width| *width > num_traits::Zero::zero()) {
            let why = match self.rules.cancel {
                _ if self.rows.iter().any(|row| row.stopped.is_some()) => "work was not enough",
                Cancel::Stack if self.effort.max_throws.is_none() => {
                    "cancel=stack makes these chances irrational"
                }
                _ => "longer turns are left open",
            };
            notes.push(format!(
                "proved bounds, at most {} apart: {why}",
                decimal_text(&width, digits.max(9))
            ));
        }
        let stopped = self.rows.iter().filter_map(|row| row.stopped);
        notes.extend(
            stopped
                .max_by_key(|stopped| stopped.budget)
                .map(stopped_note),
        );
        if let Some(throws) = self.rows.iter().filter_map(|row| row.hits_up_to).min() {
            notes.push(format!(
                "yields that take were looked for with at most {} before the last",
                words::counted(throws, "throw", "throws")
            ));
        }
        vec![Sheet {
            name: "odds",
            heading: format!(
                "{} · chance to take a piece this many cells ahead · throws not used here are used elsewhere",
                self.rules
            ),
            columns: vec![
                Column::right("behind"),
                Column::chance("probability", "decimal"),
                Column::bar(),
                Column::text("yields that take"),
            ],
            rows: rows.collect(),
            notes,
            ..Sheet::default()
        }]
    }
}
