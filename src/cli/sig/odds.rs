//! `siga sig odds` and `siga sig table`: capture chances by distance.

use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;

use super::{Ended, Thrown, stopped_note, throws};
use crate::cli::args::list::List;
use crate::cli::args::sig::{self, Odds as Arguments, Table};
use crate::cli::failure::Failure;
use crate::cli::json::Count;
use crate::cli::progress::Progress;
use crate::cli::report::{Reply, Report};
use crate::cli::sheet::{Column, Entry, Sheet, Style};
use crate::cli::words;
use crate::exact::{Quantity, approx, decimal_text};
use crate::games::sig::moves::Yield;
use crate::games::sig::odds::{self, Odds, OddsError};
use crate::games::sig::rules::{Cancel, Order};
use crate::games::sig::{Effort, Rules};

/// Odds of one placement.
pub(super) struct OddsReport {
    under: Under,
    row: Odds,
}

/// Odds of all placements of so many pieces.
pub(super) struct TableReport {
    under: Under,
    pieces: u8,
    /// The greatest distance.
    max: u32,
    rows: Vec<Odds>,
}

/// What is asked of both.
#[derive(Serialize, JsonSchema)]
struct Asked {
    /// The words of the command, without `siga`.
    command: &'static str,
    /// The full rules text.
    rules: String,
    /// Turns of more throws are left open; `null` without a limit.
    max_throws: Option<u32>,
    /// Steps of work; of a table for all rows together.
    budget: Count,
}

/// The question for one placement.
#[derive(Serialize, JsonSchema)]
pub(super) struct Query {
    #[serde(flatten)]
    asked: Asked,
    /// Cells each piece stands behind the target.
    behind: Vec<u32>,
}

/// The question for all placements of so many pieces.
#[derive(Serialize, JsonSchema)]
pub(super) struct TableQuery {
    #[serde(flatten)]
    asked: Asked,
    /// Pieces behind the target.
    pieces: u8,
    /// The greatest distance.
    max: u32,
}

/// The chance that pieces behind an enemy piece take it this turn.
#[derive(Serialize, JsonSchema)]
pub(super) struct Chance {
    /// Cells each piece stands behind the target, as asked.
    behind: Vec<u32>,
    /// Chance to take it this turn: exact, or bounded.
    probability: Quantity,
    /// The smallest yields that take, the shortest first: numbers, or `khadzh`; under `order=thrown` those that take in some order.
    hits: Vec<Vec<Thrown>>,
    /// Hits of more throws before the last were not looked for; `null` if these are all.
    hits_up_to: Option<u32>,
    /// Where the budget ended the work; `null` if it did not.
    stopped: Option<Ended>,
}

/// Capture chances for all distances.
#[derive(Serialize, JsonSchema)]
pub(super) struct Chances {
    /// One for each placement.
    rows: Vec<Chance>,
}

impl From<&Odds> for Chance {
    fn from(odds: &Odds) -> Self {
        Self {
            behind: odds.behind.clone(),
            probability: odds.probability.quantity(),
            hits: odds.hits.iter().map(throws).collect(),
            hits_up_to: odds.hits_up_to,
            stopped: odds.stopped.map(Ended::from),
        }
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<OddsReport, Failure> {
    let under = Under::of(&arguments.under)?;
    let row = odds::odds(&under.rules, &List::all(&arguments.behind), &under.effort);
    Ok(OddsReport {
        row: row.map_err(failure)?,
        under,
    })
}

pub(super) fn table(arguments: &Table, progress: Progress) -> Result<TableReport, Failure> {
    let under = Under::of(&arguments.under)?;
    let pieces = arguments.pieces;
    let max = arguments.max.unwrap_or(match pieces {
        1 => 20,
        2 => 10,
        _ => 7,
    });
    if max < u32::from(pieces) {
        return Err(Failure::input(format!(
            "--max {max} leaves no room for {}; at least {pieces}",
            words::counted(pieces, "piece", "pieces")
        )));
    }
    let rows = progress.during("looking at every distance", || {
        odds::table(&under.rules, usize::from(pieces), max, &under.effort)
    });
    Ok(TableReport {
        rows: rows.map_err(failure)?,
        under,
        pieces,
        max,
    })
}

/// A limit reached is a failure of the run, anything else a fault of the question.
fn failure(error: OddsError) -> Failure {
    match error {
        OddsError::TooManyRows => Failure::Run(error.into()),
        error => Failure::Input(error.into()),
    }
}

/// A yield for people: `4+5`.
fn sum(played: &Yield) -> String {
    played.faces().iter().join("+")
}

/// Yields shown for one placement.
const SHOWN: usize = 8;

/// The rules, and how far they are looked into.
struct Under {
    rules: Rules,
    effort: Effort,
}

impl Under {
    fn of(arguments: &sig::Under) -> Result<Self, Failure> {
        Ok(Self {
            rules: super::rules(&arguments.rules)?,
            effort: arguments.effort.of(),
        })
    }

    fn asked(&self, command: &'static str) -> Asked {
        Asked {
            command,
            rules: self.rules.to_string(),
            max_throws: self.effort.max_throws,
            budget: Count::of(self.effort.budget),
        }
    }

    fn sheet(&self, rows: &[Odds], style: &Style) -> Sheet {
        let digits = style.places();
        let lines = rows.iter().map(|row| {
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
        let widest = rows.iter().map(|row| row.probability.width()).max();
        if let Some(width) = widest.filter(|width| *width > num_traits::Zero::zero()) {
            let why = match self.rules.cancel {
                _ if rows.iter().any(|row| row.stopped.is_some()) => "work was not enough",
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
        let stopped = rows.iter().filter_map(|row| row.stopped);
        notes.extend(
            stopped
                .max_by_key(|stopped| stopped.budget)
                .map(stopped_note),
        );
        if let Some(throws) = rows.iter().filter_map(|row| row.hits_up_to).min() {
            notes.push(format!(
                "yields that take were looked for with at most {} before the last",
                words::counted(throws, "throw", "throws")
            ));
        }
        Sheet {
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
            rows: lines.collect(),
            notes,
            ..Sheet::default()
        }
    }
}

impl Reply for OddsReport {
    type Query = Query;
    type Result = Chance;

    fn query(&self) -> Query {
        Query {
            asked: self.under.asked("sig odds"),
            behind: self.row.behind.clone(),
        }
    }

    fn result(&self) -> Chance {
        Chance::from(&self.row)
    }
}

impl Report for OddsReport {
    fn name(&self) -> &'static str {
        "sig-odds"
    }

    fn sheets(&self, style: &Style) -> Vec<Sheet> {
        vec![self.under.sheet(std::slice::from_ref(&self.row), style)]
    }
}

impl Reply for TableReport {
    type Query = TableQuery;
    type Result = Chances;

    fn query(&self) -> TableQuery {
        TableQuery {
            asked: self.under.asked("sig table"),
            pieces: self.pieces,
            max: self.max,
        }
    }

    fn result(&self) -> Chances {
        Chances {
            rows: self.rows.iter().map(Chance::from).collect(),
        }
    }
}

impl Report for TableReport {
    fn name(&self) -> &'static str {
        "sig-table"
    }

    fn sheets(&self, style: &Style) -> Vec<Sheet> {
        vec![self.under.sheet(&self.rows, style)]
    }
}
