//! The options; `rulebook.txt` says what they mean.

use std::sync::LazyLock;

use super::dice::{self, Dice};
use super::{Bearing, Capture, Held, Pass, Passing, Path, Player, Rosette, Rules};
use crate::rules::{Conflict, Options, Refused, RuleOption, Rulebook, Values, choice, number};

fn set_dice(rules: &mut Rules, text: &str) -> Result<(), Refused> {
    rules.dice = Dice::read(text)?;
    Ok(())
}

const OPTIONS: &[RuleOption<Rules>] = &[
    choice!("path", path: Path),
    number!("pieces", pieces: |n| (1..=super::MAX_PIECES).contains(n), "1 to 7", &["7", "5", "2"]),
    RuleOption {
        name: "dice",
        values: Values::Text(dice::DICE, dice::NAMES),
        get: |rules| rules.dice.to_string(),
        set: set_dice,
    },
    choice!("rosette", rosette: Rosette),
    choice!("held", held: Held),
    choice!("passing", passing: Passing),
    choice!("bearing", bearing: Bearing),
    choice!("pass", pass: Pass),
    choice!("capture", capture: Capture),
    choice!("start", start: Player),
];

impl Options for Rules {
    const GAME: &'static str = "ur";
    const ALSO: &'static [&'static str] = &["royal game of ur"];

    fn option_called(name: &str) -> &str {
        match name {
            "n" => "pieces",
            "centre_held" => "held",
            name => name,
        }
    }

    fn rulebook() -> &'static Rulebook<Rules> {
        static BOOK: LazyLock<Rulebook<Rules>> =
            LazyLock::new(|| Rulebook::read(include_str!("rulebook.txt")));
        &BOOK
    }

    fn usual() -> Rules {
        Rules::finkel()
    }

    fn options() -> &'static [RuleOption<Rules>] {
        OPTIONS
    }

    fn coherent(self) -> Result<Rules, Conflict> {
        self.checked()
    }
}
