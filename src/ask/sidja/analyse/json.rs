//! The answer to `siga sidja analyse` for programs.

use super::AnalyseReport;
use crate::ask::prelude::*;
use crate::games::sidja::Outcome;
use crate::games::sidja::analyse::{Answer, Proof, Unlimited, Verdict};

/// The question what a position comes to.
#[derive(Serialize, JsonSchema)]
pub(crate) struct AnalyseQuery {
    #[serde(flatten)]
    asked: PositionQuery,
    /// The positions that may be visited.
    budget: Count,
    /// Up to how many stones all positions were looked up; 0 without tables.
    tables: u32,
}

/// The outcome of a position: win, draw or loss, as far as it is proved.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Analysis {
    #[serde(flatten)]
    value: KnownValue,
    /// The proof of it, or `null`.
    proof: Option<Proof>,
    /// Whether all positions that can be reached are solved, so that every value and number of turns is exact.
    solved: bool,
    /// Best first, each value of the side that makes the move.
    moves: Vec<Move>,
    /// Best play as far as it was seen, to the end if a win or a loss is proved with its turns.
    line: Vec<String>,
    /// Turns at which every move of both sides was looked at.
    depth: u32,
    /// Positions visited.
    positions: Count,
    /// Positions in the tables, with every count of moves without a capture where there is a limit, or `null`.
    table_positions: Option<Count>,
    tables_from: Option<TablesFrom>,
    /// Under rules with a limit on moves without a capture, where tables of the same rules without it are kept, or placements are on record.
    unlimited: Option<Endless>,
}

/// Where tables came from.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum TablesFrom {
    /// Kept on disk.
    Disk,
    /// Solved for this answer.
    Memory,
}

/// The proved knowledge of an outcome.
#[derive(Serialize, JsonSchema)]
struct KnownValue {
    /// Proved, or `null`.
    outcome: Option<Outcome>,
    /// Proved whatever the budget was.
    at_least: Outcome,
    /// Proved whatever the budget was.
    at_most: Outcome,
    /// Turns of both sides to the end; `null` for a draw and when not known: tables of outcomes alone do not say it, and
    /// then only a search that gets to the end does.
    turns: Option<u32>,
    /// Where nothing is proved, an estimate: stones ahead after best play to `depth`.
    stones_ahead: Option<i32>,
}

/// A legal move.
#[derive(Serialize, JsonSchema)]
struct Move {
    #[serde(flatten)]
    value: KnownValue,
    #[serde(rename = "move")]
    action: String,
    /// The cells of the stones it takes.
    captures: Vec<String>,
    /// Whether it keeps the proved outcome of the position, `null` where that is not known.
    keeps: Option<bool>,
    /// Where a win or a loss is known and its turns are not: the turns, this one among them, within which the side that
    /// wins forces a capture after which it has still won, or `null`.
    capture_in: Option<u32>,
}

/// The outcome of the position without the limit on moves without a capture.
#[derive(Serialize, JsonSchema)]
struct Endless {
    #[serde(flatten)]
    value: KnownValue,
    /// The rules without the limit.
    rules: String,
    implies: Implied,
    /// Up to how many stones positions were looked up; all of them where the placement is on record.
    tables: u32,
}

/// The conclusion from that alone under the limit.
#[derive(Serialize, JsonSchema)]
struct Implied {
    at_least: Outcome,
    at_most: Outcome,
    turns: Option<u32>,
}

impl From<Verdict> for KnownValue {
    fn from(verdict: Verdict) -> Self {
        let (at_least, at_most) = verdict.bounds();
        let (turns, stones_ahead) = match verdict {
            Verdict::Proved { turns, .. } => (turns, None),
            Verdict::Open { stones, .. } => (None, Some(stones)),
        };
        Self {
            outcome: verdict.outcome(),
            at_least,
            at_most,
            turns,
            stones_ahead,
        }
    }
}

impl From<&Unlimited> for Endless {
    fn from(unlimited: &Unlimited) -> Self {
        let (at_least, at_most) = unlimited.implies;
        Self {
            value: unlimited.verdict.into(),
            rules: unlimited.rules.to_string(),
            implies: Implied {
                at_least,
                at_most,
                turns: unlimited.turns,
            },
            tables: match &unlimited.tables {
                Some(tables) => tables.stones,
                None => 2 * u32::from(unlimited.rules.stones()),
            },
        }
    }
}

impl Reply for AnalyseReport {
    const NAME: &'static str = "sidja-analyse";
    type Query = AnalyseQuery;
    type Result = Analysis;

    fn query(&self) -> AnalyseQuery {
        AnalyseQuery {
            asked: self.subject.query("analyse"),
            budget: Count::of(self.answer.question.budget),
            tables: self.answer.tables.map_or(0, |tables| tables.stones),
        }
    }

    fn result(&self) -> Analysis {
        let Answer {
            analysis,
            proof,
            tables,
            unlimited,
            ..
        } = &self.answer;
        let moves = analysis.moves.iter().map(|found| Move {
            value: found.verdict.into(),
            action: found.action.to_string(),
            captures: texts(&found.captures),
            keeps: analysis.keeps(found.verdict),
            capture_in: found.capture_in,
        });
        Analysis {
            value: analysis.verdict.into(),
            proof: *proof,
            solved: analysis.solved,
            moves: moves.collect(),
            line: texts(&analysis.line),
            depth: analysis.depth,
            positions: Count::of(analysis.nodes),
            table_positions: tables.map(|tables| Count::of(tables.positions)),
            tables_from: tables.map(|tables| match tables.kept {
                true => TablesFrom::Disk,
                false => TablesFrom::Memory,
            }),
            unlimited: unlimited.as_ref().map(Endless::from),
        }
    }
}
