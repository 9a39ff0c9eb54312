//! `moves`: every legal move.

use clap::Args;

use super::{GameWithoutThrows, words};
use crate::ask::disputes::Target;
use crate::ask::one_command::Command;
use crate::ask::prelude::*;
use crate::ask::subject::{MovedPositionOf, Placed as _};
use crate::board::Side;
use crate::games::described::Move;
use crate::games::goal::Goal;
use crate::games::review::Worth;
use crate::render::words::listed;
use crate::rules::RulesText;
use crate::solve::retro::Outcome;
use crate::work::Note;

/// Every legal move.
#[derive(Serialize, JsonSchema)]
pub(crate) struct MovesResult {
    /// None if the game is over; a pass comes last.
    moves: Vec<LegalMove>,
    /// The outcome for the side to move if the game is over.
    end: Option<Outcome>,
    /// The side that has won, if the game is over and somebody has.
    winner: Option<Side>,
    /// The side that chooses the move: the side to move, or its opponent where the rules let him choose the cell of a piece placed.
    chooser: Side,
    /// With pieces in hand: the goal for which the value of every placement is known under these rules, `game`, else `first-capture`,
    /// or `null`.
    goal: Option<&'static str>,
}

/// A legal move.
#[derive(Serialize, JsonSchema)]
pub(crate) struct LegalMove {
    /// A jump is written like a step.
    #[serde(rename = "move")]
    action: Move,
    /// The points of the pieces that it takes.
    captures: Vec<String>,
    /// The position after the move, for whoever moves then.
    position: String,
    /// Whether the same side goes on.
    again: bool,
    /// The point jumped over, or `null`.
    over: Option<String>,
    /// With pieces in hand, by `goal`, for the side that places, where it is had at once: `win`, `loss` or `draw`, which of the
    /// first capture is that nobody can force it.
    outcome: Option<Outcome>,
    /// The ply of the first capture after the placing, where that is the goal and at most 12 cells are left.
    plies: Option<u32>,
}

impl LegalMove {
    fn worth(&self) -> Worth {
        let known = self
            .outcome
            .map(|outcome| Worth::proved(outcome, self.plies));
        known.unwrap_or(Worth::UNKNOWN)
    }
}

/// The moves of a position.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
#[serde(bound = "")]
#[schemars(bound = "P: GameWithoutThrows", rename = "Moves")]
pub(crate) struct Moves<P: GameWithoutThrows> {
    #[command(flatten)]
    #[serde(flatten)]
    at: MovedPositionOf<P>,
}

impl<P: GameWithoutThrows> Command for Moves<P> {
    const WORDS: &'static [&'static str] = &[<P::Rules as RulesText>::GAME, "moves"];
    const ABOUT: &'static str = "Every legal move";
    type Answer = MovesResult;

    fn target(&mut self) -> Target<'_> {
        self.at.target()
    }

    fn ask(&mut self, caller: Caller, _note: &Note) -> Result<MovesResult, Failure> {
        let position = self.at.read(caller)?;
        let known = position.known_at_once();
        let plays = position.list(&())?;
        let moves = plays.iter().map(|play| {
            let same = known.iter().find(|(after, _)| *after == play.position);
            LegalMove {
                action: play.action,
                captures: position.last_taken(play.taken).unwrap_or_default(),
                position: play.position.to_string(),
                again: play.again,
                over: play.over.map(|cell| cell.to_string()),
                outcome: same.and_then(|(_, worth)| worth.outcome()),
                plies: same.and_then(|(_, worth)| worth.length),
            }
        });
        let end = position.outcome();
        let side = position.side_to_move();
        Ok(MovesResult {
            moves: moves.collect(),
            end,
            winner: match end {
                Some(Outcome::Win) => Some(side),
                Some(Outcome::Loss) => Some(side.other()),
                _ => None,
            },
            chooser: position.chooses(),
            goal: position.goal().map(Goal::as_str),
        })
    }

    fn picture(&self, _list: &MovesResult) -> Option<Picture> {
        Some(self.at.subject().picture())
    }

    fn tables(&self, list: &MovesResult, _style: &Style) -> Vec<Sheet> {
        let position = &self.at.subject().position;
        let number = listed(list.moves.len(), "move", "moves");
        let known = list.moves.iter().any(|listed| listed.outcome.is_some());
        let mut sheet = Sheet::of(&list.moves).text("move", |listed| listed.action.to_string());
        if let Some(goal) = position.goal().filter(|_| known) {
            sheet = sheet.text("value", move |listed| {
                words(goal, listed.worth(), P::LENGTH)
            });
        }
        if position.jumps() {
            sheet = sheet.text("over", |listed| listed.over.clone().unwrap_or_default());
        }
        if P::TAKES {
            sheet = sheet
                .text("takes", |listed| listed.captures.join(" "))
                .text("goes on", |listed| if listed.again { "yes" } else { "" });
        }
        let sheet = sheet
            .text("position", |listed| listed.position.clone())
            .named("moves", format!("{} · {number}", position.rules().shown()))
            .notes(position.note(known).map(str::to_owned));
        let (side, chooser) = (position.side_to_move(), position.chooses());
        vec![match side == chooser {
            true => sheet,
            false => sheet.note(format!(
                "the piece is of {side}, who is to move; {chooser} chooses its cell"
            )),
        }]
    }
}
