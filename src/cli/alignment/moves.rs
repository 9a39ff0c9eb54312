//! `siga teeko moves`, `siga 5x5 moves`: every legal move.

use schemars::JsonSchema;
use serde::Serialize;

use super::subject::{Subject, read};
use super::{Asked, Named};
use crate::board::Side;
use crate::cli::args::alignment::Asked as Arguments;
use crate::cli::caption::PositionQuery;
use crate::cli::failure::Failure;
use crate::cli::picture::Picture;
use crate::cli::report::{Reply, Report};
use crate::cli::sheet::{Column, Sheet, Style};
use crate::games::alignment::question::Question;
use crate::games::alignment::{Move, Play};
use crate::solve::retro::Outcome;

pub(super) struct MovesReport<R> {
    pub(super) subject: Subject<R>,
    pub(super) plays: Vec<Play<R>>,
}

/// Every legal move.
#[derive(Serialize, JsonSchema)]
pub(super) struct Moves {
    /// None if the game is over; places in order of the cell, then steps and jumps in order of the cell left.
    moves: Vec<LegalMove>,
    /// What the side to move has if the game is over: `loss`.
    end: Option<Outcome>,
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

pub(super) fn ask<R: Named>(arguments: &Arguments) -> Result<Asked<R>, Failure> {
    let (position, caption) = read(arguments)?;
    Ok((Question::Moves(position), caption))
}

impl<R: Named> Reply for MovesReport<R> {
    type Query = PositionQuery;
    type Result = Moves;

    fn query(&self) -> PositionQuery {
        self.subject.query("moves")
    }

    fn result(&self) -> Moves {
        let moves = self.plays.iter().map(|play| LegalMove {
            action: play.action,
            captures: [],
            position: play.position.to_string(),
            again: false,
            over: play.over.map(|cell| cell.to_string()),
        });
        let position = &self.subject.position;
        Moves {
            moves: moves.collect(),
            end: position.winner().map(|_| Outcome::Loss),
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
        Some(self.subject.picture())
    }

    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let position = &self.subject.position;
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
            heading: format!("{} · {number}", self.subject.rules()),
            columns: columns.into_iter().map(Column::text).collect(),
            rows: rows.collect(),
            notes,
            ..Sheet::default()
        }]
    }
}
