//! The ways in which a question about a throw may be meant otherwise, and the options that ask for them.

use num_rational::BigRational;

use super::{Change, Point};
use crate::chance::expr::Expr;
use crate::chance::presets::Preset;
use crate::chance::race::track::Past;
use crate::chance::turn::RowRule;

/// The change of a throw at a disputed point.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ThrowChange {
    /// Another throw with a name.
    Preset(&'static Preset),
    /// The throw written in another way.
    Form(Expr),
    /// A whole turn.
    Turn,
    /// One throw, not a turn.
    OneThrow,
    /// A turn of at most this number of throws.
    AtMostThrows(u32),
    /// In a turn a row of extra throws of this length is void.
    InARow(RowRule),
    /// In a turn a cancelling throw voids the latest that still stands.
    Stack,
    /// In a race, what a throw does that would pass the last cell.
    Past(Past),
    /// Chances of at least as much.
    AtLeast,
    /// Chances of at most as much.
    AtMost,
    /// Sticks that are biased: as is to be found, or so.
    Bias(Option<BigRational>),
}

/// The rules for a throw that would pass the last cell of a race: as `--past` takes it, and in words.
pub(crate) const PAST: [(Past, &str, &str); 3] = [
    (
        Past::End,
        "end",
        "a throw that passes the last cell ends the race",
    ),
    (
        Past::Stay,
        "stay",
        "the last cell is to be hit exactly, and other throws do not move",
    ),
    (
        Past::Bounce,
        "bounce",
        "a throw that would pass the last cell moves back by the rest",
    ),
];

impl ThrowChange {
    pub(crate) fn point(
        self,
        about: (&str, u32),
        option: impl Into<String>,
        says: impl Into<String>,
    ) -> Point {
        Change::Thrown(self).point(about, option, says)
    }

    /// The series that the figures are of, if not the main one.
    pub(crate) fn series(&self) -> Option<&'static str> {
        match self {
            Self::AtLeast => Some("at_least"),
            Self::AtMost => Some("at_most"),
            _ => None,
        }
    }
}

/// As `--in-a-row` takes it.
pub(crate) fn in_a_row(row: &RowRule) -> String {
    let same = if row.same { ",same" } else { "" };
    let all = if row.all { ",all" } else { "" };
    format!("{}{same}{all}", row.length)
}
