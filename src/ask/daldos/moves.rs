//! `siga daldos moves`: every play of a throw.

use super::{Captioned, cast};
use crate::ask::daldos::args::MovesArgs as Arguments;
use crate::ask::moves::ListedMoves;
use crate::ask::prelude::*;
use crate::ask::subject::read;
use crate::games::daldos::{Cast, Play, Position, Question, Team};
use crate::games::legal_moves::{self, Answer};
use crate::render::words::listed;

/// The throw that is played.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ThrowQuery {
    /// The faces of the dice, the smaller number first.
    throw: [u8; 2],
}

/// Every play of a throw.
#[derive(Serialize, JsonSchema)]
pub(crate) struct MovesResult {
    /// Every play, those that end in the same position being one; none if the game is over.
    moves: Vec<Move>,
    /// The winner, if the game is over.
    winner: Option<Team>,
}

/// A play of a throw.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Move {
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
    let throw = cast(position.game(), &arguments.throw.0)?;
    let question = legal_moves::Question { position, throw };
    Ok((Question::Moves(question), caption))
}

impl ListedMoves for Position {
    const MOVES: &'static str = "daldos-moves";
    type Thrown = ThrowQuery;
    type List = MovesResult;

    fn thrown(cast: &Cast) -> ThrowQuery {
        let throw = cast.numbers;
        ThrowQuery { throw }
    }

    fn list(answer: &Answer<Self>) -> MovesResult {
        let position = &answer.question.position;
        let moves = answer.plays.iter().map(|play| Move::of(position, play));
        MovesResult {
            moves: moves.collect(),
            winner: position.winner(),
        }
    }

    fn table(answer: &Answer<Self>) -> Sheet {
        let legal_moves::Question { position, throw } = &answer.question;
        let others = |play: &&Play| {
            let others = play.ways.iter().skip(1).map(|way| position.way_text(way));
            others.collect::<Vec<_>>().join(", ")
        };
        let number = listed(answer.plays.len(), "play", "plays");
        let rules = position.game().rules();
        Sheet::of(&answer.plays)
            .text("play", |play| play.text(position))
            .text("takes", |play| spaced(&position.holes(play.taken)))
            .text("throws again", |play| if play.again { "yes" } else { "" })
            .text("or", others)
            .text("position", |play| position.after(play).to_string())
            .named(
                "plays",
                format!("{rules} · throw {} · {number}", throw.text()),
            )
            .note("! released by this move; the last column is the position before the next throw")
    }
}
