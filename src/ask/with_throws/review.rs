//! A game with throws that was played, gone through: `review` of every such game.

use clap::Args;
use itertools::Itertools;

use super::GameWithThrows;
use crate::ask::disputes::Target;
use crate::ask::one_command::Command;
use crate::ask::playouts::{PlayoutArgs, luck_and_skill};
use crate::ask::prelude::*;
use crate::ask::record::{RecordOf, at_end, heading};
use crate::exact::Quantity;
use crate::games::playouts::LuckAndSkill;
use crate::games::record::Record;
use crate::games::throws::endgame::{self, Endgames, Known};
use crate::games::throws::played_out::{self, PlaysOut};
use crate::games::throws::review::{self, Change, Reviewed, Sum};
use crate::games::throws::{Turn, WithThrows};
use crate::rules::RulesText;
use crate::solve::Directory;
use crate::work::{Fault, Note};

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

/// A game gone through: what each play gave away, and what the throws did.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ReviewedGame")]
pub(crate) struct ReviewedGame<S> {
    /// Every turn with its play, in order.
    turns: Vec<ReviewedTurn<S>>,
    /// The position at the end, on one line.
    end: String,
    /// Whether the game is over there.
    over: bool,
    /// The side that has won, if the game is over and somebody has.
    winner: Option<S>,
    /// For each measure that occurs, the first side and then the other.
    sums: Vec<Sum<S>>,
    /// The course of the first side's chance to win; `null` where it is never known.
    pub(crate) change: Option<Change>,
    /// The positions, or states, of the endgame that was solved; `null` if none was.
    pub(crate) solved: Option<Count>,
    /// With `--simulate`: what throws and plays changed, by playouts.
    #[serde(skip_serializing_if = "Option::is_none")]
    estimates: Option<LuckAndSkill>,
    /// How chances to win are known, or why they are not.
    #[serde(skip)]
    pub(crate) known: Option<String>,
}

/// A throw with its play. Values are those of the side that throws.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ReviewedTurn")]
struct ReviewedTurn<S> {
    /// Its number, from 1.
    ply: usize,
    /// The side that throws.
    side: S,
    /// The position before it, on one line.
    position: String,
    /// The throw, as in a record.
    throw: String,
    /// The play, as in a record.
    #[serde(rename = "move")]
    action: String,
    #[serde(flatten)]
    reviewed: Reviewed,
    /// The chance of the first side to win before the throw, where it is known.
    win_a: Option<Quantity>,
}

impl<S> ReviewedGame<S> {
    /// A game gone through, nothing being said of how its chances to win are known.
    pub(crate) fn of<P: WithThrows<Side = S>>(
        record: &Record<P>,
        review: review::Review<S>,
    ) -> Self {
        let turns = record.turns().iter().zip(review.turns);
        let turns = (1..)
            .zip(turns)
            .map(|(ply, (turn, reviewed))| ReviewedTurn {
                ply,
                side: turn.position.mover(),
                position: turn.position.to_string(),
                throw: P::throw_text(&turn.throw),
                action: turn.action.clone(),
                win_a: reviewed.win_of_a(turn.position.team()),
                reviewed,
            });
        let end = record.end();
        Self {
            turns: turns.collect(),
            end: end.to_string(),
            over: end.ended().is_some(),
            winner: end.won_by(),
            sums: review.sums,
            change: review.change,
            solved: None,
            estimates: None,
            known: None,
        }
    }

    /// A game gone through by its endgame, and before that as `earlier` measures its turns; with playouts where they are asked for.
    ///
    /// # Errors
    /// Those of `earlier`, and limits.
    pub(crate) fn with_endgame<P: Endgames + PlaysOut + WithThrows<Side = S>>(
        record: &Record<P>,
        (tables, terms): (Option<&Directory>, &endgame::Terms),
        earlier: &(dyn Fn(&Turn<P>) -> Result<Reviewed, Fault> + Sync),
        playouts: &PlayoutArgs,
        note: &Note,
    ) -> Result<(Self, Known<P>), Failure> {
        let effort = playouts.effort("", true)?;
        let (review, known) = endgame::review(record, tables, terms, earlier, note)?;
        let estimates = match effort {
            Some(effort) => played_out::luck_and_skill(record, &review.turns, effort, note)?,
            None => None,
        };
        let solved = known.solved().map(|solved| solved.positions() as u64);
        let found = Self {
            solved: solved.map(Count::of),
            estimates,
            ..Self::of(record, review)
        };
        Ok((found, known))
    }
}

impl<P: GameWithThrows> Review<P> {
    fn turns(&self, reviewed: &ReviewedGame<P::Side>) -> Sheet {
        let measures = reviewed.turns.iter().map(|turn| turn.reviewed.by).unique();
        let number = |value: &Option<Quantity>| {
            let value = value.as_ref();
            value.map_or(Entry::Missing("not known"), Entry::from)
        };
        Sheet::of(&reviewed.turns)
            .right("ply", |turn| turn.ply)
            .text("side", |turn| turn.side.to_string())
            .text("throw", |turn| turn.throw.clone())
            .text("play", |turn| turn.action.clone())
            .text("by", |turn| turn.reviewed.by.to_string())
            .decimal("before", |turn| number(&turn.reviewed.before))
            .decimal("luck", |turn| number(&turn.reviewed.luck))
            .decimal("value", |turn| number(&turn.reviewed.value))
            .decimal("lost", |turn| number(&turn.reviewed.lost))
            .text("better play", |turn| turn.reviewed.better.clone())
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
fn sums<S: std::fmt::Display>(reviewed: &ReviewedGame<S>, digits: usize) -> Sheet {
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
    type Answer = ReviewedGame<P::Side>;

    fn ask(&mut self, caller: Caller, note: &Note) -> Result<ReviewedGame<P::Side>, Failure> {
        let record = self.played.read(caller)?;
        P::reviewed(record, &self.terms, caller, note)
    }

    fn target(&mut self) -> Target<'_> {
        self.played.target()
    }

    fn picture(&self, _gone: &ReviewedGame<P::Side>) -> Option<Picture> {
        Some(at_end(self.played.record()))
    }

    fn tables(&self, reviewed: &ReviewedGame<P::Side>, style: &Style) -> Vec<Sheet> {
        let estimates = reviewed.estimates.iter();
        let estimates = estimates.flat_map(|found| luck_and_skill::sheets(found, style));
        [self.turns(reviewed), sums(reviewed, style.places())]
            .into_iter()
            .chain(estimates)
            .collect()
    }
}
