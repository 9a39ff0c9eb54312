//! A game that was played, gone through.

use std::iter;

use clap::Args;

use super::Thrown;
use super::args::{Commands, TurnWork};
use super::chances::LastTurns;
use super::endgame::LimitArgs;
use crate::ask::args::play::Aim;
use crate::ask::disputes::Target;
use crate::ask::one_command::Command;
use crate::ask::playouts::PlayoutArgs;
use crate::ask::playouts::luck_and_skill::LuckEstimates;
use crate::ask::prelude::*;
use crate::ask::record::RecordOf;
use crate::ask::record::{at_end, heading};
use crate::board::Team;
use crate::exact::Quantity;
use crate::games::record::{Record, Recordable};
use crate::games::running_fight::chances::chances;
use crate::games::running_fight::endgame::Limits;
use crate::games::running_fight::position::Position;
use crate::games::running_fight::ranked::By;
use crate::games::running_fight::review::{Reviewed, Sum, luck_and_skill, reviewed, sums};
use crate::rules::RulesText;
use crate::work::Note;

/// A game that was played, gone through.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
#[serde(bound = "")]
#[schemars(bound = "R: Commands", rename = "ReviewQuery")]
pub(crate) struct Review<R: Commands> {
    #[command(flatten)]
    #[serde(flatten)]
    played: RecordOf<Position<R>>,
    /// What plays are measured by
    #[arg(long, value_enum, default_value_t = Aim::Net)]
    by: Aim,
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

/// A game gone through: what each play gave away.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Gone {
    /// Every turn with its play, in order.
    turns: Vec<ReviewedTurn>,
    /// The position at the end, on one line.
    end: String,
    /// Whether the game is over there.
    over: bool,
    /// `A` and then `B`.
    sums: Vec<Sum>,
    /// Over the last turns, where the endgame is solved: the chance to win; `null` if it is too large, or not solved under the rules.
    chances: Option<LastTurns>,
    /// With `--simulate`: what throws and plays changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    estimates: Option<LuckEstimates>,
    /// That no chance to win is given, and why.
    #[serde(skip)]
    note: Option<String>,
}

/// A turn with its play. Numbers are `null` where there are too many plays to compare.
#[derive(Serialize, JsonSchema)]
struct ReviewedTurn {
    /// Its number, from 1.
    ply: usize,
    side: Team,
    /// The position before it, on one line.
    position: String,
    /// The throws to be played, in the order thrown.
    #[serde(rename = "yield")]
    played: Vec<Thrown>,
    /// As in a record; `pass` where nothing is played.
    #[serde(rename = "move")]
    action: String,
    #[serde(flatten)]
    reviewed: Reviewed<String>,
}

/// That no chance to win is given, and why.
fn without_chances<R: Commands>(record: &Record<Position<R>>, states: u32) -> Option<String> {
    let last = record.turns().last()?;
    Some(match last.position.rules().solver() {
        Err(fault) => format!("no chance to win is given: {fault}"),
        Ok(_) => format!(
            "no chance to win is given: more than {} states can follow each of these turns (--states N may solve more)",
            grouped(states.into()),
        ),
    })
}

impl<R: Commands> Command for Review<R> {
    const WORDS: &'static [&'static str] = &[<R as RulesText>::GAME, "review"];
    const ABOUT: &'static str = "Go through a game that was played: what each play gave away";
    type Answer = Gone;

    fn help() -> String {
        let [record, examples] = R::TEXTS.review;
        let game = <R as RulesText>::GAME;
        format!(
            "\
{record}

Over the last turns, from where at most --states states can follow, it is proved what the throws and the plays did to the chance to \
win, in tables of their own.

With --simulate, games are played out from the position before each throw and from that after it, both teams by the policy \
greedy of `siga {game} simulate`, to estimate what the throws changed (luck) and what the plays did (skill), each with an interval.

Examples:
{examples}"
        )
    }

    fn ask(&mut self, caller: Caller, note: &Note) -> Result<Gone, Failure> {
        let record = self.played.read(caller)?.clone();
        let effort = self.playouts.effort("", true)?;
        let limits = Limits::from(&self.limits);
        let reviewed = reviewed(&record, self.by.into(), self.work.budget, note);
        let chances = chances(&record, limits, note);
        let turns = iter::zip(record.turns(), &reviewed);
        let turns = (1..).zip(turns).map(|(ply, (turn, reviewed))| {
            let [_, action] = turn.written();
            ReviewedTurn {
                ply,
                side: turn.position.side(),
                position: turn.position.to_string(),
                played: Thrown::all(&turn.played),
                action,
                reviewed: reviewed.map(|play| play.text()),
            }
        });
        let end = record.end();
        let estimates = effort.map(|effort| luck_and_skill(&record, &reviewed, effort, note));
        Ok(Gone {
            turns: turns.collect(),
            end: end.to_string(),
            over: Recordable::ended(&end).is_some(),
            sums: sums(&record, &reviewed),
            note: match chances {
                Some(_) => None,
                None => without_chances(&record, limits.states),
            },
            chances: chances.map(|chances| LastTurns::of(&record, chances, limits.max_throws)),
            estimates: estimates.transpose()?.map(LuckEstimates::from),
        })
    }

    fn target(&mut self) -> Target<'_> {
        self.played.target()
    }

    fn picture(&self, _gone: &Gone) -> Option<Picture> {
        Some(at_end(self.played.record()))
    }

    fn scene(&self, gone: &Gone) -> Option<Scene> {
        Some(self.picture(gone)?.scene)
    }

    fn tables(&self, gone: &Gone, style: &Style) -> Vec<Sheet> {
        let number = |value: &Option<Quantity>| {
            value
                .as_ref()
                .map_or(Entry::Missing("not known"), Entry::from)
        };
        let measure = match By::from(self.by) {
            By::Win => "win: the chance to win",
            By::Take => "take: the pieces taken",
            By::Safe => "safe: the chance that the next turn takes something, lower is better",
            By::Net => "net: the net gain in pieces to the end of the next turn, on average",
        };
        let turns = Sheet::of(&gone.turns)
            .right("ply", |turn| turn.ply)
            .text("side", |turn| turn.side.to_string())
            .text("throw", |turn| match itertools::join(&turn.played, ",") {
                thrown if thrown.is_empty() => "-".to_owned(),
                thrown => thrown,
            })
            .text("play", |turn| turn.action.clone())
            .decimal("value", |turn| number(&turn.reviewed.value))
            .decimal("lost", |turn| number(&turn.reviewed.lost))
            .text("better play", |turn| turn.reviewed.better.clone())
            .named("turns", heading(self.played.record(), ["turn", "turns"]))
            .note("value: what the play is worth to the side that made it; lost: what it gave away")
            .note(measure)
            .notes(gone.note.clone());
        let sums = Sheet::of(&gone.sums)
            .text("side", |sum| sum.side.to_string())
            .right("turns", |sum| sum.turns)
            .decimal("lost", |sum| &sum.lost)
            .right("mistakes", |sum| sum.mistakes)
            .named("sums", "What the plays gave away")
            .note("mistakes: plays that are proved to have given something away by this measure")
            .notes(gone.chances.as_ref().map(|chances| {
                let from = chances.change.from_ply;
                format!(
                    "from ply {from} on the chance to win is known, below: a mistake by one measure may be the best play by the other"
                )
            }));
        let estimates = gone
            .estimates
            .iter()
            .flat_map(|found| found.sheets(style))
            .collect();
        let chances = gone.chances.iter();
        let chances = chances.flat_map(|chances| chances.sheets(R::DRAWN, style.places()));
        [vec![turns, sums], chances.collect(), estimates].concat()
    }
}
