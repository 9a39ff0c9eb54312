//! `siga sig review`: a game that was played, gone through.

use super::args::Review as Arguments;
use super::{Thrown, throws};
use crate::ask::prelude::*;
use crate::ask::record::{at_end, heading, record};
use crate::exact::Quantity;
use crate::games::record::Recordable;
use crate::games::sig::analyse::By;
use crate::games::sig::review::{self, Answer, Reviewed, Sum, Turn};
use crate::games::sig::{Effort, Position, Question, Team};

pub(super) struct ReviewReport(pub(super) Answer);

/// The question for a game that was played.
#[derive(Serialize, JsonSchema)]
pub(super) struct ReviewQuery {
    /// The words of the command, without `siga`.
    command: &'static str,
    /// The full rules text.
    rules: String,
    /// The record, normalised.
    record: String,
    /// The measure of plays.
    by: By,
    /// Steps of work for each turn.
    budget: Count,
}

/// A game gone through: what each play gave away.
#[derive(Serialize, JsonSchema)]
pub(super) struct Gone {
    /// Every turn with its play, in order.
    turns: Vec<ReviewedTurn>,
    /// The position at the end, on one line.
    end: String,
    /// Whether the game is over there.
    over: bool,
    /// `A` and then `B`.
    sums: Vec<Sum>,
}

/// A turn with its play. Numbers are `null` where there are too many plays to compare.
#[derive(Serialize, JsonSchema)]
struct ReviewedTurn {
    /// Its number, from 1.
    ply: usize,
    side: Team,
    /// The position before it, on one line.
    position: String,
    /// The throws that stand, in the order thrown.
    #[serde(rename = "yield")]
    played: Vec<Thrown>,
    /// As in a record; `pass` where nothing is played.
    #[serde(rename = "move")]
    action: String,
    /// The number of plays.
    plays: Option<usize>,
    /// By the measure, played best; of `safe` less is better.
    best: Option<Quantity>,
    /// Of the play that was made.
    value: Option<Quantity>,
    /// What the play gave away, never negative.
    lost: Option<Quantity>,
    /// A play that is proved to be better.
    better: Option<String>,
}

pub(super) fn ask(arguments: &Arguments, caller: Caller) -> Result<Question, Failure> {
    Ok(Question::Review(review::Question {
        record: record(&arguments.played, caller)?,
        by: arguments.by.into(),
        effort: Effort {
            max_throws: None,
            budget: arguments.budget,
        },
    }))
}

impl ReviewReport {
    fn turns(&self) -> impl Iterator<Item = (usize, &Turn, &Reviewed)> {
        let turns = self.0.question.record.turns().iter().zip(&self.0.turns);
        (1..)
            .zip(turns)
            .map(|(ply, (turn, reviewed))| (ply, turn, reviewed))
    }
}

impl Reply for ReviewReport {
    const NAME: &'static str = "sig-review";
    type Query = ReviewQuery;
    type Result = Gone;

    fn query(&self) -> ReviewQuery {
        let question = &self.0.question;
        ReviewQuery {
            command: "sig review",
            rules: question.record.rules().to_string(),
            record: question.record.to_string(),
            by: question.by,
            budget: Count::of(question.effort.budget),
        }
    }

    fn result(&self) -> Gone {
        let turns = self.turns().map(|(ply, turn, reviewed)| {
            let [_, action] = Position::written(turn);
            ReviewedTurn {
                ply,
                side: turn.position.side(),
                position: turn.position.to_string(),
                played: throws(&turn.played),
                action,
                plays: reviewed.plays,
                best: reviewed.best.clone(),
                value: reviewed.value.clone(),
                lost: reviewed.lost.clone(),
                better: reviewed.better.as_ref().map(|play| play.text()),
            }
        });
        let end = self.0.question.record.end();
        Gone {
            turns: turns.collect(),
            end: end.to_string(),
            over: end.is_over(),
            sums: self.0.sums.clone(),
        }
    }
}

impl Report for ReviewReport {
    fn picture(&self) -> Option<Picture> {
        Some(at_end(&self.0.question.record))
    }

    fn scene(&self) -> Option<Scene> {
        Some(self.picture()?.scene)
    }

    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let number = |value: &Option<Quantity>| {
            value
                .as_ref()
                .map_or(Entry::Missing("not known"), Entry::from)
        };
        let measure = match self.0.question.by {
            By::Take => "take: the pieces taken",
            By::Safe => "safe: the chance that the next turn takes something, lower is better",
            By::Net => "net: the pieces taken less those expected to be lost in the next turn",
        };
        let turns = Sheet::of(self.turns())
            .right("ply", |(ply, ..)| *ply)
            .text("side", |(_, turn, _)| turn.position.side().to_string())
            .text("throw", |(_, turn, _)| Position::written(turn)[0].clone())
            .text("play", |(_, turn, _)| Position::written(turn)[1].clone())
            .decimal("value", |(.., reviewed)| number(&reviewed.value))
            .decimal("lost", |(.., reviewed)| number(&reviewed.lost))
            .text("better play", |(.., reviewed)| {
                reviewed.better.as_ref().map(|play| play.text())
            })
            .named("turns", heading(&self.0.question.record, ["turn", "turns"]))
            .note("value: what the play is worth to the side that made it; lost: what it gave away")
            .note(measure);
        let sums = Sheet::of(&self.0.sums)
            .text("side", |sum| sum.side.to_string())
            .right("turns", |sum| sum.turns)
            .decimal("lost", |sum| &sum.lost)
            .right("mistakes", |sum| sum.mistakes)
            .named("sums", "What the plays gave away")
            .note("mistakes: plays that are proved to have given something away");
        vec![turns, sums]
    }
}
