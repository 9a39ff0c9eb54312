//! `siga teeko moves`, `siga 5x5 moves`: every legal move.

use schemars::JsonSchema;
use serde::Serialize;

use super::Named;
use super::question::Question;
use crate::board::Side;
use crate::cli::args::alignment::Asked;
use crate::cli::caption::PositionQuery;
use crate::cli::failure::Failure;
use crate::cli::picture::Picture;
use crate::cli::report::{Reply, Report};
use crate::cli::sheet::{Column, Sheet, Style};
use crate::games::alignment::{Move, Play};
use crate::solve::retro::Wdl;

pub(super) struct MovesReport<R> {
    question: Question<R>,
    plays: Vec<Play<R>>,
}

/// Every legal move.
#[derive(Serialize, JsonSchema)]
pub(super) struct Moves {
    /// None if the game is over; places in order of the cell, then steps and jumps in order of the cell left.
    moves: Vec<LegalMove>,
    /// What the side to move has if the game is over: `loss`.
    end: Option<Wdl>,
    winner: Option<Side>,
    /// Who chooses the move: the side to move, or its opponent where the rules let him choose the cell of a piece placed.
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

pub(super) fn run<R: Named>(arguments: &Asked) -> Result<MovesReport<R>, Failure> {
    let question = Question::new(arguments)?;
    let plays = question.position.plays();
    Ok(MovesReport { question, plays })
}

impl<R: Named> Reply for MovesReport<R> {
    type Query = PositionQuery;
    type Result = Moves;

    fn query(&self) -> PositionQuery {
        self.question.query("moves")
    }

    fn result(&self) -> Moves {
        let moves = self.plays.iter().map(|play| LegalMove {
            action: play.action,
            captures: [],
            position: play.position.to_string(),
            again: false,
            over: play.over.map(|cell| cell.to_string()),
        });
        let position = &self.question.position;
        Moves {
            moves: moves.collect(),
            end: position.winner().map(|_| Wdl::Loss),
            winner: position.winner(),
            chooser: position.chooser(),
        }
    }
}

impl<R: Named> Report for MovesReport<R> {
    fn name(&self) -> &'static str {
        R::MOVES
    }

    fn picture(&self) -> Option<Picture> {
        Some(self.question.picture())
    }

    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let position = &self.question.position;
        let jumps = position.rules().jumps();
        let rows = self.plays.iter().map(|play| {
            let mut row = vec![play.action.to_string(), play.position.to_string()];
            if jumps {
                let over = play.over.map(|cell| cell.to_string());
                row.insert(1, over.unwrap_or_default());
            }
            row
        });
        let number = match self.plays.len() {
            0 => "no move, the game is over".to_owned(),
            1 => "1 move".to_owned(),
            number => format!("{number} moves"),
        };
        let mut columns = vec!["move", "position"];
        if jumps {
            columns.insert(1, "over");
        }
        let mut notes = Vec::new();
        let (side, chooser) = (position.side(), position.chooser());
        if side != chooser {
            notes.push(format!(
                "the piece is of {side}, who is to move; {chooser} chooses its cell"
            ));
        }
        vec![Sheet {
            name: "moves",
            heading: format!("{} · {number}", self.question.rules()),
            columns: columns.into_iter().map(Column::text).collect(),
            rows: rows.collect(),
            notes,
            ..Sheet::default()
        }]
    }
}
