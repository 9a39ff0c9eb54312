//! `siga teeko moves`, `siga 5x5 moves`: every legal move.

use super::ReportNames;
use crate::ask::moves::{ListedMoves, NoThrow};
use crate::ask::prelude::*;
use crate::board::Side;
use crate::games::alignment::{Move, Position};
use crate::games::legal_moves::Answer;
use crate::render::words::listed;
use crate::solve::retro::Outcome;

/// Every legal move.
#[derive(Serialize, JsonSchema)]
pub(crate) struct MovesResult {
    /// None if the game is over; places in order of the cell, then steps and jumps in order of the cell left.
    moves: Vec<LegalMove>,
    /// The outcome for the side to move if the game is over: `loss`.
    end: Option<Outcome>,
    winner: Option<Side>,
    /// The side that chooses the move: the side to move, or its opponent where the rules let him choose the cell of a piece placed.
    chooser: Side,
}

/// A legal move.
#[derive(Serialize, JsonSchema)]
struct LegalMove {
    /// A jump is written like a step.
    #[serde(rename = "move")]
    action: Move,
    /// Always empty: nothing is taken in these games.
    captures: [String; 0],
    /// The position after the move.
    position: String,
    /// Always `false`: every move ends the turn.
    again: bool,
    /// The cell jumped over, or `null`.
    over: Option<String>,
}

impl<R: ReportNames> ListedMoves for Position<R> {
    const MOVES: &'static str = R::MOVES;
    type Thrown = NoThrow;
    type List = MovesResult;

    fn thrown((): &()) -> NoThrow {
        NoThrow {}
    }

    fn list(answer: &Answer<Self>) -> MovesResult {
        let moves = answer.plays.iter().map(|play| LegalMove {
            action: play.action,
            captures: [],
            position: play.position.to_string(),
            again: false,
            over: play.over.map(|cell| cell.to_string()),
        });
        let position = &answer.question.position;
        MovesResult {
            moves: moves.collect(),
            end: position.winner().map(|_| Outcome::Loss),
            winner: position.winner(),
            chooser: position.chooser(),
        }
    }

    fn table(answer: &Answer<Self>) -> Sheet {
        let position = &answer.question.position;
        let number = listed(answer.plays.len(), "move", "moves");
        let mut table = Sheet::of(&answer.plays).text("move", |play| play.action.to_string());
        if position.rules().jumps() {
            table = table.text("over", |play| {
                let over = play.over.map(|cell| cell.to_string());
                over.unwrap_or_default()
            });
        }
        let sheet = table
            .text("position", |play| play.position.to_string())
            .named("moves", format!("{} · {number}", position.rules()));
        let (side, chooser) = (position.side(), position.chooser());
        match side == chooser {
            true => sheet,
            false => sheet.note(format!(
                "the piece is of {side}, who is to move; {chooser} chooses its cell"
            )),
        }
    }
}
