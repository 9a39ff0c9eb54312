//! The chance to win over the last turns of a game, and what throws and plays changed.

use super::args::Commands;
use super::endgame;
use crate::ask::prelude::*;
use crate::board::Team;
use crate::games::record::Record;
use crate::games::running_fight::chances::{Chances, Change, Reviewed, Sum};
use crate::games::running_fight::position::{Play, Position};

/// The chance to win over the last turns, a draw being half a win.
#[derive(Serialize, JsonSchema)]
pub(crate) struct LastTurns {
    /// Every turn from there on.
    turns: Vec<LastTurn>,
    /// `A` and then `B`; `throws` are turns.
    sums: Vec<Sum>,
    /// The course of A's chance.
    pub(super) change: Change,
    /// The states that were solved.
    states: Count,
    /// How the chances are known.
    #[serde(skip)]
    known: String,
}

/// A turn with its play. Values are those of the side that throws.
#[derive(Serialize, JsonSchema)]
struct LastTurn {
    /// Its number, from 1.
    ply: usize,
    side: Team,
    #[serde(flatten)]
    reviewed: Reviewed<String>,
}

impl LastTurns {
    /// Of a game that was gone through.
    pub(super) fn of<R: Commands>(
        record: &Record<Position<R>>,
        chances: Chances<Play<R>>,
        max_throws: u32,
    ) -> Self {
        let first = chances.change.from_ply;
        let turns = record.turns()[first - 1..].iter();
        let turns = (first..).zip(turns.zip(&chances.turns));
        let turns = turns.map(|(ply, (turn, reviewed))| LastTurn {
            ply,
            side: turn.position.side(),
            reviewed: reviewed.map(|play| play.text()),
        });
        Self {
            turns: turns.collect(),
            states: Count::of(chances.solution.states as u64),
            known: endgame::solved(&chances.solution, max_throws),
            sums: chances.sums,
            change: chances.change,
        }
    }

    /// The turns and their sums, for people; `drawn`: whether the game knows draws.
    pub(super) fn sheets(&self, drawn: bool, digits: usize) -> Vec<Sheet> {
        let heading = format!("The chance to win from ply {} on", self.change.from_ply);
        let drawn = if drawn { "; a draw is half a win" } else { "" };
        let turns = Sheet::of(&self.turns)
            .right("ply", |turn| turn.ply)
            .text("side", |turn| turn.side.to_string())
            .decimal("before", |turn| turn.reviewed.before.clone())
            .decimal("luck", |turn| turn.reviewed.luck.clone())
            .decimal("lost", |turn| turn.reviewed.lost.clone())
            .text("better play", |turn| turn.reviewed.better.clone())
            .chance_decimal("A wins", |turn| turn.reviewed.win_of_a(turn.side))
            .named("chances", heading)
            .note(format!(
                "before: the chance to win of the side that throws{drawn}; luck: by how much the throw changed it, played best; \
                 lost: what the play gave away"
            ))
            .note(self.known.clone())
            .chart(Chart::HistoryOf(&["A wins", "lost"]));
        let change = Some(&self.change);
        vec![turns, sums("chance-sums", &self.sums, change, digits)]
    }
}

/// What the throws gave each side and its plays lost, and the course of A's chance to win.
pub(crate) fn sums(
    name: &'static str,
    sums: &[Sum],
    change: Option<&Change>,
    digits: usize,
) -> Sheet {
    let mut notes = Vec::new();
    if let Some(change) = change {
        let numbers = [&change.from, &change.to, &change.by_luck, &change.by_play];
        let [from, to, by_luck, by_play] = numbers.map(|number| number.decimal(digits));
        notes.push(format!(
            "A's chance to win went from {from} before ply {} to {to}: the throws of both sides changed it by {by_luck}, their plays by \
             {by_play}",
            change.from_ply
        ));
    }
    notes.push("mistakes: plays that are proved to have given something away".to_owned());
    Sheet::of(sums)
        .text("side", |sum| sum.side.to_string())
        .text("by", |sum| sum.by.to_string())
        .right("throws", |sum| sum.throws)
        .decimal("luck", |sum| &sum.luck)
        .decimal("lost", |sum| &sum.lost)
        .right("mistakes", |sum| sum.mistakes)
        .named(name, "What the dice gave and the plays lost")
        .notes(notes)
}
