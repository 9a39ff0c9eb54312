//! The first two turns of the placing, up to symmetry.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::solution::turns;
use super::{Arrangements, Goal, PlacingLayer, SolvedPlacing, Value};
use crate::board::{Cell, Side, image, symmetries};
use crate::exact::serial::Count;
use crate::games::sidja::{Outcome, Position, Rules};

/// A first turn of x.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "First")]
#[non_exhaustive]
pub struct FirstTurn {
    /// Two under `placing=two` and `cross`, one under `one`.
    pub cells: Vec<Cell>,
    /// The number of turns that symmetries make of it.
    #[serde(with = "Count")]
    pub orbit: u64,
    /// As `value` of the empty board.
    pub value: Value,
    /// The replies by what comes of them.
    pub replies: Arrangements,
}

/// A first turn of x, and the reply.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "Two")]
#[non_exhaustive]
pub struct TwoTurns {
    /// The cells of x.
    pub first: Vec<Cell>,
    /// The cells of o.
    pub reply: Vec<Cell>,
    /// The number of pairs that symmetries make of them.
    #[serde(with = "Count")]
    pub orbit: u64,
    /// As `value` of the empty board.
    pub value: Value,
    /// Whether no reply is better for o.
    pub best: bool,
}

/// The outcome that each side can force from the empty board on.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "Forced")]
#[non_exhaustive]
pub struct Openings {
    /// The value of the empty board.
    pub value: Value,
    /// One stone at a time, from the empty board to the placements.
    pub layers: Vec<PlacingLayer>,
    /// The first turns of x, one of each set of symmetric ones, best first.
    pub first_pairs: Vec<FirstTurn>,
    /// The first turns of both sides, one of each set of symmetric ones.
    pub two_pairs: Vec<TwoTurns>,
}

/// The stones of x and o, and those of the symmetric position that comes first.
fn canonical(position: &Position) -> [u128; 2] {
    let maps = symmetries(position.board());
    let pieces = Side::BOTH.map(|side| position.pieces(side));
    let images = maps.iter().map(|map| pieces.map(|set| image(map, set)));
    images.min().unwrap_or_default()
}

/// The value of a position for x.
fn for_x(value: Outcome, side: Side) -> Outcome {
    match side {
        Side::X => value,
        Side::O => -value,
    }
}

/// One turn of each class: its cells, the position after it, and how many are alike.
fn classes(position: &Position) -> Vec<(Vec<Cell>, Position, u64)> {
    let mut classes: BTreeMap<[u128; 2], (Vec<Cell>, Position, u64)> = BTreeMap::new();
    for (cells, after) in turns(position) {
        let class = classes
            .entry(canonical(&after))
            .or_insert((cells, after, 0));
        class.2 += 1;
    }
    classes.into_values().collect()
}

impl Openings {
    /// The layers and the first two turns of a solution from the empty board in which the layers of the first two turns were kept; `None` for any other.
    pub fn new(solution: &SolvedPlacing) -> Option<Openings> {
        let (rules, goal): (&Rules, Goal) = (solution.rules(), solution.goal());
        let start = Position::start(rules);
        let x = |position: &Position| {
            let value = solution.value(position)?;
            Some(for_x(value, position.side()))
        };
        let mut openings = Openings {
            value: Value::new(goal, x(&start)?),
            layers: solution.layers().to_vec(),
            first_pairs: Vec::new(),
            two_pairs: Vec::new(),
        };
        let mut found = Vec::new();
        for (cells, after, orbit) in classes(&start) {
            let value = x(&after)?;
            let mut replies = [0; 3];
            let mut two = Vec::new();
            for (reply, next) in turns(&after) {
                let outcome = x(&next)?;
                replies[slot(outcome)] += 1;
                two.push((canonical(&next), reply, outcome));
            }
            let two = unlike((goal, cells.as_slice()), (value, orbit), two);
            let first = FirstTurn {
                cells,
                orbit,
                value: Value::new(goal, value),
                replies: Arrangements::new(goal, replies),
            };
            // Of first turns that come to the same, those that leave fewer good replies are better.
            let [won, lost, _] = replies;
            let order = (Reverse(value), lost, Reverse(won), first.cells.clone());
            found.push((order, first, two));
        }
        found.sort_by(|(one, ..), (other, ..)| one.cmp(other));
        for (_, first, two) in found {
            openings.first_pairs.push(first);
            openings.two_pairs.extend(two);
        }
        Some(openings)
    }
}

/// Where an outcome for a side is counted: it wins, the other does, neither.
pub(in crate::games::sidja) fn slot(value: Outcome) -> usize {
    match value {
        Outcome::Win => 0,
        Outcome::Loss => 1,
        Outcome::Draw => 2,
    }
}

/// The replies to a first turn, which has a value and an orbit, one of those that are alike: symmetries that leave the first turn
/// where it is make one of the other.
fn unlike(
    (goal, first): (Goal, &[Cell]),
    (value, orbit): (Outcome, u64),
    replies: Vec<([u128; 2], Vec<Cell>, Outcome)>,
) -> Vec<TwoTurns> {
    let mut alike: BTreeMap<_, (Outcome, Vec<Cell>, u64)> = BTreeMap::new();
    for (class, reply, outcome) in replies {
        alike.entry(class).or_insert((outcome, reply, 0)).2 += orbit;
    }
    let mut alike: Vec<_> = alike.into_values().collect();
    alike.sort();
    let two = alike.into_iter().map(|(outcome, reply, orbit)| TwoTurns {
        first: first.to_vec(),
        reply,
        orbit,
        value: Value::new(goal, outcome),
        best: outcome == value,
    });
    two.collect()
}
