//! A whole game solved, as JSON has it.

use super::ReportNames;
use crate::ask::outcomes::Outcomes;
use crate::ask::prelude::*;
use crate::games::alignment::Move;
use crate::games::alignment::solve::{self, Summary};
use crate::solve::retro::{self, Layer, LayerTotals, Plies, Value};

/// The outcome of a position, and the plies to it.
#[derive(Serialize, JsonSchema)]
pub(super) struct TimedOutcome {
    outcome: retro::Outcome,
    /// To the end under best play, 0 if the game is over, `null` for a draw.
    plies: Option<Plies>,
}

/// A whole game solved.
#[derive(Serialize, JsonSchema)]
pub(super) struct SolveResult {
    /// The outcome for the side that begins.
    value: retro::Outcome,
    /// To the end under best play, or `null` for a draw.
    plies: Option<Plies>,
    /// The best for whoever chooses first; outcomes of the first player, plies counted from the empty board.
    first_moves: Vec<Choice>,
    /// From the empty board on.
    layers: Vec<LayerOutcomes>,
    /// Of all layers.
    total: Total,
    /// Best play from the empty board; in a drawn game the first 40 plies of one in which no position comes twice.
    line: Line,
    /// The same for a position with the longest win or loss of all, or `null`.
    longest: Option<Line>,
}

/// A first move.
#[derive(Serialize, JsonSchema)]
struct Choice {
    #[serde(rename = "move")]
    action: Move,
    /// The position after it.
    position: String,
    #[serde(flatten)]
    outcome: TimedOutcome,
    /// Whether it keeps the value, and in a won game the number of plies.
    keeps: bool,
}

/// A position with a line of play from it; the outcome is of the side to move.
#[derive(Serialize, JsonSchema)]
struct Line {
    position: String,
    #[serde(flatten)]
    outcome: TimedOutcome,
    moves: Vec<Move>,
}

/// The positions with a number of pieces on the board: every arrangement, symmetric ones counted apart.
#[derive(Serialize, JsonSchema)]
struct LayerOutcomes {
    /// Those on the board: of the side to move, of the other.
    pieces: Layer,
    #[serde(flatten)]
    ended: Total,
    /// Positions without a legal move, nobody having a goal.
    blocked: Count,
    /// Plies of the longest win or loss, or `null`.
    longest: Option<Plies>,
    by_plies: Vec<Decided>,
}

/// Positions by what they come to.
#[derive(Serialize, JsonSchema)]
struct Total {
    #[serde(flatten)]
    outcomes: Outcomes,
    /// Those lost already, because the other side has made a goal; in `loss` too.
    terminal: Count,
    /// Arrangements in which the side to move has a goal already; in none of the others.
    excluded: Count,
}

/// Positions decided in a number of plies.
#[derive(Serialize, JsonSchema)]
struct Decided {
    /// Wins if odd, losses if even.
    plies: Plies,
    count: Count,
}

impl From<Value> for TimedOutcome {
    fn from(value: Value) -> Self {
        Self {
            outcome: value.outcome(),
            plies: value.plies(),
        }
    }
}

impl<R: ReportNames> From<&Summary<R>> for SolveResult {
    fn from(summary: &Summary<R>) -> Self {
        let first = summary.first_moves.iter().map(|choice| Choice {
            action: choice.action,
            position: choice.position.to_string(),
            outcome: choice.value.into(),
            keeps: choice.value == summary.value,
        });
        Self {
            value: summary.value.outcome(),
            plies: summary.value.plies(),
            first_moves: first.collect(),
            layers: summary.layers.iter().map(LayerOutcomes::from).collect(),
            total: Total::new(summary.totals()),
            line: Line::from(&summary.line),
            longest: summary.longest.as_ref().map(Line::from),
        }
    }
}

impl<R: ReportNames> From<&solve::Line<R>> for Line {
    fn from(line: &solve::Line<R>) -> Self {
        Self {
            position: line.position.to_string(),
            outcome: line.value.into(),
            moves: line.moves.clone(),
        }
    }
}

impl From<&LayerTotals> for LayerOutcomes {
    fn from(counts: &LayerTotals) -> Self {
        let decided = |&(plies, count): &(Plies, u64)| Decided {
            plies,
            count: Count::of(count),
        };
        let of = [
            counts.win,
            counts.loss,
            counts.draw,
            counts.terminal,
            counts.excluded,
        ];
        Self {
            pieces: counts.layer,
            ended: Total::new(of),
            blocked: Count::of(counts.blocked),
            longest: counts.longest,
            by_plies: counts.by_plies.iter().map(decided).collect(),
        }
    }
}

impl Total {
    fn new([win, loss, draw, terminal, excluded]: [u64; 5]) -> Self {
        Self {
            outcomes: Outcomes::new(win, loss, draw),
            terminal: Count::of(terminal),
            excluded: Count::of(excluded),
        }
    }
}
