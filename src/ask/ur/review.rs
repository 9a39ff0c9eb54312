//! `siga ur review`: a game gone through, what throws and what plays did.

use clap::Args;

use crate::ask::args::tables::TablesPlace;
use crate::ask::prelude::*;
use crate::ask::tables::within_reach;
use crate::ask::with_throws::review::{ReviewedGame, Reviews};
use crate::exact::serial::count;
use crate::games::record::Record;
use crate::games::throws::ranked::By;
use crate::games::ur::{Player, Position};
use crate::games::ur::review::review;
use crate::games::ur::solve::USUAL_POSITIONS;
use crate::work::Note;

/// How a game is gone through.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
pub(crate) struct ReviewArgs {
    /// Solve what can follow a turn, if that is at most N positions
    #[arg(long, value_name = "N", default_value_t = USUAL_POSITIONS)]
    #[serde(serialize_with = "count")]
    #[schemars(with = "String")]
    budget: u64,
    #[command(flatten)]
    #[serde(flatten)]
    tables: TablesPlace,
}

impl Reviews for Position {
    type Terms = ReviewArgs;
    const LINES: [&'static str; 2] = ["turn", "turns"];
    const HISTORY: &'static [&'static str] = &["light wins", "lost"];

    fn measure(by: By) -> &'static str {
        match by {
            By::Win => "win: the chance to win, between proved bounds",
            _ => {
                "net: the steps ahead after the next throw, on average; a measure, not the chance to win"
            }
        }
    }

    fn reviewed(
        record: &Record<Self>,
        terms: &ReviewArgs,
        caller: Caller,
        note: &Note,
    ) -> Result<ReviewedGame<Player>, Failure> {
        let tables = within_reach(&terms.tables, &record.rules().to_string(), caller)?;
        let review = review(record, tables.as_ref(), terms.budget, note)?;
        let by_steps = review.turns.iter().any(|turn| turn.by == By::Net);
        let mut found = ReviewedGame::of(record, review);
        found.known = by_steps.then(|| {
            format!(
                "no chance to win is given where more than {} positions can follow: `siga tables build {}` makes them known",
                grouped(terms.budget),
                record.rules()
            )
        });
        Ok(found)
    }
}
