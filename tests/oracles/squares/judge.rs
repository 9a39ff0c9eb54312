//! siga's answers compared with the oracle's.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::oracles::case::{Case, Verdict};
use crate::oracles::ledger::Ledger;
use crate::oracles::program::answer;
use crate::oracles::{effort, or_verdict};

use super::cells::Board;
use super::rules::{Position, Rules, other};

pub(crate) fn asked(command: &str, case: &Case, more: &[&str]) -> Result<Value, Verdict> {
    let game = if case.get("rules").starts_with("teeko") {
        "teeko"
    } else {
        "5x5"
    };
    let mut arguments = vec![game, command, "--rules", case.get("rules")];
    if !case.get("position").is_empty() {
        arguments.extend(["--position", case.get("position")]);
    }
    answer(&[&arguments[..], more].concat())
}

pub(crate) fn read(case: &Case) -> (Rules, Position) {
    let rules = Rules::read(case.get("rules"));
    let position = rules.position(case.get("position"));
    (rules, position)
}

pub(crate) fn moves(case: &Case) -> Verdict {
    let (rules, position) = read(case);
    let said = or_verdict!(asked("moves", case, &[]));
    if !rules.over(&position) {
        // The oracle's two ways to move, with each other.
        let all = rules.moves(&position);
        let plain: BTreeSet<_> = all.iter().map(|(_, _, at)| Board::sets(at)).collect();
        let sets = Board::new(&rules).after(Board::sets(&position));
        assert_eq!(
            (plain, all.len()),
            (sets.iter().copied().collect(), sets.len())
        );
    }
    let expected = rules
        .moves(&position)
        .into_iter()
        .map(|(text, over, after)| {
            (
                text,
                (over.map(|cell| rules.name(cell)), rules.text(&after)),
            )
        });
    let expected: BTreeMap<_, _> = expected.collect();
    let found = said["moves"].as_array().unwrap().iter().map(|one| {
        let text = |name: &str| one[name].as_str().map(ToOwned::to_owned);
        (
            text("move").unwrap(),
            (text("over"), text("position").unwrap()),
        )
    });
    let found: BTreeMap<_, _> = found.collect();
    let over = rules.over(&position);
    let chooser = if rules.opponent_chooses(&position) {
        other(position.side)
    } else {
        position.side
    };
    let mut ledger = Ledger::default();
    ledger.count(found.len() as u64);
    ledger.law(found == expected, || {
        format!("siga   {found:?}\noracle {expected:?}")
    });
    ledger.law(said["end"].as_str() == over.then_some("loss"), || {
        format!("end: siga {}, oracle over: {over}", said["end"])
    });
    let chosen_by = (chooser as char).to_string();
    ledger.law(over || said["chooser"] == chosen_by.as_str(), || {
        format!("chooser: siga {}, oracle {chosen_by}", said["chooser"])
    });
    ledger.verdict()
}

pub(crate) fn perft(case: &Case) -> Verdict {
    let (rules, position) = read(case);
    let depth: u32 = case.get("depth").parse().unwrap();
    let mut left = 40 * effort();
    let Some(expected) = sequences(&rules, &position, depth, &mut left) else {
        return Verdict::Declined("too many for the oracle".into());
    };
    let said = or_verdict!(asked("perft", case, &["--depth", case.get("depth")]));
    if said["nodes"].as_str().unwrap() == expected.to_string() {
        Verdict::Holds(1)
    } else {
        Verdict::Fault(format!("siga {}, oracle {expected}", said["nodes"]))
    }
}

fn sequences(rules: &Rules, position: &Position, depth: u32, left: &mut usize) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    *left = left.checked_sub(1)?;
    rules
        .moves(position)
        .iter()
        .map(|(_, _, after)| sequences(rules, after, depth - 1, left))
        .sum()
}
