//! `siga teeko moves`, `siga 5x5 moves`: every legal move.

use super::ReportNames;
use crate::ask::moves::{ListedMoves, NoThrow};
use crate::ask::prelude::*;
use crate::ask::subject::MovedPositionOf;
use crate::board::Side;
use crate::games::alignment::{Move, Play, Position};
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
    type At = MovedPositionOf<Self>;
    type Thrown = NoThrow;
    type List = MovesResult;

    fn help() -> String {
        R::HELP[0].to_owned()
    }

    fn throw(&self, _thrown: &mut NoThrow) -> Result<(), Failure> {
        Ok(())
    }

    fn listed(&self, plays: &[Play<R>]) -> MovesResult {
        let moves = plays.iter().map(|play| LegalMove {
            action: play.action,
            captures: [],
            position: play.position.to_string(),
            again: false,
            over: play.over.map(|cell| cell.to_string()),
        });
        MovesResult {
            moves: moves.collect(),
            end: self.winner().map(|_| Outcome::Loss),
            winner: self.winner(),
            chooser: self.chooser(),
        }
    }

    fn table(&self, _thrown: &NoThrow, list: &MovesResult) -> Sheet {
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
