//! `siga tab moves`: every way to play a yield.

use super::Yields;
use crate::ask::moves::ListedMoves;
use crate::ask::prelude::*;
use crate::ask::running_fight::moves::{PlayList, WAYS, YieldQuery, drawn_size, heading};
use crate::games::legal_moves::{self, Answer};
use crate::games::tab::Position;
use crate::games::tab::moves::{Play, Yield};

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

impl ListedMoves for Position {
    const MOVES: &'static str = "tab-moves";
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
        let mut notes = vec![WAYS];
        if answer.plays.iter().any(|play| play.reduced > 0) {
            notes.push("reduced: own pieces that leave the board because a stack comes into a row where one of them has been");
        }
        Sheet::of(&answer.plays)
            .text("moves", |play| play.text())
            .text("takes", |play| spaced(&play.captures))
            .right("taken", |play| play.taken)
            .right("reduced", |play| play.reduced)
            .right("ways", |play| Entry::Whole(play.ways.to_string()))
            .text("position", |play| play.position.to_string())
            .named("plays", heading)
            .notes(notes.into_iter().map(str::to_owned))
            .chart(Chart::None)
    }

    fn drawn_size(answer: &Answer<Self>) -> u128 {
        drawn_size(answer.plays.len(), answer.question.position.rules().cells())
    }
}
