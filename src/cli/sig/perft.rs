//! `siga sig perft`: counting plays.

use schemars::JsonSchema;
use serde::Serialize;

use super::Thrown;
use super::question::Question;
use crate::cli::args::sig::Perft;
use crate::cli::caption::PositionQuery;
use crate::cli::failure::Failure;
use crate::cli::json::Count;
use crate::cli::picture::Picture;
use crate::cli::progress::Progress;
use crate::cli::report::{Reply, Report};
use crate::cli::sheet::{Column, Entry, Sheet, Style};
use crate::cli::words;
use crate::games::sig::moves::Yield;
use crate::games::sig::perft;

pub(super) struct PerftReport {
    question: Question,
    depth: u32,
    max_throws: u32,
    budget: u64,
    nodes: u64,
    divide: Option<Vec<(Yield, u64)>>,
}

/// The question how many plays of turns there are.
#[derive(Serialize, JsonSchema)]
pub(super) struct Query {
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
pub(super) struct Sequences {
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
    /// Numbers, or `khadzh`.
    #[serde(rename = "yield")]
    played: Vec<Thrown>,
    nodes: Count,
}

pub(super) fn run(arguments: &Perft, progress: Progress) -> Result<PerftReport, Failure> {
    let question = Question::new(&arguments.asked)?;
    let (depth, max_throws) = (arguments.depth, arguments.max_throws);
    let budget = arguments.budget;
    let position = &question.position;
    let counted = progress.during(
        &format!("counting {}", words::counted(depth, "turn", "turns")),
        || {
            if arguments.divide && depth > 0 {
                let parts = perft::divide(position, depth, max_throws, budget)?;
                let nodes = parts
                    .iter()
                    .fold(0, |sum: u64, part| sum.saturating_add(part.1));
                Ok((nodes, Some(parts)))
            } else {
                perft::perft(position, depth, max_throws, budget).map(|nodes| (nodes, None))
            }
        },
    );
    let (nodes, divide) = counted.map_err(|error: perft::PerftError| Failure::Run(error.into()))?;
    if nodes == u64::MAX {
        return Err(Failure::Run(anyhow::anyhow!(
            "more than 2^64 plays; ask for less depth or fewer throws"
        )));
    }
    Ok(PerftReport {
        question,
        depth,
        max_throws,
        budget,
        nodes,
        divide,
    })
}

impl Reply for PerftReport {
    type Query = Query;
    type Result = Sequences;

    fn query(&self) -> Query {
        Query {
            asked: self.question.query("perft"),
            depth: self.depth,
            max_throws: self.max_throws,
            budget: Count::of(self.budget),
            divide: self.divide.is_some(),
        }
    }

    fn result(&self) -> Sequences {
        let first = |(played, nodes): &(Yield, u64)| ByYield {
            played: super::throws(played),
            nodes: Count::of(nodes),
        };
        let parts = self.divide.as_ref();
        Sequences {
            depth: self.depth,
            nodes: Count::of(self.nodes),
            divide: parts.map(|parts| parts.iter().map(first).collect()),
        }
    }
}

impl Report for PerftReport {
    fn name(&self) -> &'static str {
        "sig-perft"
    }

    fn picture(&self) -> Option<Picture> {
        Some(self.question.picture())
    }

    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let rules = self.question.rules();
        let what = format!(
            "{rules} · {} of at most {}",
            words::counted(self.depth, "turn", "turns"),
            words::counted(self.max_throws, "throw", "throws")
        );
        let total = Sheet {
            name: "sequences",
            heading: what.clone(),
            columns: vec![Column::right("turns"), Column::right("plays")],
            rows: vec![vec![Entry::from(self.depth), self.nodes.into()]].into(),
            ..Sheet::default()
        };
        let Some(parts) = &self.divide else {
            return vec![total];
        };
        let rows = parts
            .iter()
            .map(|(first, nodes)| vec![Entry::from(first.to_string()), (*nodes).into()]);
        vec![
            Sheet {
                name: "divide",
                heading: format!("{what}, by the yield of the first"),
                columns: vec![Column::text("yield"), Column::right("plays")],
                rows: rows.collect(),
                ..Sheet::default()
            },
            total,
        ]
    }
}
