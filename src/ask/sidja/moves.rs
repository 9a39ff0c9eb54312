//! `siga sidja moves`: every legal move.

use crate::ask::prelude::*;
use crate::games::sidja::{Play, Position};
use crate::render::words::listed;

pub(super) type MovesReport = Told<Position, Vec<Play>>;

/// Every legal move.
#[derive(Serialize, JsonSchema)]
pub(crate) struct MovesResult {
    moves: Vec<Move>,
    /// The outcome for the side to move where the game is over: `win`, `draw` or `loss`.
    end: Option<String>,
}

/// A legal move.
#[derive(Serialize, JsonSchema)]
struct Move {
    #[serde(rename = "move")]
    action: String,
    /// The cells of the stones it takes.
    captures: Vec<String>,
    /// The position it leads to, for whoever moves then.
    position: String,
    /// Whether the same side goes on.
    again: bool,
}

impl Reply for MovesReport {
    const NAME: &'static str = "sidja-moves";
    type Query = PositionQuery;
    type Result = MovesResult;

    fn query(&self) -> PositionQuery {
        self.subject.query("moves")
    }

    fn result(&self) -> MovesResult {
        let moves = self.answer.iter().map(|play| Move {
            action: play.action.to_string(),
            captures: texts(&play.captures()),
            position: play.position.to_string(),
            again: play.again,
        });
        let end = self.subject.position.end();
        MovesResult {
            moves: moves.collect(),
            end: end.map(|outcome| outcome.to_string()),
        }
    }
}

impl Report for MovesReport {
    fn picture(&self) -> Option<Picture> {
        Some(self.subject.picture())
    }

    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let number = listed(self.answer.len(), "move", "moves");
        vec![
            Sheet::of(&self.answer)
                .text("move", |play| play.action.to_string())
                .text("takes", |play| spaced(&play.captures()))
                .text("goes on", |play| if play.again { "yes" } else { "" })
                .text("position", |play| play.position.to_string())
                .named("moves", format!("{} · {number}", self.subject.rules())),
        ]
    }
}
