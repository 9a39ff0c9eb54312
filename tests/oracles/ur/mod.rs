//! The Royal Game of Ur: plays, and chances to win with few pieces.

mod advice;
mod rules;

use std::collections::BTreeMap;

use num_rational::BigRational;
use rand::RngExt as _;
use rand::seq::IndexedRandom as _;
use serde_json::Value;

use crate::oracles::case::{Case, Verdict, same};
use crate::oracles::ledger::Ledger;
use crate::oracles::number::Between;
use crate::oracles::program::asked;
use crate::oracles::running_fight::{self, NaivePlayer as _};
use crate::oracles::turn::names;
use crate::oracles::{Kind, Random, effort, or_verdict};
use rules::{Position, Rules, Throw};

pub(crate) fn kinds() -> Vec<Kind> {
    vec![
        Kind::new("ur moves", 6, make_moves, judge_moves),
        Kind::new("ur perft", 2, make_perft, |case| {
            running_fight::perft::<Rules>(case, 200)
        }),
        Kind::new("ur analyse", 3, make_analyse, judge_analyse),
        Kind::new("ur solve", 1, make_solve, judge_solve),
        Kind::new("ur advice", 1, advice::make, advice::judge),
    ]
}

fn options(random: &mut Random) -> String {
    let presets = [
        "finkel", "masters", "masters4", "blitz", "aseb", "skiriuk", "murray",
    ];
    let mut text = format!("ur:{}", presets.choose(random).unwrap());
    let mut add = |random: &mut Random, name: &str, values: &[&str]| {
        if random.random_bool(0.25) {
            text.push_str(&format!(",{name}={}", values.choose(random).unwrap()));
        }
    };
    add(random, "path", &["murray-ludii", "bell", "masters"]);
    add(
        random,
        "dice",
        &[
            "three",
            "three-0-is-4",
            "0:1/1:3/2:3/4+:1",
            "1:1/3:2",
            "5:1/2:1",
        ],
    );
    add(random, "bearing", &["over"]);
    add(random, "passing", &["enemies"]);
    add(random, "capture", &["replay"]);
    if random.random_bool(0.3) {
        let rosette = ["replay+safe", "safe", "split"].choose(random).unwrap();
        text.push_str(&format!(",rosette={rosette},held=next"));
    } else if random.random_bool(0.3) {
        let rosette = ["replay", "none", "safe", "split"].choose(random).unwrap();
        text.push_str(&format!(",rosette={rosette}"));
    }
    text
}

/// A position with at most some pieces left a side.
fn position(random: &mut Random, rules: &Rules, left: usize) -> Position {
    loop {
        let mut position = Position {
            on: [vec![], vec![]],
            hand: [0, 0],
            side: random.random_range(0..2),
        };
        for side in 0..2 {
            let pieces = random.random_range(1..=left);
            for _ in 0..pieces {
                let step = random.random_range(0..=rules.steps());
                if step == 0 || position.on[side].contains(&step) {
                    position.hand[side] += 1;
                } else {
                    position.on[side].push(step);
                }
            }
            position.on[side].sort_unstable();
        }
        // No two pieces on one cell: then as many cells are drawn as there are pieces.
        let drawn = rules.text(&position);
        let drawn = drawn.split(' ').next().unwrap();
        let pieces = drawn.chars().filter(|sign| sign.is_alphabetic()).count();
        if pieces == position.on[0].len() + position.on[1].len() {
            return position;
        }
    }
}

fn with_position(random: &mut Random, kind: &str, left: usize, text: String) -> (Case, Rules) {
    let rules = Rules::read(&text);
    let position = position(random, &rules, left.min(rules.pieces));
    let case = Case::new(kind)
        .with("rules", text)
        .with("position", rules.text(&position));
    (case, rules)
}

fn make_moves(random: &mut Random) -> Case {
    let mut text = options(random);
    if random.random_bool(0.2) {
        text.push_str(",pass=free");
    }
    let (case, rules) = with_position(random, "ur moves", 7, text);
    let throw = rules.throws.choose(random).unwrap();
    case.with("throw", throw_text(*throw))
}

fn make_perft(random: &mut Random) -> Case {
    let text = options(random);
    let (case, _) = with_position(random, "ur perft", 3, text);
    case.with("depth", random.random_range(1..5))
}

fn make_analyse(random: &mut Random) -> Case {
    let text = options(random);
    with_position(
        random,
        "ur analyse",
        if effort() > 1000 { 2 } else { 1 },
        text,
    )
    .0
}

fn make_solve(random: &mut Random) -> Case {
    let text = options(random);
    Case::new("ur solve").with("rules", format!("{text},pieces=1"))
}

fn throw_text((steps, again, _): Throw) -> String {
    format!("{steps}{}", if again { "+" } else { "" })
}

fn read(case: &Case) -> (Rules, Position) {
    let rules = Rules::read(case.get("rules"));
    let position = rules.position(case.get("position"));
    (rules, position)
}

fn judge_moves(case: &Case) -> Verdict {
    let (rules, position) = read(case);
    let said = or_verdict!(asked("moves", case, &["throw"]));
    let throw = rules
        .throws
        .iter()
        .find(|throw| throw_text(**throw) == case.get("throw"))
        .unwrap();
    let expected = rules.plays(&position, *throw).into_iter();
    let expected = expected.map(|(text, taken, again, after)| {
        (
            text,
            (
                taken.into_iter().collect::<Vec<_>>(),
                again,
                rules.text(&after),
            ),
        )
    });
    let expected: BTreeMap<_, _> = expected.collect();
    let found = said["moves"].as_array().unwrap().iter().map(|one| {
        let captures = names(&one["captures"]);
        let text = |name: &str| one[name].as_str().unwrap().to_owned();
        (
            text("move"),
            (captures, one["again"].as_bool().unwrap(), text("position")),
        )
    });
    let found: BTreeMap<_, _> = found.collect();
    same(&found, &expected)
}

/// Two bounds in floating point, moved outwards by more than they can be wrong.
fn between([low, high]: [f64; 2]) -> Between {
    let fraction = |number: f64| BigRational::from_float(number).unwrap();
    Between {
        lower: fraction(low - 1e-9),
        upper: fraction(high + 1e-9),
    }
}

/// Compares the expected number of throws, if it is said and can be found.
fn compare_throws(ledger: &mut Ledger, rules: &Rules, position: &Position, said: &Value) {
    if !said["throws"].is_null()
        && let Some(throws) = rules.length(position, 100 * effort())
    {
        ledger.compare("throws", &said["throws"], &between(throws));
    }
}

fn judge_analyse(case: &Case) -> Verdict {
    let (rules, position) = read(case);
    let Some(chance) = rules.chance(&position, 100 * effort()) else {
        return Verdict::Declined("too many for the oracle".into());
    };
    let said = or_verdict!(asked("analyse", case, &[]));
    let mut ledger = Ledger::default();
    ledger.compare("win", &said["win"], &between(chance));
    compare_throws(&mut ledger, &rules, &position, &said);
    for throw in said["by_throw"].as_array().unwrap() {
        for play in throw["plays"].as_array().unwrap() {
            let after = rules.position(play["position"].as_str().unwrap());
            let chance = match rules.winner(&after) {
                Some(winner) => [f64::from(winner == position.side); 2],
                None => {
                    let Some(chance) = rules.chance(&after, 100 * effort()) else {
                        continue;
                    };
                    match after.side == position.side {
                        true => chance,
                        false => [1.0 - chance[1], 1.0 - chance[0]],
                    }
                }
            };
            ledger.compare("play", &play["win"], &between(chance));
        }
    }
    ledger.verdict()
}

fn judge_solve(case: &Case) -> Verdict {
    let rules = Rules::read(case.get("rules"));
    let start = Position {
        on: [vec![], vec![]],
        hand: [rules.pieces; 2],
        side: 0,
    };
    let Some(chance) = rules.chance(&start, 100 * effort()) else {
        return Verdict::Declined("too many for the oracle".into());
    };
    let said = or_verdict!(asked("solve", case, &[]));
    let mut ledger = Ledger::default();
    ledger.compare("first_player", &said["first_player"], &between(chance));
    compare_throws(&mut ledger, &rules, &start, &said);
    ledger.verdict()
}
