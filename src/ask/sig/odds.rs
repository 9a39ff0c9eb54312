//! `siga sig odds` and `siga sig table`: capture chances by distance.

use itertools::Itertools;

use super::{Ended, Thrown, Yields, stopped_note};
use crate::ask::distances::Distances;
use crate::ask::prelude::*;
use crate::exact::{Quantity, approx, decimal_at_most};
use crate::games::sig::Position;
use crate::games::sig::moves::Yield;
use crate::games::sig::odds::Odds;
use crate::games::sig::question::CaptureTerms;
use crate::games::sig::rules::{Cancel, Order};
use crate::render::words;

/// The terms under which chances are asked.
#[derive(Serialize, JsonSchema)]
pub(crate) struct OddsTerms {
    /// The full rules text.
    rules: String,
    /// Turns of more throws are left open; `null` without a limit.
    max_throws: Option<u32>,
    /// Steps of work; of a table for all rows together.
    budget: Count,
}

/// The chance that pieces behind an enemy piece take it this turn.
// Not `Odds`: throws and what ended the work are words.
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
    stopped: Option<Ended>,
}

fn sum(played: &Yield) -> String {
    played.throws().iter().join("+")
}

/// Yields shown for one placement.
const SHOWN: usize = 8;

impl Distances for CaptureTerms {
    type Asked = OddsTerms;
    type Chance = Chance;

    const NAMES: [&'static str; 2] = ["sig-odds", "sig-table"];
    const COMMANDS: [&'static str; 2] = ["sig odds", "sig table"];

    fn asked(&self) -> OddsTerms {
        OddsTerms {
            rules: self.rules.to_string(),
            max_throws: self.effort.max_throws,
            budget: Count::of(self.effort.budget),
        }
    }

    fn behind(row: &Odds) -> Vec<u32> {
        row.behind.clone()
    }

    fn chance(row: &Odds) -> Chance {
        Chance {
            behind: row.behind.clone(),
            probability: row.probability.clone(),
            hits: row.hits.iter().map(Position::throws).collect(),
            hits_up_to: row.hits_up_to,
            stopped: row.stopped.map(Ended::from),
        }
    }

    fn sheet(&self, rows: &[Odds], style: &Style) -> Sheet {
        let digits = style.places();
        let hits = |row: &&Odds| {
            let more = if row.hits.len() > SHOWN { " …" } else { "" };
            row.hits.iter().take(SHOWN).map(sum).join(" ") + more
        };
        let mut notes = vec![
            match self.rules.order {
                Order::Any => "yields that take: the smallest, their throws used in any order",
                Order::Thrown => "yields that take: the smallest, if thrown in a fitting order",
            }
            .to_owned(),
        ];
        let widest = rows.iter().filter_map(|row| row.probability.width()).max();
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
                decimal_at_most(&width, digits.max(9))
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
        let heading = format!(
            "{} · chance to take a piece this many cells ahead · throws not used here are used elsewhere",
            self.rules
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
