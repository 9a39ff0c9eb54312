//! Answers about tâb compared with the oracle's.

use std::collections::{BTreeMap, BTreeSet};

use num_rational::BigRational;
use num_traits::{One as _, Zero as _};
use serde_json::Value;

use crate::oracles::case::{Case, Verdict};
use crate::oracles::ledger::Ledger;
use crate::oracles::number::{Between, fraction};
use crate::oracles::program::answer;
use crate::oracles::{effort, or_verdict};

use super::rules::{Board, Rules, other};

pub(super) fn asked(command: &str, case: &Case, options: &[&str]) -> Result<Value, Verdict> {
    let mut arguments = vec!["tab".to_owned(), command.to_owned()];
    for name in ["rules"].iter().chain(options) {
        arguments.push(format!("--{name}"));
        arguments.push(case.get(name).to_owned());
    }
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    answer(&arguments)
}

pub(crate) fn moves(case: &Case) -> Verdict {
    let rules = Rules::read(case.get("rules"));
    let (board, team) = rules.board(case.get("position"));
    let throws: Vec<usize> = case
        .get("yield")
        .split(',')
        .map(|t| t.parse().unwrap())
        .collect();
    let ends = rules.ends_of_turn(&board, team, &throws).into_iter();
    let expected: BTreeSet<String> = ends.map(|after| rules.text(&after, other(team))).collect();
    let said = or_verdict!(asked("moves", case, &["position", "yield"]));
    let moves = said["moves"].as_array().unwrap().iter();
    let found = moves.map(|play| play["position"].as_str().unwrap().to_owned());
    let found: BTreeSet<String> = found.collect();
    if found == expected {
        return Verdict::Holds(found.len() as u64);
    }
    let only = |one: &BTreeSet<String>, other: &BTreeSet<String>| {
        one.difference(other)
            .cloned()
            .collect::<Vec<_>>()
            .join("\n       ")
    };
    Verdict::Fault(format!(
        "only siga: {}\nonly oracle: {}",
        only(&found, &expected),
        only(&expected, &found)
    ))
}

pub(crate) fn perft(case: &Case) -> Verdict {
    let rules = Rules::read(case.get("rules"));
    let (board, team) = rules.board(case.get("position"));
    let depth: u32 = case.get("depth").parse().unwrap();
    let yields = rules.yields(case.get("max-throws").parse().unwrap());
    let mut left = 4 * effort();
    let Some(expected) = sequences(&rules, &yields, &board, team, depth, &mut left) else {
        return Verdict::Declined("too many for the oracle".into());
    };
    let said = or_verdict!(asked("perft", case, &["position", "depth", "max-throws"]));
    if said["nodes"].as_str().unwrap() == expected.to_string() {
        Verdict::Holds(1)
    } else {
        Verdict::Fault(format!("siga {}, oracle {expected}", said["nodes"]))
    }
}

fn sequences(
    rules: &Rules,
    yields: &BTreeSet<Vec<usize>>,
    board: &Board,
    team: char,
    depth: u32,
    left: &mut usize,
) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    if Rules::over(board) {
        return Some(0);
    }
    let mut sum = 0;
    for throws in yields {
        *left = left.checked_sub(1)?;
        for after in rules.ends_of_turn(board, team, throws) {
            sum += sequences(rules, yields, &after, other(team), depth - 1, left)?;
        }
    }
    Some(sum)
}

/// The chance of each throw by its value, sticks one by one.
pub(super) fn throws(bias: &BigRational) -> BTreeMap<usize, BigRational> {
    let mut chances = BTreeMap::new();
    for sides in 0..16u32 {
        let flat = sides.count_ones();
        let up = bias.pow(flat as i32);
        let down = (BigRational::one() - bias).pow(4 - flat as i32);
        let value = [6, 1, 2, 3, 4][flat as usize];
        *chances.entry(value).or_insert_with(BigRational::zero) += up * down;
    }
    chances
}

/// Throws of a turn that are followed out one by one; the rest stays open.
const TURN: usize = 40;

/// Every total that some of the throws add up to, as bits, with its chance, while the turn goes on.
fn any_order(chances: &BTreeMap<usize, BigRational>, behind: &[usize]) -> Between {
    let wanted = behind
        .iter()
        .fold(0, |set, &distance| set | 1u64 << distance);
    let within = (1u64 << 20) - 1;
    let mut on = BTreeMap::from([(1u64, BigRational::one())]);
    let mut taken = BigRational::zero();
    for _ in 0..TURN {
        let mut next = BTreeMap::new();
        for (sums, chance) in on {
            for (&throw, weight) in chances {
                let sums = (sums | sums << throw) & within;
                let chance = &chance * weight;
                if sums & wanted != 0 {
                    taken += chance;
                } else if throw != 2 && throw != 3 {
                    *next.entry(sums).or_insert_with(BigRational::zero) += chance;
                }
            }
        }
        on = next;
    }
    let open: BigRational = on.into_values().sum();
    Between {
        upper: &taken + open,
        lower: taken,
    }
}

/// One piece, each throw used before the next is made: by it, or elsewhere.
fn as_thrown(chances: &BTreeMap<usize, BigRational>, behind: usize) -> Between {
    // So many throws may still be made; then nothing, or everything.
    let after = |end: BigRational| {
        let mut best = vec![end; behind + 1];
        for _ in 0..TURN {
            let of = |distance: usize| {
                let each = chances.iter().map(|(&throw, weight)| {
                    if throw == distance {
                        return weight.clone();
                    }
                    if throw == 2 || throw == 3 {
                        return BigRational::zero();
                    }
                    let stays = &best[distance];
                    let goes = distance.checked_sub(throw).map(|left| &best[left]);
                    weight * goes.map_or(stays, |goes| goes.max(stays))
                });
                each.sum::<BigRational>()
            };
            let next: Vec<BigRational> = (0..=behind)
                .map(|d| if d == 0 { BigRational::zero() } else { of(d) })
                .collect();
            best = next;
        }
        best.swap_remove(behind)
    };
    Between {
        lower: after(BigRational::zero()),
        upper: after(BigRational::one()),
    }
}

pub(crate) fn odds(case: &Case) -> Verdict {
    let rules = case.get("rules");
    let bias = rules.split("bias=").nth(1).unwrap();
    let chances = throws(&fraction(bias));
    let behind: Vec<usize> = case
        .get("behind")
        .split(',')
        .map(|d| d.parse().unwrap())
        .collect();
    let truth = match rules.contains("order=thrown") {
        true => as_thrown(&chances, behind[0]),
        false => any_order(&chances, &behind),
    };
    let said = or_verdict!(asked("odds", case, &["behind"]));
    let mut ledger = Ledger::default();
    ledger.compare("taken", &said["probability"], &truth);
    ledger.verdict()
}
