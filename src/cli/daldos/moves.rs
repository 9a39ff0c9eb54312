//! `siga daldos moves`: every play of a throw.

use schemars::JsonSchema;
use serde::Serialize;

use super::subject::{Subject, read};
use super::{Asked, cast, holes, spaced};
use crate::cli::args::daldos::Moves as Arguments;
use crate::cli::caption::PositionQuery;
use crate::cli::failure::Failure;
use crate::cli::picture::Picture;
use crate::cli::report::{Reply, Report};
use crate::cli::sheet::{Column, Sheet, Style};
use crate::games::daldos::Question;
use crate::games::daldos::{Cast, Play, Position, Side};

pub(super) struct MovesReport {
    pub(super) subject: Subject,
    pub(super) cast: Cast,
    pub(super) plays: Vec<Play>,
}

/// The question for the plays of a throw.
#[derive(Serialize, JsonSchema)]
pub(super) struct Query {
    #[serde(flatten)]
    asked: PositionQuery,
    /// What the dice show, the smaller number first.
    throw: [u8; 2],
}

/// Every play of a throw.
#[derive(Serialize, JsonSchema)]
pub(super) struct Moves {
    /// Every play, those that end in the same position being one; none if the game is over.
    moves: Vec<Move>,
    /// Who has won, if the game is over.
    winner: Option<Side>,
}

/// A play of a throw.
#[derive(Serialize, JsonSchema)]
pub(super) struct Move {
    /// The first of its ways: `m3-m5 !a1-m1`, the pieces in the order they move, `!` for one released, `m3-m4-m6` where
    /// it may take on the way too, or `pass`.
    #[serde(rename = "move")]
    action: String,
    /// All ways; two pieces that may move in either order are listed in one.
    ways: Vec<String>,
    /// The holes of the pieces taken.
    captures: Vec<String>,
    /// The position before the next throw.
    position: String,
    /// Whether the same side throws again.
    again: bool,
}

impl Move {
    pub(super) fn of(position: &Position, play: &Play) -> Self {
        let ways = play.ways.iter().map(|way| position.way_text(way));
        Self {
            action: play.text(position),
            ways: ways.collect(),
            captures: holes(&position.holes(play.taken)),
            position: position.after(play).to_string(),
            again: play.again,
        }
    }
}

pub(super) fn ask(arguments: &Arguments) -> Result<Asked, Failure> {
    let (position, caption) = read(&arguments.asked)?;
    let cast = cast(position.game(), &arguments.throw.0)?;
    Ok((Question::Moves { position, cast }, caption))
}

impl Reply for MovesReport {
    type Query = Query;
    type Result = Moves;

    fn query(&self) -> Query {
        Query {
            asked: self.subject.query("moves"),
            throw: self.cast.numbers,
        }
    }

    fn result(&self) -> Moves {
        let position = &self.subject.position;
        let moves = self.plays.iter().map(|play| Move::of(position, play));
        Moves {
            moves: moves.collect(),
            winner: position.winner(),
        }
    }
}

impl Report for MovesReport {
    fn name(&self) -> &'static str {
        "daldos-moves"
    }

    fn picture(&self) -> Option<Picture> {
        Some(self.subject.picture())
    }

    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let position = &self.subject.position;
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
            heading: format!("{} · throw {i}+{j} · {number}", self.subject.rules()),
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
