//! `siga daldos moves`: every play of a throw.

use serde_json::{Value, json};

use super::question::Question;
use super::{cast, holes, spaced, throw};
use crate::cli::args::daldos::Moves;
use crate::cli::failure::Failure;
use crate::cli::picture::Picture;
use crate::cli::report::{Reply, Report};
use crate::cli::sheet::{Column, Sheet, Style};
use crate::games::daldos::board::{Cast, Play, Position};

pub(super) struct MovesReport {
    question: Question,
    cast: Cast,
    plays: Vec<Play>,
}

pub(super) fn run(arguments: &Moves) -> Result<MovesReport, Failure> {
    let question = Question::new(&arguments.asked)?;
    let cast = cast(question.position.game(), &arguments.throw.0)?;
    let plays = question.position.plays(&cast);
    Ok(MovesReport {
        question,
        cast,
        plays,
    })
}

/// A play as JSON has it.
pub(super) fn play(position: &Position, play: &Play) -> Value {
    let ways: Vec<String> = play.ways.iter().map(|way| position.way_text(way)).collect();
    json!({
        "move": play.text(position),
        "ways": ways,
        "captures": holes(&position.holes(play.taken)),
        "position": position.after(play).to_string(),
        "again": play.again,
    })
}

impl Reply for MovesReport {
    type Query = Value;
    type Result = Value;

    fn query(&self) -> Self::Query {
        let mut query = json!(self.question.query("moves"));
        query["throw"] = throw(&self.cast);
        query
    }

    fn result(&self) -> Self::Result {
        let position = &self.question.position;
        let plays = self.plays.iter().map(|found| play(position, found));
        json!({
            "moves": plays.collect::<Vec<_>>(),
            "winner": position.winner().map(|side| side.to_string()),
        })
    }
}

impl Report for MovesReport {
    fn name(&self) -> &'static str {
        "daldos-moves"
    }

    fn picture(&self) -> Option<Picture> {
        Some(self.question.picture())
    }

    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let position = &self.question.position;
        let rows = self.plays.iter().map(|play| {
            let others = play.ways.iter().skip(1).map(|way| position.way_text(way));
            vec![
                play.text(position),
                spaced(&position.holes(play.taken)),
                if play.again { "yes" } else { "" }.to_owned(),
                others.collect::<Vec<_>>().join(", "),
                position.after(play).to_string(),
            ]
        });
        let number = match self.plays.len() {
            0 => "no play, the game is over".to_owned(),
            1 => "1 play".to_owned(),
            number => format!("{number} plays"),
        };
        let [i, j] = self.cast.numbers;
        vec![Sheet {
            name: "plays",
            heading: format!("{} · throw {i}+{j} · {number}", self.question.rules()),
            columns: ["play", "takes", "throws again", "or", "position"]
                .map(Column::text)
                .to_vec(),
            rows: rows.collect(),
            notes: vec![
                "! released by this move; the last column is the position before the next throw"
                    .to_owned(),
            ],
            ..Sheet::default()
        }]
    }
}
