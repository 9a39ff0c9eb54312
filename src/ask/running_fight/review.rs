//! A game that was played, gone through.

use super::Thrown;
use super::chances::{self, LastTurns};
use super::endgame::Endgames;
use crate::ask::playouts::PlayoutQuery;
use crate::ask::playouts::luck_and_skill::{self, LuckEstimates};
use crate::ask::prelude::*;
use crate::ask::record::{at_end, heading};
use crate::board::Team;
use crate::exact::Quantity;
use crate::games::record::Recordable;
use crate::games::running_fight::plays::Play;
use crate::games::running_fight::ranked::By;
use crate::games::running_fight::review::{Answer, Reviewed, RunningFight, Sum, Turn};

pub(crate) struct ReviewReport<P: RunningFight>(pub(crate) Answer<P>);

/// The question for a game that was played.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ReviewQuery {
    /// The words of the command, without `siga`.
    command: String,
    /// The full rules text.
    rules: String,
    /// The record, normalised.
    record: String,
    /// The measure of plays, never `win`.
    by: By,
    /// Steps of work for each turn.
    budget: Count,
    /// The states of an endgame that may be solved for the last turns.
    states: Count,
    /// Where all throws of a turn are made first: turns in which more of them stand are left open there.
    max_throws: u32,
    #[serde(flatten)]
    playouts: Option<PlayoutQuery>,
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

impl<P: Endgames + RunningFight> ReviewReport<P> {
    fn turns(&self) -> impl Iterator<Item = (usize, &Turn<P>, &Reviewed<Play<P>>)> {
        let turns = self.0.question.record.turns().iter().zip(&self.0.turns);
        (1..)
            .zip(turns)
            .map(|(ply, (turn, reviewed))| (ply, turn, reviewed))
    }

    /// That no chance to win is given, and why.
    fn without_chances(&self) -> Option<String> {
        let question = &self.0.question;
        let last = question.record.turns().last()?;
        let none = self.0.chances.is_none();
        none.then(|| match last.position.solver() {
            Err(fault) => format!("no chance to win is given: {fault}"),
            Ok(_) => format!(
                "no chance to win is given: more than {} states can follow each of these turns (--states N may solve more)",
                grouped(question.endgame.states.into()),
            ),
        })
    }

    /// That another measure says which plays are best where the endgame is solved.
    fn with_chances(&self) -> Option<String> {
        let from = self.0.chances.as_ref()?.change.from_ply;
        Some(format!(
            "from ply {from} on the chance to win is known, below: what is a mistake by one measure may be best by the other"
        ))
    }

    /// A play that is proved to be better.
    fn better(reviewed: &Reviewed<Play<P>>) -> Option<String> {
        reviewed.better.as_ref().map(|play| play.text())
    }
}

impl<P: Endgames + RunningFight> Reply for ReviewReport<P> {
    const NAME: &'static str = P::REVIEW;
    type Query = ReviewQuery;
    type Result = Gone;

    fn query(&self) -> ReviewQuery {
        let question = &self.0.question;
        ReviewQuery {
            command: P::REVIEW.replace('-', " "),
            rules: question.record.rules().to_string(),
            record: question.record.to_string(),
            by: question.by,
            budget: Count::of(question.budget),
            states: Count::of(question.endgame.states),
            max_throws: question.endgame.max_throws,
            playouts: question.playouts.map(PlayoutQuery::from),
        }
    }

    fn result(&self) -> Gone {
        let turns = self.turns().map(|(ply, turn, reviewed)| {
            let [_, action] = P::written(turn);
            ReviewedTurn {
                ply,
                side: turn.position.team(),
                position: turn.position.to_string(),
                played: Thrown::all(&turn.played),
                action,
                reviewed: reviewed.map(|play| play.text()),
            }
        });
        let end = self.0.question.record.end();
        Gone {
            turns: turns.collect(),
            end: end.to_string(),
            over: Recordable::ended(&end).is_some(),
            sums: self.0.sums.clone(),
            chances: chances::last_turns(&self.0),
            estimates: self.0.estimates.as_ref().map(LuckEstimates::from),
        }
    }
}

impl<P: Endgames + RunningFight> Report for ReviewReport<P> {
    fn picture(&self) -> Option<Picture> {
        Some(at_end(&self.0.question.record))
    }

    fn scene(&self) -> Option<Scene> {
        Some(self.picture()?.scene)
    }

    fn sheets(&self, style: &Style) -> Vec<Sheet> {
        let number = |value: &Option<Quantity>| {
            value
                .as_ref()
                .map_or(Entry::Missing("not known"), Entry::from)
        };
        let measure = match self.0.question.by {
            By::Win => "win: the chance to win",
            By::Take => "take: the pieces taken",
            By::Safe => "safe: the chance that the next turn takes something, lower is better",
            By::Net => "net: the pieces taken less those expected to be lost in the next turn",
        };
        let turns = Sheet::of(self.turns())
            .right("ply", |(ply, ..)| *ply)
            .text("side", |(_, turn, _)| turn.position.team().to_string())
            .text("throw", |(_, turn, _)| P::written(turn)[0].clone())
            .text("play", |(_, turn, _)| P::written(turn)[1].clone())
            .decimal("value", |(.., reviewed)| number(&reviewed.value))
            .decimal("lost", |(.., reviewed)| number(&reviewed.lost))
            .text("better play", |(.., reviewed)| Self::better(reviewed))
            .named("turns", heading(&self.0.question.record, ["turn", "turns"]))
            .note("value: what the play is worth to the side that made it; lost: what it gave away")
            .note(measure)
            .notes(self.without_chances());
        let sums = Sheet::of(&self.0.sums)
            .text("side", |sum| sum.side.to_string())
            .right("turns", |sum| sum.turns)
            .decimal("lost", |sum| &sum.lost)
            .right("mistakes", |sum| sum.mistakes)
            .named("sums", "What the plays gave away")
            .note("mistakes: plays that are proved to have given something away by this measure")
            .notes(self.with_chances());
        let estimates = luck_and_skill::sheets(self.0.estimates.as_ref(), style);
        let chances = chances::sheets(&self.0, style.places());
        [vec![turns, sums], chances, estimates].concat()
    }
}
