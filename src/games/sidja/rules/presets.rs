//! The options and the presets with their sources.

use super::{Rules, SIZES};

/// A named option of [`Rules`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OptionInfo {
    /// Its name in a rules text.
    pub name: &'static str,
    /// Its values in words.
    pub values: &'static str,
    /// What it decides.
    pub meaning: &'static str,
}

/// Every option, in the order in which a rules text writes them.
pub const OPTIONS: [OptionInfo; 13] = [
    option("size", SIZES, "cells on a side of the board"),
    option(
        "placing",
        "`two`, `one` or `cross`",
        "stones placed a turn; `cross`: two, the first pair of each side at the ends of the central lines",
    ),
    option(
        "first",
        "`began` or `last`",
        "who makes the first move: who began placing, or who placed last",
    ),
    option(
        "steps",
        "`4` or `8`",
        "directions in which a stone moves one cell",
    ),
    option(
        "capture_lines",
        "`4` or `8`",
        "directions in which stones are taken",
    ),
    option(
        "capture_run",
        "`one` or `any`",
        "stones taken on one line: only a single one, or a whole unbroken run",
    ),
    option(
        "centre",
        "`open` or `safe`",
        "whether a stone in the centre can be taken",
    ),
    option(
        "continuation",
        "`none`, `any`, `same` or `free`",
        "after a capture: the turn ends; any own stone must go on taking; the same stone must; any stone may make any move",
    ),
    option("in_a_row", "`unlimited` or `2`", "captures in one turn"),
    option(
        "blocked",
        "`passes`, `opens` or `loses`",
        "a player without a move passes, the opponent then making any move; passes, the opponent's extra move opening him a way if any does; or has lost",
    ),
    option(
        "lost_with",
        "`0` or `1`",
        "a player with this many stones or fewer has lost",
    ),
    option(
        "no_capture",
        "`none` or a number 1 to 1000",
        "moves of both players together without a capture that end the game",
    ),
    option(
        "no_capture_end",
        "`count` or `draw`",
        "such a game goes to the player with more stones, or is a draw",
    ),
];

const fn option(name: &'static str, values: &'static str, meaning: &'static str) -> OptionInfo {
    OptionInfo {
        name,
        values,
        meaning,
    }
}

/// A set of rules with a name and a source.
#[derive(Debug, Clone, Copy)]
pub struct Preset {
    /// Its name in a rules text.
    pub name: &'static str,
    /// The rules.
    pub rules: Rules,
    /// Where they are described.
    pub source: &'static str,
    /// What the description leaves open, and how it is taken here.
    pub assumed: &'static [&'static str],
}

/// Every preset.
pub const PRESETS: [Preset; 3] = [
    Preset {
        name: "sudan",
        rules: Rules::SUDAN,
        source: "Russian Wikipedia, `Сиджа` (Sidja), the rules of Sudan",
        assumed: &[
            "blocked=passes: nothing is said; the opponent moves again as in Egypt, but as he likes",
            "no_capture=none: endless play is a draw",
        ],
    },
    Preset {
        name: "west-africa",
        rules: Rules::WEST_AFRICA,
        source: "`Сиджа (Западная Африка)` (Sidja, West Africa), with an analysis of the first capture",
        assumed: &[
            "capture_run=one: the text can also be read as `any`",
            "capture_lines=8: diagonals are named in one sentence and left out in another",
            "continuation=free: the text says only that the player may repeat the move",
            "blocked=passes: nothing is said; the opponent moves again as in Egypt, but as he likes",
            "no_capture=10: both players' moves counted together; equal captures are a draw",
        ],
    },
    Preset {
        name: "egypt",
        rules: Rules::EGYPT,
        source: "Russian Wikipedia, `Сиджа` (Sidja), the rules of Siga in Egypt",
        assumed: &[
            "continuation=same: going on is taken to be compulsory",
            "centre=safe: a stone in the centre may still help to take",
            "blocked=opens: the extra move must open a way if any move does, else any move is made; a move \
             that ends the game is one of them",
            "lost_with=0: the text does not say when the game is over",
            "no_capture=20: both players' moves counted together",
        ],
    },
];
