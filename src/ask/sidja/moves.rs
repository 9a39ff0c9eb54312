//! `siga sidja moves`: every legal move.

use crate::ask::moves::{ListedMoves, NoThrow};
use crate::ask::prelude::*;
use crate::games::legal_moves::Answer;
use crate::games::sidja::Position;
use crate::games::sidja::placing::Goal;
use crate::games::sidja::placing::game::goal;
use crate::render::words::listed;

/// Every legal move.
#[derive(Serialize, JsonSchema)]
pub(crate) struct MovesResult {
    moves: Vec<Move>,
    /// The outcome for the side to move where the game is over: `win`, `draw` or `loss`.
    end: Option<String>,
    /// The goal for which it is known what every placement comes to under these rules: `game`, else `first-capture`; `null` on
    /// boards larger than 5×5.
    goal: Option<&'static str>,
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

impl ListedMoves for Position {
    const MOVES: &'static str = "sidja-moves";
    type Thrown = NoThrow;
    type List = MovesResult;

    fn thrown((): &()) -> NoThrow {
        NoThrow {}
    }

    fn list(answer: &Answer<Self>) -> MovesResult {
        let moves = answer.plays.iter().map(|play| Move {
            action: play.action.to_string(),
            captures: texts(&play.captures()),
            position: play.position.to_string(),
            again: play.again,
        });
        let end = answer.question.position.end();
        MovesResult {
            moves: moves.collect(),
            end: end.map(|outcome| outcome.to_string()),
            goal: goal(answer.question.position.rules()).map(Goal::as_str),
        }
    }

    fn table(answer: &Answer<Self>) -> Sheet {
        let number = listed(answer.plays.len(), "move", "moves");
        let rules = answer.question.position.rules();
        let placing = answer.question.position.state().is_placing() && rules.size() <= 5;
        let values = placing.then(|| "what each stone is worth: `siga sidja first-capture`; in the whole game, where that is solved: `siga sidja analyse`".to_owned());
        Sheet::of(&answer.plays)
            .text("move", |play| play.action.to_string())
            .text("takes", |play| spaced(&play.captures()))
            .text("goes on", |play| if play.again { "yes" } else { "" })
            .text("position", |play| play.position.to_string())
            .named("moves", format!("{rules} · {number}"))
            .notes(values)
    }
}
