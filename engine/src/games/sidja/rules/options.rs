//! The options and the presets with their sources.

use super::{
    Blocked, Centre, Continuation, First, InARow, Lines, NO_CAPTURE_MOST, NoCaptureEnd, Placing,
    Rules, Run, SIZES,
};
use crate::games::described::library;
use crate::rules::{Options, Preset, Refused, RuleOption, Values, choice};

fn set_size(rules: &mut Rules, text: &str) -> Result<(), Refused> {
    let size = text.parse().map_err(|_| Refused::NotOne)?;
    *rules = rules.with_size(size).map_err(|_| Refused::NotOne)?;
    Ok(())
}

fn set_lost_with(rules: &mut Rules, text: &str) -> Result<(), Refused> {
    rules.lost_with = match text {
        "0" => 0,
        "1" => 1,
        _ => return Err(Refused::NotOne),
    };
    Ok(())
}

fn no_capture(rules: &Rules) -> String {
    match rules.no_capture {
        None => "none".to_owned(),
        Some(limit) => limit.to_string(),
    }
}

fn set_no_capture(rules: &mut Rules, text: &str) -> Result<(), Refused> {
    rules.no_capture = match text {
        "none" => None,
        _ if text.starts_with(['+', '0']) => return Err(Refused::NotOne),
        _ => {
            let limit = text.parse().ok();
            Some(
                limit
                    .filter(|limit| *limit <= NO_CAPTURE_MOST)
                    .ok_or(Refused::NotOne)?,
            )
        }
    };
    Ok(())
}

impl Options for Rules {
    const GAME: &'static str = "sidja";
    const ALSO: &'static [&'static str] = &["seega", "siga", "sidja (seega)"];
    const EXAMPLE: &'static str = "sidja:west-africa,size=7";
    const HOW_TO_PLAY: &'static str = include_str!("how_to_play.txt");

    fn elsewhere(preset: &str) -> Option<String> {
        let text = library::of_kin(Self::GAME, preset)?;
        Some(format!("{}:{preset}", text.name()))
    }

    fn presets() -> &'static [Preset<fn() -> Rules>] {
        const PRESETS: &[Preset<fn() -> Rules>] = &[
            Preset {
                name: "sudan",
                rules: || Rules::SUDAN,
                meaning: "Sidja of Sudan: stones step and take in eight directions",
                source: "Russian Wikipedia, `Сиджа` (Sidja), the rules of Sudan",
                assumed: &[
                    "blocked=passes: nothing is said; the opponent moves again as in Egypt, but as he likes",
                    "no_capture=none: endless play is a draw",
                ],
            },
            Preset {
                name: "west-africa",
                rules: || Rules::WEST_AFRICA,
                meaning: "Sidja of West Africa: stones step along ranks and files and take in eight directions",
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
                rules: || Rules::EGYPT,
                meaning: "Siga of Egypt: stones step and take along ranks and files, the centre is safe",
                source: "Russian Wikipedia, `Сиджа` (Sidja), the rules of Siga in Egypt",
                assumed: &[
                    "continuation=same: going on is taken to be compulsory",
                    "centre=safe: a stone in the centre may still help to take",
                    "blocked=opens: the extra move must open a way if any move does, else any move is made; \
                     a move that ends the game is one of them; before the first move nobody has passed",
                    "lost_with=0: the text does not say when the game is over",
                    "no_capture=20: both players' moves counted together",
                ],
            },
        ];
        PRESETS
    }

    fn options() -> &'static [RuleOption<Rules>] {
        OPTIONS
    }
}

const ACCOUNTS: &str = "the accounts of Sudan, West Africa and Egypt";
const OPTIONS: &[RuleOption<Rules>] = &[
    RuleOption {
        name: "size",
        values: Values::Text(SIZES, &["5", "7", "9"]),
        meaning: "cells on a side of the board",
        source: "all accounts: 5, also 7 and 9; other sizes: assumed",
        get: |rules| rules.size.to_string(),
        set: set_size,
    },
    choice!(
        "placing",
        placing: Placing,
        "stones placed a turn; `cross`: two, the first pair of each side at the ends of the central lines",
        "all accounts: two, and one is recommended on 5×5; cross: Egypt",
    ),
    choice!(
        "first",
        first: First,
        "who makes the first move: who began placing, or who placed last",
        "began: Sudan and West Africa; last: Egypt",
    ),
    choice!(
        "steps",
        steps: Lines,
        "directions in which a stone moves one cell",
        "8: Sudan; 4: West Africa and Egypt",
    ),
    choice!(
        "capture_lines",
        capture_lines: Lines,
        "directions in which stones are taken",
        "8: Sudan, and West Africa in one of two sentences; 4: Egypt",
    ),
    choice!(
        "capture_run",
        capture_run: Run,
        "stones taken on one line: only a single one, or a whole unbroken run",
        "one: Sudan and Egypt; the account of West Africa can be read either way",
    ),
    choice!(
        "centre",
        centre: Centre,
        "whether a stone in the centre can be taken",
        "open: Sudan and West Africa; safe: Egypt",
    ),
    choice!(
        "continuation",
        continuation: Continuation,
        "after a capture: the turn ends; any own stone must go on taking; the same stone must; any stone may make any move",
        ACCOUNTS,
    ),
    choice!(
        "in_a_row",
        in_a_row: InARow,
        "captures in one turn",
        "2: a variation in the account of Egypt",
    ),
    choice!(
        "blocked",
        blocked: Blocked,
        "a player without a move passes, the opponent then making any move; passes, the opponent's extra move opening him a way if any does; or has lost",
        "Egypt; assumed for Sudan and West Africa",
    ),
    RuleOption {
        name: "lost_with",
        values: Values::Text("0 or 1", &["0", "1"]),
        meaning: "a player with this many stones or fewer has lost",
        source: "1: Sudan; 0: West Africa; assumed for Egypt",
        get: |rules| rules.lost_with.to_string(),
        set: set_lost_with,
    },
    RuleOption {
        name: "no_capture",
        values: Values::Text("none or a number 1 to 1000", &["none", "10", "20"]),
        meaning: "moves of both players together without a capture that end the game",
        source: "10: West Africa; 20: Egypt; Sudan is silent",
        get: no_capture,
        set: set_no_capture,
    },
    choice!(
        "no_capture_end",
        no_capture_end: NoCaptureEnd,
        "such a game goes to the player with more stones, or is a draw",
        "count: West Africa (more captures) and Egypt (more stones); draw: assumed",
    ),
];
