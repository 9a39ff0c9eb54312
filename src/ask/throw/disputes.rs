//! The disputed points of a throw: how many throws a turn has, the bias of its sticks, what is counted, which throw is meant.
//!
//! A new form of the notation that people mean in two ways belongs into [`forms`](super::forms).

use super::ThrowQuestion;
use super::forms::forms;
use crate::ask::disputes::{Change, Point, remove, set};
use crate::chance::expr::Expr;
use crate::chance::presets::{PRESETS, Preset};
use crate::chance::track::Past;
use crate::chance::turn::RowRule;
use crate::exact::decimal_text;
use num_rational::BigRational;

/// The change of a throw at a disputed point.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum DisputedThrow {
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

/// Limits on the throws of a turn, in words.
const THROWS: [(u32, &str); 4] = [
    (1, "no extra throw is taken"),
    (2, "only one extra throw is taken"),
    (3, "only two extra throws are taken"),
    (4, "only three extra throws are taken"),
];

/// Runs of throws that are void, in words: their length, whether they are equal, whether all are void.
const ROWS: [(u32, bool, bool, &str); 4] = [
    (3, false, false, "the third extra throw in a row is void"),
    (
        3,
        true,
        false,
        "the third equal extra throw in a row is void",
    ),
    (3, false, true, "three extra throws in a row are all void"),
    (2, false, false, "the second extra throw in a row is void"),
];

/// The rules for a throw that would pass the last cell of a race: as `--past` takes it, and in words.
const PAST: [(Past, &str, &str); 3] = [
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

impl DisputedThrow {
    pub(super) fn point(
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
fn in_a_row(row: &RowRule) -> String {
    let same = if row.same { ",same" } else { "" };
    let all = if row.all { ",all" } else { "" };
    format!("{}{same}{all}", row.length)
}

/// The disputed points of a throw, further throws first.
pub(crate) fn points(asked: &ThrowQuestion) -> Vec<Point> {
    let mut points = Vec::new();
    if asked.about.turn.is_some() {
        points.extend(of_turns());
        points.push(DisputedThrow::Stack.point(
            ("cancel", 1),
            "--cancel stack",
            "a cancelling throw voids the latest throw still standing",
        ));
        let says = "one throw is meant, not a whole turn";
        points.push(DisputedThrow::OneThrow.point(("turn", 1), "without --turn", says));
    } else {
        // With one throw at most a turn is the throw.
        points.extend(THROWS[1..].iter().map(|(n, says)| {
            let says = format!("a whole turn is meant, and {says}");
            let option = format!("--turn --max-throws {n}");
            DisputedThrow::AtMostThrows(*n).point(("turn", 2), option, says)
        }));
        let says = "a whole turn is meant, extra throws included";
        points.push(DisputedThrow::Turn.point(("turn", 1), "--turn", says));
    }
    if asked.about.target.is_some() {
        let own = asked.about.track.as_ref().map(|track| track.past);
        let own = own.unwrap_or_default();
        points.extend(
            PAST.iter()
                .filter(|(past, ..)| *past != own)
                .map(|(past, name, says)| {
                    let option = format!("--past {name}");
                    DisputedThrow::Past(*past).point(("past the last cell", 1), option, *says)
                }),
        );
    }
    points.push(bias());
    points.extend([
        DisputedThrow::AtLeast.point(
            ("at least", 2),
            "--at-least",
            "the figures are chances of at least as much",
        ),
        DisputedThrow::AtMost.point(
            ("at least", 2),
            "--at-most",
            "the figures are chances of at most as much",
        ),
    ]);
    points.extend(forms(&asked.spec));
    let own = asked.preset.map(|preset| preset.name);
    let family = own.map(|name| name.split(':').next().unwrap_or(name));
    for preset in PRESETS.iter().filter(|preset| Some(preset.name) != own) {
        let related = family.is_some_and(|family| preset.name.split(':').next() == Some(family));
        let says = format!("the throw is {} ({})", preset.name, preset.title);
        let weight = if related { 1 } else { 4 };
        points.push(DisputedThrow::Preset(preset).point(("throw", weight), preset.name, says));
    }
    points
}

/// The disputed points of a turn whose rules are a game's.
pub(crate) fn of_a_turn() -> impl Iterator<Item = Point> {
    of_turns().chain([bias()])
}

fn of_turns() -> impl Iterator<Item = Point> {
    let throws = THROWS.iter().map(|(n, says)| {
        let option = format!("--max-throws {n}");
        DisputedThrow::AtMostThrows(*n).point(("extra throws", 1), option, *says)
    });
    let rows = ROWS.iter().map(|&(length, same, all, says)| {
        let row = RowRule { length, same, all };
        let option = format!("--in-a-row {}", in_a_row(&row));
        DisputedThrow::InARow(row).point(("throws in a row", 2), option, says)
    });
    throws.chain(rows)
}

fn bias() -> Point {
    DisputedThrow::Bias(None).point(("bias", 3), "--bias", "the sticks are biased")
}
