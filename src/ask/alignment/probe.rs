//! `siga teeko probe`, `siga 5x5 probe`: the value of a position and of every move.

use super::solved::TimedOutcome;
use super::{Captioned, ReportNames};
use crate::ask::alignment::args::ProbeArgs as Arguments;
use crate::ask::prelude::*;
use crate::ask::subject::read_moved;
use crate::ask::tables::within_reach;
use crate::games::alignment::position_value::{self, Answer};
use crate::games::alignment::question::Question;
use crate::games::alignment::{Move, Position};
use crate::solve::Method;
use crate::solve::retro::{self, Plies};

pub(super) type ProbeReport<R> = SubjectReport<Position<R>, Answer<R>>;

/// The value of a position and of every move.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Probed {
    #[serde(flatten)]
    outcome: TimedOutcome,
    /// The best for whoever chooses first.
    moves: Vec<Choice>,
    /// Best play from there, 20 plies of it if it is a draw; empty after a search.
    line: Vec<Move>,
    method: Method,
}

/// A move; `outcome` and `plies` are of the side to move in the position asked, counted from there, and `null` where a
/// search did not find them.
#[derive(Serialize, JsonSchema)]
struct Choice {
    #[serde(rename = "move")]
    action: Move,
    /// The position after it.
    position: String,
    outcome: Option<retro::Outcome>,
    plies: Option<Plies>,
}

pub(super) fn ask<R: ReportNames>(
    arguments: &Arguments,
    caller: Caller,
) -> Result<Captioned<R>, Failure> {
    let (position, caption) = read_moved::<Position<R>>(&arguments.asked, caller)?;
    let rules = position.rules().to_string();
    let question = position_value::Question {
        tables: within_reach(&arguments.tables, &rules, caller)?,
        position,
        budget: arguments.budget,
    };
    Ok((Question::Probe(question), caption))
}

fn shown(value: Option<retro::Value>) -> Entry {
    value.map_or(Entry::Missing("not known"), |value| Entry::Outcome {
        word: value.outcome().as_str(),
        plies: value.plies().map(|plies| plies.0.into()),
        shown: value.to_string(),
    })
}

impl<R: ReportNames> Reply for ProbeReport<R> {
    const NAME: &'static str = R::PROBE;
    type Query = PositionQuery;
    type Result = Probed;

    fn query(&self) -> PositionQuery {
        self.subject.query("probe")
    }

    fn result(&self) -> Probed {
        let moves = self.answer.moves.iter().map(|known| Choice {
            action: known.action,
            position: known.position.to_string(),
            outcome: known.value.map(retro::Value::outcome),
            plies: known.value.and_then(retro::Value::plies),
        });
        Probed {
            outcome: self.answer.value.into(),
            moves: moves.collect(),
            line: self.answer.line.clone(),
            method: self.answer.method,
        }
    }
}

impl<R: ReportNames> Report for ProbeReport<R> {
    fn picture(&self) -> Option<Picture> {
        Some(self.subject.picture())
    }

    fn best(&self) -> Option<String> {
        let best = self.answer.moves.first()?;
        best.value.map(|_| best.action.to_string())
    }

    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let position = &self.subject.position;
        let side = position.side();
        let verdict = self.verdict();
        let mut notes = Vec::new();
        if !self.answer.line.is_empty() {
            let more = if self.answer.value == retro::Value::Draw {
                " …"
            } else {
                ""
            };
            notes.push(format!(
                "best play: {}{more}",
                itertools::join(&self.answer.line, " ")
            ));
        }
        notes.push(
            match self.answer.method {
                Method::Tables => "from the tables on disk",
                Method::Solved => "from the layers needed, solved for this question",
                Method::Recorded => {
                    "from the complete solution on record; `siga tables build` keeps every position"
                }
                Method::Search => {
                    "proved by a forward search; moves it says nothing of are not known"
                }
                Method::Rules => "the game is over",
            }
            .to_owned(),
        );
        if position.chooser() != side && position.winner().is_none() {
            notes.push(format!(
                "the piece is of {side}, whose outcomes these are; {} chooses its cell",
                position.chooser()
            ));
        }
        vec![
            Sheet::of(&self.answer.moves)
                .text("move", |known| known.action.to_string())
                .text("value", |known| shown(known.value))
                .text("position", |known| known.position.to_string())
                .named("moves", format!("{} · {verdict}", self.subject.rules()))
                .notes(notes),
        ]
    }
}

impl<R: ReportNames> ProbeReport<R> {
    /// Who wins, in how many plies.
    fn verdict(&self) -> String {
        let side = self.subject.position.side();
        match (self.answer.value.outcome(), self.answer.value.plies()) {
            (retro::Outcome::Win, Some(plies)) => {
                format!("{side} wins in {}", counted(plies, "ply", "plies"))
            }
            (_, Some(Plies(0))) => format!("{} has won", side.other()),
            (_, Some(plies)) => format!("{} wins in {plies} plies", side.other()),
            (_, None) => "a draw".to_owned(),
        }
    }
}
