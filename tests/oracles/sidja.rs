//! Sidja: its rules said as those of a game of taking between two, and questions about the first capture and whole positions.

use std::collections::HashMap;

use rand::RngExt as _;
use rand::seq::IndexedRandom as _;
use serde_json::Value;

use crate::oracles::case::{Case, Verdict};
use crate::oracles::custodial::{self, Move, Position, Rules, asked};
use crate::oracles::ledger::Ledger;
use crate::oracles::line_up::Keys;
use crate::oracles::{Kind, Random, effort, or_verdict};

pub(crate) fn kinds() -> Vec<Kind> {
    vec![
        Kind::new("sidja moves", 4, make_position, custodial::moves),
        Kind::new("sidja perft", 2, make_perft, custodial::perft),
        Kind::new("sidja first-capture", 2, make_full, first_capture),
        Kind::new("sidja analyse", 4, make_small, analyse),
        Kind::new("sidja images", 1, make_position, images),
    ]
}

/// The lines of a text of a game that has these options of Sidja.
pub(crate) fn keys(options: &str) -> Keys {
    let preset = options.split(',').find(|part| !part.contains('='));
    let column = match preset {
        Some("west-africa") => 1,
        Some("egypt") => 2,
        _ => 0,
    };
    let said = |name: &str| {
        let mut given = options.split(',').filter_map(|part| part.split_once('='));
        let found = given.rfind(|(option, _)| *option == name);
        found.map(|(_, value)| value.to_owned())
    };
    let of = |name: &str, usual: [&str; 3]| said(name).unwrap_or_else(|| usual[column].to_owned());
    let size: usize = of("size", ["5"; 3]).parse().unwrap();
    let joined = match of("steps", ["8", "4", "4"]).as_str() {
        "8" => "all",
        _ => "orthogonal",
    };
    let first = match of("first", ["began", "began", "last"]).as_str() {
        "last" => "placed last",
        _ => "began",
    };
    let continuation = match of("continuation", ["any", "free", "same"]).as_str() {
        "any" => "any must",
        "same" => "same must",
        "free" => "free",
        _ => "none",
    };
    let blocked = match of("blocked", ["passes", "passes", "opens"]).as_str() {
        "opens" => "passes, the other opens a way",
        "loses" => "loses",
        _ => "passes",
    };
    let no_capture_end = match of("no_capture_end", ["count"; 3]).as_str() {
        "count" => "more pieces win",
        _ => "draw",
    };
    let lines = [
        ("board", format!("{size}x{size}")),
        ("joined", joined.to_owned()),
        ("men", ((size * size - 1) / 2).to_string()),
        ("keep empty", "the centre".to_owned()),
        ("place", of("placing", ["two"; 3])),
        ("first", first.to_owned()),
        ("move", "step".to_owned()),
        ("capture_lines", of("capture_lines", ["8", "8", "4"])),
        ("capture_run", of("capture_run", ["one"; 3])),
        ("centre", of("centre", ["open", "open", "safe"])),
        ("continuation", continuation.to_owned()),
        ("in_a_row", of("in_a_row", ["unlimited"; 3])),
        ("blocked", blocked.to_owned()),
        ("lost_with", of("lost_with", ["1", "0", "0"])),
        (
            "no_capture",
            of("no_capture", ["none", "10", "20"]).replace("none", ""),
        ),
        ("no_capture_end", no_capture_end.to_owned()),
    ];
    lines
        .into_iter()
        .map(|(key, line)| (key.to_owned(), vec![line]))
        .collect()
}

/// The cells of a side of the board.
fn size(rules: &Rules) -> usize {
    rules.game.names.len().isqrt()
}

fn read(case: &Case) -> (Rules, Position) {
    let rules = Rules::read(case.get("rules"));
    let position = rules.position(case.get("position"));
    (rules, position)
}

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
        ("blocked", &["passes", "opens", "loses"]),
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
        let mut position = rules.start();
        position.hand = [0, 0];
        position.side = *['x', 'o'].choose(random).unwrap();
        let all = rules.game.men;
        let most = *[2, 3, 4, all, all].choose(random).unwrap();
        let mut numbers = ['x', 'o'].map(|side| (side, random.random_range(1..=most.min(all))));
        if full || most == all && random.random_bool(0.5) {
            numbers = [('x', all), ('o', all)];
        }
        let mut empty: Vec<usize> = (0..position.cells.len()).collect();
        for (side, number) in numbers {
            for _ in 0..number {
                let cell = empty.swap_remove(random.random_range(0..empty.len()));
                position.cells[cell] = side;
            }
        }
        if ['x', 'o']
            .iter()
            .all(|side| rules.lost(&position.cells, *side))
            || (rules.end(&position).is_some() && random.random_bool(0.9))
        {
            continue;
        }
        if full {
            return position;
        }
        for _ in 0..random.random_range(0..6) {
            let moves = rules.moves(&position);
            let captures: Vec<&Move> = moves.iter().filter(|one| !one.taken.is_empty()).collect();
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
    let mut position = rules.start();
    for _ in 0..random.random_range(0..2 * rules.game.men) {
        let moves = rules.moves(&position);
        position = moves.choose(random).unwrap().after.clone();
    }
    position
}

fn some_size(random: &mut Random) -> usize {
    *[3, 3, 5, 5, 5, 7, 9, 11].choose(random).unwrap()
}

fn make_position(random: &mut Random) -> Case {
    let size = some_size(random);
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
    make_position(random).with("depth", random.random_range(0..5))
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
    let tables = if rules.say("no_capture").is_empty() && random.random_bool(0.5) {
        "8"
    } else {
        ""
    };
    let budget = ["", "", "2", "30", "300"].choose(random).unwrap();
    case.with("tables", tables).with("budget", budget)
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
                Some("win") => Some((true, 0)),
                Some("loss") => Some((false, 0)),
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

fn analyse(case: &Case) -> Verdict {
    let (rules, position) = read(case);
    let Some(graph) = Graph::new(&rules, &position, 30 * effort()) else {
        return Verdict::Declined("too many for the oracle".into());
    };
    let values = graph.solve(&rules);
    let mut more = Vec::new();
    for (option, field) in [("--stones", "tables"), ("--budget", "budget")] {
        if !case.get(field).is_empty() {
            more.extend([option, case.get(field)]);
        }
    }
    // With a small budget less is proved, and through tables a win found need not be the quickest.
    let all = case.get("budget").is_empty();
    let quickest = all || case.get("tables").is_empty();
    let said = or_verdict!(asked("analyse", case, &more));
    let mut ledger = Ledger::default();
    let word = |value: Option<(bool, u64)>| match value {
        Some((true, _)) => "win",
        Some((false, _)) => "loss",
        None => "draw",
    };
    let mut judge = |what: &str, said: &Value, truth: Option<(bool, u64)>| {
        let outcome = said["outcome"].as_str().unwrap_or("null");
        ledger.law(outcome == word(truth) || !all && outcome == "null", || {
            format!("{what}: siga {outcome}, oracle {truth:?}")
        });
        if let (Some(turns), Some((_, shortest)), true) = (
            said["turns"].as_u64(),
            truth,
            quickest && outcome == word(truth),
        ) {
            ledger.law(turns == shortest, || {
                format!("{what}: {outcome} in {turns} turns, oracle {shortest}")
            });
        }
        let rank = |word: &str| ["loss", "draw", "win"].iter().position(|one| *one == word);
        let bounds = ["at_least", "at_most"].map(|bound| rank(said[bound].as_str().unwrap()));
        let truth_rank = rank(word(truth));
        let within = bounds[0] <= truth_rank && truth_rank <= bounds[1];
        ledger.law(within && (bounds[0] == bounds[1] || !all), || {
            format!(
                "{what}: {} to {}, oracle {truth:?}",
                said["at_least"], said["at_most"]
            )
        });
    };
    judge("position", &said, values[0]);
    let moves = rules.moves(&position);
    let mut kept = Vec::new();
    for one in said["moves"].as_array().unwrap() {
        let text = one["move"].as_str().unwrap();
        let Some(index) = moves.iter().position(|own| own.name == text) else {
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
        ledger.law(said == keeps || !all && said.is_null(), || {
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

fn first_capture(case: &Case) -> Verdict {
    let (mut rules, position) = read(case);
    rules.keys.remove("no_capture");
    let said = or_verdict!(asked("first-capture", case, &[]));
    let mut ledger = Ledger::default();
    // On 3×3 no fight is longer than the positions there are; on others only the beginning is looked at.
    let plies = if size(&rules) == 3 { 40 } else { 3 };
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
            (Some(outcome), None) => ledger.law(size(&rules) > 3 && ply > Some(plies), || {
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
fn images(case: &Case) -> Verdict {
    let (rules, position) = read(case);
    if position.hand != [0, 0] {
        return Verdict::Declined("stones are still being placed".into());
    }
    let size = size(&rules);
    let mut image = position.clone();
    let mut ledger = Ledger::default();
    let budget = ["--budget", "3000", "--stones", "0"];
    let said = or_verdict!(asked("analyse", case, &budget));
    for turn in 0..4 {
        // Turned by a right angle, and in every second step reflected as well.
        let turned = |cell: usize| match turn % 2 {
            0 => (cell % size) * size + size - 1 - cell / size,
            _ => (cell % size) * size + cell / size,
        };
        let before = image.clone();
        for cell in 0..size * size {
            image.cells[turned(cell)] = before.cells[cell];
        }
        let stands = |cell: &usize| format!("+{}", rules.game.name(*cell)) == before.going;
        if let Some(cell) = (0..size * size).find(stands) {
            image.going = format!("+{}", rules.game.name(turned(cell)));
        }
        let text = rules.text(&image);
        let mirrored = case.clone().with("position", &text);
        let mirrored = or_verdict!(asked("analyse", &mirrored, &budget));
        let moves = |said: &Value| said["moves"].as_array().unwrap().len();
        ledger.law(moves(&said) == moves(&mirrored), || {
            let [one, two] = [&said, &mirrored].map(moves);
            format!("{one} moves, {two} of the image {text}")
        });
        // A search may prove more of one image than of another, nothing else.
        let (one, two) = (&said["outcome"], &mirrored["outcome"]);
        ledger.law(one == two || one.is_null() || two.is_null(), || {
            format!("{one}, {two} of the image {text}")
        });
    }
    ledger.verdict()
}
