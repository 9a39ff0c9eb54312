//! The games of lining up pieces: `siga teeko`, `siga achi`, …, and `siga line-up` for a text of one's own.

mod moves;
mod picture;
mod play;
mod probe;
mod solve;
mod solved;

use super::game::Game;
use super::moves::Moves;
use super::one_command::Listed;
use super::perft::{Divided, Perft, Plies};
use super::review::{Review, Reviewable};
use super::subject::MovedPositionOf;
use crate::games::line_up::Position;

/// The same commands for every game.
const COMMANDS: &[Listed] = &[
    Listed::question::<Moves<Position>>(),
    Listed::question::<Perft<Position>>(),
    Listed::question::<solve::Solve>(),
    Listed::question::<probe::Probe>(),
    Listed::question::<Review<Position>>(),
    Listed::play::<play::Play>(),
];

/// The help text of `--rules` in commands about a position.
const RULES: &str = "The rules (see `siga rules GAME`); with `siga line-up`, the file that describes a game (docs/describe.md) [default: the file's, else the usual ones of the game, on a board as it is drawn]";

/// Games that have a line of their own in the help.
const WELL_KNOWN: [&str; 2] = ["5x5", "teeko"];

/// The games that come with siga, and the family for texts of one's own.
pub(crate) fn games() -> Vec<Game> {
    let about = "Three, four or five in a row: the games of `siga games`, or a text of your own";
    Game::family_of_texts::<Position>(
        (about, "moves, values, the whole game solved"),
        (RULES, "probe"),
        &WELL_KNOWN,
        COMMANDS,
    )
}

impl Reviewable for Position {
    const LENGTH: [&'static str; 2] = ["ply", "plies"];

    fn help() -> String {
        "\
A record has `key: value` lines (game, rules, title, source, start), then `moves:` and the moves, such as \
`c3 b2 d4`; `record FILE` in `siga teeko play` writes one.

Examples:
  siga teeko review fixtures/games/teeko.txt
  siga 5x5 review --record \"moves:; c3 b2 d4 b4\" --json"
            .to_owned()
    }
}

impl Divided for Position {
    type At = MovedPositionOf<Self>;
    type Depth = Plies<false>;

    fn help() -> String {
        "\
One piece placed or moved is one ply. Sequences that end the game earlier do not count.

Examples:
  siga teeko perft --depth 4 --position \"5/5/5/5/5 x\"
  siga 5x5 perft --depth 4 --divide fixtures/positions/5x5-jump.txt"
            .to_owned()
    }
}
