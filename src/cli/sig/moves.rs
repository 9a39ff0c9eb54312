//! `siga sig moves`: every way to play a yield.

use serde_json::{Value, json};

use super::question::Question;
use super::{cells, spaced};
use crate::cli::args::sig::Moves;
use crate::cli::failure::Failure;
use crate::cli::picture::Picture;
use crate::cli::report::{Reply, Report};
use crate::cli::sheet::{Column, Entry, Sheet, Style};
use crate::games::sig::moves::{Play, Yield};

pub(super) struct MovesReport {
    question: Question,
    played: Yield,
    plays: Vec<Play>,
}

pub(super) fn run(arguments: &Moves) -> Result<MovesReport, Failure> {
    let question = Question::new(&arguments.asked)?;
    let played = super::played(&arguments.played, question.rules())?;
    let plays = question.position.plays(&played);
    let plays = plays.map_err(|error| Failure::Run(error.into()))?;
    Ok(MovesReport {
        question,
        played,
        plays,
    })
}

impl Reply for MovesReport {
    type Query = Value;
    type Result = Value;

    fn query(&self) -> Self::Query {
        let mut query = json!(self.question.query("moves"));
        query["yield"] = super::throws(&self.played);
        query
    }

    fn result(&self) -> Self::Result {
        let moves = self.plays.iter().map(|play| {
            json!({
                "move": play.text(),
                "captures": cells(&play.captures),
                "position": play.position.to_string(),
                "ways": play.ways.to_string(),
            })
        });
        json!({
            "moves": moves.collect::<Vec<_>>(),
            "over": self.question.position.is_over(),
        })
    }
}

impl Report for MovesReport {
    fn name(&self) -> &'static str {
        "sig-moves"
    }

    fn picture(&self) -> Option<Picture> {
        Some(self.question.picture())
    }

    fn drawn_size(&self, _style: &Style) -> u128 {
        let width = 8 * self.question.rules().cells() as u128;
        self.plays.len() as u128 * width
    }

    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let rows = self.plays.iter().map(|play| {
            vec![
                Entry::from(play.text()),
                spaced(&play.captures).into(),
                Entry::Whole(play.ways.to_string()),
                play.position.to_string().into(),
            ]
        });
        let number = match self.plays.len() {
            0 => "no play, the game is over".to_owned(),
            1 => "1 play".to_owned(),
            number => format!("{number} plays"),
        };
        vec![Sheet {
            name: "plays",
            heading: format!("{} · {} · {number}", self.question.rules(), self.played),
            columns: vec![
                Column::text("moves"),
                Column::text("takes"),
                Column::right("ways"),
                Column::text("position"),
            ],
            rows: rows.collect(),
            notes: vec![
                "ways: sequences of moves that lead to the same position; one of them is shown"
                    .to_owned(),
            ],
            ..Sheet::default()
        }]
    }
}
