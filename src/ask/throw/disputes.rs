//! The disputed points of a throw: how many throws a turn has, the bias of its sticks, what is counted, which throw is meant.
//!
//! A new form of the notation that people mean in two ways belongs into [`forms`](super::forms).

use super::Throw;
use super::forms::forms;
use crate::ask::disputes::{Change, Point};
use crate::chance::presets::PRESETS;
use crate::chance::race::track::Past;
use crate::chance::turn::RowRule;

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

/// As `--in-a-row` takes it.
pub(crate) fn in_a_row(row: &RowRule) -> String {
    let same = if row.same { ",same" } else { "" };
    let all = if row.all { ",all" } else { "" };
    format!("{}{same}{all}", row.length)
}

/// The disputed points of a throw, further throws first.
pub(crate) fn points(asked: &Throw) -> Vec<Point> {
    let mut points = Vec::new();
    if asked.turn {
        points.extend(of_turns());
        points.push(Change::Stack.point(
            ("cancel", 1),
            "--cancel stack",
            "a cancelling throw voids the latest throw still standing",
        ));
        let says = "one throw is meant, not a whole turn";
        points.push(Change::OneThrow.point(("turn", 1), "without --turn", says));
    } else {
        // With one throw at most a turn is the throw.
        points.extend(THROWS[1..].iter().map(|(n, says)| {
            let says = format!("a whole turn is meant, and {says}");
            let option = format!("--turn --max-throws {n}");
            Change::AtMostThrows(*n).point(("turn", 2), option, says)
        }));
        let says = "a whole turn is meant, extra throws included";
        points.push(Change::Turn.point(("turn", 1), "--turn", says));
    }
    if asked.target.is_some() {
        let own = asked.past.unwrap_or_default();
        points.extend(
            PAST.iter()
                .filter(|(past, ..)| *past != own)
                .map(|(past, name, says)| {
                    let option = format!("--past {name}");
                    Change::Past(*past).point(("past the last cell", 1), option, *says)
                }),
        );
    }
    points.push(bias());
    points.extend([
        Change::AtLeast.point(
            ("at least", 2),
            "--at-least",
            "the figures are chances of at least as much",
        ),
        Change::AtMost.point(
            ("at least", 2),
            "--at-most",
            "the figures are chances of at most as much",
        ),
    ]);
    let (spec, preset) = asked.parsed().unzip();
    points.extend(spec.iter().flat_map(forms));
    let own = preset.flatten().map(|preset| preset.name);
    let family = own.map(|name| name.split(':').next().unwrap_or(name));
    for preset in PRESETS.iter().filter(|preset| Some(preset.name) != own) {
        let related = family.is_some_and(|family| preset.name.split(':').next() == Some(family));
        let says = format!("the throw is {} ({})", preset.name, preset.title);
        let weight = if related { 1 } else { 4 };
        points.push(Change::Throw(preset).point(("throw", weight), preset.name, says));
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
        Change::AtMostThrows(*n).point(("extra throws", 1), option, *says)
    });
    let rows = ROWS.iter().map(|&(length, same, all, says)| {
        let row = RowRule { length, same, all };
        let option = format!("--in-a-row {}", in_a_row(&row));
        Change::InARow(row).point(("throws in a row", 2), option, says)
    });
    throws.chain(rows)
}

fn bias() -> Point {
    Change::Bias(None).point(("bias", 3), "--bias", "the sticks are biased")
}
