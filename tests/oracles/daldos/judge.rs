//! Answers about boards compared with the oracle's.

use std::collections::{BTreeMap, BTreeSet};

use num_rational::BigRational;
use num_traits::{One as _, Zero as _};
use serde_json::Value;

use crate::oracles::case::{Case, Verdict, same};
use crate::oracles::ledger::Ledger;
use crate::oracles::number::Between;
use crate::oracles::program::asked;
use crate::oracles::turn::names;
use crate::oracles::{effort, or_verdict};

use super::rules::{Board, Rules, holes, other};
use super::turn::{Aim, Criterion, Turns};

pub(crate) fn read(case: &Case) -> (Rules, Board, u8) {
    let rules = Rules::read(case.get("rules"));
    let (board, side) = rules.board(case.get("position"));
    (rules, board, side)
}

/// The throw of a case, in ascending order.
fn thrown(case: &Case) -> Vec<usize> {
    let mut numbers = case.numbers("throw");
    numbers.sort_unstable();
    numbers
}

fn earns(rules: &Rules, throw: &[usize]) -> bool {
    rules
        .throws()
        .iter()
        .any(|one| one.numbers == throw && one.again)
}

/// The same words in the same order.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = text.split(' ').map(ToOwned::to_owned).collect();
    words.sort();
    words
}

pub(crate) fn moves(case: &Case) -> Verdict {
    let (rules, board, side) = read(case);
    let throw = thrown(case);
    let said = or_verdict!(asked("moves", case, &["throw"]));
    let over = rules.winner(&board);
    let again = earns(&rules, &throw);
    let mut expected = BTreeMap::new();
    if over.is_none() {
        for (after, play) in rules.plays(&board, side, &throw) {
            let again = again && rules.winner(&after).is_none();
            let captures = play.captures.iter().map(|&hole| rules.name(hole));
            let mut captures: Vec<String> = captures.collect();
            captures.sort();
            let text = rules.text(&after, if again { side } else { other(side) });
            expected.insert(text, (captures, play.ways, again));
        }
    }
    let mut found = BTreeMap::new();
    for play in said["moves"].as_array().unwrap() {
        let [mut captures, ways] = ["captures", "ways"].map(|name| names(&play[name]));
        captures.sort();
        if ways.first().map(String::as_str) != play["move"].as_str() {
            return Verdict::Fault(format!("the move is not the first of its ways: {play}"));
        }
        let ways: Vec<Vec<String>> = ways.iter().map(|way| words(way)).collect();
        let distinct: BTreeSet<Vec<String>> = ways.iter().cloned().collect();
        if distinct.len() != ways.len() {
            return Verdict::Fault(format!("a way is listed twice: {ways:?}"));
        }
        let key = play["position"].as_str().unwrap().to_owned();
        if found
            .insert(key, (captures, distinct, play["again"].as_bool().unwrap()))
            .is_some()
        {
            return Verdict::Fault(format!("two plays lead to the same position: {play}"));
        }
    }
    if said["over"] != over.is_some() {
        return Verdict::Fault(format!("over: siga {}, oracle {over:?}", said["over"]));
    }
    same(&found, &expected)
}

pub(crate) fn analysis(case: &Case, width: &str) -> Result<Value, Verdict> {
    let width = format!("width={width}");
    asked("analyse", case, &[&width, "throw", "by"])
}

pub(crate) fn turn(case: &Case) -> Verdict {
    let (rules, board, side) = read(case);
    let said = or_verdict!(analysis(case, case.get("width")));
    let mut ledger = Ledger::default();
    for (what, side) in [("turn", side), ("threats", other(side))] {
        let said = &said[what];
        ledger.law(said["side"] == (side as char).to_string(), || {
            format!("{what}: of side {}", said["side"])
        });
        let mut turns = Turns::new(&rules, effort());
        let truth = |turns: &mut Turns, aim| {
            turns.allow(effort());
            turns.value(&board, side, aim)
        };
        let take = truth(&mut turns, Aim::Take);
        let mean = truth(&mut turns, Aim::Mean);
        ledger.compare(&format!("{what}.take"), &said["take"], &take);
        ledger.compare(&format!("{what}.mean"), &said["mean"], &mean);
        ledger.compare(
            &format!("{what}.dal"),
            &said["dal"],
            &truth(&mut turns, Aim::Release),
        );
        if let Some(lost) = turns.lost(&board, side) {
            ledger.compare(&format!("{what}.lost"), &said["lost"], &lost);
        }
        let enemies = holes(&board, |cell| cell.to_ascii_uppercase() == other(side));
        let listed = said["pieces"].as_array().unwrap();
        ledger.law(listed.len() == enemies.len(), || {
            format!("{what}.pieces: {listed:?}")
        });
        for hole in enemies {
            let name = rules.name(hole);
            let piece = listed.iter().find(|piece| piece["hole"] == name.as_str());
            let Some(piece) = piece else {
                ledger.law(false, || format!("{what}.pieces: no {name}"));
                continue;
            };
            ledger.law(piece["dalled"] == board[hole].is_ascii_uppercase(), || {
                format!("{what}.pieces: {piece}")
            });
            let chance = truth(&mut turns, Aim::Piece(hole));
            ledger.compare(
                &format!("{what}.pieces {name}"),
                &piece["probability"],
                &chance,
            );
        }
        number(&mut ledger, what, said, &take, &mean);
    }
    ledger.verdict()
}

/// How many are taken, under some play that is best for the average: its sum and its average must fit.
fn number(ledger: &mut Ledger, what: &str, said: &Value, take: &Between, mean: &Between) {
    // How much less than the best the average of the play shown may be.
    let short =
        Between::read(&said["number_short"]).map_or_else(BigRational::zero, |short| short.upper);
    let mut sums = Between::exactly(BigRational::zero());
    let mut means = sums.clone();
    for row in said["number"].as_array().unwrap() {
        let Some(chance) = Between::read(&row["probability"]) else {
            return ledger.law(false, || format!("{what}.number: {row}"));
        };
        let taken = BigRational::from_integer(row["taken"].as_i64().unwrap().into());
        if taken.is_zero() {
            let least = BigRational::one() - &take.upper;
            ledger.law(chance.upper >= least, || {
                format!("{what}.number: nothing with {chance}, oracle at least 1 - {take}")
            });
        }
        sums.lower += &chance.lower;
        sums.upper += &chance.upper;
        means.lower += &taken * chance.lower;
        means.upper += taken * chance.upper;
    }
    let one = Between::exactly(BigRational::one());
    ledger.law(sums.holds(&one), || {
        format!("{what}.number: the sum is {sums}")
    });
    ledger.law(means.lower <= mean.upper, || {
        format!("{what}.number: the average is {means}, oracle at most {mean}")
    });
    ledger.law(means.upper >= &mean.lower - &short, || {
        format!("{what}.number: the average is {means}, oracle {mean}")
    });
}

pub(crate) fn plays(case: &Case) -> Verdict {
    let (rules, board, side) = read(case);
    let throw = thrown(case);
    let said = or_verdict!(analysis(case, case.get("width")));
    let criterion = match case.get("by") {
        "take" => Criterion::Take,
        "safe" => Criterion::Safe,
        _ => Criterion::Net,
    };
    let mut ledger = Ledger::default();
    let expected = match rules.winner(&board) {
        None => rules.plays(&board, side, &throw),
        Some(_) => BTreeMap::new(),
    };
    let listed = said["plays"].as_array().cloned().unwrap_or_default();
    ledger.law(listed.len() == expected.len(), || {
        format!(
            "siga lists {} plays, the oracle {}",
            listed.len(),
            expected.len()
        )
    });
    let mut turns = Turns::new(&rules, 0);
    for (after, play) in expected {
        let again = earns(&rules, &throw) && rules.winner(&after).is_none();
        let text = rules.text(&after, if again { side } else { other(side) });
        let Some(listed) = listed
            .iter()
            .find(|listed| listed["position"] == text.as_str())
        else {
            ledger.law(false, || format!("siga does not list {text}"));
            continue;
        };
        turns.allow(effort() / 2);
        let truth = turns.after(&after, side, again, play.captures.len(), criterion);
        ledger.compare(
            &format!("value of {}", listed["move"]),
            &listed["value"],
            &truth,
        );
    }
    let worse = |play: &Value| {
        Between::read(&play["value"]).map(|value| {
            if criterion == Criterion::Safe {
                -value.upper
            } else {
                value.lower
            }
        })
    };
    ledger.law(
        listed
            .iter()
            .map(worse)
            .is_sorted_by(|one, next| one >= next),
        || "the plays are not in order of their values".into(),
    );
    ledger.verdict()
}
