//! `moves`: every legal move.

use crate::ask::moves::ListedMoves;
use crate::ask::prelude::*;
use crate::ask::subject::MovedPositionOf;
use crate::games::custodial::{Move, Play, Position};
use crate::render::words::{listed, texts};
use crate::solve::retro::Outcome;

/// Every legal move.
#[derive(Serialize, JsonSchema)]
pub(crate) struct MovesResult {
    /// By the point entered, then the point left; a pass comes last. None if the game is over.
    moves: Vec<LegalMove>,
    /// The outcome for the side to move if the game is over.
    end: Option<Outcome>,
}

/// A legal move.
#[derive(Serialize, JsonSchema)]
struct LegalMove {
    #[serde(rename = "move")]
    action: Move,
    /// The points of the pieces that it takes.
    captures: Vec<String>,
    /// The position after the move.
    position: String,
    /// Whether the same side goes on.
    again: bool,
}

impl ListedMoves for Position {
    type At = MovedPositionOf<Self>;
    type List = MovesResult;

    fn help() -> String {
        "\
A move is `c2-c3`, a piece placed `c3`, a piece taken off `-c3`; `pass` is a side without a move, or one that does not \
go on taking.

Examples:
  siga mak-yek moves --position \"oooooooo/8/oooooooo/8/8/xxxxxxxx/8/xxxxxxxx x\"
  siga custodial-seega moves --position \"5/1x3/1o3/5/1x1x1 x - +b1\""
            .to_owned()
    }

    fn listed(&self, plays: &[Play]) -> MovesResult {
        let moves = plays.iter().map(|play| LegalMove {
            action: play.action,
            captures: texts(&play.captures()),
            position: play.position.to_string(),
            again: play.again,
        });
        MovesResult {
            moves: moves.collect(),
            end: self.end(),
        }
    }

    fn table(&self, list: &MovesResult) -> Sheet {
        let number = listed(list.moves.len(), "move", "moves");
        Sheet::of(&list.moves)
            .text("move", |listed| listed.action.to_string())
            .text("takes", |listed| listed.captures.join(" "))
            .text("goes on", |listed| if listed.again { "yes" } else { "" })
            .text("position", |listed| listed.position.clone())
            .named("moves", format!("{} · {number}", self.rules()))
    }
}
