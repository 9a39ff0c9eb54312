//! The games of taking between two: `siga hasami-shogi`, `siga custodial-seega`, …, and `siga custodial` for a text of one's own.

mod picture;

use clap::Args;

use super::game::Game;
use super::one_command::Listed;
use super::perft::{Divided, Perft, Plies};
use super::prelude::*;
use super::review::{Review, Reviewable};
use super::subject::MovedPositionOf;
use super::without_throws::moves::Moves;
use super::without_throws::{
    Analyse, Analysed, BoardMoves, NoMore, Play, Playable, Solvable, Solve,
};
use crate::games::custodial::{Position, Rules, graph};
use crate::games::goal::Goal;
use crate::games::review::Judgement;
use crate::games::solved_game::SolvedGame;
use crate::solve::Method;
use crate::solve::retro::Outcome;
use crate::work::{Fault, Note};

/// The same commands for every game.
const COMMANDS: &[Listed] = &[
    Listed::question::<Moves<Position>>(),
    Listed::question::<Perft<Position>>(),
    Listed::question::<Analyse<Follows<false>>>(),
    Listed::question::<Analyse<Follows<true>>>(),
    Listed::question::<Solve<Position>>(),
    Listed::question::<Review<Position>>(),
    Listed::play::<Play<Position>>(),
];

/// The help text of `--rules` in commands about a position.
const RULES: &str = "The rules (see `siga rules GAME`); with `siga custodial`, the file that describes a game (docs/describe.md) \
                     [default: the file's, else the usual ones of the game, on a board as it is drawn]";

/// The games that come with siga, and the family for texts of one's own.
pub(crate) fn games() -> Vec<Game> {
    let about =
        "Taking between two: hasami shogi, Seega and others of `siga games`, or a text of your own";
    Game::family_of_texts::<Position>(
        (about, "moves, values, small boards solved"),
        (RULES, "analyse"),
        &[],
        COMMANDS,
    )
}

impl Reviewable for Position {
    const LENGTH: [&'static str; 2] = ["ply", "plies"];

    fn help() -> String {
        "\
A record has `key: value` lines (game, rules, title, source, start), then `moves:` and the moves, such as \
`a1-a2 b3-b2`; `record FILE` in `siga el-mthaltha play` writes one.

Examples:
  siga el-mthaltha review --record \"moves:; a1-a2 c3-c2\""
            .to_owned()
    }
}

impl Divided for Position {
    type At = MovedPositionOf<Self>;
    type Depth = Plies<false>;

    fn help() -> String {
        "\
A piece placed, moved or taken off is one ply, and so is a pass; the end of a turn is not. Sequences that end the game \
earlier do not count.

Examples:
  siga hasami-shogi perft --depth 3 --position \"ooooooooo/9/9/9/9/9/9/9/xxxxxxxxx x\"
  siga el-mthaltha perft --depth 5 --divide --position \"ooo/3/xxx x\""
            .to_owned()
    }
}

impl BoardMoves for Position {
    fn help() -> String {
        "\
A move is `c2-c3`, a piece placed `c3`, a piece taken off `-c3`; `pass` is a side without a move, or one that does not \
go on taking.

Examples:
  siga mak-yek moves --position \"oooooooo/8/oooooooo/8/8/xxxxxxxx/8/xxxxxxxx x\"
  siga custodial-seega moves --position \"5/1x3/1o3/5/1x1x1 x - +b1\""
            .to_owned()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.end()
    }
}

/// The whole game, or the first capture.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
pub(crate) struct Follows<const FIRST_CAPTURE: bool> {}

impl<const FIRST_CAPTURE: bool> Analysed for Follows<FIRST_CAPTURE> {
    type Position = Position;
    type Known = NoMore;

    const GOAL: Goal = match FIRST_CAPTURE {
        true => Goal::FirstCapture,
        false => Goal::Game,
    };
    const BUDGET: &'static str = "300000";

    fn help() -> String {
        let example = match Self::GOAL {
            Goal::FirstCapture => {
                "siga hasami-shogi first-capture --position \"ooooooooo/9/9/9/9/9/9/9/xxxxxxxxx x\" --budget 10000"
            }
            Goal::Game => "siga el-mthaltha analyse --position \"ooo/3/xxx x\"",
        };
        format!(
            "\
Looks at the positions that follow, the nearest first, up to --budget (300,000 positions). If that is all of them, the \
outcome and the plies to it are exact. If not, every value given is still proved, and the others are not known.

Examples:
  {example}"
        )
    }

    fn judged(
        &mut self,
        position: &Position,
        budget: u64,
        _caller: Caller,
        note: &Note,
    ) -> Result<(Judgement<Position>, NoMore), Failure> {
        Ok((graph::judge(position, Self::GOAL, budget, note), NoMore {}))
    }
}

impl Playable for Position {
    type More = NoMore;

    const MOVES: &'static [[&'static str; 2]] = &[
        ["b2", "place a piece on this point"],
        ["b2-c3", "move a piece"],
        [
            "pass",
            "do not go on taking, or pass where nothing can be moved",
        ],
    ];

    fn help() -> String {
        "\
Type moves (b2, b2-c3, pass), `hint`, `value`, `moves`, `undo`, `help` or `quit`. The machine plays perfectly where all \
positions that follow are within its budget, as in el-mthaltha and jul-gonu.

Examples:
  siga el-mthaltha play
  siga hasami-shogi play --as o --seed 7"
            .to_owned()
    }

    fn remarks(&self, _more: &NoMore, found: &Judgement<Self>) -> Vec<String> {
        match found.method {
            Method::Search => Vec::new(),
            _ => vec!["The machine has solved the game and plays perfectly.".to_owned()],
        }
    }
}

/// The positions that follow the start of a game that is solved, where no number is given.
const SOLVED: u64 = 10_000_000;

impl Solvable for Position {
    const COUNTED: &'static str = "positions that can follow the start, up to symmetry, and once the pieces are placed up to an exchange of the sides";

    fn help() -> String {
        "\
All positions that can follow the start are looked at; play without end is a draw. El-mthaltha takes a moment, \
jul-gonu some seconds; larger games have too many positions. Without --budget: 10,000,000 positions.

Examples:
  siga el-mthaltha solve
  siga custodial-seega solve --rules custodial-seega:mseega
  siga custodial solve --rules my.game"
            .to_owned()
    }

    fn solved(rules: &Rules, budget: Option<u64>, note: &Note) -> Result<SolvedGame<Self>, Fault> {
        graph::solve(&Position::start(rules), budget.unwrap_or(SOLVED), note)
    }

    fn variants(rules: &Rules) -> Vec<Rules> {
        rules.variants()
    }
}
