//! The options and the presets with their sources.

use super::{
    Cancel, End, Face, FreeKhadzh, MAX_LENGTH, MAX_MOVE, MIN_LENGTH, Order, Overshoot, Passing,
    Rules, Safe, Start, Throw, Turns, Use,
};
use crate::games::running_fight::sticks::{self, joined, number};
use crate::rules::{Conflict, Options, Preset, Refused, RuleOption, Values, Word, choice};

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

fn set_rows(rules: &mut Rules, text: &str) -> Result<(), Refused> {
    let rows = number(text).filter(|rows| [3, 4].contains(rows));
    rules.rows = rows.ok_or(Refused::NotOne)?;
    Ok(())
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

fn set_length(rules: &mut Rules, text: &str) -> Result<(), Refused> {
    let length = number(text).filter(|n| (MIN_LENGTH..=MAX_LENGTH).contains(n));
    rules.length = length.ok_or(Refused::NotOne)?;
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
        _ => Face::Move(number(name).filter(|cells| (1..=MAX_MOVE).contains(cells))?),
    };
    Some(Throw { face, again })
}

const OPTIONS: &[RuleOption<Rules>] = &[
    RuleOption {
        name: "rows",
        values: Values::Text(ROWS, &["4"]),
        meaning: "rows of the board; with three the teams meet head-on in the middle one",
        source: "all accounts here: 4; 3 is for relatives",
        get: |rules| rules.rows.to_string(),
        set: set_rows,
    },
    RuleOption {
        name: "length",
        values: Values::Text(LENGTHS, &["20", "22", "24", "25"]),
        meaning: "cells in a row, and pieces of a team",
        source: "Western Sahara: 20 to 25, `about 20`; Mzab: 5 to 20; Tozeur: 13; other lengths are for small examples",
        get: |rules| rules.length.to_string(),
        set: set_length,
    },
    RuleOption {
        name: "throws",
        values: Values::Text(THROWS, DISPUTED_THROWS),
        meaning: "what 0, 1, 2, … sticks red side up give",
        source: "each account; they differ on 7:1 and 6:2",
        get: |rules| joined(&rules.throws),
        set: set_throws,
    },
    RuleOption {
        name: "bias",
        values: Values::Text(sticks::BIASES, sticks::DISPUTED_BIASES),
        meaning: "the chance that a stick falls red side up",
        source: "1/2 is assumed: no account tells how the sticks fall",
        get: |rules| joined(&rules.bias),
        set: set_bias,
    },
    choice!(
        "cancel",
        cancel: Cancel,
        "a khmar cancels the throw just before it, and nothing after another khmar; or the latest throw still standing",
        "Depaulis: `cancels the previous throw`; his example fits both, `previous` is assumed",
    ),
    RuleOption {
        name: "wakes",
        values: Values::Text(WAKES, &["khadzh", "none"]),
        meaning: "the throws that wake a piece: a khadzh frees it and moves nothing, a number moves it one cell; or all pieces move from the first turn on",
        source: "Depaulis: khadzh; Ludii does not know it; Mzab: 1 and 6; Tozeur: 1",
        get: |rules| match rules.wakes.as_slice() {
            [] => "none".to_owned(),
            wakes => joined(wakes),
        },
        set: set_wakes,
    },
    choice!(
        "khadzh_when_free",
        khadzh_when_free: FreeKhadzh,
        "what a khadzh does when no piece of its team is left to free",
        "Depaulis: the informant could not remember; `nothing` is assumed",
    ),
    choice!(
        "order",
        order: Order,
        "the throws of a turn are used in any order, or as they were thrown",
        "assumed: no account tells; pieces move when all throws are made",
    ),
    choice!(
        "use",
        usage: Use,
        "whether a throw that some piece can use must be used; one that no piece can use is lost",
        "Ludii: each throw must be used; assumed for Depaulis; that the rest is lost is assumed",
    ),
    choice!(
        "overshoot",
        overshoot: Overshoot,
        "a throw past the last free cell of the route cannot be used, or ends there",
        "assumed: Depaulis says that pieces which reach the last free cell stay there",
    ),
    choice!(
        "end",
        end: End,
        "the game is over when all pieces of one team, or of both, are in the enemy's home row; or when a team has none left",
        "Ludii: all pieces; Depaulis does not tell, `one` is assumed; Mzab and Tozeur: taken",
    ),
    choice!(
        "from",
        from: Start,
        "the end of its home row, seen from its own seat, where each team's route begins",
        "Depaulis: right; Ludii: left; the two games are mirror images",
    ),
    choice!(
        "turns",
        turns: Turns,
        "two turns of one team, one for each partner, then two of the other; or one and one",
        "Depaulis: partners throw one after the other, then the other team; Ludii's summary is silent and quotes him",
    ),
    choice!(
        "passing",
        passing: Passing,
        "a piece never passes its own; or it does where no other piece could use the throw if own pieces could be passed; or always",
        "Ludii: never; Depaulis forbids it where the throw lets several pieces move, and says no more: `never` is assumed; Mzab and Tozeur do not forbid it",
    ),
    choice!(
        "safe",
        safe: Safe,
        "a piece in the enemy's home row cannot be taken, so that its cell cannot be entered; or pieces can be taken everywhere",
        "Depaulis, Ludii: enemy-home; Mzab and Tozeur know no safe row",
    ),
];

const PRESETS: &[Preset<fn() -> Rules>] = &[
    Preset {
        name: "depaulis",
        rules: Rules::depaulis,
        meaning: "the informant's account: a khadzh frees a piece, a khmar cancels a throw",
        source: "Depaulis, Board Games Studies 4, 2001, 74-76 (the informant's account), in Ludii DLP.Evidence.1512",
        assumed: &[
            "length=20: the informant said about 20, or 20 to 25",
            "bias=1/2",
            "cancel=previous: the example given fits `stack` as well",
            "a khadzh frees a piece and moves nothing",
            "khadzh_when_free=nothing: the informant could not remember",
            "order=any, use=must, overshoot=no, end=one: the account is silent",
            "turns=two-and-two: the account; that each partner moves before the next throws is assumed",
            "passing=never: the account forbids passing own pieces where a throw lets several move; for one alone it is silent",
            "left and right are each team's own, so the routes are half a turn of the board apart",
            "a piece in the enemy's home row cannot be taken, so enemies cannot enter its cell",
            "the end of the game is looked for when a turn is over",
        ],
    },
    Preset {
        name: "ludii",
        rules: Rules::ludii,
        meaning: "the English summary: all pieces move from the first turn on",
        source: "Ludii DLP.Evidence.1512, the English summary of Depaulis 2001",
        assumed: &[
            "length=20: the summary says 20 to 25",
            "bias=1/2",
            "order=any, overshoot=no: the summary is silent",
            "turns=two-and-two: the summary is silent, the account it quotes is followed",
            "a throw that no piece can use is lost",
            "left and right are each team's own, so the routes are half a turn of the board apart",
            "a piece in the enemy's home row cannot be taken, so enemies cannot enter its cell",
            "the end of the game is looked for when a turn is over",
        ],
    },
    Preset {
        name: "mzab",
        rules: Rules::mzab,
        meaning: "six sticks, one throw a turn; a 1 or a 6 wakes a piece and moves it one cell; to the last piece",
        source: "Goichon, La vie féminine au Mzab, 1927, 60-61, in Ludii DLP.Games.763 (throws=6|0|2|1|1|0|6 in its code)",
        assumed: &[
            "length=20: 5 to 20",
            "bias=1/2",
            "wakes=1|6: such a throw may also move a piece that is awake by its number",
            "a team that cannot move passes; a game in which nobody can ever move again is a draw",
            "use=must, overshoot=no, passing=free, safe=none: the account is silent",
        ],
    },
    Preset {
        name: "tozeur",
        rules: Rules::tozeur,
        meaning: "six sticks that count as they fall, one throw a turn; a 1 wakes a piece and moves it one cell; to the last piece",
        source: "Gana 1991, 191-192, in Ludii DLP.Games.764",
        assumed: &[
            "bias=1/2",
            "a team that cannot move passes; a game in which nobody can ever move again is a draw",
            "use=must, overshoot=no, passing=free, safe=none: the account is silent",
        ],
    },
];

impl Options for Rules {
    const GAME: &'static str = "sig";
    const EXAMPLE: &'static str = "sig:depaulis,length=24,cancel=stack";
    const HOW_TO_PLAY: &'static str = include_str!("how_to_play.txt");

    fn presets() -> &'static [Preset<fn() -> Rules>] {
        PRESETS
    }

    fn options() -> &'static [RuleOption<Rules>] {
        OPTIONS
    }

    fn coherent(self) -> Result<Rules, Conflict> {
        self.checked()
    }
}
