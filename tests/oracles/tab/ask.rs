//! Random questions about tâb.

use std::collections::BTreeSet;

use rand::RngExt as _;

use crate::oracles::Random;
use crate::oracles::case::Case;

use super::rules::{Board, Rules, Stack};

fn one<'a>(random: &mut Random, of: &[&'a str]) -> &'a str {
    of[random.random_range(0..of.len())]
}

/// A preset, and any of the options that moves depend on.
fn make_rules(random: &mut Random, lengths: &[&str]) -> String {
    let mut text = one(
        random,
        &["tab:lane", "tab:wikipedia", "tab:ludii", "tab:porto"],
    )
    .to_owned();
    text.push_str(&format!(",length={}", one(random, lengths)));
    let options: [(&str, &[&str]); 13] = [
        ("wake", &["any", "foremost", "none"]),
        ("tabs", &["free", "wake-first"]),
        ("order", &["any", "thrown"]),
        ("saved", &["no", "yes"]),
        ("asleep", &["taken", "safe"]),
        ("stacks", &["reduce", "reduce", "keep", "none"]),
        ("part", &["tab", "no"]),
        ("first_step", &["any", "not-own", "empty"]),
        ("enter", &["enemy", "any"]),
        ("enter4", &["any", "home-empty"]),
        ("leave", &["empty", "one-field"]),
        ("leave4", &["barred", "free"]),
        ("skip", &["no", "yes"]),
    ];
    for (name, values) in options {
        if random.random_range(0..3) == 0 {
            text.push_str(&format!(",{name}={}", one(random, values)));
        }
    }
    text
}

/// Some pieces of a team, wherever they may stand.
fn place(random: &mut Random, rules: &Rules, team: char, board: &mut Board) {
    // Few pieces, as a rule: with many every turn can be played in thousands of ways.
    let most = if random.random_range(0..12) == 0 {
        rules.length
    } else {
        3
    };
    let mut left = random.random_range(1..=most);
    for _ in 0..2 * rules.length {
        let field = (
            random.random_range(0..4),
            random.random_range(0..rules.length),
        );
        if left == 0 || board.stacks.iter().any(|stack| stack.field == field) {
            continue;
        }
        let (home, second) = if team == 'A' { (0, 1) } else { (3, 2) };
        let asleep = field.0 == home && !rules.all_awake && random.random_range(0..4) > 0;
        // A piece that has woken has left the first field of its home.
        let first = if team == 'A' { 0 } else { rules.length - 1 };
        if field == (home, first) && !asleep && !rules.all_awake {
            continue;
        }
        let high = if asleep || rules.no_stacks || random.random_range(0..2) == 0 {
            1
        } else {
            random.random_range(1..=left.min(3))
        };
        left -= high;
        let between = field.0 == 1 || field.0 == 2;
        let entered = between && random.random_range(0..4) == 0;
        let circled = field.0 == second && random.random_range(0..3) == 0;
        board.stacks.insert(rules.told(Stack {
            field,
            team,
            asleep,
            height: high,
            entered,
            circled,
        }));
    }
}

fn make_position(random: &mut Random, rules: &Rules) -> String {
    let mut board = Board {
        stacks: BTreeSet::new(),
        saved: [0; 2],
    };
    while Rules::over(&board) {
        board.stacks.clear();
        place(random, rules, 'A', &mut board);
        place(random, rules, 'B', &mut board);
    }
    for (at, team) in ['A', 'B'].into_iter().enumerate() {
        let sleeps = (board.stacks.iter()).any(|stack| stack.team == team && stack.asleep);
        if rules.saved && !sleeps && random.random_range(0..2) == 0 {
            board.saved[at] = random.random_range(1..=2);
        }
    }
    let team = if random.random_range(0..2) == 0 {
        'A'
    } else {
        'B'
    };
    rules.text(&board, team)
}

fn make_yield(random: &mut Random) -> String {
    let mut throws = Vec::new();
    while throws.len() < 3 && random.random_range(0..2) == 0 {
        throws.push(one(random, &["1", "1", "4", "6"]));
    }
    throws.push(one(random, &["2", "3"]));
    throws.join(",")
}

pub(crate) fn make_moves(random: &mut Random) -> Case {
    let text = make_rules(random, &["3", "5", "7", "9", "17", "29"]);
    let position = make_position(random, &Rules::read(&text));
    Case::new("tab moves")
        .with("rules", text)
        .with("position", position)
        .with("yield", make_yield(random))
}

pub(crate) fn make_analyse(random: &mut Random) -> Case {
    let text = make_rules(random, &["3", "5", "7"]);
    let position = make_position(random, &Rules::read(&text));
    Case::new("tab analyse")
        .with("rules", text)
        .with("position", position)
        .with("max-throws", random.random_range(1..4))
}

pub(crate) fn make_perft(random: &mut Random) -> Case {
    let text = make_rules(random, &["3", "5", "7"]);
    let position = make_position(random, &Rules::read(&text));
    Case::new("tab perft")
        .with("rules", text)
        .with("position", position)
        .with("depth", random.random_range(0..3))
        .with("max-throws", random.random_range(1..4))
}

pub(crate) fn make_odds(random: &mut Random) -> Case {
    let mut behind = vec![random.random_range(1..20)];
    while behind.len() < 3 && random.random_range(0..3) == 0 {
        behind = behind
            .iter()
            .map(|&distance: &usize| distance.min(9))
            .collect();
        behind.push(random.random_range(1..10));
    }
    let order = one(random, &["any", "thrown"]);
    let bias = one(random, &["1/2", "1/2", "1/3", "3/5", "1/3|1/3|1/3|1/2"]);
    let mut text = format!("{},order={order}", one(random, &["tab:lane", "tab:ludii"]));
    let saved = one(random, &["no", "no", "yes"]);
    let options: [(&str, &[&str]); 3] = [
        ("stacks", &["reduce", "keep", "none"]),
        ("part", &["tab", "no"]),
        ("saved", &[saved]),
    ];
    for (name, values) in options {
        if random.random_range(0..2) == 0 {
            text.push_str(&format!(",{name}={}", one(random, values)));
        }
    }
    if text.contains("stacks=none") {
        behind.sort_unstable();
        behind.dedup();
    }
    if text.contains("saved=yes") {
        // A tâb that can be kept has many more uses.
        behind
            .iter_mut()
            .for_each(|distance| *distance = *distance % 6 + 1);
        behind.sort_unstable();
        behind.dedup();
    }
    let behind: Vec<String> = behind.iter().map(usize::to_string).collect();
    Case::new("tab odds")
        .with("rules", format!("{text},bias={bias}"))
        .with("behind", behind.join(","))
}

/// One piece against one on the smallest boards.
pub(crate) fn make_endgame(random: &mut Random) -> Case {
    let text = make_rules(random, &["3", "3", "3", "5"]);
    let rules = Rules::read(&text);
    let mut position = make_position(random, &rules);
    while rules
        .board(&position)
        .0
        .stacks
        .iter()
        .map(|stack| stack.height)
        .sum::<usize>()
        > 2
    {
        position = make_position(random, &rules);
    }
    Case::new("tab endgame")
        .with("rules", text)
        .with("position", position)
        .with("max-throws", 3)
}
