//! `siga daldos odds` and `table`: capture chances.

use itertools::Itertools;
use num_rational::BigRational;

use crate::ask::daldos::args::OddsRules;
use crate::ask::disputes::{Change, Point};
use crate::ask::distances::{Distances, greatest};
use crate::ask::prelude::*;
use crate::exact::{Quantity, approx};
use crate::games::daldos::Question;
use crate::games::daldos::odds::{Elsewhere, Odds};
use crate::games::daldos::question::CaptureTerms;
use crate::games::daldos::rules::Rules;
use crate::games::distances;
use crate::render::printed::Printed;

/// The table of what to do with a throw that earns another.
const EXTRA: &str = "extra_throws";

/// The terms under which chances are asked.
#[derive(Serialize, JsonSchema)]
pub(crate) struct OddsTerms {
    /// The full rules text.
    rules: String,
    /// Whether numbers not used by these pieces are played elsewhere.
    elsewhere: bool,
}

/// One placement.
pub(super) fn one(behind: &[u32], rules: &OddsRules) -> Result<Question, Failure> {
    Ok(Question::Odds(distances::Question::One {
        under: under(rules)?,
        behind: behind.to_vec(),
    }))
}

/// All placements of a number of pieces.
pub(super) fn table(pieces: u8, max: Option<u32>, rules: &OddsRules) -> Result<Question, Failure> {
    let max = greatest(pieces, max, [10, 6, 5])?;
    Ok(Question::Odds(distances::Question::All {
        under: under(rules)?,
        pieces,
        max,
    }))
}

/// The disputed points of these chances besides the rules.
pub(super) fn point(no_elsewhere: bool) -> Point {
    let (option, says) = match no_elsewhere {
        true => (
            "without --no-elsewhere",
            "numbers not used here are played elsewhere",
        ),
        false => ("--no-elsewhere", "every number is used by these pieces"),
    };
    Change::Elsewhere(no_elsewhere).point(("elsewhere", 1), option, says)
}

/// The terms by which the pieces are played.
fn under(arguments: &OddsRules) -> Result<CaptureTerms, Failure> {
    Ok(CaptureTerms {
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

/// The throws that take, such as `1+3  2+2`.
fn throws(hits: &[Vec<u8>]) -> String {
    hits.iter().map(|throw| throw.iter().join("+")).join(" ")
}

impl Distances for CaptureTerms {
    type Asked = OddsTerms;
    type Chance = Odds;

    const NAMES: [&'static str; 2] = ["daldos-odds", "daldos-table"];
    const COMMANDS: [&'static str; 2] = ["daldos odds", "daldos table"];

    fn asked(&self) -> OddsTerms {
        OddsTerms {
            rules: self.rules.to_string(),
            elsewhere: self.elsewhere == Elsewhere::Any,
        }
    }

    fn behind(row: &Odds) -> Vec<u32> {
        row.behind.clone()
    }

    fn chance(row: &Odds) -> Odds {
        row.clone()
    }

    fn besides(printed: Printed, rows: &[Odds]) -> Printed {
        let ways = |row: &Odds| match row.on_rethrow.as_slice() {
            [rethrow] => Some(
                rethrow
                    .ways
                    .iter()
                    .map(|way| way.iter().join(","))
                    .collect(),
            ),
            _ => None,
        };
        let hits = |row: &Odds| {
            Some(Quantity::Exact(BigRational::from_integer(
                row.hits.len().into(),
            )))
        };
        printed
            .series_apart("hits", rows.iter().map(hits).collect())
            .words("on_rethrow", rows.iter().map(ways).collect())
    }

    fn sheet(&self, rows: &[Odds], _style: &Style) -> Sheet {
        let rethrows: Vec<String> = (rows.first().into_iter())
            .flat_map(|row| &row.on_rethrow)
            .map(|rethrow| rethrow.throw.iter().join("+"))
            .collect();
        let elsewhere = match self.elsewhere {
            Elsewhere::Any => "numbers not used here are played elsewhere",
            Elsewhere::Never => "every number is used by these pieces",
        };
        let heading = format!(
            "{} · chance to take a piece this many holes ahead · {elsewhere}",
            self.rules
        );
        let limit = match self.rules.extra_throws() {
            None => "without limit".to_owned(),
            Some(1) => "at most once a turn".to_owned(),
            Some(limit) => format!("at most {limit} times a turn"),
        };
        let uses = (!rethrows.is_empty()).then(|| {
            format!(
                "{} earns another throw, {limit}; how it is best used: --table {EXTRA}",
                rethrows.join(" or ")
            )
        });
        Sheet::of(rows)
            .right("behind", |row| row.behind.iter().join(", "))
            .chance("probability", "decimal", |row| &row.probability)
            .bar(|row| approx(&row.probability))
            .text("throws that take", |row| throws(&row.hits))
            .named("odds", heading)
            .notes(uses)
            .note("throws that take: what the dice show when a piece can take at once")
    }

    fn background(&self, rows: &[Odds]) -> Vec<Sheet> {
        let throws = rows.first().map_or(&[][..], |row| &row.on_rethrow);
        if throws.is_empty() {
            return Vec::new();
        }
        let earning = throws.iter().map(|rethrow| rethrow.throw.iter().join("+"));
        let heading = format!(
            "How {}, which earns another throw, is best used",
            earning.collect::<Vec<_>>().join(" or ")
        );
        let rows = rows.iter();
        let uses = rows.flat_map(|row| row.on_rethrow.iter().map(move |rethrow| (row, rethrow)));
        let sheet = Sheet::of(uses)
            .right("behind", |(row, _)| row.behind.iter().join(", "))
            .text("throw", |(_, rethrow)| rethrow.throw.iter().join("+"))
            .text("holes to move", |(_, rethrow)| {
                let ways = rethrow.ways.iter().map(|way| way.iter().join(","));
                ways.collect::<Vec<_>>().join(" or ")
            })
            .text("takes at once", |(_, rethrow)| if rethrow.takes { "yes" } else { "no" })
            .named(EXTRA, heading)
            .note(
                "holes to move: by each piece, before the next throw; 0: the piece stays, and other pieces use the numbers",
            );
        vec![sheet]
    }
}
