//! Random notation, made together with its meaning.

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::One as _;
use rand::RngExt as _;
use rand::seq::IndexedRandom as _;

use crate::oracles::Random;
use crate::oracles::case::Case;
use crate::oracles::number::fraction;

use super::meaning::{Chances, always, both, each, kept, mixed, only, uniform, written};

/// A single die or stick, as text and meaning.
pub(crate) fn die(random: &mut Random) -> (String, Chances) {
    match random.random_range(0..6) {
        0..2 => {
            let faces = *[1, 2, 3, 4, 6, 8].choose(random).unwrap();
            (format!("d{faces}"), uniform(1..=faces))
        }
        2 => {
            let bias = *["1/2", "3/5", "1/7", "0.9"].choose(random).unwrap();
            let p = fraction(bias);
            (
                format!("s({bias})"),
                Chances::from([(0, BigRational::one() - &p), (1, p)]),
            )
        }
        _ => {
            // Faces of its own, with weights and ranges.
            let mut faces = Vec::new();
            let mut weights = BTreeMap::<i64, i64>::new();
            for _ in 0..random.random_range(1..4) {
                let first = random.random_range(-2..6);
                let last = if random.random_bool(0.3) {
                    first + random.random_range(1..3)
                } else {
                    first
                };
                let weight = if random.random_bool(0.4) {
                    random.random_range(1..5)
                } else {
                    1
                };
                let range = if last > first {
                    format!("{first}..{last}")
                } else {
                    first.to_string()
                };
                faces.push(if weight > 1 {
                    format!("{range}:{weight}")
                } else {
                    range
                });
                for face in first..=last {
                    *weights.entry(face).or_default() += weight;
                }
            }
            let all: i64 = weights.values().sum();
            let chances = weights
                .into_iter()
                .map(|(face, weight)| (face, BigRational::new(weight.into(), all.into())));
            (format!("d{{{}}}", faces.join(", ")), chances.collect())
        }
    }
}

/// Several of one die, each changed by a modifier, or the best of them kept.
fn pool(random: &mut Random) -> (String, Chances) {
    let (text, one) = die(random);
    let count = random.random_range(1..4);
    let counted = if count > 1 {
        format!("{count}{text}")
    } else {
        text
    };
    let values: Vec<i64> = one.keys().copied().collect();
    let some = *values.choose(random).unwrap();
    match random.random_range(0..7) {
        0 => {
            let keep = random.random_range(1..=count);
            let (word, highest, number) = match random.random_range(0..4) {
                0 => ("kh", true, keep),
                1 => ("kl", false, keep),
                2 => ("dh", false, count - keep),
                _ => ("dl", true, count - keep),
            };
            if number == 0 {
                return (counted, kept(&vec![one; count], true, count));
            }
            (
                format!("{counted}{word}{number}"),
                kept(&vec![one; count], highest, keep),
            )
        }
        1 if values.len() > 1 => {
            let other = only(&one, |value| value != some);
            (
                format!("{counted}r{{{some}}}"),
                kept(&vec![other; count], true, count),
            )
        }
        2 => {
            let times = random.random_range(1..4);
            let again = (0..times).fold(one.clone(), |next, _| {
                both(&one, &next, |a, b| if a == some { b } else { a })
            });
            (
                format!("{counted}ro{{{some}}}{times}"),
                kept(&vec![again; count], true, count),
            )
        }
        3 if !counted.contains("s(") => {
            // The top face again and added, at most once or twice more.
            let top = *values.last().unwrap();
            let times = random.random_range(1..3);
            let more = (0..times).fold(one.clone(), |next, _| {
                mixed(&one, |value| match value == top {
                    true => each(&next, |further| value + further),
                    false => always(value),
                })
            });
            // `next` at the bottom is a plain throw: so many further ones in all.
            (
                format!("{counted}!{times}"),
                kept(&vec![more; count], true, count),
            )
        }
        _ => (counted, kept(&vec![one; count], true, count)),
    }
}

/// As many of one die as another throw shows, some of them left out.
fn thrown_number(random: &mut Random) -> (String, Chances) {
    let (text, one) = die(random);
    let most: usize = random.random_range(1..4);
    let least = random.random_range(0..=most);
    let number = random.random_range(1..3);
    let (word, highest, keeps) = *[
        ("kh", true, true),
        ("kl", false, true),
        ("dh", false, false),
        ("dl", true, false),
    ]
    .choose(random)
    .unwrap();
    let counts = (least..=most).map(|count| count as i64);
    let all = mixed(&uniform(counts), |count| {
        let count = count as usize;
        let keep = if keeps {
            number
        } else {
            count.saturating_sub(number)
        };
        kept(&vec![one.clone(); count], highest, keep)
    });
    (format!("((d{{{least}..{most}}}){text}{word}{number})"), all)
}

fn expression(random: &mut Random, depth: usize) -> (String, Chances) {
    if depth == 0 {
        return match random.random_range(0..6) {
            0 => thrown_number(random),
            _ => pool(random),
        };
    }
    let (one, meaning) = expression(random, depth - 1);
    let (two, other) = if random.random_bool(0.5) {
        pool(random)
    } else {
        expression(random, depth - 1)
    };
    let values: Vec<i64> = meaning.keys().copied().collect();
    let some = *values.choose(random).unwrap();
    match random.random_range(0..18) {
        12..=14 if !other.contains_key(&0) => {
            let floor = |a: i64, b: i64| BigRational::new(a.into(), b.into()).floor().to_integer();
            let whole = |value: num_bigint::BigInt| i64::try_from(value).unwrap();
            match random.random_range(0..3) {
                0 => (
                    format!("({one}) / ({two})"),
                    both(&meaning, &other, |a, b| whole(floor(a, b))),
                ),
                1 => (
                    format!("ceil(({one}) / ({two}))"),
                    both(&meaning, &other, |a, b| whole(-floor(-a, b))),
                ),
                _ => (
                    format!("({one}) mod ({two})"),
                    both(&meaning, &other, |a, b| a - b * whole(floor(a, b))),
                ),
            }
        }
        15 => (format!("abs({one})"), each(&meaning, i64::abs)),
        16 if values[0] >= 0 && *values.last().unwrap() < 5 => {
            let all = mixed(&meaning, |count| {
                let count = count as usize;
                kept(&vec![other.clone(); count], true, count)
            });
            (format!("({one})({two})"), all)
        }
        17 if values[0] > 0 && *values.last().unwrap() < 30 => (
            format!("d({one})"),
            mixed(&meaning, |faces| uniform(1..=faces)),
        ),
        0 => (
            format!("({one}) + ({two})"),
            both(&meaning, &other, |a, b| a + b),
        ),
        1 => (
            format!("({one}) - ({two})"),
            both(&meaning, &other, |a, b| a - b),
        ),
        2 => (
            format!("({one}) * ({two})"),
            both(&meaning, &other, |a, b| a * b),
        ),
        3 => (
            format!("max(({one}), ({two}))"),
            both(&meaning, &other, i64::max),
        ),
        4 => (
            format!("min(({one}), ({two}))"),
            both(&meaning, &other, i64::min),
        ),
        5 => {
            let keep = random.random_range(1..3);
            let three = die(random);
            let parts = [meaning, other, three.1];
            let highest = random.random_bool(0.5);
            let word = if highest { "kh" } else { "kl" };
            (
                format!("({one}, {two}, {}){word}{keep}", three.0),
                kept(&parts, highest, keep),
            )
        }
        6 => {
            let relation = *["<", "<=", "=", "!=", ">=", ">"].choose(random).unwrap();
            let holds = move |a: i64, b: i64| match relation {
                "<" => a < b,
                "<=" => a <= b,
                "=" => a == b,
                "!=" => a != b,
                ">=" => a >= b,
                _ => a > b,
            };
            (
                format!("({one}) {relation} ({two})"),
                both(&meaning, &other, move |a, b| holds(a, b) as i64),
            )
        }
        7 => (format!("2({one})"), both(&meaning, &meaning, |a, b| a + b)),
        8 => (format!("-({one})"), each(&meaning, |a| -a)),
        9 if values.len() > 1 => (
            format!("({one})r{{{some}}}"),
            only(&meaning, |value| value != some),
        ),
        10 => (
            format!("({one})ru{{{some}..{}}}", some + 2),
            only(&meaning, |value| (some..=some + 2).contains(&value)),
        ),
        _ => {
            let last = some + random.random_range(0..3);
            let inside = random.random_range(-3..9);
            let text = format!("({one}) -> {{{some}..{last}: {inside}, else: x + 1}}");
            (
                format!("({text})"),
                each(&meaning, |value| {
                    if (some..=last).contains(&value) {
                        inside
                    } else {
                        value + 1
                    }
                }),
            )
        }
    }
}

/// The throw itself says what is asked; its meaning is kept beside it as text.
pub(crate) fn make_throw(random: &mut Random) -> Case {
    loop {
        let depth = random.random_range(0..3);
        let (text, meaning) = expression(random, depth);
        if meaning.len() < 200 {
            return Case::new("throw")
                .with("throw", text)
                .with("chances", written(&meaning));
        }
    }
}

/// A score table with throws that earn another, and some that cancel, of a turn with limits of every kind.
pub(crate) fn make_turn(random: &mut Random) -> Case {
    loop {
        let (text, meaning) = pool(random);
        if meaning.len() > 8 || meaning.len() < 2 {
            continue;
        }
        let mut cases = Vec::new();
        let last = *meaning.keys().last().unwrap();
        let (cancels, negative) = (random.random_bool(0.4), random.random_bool(0.2));
        for &outcome in meaning.keys() {
            let again = outcome != last && random.random_bool(0.5);
            let what = match random.random_range(0..6) {
                0 if cancels => "cancel".to_owned(),
                1 => ["a", "b"].choose(random).unwrap().to_string(),
                _ if negative => random.random_range(-6..1).to_string(),
                _ => random.random_range(0..7).to_string(),
            };
            cases.push(format!("{outcome}: {what}{}", if again { "*" } else { "" }));
        }
        let mut limits = Vec::new();
        let stack = cancels && random.random_bool(0.3);
        if stack {
            limits.push("--cancel stack".to_owned());
        } else if random.random_bool(0.25) {
            limits.push(format!("--max-throws {}", random.random_range(1..6)));
        }
        if random.random_bool(0.4) {
            let same = if random.random_bool(0.5) { ",same" } else { "" };
            let all = if !stack && random.random_bool(0.5) {
                ",all"
            } else {
                ""
            };
            limits.push(format!(
                "--in-a-row {}{same}{all}",
                random.random_range(2..5)
            ));
        }
        if random.random_bool(0.5) {
            limits.push(format!("--values {}", random.random_range(0..4)));
        }
        return Case::new("throw turn")
            .with("throw", format!("{text} -> {{{}}}", cases.join(", ")))
            .with("chances", written(&meaning))
            .with("table", cases.join(", "))
            .with("limits", limits.join(" "));
    }
}

pub(crate) fn make_race(random: &mut Random) -> Case {
    loop {
        let (text, meaning) = expression(random, 1);
        if meaning.len() < 30
            && *meaning.keys().next().unwrap() >= 0
            && *meaning.keys().last().unwrap() > 0
        {
            let case = Case::new("throw race")
                .with("throw", text)
                .with("chances", written(&meaning));
            return case.with("target", random.random_range(1..30));
        }
    }
}
