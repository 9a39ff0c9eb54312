//! `siga daldos moves`: every play of a throw.

use super::{Captioned, cast};
use crate::ask::prelude::*;

use crate::ask::daldos::args::MovesArgs as Arguments;
use crate::ask::subject::read;
use crate::games::daldos::Question;
use crate::games::daldos::{Cast, Play, Position, Side};
use crate::render::words::listed;

pub(super) struct MovesReport {
    pub(super) subject: Subject<Position>,
    pub(super) cast: Cast,
    pub(super) plays: Vec<Play>,
}

/// The question for the plays of a throw.
#[derive(Serialize, JsonSchema)]
pub(super) struct MovesQuery {
    #[serde(flatten)]
    asked: PositionQuery,
    /// The faces of the dice, the smaller number first.
    throw: [u8; 2],
}

/// Every play of a throw.
#[derive(Serialize, JsonSchema)]
pub(super) struct MovesResult {
    /// Every play, those that end in the same position being one; none if the game is over.
    moves: Vec<Move>,
    /// The winner, if the game is over.
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
            captures: texts(&position.holes(play.taken)),
            position: position.after(play).to_string(),
            again: play.again,
        }
    }
}

pub(super) fn ask(arguments: &Arguments, caller: Caller) -> Result<Captioned, Failure> {
    let (position, caption) = read::<Position>(&arguments.asked, caller)?;
    let cast = cast(position.game(), &arguments.throw.0)?;
    Ok((Question::Moves { position, cast }, caption))
}

impl Reply for MovesReport {
    const NAME: &'static str = "daldos-moves";
    type Query = MovesQuery;
    type Result = MovesResult;

    fn query(&self) -> MovesQuery {
        MovesQuery {
            asked: self.subject.query("moves"),
            throw: self.cast.numbers,
        }
    }

    fn result(&self) -> MovesResult {
        let position = &self.subject.position;
        let moves = self.plays.iter().map(|play| Move::of(position, play));
        MovesResult {
            moves: moves.collect(),
            winner: position.winner(),
        }
    }
}

impl Report for MovesReport {
    fn picture(&self) -> Option<Picture> {
        Some(self.subject.picture())
    }

    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let position = &self.subject.position;
        let others = |play: &&Play| {
            let others = play.ways.iter().skip(1).map(|way| position.way_text(way));
            others.collect::<Vec<_>>().join(", ")
        };
        let number = listed(self.plays.len(), "play", "plays");
        let heading = format!(
            "{} · throw {} · {number}",
            self.subject.rules(),
            self.cast.text()
        );
        vec![
            Sheet::of(&self.plays)
                .text("play", |play| play.text(position))
                .text("takes", |play| spaced(&position.holes(play.taken)))
                .text("throws again", |play| if play.again { "yes" } else { "" })
                .text("or", others)
                .text("position", |play| position.after(play).to_string())
                .named("plays", heading)
                .note("! released by this move; the last column is the position before the next throw"),
        ]
    }
}
