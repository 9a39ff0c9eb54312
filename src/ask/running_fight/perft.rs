//! Counting plays of turns.

use clap::Args;

use crate::ask::args::position::PositionArgs;
use crate::ask::prelude::*;
use crate::ask::subject::{Shown, read};
use crate::games::running_fight::perft::{Answer, Question, Turns};
use crate::render::words;

use super::Thrown;

/// A game whose turns are counted.
pub(crate) trait Yields: Shown + Turns<Yield: std::fmt::Display> {
    /// The name of the report.
    const PERFT: &'static str;

    /// The throws of a yield as JSON has them.
    fn throws(played: &Self::Yield) -> Vec<Thrown>;
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
        max_throws: arguments.max_throws,
        budget: arguments.budget,
        divide: arguments.divide,
    };
    Ok((question, caption))
}

pub(crate) type PerftReport<P> = Told<P, Answer<P>>;

/// The question how many plays of turns there are.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Query {
    #[serde(flatten)]
    asked: PositionQuery,
    /// Turns one after the other.
    depth: u32,
    /// The most throws in a turn.
    max_throws: u32,
    /// The most positions that are looked at.
    budget: Count,
    /// Whether the plays after each yield of the first turn are asked for.
    divide: bool,
}

/// How many plays of turns there are, one after the other.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Sequences {
    /// Turns.
    depth: u32,
    /// Plays: one for each different yield of a turn, and each position that it can be played to.
    nodes: Count,
    /// With `--divide`: the same by the yield of the first turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<ByYield>>,
}

/// The plays that begin with a yield.
#[derive(Serialize, JsonSchema)]
struct ByYield {
    /// Its throws: numbers, in Sig also `khadzh`.
    #[serde(rename = "yield")]
    played: Vec<Thrown>,
    nodes: Count,
}

impl<P: Yields> Reply for PerftReport<P> {
    const NAME: &'static str = P::PERFT;
    type Query = Query;
    type Result = Sequences;

    fn query(&self) -> Query {
        Query {
            asked: self.subject.query("perft"),
            depth: self.answer.question.depth,
            max_throws: self.answer.question.max_throws,
            budget: Count::of(self.answer.question.budget),
            divide: self.answer.by_yield.is_some(),
        }
    }

    fn result(&self) -> Sequences {
        let first = |(played, nodes): &(P::Yield, u64)| ByYield {
            played: P::throws(played),
            nodes: Count::of(nodes),
        };
        let parts = self.answer.by_yield.as_ref();
        Sequences {
            depth: self.answer.question.depth,
            nodes: Count::of(self.answer.nodes),
            divide: parts.map(|parts| parts.iter().map(first).collect()),
        }
    }
}

impl<P: Yields> Report for PerftReport<P> {
    fn picture(&self) -> Option<Picture> {
        Some(self.subject.picture())
    }

    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let rules = self.subject.rules();
        let what = format!(
            "{rules} · {} of at most {}",
            words::counted(self.answer.question.depth, "turn", "turns"),
            words::counted(self.answer.question.max_throws, "throw", "throws")
        );
        let total = Sheet::of([&self.answer])
            .right("turns", |answer| answer.question.depth)
            .right("plays", |answer| answer.nodes)
            .named("sequences", &*what);
        let Some(parts) = &self.answer.by_yield else {
            return vec![total];
        };
        let divide = Sheet::of(parts)
            .text("yield", |(first, _)| first.to_string())
            .right("plays", |(_, nodes)| *nodes)
            .named("divide", format!("{what}, by the yield of the first"));
        vec![divide, total]
    }
}
