//! siga's answers compared with the oracle's.

use std::collections::{BTreeMap, HashMap};

use serde_json::Value;

use crate::oracles::case::{Case, Verdict};
use crate::oracles::ledger::Ledger;
use crate::oracles::program::answer;
use crate::oracles::{effort, or_verdict};

use super::rules::{Chain, End, Position, Rules};

fn asked<'a>(command: &'a str, case: &'a Case, more: &[&'a str]) -> Result<Value, Verdict> {
    let arguments = [
        "sidja",
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

fn texts(values: &Value) -> Vec<String> {
    values
        .as_array()
        .unwrap()
        .iter()
        .map(|text| text.as_str().unwrap().to_owned())
        .collect()
}

pub(crate) fn moves(case: &Case) -> Verdict {
    let (rules, position) = read(case);
    let said = or_verdict!(asked("moves", case, &[]));
    let mut expected = BTreeMap::new();
    for one in rules.moves(&position) {
        let mut captures: Vec<String> = one.captures.iter().map(|&cell| rules.name(cell)).collect();
        captures.sort();
        let again = one.after.side == position.side;
        expected.insert(one.text, (captures, rules.text(&one.after), again));
    }
    let mut found = BTreeMap::new();
    for one in said["moves"].as_array().unwrap() {
        let mut captures = texts(&one["captures"]);
        captures.sort();
        let after = one["position"].as_str().unwrap().to_owned();
        found.insert(
            one["move"].as_str().unwrap().to_owned(),
            (captures, after, one["again"].as_bool().unwrap()),
        );
    }
    let end = rules.end(&position).map(|end| match end {
        End::Win => "win",
        End::Draw => "draw",
        End::Loss => "loss",
    });
    if said["end"].as_str() != end {
        return Verdict::Fault(format!("end: siga {}, oracle {end:?}", said["end"]));
    }
    type Listed = BTreeMap<String, (Vec<String>, String, bool)>;
    let differ = |one: &Listed, other: &Listed| -> String {
        let only: Vec<String> = one
            .iter()
            .filter(|(key, value)| other.get(*key) != Some(*value))
            .map(|pair| format!("{pair:?}"))
            .collect();
        only.join(" ")
    };
    if found == expected {
        Verdict::Holds(1 + found.len() as u64)
    } else {
        Verdict::Fault(format!(
            "siga alone   {}\noracle alone {}",
            differ(&found, &expected),
            differ(&expected, &found)
        ))
    }
}

pub(crate) fn perft(case: &Case) -> Verdict {
    let (rules, position) = read(case);
    let depth: u32 = case.get("depth").parse().unwrap();
    let mut left = 20 * effort();
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
    let moves = rules.moves(position);
    if depth == 1 {
        return Some(moves.len() as u64);
    }
    moves
        .iter()
        .map(|one| sequences(rules, &one.after, depth - 1, left))
        .sum()
}

/// Everything that can come of a position, each with its successors: the index, and whether the turn goes over to the
/// other side.
struct Graph {
    positions: Vec<Position>,
    next: Vec<Vec<(usize, bool)>>,
}

impl Graph {
    fn new(rules: &Rules, start: &Position, most: usize) -> Option<Graph> {
        let mut graph = Graph {
            positions: vec![start.clone()],
            next: Vec::new(),
        };
        let mut index = HashMap::from([(start.clone(), 0)]);
        while graph.next.len() < graph.positions.len() {
            if graph.positions.len() > most {
                return None;
            }
            let position = graph.positions[graph.next.len()].clone();
            let moves = rules.moves(&position).into_iter().map(|one| {
                let over = one.after.side != position.side;
                let at = *index.entry(one.after.clone()).or_insert_with(|| {
                    graph.positions.push(one.after);
                    graph.positions.len() - 1
                });
                (at, over)
            });
            let moves = moves.collect();
            graph.next.push(moves);
        }
        Some(graph)
    }

    /// Won or lost in so many turns, for the side to move; what is neither goes on for ever, or ends in a draw.
    fn solve(&self, rules: &Rules) -> Vec<Option<(bool, u64)>> {
        let mut values: Vec<Option<(bool, u64)>> = self
            .positions
            .iter()
            .map(|position| match rules.end(position) {
                Some(End::Win) => Some((true, 0)),
                Some(End::Loss) => Some((false, 0)),
                _ => None,
            })
            .collect();
        let mut turns = 0;
        let mut last_found = 0;
        // A turn that is never found leaves no later one to be found; positions over already are in turn 0.
        while turns <= last_found + 1 {
            turns += 1;
            loop {
                let mut changed = false;
                for index in 0..values.len() {
                    if values[index].is_some() || self.next[index].is_empty() {
                        continue;
                    }
                    // Of the side to move here: what is known within so many turns, the one under way included.
                    let seen = |&(next, over): &(usize, bool)| {
                        let (win, at) = values[next]?;
                        (at + over as u64 <= turns).then_some(win != over)
                    };
                    let seen: Vec<Option<bool>> = self.next[index].iter().map(seen).collect();
                    let best = if seen.contains(&Some(true)) {
                        Some(true)
                    } else if seen.contains(&None) {
                        None
                    } else {
                        Some(false)
                    };
                    if let Some(win) = best {
                        values[index] = Some((win, turns));
                        (changed, last_found) = (true, turns);
                    }
                }
                if !changed {
                    break;
                }
            }
        }
        values
    }
}

pub(crate) fn analyse(case: &Case) -> Verdict {
    let (rules, position) = read(case);
    let Some(graph) = Graph::new(&rules, &position, 30 * effort()) else {
        return Verdict::Declined("too many for the oracle".into());
    };
    let values = graph.solve(&rules);
    let tables = case.get("tables");
    let more = if tables.is_empty() {
        vec![]
    } else {
        vec!["--tables", tables]
    };
    let said = or_verdict!(asked("analyse", case, &more));
    let mut ledger = Ledger::default();
    let word = |value: Option<(bool, u64)>| match value {
        Some((true, _)) => "win",
        Some((false, _)) => "loss",
        None => "draw",
    };
    let mut judge = |what: &str, said: &Value, truth: Option<(bool, u64)>| {
        let outcome = said["outcome"].as_str().unwrap_or("null");
        ledger.law(outcome == word(truth), || {
            format!("{what}: siga {outcome}, oracle {truth:?}")
        });
        if let (Some(turns), Some((_, shortest)), true) =
            (said["turns"].as_u64(), truth, outcome == word(truth))
        {
            ledger.law(turns == shortest, || {
                format!("{what}: {outcome} in {turns} turns, oracle {shortest}")
            });
        }
        for bound in ["at_least", "at_most"] {
            ledger.law(said[bound] == word(truth), || {
                format!("{what}: {bound} {}, oracle {truth:?}", said[bound])
            });
        }
    };
    judge("position", &said, values[0]);
    let moves = rules.moves(&position);
    let mut kept = Vec::new();
    for one in said["moves"].as_array().unwrap() {
        let text = one["move"].as_str().unwrap();
        let Some(index) = moves.iter().position(|own| own.text == text) else {
            return Verdict::Fault(format!("no such move: {one}"));
        };
        let (next, over) = graph.next[0][index];
        // Of the side that makes the move, this turn counted.
        let value = values[next].map(|(win, turns)| (win != over, turns + over as u64));
        judge(text, one, value);
        let keeps = word(value) == word(values[0]);
        kept.push((text.to_owned(), one["keeps"].clone(), keeps));
    }
    for (text, said, keeps) in kept {
        ledger.law(said == keeps, || {
            format!("{text}: keeps: siga {said}, oracle {keeps}")
        });
    }
    ledger.verdict()
}

/// Who makes the first capture, looking at most so many plies ahead: with which ply, for the side to move.
fn first(
    rules: &Rules,
    position: &Position,
    plies: u64,
    known: &mut HashMap<(Position, u64), Option<(bool, u64)>>,
) -> Option<(bool, u64)> {
    if rules.end(position) == Some(End::Loss) {
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
        if one.captures.is_empty() {
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
    rules.no_capture = None;
    let said = or_verdict!(asked("first-capture", case, &[]));
    let mut ledger = Ledger::default();
    // On 3×3 no fight is longer than the positions there are; on others only the beginning is looked at.
    let plies = if rules.size == 3 { 40 } else { 3 };
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
            (Some("never"), None) => ledger.law(true, String::new),
            (Some(outcome), None) => ledger.law(rules.size > 3 && ply > Some(plies), || {
                format!("{what}: siga {outcome} {ply:?}, oracle never")
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
        let Some(own) = moves.iter().find(|own| one["move"] == own.text.as_str()) else {
            return Verdict::Fault(format!("no such move: {one}"));
        };
        let value = if own.captures.is_empty() {
            first(&rules, &own.after, plies - 1, &mut known).map(|(win, plies)| (!win, plies + 1))
        } else {
            Some((true, 1))
        };
        judge(&own.text, one, value);
    }
    ledger.verdict()
}

/// The eight images of a position have the same value, and as many moves; on boards too large for the oracle too.
pub(crate) fn images(case: &Case) -> Verdict {
    let (rules, position) = read(case);
    if position.reserve != [0, 0] {
        return Verdict::Declined("stones are still being placed".into());
    }
    let size = rules.size;
    let mut image = position.clone();
    let mut ledger = Ledger::default();
    let budget = ["--budget", "3000", "--tables", "0"];
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
        if let Chain::From(cell) = before.chain {
            image.chain = Chain::From(turned(cell));
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
