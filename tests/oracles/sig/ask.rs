//! Random questions about sig.

use std::collections::BTreeSet;

use rand::RngExt as _;
use rand::seq::IndexedRandom as _;

use crate::oracles::Random;
use crate::oracles::case::Case;

use super::rules::{Board, Mover, Rules, Throw, playable};

/// A table of throws; all but one in four are those of the accounts.
fn throws(random: &mut Random) -> Option<String> {
    if random.random_bool(0.75) {
        return None;
    }
    let sticks = random.random_range(1..6);
    let throw = |random: &mut Random| {
        let what = match random.random_range(0..8) {
            0 => "khadzh".into(),
            1 => "khmar".into(),
            2 => "0".into(),
            _ => random.random_range(1..9).to_string(),
        };
        if random.random_bool(0.3) {
            what + "*"
        } else {
            what
        }
    };
    let mut table: Vec<String> = (0..sticks).map(|_| throw(random)).collect();
    // A turn must be able to end.
    table.push(random.random_range(1..7).to_string());
    Some(table.join("|"))
}

fn rules(random: &mut Random, length: Option<usize>) -> String {
    let presets = ["depaulis", "depaulis", "ludii", "ludii", "mzab", "tozeur"];
    let preset = *presets.choose(random).unwrap();
    let mut text = format!("sig:{preset}");
    if let Some(length) = length {
        text += &format!(",length={length}");
    }
    let mut shape = None;
    if let Some(table) = throws(random) {
        text += &format!(",throws={table}");
        shape = Some(table.split('|').count() - 1);
    }
    if random.random_bool(0.2) {
        let sticks = shape.unwrap_or(if text.contains("ludii") || text.contains("depaulis") {
            8
        } else {
            6
        });
        let count = if random.random_bool(0.5) { 1 } else { sticks };
        let biases: Vec<&str> = (0..count)
            .map(|_| {
                *["1/2", "1/2", "3/5", "1/3", "0.45", "9/10"]
                    .choose(random)
                    .unwrap()
            })
            .collect();
        text += &format!(",bias={}", biases.join("|"));
    }
    for (option, chance) in [
        ("cancel=stack", 0.2),
        ("khadzh_when_free=move1", 0.2),
        ("order=thrown", 0.4),
        ("use=may", 0.2),
        ("overshoot=stop", 0.2),
    ] {
        if random.random_bool(chance) {
            text += &format!(",{option}");
        }
    }
    let thrown = text.contains("order=thrown") || ["mzab", "tozeur"].contains(&preset);
    if thrown && random.random_bool(0.3) {
        let passing = ["never", "single", "free"].choose(random).unwrap();
        text += &format!(",passing={passing}");
    }
    if random.random_bool(0.3) {
        let wakes: &[&str] = match thrown {
            true => &["khadzh", "none", "1", "1|6", "2|5|khadzh"],
            false => &["khadzh", "none"],
        };
        text += &format!(",wakes={}", wakes.choose(random).unwrap());
    }
    for (option, values) in [
        ("rows", &["3", "4"][..]),
        ("end", &["one", "both", "taken"]),
        ("from", &["left", "right"]),
        ("turns", &["two-and-two", "alternating"]),
        ("safe", &["enemy-home", "none"]),
    ] {
        if random.random_bool(0.2) {
            text += &format!(",{option}={}", values.choose(random).unwrap());
        }
    }
    text
}

pub(crate) fn make_turn(random: &mut Random) -> Case {
    Case::new("sig turn")
        .with("rules", rules(random, None))
        .with("length", random.random_range(0..4))
}

/// As many pieces as chances are found for: one where own pieces are passed in turns of several throws.
fn most_behind(rules: &str, pieces: usize) -> usize {
    let rules = Rules::read(rules);
    match rules.free && rules.goes_on() {
        true => 1,
        false => pieces,
    }
}

pub(crate) fn make_odds(random: &mut Random) -> Case {
    let pieces = *[1, 1, 2, 2, 3, 3].choose(random).unwrap();
    let far = *[4, 9, 9, 20].choose(random).unwrap();
    let mut behind = BTreeSet::new();
    while behind.len() < pieces {
        behind.insert(random.random_range(1..=far));
    }
    let behind: Vec<String> = behind.iter().map(ToString::to_string).collect();
    let rules = rules(random, None);
    let most = most_behind(&rules, behind.len());
    let case = Case::new("sig odds")
        .with("rules", rules)
        .with("behind", behind[..most].join(","));
    let limit = if random.random_bool(0.3) {
        random.random_range(1..8).to_string()
    } else {
        String::new()
    };
    case.with("max-throws", limit)
}

pub(crate) fn make_table(random: &mut Random) -> Case {
    let rules = rules(random, None);
    let pieces = most_behind(&rules, random.random_range(1..4));
    let case = Case::new("sig table")
        .with("rules", rules)
        .with("pieces", pieces);
    case.with("max", random.random_range(pieces..[12, 6, 5][pieces - 1]))
}

pub(crate) fn make_position(random: &mut Random) -> Case {
    let length = *[2, 2, 3, 3, 4, 5, 8, 20].choose(random).unwrap();
    let text = rules(random, Some(length));
    let rules = Rules::read(&text);
    let mut board: Board = vec![b'.'; rules.rows * length];
    for side in *b"AB" {
        let most = length.min(if length > 4 { 5 } else { 4 });
        for _ in 0..random.random_range(1..=most) {
            let cell = random.random_range(0..board.len());
            if board[cell] != b'.' {
                continue;
            }
            let home = if side == b'A' {
                cell < length
            } else {
                cell >= (rules.rows - 1) * length
            };
            let waits = !rules.wakes.is_empty() && home && random.random_bool(0.6);
            board[cell] = if waits {
                side.to_ascii_lowercase()
            } else {
                side
            };
        }
    }
    let side = if random.random_bool(0.5) { b'A' } else { b'B' };
    let second = rules.pairs && random.random_bool(0.4);
    let case = Case::new("sig analyse")
        .with("rules", text)
        .with("position", rules.text(&board, Mover { side, second }));
    let limit = if random.random_bool(0.4) {
        random.random_range(1..6).to_string()
    } else {
        String::new()
    };
    case.with("max-throws", limit)
}

/// The same case, or with pieces that may pass their own or wake by moving: under `order=any` too, where siga lists plays and compares
/// none.
fn passing(random: &mut Random, case: Case) -> Case {
    let text = case.get("rules").to_owned();
    let more = ["passing=single", "passing=free", "wakes=1|4|5|khadzh"];
    let more = *more.choose(random).unwrap();
    let asleep = text.contains("depaulis") || !more.starts_with("wakes");
    match text.contains(&more[..5]) || !asleep || random.random_bool(0.6) {
        true => case,
        false => case.with("rules", format!("{text},{more}")),
    }
}

pub(crate) fn make_moves(random: &mut Random) -> Case {
    let case = make_position(random);
    let case = passing(random, case);
    with_yield(random, case)
}

pub(crate) fn make_plays(random: &mut Random) -> Case {
    let case = make_position(random);
    with_yield(random, case)
}

fn with_yield(random: &mut Random, case: Case) -> Case {
    let rules = Rules::read(case.get("rules"));
    let yields: BTreeSet<Vec<Throw>> = rules
        .yields(5, 200)
        .chances
        .keys()
        .map(|stands| playable(&rules, stands))
        .collect();
    let yields: Vec<Vec<Throw>> = yields
        .into_iter()
        .filter(|one| !one.is_empty() && one.len() < 5)
        .collect();
    let one = yields.choose(random).cloned().unwrap_or_default();
    let words: Vec<String> = one.iter().map(|throw| throw.text()).collect();
    case.with("yield", words.join(","))
}

pub(crate) fn make_perft(random: &mut Random) -> Case {
    let case = make_position(random);
    let case = passing(random, case);
    case.with("depth", random.random_range(0..4))
        .with("max-throws", random.random_range(1..4))
}

/// A position of at most three pieces on a small board, the game not over.
pub(crate) fn make_endgame(random: &mut Random) -> Case {
    loop {
        let case = make_position(random);
        let rules = Rules::read(case.get("rules"));
        let (board, _) = rules.board(case.get("position"));
        let pieces = board.iter().filter(|&&cell| cell != b'.').count();
        if rules.length < 4 && pieces < 4 && !rules.over(&board) {
            return Case::new("sig endgame")
                .with("rules", case.get("rules"))
                .with("position", case.get("position"))
                .with("max-throws", random.random_range(2..8))
                .with("draw", ["lost", "half", "won"].choose(random).unwrap());
        }
    }
}
