//! The chance to win over the last turns of a game, and what throws and plays changed.

use super::args::Commands;
use super::endgame;
use crate::ask::prelude::*;
use crate::board::Team;
use crate::games::running_fight::chances::{Chances, Change, Reviewed, Sum};
use crate::games::running_fight::position::Play;
use crate::games::running_fight::review::{Answer, Turn};

/// The chance to win over the last turns, a draw being half a win.
#[derive(Serialize, JsonSchema)]
pub(crate) struct LastTurns {
    /// Every turn from there on.
    turns: Vec<LastTurn>,
    /// `A` and then `B`; `throws` are turns.
    sums: Vec<Sum>,
    /// The course of A's chance.
    change: Change,
    /// The states that were solved.
    states: Count,
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

/// The last turns of a game that was gone through, with their numbers.
fn last<'a, R: Commands>(
    answer: &'a Answer<R>,
    chances: &'a Chances<Play<R>>,
) -> impl Iterator<Item = (usize, &'a Turn<R>, &'a Reviewed<Play<R>>)> {
    let first = chances.change.from_ply;
    let turns = answer.question.record.turns()[first - 1..].iter();
    let turns = turns.zip(&chances.turns).zip(first..);
    turns.map(|((turn, reviewed), ply)| (ply, turn, reviewed))
}

/// The same for programs.
pub(crate) fn last_turns<R: Commands>(answer: &Answer<R>) -> Option<LastTurns> {
    let chances = answer.chances.as_ref()?;
    let turns = last(answer, chances).map(|(ply, turn, reviewed)| LastTurn {
        ply,
        side: turn.position.side(),
        reviewed: reviewed.map(|play| play.text()),
    });
    Some(LastTurns {
        turns: turns.collect(),
        sums: chances.sums.clone(),
        change: chances.change.clone(),
        states: Count::of(chances.solution.states as u64),
    })
}

/// The same for people: the turns and their sums.
pub(crate) fn sheets<R: Commands>(answer: &Answer<R>, digits: usize) -> Vec<Sheet> {
    let Some(chances) = &answer.chances else {
        return Vec::new();
    };
    let heading = format!("The chance to win from ply {} on", chances.change.from_ply);
    let drawn = if R::DRAWN {
        "; a draw is half a win"
    } else {
        ""
    };
    let turns = Sheet::of(last(answer, chances))
        .right("ply", |(ply, ..)| *ply)
        .text("side", |(_, turn, _)| turn.position.side().to_string())
        .decimal("before", |(.., reviewed)| reviewed.before.clone())
        .decimal("luck", |(.., reviewed)| reviewed.luck.clone())
        .decimal("lost", |(.., reviewed)| reviewed.lost.clone())
        .text("better play", |(.., reviewed)| {
            reviewed.better.as_ref().map(|play| play.text())
        })
        .chance_decimal("A wins", |(_, turn, reviewed)| {
            reviewed.win_of_a(turn.position.side())
        })
        .named("chances", heading)
        .note(format!(
            "before: the chance to win of the side that throws{drawn}; luck: by how much the throw changed it, played best; \
             lost: what the play gave away"
        ))
        .note(endgame::solved(&chances.solution, answer.question.endgame.max_throws))
        .chart(Chart::HistoryOf(&["A wins", "lost"]));
    let change = Some(&chances.change);
    vec![turns, sums("chance-sums", &chances.sums, change, digits)]
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
