//! `siga sidja first-capture`: who makes the first capture.

use serde_json::{Value, json};

use super::question::Question;
use super::{cells, count, grouped, line, spaced};
use crate::cli::args::sidja::FirstCapture as Arguments;
use crate::cli::failure::Failure;
use crate::cli::picture::Picture;
use crate::cli::progress::Progress;
use crate::cli::report::{Reply, Report};
use crate::cli::sheet::{Column, Entry, Sheet, Style};
use crate::cli::words::counted;
use crate::games::sidja::first_capture::{self, Answer, FirstCapture, MoveValue};
use crate::games::sidja::rules::Blocked;

pub(super) struct FirstCaptureReport {
    question: Question,
    budget: u64,
    search_only: bool,
    /// Whether the whole sliding phase was solved.
    solved: bool,
    found: first_capture::Report,
}

pub(super) fn run(
    arguments: &Arguments,
    progress: Progress,
) -> Result<FirstCaptureReport, Failure> {
    let question = Question::new(&arguments.asked)?;
    let asked = first_capture::Question {
        position: question.position,
        budget: arguments.budget,
        search_only: arguments.search_only,
    };
    let answer = progress.noting("analysing", |note| {
        asked.answer(&mut |stage| note.set(stage.to_owned()))
    });
    let Answer { report, solved } = answer.map_err(|error| {
        let context = format!("{}", question.position);
        Failure::Input(anyhow::Error::new(error).context(context))
    })?;
    Ok(FirstCaptureReport {
        question,
        budget: arguments.budget,
        search_only: arguments.search_only,
        solved,
        found: report,
    })
}

/// `outcome` and `plies` as JSON has them.
fn outcome(value: Option<FirstCapture>) -> (Value, Value) {
    match value {
        Some(value) => (json!(value.outcome()), json!(value.plies())),
        None => (Value::Null, Value::Null),
    }
}

fn text(found: &MoveValue) -> String {
    match found.value {
        None => "not known".to_owned(),
        Some(value) if found.blocks() => format!("{value}, by blocking"),
        Some(value) => value.to_string(),
    }
}

impl Reply for FirstCaptureReport {
    type Query = Value;
    type Result = Value;

    fn query(&self) -> Self::Query {
        let mut query = json!(self.question.query("first-capture"));
        query["budget"] = count(self.budget);
        query["search_only"] = json!(self.search_only);
        query
    }

    fn result(&self) -> Self::Result {
        let (value, plies) = outcome(self.found.value);
        let moves = self.found.moves.iter().map(|found| {
            let (value, plies) = outcome(found.value);
            json!({
                "move": found.action.to_string(),
                "captures": cells(&found.captures),
                "outcome": value,
                "plies": plies,
                "blocks": found.blocks(),
            })
        });
        json!({
            "outcome": value,
            "plies": plies,
            "moves": moves.collect::<Vec<_>>(),
            "line": line(&self.found.line),
            "method": if self.solved { "solution" } else { "search" },
            "positions": count(self.found.nodes),
        })
    }
}

impl Report for FirstCaptureReport {
    fn name(&self) -> &'static str {
        "sidja-first-capture"
    }

    fn picture(&self) -> Option<Picture> {
        Some(self.question.picture())
    }

    fn best(&self) -> Option<String> {
        let best = self.found.line.first()?;
        self.found.value.map(|_| best.to_string())
    }

    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let side = self.question.position.side();
        let does = match self.question.rules().blocked {
            Blocked::Loses if self.found.value != Some(FirstCapture::Win(1)) => {
                "makes the first capture or blocks the other"
            }
            _ => "makes the first capture",
        };
        let verdict = match self.found.value {
            Some(FirstCapture::Win(1))
                if self.found.moves.first().is_some_and(MoveValue::blocks) =>
            {
                format!("{side} blocks {} with ply 1", side.other())
            }
            Some(FirstCapture::Loss(0)) => format!("{side} is blocked and has lost"),
            Some(FirstCapture::Win(plies)) => format!("{side} {does} with ply {plies}"),
            Some(FirstCapture::Loss(plies)) => {
                format!("{} {does} with ply {plies}", side.other())
            }
            Some(FirstCapture::Never) => "nobody can force the first capture".to_owned(),
            None => format!("not known within the budget of {}", grouped(self.budget)),
        };
        let mut notes = Vec::new();
        if !self.found.line.is_empty() {
            notes.push(format!("best play: {}", spaced(&self.found.line)));
        }
        let searched = counted(grouped(self.found.nodes), "position", "positions");
        notes.push(if self.solved {
            format!("from the solution of the whole board, after a search of {searched}")
        } else {
            format!("proved by a search of {searched}")
        });
        if !self.solved && self.found.value.is_none() {
            notes.pop();
            notes.push(format!("{searched} searched"));
        }
        if self.question.rules().no_capture.is_some() {
            notes.push("the limit on moves without a capture is ignored".to_owned());
        }
        let rows = self.found.moves.iter().map(|found| {
            vec![
                Entry::from(found.action.to_string()),
                Entry::Outcome {
                    word: found.value.map_or("unknown", FirstCapture::outcome),
                    plies: found.value.and_then(FirstCapture::plies),
                    shown: text(found),
                },
                spaced(&found.captures).into(),
            ]
        });
        vec![Sheet {
            name: "moves",
            heading: format!("{} · {verdict}", self.question.rules()),
            columns: ["move", "first capture", "takes"]
                .map(Column::text)
                .to_vec(),
            rows: rows.collect(),
            notes,
            ..Sheet::default()
        }]
    }
}
