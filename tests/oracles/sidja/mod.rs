//! Sidja: moves, counts of sequences, the first capture, whole positions on small boards.

mod rules;

use std::collections::{BTreeMap, HashMap};

use rand::RngExt as _;
use rand::seq::IndexedRandom as _;
use serde_json::Value;

use crate::case::{Case, Verdict};
use crate::ledger::Ledger;
use crate::program::answer;
use crate::{Kind, Random, effort, or_verdict};

use rules::{End, Move, Position, Rules};

pub(crate) fn kinds() -> Vec<Kind> {
    let kind = |name, often, make, judge| Kind {
        name,
        often,
        make,
        judge,
    };
    vec![
        kind("sidja moves", 4, make_position, moves),
        kind("sidja perft", 2, make_perft, perft),
        kind("sidja first-capture", 2, make_full, first_capture),
        kind("sidja analyse", 4, make_small, analyse),
    ]
}

// ---- random questions

fn rules(random: &mut Random, size: usize) -> String {
    let mut text = format!(
        "sidja:{},size={size}",
        ["sudan", "west-africa", "egypt"].choose(random).unwrap()
    );
    let options: [(&str, &[&str]); 12] = [
        ("placing", &["two", "one", "cross"]),
        ("first", &["began", "last"]),
        ("steps", &["4", "8"]),
        ("capture_lines", &["4", "8"]),
        ("capture_run", &["one", "any"]),
        ("centre", &["open", "safe"]),
        ("continuation", &["none", "any", "same", "free"]),
        ("in_a_row", &["unlimited", "2"]),
        ("blocked", &["passes", "loses"]),
        ("lost_with", &["0", "1"]),
        ("no_capture", &["none", "none", "1", "2", "3", "7"]),
        ("no_capture_end", &["count", "draw"]),
    ];
    let plain = random.random_bool(0.3);
    for (option, values) in options {
        if random.random_bool(if plain { 0.05 } else { 0.3 }) {
            text += &format!(",{option}={}", values.choose(random).unwrap());
        }
    }
    text
}

/// Stones on a board at random: all of them, few, or nearly none; then some moves, so that turns are being continued.
fn position(random: &mut Random, rules: &Rules, full: bool) -> Position {
    loop {
        let mut position = rules.empty();
        position.reserve = [0, 0];
        position.side = *b"xo".choose(random).unwrap();
        let all = rules.stones();
        let most = *[2, 3, 4, all, all].choose(random).unwrap();
        let mut numbers = [b'x', b'o'].map(|side| (side, random.random_range(1..=most.min(all))));
        if full || most == all && random.random_bool(0.5) {
            numbers = [(b'x', all), (b'o', all)];
        }
        let mut empty: Vec<usize> = (0..position.cells.len()).collect();
        for (side, number) in numbers {
            for _ in 0..number {
                let cell = empty.swap_remove(random.random_range(0..empty.len()));
                position.cells[cell] = side;
            }
        }
        if rules.both_lost(&position.cells)
            || (rules.end(&position).is_some() && random.random_bool(0.9))
        {
            continue;
        }
        if full {
            return position;
        }
        for _ in 0..random.random_range(0..6) {
            let moves = rules.moves(&position);
            let captures: Vec<&Move> = moves
                .iter()
                .filter(|one| !one.captures.is_empty())
                .collect();
            let chosen = if captures.is_empty() {
                moves.choose(random)
            } else {
                captures.choose(random).copied()
            };
            let Some(one) = chosen else { break };
            position = one.after.clone();
        }
        return position;
    }
}

/// While stones are placed: as many as you like, by the rules.
fn placing(random: &mut Random, rules: &Rules) -> Position {
    let mut position = rules.empty();
    for _ in 0..random.random_range(0..2 * rules.stones()) {
        let moves = rules.moves(&position);
        position = moves.choose(random).unwrap().after.clone();
    }
    position
}

fn size(random: &mut Random) -> usize {
    *[3, 3, 5, 5, 5, 7, 9, 11].choose(random).unwrap()
}

fn make_position(random: &mut Random) -> Case {
    let size = size(random);
    let text = rules(random, size);
    let rules = Rules::read(&text);
    let position = if random.random_bool(0.15) {
        placing(random, &rules)
    } else {
        position(random, &rules, false)
    };
    let case = Case::new("sidja moves").with("rules", text);
    case.with("position", rules.text(&position))
}

fn make_perft(random: &mut Random) -> Case {
    make_position(random)
        .with("kind", "sidja perft")
        .with("depth", random.random_range(0..5))
}

fn make_full(random: &mut Random) -> Case {
    let size = *[3, 3, 5, 7].choose(random).unwrap();
    let text = rules(random, size);
    let rules = Rules::read(&text);
    let position = position(random, &rules, true);
    Case::new("sidja first-capture")
        .with("rules", text)
        .with("position", rules.text(&position))
}

fn make_small(random: &mut Random) -> Case {
    let text = rules(random, 3);
    let rules = Rules::read(&text);
    let position = position(random, &rules, false);
    let case = Case::new("sidja analyse")
        .with("rules", text)
        .with("position", rules.text(&position));
    let tables = if rules.no_capture.is_none() && random.random_bool(0.5) {
        "8"
    } else {
        ""
    };
    case.with("tables", tables)
}

// ---- siga's answers judged

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

fn moves(case: &Case) -> Verdict {
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

fn perft(case: &Case) -> Verdict {
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
                    let best = self.next[index]
                        .iter()
                        .map(seen)
                        .fold(Some(false), |best, one| match (best, one) {
                            (Some(true), _) | (_, Some(true)) => Some(true),
                            (None, _) | (_, None) => None,
                            _ => Some(false),
                        });
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

fn analyse(case: &Case) -> Verdict {
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
    let more = [&more[..], &["--budget", "20000"]].concat();
    let said = or_verdict!(asked("analyse", case, &more));
    let mut ledger = Ledger::default();
    let word = |value: Option<(bool, u64)>| match value {
        Some((true, _)) => "win",
        Some((false, _)) => "loss",
        None => "draw",
    };
    let mut judge = |what: &str, said: &Value, truth: Option<(bool, u64)>| {
        // What is not proved is no fault here.
        let Some(outcome) = said["outcome"].as_str() else {
            return;
        };
        ledger.law(outcome == word(truth), || {
            format!("{what}: siga {outcome}, oracle {truth:?}")
        });
        // Tables give the turns of the shortest win; a search gives those of a line that it has proved.
        if let (Some(turns), Some((_, shortest)), true) =
            (said["turns"].as_u64(), truth, outcome == word(truth))
        {
            ledger.law(turns == shortest, || {
                format!("{what}: {outcome} in {turns} turns, oracle {shortest}")
            });
        }
    };
    judge("position", &said, values[0]);
    let moves = rules.moves(&position);
    for one in said["moves"].as_array().unwrap() {
        let text = one["move"].as_str().unwrap();
        let Some(index) = moves.iter().position(|own| own.text == text) else {
            return Verdict::Fault(format!("no such move: {one}"));
        };
        let (next, over) = graph.next[0][index];
        // Of the side that makes the move, this turn counted.
        let value = values[next].map(|(win, turns)| (win != over, turns + over as u64));
        judge(text, one, value);
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

fn first_capture(case: &Case) -> Verdict {
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
