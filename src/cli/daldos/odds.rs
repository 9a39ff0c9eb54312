//! `siga daldos odds` and `table`: capture chances.

use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;

use crate::cli::args::daldos::OddsRules;
use crate::cli::failure::Failure;
use crate::cli::json::Number;
use crate::cli::report::{Reply, Report};
use crate::cli::sheet::{Column, Entry, Sheet, Style};
use crate::cli::words::counted;
use crate::exact::approx;
use crate::games::daldos::odds::{self, Elsewhere, Odds, OddsError, Rethrow};
use crate::games::daldos::rules::Rules;

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
    /// Whether numbers not used by these pieces are played elsewhere.
    elsewhere: bool,
}

/// The question for one placement.
#[derive(Serialize, JsonSchema)]
pub(super) struct Query {
    #[serde(flatten)]
    asked: Asked,
    /// Holes each piece stands behind the target.
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
    /// Holes each piece stands behind the target, as asked.
    behind: Vec<u32>,
    /// Chance to take it this turn with best play, extra throws included, without limit but for `extra_throws`.
    probability: Number,
    /// The throws, each in ascending order, that can take at once.
    hits: Vec<Vec<u8>>,
    /// What to do with each throw that earns another.
    on_rethrow: Vec<OnRethrow>,
}

/// The best use of a throw that earns another.
#[derive(Serialize, JsonSchema)]
struct OnRethrow {
    /// What the dice show, ascending.
    throw: Vec<u8>,
    /// Whether it can take itself.
    takes: bool,
    /// All best ways to use it, each as holes moved per piece in the order of `behind`; what is not used here is played
    /// elsewhere.
    #[serde(rename = "move")]
    ways: Vec<Vec<u32>>,
}

/// Capture chances for all distances.
#[derive(Serialize, JsonSchema)]
pub(super) struct Chances {
    /// One for each placement.
    rows: Vec<Chance>,
}

impl From<&Odds> for Chance {
    fn from(odds: &Odds) -> Self {
        let on_rethrow = odds.on_rethrow.iter().map(|rethrow| OnRethrow {
            throw: rethrow.throw.clone(),
            takes: rethrow.takes,
            ways: rethrow.ways.clone(),
        });
        Self {
            behind: odds.behind.clone(),
            probability: (&odds.probability).into(),
            hits: odds.hits.clone(),
            on_rethrow: on_rethrow.collect(),
        }
    }
}

/// One placement.
pub(super) fn one(behind: &[u32], rules: &OddsRules) -> Result<OddsReport, Failure> {
    let under = Under::of(rules)?;
    let row = odds::odds(&under.rules, behind, under.elsewhere).map_err(failure)?;
    Ok(OddsReport { under, row })
}

/// All placements of so many pieces.
pub(super) fn table(
    pieces: u8,
    max: Option<u32>,
    rules: &OddsRules,
) -> Result<TableReport, Failure> {
    let under = Under::of(rules)?;
    let max = max.unwrap_or(match pieces {
        1 => 10,
        2 => 6,
        _ => 5,
    });
    if max < u32::from(pieces) {
        return Err(Failure::input(format!(
            "--max {max} leaves no room for {}; at least {pieces}",
            counted(pieces, "piece", "pieces")
        )));
    }
    let rows = odds::table(&under.rules, usize::from(pieces), max, under.elsewhere);
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
        OddsError::TooManyRows { .. }
        | OddsError::TooMuchWork
        | OddsError::TooLong { .. }
        | OddsError::Process(_) => Failure::Run(error.into()),
        error => Failure::Input(error.into()),
    }
}

/// The throws that take, such as `1+3  2+2`.
fn throws(hits: &[Vec<u8>]) -> String {
    hits.iter().map(|throw| throw.iter().join("+")).join(" ")
}

/// What to do with a throw that earns another: `takes (2)`, `1`, `0 or 1,1`.
fn use_of(rethrow: &Rethrow) -> String {
    let ways = rethrow
        .ways
        .iter()
        .map(|way| way.iter().join(","))
        .join(" or ");
    if rethrow.takes {
        format!("takes ({ways})")
    } else {
        ways
    }
}

/// What the pieces are played by.
struct Under {
    rules: Rules,
    elsewhere: Elsewhere,
}

impl Under {
    fn of(arguments: &OddsRules) -> Result<Self, Failure> {
        Ok(Self {
            rules: match &arguments.rules {
                None => Rules::default(),
                Some(text) => super::rules(text)?,
            },
            elsewhere: match arguments.no_elsewhere {
                true => Elsewhere::Never,
                false => Elsewhere::Any,
            },
        })
    }

    fn asked(&self, command: &'static str) -> Asked {
        Asked {
            command,
            rules: self.rules.to_string(),
            elsewhere: self.elsewhere == Elsewhere::Any,
        }
    }

    fn sheet(&self, rows: &[Odds]) -> Sheet {
        let rethrows: Vec<String> = (rows.first().into_iter())
            .flat_map(|row| &row.on_rethrow)
            .map(|rethrow| rethrow.throw.iter().join("+"))
            .collect();
        let lines = rows.iter().map(|row| {
            let mut cells = vec![
                Entry::from(row.behind.iter().join(", ")),
                (&row.probability).into(),
                Entry::Bar(approx(&row.probability)),
                row.on_rethrow.iter().map(use_of).join("; ").into(),
            ];
            cells.push(throws(&row.hits).into());
            cells
        });
        let elsewhere = match self.elsewhere {
            Elsewhere::Any => "numbers not used here are played elsewhere",
            Elsewhere::Never => "every number is used by these pieces",
        };
        let mut notes = Vec::new();
        if !rethrows.is_empty() {
            let limit = match self.rules.extra_throws() {
                None => "extra throws without limit".to_owned(),
                Some(1) => "one extra throw at most".to_owned(),
                Some(limit) => format!("{limit} extra throws at most"),
            };
            notes.push(format!(
                "use of {}: holes to move by piece, before the extra throw it earns; {limit}",
                rethrows.join("; ")
            ));
        }
        notes.push("throws that take: what the dice show when a piece can take at once".to_owned());
        let mut columns = vec![
            Column::right("behind"),
            Column::chance("probability", "decimal"),
            Column::bar(),
        ];
        columns.push(Column::text("use of an extra throw"));
        columns.push(Column::text("throws that take"));
        Sheet {
            name: "odds",
            heading: format!(
                "{} · chance to take a piece this many holes ahead · {elsewhere}",
                self.rules
            ),
            columns,
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
            asked: self.under.asked("daldos odds"),
            behind: self.row.behind.clone(),
        }
    }

    fn result(&self) -> Chance {
        Chance::from(&self.row)
    }
}

impl Report for OddsReport {
    fn name(&self) -> &'static str {
        "daldos-odds"
    }

    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        vec![self.under.sheet(std::slice::from_ref(&self.row))]
    }
}

impl Reply for TableReport {
    type Query = TableQuery;
    type Result = Chances;

    fn query(&self) -> TableQuery {
        TableQuery {
            asked: self.under.asked("daldos table"),
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
        "daldos-table"
    }

    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        vec![self.under.sheet(&self.rows)]
    }
}
