//! `analyse`, `probe` and `first-capture`: what is proved of a position and of every move.

use clap::Args;

use super::{turns, words};
use crate::ask::args::tables::TablesPlace;
use crate::ask::disputes::Target;
use crate::ask::one_command::Command;
use crate::ask::prelude::*;
use crate::ask::review::Reviewable;
use crate::ask::subject::{MovedPositionOf, Placed};
use crate::ask::tables::within_reach;
use crate::exact::serial::some_count;
use crate::games::goal::Goal;
use crate::games::review::{JudgedMove, Judgement, Means, Worth};
use crate::rules::RulesText;
use crate::solve::Method;
use crate::solve::retro::Outcome;
use crate::work::{Fault, Note};

/// The value of a position and of every move.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
#[serde(bound = "")]
#[schemars(bound = "P: Analysed", rename = "Analyse")]
pub(crate) struct Analyse<P: Analysed, const FIRST_CAPTURE: bool> {
    #[command(flatten)]
    #[serde(flatten)]
    at: MovedPositionOf<P>,
    /// Look at no more than about N positions, where a search is needed; solve a game of at most N
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=50_000_000))]
    #[serde(serialize_with = "some_count")]
    #[schemars(with = "String")]
    budget: Option<u64>,
    #[command(flatten)]
    #[serde(skip)]
    tables: TablesPlace,
}

/// The value of a position and of every move.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Analysis {
    #[serde(flatten)]
    value: Valued,
    /// The best first, for whoever chooses.
    moves: Vec<ValuedMove>,
    /// Best play as far as it is known, the beginning of it in a draw; empty where the goal is the first capture.
    line: Vec<String>,
    method: Method,
    /// Positions a search looked at, up to symmetry, where it counts them.
    positions: Option<Count>,
}

/// What is proved, for the side to move in the position asked.
#[derive(Clone, Copy, Serialize, JsonSchema)]
pub(super) struct Valued {
    /// The outcome, if it is proved; else `null`. Of the first capture a draw is that nobody can force it.
    outcome: Option<Outcome>,
    /// To the end under best play, 0 if the game is over; `null` for a draw and where they are not known.
    plies: Option<u32>,
    /// The least outcome that is not ruled out.
    at_least: Outcome,
    /// The greatest outcome that is not ruled out.
    at_most: Outcome,
    #[serde(skip)]
    worth: Worth,
}

/// A move.
#[derive(Serialize, JsonSchema)]
struct ValuedMove {
    #[serde(rename = "move")]
    action: String,
    /// The position after it.
    position: String,
    #[serde(flatten)]
    value: Valued,
}

impl From<Worth> for Valued {
    fn from(worth: Worth) -> Self {
        Self {
            outcome: worth.outcome(),
            plies: worth.length,
            at_least: worth.at_least,
            at_most: worth.at_most,
            worth,
        }
    }
}

impl Valued {
    fn entry(self, goal: Goal, unit: [&str; 2]) -> Entry {
        let shown = words(goal, self.worth, unit);
        match self.outcome {
            Some(outcome) => Entry::Outcome {
                word: outcome.as_str(),
                plies: self.plies,
                shown,
            },
            None if self.worth == Worth::UNKNOWN => Entry::Missing("not known"),
            None => Entry::Text(shown),
        }
    }
}

impl<P: Analysed, const FIRST_CAPTURE: bool> Analyse<P, FIRST_CAPTURE> {
    const GOAL: Goal = match FIRST_CAPTURE {
        true => Goal::FirstCapture,
        false => Goal::Game,
    };

    /// Who wins or takes first, for people.
    fn verdict(&self, value: Valued) -> String {
        let side = self.at.subject().position.side_to_move();
        let winner = match value.outcome {
            Some(Outcome::Win) => side,
            Some(Outcome::Loss) => side.other(),
            Some(Outcome::Draw) if Self::GOAL == Goal::Game => return "a draw".to_owned(),
            _ => return words(Self::GOAL, value.worth, P::LENGTH),
        };
        match (Self::GOAL, value.plies) {
            (Goal::Game, Some(0)) => format!("{winner} has won"),
            (Goal::Game, Some(plies)) => {
                let plies = counted(plies, P::LENGTH[0], P::LENGTH[1]);
                format!("{winner} wins in {plies}")
            }
            (Goal::Game, None) => format!("{winner} wins"),
            (Goal::FirstCapture, Some(plies)) => format!("{winner} takes first on ply {plies}"),
            (Goal::FirstCapture, None) => format!("{winner} takes first"),
        }
    }

    fn notes(&self, analysis: &Analysis) -> Vec<String> {
        let position = &self.at.subject().position;
        let mut notes = Vec::new();
        if !analysis.line.is_empty() {
            let more = match analysis.value.plies {
                None => " …",
                Some(_) => "",
            };
            let line = turns(position, &analysis.line);
            notes.push(format!("best play: {line}{more}"));
        }
        notes.push(match (analysis.method, &analysis.positions) {
            (Method::Tables, _) => "from the tables on disk".to_owned(),
            (Method::Solved, None) => "from the layers needed, solved for this question".to_owned(),
            (Method::Solved, Some(positions)) => format!(
                "all {} positions that follow, up to symmetry",
                positions.grouped()
            ),
            (Method::Recorded, _) => {
                "from the complete solution on record; `siga tables build` keeps every position"
                    .to_owned()
            }
            (Method::Search, None) => {
                "proved by a forward search; moves without a value are not known".to_owned()
            }
            (Method::Search, Some(positions)) => format!(
                "{} positions looked at, up to symmetry; more follow: --budget N allows more",
                positions.grouped()
            ),
            (Method::Rules, _) => "the game is over".to_owned(),
        });
        let (side, chooser) = (position.side_to_move(), position.chooses());
        if chooser != side && position.over().is_none() {
            notes.push(format!(
                "the piece is of {side}, whose outcomes these are; {chooser} chooses its cell"
            ));
        }
        notes
    }
}

impl<P: Analysed, const FIRST_CAPTURE: bool> Command for Analyse<P, FIRST_CAPTURE> {
    const WORDS: &'static [&'static str] = match FIRST_CAPTURE {
        true => &[<P::Rules as RulesText>::GAME, "first-capture"],
        false => &[<P::Rules as RulesText>::GAME, P::WORD[0]],
    };
    const ABOUT: &'static str = match FIRST_CAPTURE {
        true => "Who makes the first capture, in how many plies, or nobody",
        false => "The value of a position and of every move",
    };
    const ALSO: &'static [&'static str] = match FIRST_CAPTURE {
        true => &[],
        false => &[P::WORD[1]],
    };
    type Answer = Analysis;

    fn help() -> String {
        <P as Analysed>::help(Self::GOAL)
    }

    fn ask(&mut self, caller: Caller, note: &Note) -> Result<Analysis, Failure> {
        let position = self.at.read(caller)?.clone();
        let means = Means {
            budget: *self.budget.get_or_insert(P::BUDGET),
            tables: within_reach(&self.tables, &position.rules().to_string(), caller)?,
        };
        let found = position.judged(Self::GOAL, &means, note)?;
        if found.worth.outcome().is_none()
            && let Some(fault) = position.unsolved(&means)
        {
            return Err(fault.into());
        }
        let own = position.chooses() == position.side_to_move();
        let seen = |worth: Worth| Valued::from(if own { worth } else { -worth });
        let valued = |known: &JudgedMove<P>| ValuedMove {
            action: known.action.to_string(),
            position: known.position.to_string(),
            value: seen(known.worth),
        };
        Ok(Analysis {
            value: seen(found.worth),
            moves: found.moves.iter().map(valued).collect(),
            line: texts(&found.line),
            method: found.method,
            positions: found.positions.map(Count::of),
        })
    }

    fn target(&mut self) -> Target<'_> {
        Placed::target(&mut self.at)
    }

    fn picture(&self, _analysis: &Analysis) -> Option<Picture> {
        Some(self.at.subject().picture())
    }

    fn best(&self, analysis: &Analysis) -> Option<String> {
        let best = analysis.moves.first()?;
        analysis.value.outcome.and(best.value.outcome)?;
        Some(best.action.clone())
    }

    fn tables(&self, analysis: &Analysis, _style: &Style) -> Vec<Sheet> {
        let rules = self.at.subject().position.rules().shown();
        vec![
            Sheet::of(&analysis.moves)
                .text("move", |known| known.action.clone())
                .text("value", |known| known.value.entry(Self::GOAL, P::LENGTH))
                .text("position", |known| known.position.clone())
                .named(
                    "moves",
                    format!("{rules} · {}", self.verdict(analysis.value)),
                )
                .notes(self.notes(analysis)),
        ]
    }
}

/// A game whose positions are analysed.
pub(crate) trait Analysed: Reviewable {
    /// The last word of the command about the game, and its other names.
    const WORD: [&'static str; 2];
    /// The positions looked at where no number is given.
    const BUDGET: u64;

    /// The text after the options in the help.
    fn help(goal: Goal) -> String;

    /// What is known of the position.
    ///
    /// # Errors
    /// Those of [`Judged::judge`](crate::games::review::Judged::judge).
    fn judged(&self, goal: Goal, means: &Means, note: &Note) -> Result<Judgement<Self>, Fault>;
}
