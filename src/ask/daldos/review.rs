//! `siga daldos review`: a game that was played, gone through.

use clap::Args;

use crate::ask::args::measure::measure_of_turns;
use crate::ask::args::tables::TablesPlace;
use crate::ask::playouts::PlayoutArgs;
use crate::ask::prelude::*;
use crate::ask::tables::within_reach;
use crate::ask::with_throws::review::{ReviewedGame, Reviews};
use crate::exact::serial::count;
use crate::games::daldos::{Position, Team};
use crate::games::daldos::analyse::{By, Closeness};
use crate::games::daldos::review::measured;
use crate::games::record::Record;
use crate::games::throws::Turn;
use crate::games::throws::endgame::{Endgames as _, Terms};
use crate::work::Note;

/// How a game is gone through.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
pub(crate) struct ReviewArgs {
    /// The measure of plays where the chance to win is not known
    #[arg(long, value_parser = measure_of_turns(), default_value = "net")]
    by: By,
    /// Solve the endgame of the game, if it has at most N positions; 0: none
    #[arg(long, value_name = "N", default_value_t = 20_000,
          value_parser = clap::value_parser!(u32).range(0..=5_000_000))]
    positions: u32,
    /// Chances to win as fractions, of at most 14,000 positions
    #[arg(long)]
    exact: bool,
    /// The most work for each throw, in throws and plays looked at; more work brings the bounds closer
    #[arg(long, value_name = "N", default_value_t = 100_000,
          value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    #[serde(serialize_with = "count")]
    #[schemars(with = "String")]
    budget: u64,
    #[command(flatten)]
    #[serde(flatten)]
    tables: TablesPlace,
    #[command(flatten)]
    #[serde(flatten)]
    playouts: PlayoutArgs,
}

impl Reviews for Position {
    type Terms = ReviewArgs;
    const LINES: [&'static str; 2] = ["throw", "throws"];

    fn measure(by: By) -> &'static str {
        match by {
            By::Take => "take: the chance to take something in this turn",
            By::Safe => {
                "safe: the chance that the opponent takes something in the next turn, lower is better"
            }
            By::Net => "net: the net gain in pieces to the end of the next turn, on average",
            By::Win => "win: the chance to win",
        }
    }

    fn reviewed(
        record: &Record<Self>,
        asked: &ReviewArgs,
        caller: Caller,
        note: &Note,
    ) -> Result<ReviewedGame<Team>, Failure> {
        let most = match asked.exact {
            true => asked.positions.min(Self::MOST_EXACT as u32),
            false => asked.positions,
        };
        let terms = Terms {
            exact: asked.exact,
            ..Terms::positions(most)
        };
        let options = Closeness {
            budget: asked.budget,
            ..Closeness::default()
        };
        let earlier = |turn: &Turn<Self>| measured(turn, asked.by, &options);
        let tables = within_reach(&asked.tables, &record.rules().to_string(), caller)?;
        let from = (tables.as_ref(), &terms);
        let (mut found, _) =
            ReviewedGame::with_endgame(record, from, &earlier, &asked.playouts, note)?;
        found.known = found.change.as_ref().map(|change| {
            let how = match (&found.solved, asked.exact) {
                (Some(positions), exact) => {
                    let positions = counted(positions.grouped(), "position", "positions");
                    let how = if exact { "exact" } else { "proved bounds" };
                    format!("from an endgame of {positions}, {how}")
                }
                (None, _) => "from tables, proved bounds".to_owned(),
            };
            format!(
                "chances to win are known from ply {} on, {how}",
                change.from_ply
            )
        });
        Ok(found)
    }
}
