//! Counting plays of turns.

use clap::Args;

use super::args::Commands;
use crate::ask::perft::{Beginning, Depth, Divided};
use crate::ask::prelude::*;
use crate::ask::subject::PositionOf;
use crate::exact::serial::count;
use crate::games::perft::Terms;
use crate::games::running_fight::perft::ByYield;
use crate::games::running_fight::position::Position;

impl<R: Commands> Divided for Position<R> {
    type At = PositionOf<Self>;
    type Depth = WholeTurns;
    const ABOUT: &'static str = "Count the plays of turns one after the other";
}

/// The number of turns, and the throws in each.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
pub(crate) struct WholeTurns {
    /// How many turns
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=20))]
    depth: u32,
    /// At most N throws per turn
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=12))]
    max_throws: u32,
    /// The count after each yield of the first turn
    #[arg(long)]
    divide: bool,
    /// Fail if more than N positions would have to be looked at, those between two moves of a turn
    /// included
    #[arg(long, value_name = "N", default_value_t = 2_000_000,
          value_parser = clap::value_parser!(u64).range(1..=50_000_000))]
    #[serde(serialize_with = "count")]
    #[schemars(with = "String")]
    budget: u64,
}

impl Depth<u32> for WholeTurns {
    fn terms(&self) -> Terms<u32> {
        Terms {
            depth: self.depth,
            bound: self.max_throws,
            budget: self.budget,
            divide: self.divide,
        }
    }

    fn heading(&self) -> String {
        let turns = counted(self.depth, "turn", "turns");
        let throws = counted(self.max_throws, "throw", "throws");
        format!("{turns} of at most {throws}")
    }

    fn length(&self) -> String {
        self.heading()
    }
}

impl Beginning for ByYield {
    const COLUMNS: [&'static str; 2] = ["turns", "plays"];
    const BY: &'static str = "the yield of the first";

    fn table(parts: &[Self], heading: String) -> Sheet {
        Sheet::of(parts)
            .text("yield", |part| part.played.to_string())
            .right("plays", |part| part.nodes)
            .named("divide", heading)
    }
}
