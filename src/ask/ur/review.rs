//! `siga ur review`: a game gone through, what throws and what plays did.

use clap::Args;

use crate::ask::args::tables::TablesPlace;
use crate::ask::prelude::*;
use crate::ask::tables::within_reach;
use crate::ask::with_throws::review::{Found, Reviews};
use crate::exact::serial::count;
use crate::games::record::Record;
use crate::games::throws::ranked::By;
use crate::games::ur::Position;
use crate::games::ur::review::review;
use crate::games::ur::solve::USUAL_POSITIONS;
use crate::work::Note;

/// How a game is gone through.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
pub(crate) struct ReviewArgs {
    /// Stop with an error where more than N positions can follow the first
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

    fn help() -> String {
        "\
A line of the moves is the side, the throw and the play: `light 2: in-A3`.

Examples:
  siga ur review --record \"game: ur; rules: ur:finkel2; moves:; light 4: in-A1; light 2: in-A3; dark 0: pass\""
            .to_owned()
    }

    fn measure(_by: By) -> &'static str {
        "win: the chance to win, between proved bounds"
    }

    fn reviewed(
        record: &Record<Self>,
        terms: &ReviewArgs,
        caller: Caller,
        note: &Note,
    ) -> Result<Found<Self>, Failure> {
        let tables = within_reach(&terms.tables, &record.rules().to_string(), caller)?;
        Ok(Found {
            review: review(record, tables.as_ref(), terms.budget, note)?,
            solved: None,
            known: None,
            estimates: None,
        })
    }
}
