//! Every row of the tables of equivalents in `docs/throws.md`: its throw as `siga` answers it, and by listing all that can fall.
//!
//! The listing knows nothing of the notation: what a row means is said a second time here, from what the page says of it. A row that
//! is new there fails until it is.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};

use assert_cmd::Command;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use serde_json::{Value, json};

/// Everything that can fall or be drawn, in order or as a sorted list, each with a weight.
type Lists = Vec<(Vec<i64>, i64)>;
type Chances = BTreeMap<String, BigRational>;

/// One face of each die, in all ways.
fn dice(faces: &[Vec<i64>]) -> Lists {
    let mut all: Lists = vec![(Vec::new(), 1)];
    for die in faces {
        let mut longer = Lists::new();
        for (list, weight) in &all {
            let longer_by = |face: &i64| ([list.as_slice(), &[*face]].concat(), *weight);
            longer.extend(die.iter().map(longer_by));
        }
        all = longer;
    }
    all
}

fn d(sides: i64) -> Vec<i64> {
    (1..=sides).collect()
}

fn alike(count: usize, faces: Vec<i64>) -> Lists {
    dice(&vec![faces; count])
}

fn binomial(n: i64, k: i64) -> i64 {
    (0..k).fold(1, |all, i| all * (n - i) / (i + 1))
}

/// Sorted lists of so many dice or cards. Of `n` that are left to fall, `ways(n, k)` is the number of ways in which `k` show a value.
fn sorted(count: i64, values: &[i64], ways: &dyn Fn(i64, i64) -> i64) -> Lists {
    let Some((value, others)) = values.split_first() else {
        return if count == 0 {
            vec![(Vec::new(), 1)]
        } else {
            Vec::new()
        };
    };
    let mut all = Vec::new();
    for shown in 0..=count {
        let here = vec![*value; shown as usize];
        for (list, weight) in sorted(count - shown, others, ways) {
            let weight = weight * ways(count, shown);
            all.push(([here.as_slice(), &list].concat(), weight));
        }
    }
    all.retain(|(_, weight)| *weight > 0);
    all
}

/// So many equal dice, each list once for all its orders.
fn pool(count: i64, sides: i64) -> Lists {
    sorted(count, &d(sides), &|left, shown| binomial(left, shown))
}

/// A hand of a deck with the same number of cards of each value.
fn hand(count: i64, values: &[i64], of_each: i64) -> Lists {
    sorted(count, values, &|_, shown| binomial(of_each, shown))
}

/// The chances of what is made of each list.
fn of(lists: Lists, value: impl Fn(&[i64]) -> Value) -> Chances {
    let total: i64 = lists.iter().map(|(_, weight)| weight).sum();
    let mut chances = Chances::new();
    for (list, weight) in lists {
        let chance = BigRational::new(weight.into(), total.into());
        *chances
            .entry(value(&list).to_string())
            .or_insert_with(BigRational::zero) += chance;
    }
    chances
}

fn sums(lists: Lists) -> Chances {
    of(lists, |list| list.iter().sum::<i64>().into())
}

/// The sum of some of the sorted list, the lowest first.
fn some(lists: Lists, places: std::ops::Range<usize>) -> Chances {
    of(lists, |list| {
        let mut list = list.to_vec();
        list.sort_unstable();
        list[places.clone()].iter().sum::<i64>().into()
    })
}

/// One throw after another: chances times chances.
fn then(first: Chances, second: impl Fn(i64) -> Chances) -> Chances {
    let mut all = Chances::new();
    for (count, chance) in first {
        for (value, p) in second(count.parse().unwrap()) {
            *all.entry(value).or_insert_with(BigRational::zero) += &chance * p;
        }
    }
    all
}

/// Only some outcomes, over their own chance.
fn only(chances: Chances, kept: &[i64]) -> Chances {
    let kept = chances
        .into_iter()
        .filter(|(value, _)| kept.contains(&value.parse().unwrap()));
    let kept: Chances = kept.collect();
    let all: BigRational = kept.values().sum();
    kept.into_iter()
        .map(|(value, chance)| (value, chance / &all))
        .collect()
}

fn times(list: &[i64], value: i64) -> i64 {
    list.iter().filter(|shown| **shown == value).count() as i64
}

/// How often each value is shown.
fn counts(list: &[i64]) -> Vec<i64> {
    let values: BTreeSet<i64> = list.iter().copied().collect();
    values.into_iter().map(|value| times(list, value)).collect()
}

fn longest_row(list: &[i64]) -> i64 {
    let row = |first: &i64| (*first..).take_while(|value| list.contains(value)).count() as i64;
    list.iter().map(row).max().unwrap_or(0)
}

/// The wins of three dice against two, highest against highest, and the ties.
fn battle(list: &[i64]) -> [i64; 3] {
    let (mut three, mut two) = (list[..3].to_vec(), list[3..].to_vec());
    three.sort_unstable_by(|a, b| b.cmp(a));
    two.sort_unstable_by(|a, b| b.cmp(a));
    let mut results = [0; 3];
    for (a, b) in three.iter().zip(&two) {
        results[match a.cmp(b) {
            std::cmp::Ordering::Greater => 0,
            std::cmp::Ordering::Less => 1,
            std::cmp::Ordering::Equal => 2,
        }] += 1;
    }
    results
}

/// The meaning of a row, by listing it.
fn meaning(throw: &str) -> Option<Chances> {
    let two_dice = || sums(alike(2, d(6)));
    Some(match throw {
        "2d6" => two_dice(),
        "d%" => sums(alike(1, d(100))),
        "3d{1, 2, 5, 6}" => sums(alike(3, vec![1, 2, 5, 6])),
        "d{1:3, 2:1}" => sums(alike(1, vec![1, 1, 1, 2])),
        "d{-1..1}" => sums(alike(1, vec![-1, 0, 1])),
        "8s" => sums(alike(8, vec![0, 1])),
        "8s(3/5)" => sums(alike(8, vec![0, 0, 1, 1, 1])),
        "d6 + 2d4 - 1" => of(dice(&[d(6), d(4), d(4)]), |x| {
            (x[0] + x[1] + x[2] - 1).into()
        }),
        "2 * d6" => of(alike(1, d(6)), |x| (2 * x[0]).into()),
        "4(2d6)" => sums(alike(8, d(6))),
        "4d6kh3" | "4d6dl1" => some(alike(4, d(6)), 1..4),
        "4d6kl3" | "4d6dh1" => some(alike(4, d(6)), 0..3),
        "(d6, d8)kh1" | "max(d6, d8)" => some(dice(&[d(6), d(8)]), 1..2),
        "(d4)d6" => then(sums(alike(1, d(4))), |count| {
            sums(alike(count as usize, d(6)))
        }),
        "(2d6)s" => then(two_dice(), |count| sums(alike(count as usize, vec![0, 1]))),
        "d(2d6)" => then(two_dice(), |sides| sums(alike(1, d(sides)))),
        "d20 / 2" => of(alike(1, d(20)), |x| x[0].div_euclid(2).into()),
        "ceil(d20 / 2)" => of(alike(1, d(20)), |x| (x[0] / 2 + x[0] % 2).into()),
        "d20 mod 5" => of(alike(1, d(20)), |x| x[0].rem_euclid(5).into()),
        "abs(d6 - d6)" => of(alike(2, d(6)), |x| (x[0] - x[1]).abs().into()),
        // Throws that add up to at most 30.
        "d6!" => exploded(30, 6),
        "d6!2" => exploded(2, 6),
        "d6r{1}" => sums(alike(1, vec![2, 3, 4, 5, 6])),
        "d6ro{1}" => of(alike(2, d(6)), |x| {
            if x[0] == 1 { x[1] } else { x[0] }.into()
        }),
        "d6ro{1}2" => of(alike(3, d(6)), |x| {
            let last = if x[1] == 1 { x[2] } else { x[1] };
            if x[0] == 1 { last } else { x[0] }.into()
        }),
        "(2d6)ru{4, 7}" => only(two_dice(), &[4, 7]),
        "3d6 >= 2d8" => of(dice(&[d(6), d(6), d(6), d(8), d(8)]), |x| {
            i64::from(x[..3].iter().sum::<i64>() >= x[3..].iter().sum()).into()
        }),
        "(d6, d8)" => of(dice(&[d(6), d(8)]), |x| json!(x)),
        "4s -> {0: 6, 1..4: x}" | "4s -> {0: 6*, 1: 1*, 2: 2, 3: 3, 4: 4*}" => {
            of(alike(4, vec![0, 1]), |x| match x.iter().sum::<i64>() {
                0 => 6.into(),
                flat => flat.into(),
            })
        }
        _ => return of_pools(throw),
    })
}

/// A die thrown again on its top face, at most so many times more.
fn exploded(times: u32, sides: i64) -> Chances {
    let mut all = Chances::new();
    let each = BigRational::new(BigInt::one(), sides.into());
    let (mut before, mut chance) = (0, each.clone());
    for throw in 0..=times {
        let last = if throw == times { sides } else { sides - 1 };
        for face in 1..=last {
            all.insert((before + face).to_string(), chance.clone());
        }
        before += sides;
        chance *= &each;
    }
    all
}

fn of_pools(throw: &str) -> Option<Chances> {
    let battles = || alike(5, d(6));
    let cards: Vec<i64> = d(13);
    Some(match throw {
        "count(10d6, {5, 6})" => of(pool(10, 6), |x| (times(x, 5) + times(x, 6)).into()),
        "sum(10d6, {4..6})" => of(pool(10, 6), |x| {
            x.iter().filter(|face| **face >= 4).sum::<i64>().into()
        }),
        "largest_set(10d10)" => of(pool(10, 10), |x| counts(x).into_iter().max().into()),
        "sets(5d6, 2)" => of(alike(5, d(6)), |x| {
            counts(x)
                .into_iter()
                .filter(|count| *count >= 2)
                .count()
                .into()
        }),
        "sets(5d6, {2})" => of(alike(5, d(6)), |x| {
            counts(x)
                .into_iter()
                .filter(|count| *count == 2)
                .count()
                .into()
        }),
        "distinct(5d6)" => of(alike(5, d(6)), |x| counts(x).len().into()),
        "straight(5d6)" => of(alike(5, d(6)), |x| longest_row(x).into()),
        "contains(5d6, {1, 1, 6})" => of(alike(5, d(6)), |x| {
            (times(x, 1) / 2).min(times(x, 6)).into()
        }),
        "matched(3d6, 2d6)" => of(battles(), |x| json!(battle(x)[..2])),
        "matched(3d6, 2d6, second)" => of(battles(), |x| {
            let [first, second, ties] = battle(x);
            json!([first, second + ties])
        }),
        "deal(5, 4{1..13})" => sums(hand(5, &cards, 4)),
        "count(deal(5, {1..13:4}), {1})" => of(hand(5, &cards, 4), |x| times(x, 1).into()),
        "deal(2, {1..13:4} - {1, 13})" => {
            // Two cards one after the other, of fifty.
            let mut deck: Vec<i64> = cards.iter().flat_map(|card| [*card; 4]).collect();
            for gone in [1, 13] {
                let at = deck.iter().position(|card| *card == gone).unwrap();
                deck.remove(at);
            }
            let places = (0..deck.len()).flat_map(|a| (0..deck.len()).map(move |b| (a, b)));
            let drawn = places.filter(|(a, b)| a != b);
            sums(drawn.map(|(a, b)| (vec![deck[a], deck[b]], 1)).collect())
        }
        _ => return None,
    })
}

/// The throws in the first column of tables that begin with it.
fn rows(page: &str) -> Vec<String> {
    let mut throws = Vec::new();
    let mut in_table = false;
    for line in page.lines() {
        in_table = line.starts_with("| siga | what it is |") || in_table && line.starts_with('|');
        if !in_table || line.starts_with("| siga") || line.starts_with("|---") {
            continue;
        }
        let column = line.split('|').nth(1).unwrap();
        throws.extend(column.split('`').skip(1).step_by(2).map(str::to_owned));
    }
    throws
}

/// The answer of `siga` to each.
fn answers(throws: &[String]) -> Vec<Value> {
    let lines = throws
        .iter()
        .map(|throw| json!({ "query": ["throw", throw] }).to_string() + "\n");
    let mut command = Command::new(env!("CARGO_BIN_EXE_siga"));
    let output = command
        .args(["batch", "-"])
        .write_stdin(lines.collect::<String>());
    let output = output.output().unwrap().stdout;
    let lines = output
        .split(|byte| *byte == b'\n')
        .filter(|line| !line.is_empty());
    lines
        .map(|line| serde_json::from_slice(line).unwrap())
        .collect()
}

#[test]
fn every_row_is_what_it_says() {
    let page = include_str!("../docs/throws.md");
    let throws = rows(page);
    assert!(throws.len() > 40, "{throws:?}");
    for (throw, answer) in throws.iter().zip(answers(&throws)) {
        let expected = meaning(throw).unwrap_or_else(|| panic!("what does `{throw}` mean?"));
        let outcomes = answer["result"]["outcomes"].as_array();
        let outcomes = outcomes.unwrap_or_else(|| panic!("{throw}: {answer}"));
        let found: Chances = (outcomes.iter())
            .map(|row| {
                let chance = row["probability"]["exact"].as_str().unwrap();
                (row["outcome"].to_string(), chance.parse().unwrap())
            })
            .collect();
        let listed = |chances: &Chances| {
            let chances = chances
                .iter()
                .filter(|(value, _)| expected.contains_key(*value));
            chances
                .map(|(value, chance)| (value.clone(), chance.clone()))
                .collect::<Chances>()
        };
        match throw.as_str() {
            // Without end: those that are listed.
            "d6!" => {
                let found_of_expected = listed(&found);
                assert!(found_of_expected.len() > 20, "{throw}");
                assert_eq!(found_of_expected.len(), found.len(), "{throw}");
                assert!(
                    found
                        .iter()
                        .all(|(value, chance)| expected[value] == *chance),
                    "{throw}"
                );
            }
            _ => assert_eq!(found, expected, "{throw}"),
        }
    }
    // Which throws of a score table earn another.
    let last = answers(&["4s -> {0: 6*, 1: 1*, 2: 2, 3: 3, 4: 4*}".to_owned()]);
    let outcomes = last[0]["result"]["outcomes"].as_array().unwrap().iter();
    let earning = outcomes.filter(|row| row["again"] == true);
    let earning: Vec<i64> = earning
        .map(|row| row["outcome"].as_i64().unwrap())
        .collect();
    assert_eq!(earning, [1, 4, 6]);
}
