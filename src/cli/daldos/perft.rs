//! `siga daldos perft`: counting sequences of throws and plays.

use schemars::JsonSchema;
use serde::Serialize;

use super::Asked;
use super::subject::{Subject, read};
use crate::cli::args::daldos::Perft;
use crate::cli::caption::PositionQuery;
use crate::cli::failure::Failure;
use crate::cli::json::Count;
use crate::cli::picture::Picture;
use crate::cli::report::{Reply, Report};
use crate::cli::sheet::{Column, Entry, Sheet, Style};
use crate::cli::words;
use crate::games::daldos::Question;
use crate::games::daldos::perft::First;

pub(super) struct PerftReport {
    pub(super) subject: Subject,
    pub(super) depth: u32,
    pub(super) budget: u64,
    pub(super) nodes: u128,
    pub(super) divide: Option<Vec<First>>,
}

/// The question how many sequences of throws and plays there are.
#[derive(Serialize, JsonSchema)]
pub(super) struct Query {
    #[serde(flatten)]
    asked: PositionQuery,
    /// Plies; one is one throw and one play of it.
    depth: u32,
    /// Whether the sequences after each first throw are asked for.
    divide: bool,
    /// The most positions in which plays are found.
    budget: Count,
}

/// How many sequences of throws and plays there are.
#[derive(Serialize, JsonSchema)]
pub(super) struct Sequences {
    /// Plies.
    depth: u32,
    /// Sequences of exactly so many plies; each of the equally likely throws counts.
    nodes: Count,
    /// With `--divide`: the same by first throw.
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<ByThrow>>,
}

/// The sequences after a first throw.
#[derive(Serialize, JsonSchema)]
struct ByThrow {
    /// What the dice show, the smaller number first.
    throw: [u8; 2],
    /// How many of the equally likely throws show it.
    weight: Count,
    /// Different plays of it.
    plays: Count,
    /// Sequences, the weight counted in.
    nodes: Count,
}

impl From<&First> for ByThrow {
    fn from(first: &First) -> Self {
        Self {
            throw: first.cast.numbers,
            weight: Count::of(first.cast.weight),
            plays: Count::of(first.plays),
            nodes: Count::of(first.sequences),
        }
    }
}

pub(super) fn ask(arguments: &Perft) -> Result<Asked, Failure> {
    let (position, caption) = read(&arguments.asked)?;
    let question = Question::Perft {
        position,
        depth: arguments.depth,
        budget: arguments.budget,
        divide: arguments.divide,
    };
    Ok((question, caption))
}

impl Reply for PerftReport {
    type Query = Query;
    type Result = Sequences;

    fn query(&self) -> Query {
        Query {
            asked: self.subject.query("perft"),
            depth: self.depth,
            divide: self.divide.is_some(),
            budget: Count::of(self.budget),
        }
    }

    fn result(&self) -> Sequences {
        let firsts = self.divide.as_ref();
        Sequences {
            depth: self.depth,
            nodes: Count::of(self.nodes),
            divide: firsts.map(|firsts| firsts.iter().map(ByThrow::from).collect()),
        }
    }
}

impl Report for PerftReport {
    fn name(&self) -> &'static str {
        "daldos-perft"
    }

    fn picture(&self) -> Option<Picture> {
        Some(self.subject.picture())
    }

    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let rules = self.subject.rules();
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
