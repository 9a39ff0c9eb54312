//! What is known of a position: its exact value, or the outcomes that are not ruled out.

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

/// The value of a position for the side to move, with the length of best play to the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ending {
    /// The side to move wins in this length.
    Win(u32),
    /// The side to move loses in this length.
    Loss(u32),
    /// Nobody can force an end.
    Draw,
}

impl Ending {
    /// An outcome, with a length of 0.
    pub const fn over(outcome: Outcome) -> Ending {
        match outcome {
            Outcome::Win => Ending::Win(0),
            Outcome::Draw => Ending::Draw,
            Outcome::Loss => Ending::Loss(0),
        }
    }

    /// From the number of plies, whose parity says who makes the last of them.
    pub const fn from_plies(plies: u32) -> Ending {
        if plies % 2 == 1 {
            Ending::Win(plies)
        } else {
            Ending::Loss(plies)
        }
    }

    /// The outcome.
    pub const fn outcome(self) -> Outcome {
        match self {
            Ending::Win(_) => Outcome::Win,
            Ending::Draw => Outcome::Draw,
            Ending::Loss(_) => Outcome::Loss,
        }
    }

    /// The length of a win or a loss.
    pub const fn length(self) -> Option<u32> {
        match self {
            Ending::Win(length) | Ending::Loss(length) => Some(length),
            Ending::Draw => None,
        }
    }

    /// The value of a move that leads to a position of this value for the other side.
    #[must_use]
    pub(crate) const fn before(self) -> Ending {
        match self {
            Ending::Win(length) => Ending::Loss(length + 1),
            Ending::Draw => Ending::Draw,
            Ending::Loss(length) => Ending::Win(length + 1),
        }
    }

    /// The value, for the other side, of the position that a move of this value leads to.
    #[must_use]
    pub(crate) const fn after(self) -> Ending {
        match self {
            Ending::Win(length) => Ending::Loss(length.saturating_sub(1)),
            Ending::Draw => Ending::Draw,
            Ending::Loss(length) => Ending::Win(length.saturating_sub(1)),
        }
    }

    /// A number that is the greater the better: the fastest win, a draw, the slowest loss.
    pub(crate) const fn preference(self) -> i64 {
        match self {
            Ending::Win(length) => (1 << 32) - length as i64,
            Ending::Draw => 0,
            Ending::Loss(length) => length as i64 - (1 << 32),
        }
    }
}

impl Neg for Ending {
    type Output = Ending;

    /// The same seen by the other side, the length unchanged.
    fn neg(self) -> Ending {
        match self {
            Ending::Win(length) => Ending::Loss(length),
            Ending::Draw => Ending::Draw,
            Ending::Loss(length) => Ending::Win(length),
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.length() {
            Some(length) => write!(f, "{} in {length}", self.outcome()),
            None => self.outcome().fmt(f),
        }
    }
}

impl From<Ending> for Worth {
    fn from(ending: Ending) -> Worth {
        Worth::proved(ending.outcome(), ending.length())
    }
}

/// The outcomes that are not ruled out, for whoever chooses the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "Bounds")]
#[non_exhaustive]
pub struct Worth {
    /// The least outcome that is not ruled out.
    pub at_least: Outcome,
    /// The greatest outcome that is not ruled out.
    pub at_most: Outcome,
    /// Plies to the end (of Sidja: turns), where they are known. Where the goal is the first capture: the plies to it after the
    /// placing.
    pub length: Option<u32>,
}

impl Worth {
    /// Nothing is known.
    pub const UNKNOWN: Worth = Worth {
        at_least: Outcome::Loss,
        at_most: Outcome::Win,
        length: None,
    };

    /// A proved outcome, with its length where that is known.
    pub fn proved(outcome: Outcome, length: Option<u32>) -> Worth {
        Worth {
            at_least: outcome,
            at_most: outcome,
            length,
        }
    }

    /// The worth of a move that leads to a position of this worth, seen by the side that makes it: the length grows by `longer`.
    pub(crate) fn before(self, again: bool, longer: u32) -> Worth {
        let seen = if again { self } else { -self };
        Worth {
            length: seen.length.map(|length| length + longer),
            ..seen
        }
    }

    /// The worth of having both choices.
    pub(crate) fn or(self, other: Worth) -> Worth {
        let at_least = self.at_least.max(other.at_least);
        let at_most = self.at_most.max(other.at_most);
        let length = match (at_least, at_most) {
            (Outcome::Win, _) => {
                let won = [self, other].into_iter();
                let won = won.filter(|worth| worth.at_least == Outcome::Win);
                won.filter_map(|worth| worth.length).min()
            }
            (_, Outcome::Loss) => self.length.zip(other.length).map(|(a, b)| a.max(b)),
            _ => None,
        };
        Worth {
            at_least,
            at_most,
            length,
        }
    }

    /// Better moves have more: a win soon, a loss late.
    pub(crate) fn preference(self) -> (Outcome, Outcome, i64) {
        let length = i64::from(self.length.unwrap_or(0));
        let length = match self.outcome() {
            Some(Outcome::Win) => -length,
            _ => length,
        };
        (self.at_least, self.at_most, length)
    }

    /// The outcome, if it is proved.
    pub fn outcome(self) -> Option<Outcome> {
        (self.at_least == self.at_most).then_some(self.at_least)
    }
}

/// The view of the other side.
impl Neg for Worth {
    type Output = Worth;

    fn neg(self) -> Worth {
        Worth {
            at_least: -self.at_most,
            at_most: -self.at_least,
            length: self.length,
        }
    }
}

impl From<Option<Ending>> for Worth {
    fn from(value: Option<Ending>) -> Worth {
        value.map_or(Worth::UNKNOWN, Worth::from)
    }
}
