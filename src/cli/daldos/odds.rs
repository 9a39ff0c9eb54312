//! `siga daldos odds` and `table`: capture chances.

use itertools::Itertools;
use serde_json::{Value, json};

use crate::cli::args::daldos::OddsRules;
use crate::cli::failure::Failure;
use crate::cli::json::number;
use crate::cli::report::{Reply, Report};
use crate::cli::sheet::{Column, Entry, Sheet, Style};
use crate::exact::approx;
use crate::games::daldos::odds::{self, Elsewhere, Odds, OddsError, Rethrow};
use crate::games::daldos::rules::Rules;

/// Odds of one or of many placements.
pub(super) struct OddsReport {
    command: &'static str,
    rules: Rules,
    elsewhere: bool,
    /// Number of pieces and greatest distance, for a table.
    extent: Option<(u8, u32)>,
    rows: Vec<Odds>,
}

/// One placement.
pub(super) fn one(behind: &[u32], rules: &OddsRules) -> Result<OddsReport, Failure> {
    let (rules, elsewhere) = resolve(rules)?;
    let row = odds::odds(&rules, behind, elsewhere).map_err(failure)?;
    Ok(OddsReport {
        command: "odds",
        rules,
        elsewhere: elsewhere == Elsewhere::Any,
        extent: None,
        rows: vec![row],
    })
}

/// All placements of so many pieces.
pub(super) fn table(
    pieces: u8,
    max: Option<u32>,
    rules: &OddsRules,
) -> Result<OddsReport, Failure> {
    let (rules, elsewhere) = resolve(rules)?;
    let max = max.unwrap_or(match pieces {
        1 => 10,
        2 => 6,
        _ => 5,
    });
    if max < u32::from(pieces) {
        return Err(Failure::input(format!(
            "--max {max} leaves no room for {pieces} pieces; at least {pieces}"
        )));
    }
    let rows = odds::table(&rules, usize::from(pieces), max, elsewhere).map_err(failure)?;
    Ok(OddsReport {
        command: "table",
        rules,
        elsewhere: elsewhere == Elsewhere::Any,
        extent: Some((pieces, max)),
        rows,
    })
}

fn resolve(arguments: &OddsRules) -> Result<(Rules, Elsewhere), Failure> {
    let rules = match &arguments.rules {
        None => Rules::default(),
        Some(text) => super::rules(text)?,
    };
    let elsewhere = match arguments.no_elsewhere {
        true => Elsewhere::Never,
        false => Elsewhere::Any,
    };
    Ok((rules, elsewhere))
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

fn result(row: &Odds) -> Value {
    let on_rethrow = row.on_rethrow.iter().map(
        |rethrow| json!({ "throw": rethrow.throw, "takes": rethrow.takes, "move": rethrow.ways }),
    );
    json!({
        "behind": row.behind,
        "probability": number(&row.probability),
        "hits": row.hits,
        "on_rethrow": on_rethrow.collect_vec(),
    })
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

impl Reply for OddsReport {
    type Query = Value;
    type Result = Value;

    fn query(&self) -> Self::Query {
        let mut query = json!({
            "command": format!("daldos {}", self.command),
            "rules": self.rules.to_string(),
            "elsewhere": self.elsewhere,
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
            "daldos-table"
        } else {
            "daldos-odds"
        }
    }

    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let rethrows: Vec<String> = (self.rows.first().into_iter())
            .flat_map(|row| &row.on_rethrow)
            .map(|rethrow| rethrow.throw.iter().join("+"))
            .collect();
        let rows = self.rows.iter().map(|row| {
            let mut cells = vec![
                Entry::from(row.behind.iter().join(", ")),
                (&row.probability).into(),
                Entry::Bar(approx(&row.probability)),
                row.on_rethrow.iter().map(use_of).join("; ").into(),
            ];
            cells.push(throws(&row.hits).into());
            cells
        });
        let elsewhere = if self.elsewhere {
            "numbers not used here are played elsewhere"
        } else {
            "every number is used by these pieces"
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
        vec![Sheet {
            name: "odds",
            heading: format!(
                "{} · chance to take a piece this many holes ahead · {elsewhere}",
                self.rules
            ),
            columns,
            rows: rows.collect(),
            notes,
            ..Sheet::default()
        }]
    }
}
