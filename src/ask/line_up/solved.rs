//! A whole game solved, as JSON has it.

use crate::ask::outcomes::Outcomes;
use crate::ask::prelude::*;
use crate::games::line_up::Move;
use crate::games::line_up::solve::{self, Summary};
use crate::solve::retro::{self, Layer, LayerTotals, Plies, Value};

/// The outcome of a position, and the plies to it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct TimedOutcome {
    pub(super) outcome: retro::Outcome,
    /// To the end under best play, 0 if the game is over, `null` for a draw.
    pub(super) plies: Option<Plies>,
}

/// A whole game solved.
#[derive(Serialize, JsonSchema)]
pub(crate) struct SolveResult {
    /// The outcome for the side that begins.
    pub(super) value: retro::Outcome,
    /// To the end under best play, or `null` for a draw.
    pub(super) plies: Option<Plies>,
    /// The best for whoever chooses first; outcomes of the first player, plies counted from the empty board.
    first_moves: Vec<Choice>,
    /// From the empty board on.
    layers: Vec<LayerOutcomes>,
    /// Of all layers.
    total: Total,
    /// Best play from the empty board; in a drawn game the first 40 plies of one in which no position comes twice.
    pub(super) line: Line,
    /// The same for a position with the longest win or loss of all, or `null`.
    pub(super) longest: Option<Line>,
    #[serde(skip)]
    counted: Vec<LayerTotals>,
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
pub(super) struct Line {
    position: String,
    #[serde(flatten)]
    outcome: TimedOutcome,
    moves: Vec<Move>,
    #[serde(skip)]
    value: Value,
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

impl From<&Summary> for SolveResult {
    fn from(summary: &Summary) -> Self {
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
            counted: summary.layers.clone(),
        }
    }
}

impl From<&solve::Line> for Line {
    fn from(line: &solve::Line) -> Self {
        Self {
            position: line.position.to_string(),
            outcome: line.value.into(),
            moves: line.moves.clone(),
            value: line.value,
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

impl Line {
    /// The moves in words.
    pub(super) fn played(&self) -> String {
        itertools::join(&self.moves, " ")
    }

    /// The value, the position and the moves in words.
    pub(super) fn told(&self) -> String {
        format!(
            "{} for the side to move: {} · {}",
            self.value,
            self.position,
            self.played()
        )
    }
}

impl SolveResult {
    /// The first moves that keep the value, in words.
    pub(super) fn keepers(&self) -> String {
        let keeps = self.first_moves.iter().filter(|choice| choice.keeps);
        let names: Vec<String> = keeps.map(|choice| choice.action.to_string()).collect();
        match names.len() == self.first_moves.len() {
            true => "all".to_owned(),
            false => names.join(" "),
        }
    }

    fn totals(&self) -> [u64; 5] {
        self.counted.iter().fold([0; 5], |sum, counts| {
            let of = [
                counts.win,
                counts.loss,
                counts.draw,
                counts.terminal,
                counts.excluded,
            ];
            std::array::from_fn(|place| sum[place] + of[place])
        })
    }

    /// Wins, losses or draws of all layers.
    pub(super) fn total(&self, at: usize) -> Entry {
        Entry::grouped(self.totals()[at])
    }

    /// The layers, and all of them together.
    pub(super) fn layers(&self, heading: &str) -> Sheet {
        let layer = |counts: &LayerTotals| {
            let numbers = [
                counts.positions(),
                counts.win,
                counts.loss,
                counts.draw,
                counts.terminal,
                counts.excluded,
            ];
            (counts.layer.to_string(), numbers, counts.longest)
        };
        let [win, loss, draw, terminal, excluded] = self.totals();
        let numbers = [win + loss + draw, win, loss, draw, terminal, excluded];
        let longest = self
            .counted
            .iter()
            .filter_map(|counts| counts.longest)
            .max();
        let all = ("all".to_owned(), numbers, longest);
        let layers = self.counted.iter().map(layer).chain([all]);
        let mut table = Sheet::of(layers).text("pieces", |(name, ..)| name.clone());
        let names = ["positions", "win", "loss", "draw", "terminal", "excluded"];
        for (at, name) in names.into_iter().enumerate() {
            table = table.right(name, |(_, numbers, _)| Entry::grouped(numbers[at]));
        }
        table
            .right("longest", |(.., longest)| longest.map(|plies| plies.0))
            .named("layers", heading)
            .chart(Chart::Parts(&["win", "loss", "draw"]))
    }

    /// The largest layer by plies to the end.
    pub(super) fn by_plies(&self) -> Option<Sheet> {
        let decided = |counts: &&LayerTotals| counts.positions() > 0;
        let largest = self.counted.iter().filter(decided);
        let largest = largest.max_by_key(|counts| counts.positions())?;
        let value = |plies: Plies| Value::Decided(plies).outcome().to_string();
        Some(
            Sheet::of(&largest.by_plies)
                .right("plies", |(plies, _)| plies.0)
                .text("outcome", |(plies, _)| value(*plies))
                .right("positions", |(_, number)| Entry::grouped(*number))
                .named(
                    "plies",
                    format!("Layer {} by plies to the end", largest.layer),
                ),
        )
    }
}
