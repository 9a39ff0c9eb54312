//! `siga ur perft`: counting sequences of throws and plays.

use crate::ask::perft::{Divided, Plies};
use crate::ask::subject::PositionOf;
use crate::games::ur::Position;

impl Divided for Position {
    type At = PositionOf<Self>;
    type Depth = Plies<true>;
    const ABOUT: &'static str = "Count the sequences of throws and plays of a given length";

    fn help() -> String {
        "\
One throw played is one ply, each throw counted as often as its weight says (of four dice, 2 six times). A throw that cannot be \
used is one ply. Sequences that end the game earlier do not count.

Examples:
  siga ur perft --depth 4 --position \"8/8/8 light hand=7+7\"
  siga ur perft --depth 2 --divide --position \"8/8/8 light hand=2+2\" --rules ur:masters"
            .to_owned()
    }
}
