//! The outcomes of a throw, and its value.

use itertools::Itertools;

use crate::exact::{Dist, Series, Weight};

/// An outcome of a throw.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(untagged)]
#[derive(schemars::JsonSchema)]
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
    /// The choice that it stands for, while what is chosen depends on the rounds to come.
    pub(crate) open: Option<usize>,
}

impl Scored {
    /// An outcome that earns nothing and voids nothing.
    pub(in crate::chance) fn plain(outcome: Outcome) -> Self {
        Self {
            outcome,
            again: false,
            cancels: false,
            open: None,
        }
    }
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

impl<W: Weight> Value<W> {
    /// Outcomes, as numbers or tuples where that is all they are.
    pub(in crate::chance) fn of(scores: Dist<Scored, W>) -> Self {
        let plain = |x: &Scored| !x.again && !x.cancels && x.open.is_none();
        let all = |holds: &dyn Fn(&Outcome) -> bool| {
            let mut all = scores.iter();
            all.all(|(x, _)| plain(x) && holds(&x.outcome))
        };
        if all(&|x| x.number().is_some()) {
            let number = |x: Scored| x.outcome.number().unwrap_or_default();
            return Self::Numbers(scores.into_mapped(number));
        }
        if all(&|x| matches!(x, Outcome::Tuple(_))) {
            return Self::Tuples(scores.into_mapped(|x| match x.outcome {
                Outcome::Tuple(parts) => parts,
                _ => Vec::new(),
            }));
        }
        Self::Scores(scores)
    }

    /// The one outcome.
    pub(super) fn certain(outcome: &Outcome) -> Self {
        match outcome {
            Outcome::Number(number) => Self::Numbers(Dist::certain(*number)),
            Outcome::Tuple(parts) => Self::Tuples(Dist::certain(parts.clone())),
            Outcome::Label(_) => Self::Scores(Dist::certain(Scored::plain(outcome.clone()))),
        }
    }

    /// Its outcomes, if they have an end.
    pub(crate) fn scores(self) -> Option<Dist<Scored, W>> {
        Some(match self {
            Self::Scores(dist) => dist,
            Self::Numbers(dist) => dist.into_mapped(|x| Scored::plain(Outcome::Number(x))),
            Self::Tuples(dist) => dist.into_mapped(|x| Scored::plain(Outcome::Tuple(x))),
            Self::Endless(_) => return None,
        })
    }
}
