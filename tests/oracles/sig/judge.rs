//! Answers about turns and distances compared with the oracle's.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};

use num_rational::BigRational;
use num_traits::Zero as _;

use crate::oracles::case::{Case, Verdict};
use crate::oracles::ledger::Ledger;
use crate::oracles::number::Between;
use crate::oracles::program::asked;
use crate::oracles::turn::Turns;
use crate::oracles::{effort, or_verdict};

use super::rules::{Rules, Throw, Yields, expectation, playable, takes};

fn throw_texts(stands: &[Throw]) -> Vec<String> {
    stands.iter().map(|throw| throw.text()).collect()
}

/// The chance that a question about what stands is answered with yes.
fn chance(yields: &Yields, holds: impl Fn(&[Throw]) -> bool) -> Between {
    expectation(yields, 1, |stands| holds(stands) as usize)
}

pub(crate) fn turn(case: &Case) -> Verdict {
    let said = or_verdict!(asked("turn", case, &["length"]));
    let yields = Rules::read(case.get("rules")).yields(40, 20 * effort());
    let mut ledger = Ledger::default();
    if let Some(khadzh) = said["khadzh"].as_object() {
        let truth = chance(&yields, |stands| stands.contains(&Throw::Khadzh));
        ledger.compare("khadzh stands", &khadzh["at_least_one"], &truth);
    }
    let possible = yields
        .chances
        .iter()
        .filter(|(_, chance)| !chance.is_zero());
    let turns = Turns {
        stands: possible
            .map(|(stands, chance)| (throw_texts(stands), chance.clone()))
            .collect(),
        throws: BTreeMap::new(),
        open: yields.open.clone(),
    };
    turns.compare(&said, &mut ledger);
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
    let said = or_verdict!(asked("odds", case, &["behind", "max-throws"]));
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
        let said = asked("odds", &case, &["behind", "max-throws"])?;
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
