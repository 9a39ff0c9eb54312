//! `siga sidja first-capture`: who makes the first capture.

use super::Asked;
use crate::ask::args::sidja::FirstCapture as Arguments;
use crate::ask::prelude::*;
use crate::ask::subject::read_moved;
use crate::games::sidja::first_capture::{self, Answer, FirstCapture, MoveValue};
use crate::games::sidja::rules::Blocked;
use crate::games::sidja::{Position, Question};

pub(super) type FirstCaptureReport = Told<Position, Answer>;

pub(super) fn ask(arguments: &Arguments) -> Result<Asked, Failure> {
    let (position, caption) = read_moved(&arguments.asked)?;
    let question = first_capture::Question {
        position,
        budget: arguments.budget,
        search_only: arguments.search_only,
    };
    Ok((Question::FirstCapture(question), caption))
}

fn text(found: &MoveValue) -> String {
    match found.value {
        None => "not known".to_owned(),
        Some(value) if found.blocks() => format!("{value}, by blocking"),
        Some(value) => value.to_string(),
    }
}

/// Who makes the first capture, for people; `None` if it is not known.
pub(crate) fn verdict_text(position: &Position, found: &first_capture::Report) -> Option<String> {
    let side = position.side();
    let does = match position.rules().blocked {
        Blocked::Loses if found.value != Some(FirstCapture::Win(1)) => {
            "makes the first capture or blocks the other"
        }
        _ => "makes the first capture",
    };
    Some(match found.value? {
        FirstCapture::Win(1) if found.moves.first().is_some_and(MoveValue::blocks) => {
            format!("{side} blocks {} with ply 1", side.other())
        }
        FirstCapture::Loss(0) => format!("{side} is blocked and has lost"),
        FirstCapture::Win(plies) => format!("{side} {does} with ply {plies}"),
        FirstCapture::Loss(plies) => format!("{} {does} with ply {plies}", side.other()),
        FirstCapture::Never => "nobody can force the first capture".to_owned(),
    })
}

/// The question who makes the first capture.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Query {
    #[serde(flatten)]
    asked: PositionQuery,
    /// The positions the search may visit.
    budget: Count,
    /// Whether only the search was asked for, and not to solve the board.
    search_only: bool,
}

/// Who makes the first capture, and with which ply.
#[derive(Serialize, JsonSchema)]
pub(crate) struct First {
    #[serde(flatten)]
    value: Value,
    /// Best first, each value of the side that makes the move.
    moves: Vec<Move>,
    /// The moves of best play to the first capture.
    line: Vec<String>,
    /// `search`, or `solution` if the whole board was solved after a short search.
    method: &'static str,
    /// Positions the search visited.
    positions: Count,
}

/// Who makes the first capture.
#[derive(Serialize, JsonSchema)]
struct Value {
    /// `win`: the side to move makes the first capture; `loss`: the opponent; `never`: nobody can force it; `null`: not
    /// known.
    outcome: Option<&'static str>,
    /// With which ply, counted from 1; 0 for a blocked player who loses; `null` for `never` and when not known.
    plies: Option<u32>,
}

/// A legal move.
#[derive(Serialize, JsonSchema)]
struct Move {
    #[serde(rename = "move")]
    action: String,
    /// The cells of the stones it takes.
    captures: Vec<String>,
    #[serde(flatten)]
    value: Value,
    /// Under `blocked=loses`, whether it wins by blocking the opponent.
    blocks: bool,
}

impl From<Option<FirstCapture>> for Value {
    fn from(value: Option<FirstCapture>) -> Self {
        Self {
            outcome: value.map(FirstCapture::outcome),
            plies: value.and_then(FirstCapture::plies),
        }
    }
}

impl Reply for FirstCaptureReport {
    const NAME: &'static str = "sidja-first-capture";
    type Query = Query;
    type Result = First;

    fn query(&self) -> Query {
        Query {
            asked: self.subject.query("first-capture"),
            budget: Count::of(self.answer.question.budget),
            search_only: self.answer.question.search_only,
        }
    }

    fn result(&self) -> First {
        let moves = self.answer.report.moves.iter().map(|found| Move {
            action: found.action.to_string(),
            captures: texts(&found.captures),
            value: found.value.into(),
            blocks: found.blocks(),
        });
        First {
            value: self.answer.report.value.into(),
            moves: moves.collect(),
            line: texts(&self.answer.report.line),
            method: if self.answer.solved {
                "solution"
            } else {
                "search"
            },
            positions: Count::of(self.answer.report.nodes),
        }
    }
}

impl Report for FirstCaptureReport {
    fn picture(&self) -> Option<Picture> {
        Some(self.subject.picture())
    }

    fn best(&self) -> Option<String> {
        let best = self.answer.report.line.first()?;
        self.answer.report.value.map(|_| best.to_string())
    }

    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let verdict = verdict_text(&self.subject.position, &self.answer.report);
        let verdict = verdict.unwrap_or_else(|| {
            format!(
                "not known within the budget of {}",
                grouped(self.answer.question.budget)
            )
        });
        let mut notes = Vec::new();
        if !self.answer.report.line.is_empty() {
            notes.push(format!("best play: {}", spaced(&self.answer.report.line)));
        }
        let searched = counted(grouped(self.answer.report.nodes), "position", "positions");
        notes.push(if self.answer.solved {
            format!("from the solution of the whole board, after a search of {searched}")
        } else {
            format!("proved by a search of {searched}")
        });
        if !self.answer.solved && self.answer.report.value.is_none() {
            notes.pop();
            notes.push(format!("{searched} searched"));
        }
        if self.subject.rules().no_capture.is_some() {
            notes.push("the limit on moves without a capture is ignored".to_owned());
        }
        let outcome = |found: &&MoveValue| Entry::Outcome {
            word: found.value.map_or("unknown", FirstCapture::outcome),
            plies: found.value.and_then(FirstCapture::plies),
            shown: text(found),
        };
        vec![
            Sheet::of(&self.answer.report.moves)
                .text("move", |found| found.action.to_string())
                .text("first capture", outcome)
                .text("takes", |found| spaced(&found.captures))
                .named("moves", format!("{} · {verdict}", self.subject.rules()))
                .notes(notes),
        ]
    }
}
