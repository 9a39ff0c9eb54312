//! `siga sig perft`: counting plays.

use serde_json::{Value, json};

use super::question::Question;
use crate::cli::args::sig::Perft;
use crate::cli::failure::Failure;
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

pub(super) fn run(arguments: &Perft, progress: Progress) -> Result<PerftReport, Failure> {
    let question = Question::new(&arguments.asked)?;
    let (depth, max_throws) = (arguments.depth, arguments.max_throws);
    let budget = arguments.budget;
    let position = &question.position;
    let counted = progress.during(&format!("counting {depth} turns"), || {
        if arguments.divide && depth > 0 {
            let parts = perft::divide(position, depth, max_throws, budget)?;
            let nodes = parts
                .iter()
                .fold(0, |sum: u64, part| sum.saturating_add(part.1));
            Ok((nodes, Some(parts)))
        } else {
            perft::perft(position, depth, max_throws, budget).map(|nodes| (nodes, None))
        }
    });
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
    type Query = Value;
    type Result = Value;

    fn query(&self) -> Self::Query {
        let mut query = json!(self.question.query("perft"));
        query["depth"] = json!(self.depth);
        query["max_throws"] = json!(self.max_throws);
        query["budget"] = json!(self.budget.to_string());
        query["divide"] = json!(self.divide.is_some());
        query
    }

    fn result(&self) -> Self::Result {
        let mut result = json!({ "depth": self.depth, "nodes": self.nodes.to_string() });
        if let Some(parts) = &self.divide {
            let parts = parts.iter().map(
                |(first, nodes)| json!({ "yield": super::throws(first), "nodes": nodes.to_string() }),
            );
            result["divide"] = parts.collect();
        }
        result
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
