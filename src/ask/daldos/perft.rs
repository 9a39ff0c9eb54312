//! `siga daldos perft`: counting sequences of throws and plays.

use clap::Args;

use crate::ask::perft::{Beginning, Depth, Divided};
use crate::ask::prelude::*;
use crate::ask::subject::PositionOf;
use crate::exact::serial::count;
use crate::games::daldos::Position;
use crate::games::daldos::perft::First;
use crate::games::perft::Terms;

/// The length of sequences of throws and plays.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
pub(crate) struct Throws {
    /// How many plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=60))]
    depth: u32,
    /// The count after each first throw
    #[arg(long)]
    divide: bool,
    /// Stop with an error where plays would have to be found in more than N positions
    #[arg(long, value_name = "N", default_value_t = 50_000,
          value_parser = clap::value_parser!(u64).range(1..=50_000_000))]
    #[serde(serialize_with = "count")]
    #[schemars(with = "String")]
    budget: u64,
}

impl Depth<()> for Throws {
    fn terms(&self) -> Terms<()> {
        Terms {
            depth: self.depth,
            bound: (),
            budget: self.budget,
            divide: self.divide,
        }
    }

    fn heading(&self) -> String {
        "sequences of throws and plays".to_owned()
    }

    fn length(&self) -> String {
        format!("sequences of {}", counted(self.depth, "ply", "plies"))
    }
}

impl Divided for Position {
    type At = PositionOf<Self>;
    type Depth = Throws;
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

/// The sequences after a first throw.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ByThrow {
    /// The faces of the dice, the smaller number first.
    throw: Vec<u8>,
    /// The number of the equally likely throws that show it.
    weight: Count,
    /// Different plays of it.
    plays: Count,
    /// Sequences, the weight counted in.
    nodes: Count,
}

impl Beginning for First {
    type Entry = ByThrow;
    const COLUMNS: [&'static str; 2] = ["plies", "sequences"];
    const BY: &'static str = "first throw";

    fn entry(self) -> ByThrow {
        ByThrow {
            throw: self.cast.numbers.to_vec(),
            weight: Count::of(self.cast.weight),
            plays: Count::of(self.plays),
            nodes: Count::of(self.sequences),
        }
    }

    fn table(parts: &[ByThrow], heading: String) -> Sheet {
        Sheet::of(parts)
            .right("throw", |first| itertools::join(first.throw, "+"))
            .right("weight", |first| &first.weight)
            .right("plays", |first| &first.plays)
            .right("sequences", |first| &first.nodes)
            .named("divide", heading)
            .note("sequences: counted once for each weight of the throw")
    }
}
