//! Counting plays of turns.

use clap::Args;

use crate::ask::args::position::PositionArgs;
use crate::ask::perft::{Beginning, Divided, NoShorter};
use crate::ask::prelude::*;
use crate::ask::subject::{Shown, read};
use crate::games::perft::{Answer, Counted, Question, Sequences};
use crate::games::running_fight::perft::{ByYield, Turns};

use super::Thrown;

/// A game whose turns are counted.
pub(crate) trait Yields:
    Shown + Turns<Yield: std::fmt::Display> + Counted<Bound = u32>
{
    /// The name of the report.
    const PERFT: &'static str;

    /// The throws of a yield as JSON has them.
    fn throws(played: &Self::Yield) -> Vec<Thrown>;
}

impl<P: Yields + Counted<First: Beginning<P>>> Divided for P {
    const PERFT: &'static str = <P as Yields>::PERFT;
}

#[derive(Clone, Debug, Args)]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    pub(crate) asked: PositionArgs,
    /// How many turns
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=20))]
    depth: u32,
    /// At most N throws per turn
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=12))]
    max_throws: u32,
    /// The count after each yield of the first turn
    #[arg(long)]
    divide: bool,
    /// Stop with an error where more than N positions would have to be looked at, those between two moves of a turn
    /// included
    #[arg(long, value_name = "N", default_value_t = 2_000_000,
          value_parser = clap::value_parser!(u64).range(1..=50_000_000))]
    budget: u64,
}

/// The question of the arguments.
pub(crate) fn ask<P: Yields>(
    arguments: &PerftArgs,
    caller: Caller,
) -> Result<(Question<P>, Caption), Failure> {
    let (position, caption) = read::<P>(&arguments.asked, caller)?;
    let question = Question {
        position,
        depth: arguments.depth,
        bound: arguments.max_throws,
        budget: arguments.budget,
        divide: arguments.divide,
    };
    Ok((question, caption))
}

/// The bounds of the question.
#[derive(Serialize, JsonSchema)]
pub(crate) struct TurnTerms {
    /// The most throws in a turn.
    max_throws: u32,
    /// The most positions that are looked at.
    budget: Count,
    /// Whether the plays after each yield of the first turn are asked for.
    divide: bool,
}

/// The plays that begin with a yield.
#[derive(Serialize, JsonSchema)]
pub(crate) struct YieldEntry {
    /// Its throws: numbers, in Sig also `khadzh`.
    #[serde(rename = "yield")]
    played: Vec<Thrown>,
    nodes: Count,
}

impl<P: Yields> Beginning<P> for ByYield<P::Yield> {
    type Terms = TurnTerms;
    type Shorter = NoShorter;
    type Entry = YieldEntry;
    const COLUMNS: [&'static str; 2] = ["turns", "plays"];

    fn terms(question: &Question<P>, divide: bool) -> TurnTerms {
        TurnTerms {
            max_throws: question.bound,
            budget: Count::of(question.budget),
            divide,
        }
    }

    fn shorter(_found: &Sequences<Self>) -> NoShorter {
        NoShorter {}
    }

    fn entry(&self) -> YieldEntry {
        YieldEntry {
            played: P::throws(&self.played),
            nodes: Count::of(self.nodes),
        }
    }

    fn heading(question: &Question<P>) -> String {
        let turns = counted(question.depth, "turn", "turns");
        let throws = counted(question.bound, "throw", "throws");
        format!("{turns} of at most {throws}")
    }

    fn table(parts: &[Self], rules: &str, answer: &Answer<P>) -> Sheet {
        let heading = Self::heading(&answer.question);
        Sheet::of(parts)
            .text("yield", |part| part.played.to_string())
            .right("plays", |part| part.nodes)
            .named(
                "divide",
                format!("{rules} · {heading}, by the yield of the first"),
            )
    }
}
