//! The value of an arrangement for x, in the words of the goal.

use super::Goal;
use crate::exact::serial::Count;
use crate::games::sidja::Outcome;

/// The side that can force the first capture, `x`, `o`, or `never`; of the game `win`, `loss` or `draw` for x.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Value {
    /// x can force the first capture.
    X,
    /// o can.
    O,
    /// Nobody can.
    Never,
    /// x wins the game.
    Win,
    /// o wins it.
    Loss,
    /// Neither side can force a win.
    Draw,
}

impl Value {
    /// The value of an outcome for x.
    pub fn new(goal: Goal, outcome: Outcome) -> Value {
        match (goal, outcome) {
            (Goal::FirstCapture, Outcome::Win) => Value::X,
            (Goal::FirstCapture, Outcome::Loss) => Value::O,
            (Goal::FirstCapture, Outcome::Draw) => Value::Never,
            (Goal::Game, Outcome::Win) => Value::Win,
            (Goal::Game, Outcome::Loss) => Value::Loss,
            (Goal::Game, Outcome::Draw) => Value::Draw,
        }
    }

    /// The word for it, and its meaning.
    pub fn said(self) -> (&'static str, &'static str) {
        match self {
            Value::X => ("x", "x forces the first capture"),
            Value::O => ("o", "o forces the first capture"),
            Value::Never => ("never", "nobody can force the first capture"),
            Value::Win => ("win", "x wins"),
            Value::Loss => ("loss", "o wins"),
            Value::Draw => ("draw", "neither side can force a win"),
        }
    }
}

/// Arrangements by what they come to with best placing from there on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[serde(untagged)]
pub enum Arrangements {
    /// Who can force the first capture.
    FirstCapture {
        /// x can.
        #[serde(with = "Count")]
        x: u64,
        /// o can.
        #[serde(with = "Count")]
        o: u64,
        /// Nobody.
        #[serde(with = "Count")]
        never: u64,
    },
    /// The value of the game for x.
    Game {
        /// x wins.
        #[serde(with = "Count")]
        win: u64,
        /// o wins.
        #[serde(with = "Count")]
        loss: u64,
        /// Neither can force a win.
        #[serde(with = "Count")]
        draw: u64,
    },
}

impl Arrangements {
    /// From the numbers of those that x wins, that o wins, that neither wins.
    pub(super) fn new(goal: Goal, [x, o, neither]: [u64; 3]) -> Arrangements {
        match goal {
            Goal::FirstCapture => Arrangements::FirstCapture {
                x,
                o,
                never: neither,
            },
            Goal::Game => Arrangements::Game {
                win: x,
                loss: o,
                draw: neither,
            },
        }
    }

    /// The numbers of those that x wins, that o wins, that neither wins.
    pub fn counts(self) -> [u64; 3] {
        match self {
            Arrangements::FirstCapture { x, o, never } => [x, o, never],
            Arrangements::Game { win, loss, draw } => [win, loss, draw],
        }
    }
}
