//! A game that was played, gone through.

use clap::Args;

use super::args::{Commands, TurnWork};
use super::endgame::{self, LimitArgs};
use crate::ask::args::measure::measure_of_turns;
use crate::ask::playouts::PlayoutArgs;
use crate::ask::prelude::*;
use crate::ask::with_throws::review::{ReviewedGame, Reviews};
use crate::board::Team;
use crate::games::record::Record;
use crate::games::running_fight::analyse::measured;
use crate::games::running_fight::position::Position;
use crate::games::throws::Turn;
use crate::games::throws::endgame::Terms;
use crate::games::throws::ranked::By;
use crate::work::Note;

/// How a game is gone through.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
#[serde(bound = "")]
#[schemars(bound = "R: Commands")]
pub(crate) struct ReviewArgs<R: Commands> {
    /// The measure of plays where the chance to win is not known
    #[arg(long, value_parser = measure_of_turns(), default_value = "net")]
    by: By,
    #[command(flatten)]
    #[serde(flatten)]
    work: TurnWork<R>,
    #[command(flatten)]
    #[serde(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    #[serde(flatten)]
    playouts: PlayoutArgs,
}

/// That no chance to win is given, and why.
fn without_chances<R: Commands>(record: &Record<Position<R>>, positions: u32) -> Option<String> {
    (positions > 0 && !record.turns().is_empty()).then(|| {
        format!(
            "no chance to win is given: more than {} positions can follow each of these turns (with few pieces left, a larger --positions N may solve more)",
            grouped(positions.into()),
        )
    })
}

impl<R: Commands> Reviews for Position<R> {
    type Terms = ReviewArgs<R>;
    const LINES: [&'static str; 2] = ["turn", "turns"];

    fn measure(by: By) -> &'static str {
        match by {
            By::Win if R::DRAWN => "win: the chance to win; a draw is half a win",
            By::Win => "win: the chance to win",
            By::Take => "take: the pieces taken",
            By::Safe => "safe: the chance that the next turn takes something, lower is better",
            By::Net => "net: the net gain in pieces to the end of the next turn, on average",
        }
    }

    fn reviewed(
        record: &Record<Self>,
        terms: &ReviewArgs<R>,
        _caller: Caller,
        note: &Note,
    ) -> Result<ReviewedGame<Team>, Failure> {
        let solved_for = Terms::from(&terms.limits);
        let by = terms.by;
        let earlier = |turn: &Turn<Self>| Ok(measured(turn, by, terms.work.budget));
        let from = (None, &solved_for);
        let (mut found, solved_by) =
            ReviewedGame::with_endgame(record, from, &earlier, &terms.playouts, note)?;
        found.known = match solved_by.solved() {
            Some(solved) => Some(endgame::known(solved, solved_for.max_throws)),
            None => without_chances(record, solved_for.positions),
        };
        Ok(found)
    }
}
