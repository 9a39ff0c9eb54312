//! Throws: random notation, made together with its meaning, which is worked out by listing everything that can fall.

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::{One as _, Zero as _};
use rand::RngExt as _;
use rand::seq::IndexedRandom as _;
use serde_json::Value;

use crate::case::{Case, Verdict};
use crate::ledger::Ledger;
use crate::number::{Between, approximations, fraction};
use crate::program::{answer, printed};
use crate::{Kind, Random, effort, or_verdict};

pub(crate) fn kinds() -> Vec<Kind> {
    let kind = |name, often, make, judge| Kind {
        name,
        often,
        make,
        judge,
    };
    vec![
        kind("throw", 5, make_throw, throw),
        kind("throw turn", 4, make_turn, turn),
        kind("throw race", 2, make_race, race),
    ]
}

/// The chance of each outcome.
type Chances = BTreeMap<i64, BigRational>;

// ---- meaning, by listing

fn always(value: i64) -> Chances {
    Chances::from([(value, BigRational::one())])
}

/// A value of both, for everything that can fall.
fn both(one: &Chances, other: &Chances, value: impl Fn(i64, i64) -> i64) -> Chances {
    let mut all = Chances::new();
    for (a, p) in one {
        for (b, q) in other {
            *all.entry(value(*a, *b)).or_insert_with(BigRational::zero) += p * q;
        }
    }
    all
}

fn each(one: &Chances, value: impl Fn(i64) -> i64) -> Chances {
    both(one, &always(0), |a, _| value(a))
}

/// Every list of what throws one after the other can show, with its chance.
fn lists(throws: &[Chances]) -> Vec<(Vec<i64>, BigRational)> {
    let mut all = vec![(Vec::new(), BigRational::one())];
    for throw in throws {
        let longer = all.iter().flat_map(|(list, chance)| {
            throw
                .iter()
                .map(move |(value, p)| ([list.as_slice(), &[*value]].concat(), chance * p))
        });
        all = longer.collect();
    }
    all
}

fn kept(throws: &[Chances], highest: bool, count: usize) -> Chances {
    let mut all = Chances::new();
    for (mut list, chance) in lists(throws) {
        list.sort_unstable();
        if highest {
            list.reverse();
        }
        *all.entry(list.iter().take(count).sum())
            .or_insert_with(BigRational::zero) += chance;
    }
    all
}

/// Only what is in the set, or only what is not.
fn only(one: &Chances, keep: impl Fn(i64) -> bool) -> Chances {
    let all: BigRational = one
        .iter()
        .filter(|(value, _)| keep(**value))
        .map(|(_, p)| p)
        .sum();
    one.iter()
        .filter(|(value, _)| keep(**value))
        .map(|(value, p)| (*value, p / &all))
        .collect()
}

// ---- random notation

/// A single die or stick, as text and meaning.
fn die(random: &mut Random) -> (String, Chances) {
    match random.random_range(0..6) {
        0..2 => {
            let faces = *[1, 2, 3, 4, 6, 8].choose(random).unwrap();
            let p = BigRational::new(1.into(), faces.into());
            (
                format!("d{faces}"),
                (1..=faces).map(|face| (face, p.clone())).collect(),
            )
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
            let again = both(&one, &one, |a, b| if a == some { b } else { a });
            (
                format!("{counted}ro{{{some}}}"),
                kept(&vec![again; count], true, count),
            )
        }
        3 if !counted.contains("s(") => {
            // The top face again and added, at most once or twice more.
            let top = *values.last().unwrap();
            let times = random.random_range(1..3);
            let mut more = one.clone();
            for _ in 0..times {
                let next = more.clone();
                more = Chances::new();
                for (value, p) in &one {
                    if *value == top {
                        for (further, q) in &next {
                            *more
                                .entry(value + further)
                                .or_insert_with(BigRational::zero) += p * q;
                        }
                    } else {
                        *more.entry(*value).or_insert_with(BigRational::zero) += p;
                    }
                }
            }
            // `next` at the bottom is a plain throw: so many further ones in all.
            (
                format!("{counted}!{times}"),
                kept(&vec![more; count], true, count),
            )
        }
        _ => (counted, kept(&vec![one; count], true, count)),
    }
}

fn expression(random: &mut Random, depth: usize) -> (String, Chances) {
    if depth == 0 {
        return pool(random);
    }
    let (one, meaning) = expression(random, depth - 1);
    let (two, other) = if random.random_bool(0.5) {
        pool(random)
    } else {
        expression(random, depth - 1)
    };
    let values: Vec<i64> = meaning.keys().copied().collect();
    let some = *values.choose(random).unwrap();
    match random.random_range(0..12) {
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
fn make_throw(random: &mut Random) -> Case {
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

fn written(meaning: &Chances) -> String {
    let pairs: Vec<String> = meaning
        .iter()
        .map(|(value, p)| format!("{value}={p}"))
        .collect();
    pairs.join(" ")
}

fn read(text: &str) -> Chances {
    let pairs = text.split(' ').map(|pair| {
        let (value, p) = pair.split_once('=').unwrap();
        (value.parse().unwrap(), fraction(p))
    });
    pairs.collect()
}

/// A score table with throws that earn another, and some that cancel.
fn make_turn(random: &mut Random) -> Case {
    loop {
        let (text, meaning) = pool(random);
        if meaning.len() > 8 || meaning.len() < 2 {
            continue;
        }
        let mut cases = Vec::new();
        let last = *meaning.keys().last().unwrap();
        let cancels = random.random_bool(0.4);
        for &outcome in meaning.keys() {
            let again = outcome != last && random.random_bool(0.5);
            let what = match random.random_range(0..6) {
                0 if cancels => "cancel".to_owned(),
                1 => "word".to_owned(),
                _ => random.random_range(0..7).to_string(),
            };
            cases.push(format!("{outcome}: {what}{}", if again { "*" } else { "" }));
        }
        let case =
            Case::new("throw turn").with("throw", format!("{text} -> {{{}}}", cases.join(", ")));
        let case = case
            .with("chances", written(&meaning))
            .with("table", cases.join(", "));
        let limits = match random.random_range(0..5) {
            0 => format!("--max-throws {}", random.random_range(1..6)),
            1 if !cancels => format!("--in-a-row {}", random.random_range(2..4)),
            2 if !cancels => format!("--in-a-row {},all", random.random_range(2..4)),
            3 if cancels => "--cancel stack".to_owned(),
            _ => String::new(),
        };
        return case.with("limits", limits);
    }
}

fn make_race(random: &mut Random) -> Case {
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

// ---- siga's answers judged

fn exactly(value: BigRational) -> Between {
    Between::exactly(value)
}

fn approximate(ledger: &mut Ledger, said: &Value) {
    match approximations(said) {
        Ok(numbers) => ledger.count(numbers),
        Err(fault) => ledger.law(false, || fault),
    }
}

fn throw(case: &Case) -> Verdict {
    let meaning = read(case.get("chances"));
    let said = or_verdict!(answer(&[
        "throw",
        case.get("throw"),
        "--at-least",
        "--at-most"
    ]));
    let mut ledger = Ledger::default();
    approximate(&mut ledger, &said);
    let rows = said["outcomes"].as_array().unwrap();
    let listed: Vec<i64> = rows
        .iter()
        .map(|row| row["outcome"].as_i64().unwrap())
        .collect();
    ledger.law(listed.iter().eq(meaning.keys()), || {
        format!("outcomes: siga {listed:?}, oracle {:?}", meaning.keys())
    });
    let sum = |keep: &dyn Fn(i64) -> bool| -> BigRational {
        meaning
            .iter()
            .filter(|(value, _)| keep(**value))
            .map(|(_, p)| p)
            .sum()
    };
    for row in rows {
        let outcome = row["outcome"].as_i64().unwrap();
        ledger.compare(
            &format!("{outcome}"),
            &row["probability"],
            &exactly(sum(&|value| value == outcome)),
        );
        ledger.compare(
            &format!("at least {outcome}"),
            &row["at_least"],
            &exactly(sum(&|value| value >= outcome)),
        );
        ledger.compare(
            &format!("at most {outcome}"),
            &row["at_most"],
            &exactly(sum(&|value| value <= outcome)),
        );
    }
    let whole = |value: i64| BigRational::from_integer(value.into());
    let mean: BigRational = meaning.iter().map(|(value, p)| whole(*value) * p).sum();
    let square: BigRational = meaning
        .iter()
        .map(|(value, p)| whole(value * value) * p)
        .sum();
    ledger.compare("mean", &said["mean"], &exactly(mean.clone()));
    ledger.compare(
        "variance",
        &said["variance"],
        &exactly(square - &mean * &mean),
    );
    let csv = or_verdict!(printed(&["throw", case.get("throw"), "--csv"]));
    for (value, p) in &meaning {
        ledger.law(
            csv.lines()
                .any(|line| line.starts_with(&format!("{value},{p},"))),
            || format!("{value},{p} is not in the CSV:\n{csv}"),
        );
    }
    ledger.verdict()
}

/// What an outcome of the table does.
struct Entry {
    chance: BigRational,
    value: i64,
    again: bool,
    cancels: bool,
}

fn entries(case: &Case) -> Vec<Entry> {
    let meaning = read(case.get("chances"));
    let entries = case.get("table").split(", ").map(|one| {
        let (outcome, what) = one.split_once(": ").unwrap();
        let value = what.trim_end_matches('*');
        Entry {
            chance: meaning[&outcome.parse().unwrap()].clone(),
            value: value.parse().unwrap_or(0),
            again: what.ends_with('*'),
            cancels: value == "cancel",
        }
    });
    entries.collect()
}

/// The chances of totals, and of numbers of throws, of turns of at most so many throws; and the chance of more.
fn turns(
    entries: &[Entry],
    limits: &str,
    most: usize,
) -> (Chances, BTreeMap<usize, BigRational>, BigRational) {
    let (option, argument) = limits.split_once(' ').unwrap_or(("", ""));
    let row = argument
        .split(',')
        .next()
        .unwrap()
        .parse()
        .unwrap_or(usize::MAX);
    let (in_a_row, whole_row) = (option == "--in-a-row", argument.ends_with("all"));
    // What stands, whether the throw before can be cancelled, and how many in a row have earned another.
    type State = (Vec<i64>, bool, usize);
    let mut running =
        BTreeMap::<State, BigRational>::from([((Vec::new(), false, 0), BigRational::one())]);
    let (mut totals, mut numbers) = (Chances::new(), BTreeMap::new());
    for throw in 1..=1000 {
        if running.is_empty() || running.len() > most {
            break;
        }
        let mut next = BTreeMap::new();
        for ((stands, cancellable, in_row), chance) in running {
            for entry in entries {
                let mut stands = stands.clone();
                let chance = &chance * &entry.chance;
                let in_row = if entry.again { in_row + 1 } else { 0 };
                let void = in_a_row && in_row == row;
                if void {
                    if whole_row {
                        stands.truncate(stands.len() + 1 - row);
                    }
                } else if entry.cancels {
                    if cancellable || limits == "--cancel stack" {
                        stands.pop();
                    }
                } else {
                    stands.push(entry.value);
                }
                if entry.again && !void && !(option == "--max-throws" && throw == row) {
                    // Only the latest throw can be taken back, unless all can.
                    while stands.len() > 2 && limits != "--cancel stack" && !whole_row {
                        let first = stands.remove(0);
                        stands[0] += first;
                    }
                    *next
                        .entry((stands, !entry.cancels, in_row))
                        .or_insert_with(BigRational::zero) += chance;
                } else {
                    *totals
                        .entry(stands.iter().sum())
                        .or_insert_with(BigRational::zero) += &chance;
                    *numbers.entry(throw).or_insert_with(BigRational::zero) += chance;
                }
            }
        }
        running = next;
        if throw >= 24 {
            break;
        }
    }
    (totals, numbers, running.into_values().sum())
}

fn turn(case: &Case) -> Verdict {
    let limits = case.get("limits");
    let mut arguments = vec!["throw", case.get("throw"), "--turn"];
    arguments.extend(limits.split(' ').filter(|word| !word.is_empty()));
    let said = or_verdict!(answer(&arguments));
    let (totals, numbers, open) = turns(&entries(case), limits, 2 * effort());
    let mut ledger = Ledger::default();
    approximate(&mut ledger, &said);
    let between = |chance: Option<&BigRational>| {
        let lower = chance.cloned().unwrap_or_else(BigRational::zero);
        let upper = &lower + &open;
        Between { lower, upper }
    };
    let mut sum = exactly(BigRational::zero());
    for row in said["outcomes"].as_array().unwrap() {
        let outcome = row["outcome"].as_i64().unwrap();
        ledger.compare(
            &format!("total {outcome}"),
            &row["probability"],
            &between(totals.get(&outcome)),
        );
        sum.add(&row["probability"]);
    }
    if let Some(rest) = said["rest"].as_object() {
        sum.add(&rest["probability"]);
    } else {
        let listed: Vec<i64> = said["outcomes"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row["outcome"].as_i64().unwrap())
            .collect();
        ledger.law(totals.keys().all(|total| listed.contains(total)), || {
            format!("totals: siga {listed:?}, oracle {:?}", totals.keys())
        });
    }
    ledger.law(sum.holds(&exactly(BigRational::one())), || {
        format!("all totals have {sum}")
    });
    for row in said["throws"]["rows"].as_array().unwrap() {
        let throws = row["throws"].as_u64().unwrap() as usize;
        ledger.compare(
            &format!("{throws} throws"),
            &row["probability"],
            &between(numbers.get(&throws)),
        );
    }
    if open.is_zero() {
        let whole = |value: i64| BigRational::from_integer(value.into());
        let mean: BigRational = totals.iter().map(|(value, p)| whole(*value) * p).sum();
        ledger.compare("mean", &said["mean"], &exactly(mean));
        let throws: BigRational = numbers
            .iter()
            .map(|(throws, p)| whole(*throws as i64) * p)
            .sum();
        ledger.compare(
            "mean number of throws",
            &said["throws"]["mean"],
            &exactly(throws),
        );
    }
    ledger.verdict()
}

fn race(case: &Case) -> Verdict {
    let meaning = read(case.get("chances"));
    let target: usize = case.get("target").parse().unwrap();
    let said = or_verdict!(answer(&[
        "throw",
        case.get("throw"),
        "--target",
        case.get("target")
    ]));
    let still = meaning.get(&0).cloned().unwrap_or_else(BigRational::zero);
    let moving: Vec<(usize, &BigRational)> = meaning
        .iter()
        .filter(|(value, _)| **value > 0)
        .map(|(value, p)| (*value as usize, p))
        .collect();
    let one = BigRational::one();
    // From each cell back to the start: throws to pass the target, chance to stand on it, throws to hit it exactly.
    let mut reach = vec![BigRational::zero(); target + 1];
    let mut hit = vec![BigRational::zero(); target + 1];
    let mut exact: Vec<Option<BigRational>> = vec![None; target + 1];
    hit[target] = one.clone();
    exact[target] = Some(BigRational::zero());
    for cell in (0..target).rev() {
        let within = || moving.iter().filter(|(value, _)| cell + value <= target);
        let sum = |numbers: &[BigRational]| -> BigRational {
            within().map(|(value, p)| *p * &numbers[cell + value]).sum()
        };
        reach[cell] = (&one + sum(&reach)) / (&one - &still);
        hit[cell] = sum(&hit) / (&one - &still);
        // A throw that would pass the target is forfeited.
        let moves: BigRational = within().map(|(_, p)| *p).sum();
        let later: Option<Vec<BigRational>> = within()
            .map(|(value, p)| exact[cell + value].as_ref().map(|throws| *p * throws))
            .collect();
        exact[cell] = later
            .filter(|_| !moves.is_zero())
            .map(|later| (&one + later.into_iter().sum::<BigRational>()) / moves);
    }
    let mut ledger = Ledger::default();
    let said = &said["target"];
    ledger.compare("to_reach", &said["to_reach"], &exactly(reach[0].clone()));
    ledger.compare("hit", &said["hit"], &exactly(hit[0].clone()));
    match &exact[0] {
        Some(throws) => ledger.compare("to_hit", &said["to_hit"], &exactly(throws.clone())),
        None => ledger.law(said["to_hit"].is_null(), || {
            format!(
                "to_hit: siga {}, oracle: it may never happen",
                said["to_hit"]
            )
        }),
    }
    // After how many throws.
    let mut at = vec![BigRational::zero(); target + 1];
    at[0] = one.clone();
    for throws in 1..=12 {
        let mut next = vec![BigRational::zero(); target + 1];
        for (cell, chance) in at.iter().enumerate().take(target) {
            for (value, p) in &meaning {
                if *value >= 0 && cell + (*value as usize) <= target {
                    next[cell + *value as usize] += chance * p;
                }
            }
        }
        at = next;
        let row = said["arrivals"]
            .as_array()
            .unwrap()
            .iter()
            .find(|row| row["throws"] == throws);
        match row {
            Some(row) => ledger.compare(
                &format!("arrives with {throws}"),
                &row["probability"],
                &exactly(at[target].clone()),
            ),
            None => ledger.count(0),
        }
    }
    ledger.verdict()
}
