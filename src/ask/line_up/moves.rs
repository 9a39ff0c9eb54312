//! `moves`: every legal move.

use crate::ask::moves::ListedMoves;
use crate::ask::prelude::*;
use crate::ask::subject::MovedPositionOf;
use crate::board::Side;
use crate::games::line_up::{Move, Play, Position};
use crate::render::words::listed;
use crate::solve::retro::Outcome;

/// Every legal move.
#[derive(Serialize, JsonSchema)]
pub(crate) struct MovesResult {
    /// None if the game is over; places in order of the cell, then steps and jumps in order of the cell left.
    moves: Vec<LegalMove>,
    /// The outcome for the side to move if the game is over: `loss`, but where a side without a move draws or wins.
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

impl ListedMoves for Position {
    type At = MovedPositionOf<Self>;
    type List = MovesResult;

    fn help() -> String {
        "\
A jump or a slide is written like a step; the cell that a jump goes over is shown beside it. Where the rules let the \
opponent choose the cell of a piece placed, the moves are his choices: the piece is still that of the side to move.

Examples:
  siga teeko moves --position \"5/5/2x2/5/5 o\"
  siga 5x5 moves fixtures/positions/5x5-jump.txt --play a2-c4
  siga teeko moves --position \"5/5/5/5/5 x\" --rules teeko:drop=alternate --json"
            .to_owned()
    }

    fn listed(&self, plays: &[Play]) -> MovesResult {
        let moves = plays.iter().map(|play| LegalMove {
            action: play.action,
            captures: [],
            position: play.position.to_string(),
            again: false,
            over: play.over.map(|cell| cell.to_string()),
        });
        MovesResult {
            moves: moves.collect(),
            end: self.end().map(|_| match self.winner() {
                Some(winner) if winner == self.side() => Outcome::Win,
                Some(_) => Outcome::Loss,
                None => Outcome::Draw,
            }),
            winner: self.winner(),
            chooser: self.chooser(),
        }
    }

    fn table(&self, list: &MovesResult) -> Sheet {
        let number = listed(list.moves.len(), "move", "moves");
        let mut table = Sheet::of(&list.moves).text("move", |play| play.action.to_string());
        if self.rules().jumps() {
            table = table.text("over", |play| play.over.clone().unwrap_or_default());
        }
        let sheet = table
            .text("position", |play| play.position.clone())
            .named("moves", format!("{} · {number}", self.rules()));
        let (side, chooser) = (self.side(), self.chooser());
        match side == chooser {
            true => sheet,
            false => sheet.note(format!(
                "the piece is of {side}, who is to move; {chooser} chooses its cell"
            )),
        }
    }
}
