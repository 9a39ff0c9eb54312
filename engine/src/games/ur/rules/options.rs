//! The options and the presets with their sources.

use super::dice::{self, Dice, number};
use super::{Bearing, Capture, Held, Pass, Passing, Path, Player, Rosette, Rules};
use crate::rules::{Conflict, Options, Preset, Refused, RuleOption, Values, choice};

fn set_pieces(rules: &mut Rules, text: &str) -> Result<(), Refused> {
    let pieces = number(text).and_then(|pieces| pieces.try_into().ok());
    let pieces = pieces.filter(|pieces| (1..=super::MAX_PIECES).contains(pieces));
    rules.pieces = pieces.ok_or(Refused::NotOne)?;
    Ok(())
}

fn set_dice(rules: &mut Rules, text: &str) -> Result<(), Refused> {
    rules.dice = Dice::read(text)?;
    Ok(())
}

const ROYALUR: &str =
    "RoyalUr-Java (commit f09c562), model/GameSettings.java, as played on royalur.net";
const ASSUMED: &[&str] = &["start=light: pages have the higher throw begin"];

const OPTIONS: &[RuleOption<Rules>] = &[
    choice!(
        "path",
        path: Path,
        "the way of the pieces",
        "RoyalUr-Java, model/path/*.java; murray-ludii: Ludii, Royal Game of Ur.lud",
    ),
    RuleOption {
        name: "pieces",
        values: Values::Text("1 to 7", &["7", "5", "2"]),
        meaning: "pieces a side",
        source: "Finkel and Masters: 7; Blitz and Aseb: 5; RoyalUr's short game: 2; others are for study",
        get: |rules| rules.pieces.to_string(),
        set: set_pieces,
    },
    RuleOption {
        name: "dice",
        values: Values::Text(dice::DICE, dice::NAMES),
        meaning: "the throws with their weights",
        source: "Finkel: four; mastersofgames.com: three; Masters: three-0-is-4; historiccamping.com: 0 counts 4 and gives another throw",
        get: |rules| rules.dice.to_string(),
        set: set_dice,
    },
    choice!(
        "rosette",
        rosette: Rosette,
        "a rosette gives another throw, protects, both or nothing; split: those of rows A and C give a throw, those of row B protect",
        "Finkel, Aseb: replay+safe; Masters, Blitz: replay; Ludii's Murray: none; the text of Ludii's Royal Game of Ur.lud and 20 Squares.lud: split, their code: all do both",
    ),
    choice!(
        "held",
        held: Held,
        "a throw that would end on an enemy who cannot be taken is not to be used so, or leads to the next cell",
        "Finkel: illegal; README of N0star/royal-Ur: next",
    ),
    choice!(
        "passing",
        passing: Passing,
        "whether a piece passes pieces of its own side",
        "RoyalUr: all; shawnomancy, of Aseb: enemies",
    ),
    choice!(
        "bearing",
        bearing: Bearing,
        "a piece leaves with the exact throw, or with a higher one too",
        "Finkel: exact; over: some house rules, without a careful source",
    ),
    choice!(
        "pass",
        pass: Pass,
        "a throw that can be used must be, or the turn may be passed",
        "royalur.net's page of rules, RoyalUr-Java SimpleRuleSet: forced-only; free: pages that speak of declining a move",
    ),
    choice!(
        "capture",
        capture: Capture,
        "whether a move that takes gives another throw",
        "Blitz: replay; the others: plain",
    ),
    choice!(
        "start",
        start: Player,
        "the side that throws first",
        "RoyalUr-Java: light; mastersofgames.com: the higher throw begins, equal ones throw again",
    ),
];

const PRESETS: &[Preset<fn() -> Rules>] = &[
    Preset {
        name: "finkel",
        rules: Rules::finkel,
        meaning: "the simple game of the British Museum's set: fourteen steps, rosettes protect and give another throw",
        source: ROYALUR,
        assumed: ASSUMED,
    },
    Preset {
        name: "masters",
        rules: Rules::masters,
        meaning: "the long way round the far block, three dice whose 0 counts 4, rosettes do not protect",
        source: ROYALUR,
        assumed: ASSUMED,
    },
    Preset {
        name: "masters4",
        rules: Rules::masters4,
        meaning: "as `masters`, with the four dice of before 2024",
        source: "royalur.net/blog/masters_2024",
        assumed: ASSUMED,
    },
    Preset {
        name: "blitz",
        rules: Rules::blitz,
        meaning: "as `masters4` with five pieces; a move that takes gives another throw",
        source: ROYALUR,
        assumed: ASSUMED,
    },
    Preset {
        name: "aseb",
        rules: Rules::aseb,
        meaning: "the board of twenty squares, straight down the middle row, five pieces",
        source: ROYALUR,
        assumed: ASSUMED,
    },
    Preset {
        name: "finkel2",
        rules: Rules::finkel2,
        meaning: "as `finkel`, with two pieces",
        source: ROYALUR,
        assumed: ASSUMED,
    },
    Preset {
        name: "skiriuk",
        rules: Rules::skiriuk,
        meaning: "round the far block and back along the middle row",
        source: "RoyalUr-Java (commit f09c562), model/path: the way alone",
        assumed: &[
            "rosette=replay+safe, four dice, seven pieces",
            "the special cells of secondary pages play no part",
        ],
    },
    Preset {
        name: "murray",
        rules: Rules::murray,
        meaning: "round the far block, back along the middle row, and off by the enemy's home row",
        source: "RoyalUr-Java (commit f09c562), model/path: the way alone",
        assumed: &["rosette=replay+safe, four dice, seven pieces"],
    },
];

impl Options for Rules {
    const GAME: &'static str = "ur";
    const ALSO: &'static [&'static str] = &["royal game of ur"];
    const EXAMPLE: &'static str = "ur:finkel,pieces=3";
    const HOW_TO_PLAY: &'static str = include_str!("how_to_play.txt");

    fn presets() -> &'static [Preset<fn() -> Rules>] {
        PRESETS
    }

    fn option_called(name: &str) -> &str {
        match name {
            "n" => "pieces",
            "centre_held" => "held",
            name => name,
        }
    }

    fn options() -> &'static [RuleOption<Rules>] {
        OPTIONS
    }

    fn coherent(self) -> Result<Rules, Conflict> {
        self.checked()
    }
}
