//! `siga daldos perft`: counting sequences of throws and plays.

use serde_json::{Value, json};

use super::question::Question;
use crate::cli::args::daldos::Perft;
use crate::cli::failure::Failure;
use crate::cli::picture::Picture;
use crate::cli::progress::Progress;
use crate::cli::report::{Reply, Report};
use crate::cli::sheet::{Column, Entry, Sheet, Style};
use crate::cli::words;
use crate::games::daldos::board::perft::{self, First};

pub(super) struct PerftReport {
    question: Question,
    depth: u32,
    budget: u64,
    nodes: u128,
    divide: Option<Vec<First>>,
}

pub(super) fn run(arguments: &Perft, progress: Progress) -> Result<PerftReport, Failure> {
    let question = Question::new(&arguments.asked)?;
    let (depth, budget) = (arguments.depth, arguments.budget);
    let what = format!("counting {}", words::counted(depth, "ply", "plies"));
    let counted = progress.during(&what, || perft::divide(&question.position, depth, budget));
    let (nodes, firsts) = counted.map_err(|error| Failure::Run(error.into()))?;
    Ok(PerftReport {
        question,
        depth,
        budget,
        nodes,
        divide: arguments.divide.then_some(firsts),
    })
}

impl Reply for PerftReport {
    type Query = Value;
    type Result = Value;

    fn query(&self) -> Self::Query {
        let mut query = json!(self.question.query("perft"));
        query["depth"] = json!(self.depth);
        query["divide"] = json!(self.divide.is_some());
        query["budget"] = json!(self.budget.to_string());
        query
    }

    fn result(&self) -> Self::Result {
        let mut result = json!({ "depth": self.depth, "nodes": self.nodes.to_string() });
        if let Some(firsts) = &self.divide {
            let firsts = firsts.iter().map(|first| {
                json!({
                    "throw": first.cast.numbers,
                    "weight": first.cast.weight.to_string(),
                    "plays": first.plays.to_string(),
                    "nodes": first.sequences.to_string(),
                })
            });
            result["divide"] = firsts.collect();
        }
        result
    }
}

impl Report for PerftReport {
    fn name(&self) -> &'static str {
        "daldos-perft"
    }

    fn picture(&self) -> Option<Picture> {
        Some(self.question.picture())
    }

    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let rules = self.question.rules();
        let mut sheets = Vec::new();
        if let Some(firsts) = &self.divide {
            let row = |first: &First| {
                let [i, j] = first.cast.numbers;
                vec![
                    Entry::from(format!("{i}+{j}")),
                    first.cast.weight.into(),
                    first.plays.into(),
                    first.sequences.into(),
                ]
            };
            sheets.push(Sheet {
                name: "divide",
                heading: format!(
                    "{rules} · sequences of {} by first throw",
                    words::counted(self.depth, "ply", "plies")
                ),
                columns: ["throw", "weight", "plays", "sequences"]
                    .map(Column::right)
                    .to_vec(),
                rows: firsts.iter().map(row).collect(),
                notes: vec!["sequences: counted once for each weight of the throw".to_owned()],
                ..Sheet::default()
            });
        }
        sheets.push(Sheet {
            name: "sequences",
            heading: format!("{rules} · sequences of throws and plays"),
            columns: ["plies", "sequences"].map(Column::right).to_vec(),
            rows: vec![vec![Entry::from(self.depth), self.nodes.into()]].into(),
            ..Sheet::default()
        });
        sheets
    }
}
