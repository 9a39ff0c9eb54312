//! A game with throws that was played, gone through: `review` of every such game.

use clap::Args;
use itertools::Itertools;

use super::GameWithThrows;
use crate::ask::disputes::Target;
use crate::ask::one_command::Command;
use crate::ask::playouts::{self, PlayoutArgs};
use crate::ask::prelude::*;
use crate::ask::record::{RecordOf, at_end, heading};
use crate::exact::Quantity;
use crate::games::record::Record;
use crate::games::throws::endgame::{self, Endgames, Known};
use crate::games::throws::luck::luck_and_skill;
use crate::games::throws::played_out::PlaysOut;
use crate::games::throws::review;
use crate::rules::RulesText;
use crate::solve::Directory;
use crate::work::Note;

/// A game that was played, gone through.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
#[serde(bound = "")]
#[schemars(bound = "P: GameWithThrows", rename = "ReviewQuery")]
pub(crate) struct Review<P: GameWithThrows> {
    #[command(flatten)]
    #[serde(flatten)]
    played: RecordOf<P>,
    #[command(flatten)]
    #[serde(flatten)]
    terms: P::ReviewArgs,
}

/// Goes through a game by its endgame, and before that as `earlier` measures its turns; with playouts where they are asked for.
///
/// # Errors
/// Those of `earlier`, and limits.
pub(crate) fn with_endgame<P: Endgames + PlaysOut>(
    record: &Record<P>,
    (tables, terms): (Option<&Directory>, &endgame::Terms),
    earlier: &review::Measure<'_, P, P::Side>,
    playouts: &PlayoutArgs,
    note: &Note,
) -> Result<(review::Review<P::Side>, Known<P>), Failure> {
    let (mut found, known) = endgame::review(record, tables, terms, earlier, note)?;
    if let Some(effort) = playouts.effort() {
        let forced = found.turns.iter().map(|turn| turn.plays == Some(1));
        let forced = forced.collect();
        found.estimates = luck_and_skill(record, forced, effort, note)?;
    }
    found.solved = known.solved().map(|solved| solved.positions() as u64);
    Ok((found, known))
}

impl<P: GameWithThrows> Review<P> {
    fn turns(&self, reviewed: &review::Review<P::Side>) -> Sheet {
        let measures = reviewed.turns.iter().map(|turn| turn.by).unique();
        let number = |value: &Option<Quantity>| {
            let value = value.as_ref();
            value.map_or(Entry::Missing("not known"), Entry::from)
        };
        Sheet::of(&reviewed.turns)
            .right("ply", |turn| turn.ply)
            .text("side", |turn| turn.side.to_string())
            .text("throw", |turn| turn.throw.clone())
            .text("play", |turn| turn.action.clone())
            .text("by", |turn| turn.by.to_string())
            .decimal("before", |turn| number(&turn.before))
            .decimal("luck", |turn| number(&turn.luck))
            .decimal("value", |turn| number(&turn.value))
            .decimal("lost", |turn| number(&turn.lost))
            .text("better play", |turn| turn.better.clone())
            .chance_decimal(P::HISTORY[0], |turn| turn.win_a.clone())
            .named("turns", heading(self.played.record(), P::LINES))
            .note(
                "before: what the position is worth to the side that throws; luck: by how much the throw changed that, played best; \
                 value: what the play is worth to the side that made it; lost: what it gave away",
            )
            .notes(measures.map(|by| P::measure(by).to_owned()))
            .notes(reviewed.known.clone())
            // The value of a position belongs to alternating sides; a line of it would only go up and down.
            .chart(Chart::HistoryOf(P::HISTORY))
    }
}

/// What the throws gave each side and its plays lost, and the course of the first side's chance to win.
fn sums<S: std::fmt::Display>(reviewed: &review::Review<S>, digits: usize) -> Sheet {
    let mut notes = Vec::new();
    if let (Some(change), Some(first)) = (&reviewed.change, reviewed.sums.first()) {
        let numbers = [&change.from, &change.to, &change.by_luck, &change.by_play];
        let [from, to, by_luck, by_play] = numbers.map(|number| number.decimal(digits));
        notes.push(format!(
            "{}'s chance to win went from {from} before ply {} to {to}: the throws of both sides changed it by {by_luck}, their plays \
             by {by_play}",
            first.side, change.from_ply
        ));
    }
    notes.push("mistakes: plays that are proved to have given something away".to_owned());
    Sheet::of(&reviewed.sums)
        .text("side", |sum| sum.side.to_string())
        .text("by", |sum| sum.by.to_string())
        .right("throws", |sum| sum.throws)
        .decimal("luck", |sum| {
            let luck = sum.luck.as_ref();
            luck.map_or(Entry::Missing("not known"), Entry::from)
        })
        .decimal("lost", |sum| &sum.lost)
        .right("mistakes", |sum| sum.mistakes)
        .named("sums", "What the throws gave and the plays lost")
        .notes(notes)
}

impl<P: GameWithThrows> Command for Review<P> {
    const WORDS: &'static [&'static str] = &[<P::Rules as RulesText>::GAME, "review"];
    const ABOUT: &'static str =
        "Go through a game that was played: what each play gave away, and what the throws did";
    type Answer = review::Review<P::Side>;

    fn ask(&mut self, caller: Caller, note: &Note) -> Result<review::Review<P::Side>, Failure> {
        let record = self.played.read(caller)?;
        P::reviewed(record, &self.terms, caller, note)
    }

    fn target(&mut self) -> Target<'_> {
        self.played.target()
    }

    fn picture(&self, _gone: &review::Review<P::Side>) -> Option<Picture> {
        Some(at_end(self.played.record()))
    }

    fn tables(&self, reviewed: &review::Review<P::Side>, style: &Style) -> Vec<Sheet> {
        let estimates = reviewed.estimates.iter();
        let estimates = estimates.flat_map(|found| playouts::luck_and_skill::sheets(found, style));
        [self.turns(reviewed), sums(reviewed, style.places())]
            .into_iter()
            .chain(estimates)
            .collect()
    }
}
