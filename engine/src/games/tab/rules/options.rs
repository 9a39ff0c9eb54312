//! The options; `rulebook.txt` says what they mean.

use std::sync::LazyLock;

use super::{
    Asleep, Enter, EnterFour, FirstStep, Leave, LeaveFour, Order, Part, Rules, Saved, Skip, Stacks,
    Start, Tabs, Wake, is_length,
};
use crate::games::running_fight::sticks::{self, joined};
use crate::rules::{Conflict, Options, Refused, RuleOption, Rulebook, Values, choice, number};

/// The lengths in words.
pub(super) const LENGTHS: &str = "an odd number 3 to 29";
/// The numbers of pieces in words.
pub(super) const PIECES: &str = "`full`, or a number from 1 to the length";

fn set_bias(rules: &mut Rules, text: &str) -> Result<(), Refused> {
    rules.bias = sticks::read_biases(text)?;
    Ok(())
}

const OPTIONS: &[RuleOption<Rules>] = &[
    number!("length", length: |n| is_length(*n), LENGTHS, &["7", "9", "11", "13", "15"]),
    number!("pieces", pieces or "full": |_| true, PIECES, &["full", "4"]),
    RuleOption {
        name: "bias",
        values: Values::Text(sticks::BIASES, sticks::DISPUTED_BIASES),
        get: |rules| joined(&rules.bias),
        set: set_bias,
    },
    choice!("start", start: Start),
    choice!("wake", wake: Wake),
    choice!("tabs", tabs: Tabs),
    choice!("order", order: Order),
    choice!("saved", saved: Saved),
    choice!("asleep", asleep: Asleep),
    choice!("stacks", stacks: Stacks),
    choice!("part", part: Part),
    choice!("first_step", first_step: FirstStep),
    choice!("enter", enter: Enter),
    choice!("enter4", enter_four: EnterFour),
    choice!("leave", leave: Leave),
    choice!("leave4", leave_four: LeaveFour),
    choice!("skip", skip: Skip),
];

impl Options for Rules {
    const GAME: &'static str = "tab";

    fn rulebook() -> &'static Rulebook<Rules> {
        static BOOK: LazyLock<Rulebook<Rules>> =
            LazyLock::new(|| Rulebook::read(include_str!("rulebook.txt")));
        &BOOK
    }

    fn usual() -> Rules {
        Rules::lane()
    }

    fn options() -> &'static [RuleOption<Rules>] {
        OPTIONS
    }

    fn coherent(self) -> Result<Rules, Conflict> {
        self.checked()
    }
}
