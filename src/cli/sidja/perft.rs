//! `siga sidja perft`: counting sequences of moves.

use serde_json::{Value, json};

use super::question::Question;
use super::{count, grouped};
use crate::cli::args::sidja::Perft;
use crate::cli::failure::Failure;
use crate::cli::progress::Progress;
use crate::cli::report::Report;
use crate::cli::sheet::{Column, Sheet};
use crate::games::sidja::{Move, perft};

pub(super) struct PerftReport {
    question: Question,
    depth: u32,
    budget: u64,
    /// The counts from depth 0 on.
    by_depth: Vec<u64>,
    divide: Option<Vec<(Move, u64)>>,
}

pub(super) fn run(arguments: &Perft, progress: Progress) -> Result<PerftReport, Failure> {
    let question = Question::new(&arguments.asked)?;
    let budget = arguments.budget;
    let mut by_depth = vec![1_u64];
    let mut made: u64 = 0;
    let mut divide = None;
    for depth in 1..=arguments.depth {
        // A count makes the moves of every position less deep; the last ply is counted in bulk.
        if depth > 1 {
            let inner = by_depth.last().copied().unwrap_or_default();
            made = made.saturating_add(inner);
        }
        if made > budget {
            return Err(Failure::Run(anyhow::anyhow!(
                "{} plies would need moves to be made in {} positions, more than the budget of \
                 {budget}: ask for less depth than {depth}, or for more with --budget",
                arguments.depth,
                if depth == arguments.depth {
                    made.to_string()
                } else {
                    format!("over {made}")
                },
            )));
        }
        let what = format!("counting {depth} plies");
        let parts = progress.during(&what, || perft::divide(&question.position, depth));
        let parts = parts.unwrap_or_default();
        let nodes = parts
            .iter()
            .try_fold(0_u64, |sum, (_, n)| sum.checked_add(*n));
        let Some(nodes) = nodes.filter(|&nodes| nodes < u64::MAX) else {
            return Err(Failure::Run(anyhow::anyhow!(
                "more than 2^64 sequences of {depth} plies; ask for less depth"
            )));
        };
        by_depth.push(nodes);
        if depth == arguments.depth {
            divide = Some(parts);
        }
    }
    Ok(PerftReport {
        question,
        depth: arguments.depth,
        budget,
        by_depth,
        divide: arguments.divide.then(|| divide.unwrap_or_default()),
    })
}

impl PerftReport {
    fn nodes(&self) -> u64 {
        self.by_depth.last().copied().unwrap_or_default()
    }
}

impl Report for PerftReport {
    fn name(&self) -> &'static str {
        "sidja-perft"
    }

    fn query(&self) -> Value {
        let mut query = self.question.query("perft");
        query["depth"] = json!(self.depth);
        query["divide"] = json!(self.divide.is_some());
        query["budget"] = count(self.budget);
        query
    }

    fn result(&self) -> Value {
        let by_depth = (0_u32..).zip(&self.by_depth);
        let by_depth =
            by_depth.map(|(depth, nodes)| json!({"depth": depth, "nodes": count(*nodes)}));
        let mut result = json!({
            "depth": self.depth,
            "nodes": count(self.nodes()),
            "by_depth": by_depth.collect::<Vec<_>>(),
        });
        if let Some(parts) = &self.divide {
            let parts = parts
                .iter()
                .map(|(action, nodes)| json!({"move": action.to_string(), "nodes": count(*nodes)}));
            result["divide"] = parts.collect();
        }
        result
    }

    fn picture(&self) -> Option<String> {
        Some(self.question.picture())
    }

    fn sheets(&self, _digits: usize) -> Vec<Sheet> {
        let rules = self.question.rules();
        let mut sheets = Vec::new();
        if let Some(parts) = &self.divide {
            sheets.push(Sheet {
                heading: format!("{rules} · sequences of {} plies by first move", self.depth),
                columns: vec![Column::text("move"), Column::right("sequences")],
                rows: (parts.iter())
                    .map(|(action, nodes)| vec![action.to_string(), nodes.to_string()])
                    .collect(),
                notes: vec![format!("{} in all", grouped(self.nodes()))],
            });
        }
        sheets.push(Sheet {
            heading: format!("{rules} · sequences of plies by length"),
            columns: vec![Column::right("plies"), Column::right("sequences")],
            rows: (0_u32..)
                .zip(&self.by_depth)
                .map(|(depth, nodes)| vec![depth.to_string(), nodes.to_string()])
                .collect(),
            notes: Vec::new(),
        });
        sheets
    }
}
