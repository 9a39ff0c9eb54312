//! Counting sequences of moves: `perft` of every game.

use schemars::JsonSchema;
use serde::Serialize;

use super::caption::PositionQuery;
use super::failure::Failure;
use super::json::Count;
use super::picture::Picture;
use super::progress::Progress;
use super::report::{Reply, Report};
use super::sheet::{Column, Entry, Sheet, Style};
use super::words::counted;
use crate::work::limit;

/// The question asked of a game.
pub(super) struct Question {
    /// The name of the report.
    pub(super) name: &'static str,
    /// The query of the report, without what is asked of every game.
    pub(super) query: PositionQuery,
    pub(super) rules: String,
    pub(super) picture: Picture,
    pub(super) depth: u32,
    pub(super) divide: bool,
    pub(super) budget: u64,
}

pub(super) struct PerftReport {
    question: Question,
    /// The counts from depth 0 on.
    by_depth: Vec<u64>,
    divide: Option<Vec<(String, u64)>>,
}

/// The question how many sequences of moves there are.
#[derive(Serialize, JsonSchema)]
pub(super) struct Query {
    #[serde(flatten)]
    asked: PositionQuery,
    depth: u32,
    divide: bool,
    /// The positions in which moves may be made.
    budget: Count,
}

/// How many sequences of moves there are.
#[derive(Serialize, JsonSchema)]
pub(super) struct Sequences {
    /// Plies.
    depth: u32,
    /// Sequences of so many plies.
    nodes: Count,
    /// The same for each number of plies up to it.
    by_depth: Vec<ByDepth>,
    /// With `--divide`: by the first move.
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<ByMove>>,
}

#[derive(Serialize, JsonSchema)]
struct ByDepth {
    depth: u32,
    nodes: Count,
}

#[derive(Serialize, JsonSchema)]
struct ByMove {
    #[serde(rename = "move")]
    action: String,
    nodes: Count,
}

/// Counts with `divide`, which gives the number of sequences of so many plies, 1 or more, after each
/// first move, and stops at the largest number.
pub(super) fn run<M: ToString>(
    question: Question,
    progress: Progress,
    divide: impl Fn(u32) -> Vec<(M, u64)>,
) -> Result<PerftReport, Failure> {
    let (depth, budget) = (question.depth, question.budget);
    let mut by_depth = vec![1_u64];
    let mut made: u64 = 0;
    let mut last = None;
    for plies in 1..=depth {
        // A count makes the moves of every position less deep than the last ply, which is counted in bulk; and each
        // count begins anew.
        let inner = by_depth.iter().skip(1).copied();
        made = inner.fold(made, u64::saturating_add);
        if made > budget {
            return Err(Failure::Run(anyhow::anyhow!(
                "{} would need moves to be made in {} positions, more than the budget of \
                 {budget}: ask for less depth than {plies}, or for more with --budget",
                counted(depth, "ply", "plies"),
                if plies == depth {
                    made.to_string()
                } else {
                    format!("over {made}")
                },
            )));
        }
        let what = format!("counting {}", counted(plies, "ply", "plies"));
        let parts = progress.during(&what, || divide(plies));
        let nodes = parts
            .iter()
            .try_fold(0_u64, |sum, (_, n)| sum.checked_add(*n));
        let Some(nodes) = nodes.filter(|&nodes| nodes < u64::MAX) else {
            return Err(Failure::Run(anyhow::anyhow!(
                "more than 2^64 sequences of {}; ask for less depth",
                counted(plies, "ply", "plies")
            )));
        };
        by_depth.push(nodes);
        last = Some(parts);
    }
    let parts = last.unwrap_or_default().into_iter();
    let parts = parts.map(|(action, nodes)| (action.to_string(), nodes));
    Ok(PerftReport {
        divide: question.divide.then(|| parts.collect()),
        question,
        by_depth,
    })
}

impl PerftReport {
    fn nodes(&self) -> u64 {
        self.by_depth.last().copied().unwrap_or_default()
    }
}

impl Reply for PerftReport {
    type Query = Query;
    type Result = Sequences;

    fn query(&self) -> Query {
        Query {
            asked: self.question.query.clone(),
            depth: self.question.depth,
            divide: self.divide.is_some(),
            budget: Count::of(self.question.budget),
        }
    }

    fn result(&self) -> Sequences {
        let by_depth = (0..).zip(&self.by_depth).map(|(depth, nodes)| ByDepth {
            depth,
            nodes: Count::of(nodes),
        });
        let first = |(action, nodes): &(String, u64)| ByMove {
            action: action.clone(),
            nodes: Count::of(nodes),
        };
        Sequences {
            depth: self.question.depth,
            nodes: Count::of(self.nodes()),
            by_depth: by_depth.collect(),
            divide: (self.divide.as_ref()).map(|parts| parts.iter().map(first).collect()),
        }
    }
}

impl Report for PerftReport {
    fn name(&self) -> &'static str {
        self.question.name
    }

    fn picture(&self) -> Option<Picture> {
        Some(self.question.picture.clone())
    }

    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let rules = &self.question.rules;
        let mut sheets = Vec::new();
        if let Some(parts) = &self.divide {
            let depth = self.question.depth;
            sheets.push(Sheet {
                name: "divide",
                heading: format!(
                    "{rules} · sequences of {} by first move",
                    counted(depth, "ply", "plies")
                ),
                columns: vec![Column::text("move"), Column::right("sequences")],
                rows: (parts.iter())
                    .map(|(action, nodes)| vec![Entry::from(action.clone()), (*nodes).into()])
                    .collect(),
                notes: vec![format!("{} in all", limit::grouped(self.nodes().into()))],
                ..Sheet::default()
            });
        }
        sheets.push(Sheet {
            name: "sequences",
            heading: format!("{rules} · sequences of plies by length"),
            columns: vec![Column::right("plies"), Column::right("sequences")],
            rows: (0_u32..)
                .zip(&self.by_depth)
                .map(|(depth, nodes)| vec![Entry::from(depth), (*nodes).into()])
                .collect(),
            ..Sheet::default()
        });
        sheets
    }
}
