//! `siga tab moves`: every way to play a yield.

use super::{Asked, Thrown};
use crate::ask::prelude::*;
use crate::ask::subject::read;
use crate::ask::tab::args::Moves as Arguments;
use crate::games::tab::moves::{Play, Yield};
use crate::games::tab::{Position, Question};
use crate::render::words::listed;

pub(super) struct MovesReport {
    pub(super) subject: Subject<Position>,
    pub(super) played: Yield,
    pub(super) plays: Vec<Play>,
}

/// The question for the ways to play a yield.
#[derive(Serialize, JsonSchema)]
pub(super) struct Query {
    #[serde(flatten)]
    asked: PositionQuery,
    /// The throws of the turn, in the order thrown.
    #[serde(rename = "yield")]
    played: Vec<Thrown>,
}

/// Every way to play a yield.
#[derive(Serialize, JsonSchema)]
pub(super) struct Moves {
    /// One for each position that the yield can be played to.
    moves: Vec<Move>,
    /// Whether the game is over.
    over: bool,
}

/// A position that a yield can be played to.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Move {
    /// One way to play it: `a3-b3, part b3-b2`, or `pass`.
    #[serde(rename = "move")]
    action: String,
    /// The fields of the pieces taken.
    captures: Vec<String>,
    /// The number of pieces taken.
    taken: u32,
    /// The number of own pieces that left the board because a stack was reduced.
    reduced: u32,
    /// Whoever throws next to move: the same team while its turn goes on.
    position: String,
    /// Sequences of moves that lead there.
    ways: Count,
}

impl From<&Play> for Move {
    fn from(play: &Play) -> Self {
        Self {
            action: play.text(),
            captures: texts(&play.captures),
            taken: play.taken,
            reduced: play.reduced,
            position: play.position.to_string(),
            ways: Count::of(play.ways),
        }
    }
}

pub(super) fn ask(arguments: &Arguments, caller: Caller) -> Result<Asked, Failure> {
    let (position, caption) = read::<Position>(&arguments.asked, caller)?;
    let played = super::played(&arguments.played, position.rules())?;
    Ok((Question::Moves { position, played }, caption))
}

impl Reply for MovesReport {
    const NAME: &'static str = "tab-moves";
    type Query = Query;
    type Result = Moves;

    fn query(&self) -> Query {
        Query {
            asked: self.subject.query("moves"),
            played: super::throws(&self.played),
        }
    }

    fn result(&self) -> Moves {
        Moves {
            moves: self.plays.iter().map(Move::from).collect(),
            over: self.subject.position.is_over(),
        }
    }
}

impl Report for MovesReport {
    fn picture(&self) -> Option<Picture> {
        Some(self.subject.picture())
    }

    fn drawn_size(&self, _style: &Style) -> u128 {
        let width = 8 * self.subject.rules().cells() as u128;
        self.plays.len() as u128 * width
    }

    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let number = listed(self.plays.len(), "play", "plays");
        let heading = format!("{} · {} · {number}", self.subject.rules(), self.played);
        let mut notes =
            vec!["ways: sequences of moves that lead to the same position; one of them is shown"];
        if self.plays.iter().any(|play| play.reduced > 0) {
            notes.push("reduced: own pieces that leave the board because a stack comes into a row where one of them has been");
        }
        vec![
            Sheet::of(&self.plays)
                .text("moves", |play| play.text())
                .text("takes", |play| spaced(&play.captures))
                .right("taken", |play| play.taken)
                .right("reduced", |play| play.reduced)
                .right("ways", |play| Entry::Whole(play.ways.to_string()))
                .text("position", |play| play.position.to_string())
                .named("plays", heading)
                .notes(notes.into_iter().map(str::to_owned))
                .chart(Chart::None),
        ]
    }
}
