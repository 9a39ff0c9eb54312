//! `siga sidja placing`: what each side can force from the empty board on.

use num_rational::BigRational;

use super::args::PlacingArgs as Arguments;
use crate::ask::prelude::*;
use crate::board::Side;
use crate::games::sidja::placing::openings::{FirstTurn, TwoTurns};
use crate::games::sidja::placing::{self, Goal, Layer};
use crate::games::sidja::rules::Placing;
use crate::games::sidja::{Outcome, Question, Rules};

/// The tables of the answer.
pub(super) const TABLES: [&str; 3] = ["layers", "first_pairs", "two_pairs"];

/// Pairs of first turns shown to people; the other formats have all.
const SHOWN: usize = 20;

pub(super) struct PlacingReport(pub(super) placing::Answer);

/// The question what each side can force from the empty board on.
#[derive(Serialize, JsonSchema)]
pub(super) struct PlacingQuery {
    command: &'static str,
    /// The full rules text.
    rules: String,
    /// `first-capture` or `game`.
    of: &'static str,
}

/// The outcome that each side can force from the empty board on.
#[derive(Serialize, JsonSchema)]
pub(super) struct PlacingResult {
    /// The value of the empty board: the side that can force the first capture, `x` or `o`, or `never`; of the game
    /// `win`, `loss` or `draw` for x.
    value: &'static str,
    /// One stone at a time, from the empty board to the placements.
    layers: Vec<Stones>,
    /// The first turns of x, one of each set of symmetric ones, best first.
    first_pairs: Vec<First>,
    /// The first turns of both sides, one of each set of symmetric ones.
    two_pairs: Vec<Two>,
}

/// All arrangements that can arise after a number of stones.
#[derive(Serialize, JsonSchema)]
struct Stones {
    /// On the board: of x, of o.
    stones: [u32; 2],
    /// The side that places the next stone: `x`, `o`, or `null` where all are placed.
    to_place: Option<Side>,
    positions: Count,
    #[serde(flatten)]
    values: ArrangementCounts,
}

/// Arrangements by what they come to with best placing from there on.
#[derive(Default, Serialize, JsonSchema)]
struct ArrangementCounts {
    /// Worth the first capture to x; where the game is asked for there are `win`, `loss` and `draw` instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    x: Option<Count>,
    /// To o.
    #[serde(skip_serializing_if = "Option::is_none")]
    o: Option<Count>,
    /// To nobody.
    #[serde(skip_serializing_if = "Option::is_none")]
    never: Option<Count>,
    /// Won by x.
    #[serde(skip_serializing_if = "Option::is_none")]
    win: Option<Count>,
    /// Lost by x.
    #[serde(skip_serializing_if = "Option::is_none")]
    loss: Option<Count>,
    #[serde(skip_serializing_if = "Option::is_none")]
    draw: Option<Count>,
}

/// A first turn of x.
#[derive(Serialize, JsonSchema)]
struct First {
    /// Two under `placing=two` and `cross`, one under `one`.
    cells: Vec<String>,
    /// The number of turns that symmetries make of it.
    orbit: Count,
    /// As `value` of the empty board.
    value: &'static str,
    /// The replies by what comes of them.
    replies: ArrangementCounts,
}

/// A first turn of x, and the reply.
#[derive(Serialize, JsonSchema)]
struct Two {
    first: Vec<String>,
    reply: Vec<String>,
    /// The number of pairs that symmetries make of them.
    orbit: Count,
    /// As `value` of the empty board.
    value: &'static str,
    /// Whether no reply is better for o.
    best: bool,
}

pub(super) fn ask(arguments: &Arguments) -> Result<Question, Failure> {
    let rules: Rules = super::rules(&arguments.rules)?;
    if rules.size() > 5 {
        return Err(super::too_large(&rules, ""));
    }
    Ok(Question::Placing(placing::Question {
        rules,
        goal: arguments.of.goal(),
    }))
}

/// The word for an outcome for x.
pub(super) fn word(goal: Goal, value: Outcome) -> &'static str {
    match (goal, value) {
        (Goal::FirstCapture, Outcome::Win) => "x",
        (Goal::FirstCapture, Outcome::Loss) => "o",
        (Goal::FirstCapture, Outcome::Draw) => "never",
        (Goal::Game, value) => value.as_str(),
    }
}

/// The meaning of an outcome for x, for people.
fn sentence(goal: Goal, value: Outcome) -> &'static str {
    match (goal, value) {
        (Goal::FirstCapture, Outcome::Win) => "x forces the first capture",
        (Goal::FirstCapture, Outcome::Loss) => "o forces the first capture",
        (Goal::FirstCapture, Outcome::Draw) => "nobody can force the first capture",
        (Goal::Game, Outcome::Win) => "x wins",
        (Goal::Game, Outcome::Loss) => "o wins",
        (Goal::Game, Outcome::Draw) => "neither side can force a win",
    }
}

/// What a first turn of x is made of.
fn turn(rules: &Rules) -> &'static str {
    match rules.placing {
        Placing::One => "first stone",
        Placing::Two | Placing::Cross => "first pair",
    }
}

impl PlacingReport {
    fn goal(&self) -> Goal {
        self.0.question.goal
    }

    fn values(&self, values: [u64; 3]) -> ArrangementCounts {
        let [x, o, neither] = values.map(|count| Some(Count::of(count)));
        match self.goal() {
            Goal::FirstCapture => ArrangementCounts {
                x,
                o,
                never: neither,
                ..ArrangementCounts::default()
            },
            Goal::Game => ArrangementCounts {
                win: x,
                loss: o,
                draw: neither,
                ..ArrangementCounts::default()
            },
        }
    }

    /// The columns by what is counted.
    fn names(&self) -> [&'static str; 3] {
        match self.goal() {
            Goal::FirstCapture => ["x", "o", "never"],
            Goal::Game => ["win", "loss", "draw"],
        }
    }

    fn layers(&self) -> Sheet {
        let [x, o, neither] = self.names();
        let what = match self.goal() {
            Goal::FirstCapture => "who forces the first capture",
            Goal::Game => "who wins the game",
        };
        let share_of_x = match self.goal() {
            Goal::FirstCapture => "in which x forces the first capture",
            Goal::Game => "that x wins",
        };
        let count = |slot: usize| move |layer: &&Layer| layer.values[slot];
        let share = |layer: &&Layer| {
            Entry::exact(BigRational::new(
                layer.values[0].into(),
                layer.positions.max(1).into(),
            ))
        };
        Sheet::of(self.0.solution.layers())
            .text("stones", |layer| {
                format!("{}-{}", layer.stones[0], layer.stones[1])
            })
            .text("to place", |layer| {
                layer
                    .to_place
                    .map(|side| side.to_string())
                    .unwrap_or_default()
            })
            .right("arrangements", |layer| layer.positions)
            .right(x, count(0))
            .right(o, count(1))
            .right(neither, count(2))
            .chance_decimal("share of x", share)
            .named(
                "layers",
                format!(
                    "{} · from the empty board {}",
                    self.0.question.rules,
                    sentence(self.goal(), self.0.openings.value)
                ),
            )
            .note(format!(
                "the arrangements of the stones on the board by {what}, with best placing from there on"
            ))
            .note(format!(
                "share of x: of the arrangements, those {share_of_x}"
            ))
            .note(format!(
                "{} moves first",
                self.0.question.rules.first_mover()
            ))
    }

    fn first(&self) -> Sheet {
        let [x, o, neither] = self.names();
        let count = |slot: usize| move |found: &&FirstTurn| found.replies[slot];
        let goal = self.goal();
        Sheet::of(&self.0.openings.first)
            .text(turn(&self.0.question.rules), |found| spaced(&found.cells))
            .right("symmetric", |found| found.orbit)
            .text("value", move |found| word(goal, found.value))
            .right(format!("replies: {x}"), count(0))
            .right(o, count(1))
            .right(neither, count(2))
            .named(
                "first_pairs",
                "First turns of x, one of each set of symmetric ones",
            )
            .note(
                "symmetric: how many turns symmetries make of it · replies: how many come to what",
            )
    }

    fn two(&self) -> Sheet {
        let goal = self.goal();
        let sheet = Sheet::of(&self.0.openings.two)
            .text(turn(&self.0.question.rules), |found| spaced(&found.first))
            .text("reply", |found| spaced(&found.reply))
            .right("symmetric", |found| found.orbit)
            .text("value", move |found| word(goal, found.value))
            .text("best", |found| if found.best { "yes" } else { "" })
            .named(
                "two_pairs",
                "The first turns of both sides, one of each set of symmetric ones",
            )
            .note("symmetric: how many pairs of turns symmetries make of them · best: no reply is better for o");
        let sheet = match self.0.openings.two.len() > SHOWN {
            true => sheet.note("of this table --csv has all rows with --table two_pairs"),
            false => sheet,
        };
        Sheet {
            shown: Some(SHOWN),
            ..sheet
        }
    }
}

impl Reply for PlacingReport {
    const NAME: &'static str = "sidja-placing";
    type Query = PlacingQuery;
    type Result = PlacingResult;

    fn query(&self) -> PlacingQuery {
        PlacingQuery {
            command: "sidja placing",
            rules: self.0.question.rules.to_string(),
            of: self.goal().as_str(),
        }
    }

    fn result(&self) -> PlacingResult {
        let goal = self.goal();
        let layers = self.0.solution.layers().iter().map(|layer| Stones {
            stones: layer.stones,
            to_place: layer.to_place,
            positions: Count::of(layer.positions),
            values: self.values(layer.values),
        });
        let first = self.0.openings.first.iter().map(|found| First {
            cells: texts(&found.cells),
            orbit: Count::of(found.orbit),
            value: word(goal, found.value),
            replies: self.values(found.replies),
        });
        let two = |found: &TwoTurns| Two {
            first: texts(&found.first),
            reply: texts(&found.reply),
            orbit: Count::of(found.orbit),
            value: word(goal, found.value),
            best: found.best,
        };
        PlacingResult {
            value: word(goal, self.0.openings.value),
            layers: layers.collect(),
            first_pairs: first.collect(),
            two_pairs: self.0.openings.two.iter().map(two).collect(),
        }
    }
}

impl Report for PlacingReport {
    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        vec![self.layers(), self.first(), self.two()]
    }
}
