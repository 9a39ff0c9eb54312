//! `siga daldos perft`: counting sequences of throws and plays.

use super::Captioned;
use crate::ask::daldos::args::PerftArgs;
use crate::ask::prelude::*;
use crate::ask::subject::read;
use crate::games::daldos::perft::First;
use crate::games::daldos::{Position, Question};
use crate::render::words;

pub(super) struct PerftReport {
    pub(super) subject: Subject<Position>,
    pub(super) depth: u32,
    pub(super) budget: u64,
    pub(super) nodes: u128,
    pub(super) divide: Option<Vec<First>>,
}

/// The question how many sequences of throws and plays there are.
#[derive(Serialize, JsonSchema)]
pub(super) struct PerftQuery {
    #[serde(flatten)]
    asked: PositionQuery,
    /// Plies; one is one throw and one play of it.
    depth: u32,
    /// Whether the sequences after each first throw are asked for.
    divide: bool,
    /// The most positions in which plays are found.
    budget: Count,
}

/// The number of sequences of throws and plays.
#[derive(Serialize, JsonSchema)]
pub(super) struct Sequences {
    /// Plies.
    depth: u32,
    /// Sequences of exactly this number of plies; each of the equally likely throws counts.
    nodes: Count,
    /// With `--divide`: the same by first throw.
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<ByThrow>>,
}

/// The sequences after a first throw.
#[derive(Serialize, JsonSchema)]
struct ByThrow {
    /// The faces of the dice, the smaller number first.
    throw: [u8; 2],
    /// The number of the equally likely throws that show it.
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

pub(super) fn ask(arguments: &PerftArgs, caller: Caller) -> Result<Captioned, Failure> {
    let (position, caption) = read(&arguments.asked, caller)?;
    let question = Question::Perft {
        position,
        depth: arguments.depth,
        budget: arguments.budget,
        divide: arguments.divide,
    };
    Ok((question, caption))
}

impl Reply for PerftReport {
    const NAME: &'static str = "daldos-perft";
    type Query = PerftQuery;
    type Result = Sequences;

    fn query(&self) -> PerftQuery {
        PerftQuery {
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
    fn picture(&self) -> Option<Picture> {
        Some(self.subject.picture())
    }

    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let rules = self.subject.rules();
        let total = Sheet::of([(self.depth, self.nodes)])
            .right("plies", |(depth, _)| *depth)
            .right("sequences", |(_, nodes)| *nodes)
            .named(
                "sequences",
                format!("{rules} · sequences of throws and plays"),
            );
        let Some(firsts) = &self.divide else {
            return vec![total];
        };
        let plies = words::counted(self.depth, "ply", "plies");
        let divide = Sheet::of(firsts)
            .right("throw", |first| first.cast.text())
            .right("weight", |first| first.cast.weight)
            .right("plays", |first| first.plays)
            .right("sequences", |first| first.sequences)
            .named(
                "divide",
                format!("{rules} · sequences of {plies} by first throw"),
            )
            .note("sequences: counted once for each weight of the throw");
        vec![divide, total]
    }
}
