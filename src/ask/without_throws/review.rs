//! A game without throws gone through: `review` of every such game.

use std::fmt::Debug;
use std::iter;

use clap::Args;

use super::GameWithoutThrows;
use crate::ask::args::tables::TablesPlace;
use crate::ask::disputes::Target;
use crate::ask::one_command::Command;
use crate::ask::prelude::*;
use crate::ask::record::RecordOf;
use crate::ask::record::{at_end, heading};
use crate::ask::tables::within_reach;
use crate::board::Side;
use crate::exact::serial::count;
use crate::games::described::Move;
use crate::games::goal::Goal;
use crate::games::record::Record;
use crate::games::review::{Means, Reviewed, Worth, review};
use crate::rules::RulesText;
use crate::solve::retro::Outcome;
use crate::work::Note;

/// A game that was played, gone through.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
#[serde(bound = "")]
#[schemars(bound = "P: GameWithoutThrows", rename = "Review")]
pub(crate) struct Review<P: GameWithoutThrows> {
    #[command(flatten)]
    #[serde(flatten)]
    played: RecordOf<P>,
    /// Look at N positions at most for each move
    #[arg(long, value_name = "N", default_value_t = 100_000,
          value_parser = clap::value_parser!(u64).range(1..=20_000_000))]
    #[serde(serialize_with = "count")]
    #[schemars(with = "String")]
    budget: u64,
    #[command(flatten)]
    #[serde(flatten)]
    tables: TablesPlace,
}

/// A game gone through: the moves that are proved to have given something away.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ReviewedGame {
    /// Every move, in order.
    moves: Vec<ReviewedMove>,
    /// The position at the end, on one line.
    end: String,
    /// Whether the game is over there.
    over: bool,
    /// `x` and then `o`.
    sums: Vec<Sum>,
}

/// A move; outcomes are those of the side that chose it.
#[derive(Serialize, JsonSchema)]
struct ReviewedMove {
    /// Its number, from 1.
    ply: usize,
    /// The side that chose it.
    side: Side,
    /// The position before it, on one line.
    position: String,
    /// As in a record.
    #[serde(rename = "move")]
    action: String,
    #[serde(flatten)]
    reviewed: Reviewed<Move>,
}

/// The moves of a side.
#[derive(Serialize, JsonSchema)]
struct Sum {
    side: Side,
    /// How many.
    moves: usize,
    /// The moves proved to have given something away, each by its own `goal`.
    mistakes: usize,
    /// The moves of which it is not known whether they did.
    open: usize,
}

impl ReviewedGame {
    fn of<P: GameWithoutThrows>(record: &Record<P>, reviewed: Vec<Reviewed<Move>>) -> Self {
        let turns = iter::zip(record.turns(), reviewed);
        let moves = (1..)
            .zip(turns)
            .map(|(ply, (turn, reviewed))| ReviewedMove {
                ply,
                side: turn.position.chooses(),
                position: turn.position.to_string(),
                action: turn.action.to_string(),
                reviewed,
            });
        let moves: Vec<ReviewedMove> = moves.collect();
        let end = record.end();
        Self {
            end: end.to_string(),
            over: end.over().is_some(),
            sums: Side::BOTH.map(|side| Sum::of(side, &moves)).into(),
            moves,
        }
    }
}

impl Sum {
    fn of(side: Side, moves: &[ReviewedMove]) -> Self {
        let own = || moves.iter().filter(move |played| played.side == side);
        let judged = |what| {
            own()
                .filter(|played| played.reviewed.mistake == what)
                .count()
        };
        Self {
            side,
            moves: own().count(),
            mistakes: judged(Some(true)),
            open: judged(None),
        }
    }
}

/// The value of a position, for people.
pub(crate) fn said(goal: Goal, worth: Worth, unit: [&str; 2]) -> Entry {
    if goal == Goal::FirstCapture {
        return first_capture(worth);
    }
    let length = worth.length.map_or_else(String::new, |length| {
        format!(" in {}", counted(length, unit[0], unit[1]))
    });
    match (worth.at_least, worth.at_most) {
        (least, most) if least == most => Entry::Text(format!("{least}{length}")),
        (Outcome::Draw, _) => Entry::Text("at least a draw".to_owned()),
        (_, Outcome::Draw) => Entry::Text("at most a draw".to_owned()),
        _ => Entry::Missing("not known"),
    }
}

/// The side that makes the first capture, for people.
fn first_capture(worth: Worth) -> Entry {
    let plies = worth
        .length
        .map_or_else(String::new, |plies| format!(" on ply {plies}"));
    match worth.outcome() {
        Some(Outcome::Win) => Entry::Text(format!("takes first{plies}")),
        Some(Outcome::Loss) => Entry::Text(format!("the other takes first{plies}")),
        Some(Outcome::Draw) => Entry::Text("nobody takes first".to_owned()),
        None => Entry::Missing("not known"),
    }
}

impl<P: GameWithoutThrows> Command for Review<P> {
    const WORDS: &'static [&'static str] = &[<P::Rules as RulesText>::GAME, "review"];
    const ABOUT: &'static str =
        "Go through a game that was played: the moves that gave something away";
    type Answer = ReviewedGame;

    fn ask(&mut self, caller: Caller, note: &Note) -> Result<ReviewedGame, Failure> {
        let record = self.played.read(caller)?;
        let means = Means {
            budget: self.budget,
            tables: within_reach(&self.tables, &record.rules().to_string(), caller)?,
        };
        Ok(ReviewedGame::of(record, review(record, &means, note)?))
    }

    fn target(&mut self) -> Target<'_> {
        self.played.target()
    }

    fn picture(&self, _gone: &ReviewedGame) -> Option<Picture> {
        Some(at_end(self.played.record()))
    }

    fn tables(&self, gone: &ReviewedGame, _style: &Style) -> Vec<Sheet> {
        let said = |played: &ReviewedMove, worth| said(played.reviewed.goal, worth, P::LENGTH);
        let moves = Sheet::of(&gone.moves)
            .right("ply", |played| played.ply)
            .text("side", |played| played.side.to_string())
            .text("move", |played| played.action.clone())
            .text("before", |played| said(played, played.reviewed.before))
            .text("after", |played| said(played, played.reviewed.after))
            .text("better", |played| played.reviewed.better.map(|better| better.to_string()))
            .named("moves", heading(self.played.record(), ["move", "moves"]))
            .note("before, after: the proved values of the position and of the move played in it, for the side that moves; plies count from the position");
        let by_first = |played: &ReviewedMove| played.reviewed.goal == Goal::FirstCapture;
        let moves = match gone.moves.iter().any(by_first) {
            true => moves.note("takes first: the value in the whole game is not known, so the placing is judged by who can force the first capture; plies count from the first move after it"),
            false => moves,
        };
        let sums = Sheet::of(&gone.sums)
            .text("side", |sum| sum.side.to_string())
            .right("moves", |sum| sum.moves)
            .right("mistakes", |sum| sum.mistakes)
            .right("not known", |sum| sum.open)
            .named("sums", "What the moves gave away")
            .note("mistakes: moves that are proved to have given something away");
        let open = gone.sums.iter().any(|sum| sum.open > 0);
        let more = format!(
            "not known: no value is proved within {} positions for each move; --budget N allows more",
            grouped(self.budget)
        );
        vec![moves, sums.notes(open.then_some(more))]
    }
}
