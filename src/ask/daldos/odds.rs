//! `siga daldos odds` and `table`: capture chances.

use clap::Args;
use itertools::Itertools;
use num_rational::BigRational;

use crate::ask::disputes::Target;
use crate::ask::disputes::{Change, Point};
use crate::ask::distances::Distances;
use crate::ask::prelude::*;
use crate::ask::subject::RulesArgs;
use crate::exact::{Quantity, approx};
use crate::games::daldos::odds::{self, Elsewhere, Odds};
use crate::games::daldos::rules::Rules;
use crate::render::printed::Printed;

/// The table of what to do with a throw that earns another.
const EXTRA: &str = "extra_throws";

/// The terms under which pieces are played.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
pub(crate) struct OddsTerms {
    #[command(flatten)]
    #[serde(flatten)]
    rules: RulesArgs<Rules>,
    /// Every number must be used by these pieces where it legally can
    #[arg(long)]
    no_elsewhere: bool,
}

impl OddsTerms {
    fn elsewhere(&self) -> Elsewhere {
        match self.no_elsewhere {
            true => Elsewhere::Never,
            false => Elsewhere::Any,
        }
    }
}

/// The throws that take, such as `1+3  2+2`.
fn throws(hits: &[Vec<u8>]) -> String {
    hits.iter().map(|throw| throw.iter().join("+")).join(" ")
}

impl Distances for OddsTerms {
    type Chance = Odds;

    const WORDS: [&'static [&'static str]; 2] = [&["daldos", "odds"], &["daldos", "table"]];
    const GREATEST: [u32; 3] = [10, 6, 5];

    fn one(&mut self, behind: &[u32]) -> Result<Odds, Failure> {
        let elsewhere = self.elsewhere();
        Ok(odds::odds(self.rules.read()?, behind, elsewhere)?)
    }

    fn all(&mut self, pieces: usize, max: u32) -> Result<Vec<Odds>, Failure> {
        let elsewhere = self.elsewhere();
        Ok(odds::table(self.rules.read()?, pieces, max, elsewhere)?)
    }

    fn target(&mut self) -> Target<'_> {
        self.rules.target()
    }

    fn behind(row: &Odds) -> &[u32] {
        &row.behind
    }

    fn points(&self) -> Vec<Point> {
        let (option, says) = match self.no_elsewhere {
            true => (
                "without --no-elsewhere",
                "other pieces can use the other numbers",
            ),
            false => ("--no-elsewhere", "every number is used by these pieces"),
        };
        vec![Change::Elsewhere(self.no_elsewhere).point(("elsewhere", 1), option, says)]
    }

    fn change(&mut self, change: &Change) -> bool {
        match change {
            Change::Elsewhere(elsewhere) => self.no_elsewhere = !elsewhere,
            _ => return false,
        }
        true
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
        let elsewhere = match self.elsewhere() {
            Elsewhere::Any => "other pieces can use the other numbers",
            Elsewhere::Never => "every number is used by these pieces",
        };
        let heading = format!(
            "{} · chance to take a piece this many holes ahead · {elsewhere}",
            self.rules.get()
        );
        let limit = match self.rules.get().extra_throws() {
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
