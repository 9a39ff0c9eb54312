//! The options; `rulebook.txt` says what they mean.

use std::sync::LazyLock;

use super::{
    Blocked, Centre, Continuation, First, InARow, Lines, NO_CAPTURE_MOST, NoCaptureEnd, Placing,
    Rules, Run, SIZES,
};
use crate::board::Board;
use crate::games::described::library;
use crate::rules::{Options, RuleOption, Rulebook, choice, number};

impl Options for Rules {
    const GAME: &'static str = "sidja";
    const ALSO: &'static [&'static str] = &["seega", "siga", "sidja (seega)"];

    fn elsewhere(preset: &str) -> Option<String> {
        let text = library::of_kin(Self::GAME, preset)?;
        Some(format!("{}:{preset}", text.name()))
    }

    fn rulebook() -> &'static Rulebook<Rules> {
        static BOOK: LazyLock<Rulebook<Rules>> =
            LazyLock::new(|| Rulebook::read(include_str!("rulebook.txt")));
        &BOOK
    }

    fn usual() -> Rules {
        Rules::SUDAN
    }

    fn options() -> &'static [RuleOption<Rules>] {
        OPTIONS
    }
}

const OPTIONS: &[RuleOption<Rules>] = &[
    number!("size", size: |n| n % 2 == 1 && (3..=Board::MAX_SIZE).contains(n), SIZES, &["5", "7", "9"]),
    choice!("placing", placing: Placing),
    choice!("first", first: First),
    choice!("steps", steps: Lines),
    choice!("capture_lines", capture_lines: Lines),
    choice!("capture_run", capture_run: Run),
    choice!("centre", centre: Centre),
    choice!("continuation", continuation: Continuation),
    choice!("in_a_row", in_a_row: InARow),
    choice!("blocked", blocked: Blocked),
    number!("lost_with", lost_with: |n| *n <= 1, "0 or 1", &["0", "1"]),
    number!(
        "no_capture",
        no_capture or "none": |n| (1..=NO_CAPTURE_MOST).contains(n),
        "none or a number 1 to 1000",
        &["none", "10", "20"]
    ),
    choice!("no_capture_end", no_capture_end: NoCaptureEnd),
];
