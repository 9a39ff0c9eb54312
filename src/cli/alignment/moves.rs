//! `siga teeko moves`, `siga 5x5 moves`: every legal move.

use serde_json::{Value, json};

use super::Named;
use super::question::{self, Question};
use crate::cli::args::alignment::Asked;
use crate::cli::failure::Failure;
use crate::cli::picture::Picture;
use crate::cli::report::{Reply, Report};
use crate::cli::sheet::{Column, Sheet, Style};
use crate::games::alignment::Play;

pub(super) struct MovesReport<R> {
    question: Question<R>,
    plays: Vec<Play<R>>,
}

pub(super) fn run<R: Named>(arguments: &Asked) -> Result<MovesReport<R>, Failure> {
    let question = Question::new(arguments)?;
    let plays = question.position.plays();
    Ok(MovesReport { question, plays })
}

impl<R: Named> Reply for MovesReport<R> {
    type Query = Value;
    type Result = Value;

    fn query(&self) -> Self::Query {
        json!(self.question.query("moves"))
    }

    fn result(&self) -> Self::Result {
        let moves = self.plays.iter().map(|play| {
            json!({
                "move": play.action.to_string(),
                "captures": [],
                "position": play.position.to_string(),
                "again": false,
                "over": play.over.map(|cell| cell.to_string()),
            })
        });
        let position = &self.question.position;
        let end = position.winner().map(|_| "loss");
        json!({
            "moves": moves.collect::<Vec<_>>(),
            "end": end,
            "winner": question::winner(position.winner()),
            "chooser": position.chooser().to_string(),
        })
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
