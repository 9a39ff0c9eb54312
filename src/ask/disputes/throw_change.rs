//! The ways in which a question about a throw may be meant otherwise, and the options that ask for them.

use num_rational::BigRational;

use super::{Change, Point, remove, set};
use crate::chance::expr::Expr;
use crate::chance::presets::Preset;
use crate::chance::track::Past;
use crate::chance::turn::RowRule;
use crate::exact::decimal_text;

/// The change of a throw at a disputed point.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ThrowChange {
    /// Another throw with a name.
    Preset(&'static Preset),
    /// The same throw, written otherwise.
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

    /// Puts it into the words of a command, of which the throw itself has been put in.
    pub(crate) fn spell(&self, words: &mut Vec<String>) {
        match self {
            Self::Preset(_) | Self::Form(_) => {}
            Self::Turn => set(words, "--turn", None),
            Self::OneThrow => {
                for option in [
                    "--max-throws",
                    "--in-a-row",
                    "--cancel",
                    "--values",
                    "--sequence",
                ] {
                    remove(words, option, true);
                }
                remove(words, "--turn", false);
            }
            Self::AtMostThrows(n) => {
                set(words, "--turn", None);
                set(words, "--max-throws", Some(&n.to_string()));
            }
            Self::InARow(row) => set(words, "--in-a-row", Some(&in_a_row(row))),
            Self::Stack => set(words, "--cancel", Some("stack")),
            Self::Past(past) => {
                let named = PAST.iter().find(|(other, ..)| other == past);
                set(words, "--past", named.map(|(_, name, _)| *name));
            }
            Self::AtLeast => set(words, "--at-least", None),
            Self::AtMost => set(words, "--at-most", None),
            Self::Bias(bias) => {
                let bias = bias.as_ref().map(|bias| decimal_text(bias, 15));
                let bias = bias.as_deref().map(|decimal| {
                    let decimal = decimal.trim_end_matches('0');
                    decimal.trim_end_matches('.')
                });
                set(words, "--bias", Some(bias.unwrap_or("p")));
            }
        }
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
