//! `analyse`: what is proved of a position and of every move.

use clap::Args;

use crate::ask::disputes::Target;
use crate::ask::one_command::Command;
use crate::ask::prelude::*;
use crate::ask::review::said;
use crate::ask::subject::{MovedPositionOf, Placed};
use crate::exact::serial::count;
use crate::games::custodial::graph::{Analysis, KnownMove, analyse};
use crate::games::custodial::{Move, Position, Rules};
use crate::games::goal::Goal;
use crate::games::review::Worth;
use crate::rules::RulesText;
use crate::work::Note;

/// What is proved of a position and of every move.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
pub(crate) struct Analyse<const FIRST_CAPTURE: bool> {
    #[command(flatten)]
    #[serde(flatten)]
    at: MovedPositionOf<Position>,
    /// Look at about N positions
    #[arg(long, value_name = "N", default_value_t = 300_000,
          value_parser = clap::value_parser!(u64).range(1..=50_000_000))]
    #[serde(serialize_with = "count")]
    #[schemars(with = "String")]
    budget: u64,
}

/// What is proved of a position and of every move.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Analysed {
    #[serde(flatten)]
    worth: Bounds,
    /// The best first.
    moves: Vec<Choice>,
    /// Best play as far as it is proved, 40 plies of it if it is a draw; empty where the goal is the first capture.
    line: Vec<Move>,
    /// Positions looked at, up to symmetry.
    positions: Count,
    /// Whether they are all that can follow: then all is known.
    complete: bool,
}

/// What is proved, for the side to move in the position asked.
#[derive(Clone, Copy, Serialize, JsonSchema)]
struct Bounds {
    #[serde(flatten)]
    worth: Worth,
    /// The outcome, if it is proved; else `null`. Of the first capture a draw is that nobody can force it.
    outcome: Option<crate::solve::retro::Outcome>,
}

/// A move.
#[derive(Serialize, JsonSchema)]
struct Choice {
    #[serde(rename = "move")]
    action: Move,
    /// The position after it.
    position: String,
    #[serde(flatten)]
    worth: Bounds,
}

impl From<Worth> for Bounds {
    fn from(worth: Worth) -> Self {
        let outcome = worth.outcome();
        Self { worth, outcome }
    }
}

impl From<KnownMove> for Choice {
    fn from(known: KnownMove) -> Self {
        Self {
            action: known.action,
            position: known.position.to_string(),
            worth: known.worth.into(),
        }
    }
}

impl<const FIRST_CAPTURE: bool> Analyse<FIRST_CAPTURE> {
    const GOAL: Goal = match FIRST_CAPTURE {
        true => Goal::FirstCapture,
        false => Goal::Game,
    };

    fn said(worth: Bounds) -> Entry {
        said(Self::GOAL, worth.worth, ["ply", "plies"])
    }
}

impl<const FIRST_CAPTURE: bool> Command for Analyse<FIRST_CAPTURE> {
    const WORDS: &'static [&'static str] = match FIRST_CAPTURE {
        true => &[Rules::GAME, "first-capture"],
        false => &[Rules::GAME, "analyse"],
    };
    const ABOUT: &'static str = match FIRST_CAPTURE {
        true => "Who makes the first capture, in how many plies, or nobody",
        false => "What is proved of a position and of every move",
    };
    const ALSO: &'static [&'static str] = match FIRST_CAPTURE {
        true => &[],
        false => &["probe"],
    };
    type Answer = Analysed;

    fn help() -> String {
        let examples = match FIRST_CAPTURE {
            true => {
                "  siga hasami-shogi first-capture --position \"ooooooooo/9/9/9/9/9/9/9/xxxxxxxxx x\" --budget 10000"
            }
            false => "  siga el-mthaltha analyse --position \"ooo/3/xxx x\"",
        };
        format!(
            "\
Looks at the positions that follow, the nearest first. Where all of them are within the budget, the outcome and the \
plies to it are exact; else what is said is proved all the same, and the rest is not known.

Example:
{examples}"
        )
    }

    fn ask(&mut self, caller: Caller, note: &Note) -> Result<Analysed, Failure> {
        let position = self.at.read(caller)?.clone();
        let Analysis {
            worth,
            moves,
            line,
            positions,
            complete,
            ..
        } = analyse(&position, Self::GOAL, self.budget, note);
        Ok(Analysed {
            worth: worth.into(),
            moves: moves.into_iter().map(Choice::from).collect(),
            line,
            positions: Count::of(positions as u64),
            complete,
        })
    }

    fn target(&mut self) -> Target<'_> {
        Placed::target(&mut self.at)
    }

    fn picture(&self, _analysed: &Analysed) -> Option<Picture> {
        Some(self.at.subject().picture())
    }

    fn best(&self, analysed: &Analysed) -> Option<String> {
        let best = analysed.moves.first()?;
        analysed.worth.outcome.map(|_| best.action.to_string())
    }

    fn tables(&self, analysed: &Analysed, _style: &Style) -> Vec<Sheet> {
        let rules = &self.at.subject().position.rules().to_string();
        let mut notes = Vec::new();
        if !analysed.line.is_empty() {
            notes.push(format!(
                "best play: {}",
                itertools::join(&analysed.line, " ")
            ));
        }
        let positions = analysed.positions.grouped();
        notes.push(match analysed.complete {
            true => format!("all {positions} positions that follow, up to symmetry"),
            false => format!(
                "{positions} positions looked at, up to symmetry; more follow: --budget N allows more"
            ),
        });
        let verdict = match Self::said(analysed.worth) {
            Entry::Text(text) => text,
            _ => "not known".to_owned(),
        };
        vec![
            Sheet::of(&analysed.moves)
                .text("move", |choice| choice.action.to_string())
                .text("value", |choice| Self::said(choice.worth))
                .text("position", |choice| choice.position.clone())
                .named(
                    "moves",
                    format!("{rules} · for the side to move: {verdict}"),
                )
                .notes(notes),
        ]
    }
}
