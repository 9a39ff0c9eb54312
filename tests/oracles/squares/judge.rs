//! siga's answers compared with the oracle's.

use std::collections::{BTreeMap, HashMap};

use serde_json::Value;

use crate::case::{Case, Verdict};
use crate::ledger::Ledger;
use crate::program::answer;
use crate::{effort, or_verdict};

use super::rules::{Position, Rules, other};

fn asked(command: &str, case: &Case, more: &[&str]) -> Result<Value, Verdict> {
    let game = if case.get("rules").starts_with("teeko") {
        "teeko"
    } else {
        "5x5"
    };
    let arguments = [
        game,
        command,
        "--rules",
        case.get("rules"),
        "--position",
        case.get("position"),
    ];
    answer(&[&arguments[..], more].concat())
}

fn read(case: &Case) -> (Rules, Position) {
    let rules = Rules::read(case.get("rules"));
    let position = rules.position(case.get("position"));
    (rules, position)
}

pub(crate) fn moves(case: &Case) -> Verdict {
    let (rules, position) = read(case);
    let said = or_verdict!(asked("moves", case, &[]));
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

/// Won or lost for the side to move in so many plies, looking at most so far ahead; `None`: neither within that.
type Found = Option<(bool, u64)>;

fn ahead(
    rules: &Rules,
    position: &Position,
    plies: u64,
    known: &mut HashMap<(Position, u64), Found>,
) -> Found {
    if rules.over(position) {
        return Some((false, 0));
    }
    if plies == 0 {
        return None;
    }
    let key = (position.clone(), plies);
    if let Some(value) = known.get(&key) {
        return *value;
    }
    let values = rules.moves(position).into_iter().map(|(_, _, after)| {
        ahead(rules, &after, plies - 1, known).map(|(win, plies)| (!win, plies + 1))
    });
    let best = if rules.opponent_chooses(position) {
        values.min_by_key(|value| rank(*value))
    } else {
        values.max_by_key(|value| rank(*value))
    };
    let best = best.unwrap();
    known.insert(key, best);
    best
}

/// The best for the side to move is greatest: win soon, neither, lose late.
fn rank(value: Found) -> i64 {
    match value {
        Some((true, plies)) => 1_000 - plies as i64,
        None => 0,
        Some((false, plies)) => plies as i64 - 1_000,
    }
}

fn compare(ledger: &mut Ledger, what: &str, said: &Value, truth: Found, horizon: u64) {
    let Some(outcome) = said["outcome"].as_str() else {
        return;
    };
    let plies = said["plies"].as_u64();
    let holds = match truth {
        Some((true, at)) => outcome == "win" && plies == Some(at),
        Some((false, at)) => outcome == "loss" && plies == Some(at),
        None => outcome == "draw" && plies.is_none() || plies > Some(horizon),
    };
    ledger.law(holds, || {
        format!("{what}: siga {outcome} {plies:?}, oracle {truth:?} looking {horizon} plies ahead")
    });
}

pub(crate) fn look_ahead(case: &Case) -> Verdict {
    probed(case, 3)
}

pub(crate) fn probe(case: &Case) -> Verdict {
    probed(case, 12)
}

fn probed(case: &Case, plies: u64) -> Verdict {
    let (rules, position) = read(case);
    let said = or_verdict!(asked("probe", case, &[]));
    let mut known = HashMap::new();
    let mut ledger = Ledger::default();
    compare(
        &mut ledger,
        "position",
        &said,
        ahead(&rules, &position, plies, &mut known),
        plies,
    );
    for (text, _, after) in rules.moves(&position) {
        let Some(one) = said["moves"]
            .as_array()
            .unwrap()
            .iter()
            .find(|one| one["move"] == text.as_str())
        else {
            return Verdict::Fault(format!("siga does not list {text}"));
        };
        let truth =
            ahead(&rules, &after, plies - 1, &mut known).map(|(win, plies)| (!win, plies + 1));
        compare(&mut ledger, &text, one, truth, plies);
    }
    ledger.verdict()
}
