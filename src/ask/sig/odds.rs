//! `siga sig odds` and `siga sig table`: capture chances by distance.

use clap::Args;
use itertools::Itertools;

use crate::ask::disputes::Target;
use crate::ask::distances::Distances;
use crate::ask::prelude::*;
use crate::ask::running_fight::Thrown;
use crate::ask::running_fight::analyse::stopped_note;
use crate::ask::running_fight::args::EffortArgs;
use crate::ask::subject::RulesArgs;
use crate::exact::{Quantity, approx, decimal_at_most};
use crate::games::sig::odds::{Odds, odds, table};
use crate::games::sig::rules::{Cancel, Order};
use crate::games::sig::{Rules, Stopped};
use crate::render::words;

/// The terms under which chances are asked.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
pub(crate) struct OddsTerms {
    #[command(flatten)]
    #[serde(flatten)]
    rules: RulesArgs<Rules>,
    #[command(flatten)]
    #[serde(flatten)]
    effort: EffortArgs<Rules>,
}

/// The chance that pieces behind an enemy piece take it this turn.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Chance {
    /// Cells each piece stands behind the target, as asked.
    behind: Vec<u32>,
    /// Chance to take it this turn: exact, or bounded.
    probability: Quantity,
    /// The smallest yields that take, the shortest first: numbers, or `khadzh`; under `order=thrown` those that take in some order.
    hits: Vec<Vec<Thrown>>,
    /// Hits of more throws before the last were not looked for; `null` if these are all.
    hits_up_to: Option<u32>,
    /// Where the budget ended the work; `null` if it did not.
    stopped: Option<Stopped>,
}

impl From<Odds> for Chance {
    fn from(odds: Odds) -> Self {
        Self {
            hits: odds.hits.iter().map(Thrown::all).collect(),
            behind: odds.behind,
            probability: odds.probability,
            hits_up_to: odds.hits_up_to,
            stopped: odds.stopped,
        }
    }
}

/// Yields shown for one placement.
const SHOWN: usize = 8;

impl Distances for OddsTerms {
    type Chance = Chance;

    const WORDS: [&'static [&'static str]; 2] = [&["sig", "odds"], &["sig", "table"]];
    const HELP: [&'static str; 2] = [
        "\
The pieces are freed and stand alone on a straight track; throws not wanted here are used elsewhere.

Examples:
  siga sig odds --behind 9
  siga sig odds --behind 4,8 --rules sig:ludii
  siga sig odds --behind 8,12 --rules sig:depaulis,order=thrown
  siga sig odds --behind 8 --rules sig:depaulis,cancel=stack --max-throws 60",
        "\
Examples:
  siga sig table
  siga sig table --rules sig:ludii --pieces 2 --max 8
  siga sig table --format markdown",
    ];
    const GREATEST: [u32; 3] = [20, 10, 7];

    fn one(&mut self, behind: &[u32]) -> Result<Chance, Failure> {
        Ok(odds(self.rules.read()?, behind, &self.effort.of())?.into())
    }

    fn all(&mut self, pieces: usize, max: u32) -> Result<Vec<Chance>, Failure> {
        let rows = table(self.rules.read()?, pieces, max, &self.effort.of())?;
        Ok(rows.into_iter().map(Chance::from).collect())
    }

    fn target(&mut self) -> Target<'_> {
        self.rules.target()
    }

    fn behind(row: &Chance) -> &[u32] {
        &row.behind
    }

    fn sheet(&self, rows: &[Chance], style: &Style) -> Sheet {
        let digits = style.places();
        let hits = |row: &&Chance| {
            let more = if row.hits.len() > SHOWN { " …" } else { "" };
            row.hits
                .iter()
                .take(SHOWN)
                .map(|hit| hit.iter().join("+"))
                .join(" ")
                + more
        };
        let mut notes = vec![
            match self.rules.get().order {
                Order::Any => "yields that take: the smallest, their throws used in any order",
                Order::Thrown => "yields that take: the smallest, if thrown in a fitting order",
            }
            .to_owned(),
        ];
        let widest = rows.iter().filter_map(|row| row.probability.width()).max();
        if let Some(width) = widest.filter(|width| *width > num_traits::Zero::zero()) {
            let why = match self.rules.get().cancel {
                _ if rows.iter().any(|row| row.stopped.is_some()) => "work was not enough",
                Cancel::Stack if self.effort.of().max_throws.is_none() => {
                    "cancel=stack makes these chances irrational"
                }
                _ => "longer turns are left open",
            };
            notes.push(format!(
                "proved bounds, at most {} apart: {why}",
                decimal_at_most(&width, digits.max(9))
            ));
        }
        let stopped = rows.iter().filter_map(|row| row.stopped.as_ref());
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
        let heading = format!(
            "{} · chance to take a piece this many cells ahead · throws not used here are used elsewhere",
            self.rules.get()
        );
        Sheet::of(rows)
            .right("behind", |row| row.behind.iter().join(", "))
            .chance("probability", "decimal", |row| row.probability.clone())
            .bar(|row| approx(&row.probability.ends().unwrap_or_default().0))
            .text("yields that take", hits)
            .named("odds", heading)
            .notes(notes)
    }
}
