//! `siga sig moves`: every way to play a yield.

use super::Yields;
use crate::ask::moves::ListedMoves;
use crate::ask::prelude::*;
use crate::ask::running_fight::moves::{PlayList, WAYS, YieldQuery, drawn_size, heading};
use crate::games::legal_moves::{self, Answer};
use crate::games::sig::Position;
use crate::games::sig::moves::{Play, Yield};

/// A position that a yield can be played to.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Move {
    /// One way to play it: `free a1, a1-b4`, or `pass`.
    #[serde(rename = "move")]
    action: String,
    /// The cells of the pieces taken.
    captures: Vec<String>,
    /// Whoever has the next turn to move; `turn=2` is the second of its two turns.
    position: String,
    /// Sequences of moves that lead there.
    ways: Count,
}

impl From<&Play> for Move {
    fn from(play: &Play) -> Self {
        Self {
            action: play.text(),
            captures: texts(&play.captures),
            position: play.position.to_string(),
            ways: Count::of(play.ways),
        }
    }
}

impl ListedMoves for Position {
    const MOVES: &'static str = "sig-moves";
    type Thrown = YieldQuery;
    type List = PlayList<Move>;

    fn thrown(played: &Yield) -> YieldQuery {
        let played = Position::throws(played);
        YieldQuery { played }
    }

    fn list(answer: &Answer<Self>) -> PlayList<Move> {
        PlayList {
            moves: answer.plays.iter().map(Move::from).collect(),
            over: answer.question.position.is_over(),
        }
    }

    fn table(answer: &Answer<Self>) -> Sheet {
        let legal_moves::Question { position, throw } = &answer.question;
        let heading = heading(position.rules(), throw, answer.plays.len());
        Sheet::of(&answer.plays)
            .text("moves", |play| play.text())
            .text("takes", |play| spaced(&play.captures))
            .right("ways", |play| Entry::Whole(play.ways.to_string()))
            .text("position", |play| play.position.to_string())
            .named("plays", heading)
            .note(WAYS)
            .chart(Chart::None)
    }

    fn drawn_size(answer: &Answer<Self>) -> u128 {
        drawn_size(answer.plays.len(), answer.question.position.rules().cells())
    }
}
