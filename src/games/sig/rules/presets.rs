//! The options and the presets with their sources.

use super::Rules;

/// A named option of [`Rules`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OptionInfo {
    /// Its name in a rules text.
    pub name: &'static str,
    /// Its values in words.
    pub values: &'static str,
    /// What it decides.
    pub meaning: &'static str,
    /// Where its values are from, or what is assumed.
    pub source: &'static str,
}

/// The lengths in words.
pub(super) const LENGTHS: &str = "a number 2 to 32";
/// A table of throws in words.
pub(super) const THROWS: &str = "2 to 13 of `khadzh`, `khmar`, `0` or a number 1 to 99, joined by `|`, each with `*` if it earns another throw";
/// Biases in words.
pub(super) const BIASES: &str =
    "a chance as 1/2 or 0.5, denominator at most 1000000, or one for each stick joined by `|`";

/// Every option, in the order in which a rules text writes them.
pub const OPTIONS: [OptionInfo; 13] = [
    OptionInfo {
        name: "length",
        values: LENGTHS,
        meaning: "cells in a row, and pieces of a team",
        source: "both accounts: 20 to 25, `about 20`; other lengths are for relatives and small examples",
    },
    OptionInfo {
        name: "throws",
        values: THROWS,
        meaning: "what 0, 1, 2, … sticks red side up give",
        source: "each account; they differ on 7:1 and 6:2",
    },
    OptionInfo {
        name: "bias",
        values: BIASES,
        meaning: "the chance of a stick to fall red side up",
        source: "1/2 is assumed: no account tells how the sticks fall",
    },
    OptionInfo {
        name: "cancel",
        values: "`previous` or `stack`",
        meaning: "a khmar cancels the throw just before it, and nothing after another khmar; or the latest throw still standing",
        source: "Depaulis: `cancels the previous throw`; his example fits both, `previous` is assumed",
    },
    OptionInfo {
        name: "freeing",
        values: "`khadzh` or `none`",
        meaning: "only pieces freed by a khadzh move, or all do from the first turn on",
        source: "Depaulis: khadzh; Ludii does not know it",
    },
    OptionInfo {
        name: "khadzh_when_free",
        values: "`nothing` or `move1`",
        meaning: "what a khadzh does when no piece of its team is left to free",
        source: "Depaulis: the informant could not remember; `nothing` is assumed",
    },
    OptionInfo {
        name: "order",
        values: "`any` or `thrown`",
        meaning: "the throws of a turn are used in any order, or as they were thrown",
        source: "assumed: no account tells; pieces move when all throws are made",
    },
    OptionInfo {
        name: "use",
        values: "`must` or `may`",
        meaning: "whether a throw that some piece can use must be used; one that no piece can use is lost",
        source: "Ludii: each throw must be used; assumed for Depaulis; that the rest is lost is assumed",
    },
    OptionInfo {
        name: "overshoot",
        values: "`no` or `stop`",
        meaning: "a throw past the last free cell of the route cannot be used, or ends there",
        source: "assumed: Depaulis says that pieces which reach the last free cell stay there",
    },
    OptionInfo {
        name: "end",
        values: "`one` or `both`",
        meaning: "the game is over when all pieces of one team, or of both, are in the enemy's home row",
        source: "Ludii: all pieces; Depaulis does not tell, `one` is assumed",
    },
    OptionInfo {
        name: "from",
        values: "`right` or `left`",
        meaning: "the end of its home row, seen from its own seat, where each team's route begins",
        source: "Depaulis: right; Ludii: left; the two games are mirror images",
    },
    OptionInfo {
        name: "turns",
        values: "`two-and-two` or `alternating`",
        meaning: "two turns of one team, one for each partner, then two of the other; or one and one",
        source: "Depaulis: partners throw one after the other, then the other team; Ludii's summary is silent and quotes him",
    },
    OptionInfo {
        name: "passing",
        values: "`never` or `single`",
        meaning: "a piece never passes its own; or it does where no other piece could use the throw if own pieces could be passed",
        source: "Ludii: never; Depaulis forbids it where the throw lets several pieces move, and says no more: `never` is assumed",
    },
];

/// A set of rules with a name and a source.
#[derive(Debug, Clone, Copy)]
pub struct Preset {
    /// Its name in a rules text, after `sig:`.
    pub name: &'static str,
    /// Makes the rules.
    pub rules: fn() -> Rules,
    /// Where they are described.
    pub source: &'static str,
    /// What the description leaves open, and how it is taken here.
    pub assumed: &'static [&'static str],
}

/// Every preset.
pub const PRESETS: [Preset; 2] = [
    Preset {
        name: "depaulis",
        rules: Rules::depaulis,
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
];
