//! `probe`: the value of a position and of every move.

use clap::Args;

use super::solved::TimedOutcome;
use crate::ask::args::tables::TablesPlace;
use crate::ask::disputes::Target;
use crate::ask::one_command::Command;
use crate::ask::prelude::*;
use crate::ask::subject::{MovedPositionOf, Placed};
use crate::ask::tables::within_reach;
use crate::games::line_up::position_value::{Answer, Question};
use crate::games::line_up::{Move, Position, Rules};
use crate::rules::RulesText;
use crate::solve::Method;
use crate::solve::retro::{self, Plies};
use crate::work::Note;

/// The value of a position and of every move.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
pub(crate) struct Probe {
    #[command(flatten)]
    #[serde(flatten)]
    at: MovedPositionOf<Position>,
    /// Without tables: search at most N positions of a game that is too large to be solved at once (5x5); solve a game of
    /// at most N
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    #[serde(skip)]
    budget: u64,
    #[command(flatten)]
    #[serde(skip)]
    tables: TablesPlace,
}

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
    #[serde(skip)]
    value: Option<retro::Value>,
}

fn shown(value: Option<retro::Value>) -> Entry {
    value.map_or(Entry::Missing("not known"), |value| Entry::Outcome {
        word: value.outcome().as_str(),
        plies: value.plies().map(|plies| plies.0.into()),
        shown: value.to_string(),
    })
}

impl Command for Probe {
    const WORDS: &'static [&'static str] = &[Rules::GAME, "probe"];
    const ABOUT: &'static str = "The value of a position and of every move";
    const ALSO: &'static [&'static str] = &["analyse"];
    type Answer = Probed;

    fn help() -> String {
        "\
Looks into the tables of `siga tables build GAME`; without them the layers needed are solved first, which takes a \
second or two; of 5x5 a forward search finds what is decided soon.

Examples:
  siga teeko probe --position \"5/5/2x2/5/5 o\"
  siga teeko probe fixtures/positions/teeko-longest.txt --json
  siga 5x5 probe fixtures/positions/5x5-jump.txt --play a2-c4
  siga achi probe --position \"1x1/3/3 o\""
            .to_owned()
    }

    fn ask(&mut self, caller: Caller, note: &Note) -> Result<Probed, Failure> {
        let position = self.at.read(caller)?.clone();
        let rules = position.rules().to_string();
        let question = Question {
            tables: within_reach(&self.tables, &rules, caller)?,
            position,
            budget: self.budget,
        };
        let Answer {
            value,
            moves,
            line,
            method,
            ..
        } = question.answer(note)?;
        let moves = moves.into_iter().map(|known| Choice {
            action: known.action,
            position: known.position.to_string(),
            outcome: known.value.map(retro::Value::outcome),
            plies: known.value.and_then(retro::Value::plies),
            value: known.value,
        });
        Ok(Probed {
            outcome: value.into(),
            moves: moves.collect(),
            line,
            method,
        })
    }

    fn target(&mut self) -> Target<'_> {
        Placed::target(&mut self.at)
    }

    fn picture(&self, _probed: &Probed) -> Option<Picture> {
        Some(self.at.subject().picture())
    }

    fn best(&self, probed: &Probed) -> Option<String> {
        let best = probed.moves.first()?;
        best.outcome.map(|_| best.action.to_string())
    }

    fn tables(&self, probed: &Probed, _style: &Style) -> Vec<Sheet> {
        let position = &self.at.subject().position;
        let side = position.side();
        let mut notes = Vec::new();
        if !probed.line.is_empty() {
            let more = match probed.outcome.plies {
                None => " …",
                Some(_) => "",
            };
            notes.push(format!(
                "best play: {}{more}",
                itertools::join(&probed.line, " ")
            ));
        }
        notes.push(
            match probed.method {
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
        if position.chooser() != side && position.end().is_none() {
            notes.push(format!(
                "the piece is of {side}, whose outcomes these are; {} chooses its cell",
                position.chooser()
            ));
        }
        vec![
            Sheet::of(&probed.moves)
                .text("move", |known| known.action.to_string())
                .text("value", |known| shown(known.value))
                .text("position", |known| known.position.clone())
                .named(
                    "moves",
                    format!("{} · {}", position.rules(), verdict(position, probed)),
                )
                .notes(notes),
        ]
    }
}

/// Who wins, in how many plies.
fn verdict(position: &Position, probed: &Probed) -> String {
    let side = position.side();
    match (probed.outcome.outcome, probed.outcome.plies) {
        (retro::Outcome::Win, Some(plies)) => {
            format!("{side} wins in {}", counted(plies, "ply", "plies"))
        }
        (_, Some(Plies(0))) => format!("{} has won", side.other()),
        (_, Some(plies)) => format!("{} wins in {plies} plies", side.other()),
        (_, None) => "a draw".to_owned(),
    }
}
