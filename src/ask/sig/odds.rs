//! `siga sig odds` and `siga sig table`: capture chances by distance.

use clap::Args;
use itertools::Itertools;

use crate::ask::disputes::Target;
use crate::ask::distances::Distances;
use crate::ask::prelude::*;
use crate::ask::running_fight::analyse::stopped_note;
use crate::ask::running_fight::args::EffortArgs;
use crate::ask::subject::RulesArgs;
use crate::exact::{approx, decimal_at_most};
use crate::games::sig::Rules;
use crate::games::sig::odds::{Odds, odds, table};
use crate::games::sig::rules::{Cancel, Order};
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

/// Yields shown for one placement.
const SHOWN: usize = 8;

impl Distances for OddsTerms {
    type Chance = Odds;

    const WORDS: [&'static [&'static str]; 2] = [&["sig", "odds"], &["sig", "table"]];
    const GREATEST: [u32; 3] = [20, 10, 7];

    fn one(&mut self, behind: &[u32]) -> Result<Odds, Failure> {
        Ok(odds(self.rules.read()?, behind, &self.effort.of())?)
    }

    fn all(&mut self, pieces: usize, max: u32) -> Result<Vec<Odds>, Failure> {
        Ok(table(self.rules.read()?, pieces, max, &self.effort.of())?)
    }

    fn target(&mut self) -> Target<'_> {
        self.rules.target()
    }

    fn behind(row: &Odds) -> &[u32] {
        &row.behind
    }

    fn sheet(&self, rows: &[Odds], style: &Style) -> Sheet {
        let digits = style.places();
        let hits = |row: &&Odds| {
            let more = if row.hits.len() > SHOWN { " …" } else { "" };
            row.hits
                .iter()
                .take(SHOWN)
                .map(|hit| hit.throws().iter().join("+"))
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
