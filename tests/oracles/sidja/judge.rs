//! siga's answers compared with the oracle's.

use std::collections::HashMap;

use serde_json::Value;

use crate::oracles::case::{Case, Verdict};
use crate::oracles::custodial::{Position, Rules, read};
use crate::oracles::ledger::Ledger;
use crate::oracles::or_verdict;
use crate::oracles::program::asked;

/// Who makes the first capture, looking at most so many plies ahead: with which ply, for the side to move.
fn first(
    rules: &Rules,
    position: &Position,
    plies: u64,
    known: &mut HashMap<(Position, u64), Option<(bool, u64)>>,
) -> Option<(bool, u64)> {
    if rules.end(position) == Some("loss") {
        return Some((false, 0));
    }
    if plies == 0 {
        return None;
    }
    let key = (position.clone(), plies);
    if let Some(value) = known.get(&key) {
        return *value;
    }
    // The one in a hurry wants few plies, the other many.
    let better = |one: Option<(bool, u64)>, two: Option<(bool, u64)>| {
        let rank = |value: Option<(bool, u64)>| match value {
            Some((true, plies)) => (2, u64::MAX - plies),
            None => (1, 0),
            Some((false, plies)) => (0, plies),
        };
        if rank(one) >= rank(two) { one } else { two }
    };
    let values = rules.moves(position).into_iter().map(|one| {
        if one.taken.is_empty() {
            first(rules, &one.after, plies - 1, known).map(|(win, plies)| (!win, plies + 1))
        } else {
            Some((true, 1))
        }
    });
    let value = values.reduce(better).unwrap();
    known.insert(key, value);
    value
}

pub(crate) fn first_capture(case: &Case) -> Verdict {
    let (mut rules, position) = read(case);
    let none = vec!["none".to_owned()];
    rules.keys.insert("no_capture".to_owned(), none);
    let said = or_verdict!(asked("first-capture", case, &[]));
    let mut ledger = Ledger::default();
    // On 3×3 no fight is longer than the positions there are; on others only the beginning is looked at.
    let plies = if position.cells.len() == 9 { 40 } else { 3 };
    let mut known = HashMap::new();
    let mut judge = |what: &str, said: &Value, truth: Option<(bool, u64)>| {
        let outcome = said["outcome"].as_str();
        let ply = said["plies"].as_u64();
        match (outcome, truth) {
            (None, _) => {}
            (Some(outcome), Some((win, at))) => {
                let holds = outcome == if win { "win" } else { "loss" } && ply == Some(at);
                ledger.law(holds, || {
                    format!("{what}: siga {outcome} {ply:?}, oracle {truth:?}")
                });
            }
            (Some("draw"), None) => ledger.law(true, String::new),
            (Some(outcome), None) => ledger
                .law(position.cells.len() > 9 && ply > Some(plies), || {
                    format!("{what}: siga {outcome} {ply:?}, oracle draw")
                }),
        }
    };
    judge(
        "position",
        &said,
        first(&rules, &position, plies, &mut known),
    );
    let moves = rules.moves(&position);
    for one in said["moves"].as_array().unwrap() {
        let Some(own) = moves.iter().find(|own| one["move"] == own.name.as_str()) else {
            return Verdict::Fault(format!("no such move: {one}"));
        };
        let value = if own.taken.is_empty() {
            first(&rules, &own.after, plies - 1, &mut known).map(|(win, plies)| (!win, plies + 1))
        } else {
            Some((true, 1))
        };
        judge(&own.name, one, value);
    }
    ledger.verdict()
}

/// The eight images of a position have the same value, and as many moves; on boards too large for the oracle too.
pub(crate) fn images(case: &Case) -> Verdict {
    let (rules, position) = read(case);
    if position.hand != [0, 0] {
        return Verdict::Declined("stones are still being placed".into());
    }
    let size = position.cells.len().isqrt();
    let mut image = position.clone();
    let mut ledger = Ledger::default();
    let budget = ["budget=3000", "tables=0"];
    let said = or_verdict!(asked("analyse", case, &budget));
    for turn in 0..4 {
        // Turned by a right angle, and in every second step reflected as well.
        let turned = |cell: usize| {
            (cell % size) * size
                + if turn % 2 == 0 {
                    size - 1 - cell / size
                } else {
                    cell / size
                }
        };
        let before = image.clone();
        for cell in 0..size * size {
            image.cells[turned(cell)] = before.cells[cell];
        }
        let named = before
            .going
            .strip_prefix('+')
            .and_then(|name| (0..size * size).find(|&cell| rules.game.name(cell) == name));
        if let Some(cell) = named {
            image.going = format!("+{}", rules.game.name(turned(cell)));
        }
        let text = rules.text(&image);
        let mirrored = or_verdict!(asked(
            "analyse",
            &case.clone().with("position", &text),
            &budget
        ));
        let moves = |said: &Value| said["moves"].as_array().unwrap().len();
        ledger.law(moves(&said) == moves(&mirrored), || {
            format!(
                "{} moves, {} of the image {text}",
                moves(&said),
                moves(&mirrored)
            )
        });
        // A search may prove more of one image than of another, nothing else.
        let (one, two) = (&said["outcome"], &mirrored["outcome"]);
        ledger.law(one == two || one.is_null() || two.is_null(), || {
            format!("{one}, {two} of the image {text}")
        });
    }
    ledger.verdict()
}
