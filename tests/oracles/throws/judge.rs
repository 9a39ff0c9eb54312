//! siga's answers compared with the listing.

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::{One as _, Zero as _};

use crate::oracles::case::{Case, Verdict};
use crate::oracles::ledger::Ledger;
use crate::oracles::number::Between;
use crate::oracles::program::{answer, printed, result};
use crate::oracles::{effort, or_verdict};

use super::meaning::{Chances, read};

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
    // The throws that stand, whether the throw before can be cancelled, and how many in a row have earned another.
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

pub(crate) fn turn(case: &Case) -> Verdict {
    let limits = case.get("limits");
    let mut arguments = vec!["throw", case.get("throw"), "--turn"];
    arguments.extend(limits.split(' ').filter(|word| !word.is_empty()));
    arguments.push("--json");
    let text = or_verdict!(printed(&arguments));
    let said = result(&text);
    let (totals, numbers, open) = turns(&entries(case), limits, 2 * effort());
    let mut ledger = Ledger::default();
    ledger.approximations(&text);
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
