//! Answers about turns and distances compared with the oracle's.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use num_rational::BigRational;
use num_traits::{One as _, Zero as _};
use serde_json::Value;

use crate::oracles::case::{Case, Verdict};
use crate::oracles::ledger::Ledger;
use crate::oracles::number::Between;
use crate::oracles::program::{printed, result};
use crate::oracles::running_fight::asked;
use crate::oracles::{effort, or_verdict};

use super::rules::{Rules, Throw, Yields, expectation, playable, takes};

fn throw_texts(stands: &[Throw]) -> Vec<String> {
    stands.iter().map(|throw| throw.text()).collect()
}

pub(crate) fn value_texts(values: &Value) -> Vec<String> {
    let texts = values.as_array().unwrap().iter().map(|value| match value {
        Value::String(label) => label.clone(),
        number => number.to_string(),
    });
    texts.collect()
}

/// The chance that a question about what stands is answered with yes.
fn chance(yields: &Yields, holds: impl Fn(&[Throw]) -> bool) -> Between {
    expectation(yields, 1, |stands| holds(stands) as usize)
}

fn total(stands: &[Throw]) -> i64 {
    let numbers = stands.iter().map(|throw| match throw {
        Throw::Number(number) => *number as i64,
        _ => 0,
    });
    numbers.sum()
}

pub(crate) fn turn(case: &Case) -> Verdict {
    let rules = Rules::read(case.get("rules"));
    let arguments = [
        "sig",
        "turn",
        "--rules",
        case.get("rules"),
        "--length",
        case.get("length"),
        "--json",
    ];
    let text = or_verdict!(printed(&arguments));
    let said = result(&text);
    let yields = rules.yields(40, 20 * effort());
    let mut ledger = Ledger::default();
    ledger.approximations(&text);
    let mut sum = Between::exactly(BigRational::zero());
    for row in said["outcomes"].as_array().unwrap() {
        let outcome = row["outcome"].as_i64().unwrap();
        let truth = chance(&yields, |stands| total(stands) == outcome);
        ledger.compare(&format!("total {outcome}"), &row["probability"], &truth);
        sum.add(&row["probability"]);
    }
    if let Some(rest) = said["rest"].as_object() {
        sum.add(&rest["probability"]);
    }
    ledger.law(sum.holds(&Between::exactly(BigRational::one())), || {
        format!("all totals have {sum}")
    });
    let length: usize = case.get("length").parse().unwrap();
    let lists = said["values"]["lists"].as_array().unwrap();
    let mut expected = BTreeSet::new();
    for (stands, chance) in &yields.chances {
        if stands.len() <= length && !chance.is_zero() {
            expected.insert(throw_texts(stands));
        }
    }
    let listed: BTreeSet<Vec<String>> = lists
        .iter()
        .map(|list| value_texts(&list["values"]))
        .collect();
    ledger.law(
        expected.is_subset(&listed) && listed.len() == lists.len(),
        || format!("lists: siga {listed:?}, oracle {expected:?}"),
    );
    let mut sum = Between::exactly(BigRational::zero());
    for list in lists {
        let texts = value_texts(&list["values"]);
        let truth = chance(&yields, |stands| throw_texts(stands) == texts);
        ledger.compare(&format!("list {texts:?}"), &list["probability"], &truth);
        sum.add(&list["probability"]);
    }
    sum.add(&said["values"]["rest"]);
    ledger.law(sum.holds(&Between::exactly(BigRational::one())), || {
        format!("all lists have {sum}")
    });
    for list in said["values"]["multisets"].as_array().unwrap() {
        let mut texts = value_texts(&list["values"]);
        texts.sort();
        let truth = chance(&yields, |stands| {
            let mut own = throw_texts(stands);
            own.sort();
            own == texts
        });
        ledger.compare(&format!("multiset {texts:?}"), &list["probability"], &truth);
    }
    for row in said["occurs"].as_array().unwrap() {
        let outcome = value_texts(&Value::Array(vec![row["outcome"].clone()])).remove(0);
        let truth = chance(&yields, |stands| throw_texts(stands).contains(&outcome));
        ledger.compare(&format!("{outcome} occurs"), &row["probability"], &truth);
    }
    for count in said["counts"].as_array().unwrap() {
        let outcome = value_texts(&Value::Array(vec![count["outcome"].clone()])).remove(0);
        for row in count["rows"].as_array().unwrap() {
            let times = row["times"].as_u64().unwrap() as usize;
            let truth = chance(&yields, |stands| {
                throw_texts(stands)
                    .iter()
                    .filter(|text| **text == outcome)
                    .count()
                    == times
            });
            ledger.compare(
                &format!("{outcome} occurs {times} times"),
                &row["probability"],
                &truth,
            );
        }
    }
    for row in said["largest"].as_array().unwrap() {
        let value = row["value"].as_u64().map(|value| value as usize);
        let truth = chance(&yields, |stands| {
            let numbers = stands.iter().filter_map(|throw| match throw {
                Throw::Number(number) => Some(*number),
                _ => None,
            });
            numbers.max() == value
        });
        ledger.compare(&format!("largest {value:?}"), &row["probability"], &truth);
    }
    if let Some(khadzh) = said["khadzh"].as_object() {
        let truth = chance(&yields, |stands| stands.contains(&Throw::Khadzh));
        ledger.compare("khadzh stands", &khadzh["at_least_one"], &truth);
    }
    ledger.verdict()
}

/// Whatever stands, as it matters to the question, with its chance: equal ones together.
pub(crate) fn merged(rules: &Rules, yields: Yields, keep: impl Fn(&Throw) -> bool) -> Yields {
    let mut chances = BTreeMap::new();
    for (stands, chance) in yields.chances {
        let kept: Vec<Throw> = playable(rules, &stands).into_iter().filter(&keep).collect();
        *chances.entry(kept).or_insert_with(BigRational::zero) += chance;
    }
    Yields {
        chances,
        open: yields.open,
    }
}

fn track_chance(rules: &Rules, behind: &str) -> Between {
    let mut pieces: Vec<i64> = behind
        .split(',')
        .map(|text| -text.parse::<i64>().unwrap())
        .collect();
    pieces.sort_unstable();
    let yields = merged(rules, rules.yields(40, 10 * effort()), |throw| {
        rules.moves_one || *throw != Throw::Khadzh
    });
    let known = RefCell::new(HashMap::new());
    chance(&yields, |stands| {
        takes(rules, &pieces, stands, &mut known.borrow_mut())
    })
}

pub(crate) fn odds(case: &Case) -> Verdict {
    let rules = Rules::read(case.get("rules"));
    let said = or_verdict!(asked("sig", "odds", case, &["behind", "max-throws"]));
    let mut ledger = Ledger::default();
    ledger.compare(
        "probability",
        &said["probability"],
        &track_chance(&rules, case.get("behind")),
    );
    ledger.verdict()
}

/// In any order is never worse than as thrown, and more throws leave less open.
pub(crate) fn odds_of_orders(case: &Case) -> Verdict {
    let plain = case.get("rules").replace(",order=thrown", "");
    let mut ledger = Ledger::default();
    let ask = |rules: &str, limit: &str| {
        let case = case.clone().with("rules", rules).with("max-throws", limit);
        let said = asked("sig", "odds", &case, &["behind", "max-throws"])?;
        Ok(Between::read(&said["probability"]).unwrap())
    };
    let thrown_rules = format!("{plain},order=thrown");
    for limit in ["", "4"] {
        let any = or_verdict!(ask(&plain, limit));
        let thrown = or_verdict!(ask(&thrown_rules, limit));
        ledger.law(thrown.lower <= any.upper, || {
            format!("as thrown {thrown}, in any order {any}")
        });
    }
    for rules in [&plain, &thrown_rules] {
        let mut before = or_verdict!(ask(rules, "1"));
        for limit in ["2", "3", "5", ""] {
            let now = or_verdict!(ask(rules, limit));
            ledger.law(before.holds(&now), || {
                format!("{rules}: {before} before, {now} with {limit} throws")
            });
            before = now;
        }
    }
    ledger.verdict()
}

pub(crate) fn table(case: &Case) -> Verdict {
    let said = or_verdict!(asked("sig", "table", case, &["pieces", "max"]));
    let mut ledger = Ledger::default();
    let arguments = [
        "sig",
        "table",
        "--rules",
        case.get("rules"),
        "--pieces",
        case.get("pieces"),
        "--max",
        case.get("max"),
        "--csv",
    ];
    let csv = or_verdict!(printed(&arguments));
    for row in said["rows"].as_array().unwrap() {
        let behind: Vec<String> = row["behind"]
            .as_array()
            .unwrap()
            .iter()
            .map(ToString::to_string)
            .collect();
        let alone = case.clone().with("behind", behind.join(","));
        let alone = or_verdict!(asked("sig", "odds", &alone, &["behind"]));
        ledger.law(alone == *row, || {
            format!("in the table {row}\nalone {alone}")
        });
        if let Some(exact) = row["probability"]["exact"].as_str() {
            ledger.law(csv.contains(exact), || {
                format!("{exact} is not in the CSV:\n{csv}")
            });
        }
    }
    ledger.verdict()
}
