//! siga's answers compared with the listing.

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::{One as _, Zero as _};

use crate::oracles::case::{Case, Verdict};
use crate::oracles::ledger::Ledger;
use crate::oracles::number::Between;
use crate::oracles::program::{answer, printed, result};
use crate::oracles::turn::Turns;
use crate::oracles::{effort, or_verdict};

use super::meaning::read;

fn exactly(value: BigRational) -> Between {
    Between::exactly(value)
}

pub(crate) fn throw(case: &Case) -> Verdict {
    let meaning = read(case.get("chances"));
    let mut asked = vec!["throw", case.get("throw")];
    if !case.get("given").is_empty() {
        asked.extend(["--given", case.get("given")]);
    }
    let text = or_verdict!(printed(
        &[&asked[..], &["--at-least", "--at-most", "--json"]].concat()
    ));
    let said = result(&text);
    let mut ledger = Ledger::default();
    ledger.approximations(&text);
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
    let csv = [&asked[..], &["--table", "outcomes", "--csv"]].concat();
    let csv = or_verdict!(printed(&csv));
    for (value, p) in &meaning {
        ledger.law(
            csv.lines()
                .any(|line| line.starts_with(&format!("{value},{p},"))),
            || format!("{value},{p} is not in the CSV:\n{csv}"),
        );
    }
    ledger.verdict()
}

/// The effect of an outcome of the table.
struct Entry {
    chance: BigRational,
    value: String,
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
            value: value.to_owned(),
            again: what.ends_with('*'),
            cancels: value == "cancel",
        }
    });
    entries.collect()
}

/// The limits of a turn, as siga's options name them.
#[derive(Default)]
struct Limits {
    max_throws: Option<u64>,
    /// So many throws in a row that earn another, equal ones only or any, void the last or all.
    row: Option<(usize, bool, bool)>,
    stack: bool,
}

impl Limits {
    fn read(text: &str) -> Limits {
        let mut limits = Limits::default();
        let words: Vec<&str> = text.split_whitespace().collect();
        for pair in words.chunks(2) {
            match pair[0] {
                "--max-throws" => limits.max_throws = Some(pair[1].parse().unwrap()),
                "--in-a-row" => {
                    let length = pair[1].split(',').next().unwrap().parse().unwrap();
                    let has = |word| pair[1].split(',').any(|part| part == word);
                    limits.row = Some((length, has("same"), has("all")));
                }
                "--cancel" => limits.stack = pair[1] == "stack",
                _ => {}
            }
        }
        limits
    }
}

/// All turns until there are more than `most`, those together that differ in nothing that matters.
fn turns(entries: &[Entry], limits: &Limits, most: usize) -> Turns {
    // What stands, whether the throw before can be cancelled, and the throws in a row that have earned another.
    type State = (Vec<String>, bool, Vec<String>);
    let mut running =
        BTreeMap::<State, BigRational>::from([(State::default(), BigRational::one())]);
    let mut turns = Turns {
        stands: BTreeMap::new(),
        throws: BTreeMap::new(),
        open: BigRational::zero(),
    };
    for throw in 1..=24 {
        if running.len() + turns.stands.len() > most {
            break;
        }
        let mut next = BTreeMap::<State, BigRational>::new();
        for ((before, cancellable, row), chance) in running {
            for entry in entries.iter().filter(|entry| !entry.chance.is_zero()) {
                let (mut stands, mut row) = (before.clone(), row.clone());
                let chance = &chance * &entry.chance;
                if entry.again && !entry.cancels {
                    if limits.row.is_some_and(|(_, same, _)| same) {
                        row.retain(|other| *other == entry.value);
                    }
                    row.push(entry.value.clone());
                } else {
                    row.clear();
                }
                let void = limits.row.filter(|(length, ..)| row.len() == *length);
                match (void, entry.cancels) {
                    (Some((length, _, true)), _) => stands.truncate(stands.len() + 1 - length),
                    (Some(_), _) => {}
                    (None, true) if cancellable || limits.stack => drop(stands.pop()),
                    (None, true) => {}
                    (None, false) => stands.push(entry.value.clone()),
                }
                if limits.row.is_none() {
                    row.clear();
                }
                if entry.again && void.is_none() && limits.max_throws != Some(throw) {
                    *next.entry((stands, !entry.cancels, row)).or_default() += chance;
                } else {
                    *turns.stands.entry(stands).or_default() += &chance;
                    *turns.throws.entry(throw).or_default() += chance;
                }
            }
        }
        running = next;
    }
    turns.open = running.into_values().sum();
    turns
}

pub(crate) fn turn(case: &Case) -> Verdict {
    let limits = case.get("limits");
    let mut arguments = vec!["throw", case.get("throw"), "--turn"];
    arguments.extend(limits.split_whitespace());
    arguments.push("--json");
    let text = or_verdict!(printed(&arguments));
    let mut ledger = Ledger::default();
    ledger.approximations(&text);
    turns(&entries(case), &Limits::read(limits), 20 * effort())
        .compare(&result(&text), &mut ledger);
    ledger.verdict()
}

pub(crate) fn race(case: &Case) -> Verdict {
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
