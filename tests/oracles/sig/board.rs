//! Answers about boards compared with the oracle's.

use std::collections::{BTreeMap, BTreeSet};

use num_rational::BigRational;
use num_traits::Zero as _;
use serde_json::Value;

use crate::oracles::case::{Case, Verdict, same};
use crate::oracles::ledger::Ledger;
use crate::oracles::number::Between;
use crate::oracles::program::asked;
use crate::oracles::{effort, or_verdict};

use super::judge::merged;
use super::rules::{Board, Ends, Mover, Rules, Throw, Yields, cells, expectation, other};
use crate::oracles::turn::names;

fn read(case: &Case) -> (Rules, Board, Mover) {
    let rules = Rules::read(case.get("rules"));
    let (board, mover) = rules.board(case.get("position"));
    (rules, board, mover)
}

fn read_yield(text: &str) -> Vec<Throw> {
    let throw = |text: &str| match text {
        "khadzh" => Throw::Khadzh,
        number => Throw::Number(number.parse().unwrap()),
    };
    text.split(',').map(throw).collect()
}

pub(crate) fn moves(case: &Case) -> Verdict {
    let (rules, board, mover) = read(case);
    let side = mover.side;
    if case.get("yield").is_empty() {
        return Verdict::Declined("nothing to play".into());
    }
    let said = or_verdict!(asked("moves", case, &["yield"]));
    let over = rules.over(&board);
    // Whether giving up one 4 or the other is one way or two is nowhere said.
    let counted = |ways: usize| if rules.thrown && rules.may() { 0 } else { ways };
    let mut expected = BTreeMap::new();
    if !over {
        for (after, ways) in rules.plays(&board, side, &read_yield(case.get("yield"))) {
            let taken = cells(&board, |cell| cell.to_ascii_uppercase() == other(side));
            let taken: BTreeSet<String> = taken
                .into_iter()
                .filter(|&cell| after[cell].to_ascii_uppercase() != other(side))
                .map(|cell| rules.name(cell))
                .collect();
            expected.insert(
                rules.text(&after, rules.then(mover)),
                (taken, counted(ways.len())),
            );
        }
    }
    let mut found = BTreeMap::new();
    for play in said["moves"].as_array().unwrap() {
        let taken: BTreeSet<String> = names(&play["captures"]).into_iter().collect();
        let ways = counted(play["ways"].as_str().unwrap().parse().unwrap());
        found.insert(play["position"].as_str().unwrap().to_owned(), (taken, ways));
    }
    if said["over"].as_bool() != Some(over) {
        return Verdict::Fault(format!("over: siga {}, oracle {over}", said["over"]));
    }
    same(&found, &expected)
}

/// The result of the best plays of a turn.
struct Turn {
    enemies: Vec<usize>,
    at_least: Vec<Between>,
    each: Vec<Between>,
    expected: Between,
    frees: Between,
    freed: Between,
}

fn whole_turn(rules: &Rules, board: &[u8], side: u8) -> Turn {
    let enemies = cells(board, |cell| cell.to_ascii_uppercase() == other(side));
    let waiting = |board: &[u8]| cells(board, |cell| cell == side.to_ascii_lowercase()).len();
    let taken = |after: &Board| {
        enemies
            .iter()
            .filter(|&&cell| after[cell].to_ascii_uppercase() != other(side))
            .count()
    };
    let mut ends = Ends::new(rules, side);
    let all = merged(rules, rules.yields(40, 2 * effort()), |_| true);
    // For each yield: the most taken, the most freed, and which can be taken.
    let mut best = BTreeMap::new();
    let mut yields = Yields {
        chances: BTreeMap::new(),
        open: all.open,
    };
    let mut by_length: Vec<_> = all.chances.into_iter().collect();
    by_length.sort_by_key(|(stands, _)| stands.len());
    for (stands, chance) in by_length {
        if ends.known() > 40 * effort() || rules.over(board) {
            yields.open += chance;
            continue;
        }
        let ends = ends.of(board, &stands);
        let most = ends.iter().map(taken).max().unwrap();
        let freed = ends
            .iter()
            .map(|after| waiting(board) - waiting(after))
            .max()
            .unwrap();
        let each: Vec<bool> = enemies
            .iter()
            .map(|&cell| {
                ends.iter()
                    .any(|after| after[cell].to_ascii_uppercase() != other(side))
            })
            .collect();
        best.insert(stands.clone(), (most, freed, each));
        yields.chances.insert(stands, chance);
    }
    let at_least =
        |count: usize| expectation(&yields, 1, |stands| (best[stands].0 >= count) as usize);
    Turn {
        at_least: (1..=enemies.len().max(1)).map(at_least).collect(),
        each: (0..enemies.len())
            .map(|index| expectation(&yields, 1, |stands| best[stands].2[index] as usize))
            .collect(),
        expected: expectation(&yields, enemies.len(), |stands| best[stands].0),
        frees: expectation(&yields, 1, |stands| (best[stands].1 > 0) as usize),
        freed: expectation(&yields, waiting(board), |stands| best[stands].1),
        enemies,
    }
}

/// At least one piece, and how many, that a team takes in two turns in a row, the first played for both together; as far as few boards
/// lie between them.
fn two_turns(rules: &Rules, board: &[u8], side: u8) -> [Between; 2] {
    let enemies =
        |board: &[u8]| cells(board, |cell| cell.to_ascii_uppercase() == other(side)).len();
    let whole = |number: usize| BigRational::from_integer(number.into());
    let yields = merged(rules, rules.yields(40, effort() / 10), |_| true);
    let mut by_length: Vec<_> = yields.chances.into_iter().collect();
    by_length.sort_by_key(|(stands, _)| stands.len());
    let mut known: BTreeMap<Board, [Between; 2]> = BTreeMap::new();
    let mut sums = [0, 0].map(|zero| Between::exactly(whole(zero)));
    let mut open = yields.open;
    for (stands, chance) in by_length {
        let after = rules.plays(board, side, &stands);
        if known.len() > effort() / 15 {
            open += chance;
            continue;
        }
        for after in after.keys() {
            known.entry(after.clone()).or_insert_with(|| {
                let taken = enemies(board) - enemies(after);
                let nothing = || Between::exactly(whole(0));
                let [mut any, mut expected] = match rules.over(after) {
                    true => [nothing(), nothing()],
                    false => {
                        let turn = whole_turn(rules, after, side);
                        [turn.at_least[0].clone(), turn.expected]
                    }
                };
                if taken > 0 {
                    any = Between::exactly(whole(1));
                }
                expected.lower += whole(taken);
                expected.upper += whole(taken);
                [any, expected]
            });
        }
        for (at, sum) in sums.iter_mut().enumerate() {
            let values = || after.keys().map(|after| &known[after][at]);
            sum.lower += &chance * values().map(|value| &value.lower).max().unwrap();
            sum.upper += &chance * values().map(|value| &value.upper).max().unwrap();
        }
    }
    sums[0].upper += &open;
    sums[1].upper += open * whole(enemies(board));
    sums
}

fn compare_take(ledger: &mut Ledger, what: &str, said: &Value, turn: &Turn, rules: &Rules) {
    ledger.compare(
        &format!("{what}.at_least_one"),
        &said["at_least_one"],
        &turn.at_least[0],
    );
    ledger.compare(
        &format!("{what}.expected"),
        &said["expected"],
        &turn.expected,
    );
    for row in said["each"].as_array().unwrap() {
        let cell = turn
            .enemies
            .iter()
            .position(|&cell| row["cell"] == rules.name(cell).as_str());
        match cell {
            Some(index) => ledger.compare(
                &format!("{what}.each {}", row["cell"]),
                &row["probability"],
                &turn.each[index],
            ),
            None => ledger.law(false, || format!("{what}.each: {row}")),
        }
    }
    for row in said["at_least"].as_array().into_iter().flatten() {
        let pieces = row["pieces"].as_u64().unwrap() as usize;
        ledger.compare(
            &format!("{what}.at_least {pieces}"),
            &row["probability"],
            &turn.at_least[pieces - 1],
        );
    }
}

pub(crate) fn analyse(case: &Case) -> Verdict {
    let (rules, board, mover) = read(case);
    let side = mover.side;
    let said = or_verdict!(asked("analyse", case, &["max-throws"]));
    let mut ledger = Ledger::default();
    let over = rules.over(&board);
    ledger.law(said["over"] == over, || {
        format!("over: siga {}, oracle {over}", said["over"])
    });
    if over {
        return ledger.verdict();
    }
    let own = whole_turn(&rules, &board, side);
    let enemy = whole_turn(&rules, &board, other(side));
    compare_take(&mut ledger, "take", &said["take"], &own, &rules);
    compare_take(&mut ledger, "exposure", &said["exposure"], &enemy, &rules);
    let both = &said["exposure"]["both_turns"];
    ledger.law(both.is_object() == rules.pairs, || format!("both: {both}"));
    if rules.pairs && rules.length < 4 {
        let [any, expected] = two_turns(&rules, &board, other(side));
        ledger.compare("both_turns.at_least_one", &both["at_least_one"], &any);
        ledger.compare("both_turns.expected", &both["expected"], &expected);
    }
    ledger.compare(
        "free.at_least_one",
        &said["free"]["at_least_one"],
        &own.frees,
    );
    ledger.compare("free.expected", &said["free"]["expected"], &own.freed);
    ledger.law(
        said["take"]["each"].as_array().unwrap().len() <= own.enemies.len(),
        || "too many in each".into(),
    );
    ledger.verdict()
}

pub(crate) fn plays(case: &Case) -> Verdict {
    let (rules, board, mover) = read(case);
    let side = mover.side;
    if case.get("yield").is_empty() || rules.over(&board) {
        return Verdict::Declined("nothing to play".into());
    }
    let expected = rules.plays(&board, side, &read_yield(case.get("yield")));
    if expected.len() > effort() / 10 {
        return Verdict::Declined("too many for the oracle".into());
    }
    let said = or_verdict!(asked("analyse", case, &["yield", "top=0", "by=net"]));
    let mut ledger = Ledger::default();
    let listed = said["moves"].as_array().unwrap();
    ledger.law(listed.len() == expected.len(), || {
        format!(
            "siga lists {} plays, the oracle {}",
            listed.len(),
            expected.len()
        )
    });
    for after in expected.keys() {
        let text = rules.text(after, rules.then(mover));
        let Some(play) = listed.iter().find(|play| play["position"] == text.as_str()) else {
            ledger.law(false, || format!("siga does not list {text}"));
            continue;
        };
        let enemies =
            |board: &[u8]| cells(board, |cell| cell.to_ascii_uppercase() == other(side)).len();
        let taken = BigRational::from_integer((enemies(&board) - enemies(after)).into());
        let (loses, lost) = if rules.over(after) {
            let nothing = Between::exactly(BigRational::zero());
            (nothing.clone(), nothing)
        } else {
            let turn = whole_turn(&rules, after, other(side));
            (turn.at_least[0].clone(), turn.expected)
        };
        ledger.compare(&format!("{} loses", play["move"]), &play["loses"], &loses);
        ledger.compare(&format!("{} lost", play["move"]), &play["lost"], &lost);
        let net = Between {
            lower: &taken - &lost.upper,
            upper: &taken - &lost.lower,
        };
        ledger.compare(&format!("{} net", play["move"]), &play["net"], &net);
    }
    ledger.verdict()
}
