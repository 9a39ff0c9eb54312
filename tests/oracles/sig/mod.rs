//! Sig: what a turn yields, chances by distance, moves, counts of plays, whole positions.

mod rules;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use num_rational::BigRational;
use num_traits::{One as _, Zero as _};
use rand::RngExt as _;
use rand::seq::IndexedRandom as _;
use serde_json::Value;

use crate::case::{Case, Verdict};
use crate::ledger::Ledger;
use crate::number::{Between, approximations};
use crate::program::{answer, printed};
use crate::{Kind, Random, effort, or_verdict};

use rules::{Board, Ends, Rules, Throw, Yields, cells, expectation, other, playable, takes};

pub(crate) fn kinds() -> Vec<Kind> {
    let kind = |name, often, make, judge| Kind {
        name,
        often,
        make,
        judge,
    };
    vec![
        kind("sig turn", 2, make_turn, turn),
        kind("sig odds", 5, make_odds, odds),
        kind("sig odds of orders", 2, make_odds, odds_of_orders),
        kind("sig table", 1, make_table, table),
        kind("sig moves", 3, make_moves, moves),
        kind("sig perft", 1, make_perft, perft),
        kind("sig analyse", 3, make_position, analyse),
        kind("sig plays", 2, make_moves, plays),
    ]
}

// ---- random questions

/// A table of throws; all but one in four are those of the accounts.
fn throws(random: &mut Random) -> Option<String> {
    if random.random_bool(0.75) {
        return None;
    }
    let sticks = random.random_range(1..6);
    let throw = |random: &mut Random| {
        let what = match random.random_range(0..8) {
            0 => "khadzh".into(),
            1 => "khmar".into(),
            2 => "0".into(),
            _ => random.random_range(1..9).to_string(),
        };
        if random.random_bool(0.3) {
            what + "*"
        } else {
            what
        }
    };
    let mut table: Vec<String> = (0..sticks).map(|_| throw(random)).collect();
    // A turn must be able to end.
    table.push(random.random_range(1..7).to_string());
    Some(table.join("|"))
}

fn rules(random: &mut Random, length: Option<usize>) -> String {
    let depaulis = random.random_bool(0.5);
    let mut text = if depaulis {
        "sig:depaulis".to_owned()
    } else {
        "sig:ludii".to_owned()
    };
    if let Some(length) = length {
        text += &format!(",length={length}");
    }
    let mut shape = None;
    if let Some(table) = throws(random) {
        text += &format!(",throws={table}");
        shape = Some(table.split('|').count() - 1);
    }
    if random.random_bool(0.2) {
        let sticks = shape.unwrap_or(8);
        let count = if random.random_bool(0.5) { 1 } else { sticks };
        let biases: Vec<&str> = (0..count)
            .map(|_| {
                *["1/2", "1/2", "3/5", "1/3", "0.45", "9/10"]
                    .choose(random)
                    .unwrap()
            })
            .collect();
        text += &format!(",bias={}", biases.join("|"));
    }
    for (option, chance) in [
        ("cancel=stack", 0.2),
        ("khadzh_when_free=move1", 0.2),
        ("order=thrown", 0.4),
        ("use=may", 0.2),
        ("overshoot=stop", 0.2),
    ] {
        if random.random_bool(chance) {
            text += &format!(",{option}");
        }
    }
    for (option, values) in [
        ("freeing", ["khadzh", "none"]),
        ("end", ["one", "both"]),
        ("from", ["left", "right"]),
    ] {
        if random.random_bool(0.2) {
            text += &format!(",{option}={}", values.choose(random).unwrap());
        }
    }
    text
}

fn make_turn(random: &mut Random) -> Case {
    Case::new("sig turn")
        .with("rules", rules(random, None))
        .with("length", random.random_range(0..4))
}

fn make_odds(random: &mut Random) -> Case {
    let pieces = *[1, 1, 2, 2, 3, 3].choose(random).unwrap();
    let far = *[4, 9, 9, 20].choose(random).unwrap();
    let mut behind = BTreeSet::new();
    while behind.len() < pieces {
        behind.insert(random.random_range(1..=far));
    }
    let behind: Vec<String> = behind.iter().map(ToString::to_string).collect();
    let case = Case::new("sig odds")
        .with("rules", rules(random, None))
        .with("behind", behind.join(","));
    let limit = if random.random_bool(0.3) {
        random.random_range(1..8).to_string()
    } else {
        String::new()
    };
    case.with("max-throws", limit)
}

fn make_table(random: &mut Random) -> Case {
    let pieces = random.random_range(1..4);
    let case = Case::new("sig table")
        .with("rules", rules(random, None))
        .with("pieces", pieces);
    case.with("max", random.random_range(pieces..[12, 6, 5][pieces - 1]))
}

fn make_position(random: &mut Random) -> Case {
    let length = *[2, 2, 3, 3, 4, 5, 8, 20].choose(random).unwrap();
    let text = rules(random, Some(length));
    let rules = Rules::read(&text);
    let mut board: Board = vec![b'.'; 4 * length];
    for side in *b"AB" {
        let most = length.min(if length > 4 { 5 } else { 4 });
        for _ in 0..random.random_range(1..=most) {
            let cell = random.random_range(0..board.len());
            if board[cell] != b'.' {
                continue;
            }
            let home = if side == b'A' {
                cell < length
            } else {
                cell >= 3 * length
            };
            let waits = rules.freeing && home && random.random_bool(0.6);
            board[cell] = if waits {
                side.to_ascii_lowercase()
            } else {
                side
            };
        }
    }
    let side = if random.random_bool(0.5) { b'A' } else { b'B' };
    let case = Case::new("sig analyse")
        .with("rules", text)
        .with("position", rules.text(&board, side));
    let limit = if random.random_bool(0.4) {
        random.random_range(1..6).to_string()
    } else {
        String::new()
    };
    case.with("max-throws", limit)
}

fn make_moves(random: &mut Random) -> Case {
    let case = make_position(random).with("kind", "sig moves");
    let rules = Rules::read(case.get("rules"));
    let yields: BTreeSet<Vec<Throw>> = rules
        .yields(5, 200)
        .chances
        .keys()
        .map(|stands| playable(&rules, stands))
        .collect();
    let yields: Vec<Vec<Throw>> = yields
        .into_iter()
        .filter(|one| !one.is_empty() && one.len() < 5)
        .collect();
    let one = yields.choose(random).cloned().unwrap_or_default();
    let words: Vec<String> = one.iter().map(|throw| throw.text()).collect();
    case.with("yield", words.join(","))
}

fn make_perft(random: &mut Random) -> Case {
    let case = make_position(random).with("kind", "sig perft");
    case.with("depth", random.random_range(0..4))
        .with("max-throws", random.random_range(1..4))
}

// ---- siga's answers judged

fn asked(command: &str, case: &Case, options: &[&str]) -> Result<Value, Verdict> {
    let mut arguments = vec!["sig", command, "--rules", case.get("rules")];
    for name in options {
        let value = case.get(name);
        if !value.is_empty() {
            arguments.extend([
                match *name {
                    "behind" => "--behind",
                    "max-throws" => "--max-throws",
                    "position" => "--position",
                    "yield" => "--yield",
                    "depth" => "--depth",
                    "length" => "--length",
                    "pieces" => "--pieces",
                    "max" => "--max",
                    "top" => "--top",
                    _ => "--by",
                },
                value,
            ]);
        }
    }
    answer(&arguments)
}

fn throw_texts(stands: &[Throw]) -> Vec<String> {
    stands.iter().map(|throw| throw.text()).collect()
}

fn value_texts(values: &Value) -> Vec<String> {
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

fn turn(case: &Case) -> Verdict {
    let rules = Rules::read(case.get("rules"));
    let said = or_verdict!(asked("turn", case, &["length"]));
    let yields = rules.yields(40, 20 * effort());
    let mut ledger = Ledger::default();
    match approximations(&said) {
        Ok(numbers) => ledger.count(numbers),
        Err(fault) => ledger.law(false, || fault),
    }
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
fn merged(rules: &Rules, yields: Yields, keep: impl Fn(&Throw) -> bool) -> Yields {
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
    let known = std::cell::RefCell::new(HashMap::new());
    chance(&yields, |stands| {
        takes(rules, &pieces, stands, &mut known.borrow_mut())
    })
}

fn odds(case: &Case) -> Verdict {
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
fn odds_of_orders(case: &Case) -> Verdict {
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

fn table(case: &Case) -> Verdict {
    let said = or_verdict!(asked("table", case, &["pieces", "max"]));
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
        let alone = or_verdict!(asked("odds", &alone, &["behind"]));
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

fn read(case: &Case) -> (Rules, Board, u8) {
    let rules = Rules::read(case.get("rules"));
    let (board, side) = rules.board(case.get("position"));
    (rules, board, side)
}

fn read_yield(text: &str) -> Vec<Throw> {
    let throw = |text: &str| match text {
        "khadzh" => Throw::Khadzh,
        number => Throw::Number(number.parse().unwrap()),
    };
    text.split(',').map(throw).collect()
}

fn moves(case: &Case) -> Verdict {
    let (rules, board, side) = read(case);
    if case.get("yield").is_empty() {
        return Verdict::Declined("nothing to play".into());
    }
    let said = or_verdict!(asked("moves", case, &["position", "yield"]));
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
                rules.text(&after, other(side)),
                (taken, counted(ways.len())),
            );
        }
    }
    let mut found = BTreeMap::new();
    for play in said["moves"].as_array().unwrap() {
        let taken: BTreeSet<String> = value_texts(&play["captures"]).into_iter().collect();
        let ways = counted(play["ways"].as_str().unwrap().parse().unwrap());
        found.insert(play["position"].as_str().unwrap().to_owned(), (taken, ways));
    }
    if said["over"].as_bool() != Some(over) {
        return Verdict::Fault(format!("over: siga {}, oracle {over}", said["over"]));
    }
    if found == expected {
        Verdict::Holds(1 + found.len() as u64)
    } else {
        Verdict::Fault(format!("siga   {found:?}\noracle {expected:?}"))
    }
}

fn perft(case: &Case) -> Verdict {
    let (rules, board, side) = read(case);
    let depth: u32 = case.get("depth").parse().unwrap();
    let throws: usize = case.get("max-throws").parse().unwrap();
    let yields = rules.yields(throws, usize::MAX);
    let yields: BTreeSet<Vec<Throw>> = yields
        .chances
        .iter()
        .filter(|(_, chance)| !chance.is_zero())
        .map(|(stands, _)| playable(&rules, stands))
        .collect();
    let mut left = 5 * effort();
    let Some(expected) = sequences(&rules, &yields, &board, side, depth, &mut left) else {
        return Verdict::Declined("too many for the oracle".into());
    };
    let said = or_verdict!(asked("perft", case, &["position", "depth", "max-throws"]));
    if said["nodes"].as_str().unwrap() == expected.to_string() {
        Verdict::Holds(1)
    } else {
        Verdict::Fault(format!("siga {}, oracle {expected}", said["nodes"]))
    }
}

fn sequences(
    rules: &Rules,
    yields: &BTreeSet<Vec<Throw>>,
    board: &[u8],
    side: u8,
    depth: u32,
    left: &mut usize,
) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    if rules.over(board) {
        return Some(0);
    }
    let mut ends = Ends::new(rules, side);
    let mut sum = 0;
    for one in yields {
        *left = left.checked_sub(1)?;
        for after in ends.of(board, one).iter() {
            sum += sequences(rules, yields, after, other(side), depth - 1, left)?;
        }
    }
    Some(sum)
}

/// What the best plays of a turn come to.
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
    for row in said["at_least"].as_array().unwrap() {
        let pieces = row["pieces"].as_u64().unwrap() as usize;
        ledger.compare(
            &format!("{what}.at_least {pieces}"),
            &row["probability"],
            &turn.at_least[pieces - 1],
        );
    }
}

fn analyse(case: &Case) -> Verdict {
    let (rules, board, side) = read(case);
    let said = or_verdict!(asked("analyse", case, &["position", "max-throws"]));
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

fn plays(case: &Case) -> Verdict {
    let (rules, board, side) = read(case);
    if case.get("yield").is_empty() || rules.over(&board) {
        return Verdict::Declined("nothing to play".into());
    }
    let expected = rules.plays(&board, side, &read_yield(case.get("yield")));
    if expected.len() > effort() / 10 {
        return Verdict::Declined("too many for the oracle".into());
    }
    let said = or_verdict!(asked(
        "analyse",
        &case.clone().with("top", 0).with("by", "net"),
        &["position", "yield", "top", "by"]
    ));
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
        let text = rules.text(after, other(side));
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
