//! `siga daldos moves`: every play of a throw.

use clap::Args;
use itertools::Itertools;

use super::cast;
use crate::ask::args::list::List;
use crate::ask::moves::ListedMoves;
use crate::ask::prelude::*;
use crate::ask::subject::PositionOf;
use crate::games::daldos::{Cast, Play, Position, Team};
use crate::render::words::listed;

/// The throw that is played.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
pub(crate) struct ThrownArgs {
    /// What the dice show
    #[arg(long, visible_alias = "yield", value_name = "I,J", required = true)]
    throw: List<u8>,
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
    pub(super) action: String,
    /// All ways; two pieces that may move in either order are listed in one.
    pub(super) ways: Vec<String>,
    /// The holes of the pieces taken.
    pub(super) captures: Vec<String>,
    /// The position before the next throw.
    pub(super) position: String,
    /// Whether the same side throws again.
    pub(super) again: bool,
    /// How the game has ended with it, if it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ends: Option<String>,
}

impl Move {
    pub(super) fn of(position: &Position, play: &Play) -> Self {
        let ways = play.ways.iter().map(|way| position.way_text(way));
        let after = position.after(play);
        Self {
            action: play.text(position),
            ways: ways.collect(),
            captures: texts(&position.holes(play.taken)),
            position: after.to_string(),
            again: play.again,
            ends: after.winner().map(|winner| format!("{winner} has won")),
        }
    }
}

impl ListedMoves for Position {
    type At = PositionOf<Self>;
    type Thrown = ThrownArgs;
    type List = MovesResult;
    const ABOUT: &'static str = "Every play of a throw, with what it takes";

    fn help() -> String {
        "\
Plays that end in the same position are one. A released piece is marked `!`; `pass` is a throw that cannot be used.

Examples:
  siga daldos moves fixtures/positions/daldos-start.txt --throw 1,3
  siga daldos moves --position \"aa2/A1B2/bb2 A\" --rules daldos:n=4 --throw 1,1"
            .to_owned()
    }

    fn throw(&self, thrown: &mut ThrownArgs) -> Result<Cast, Failure> {
        let cast = cast(self.game(), &thrown.throw.0)?;
        thrown.throw = List(cast.numbers.to_vec());
        Ok(cast)
    }

    fn listed(&self, plays: &[Play]) -> MovesResult {
        MovesResult {
            moves: plays.iter().map(|play| Move::of(self, play)).collect(),
            winner: self.winner(),
        }
    }

    fn table(&self, thrown: &ThrownArgs, list: &MovesResult) -> Sheet {
        let number = listed(list.moves.len(), "play", "plays");
        let (rules, throw) = (self.game().rules(), thrown.throw.0.iter().join("+"));
        Sheet::of(&list.moves)
            .text("play", |play| play.action.clone())
            .text("takes", |play| play.captures.join(" "))
            .text("throws again", |play| if play.again { "yes" } else { "" })
            .text("or", |play| play.ways[1..].join(", "))
            .text("position", |play| play.position.clone())
            .named("plays", format!("{rules} · throw {throw} · {number}"))
            .note("! released by this move; the last column is the position before the next throw")
    }
}
