//! `siga sig odds` and `siga sig table`: capture chances by distance.

use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;

use super::{Ended, Thrown, stopped_note, throws};
use crate::cli::args::list::List;
use crate::cli::args::sig::{self, Odds as Arguments, Table};
use crate::cli::failure::Failure;
use crate::cli::json::Count;
use crate::cli::report::{Reply, Report};
use crate::cli::sheet::{Column, Entry, Sheet, Style};
use crate::cli::words;
use crate::exact::{Quantity, approx, decimal_text};
use crate::games::sig::Question;
use crate::games::sig::moves::Yield;
use crate::games::sig::odds::Odds;
use crate::games::sig::question::Under;
use crate::games::sig::rules::{Cancel, Order};

/// Odds of one placement.
pub(super) struct OddsReport {
    pub(super) under: Under,
    pub(super) row: Odds,
}

/// Odds of all placements of so many pieces.
pub(super) struct TableReport {
    pub(super) under: Under,
    pub(super) pieces: u8,
    /// The greatest distance.
    pub(super) max: u32,
    pub(super) rows: Vec<Odds>,
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

/// One placement.
pub(super) fn one(arguments: &Arguments) -> Result<Question, Failure> {
    Ok(Question::Odds {
        under: under(&arguments.under)?,
        behind: List::all(&arguments.behind),
    })
}

/// All placements of so many pieces.
pub(super) fn table(arguments: &Table) -> Result<Question, Failure> {
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
    Ok(Question::Table {
        under: under(&arguments.under)?,
        pieces,
        max,
    })
}

fn under(arguments: &sig::Under) -> Result<Under, Failure> {
    Ok(Under {
        rules: super::rules(&arguments.rules)?,
        effort: arguments.effort.of(),
    })
}

fn sum(played: &Yield) -> String {
    played.faces().iter().join("+")
}

/// Yields shown for one placement.
const SHOWN: usize = 8;

impl Asked {
    fn new(command: &'static str, under: &Under) -> Self {
        Self {
            command,
            rules: under.rules.to_string(),
            max_throws: under.effort.max_throws,
            budget: Count::of(under.effort.budget),
        }
    }
}

fn sheet(under: &Under, rows: &[Odds], style: &Style) -> Sheet {
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
        match under.rules.order {
            Order::Any => "yields that take: the smallest, their throws used in any order",
            Order::Thrown => "yields that take: the smallest, if thrown in a fitting order",
        }
        .to_owned(),
    ];
    let widest = rows.iter().map(|row| row.probability.width()).max();
    if let Some(width) = widest.filter(|width| *width > num_traits::Zero::zero()) {
        let why = match under.rules.cancel {
            _ if rows.iter().any(|row| row.stopped.is_some()) => "work was not enough",
            Cancel::Stack if under.effort.max_throws.is_none() => {
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
            under.rules
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
impl Reply for OddsReport {
    type Query = Query;
    type Result = Chance;

    fn query(&self) -> Query {
        Query {
            asked: Asked::new("sig odds", &self.under),
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
        vec![sheet(&self.under, std::slice::from_ref(&self.row), style)]
    }
}

impl Reply for TableReport {
    type Query = TableQuery;
    type Result = Chances;

    fn query(&self) -> TableQuery {
        TableQuery {
            asked: Asked::new("sig table", &self.under),
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
        vec![sheet(&self.under, &self.rows, style)]
    }
}
