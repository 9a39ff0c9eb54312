//! The options; `rulebook.txt` says what they mean.

use std::sync::LazyLock;

use super::{
    Cancel, End, Face, FreeKhadzh, MAX_LENGTH, MAX_MOVE, MIN_LENGTH, Order, Overshoot, Passing,
    Rules, Safe, Start, Throw, Turns, Use,
};
use crate::games::running_fight::sticks::{self, joined};
use crate::rules::{
    Conflict, Options, Refused, RuleOption, Rulebook, Values, Word, choice, number, plain_number,
};

/// The numbers of rows in words.
pub(super) const ROWS: &str = "3 or 4";
/// The throws that wake in words.
const WAKES: &str = "`none`, or throws joined by `|`: `khadzh`, numbers 1 to 99";
/// The lengths in words.
pub(super) const LENGTHS: &str = "a number 2 to 32";
/// A table of throws in words.
pub(super) const THROWS: &str = "2 to 13 of `khadzh`, `khmar`, `0` or a number 1 to 99, joined by `|`, each with `*` if it earns another throw";
/// The accounts' tables, each with and without further throws.
const DISPUTED_THROWS: &[&str] = &[
    "8|khadzh*|khmar*|5|4*|5|khmar*|khadzh*|8",
    "8|khadzh|khmar|5|4|5|khmar|khadzh|8",
    "8|1*|6|5|4*|5|6|1*|8",
    "8|1|6|5|4|5|6|1|8",
];

impl Word for Cancel {
    const WORDS: &'static [(&'static str, Self)] =
        &[("previous", Self::Previous), ("stack", Self::Stack)];
}

fn set_wakes(rules: &mut Rules, text: &str) -> Result<(), Refused> {
    let wakes = |text: &str| {
        let face = read_throw(text)?.face;
        (text != "0" && !text.ends_with('*') && face != Face::Khmar).then_some(face)
    };
    rules.wakes = match text {
        "none" => Vec::new(),
        text => sticks::each(text, WAKES, wakes)?,
    };
    rules.wakes.sort_unstable();
    rules.wakes.dedup();
    Ok(())
}

fn set_throws(rules: &mut Rules, text: &str) -> Result<(), Refused> {
    rules.throws = sticks::each(text, THROWS, read_throw)?;
    Ok(())
}

fn set_bias(rules: &mut Rules, text: &str) -> Result<(), Refused> {
    rules.bias = sticks::read_biases(text)?;
    Ok(())
}

fn read_throw(text: &str) -> Option<Throw> {
    let (name, again) = match text.strip_suffix('*') {
        Some(name) => (name.trim(), true),
        None => (text, false),
    };
    let face = match name {
        "khadzh" => Face::Khadzh,
        "khmar" => Face::Khmar,
        "0" => Face::Nothing,
        _ => Face::Move(plain_number(name).filter(|cells| (1..=MAX_MOVE).contains(cells))?),
    };
    Some(Throw { face, again })
}

const OPTIONS: &[RuleOption<Rules>] = &[
    number!("rows", rows: |n| [3, 4].contains(n), ROWS, &["4"]),
    number!(
        "length",
        length: |n| (MIN_LENGTH..=MAX_LENGTH).contains(n),
        LENGTHS,
        &["20", "22", "24", "25"]
    ),
    RuleOption {
        name: "throws",
        values: Values::Text(THROWS, DISPUTED_THROWS),
        get: |rules| joined(&rules.throws),
        set: set_throws,
    },
    RuleOption {
        name: "bias",
        values: Values::Text(sticks::BIASES, sticks::DISPUTED_BIASES),
        get: |rules| joined(&rules.bias),
        set: set_bias,
    },
    choice!("cancel", cancel: Cancel),
    RuleOption {
        name: "wakes",
        values: Values::Text(WAKES, &["khadzh", "none"]),
        get: |rules| match rules.wakes.as_slice() {
            [] => "none".to_owned(),
            wakes => joined(wakes),
        },
        set: set_wakes,
    },
    choice!("khadzh_when_free", khadzh_when_free: FreeKhadzh),
    choice!("order", order: Order),
    choice!("use", usage: Use),
    choice!("overshoot", overshoot: Overshoot),
    choice!("end", end: End),
    choice!("from", from: Start),
    choice!("turns", turns: Turns),
    choice!("passing", passing: Passing),
    choice!("safe", safe: Safe),
];

impl Options for Rules {
    const GAME: &'static str = "sig";

    fn rulebook() -> &'static Rulebook<Rules> {
        static BOOK: LazyLock<Rulebook<Rules>> =
            LazyLock::new(|| Rulebook::read(include_str!("rulebook.txt")));
        &BOOK
    }

    fn usual() -> Rules {
        Rules::depaulis()
    }

    fn options() -> &'static [RuleOption<Rules>] {
        OPTIONS
    }

    fn coherent(self) -> Result<Rules, Conflict> {
        self.checked()
    }
}
