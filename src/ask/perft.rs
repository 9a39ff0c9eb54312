//! Counting sequences of moves: `perft` of every game.

use super::args::position::PerftArgs;
use super::prelude::*;
use super::subject::{Shown, read_moved};
use crate::games::Moves;
use crate::games::perft::{Answer, Question};

/// A game whose sequences of moves are counted.
pub(crate) trait Divided: Shown {
    /// The name of the report.
    const PERFT: &'static str;
}

pub(crate) struct PerftReport<P> {
    subject: Subject<P>,
    budget: u64,
    /// The counts from depth 0 on.
    by_depth: Vec<u64>,
    divide: Option<Vec<(String, u64)>>,
}

/// The question that a command asks.
pub(crate) fn ask<P: Shown + Moves>(
    arguments: &PerftArgs,
    caller: Caller,
) -> Result<(Question<P>, Caption), Failure> {
    let (position, mut caption) = read_moved(&arguments.asked, caller)?;
    caption.divide = arguments.divide;
    let question = Question {
        position,
        depth: arguments.depth,
        budget: arguments.budget,
    };
    Ok((question, caption))
}

/// The question how many sequences of moves there are.
#[derive(Serialize, JsonSchema)]
pub(crate) struct PerftQuery {
    #[serde(flatten)]
    asked: PositionQuery,
    depth: u32,
    divide: bool,
    /// The positions in which moves may be made.
    budget: Count,
}

/// The number of sequences of moves.
#[derive(Serialize, JsonSchema)]
pub(crate) struct PerftResult {
    /// Plies.
    depth: u32,
    /// Sequences of this number of plies.
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

impl<P: Divided> PerftReport<P> {
    pub(crate) fn new<M: ToString>(answer: Answer<P, M>, caption: Caption) -> Self {
        let Answer {
            question, found, ..
        } = answer;
        let parts = found.by_first.into_iter();
        let parts = parts.map(|(action, nodes)| (action.to_string(), nodes));
        Self {
            divide: caption.divide.then(|| parts.collect()),
            by_depth: found.by_depth,
            subject: Subject {
                position: question.position,
                caption,
            },
            budget: question.budget,
        }
    }

    fn depth(&self) -> u32 {
        (self.by_depth.len() - 1) as u32
    }

    fn nodes(&self) -> u64 {
        self.by_depth.last().copied().unwrap_or_default()
    }
}

impl<P: Divided> Reply for PerftReport<P> {
    const NAME: &'static str = P::PERFT;
    type Query = PerftQuery;
    type Result = PerftResult;

    fn query(&self) -> PerftQuery {
        PerftQuery {
            asked: self.subject.query("perft"),
            depth: self.depth(),
            divide: self.divide.is_some(),
            budget: Count::of(self.budget),
        }
    }

    fn result(&self) -> PerftResult {
        let by_depth = (0..).zip(&self.by_depth).map(|(depth, nodes)| ByDepth {
            depth,
            nodes: Count::of(nodes),
        });
        let first = |(action, nodes): &(String, u64)| ByMove {
            action: action.clone(),
            nodes: Count::of(nodes),
        };
        PerftResult {
            depth: self.depth(),
            nodes: Count::of(self.nodes()),
            by_depth: by_depth.collect(),
            divide: (self.divide.as_ref()).map(|parts| parts.iter().map(first).collect()),
        }
    }
}

impl<P: Divided> Report for PerftReport<P> {
    fn picture(&self) -> Option<Picture> {
        Some(self.subject.picture())
    }

    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let rules = self.subject.rules();
        let total = Sheet::of((0_u32..).zip(&self.by_depth))
            .right("plies", |(depth, _)| *depth)
            .right("sequences", |(_, nodes)| **nodes)
            .named(
                "sequences",
                format!("{rules} · sequences of plies by length"),
            );
        let Some(parts) = &self.divide else {
            return vec![total];
        };
        let plies = counted(self.depth(), "ply", "plies");
        let divide = Sheet::of(parts)
            .text("move", |(action, _)| action.clone())
            .right("sequences", |(_, nodes)| *nodes)
            .named(
                "divide",
                format!("{rules} · sequences of {plies} by first move"),
            )
            .note(format!("{} in all", grouped(self.nodes())));
        vec![divide, total]
    }
}
