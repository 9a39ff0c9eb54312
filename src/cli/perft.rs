//! Counting sequences of moves: `perft` of every game.

use schemars::JsonSchema;
use serde::Serialize;

use super::caption::PositionQuery;
use super::json::Count;
use super::picture::Picture;
use super::report::{Reply, Report};
use super::sheet::{Column, Entry, Sheet, Style};
use super::words::counted;
use crate::games::perft::Sequences;
use crate::work::limit;

/// What a count is about.
pub(super) struct About {
    /// The name of the report.
    pub(super) name: &'static str,
    /// The query of the report, without what is asked of every game.
    pub(super) query: PositionQuery,
    pub(super) rules: String,
    pub(super) picture: Picture,
    /// Whether sequences are told apart by the first move.
    pub(super) divide: bool,
    pub(super) budget: u64,
}

pub(super) struct PerftReport {
    about: About,
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
pub(super) struct Counts {
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

impl PerftReport {
    pub(super) fn new<M: ToString>(about: About, found: Sequences<M>) -> Self {
        let parts = found.by_first.into_iter();
        let parts = parts.map(|(action, nodes)| (action.to_string(), nodes));
        Self {
            divide: about.divide.then(|| parts.collect()),
            by_depth: found.by_depth,
            about,
        }
    }

    fn depth(&self) -> u32 {
        (self.by_depth.len() - 1) as u32
    }

    fn nodes(&self) -> u64 {
        self.by_depth.last().copied().unwrap_or_default()
    }
}

impl Reply for PerftReport {
    type Query = Query;
    type Result = Counts;

    fn query(&self) -> Query {
        Query {
            asked: self.about.query.clone(),
            depth: self.depth(),
            divide: self.divide.is_some(),
            budget: Count::of(self.about.budget),
        }
    }

    fn result(&self) -> Counts {
        let by_depth = (0..).zip(&self.by_depth).map(|(depth, nodes)| ByDepth {
            depth,
            nodes: Count::of(nodes),
        });
        let first = |(action, nodes): &(String, u64)| ByMove {
            action: action.clone(),
            nodes: Count::of(nodes),
        };
        Counts {
            depth: self.depth(),
            nodes: Count::of(self.nodes()),
            by_depth: by_depth.collect(),
            divide: (self.divide.as_ref()).map(|parts| parts.iter().map(first).collect()),
        }
    }
}

impl Report for PerftReport {
    fn name(&self) -> &'static str {
        self.about.name
    }

    fn picture(&self) -> Option<Picture> {
        Some(self.about.picture.clone())
    }

    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let rules = &self.about.rules;
        let mut sheets = Vec::new();
        if let Some(parts) = &self.divide {
            let depth = self.depth();
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
