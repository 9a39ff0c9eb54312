//! Values of positions: win, draw or loss, and the plies to the end.

use std::fmt;
use std::ops::Neg;

/// Win, draw or loss, always for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[derive(schemars::JsonSchema)]
pub enum Outcome {
    /// The side to move loses.
    Loss,
    /// Neither side can force an end.
    Draw,
    /// The side to move wins.
    Win,
}

/// The other side's view.
impl Neg for Outcome {
    type Output = Outcome;

    fn neg(self) -> Outcome {
        match self {
            Outcome::Loss => Outcome::Win,
            Outcome::Draw => Outcome::Draw,
            Outcome::Win => Outcome::Loss,
        }
    }
}

impl Outcome {
    /// `win`, `draw` or `loss`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Outcome::Loss => "loss",
            Outcome::Draw => "draw",
            Outcome::Win => "win",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A number of plies: single moves of one side.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Default,
    serde::Serialize,
    schemars::JsonSchema,
)]
pub struct Plies(pub u16);

impl fmt::Display for Plies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The value of a position for the side to move, with the plies to the end under best play: the
/// winner as fast, the loser as slow as possible.
///
/// A position is won in an odd and lost in an even number of plies; nought is a game that is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Value {
    /// The plies to the end of the game: a win of the side to move if odd, a loss if even.
    Decided(Plies),
    /// Neither side can force an end.
    Draw,
}

impl Value {
    /// Win, draw or loss for the side to move.
    pub const fn outcome(self) -> Outcome {
        match self {
            Value::Decided(Plies(plies)) if plies % 2 == 1 => Outcome::Win,
            Value::Decided(_) => Outcome::Loss,
            Value::Draw => Outcome::Draw,
        }
    }

    /// The plies to the end, or `None` for a draw.
    pub const fn plies(self) -> Option<Plies> {
        match self {
            Value::Decided(plies) => Some(plies),
            Value::Draw => None,
        }
    }

    /// The value, for the side to move, of a move that leads to this value of the other side.
    pub(crate) const fn before(self) -> Value {
        match self {
            Value::Decided(Plies(plies)) => Value::Decided(Plies(plies + 1)),
            Value::Draw => Value::Draw,
        }
    }

    /// A number that is the greater the better the value is for the side to move.
    pub(crate) const fn preference(self) -> i32 {
        match self {
            Value::Decided(Plies(plies)) if plies % 2 == 1 => 1 << 20 | (0xffff - plies as i32),
            Value::Decided(Plies(plies)) => plies as i32 - (1 << 20),
            Value::Draw => 0,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Decided(plies) => write!(f, "{} in {plies}", self.outcome()),
            Value::Draw => f.write_str("draw"),
        }
    }
}

/// The code of a value in a table, one byte a position.
///
/// Up to [`Code::LAST`] it is the plies to the end; above, [`Code::EXCLUDED`] or [`Code::DRAW`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Code(pub u8);

impl Code {
    /// Neither side can force an end.
    pub const DRAW: Code = Code(255);
    /// The side to move has a goal already: no position of a game.
    pub const EXCLUDED: Code = Code(254);
    /// The most plies that a table can hold.
    pub const LAST: u8 = 253;

    /// The value that the code stands for, or `None` if the position is excluded.
    pub const fn value(self) -> Option<Value> {
        match self {
            Code::DRAW => Some(Value::Draw),
            Code::EXCLUDED => None,
            Code(plies) => Some(Value::Decided(Plies(plies as u16))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_ordered_for_the_side_to_move() {
        let order = [0, 2, 252, 255, 253, 3, 1];
        let values = order.map(|code| Code(code).value().unwrap());
        assert!(values.is_sorted_by(|a, b| a.preference() < b.preference()));
        assert_eq!(values[1].before().to_string(), "win in 3");
        assert_eq!(-values[1].outcome(), Outcome::Win);
        assert_eq!(Code::EXCLUDED.value(), None);
    }
}
