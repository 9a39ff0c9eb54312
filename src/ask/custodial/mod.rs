//! The games of taking between two: `siga hasami-shogi`, `siga custodial-seega`, …, and `siga custodial` for a text of one's own.

mod analyse;
mod moves;
mod picture;
mod play;
mod solve;

use super::game::Game;
use super::moves::Moves;
use super::one_command::Listed;
use super::perft::{Divided, Perft, Plies};
use super::review::{Review, Reviewable};
use super::subject::MovedPositionOf;
use crate::games::custodial::Position;

/// The same commands for every game.
const COMMANDS: &[Listed] = &[
    Listed::question::<Moves<Position>>(),
    Listed::question::<Perft<Position>>(),
    Listed::question::<analyse::Analyse<false>>(),
    Listed::question::<analyse::Analyse<true>>(),
    Listed::question::<solve::Solve>(),
    Listed::question::<Review<Position>>(),
    Listed::play::<play::Play>(),
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

Example:
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
