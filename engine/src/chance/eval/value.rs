//! The outcomes of a throw, and its value.

use itertools::Itertools;

use crate::exact::{Dist, Series, Weight};

/// An outcome of a throw.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(untagged))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Outcome {
    /// A number.
    Number(i64),
    /// Several numbers side by side.
    Tuple(Vec<i64>),
    /// A name from a score table.
    Label(String),
}

impl Outcome {
    /// The number, if it is one.
    pub fn number(&self) -> Option<i64> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Tuple(parts) => write!(f, "({})", parts.iter().join(", ")),
            Self::Label(label) => f.write_str(label),
        }
    }
}

/// An outcome as a score table has it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Scored {
    /// The outcome counted.
    pub outcome: Outcome,
    /// Whether it earns another throw.
    pub again: bool,
    /// Whether it voids the throw before it.
    pub cancels: bool,
}

/// The value of a throw.
#[derive(Clone, Debug, PartialEq)]
pub enum Value<W: Weight> {
    /// Finitely many numbers.
    Numbers(Dist<i64, W>),
    /// Several numbers side by side.
    Tuples(Dist<Vec<i64>, W>),
    /// A score table.
    Scores(Dist<Scored, W>),
    /// Infinitely many numbers, in closed form.
    Endless(Series<W::Field>),
}
