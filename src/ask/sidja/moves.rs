//! `siga sidja moves`: every legal move.

use crate::ask::moves::ListedMoves;
use crate::ask::prelude::*;
use crate::ask::review::{Reviewable, said};
use crate::ask::subject::MovedPositionOf;
use crate::games::review::Worth;
use crate::games::sidja::placing::Goal;
use crate::games::sidja::placing::game::goal;
use crate::games::sidja::{ListedPlay, Outcome, Position};
use crate::render::words::listed;

/// Every legal move.
#[derive(Serialize, JsonSchema)]
pub(crate) struct MovesResult {
    moves: Vec<Move>,
    /// The outcome for the side to move where the game is over: `win`, `draw` or `loss`.
    end: Option<String>,
    /// The goal for which the value of every placement is known under these rules: `game`, else `first-capture`; `null` on
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
    /// With stones in hand, by `goal`, for the side that places, where it is had at once (at most 16 cells left, or the first stones of a
    /// preset): `win`, `loss` or `draw`, which of the first capture is that nobody can force it.
    outcome: Option<Outcome>,
    /// The ply of the first capture after the placing, where that is the goal and at most 12 cells are left.
    plies: Option<u32>,
}

impl ListedMoves for Position {
    type At = MovedPositionOf<Self>;
    type List = MovesResult;

    fn help() -> String {
        "\
Examples:
  siga sidja moves --position \"oxxoo/ooxxo/oo1xx/xooxx/xxoox x -\"
  siga sidja moves fixtures/positions/sidja-trap.txt --play b2-c3,b1-c2
  siga sidja moves start.txt --rules sidja:egypt,placing=cross --json"
            .to_owned()
    }

    fn listed(&self, plays: &[ListedPlay]) -> MovesResult {
        let moves = plays.iter().map(|ListedPlay { play, worth, .. }| Move {
            action: play.action.to_string(),
            captures: texts(&play.captures()),
            position: play.position.to_string(),
            again: play.again,
            outcome: worth.and_then(Worth::outcome),
            plies: worth.and_then(|worth| worth.length),
        });
        MovesResult {
            moves: moves.collect(),
            end: self.end().map(|outcome| outcome.to_string()),
            goal: goal(self.rules()).map(Goal::as_str),
        }
    }

    fn table(&self, list: &MovesResult) -> Sheet {
        let number = listed(list.moves.len(), "move", "moves");
        let rules = self.rules();
        let placing = self.state().is_placing() && rules.size() <= 5;
        let goal = goal(rules);
        let known = list.moves.iter().any(|listed| listed.outcome.is_some());
        let note = match (known, goal) {
            (true, Some(Goal::FirstCapture)) => Some(
                "value: who can force the first capture, with best placing; the value in the whole game is not known",
            ),
            (true, _) => Some("value: the outcome of the whole game for the side that places"),
            (false, _) if placing => Some(
                "what each stone is worth: `siga sidja first-capture`; in the whole game, where that is solved: `siga sidja analyse`",
            ),
            (false, _) => None,
        };
        let sheet = Sheet::of(&list.moves).text("move", |listed| listed.action.clone());
        let sheet = match goal.filter(|_| known) {
            Some(goal) => sheet.text("value", move |listed| {
                let worth = listed
                    .outcome
                    .map(|outcome| Worth::proved(outcome, listed.plies));
                said(
                    goal,
                    worth.unwrap_or(Worth::UNKNOWN),
                    <Position as Reviewable>::LENGTH,
                )
            }),
            None => sheet,
        };
        sheet
            .text("takes", |listed| listed.captures.join(" "))
            .text("goes on", |listed| if listed.again { "yes" } else { "" })
            .text("position", |listed| listed.position.clone())
            .named("moves", format!("{rules} · {number}"))
            .notes(note.map(str::to_owned))
    }
}
