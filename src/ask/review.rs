//! `siga sidja review`, `siga teeko review`, `siga 5x5 review`: a game without throws, gone through.

use super::args::record::ReviewArgs as Arguments;
use super::prelude::*;
use super::record::{at_end, heading, record};
use super::subject::Shown;
use super::tables::within_reach;
use crate::board::Side;
use crate::games::goal::Goal;
use crate::games::review::{Answer, Judged, Means, Question, Reviewed, Worth};
use crate::solve::retro::Outcome;

/// A game whose reviews are reports.
pub(crate) trait Reviewable: Judged + Shown {
    /// The name of the report.
    const REVIEW: &'static str;
    /// The unit of lengths, for one and for several.
    const LENGTH: [&'static str; 2];
}

pub(crate) struct ReviewReport<P: Reviewable>(pub(crate) Answer<P>);

/// The question for a game that was played.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ReviewQuery {
    /// The words of the command, without `siga`.
    command: String,
    /// The full rules text.
    rules: String,
    /// The record, normalised.
    record: String,
    /// The most positions looked at for each move.
    budget: Count,
}

/// A game gone through: the moves that are proved to have given something away.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Gone {
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
    reviewed: Reviewed<String>,
}

/// The moves of a side.
#[derive(Serialize, JsonSchema)]
struct Sum {
    side: Side,
    /// How many.
    moves: usize,
    /// Those proved to have given something away, each by its own `goal`.
    mistakes: usize,
    /// Those of which that is not known.
    open: usize,
}

pub(crate) fn ask<P: Reviewable>(
    arguments: &Arguments,
    caller: Caller,
) -> Result<Question<P>, Failure> {
    let record = record::<P>(&arguments.played, caller)?;
    let rules = record.rules().to_string();
    let means = Means {
        budget: arguments.budget,
        tables: within_reach(&arguments.tables, &rules, caller)?,
    };
    Ok(Question { record, means })
}

impl<P: Reviewable> ReviewReport<P> {
    /// Every move: its number, the side that chose it, the position and what is known of it.
    fn moves(&self) -> impl Iterator<Item = (usize, Side, &P, &Reviewed<P::Move>, String)> {
        let turns = self.0.question.record.turns().iter().zip(&self.0.moves);
        (1..).zip(turns).map(|(ply, (turn, reviewed))| {
            let (position, action) = (&turn.position, turn.action.to_string());
            (ply, position.chooses(), position, reviewed, action)
        })
    }

    fn sums(&self) -> Vec<Sum> {
        let sum = |side| {
            let own = || self.moves().filter(move |played| played.1 == side);
            let judged = |what| own().filter(|played| played.3.mistake == what).count();
            Sum {
                side,
                moves: own().count(),
                mistakes: judged(Some(true)),
                open: judged(None),
            }
        };
        Side::BOTH.map(sum).into()
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

impl<P: Reviewable> Reply for ReviewReport<P> {
    const NAME: &'static str = P::REVIEW;
    type Query = ReviewQuery;
    type Result = Gone;

    fn query(&self) -> ReviewQuery {
        let question = &self.0.question;
        ReviewQuery {
            command: P::REVIEW.replace('-', " "),
            rules: question.record.rules().to_string(),
            record: question.record.to_string(),
            budget: Count::of(question.means.budget),
        }
    }

    fn result(&self) -> Gone {
        let moves = self
            .moves()
            .map(|(ply, side, position, reviewed, action)| ReviewedMove {
                ply,
                side,
                position: position.to_string(),
                action,
                reviewed: reviewed.map(ToString::to_string),
            });
        let end = self.0.question.record.end();
        Gone {
            moves: moves.collect(),
            end: end.to_string(),
            over: end.over().is_some(),
            sums: self.sums(),
        }
    }
}

impl<P: Reviewable> Report for ReviewReport<P> {
    fn picture(&self) -> Option<Picture> {
        Some(at_end(&self.0.question.record))
    }

    fn scene(&self) -> Option<Scene> {
        Some(self.picture()?.scene)
    }

    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let moves = Sheet::of(self.moves())
            .right("ply", |(ply, ..)| *ply)
            .text("side", |(_, side, ..)| side.to_string())
            .text("move", |(.., action)| action.clone())
            .text("before", |(.., reviewed, _)| said(reviewed.goal, reviewed.before, P::LENGTH))
            .text("after", |(.., reviewed, _)| said(reviewed.goal, reviewed.after, P::LENGTH))
            .text("better", |(.., reviewed, _)| {
                let better = reviewed.better.as_ref();
                better.map(ToString::to_string)
            })
            .named("moves", heading(&self.0.question.record, ["move", "moves"]))
            .note("before, after: what the position was worth to the side that moved, and what it came to by the move, where it is proved");
        let by_first = |played: &Reviewed<P::Move>| played.goal == Goal::FirstCapture;
        let moves = match self.0.moves.iter().any(by_first) {
            true => moves.note("takes first: what the game comes to is not known, so the placing is judged by who can force the first capture; plies count from the first move after it"),
            false => moves,
        };
        let sums = Sheet::of(self.sums())
            .text("side", |sum| sum.side.to_string())
            .right("moves", |sum| sum.moves)
            .right("mistakes", |sum| sum.mistakes)
            .right("not known", |sum| sum.open)
            .named("sums", "What the moves gave away")
            .note("mistakes: moves that are proved to have given something away");
        vec![moves, sums]
    }
}
