//! `siga daldos perft`: counting sequences of throws and plays.

use crate::ask::perft::{Divided, Plies};
use crate::ask::subject::PositionOf;
use crate::games::daldos::Position;

impl Divided for Position {
    type At = PositionOf<Self>;
    type Depth = Plies<true>;
    const ABOUT: &'static str = "Count the sequences of throws and plays of a given length";

    fn help() -> String {
        "\
One throw played is one ply, each of the 16 throws counted (1+3 twice). After dal-dal the next ply is the same player's; \
a throw that cannot be used is one ply. Sequences that end the game earlier do not count.

Examples:
  siga daldos perft --depth 3 fixtures/positions/daldos-start.txt
  siga daldos perft --depth 2 --divide --position \"aaaa/5/bbbb A\" --rules daldos:n=4"
            .to_owned()
    }
}
