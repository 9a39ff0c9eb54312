//! Daldøs: moves, counts of sequences, whole turns, plays with the opponent's answer, chances by distance.

mod rules;
mod track;
mod turn;

use std::collections::{BTreeMap, BTreeSet};

use num_rational::BigRational;
use num_traits::{One as _, Zero as _};
use rand::RngExt as _;
use rand::seq::IndexedRandom as _;
use serde_json::Value;

use crate::case::{Case, Verdict};
use crate::ledger::Ledger;
use crate::number::Between;
use crate::program::{answer, printed};
use crate::{Kind, Random, effort, or_verdict};

use rules::{Board, Rules, holes, other, pieces};
use track::Track;
use turn::{Aim, Criterion, Turns};

pub(crate) fn kinds() -> Vec<Kind> {
    let kind = |name, often, make, judge| Kind {
        name,
        often,
        make,
        judge,
    };
    vec![
        kind("daldos moves", 3, make_throw, moves),
        kind("daldos perft", 1, make_perft, perft),
        kind("daldos turn", 6, make_turn, turn),
        kind("daldos plays", 6, make_plays, plays),
        kind("daldos widths", 2, make_turn, widths),
        kind("daldos mean of answers", 2, make_plays, mean_of_answers),
        kind("daldos odds", 2, make_odds, odds),
        kind(
            "daldos odds on a board",
            1,
            make_odds_on_a_board,
            odds_on_a_board,
        ),
        kind("daldos table", 1, make_table, table),
    ]
}

// ---- random questions

const WIDTHS: [&str; 9] = [
    "1",
    "1/4",
    "1/16",
    "1/1000",
    "1/1000000",
    "1/1000000",
    "1/16777216",
    "1/1099511627776",
    "1/281474976710656",
];

fn dice(random: &mut Random) -> (String, Vec<usize>) {
    let text = match random.random_range(0..6) {
        0 => "123456",
        1 => "12",
        2 => "1:4|2:6|3:4|4:1|6:1",
        3 => "1:1|2:1|9:2",
        4 => "2345",
        _ => {
            let faces: Vec<usize> = (0..random.random_range(2..5))
                .map(|_| random.random_range(1..7))
                .collect();
            let text = faces.iter().map(ToString::to_string).collect();
            return (text, faces);
        }
    };
    let faces = if text.contains(':') {
        text.split('|')
            .map(|face| face.split_once(':').unwrap().0.parse().unwrap())
            .collect()
    } else {
        text.bytes().map(|digit| (digit - b'0') as usize).collect()
    };
    (text.into(), faces)
}

/// Options about throws; half of them none.
fn throw_options(random: &mut Random, count: usize) -> Vec<String> {
    let mut options = Vec::new();
    let mut faces = vec![1, 2, 3, 4];
    if random.random_bool(0.25) {
        let (text, own) = dice(random);
        faces = own;
        options.push(format!("dice={text}"));
    }
    match random.random_range(0..8) {
        0 => options.push("extra=none".into()),
        1 if count > 1 => options.push("extra=doubles".into()),
        2 => {
            let one = |random: &mut Random| {
                let mut numbers: Vec<usize> =
                    (0..count).map(|_| *faces.choose(random).unwrap()).collect();
                numbers.sort_unstable();
                let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
                numbers.join("+")
            };
            let throws: BTreeSet<String> = (0..random.random_range(1..3))
                .map(|_| one(random))
                .collect();
            let throws: Vec<String> = throws.into_iter().collect();
            options.push(format!("extra={}", throws.join("|")));
        }
        _ if count == 2 && faces.contains(&1) => {}
        _ => options.push("extra=none".into()),
    }
    if random.random_bool(0.25) {
        options.push("intermediate_capture=yes".into());
    }
    options
}

fn board_rules(random: &mut Random) -> String {
    let n = *[1, 2, 2, 3, 3, 4, 4, 5, 6, 8, 12, 12, 16, 16, 21]
        .choose(random)
        .unwrap();
    let mut options = if random.random_bool(0.5) {
        throw_options(random, 2)
    } else {
        Vec::new()
    };
    options.push(format!("n={n}"));
    for (option, chance) in [
        ("dalling=stern-most", 0.2),
        ("loses_at=1", 0.2),
        ("direction=prow", 0.2),
    ] {
        // Under loses_at=1 a board for one piece a side is no game.
        if random.random_bool(chance) && (n > 1 || option != "loses_at=1") {
            options.push(option.into());
        }
    }
    format!("daldos:{}", options.join(","))
}

/// Pieces on a board: few and far apart, crowded, in each other's way, the last enemy.
fn position(random: &mut Random, rules: &Rules) -> String {
    let n = rules.n;
    loop {
        let mut board: Board = vec![b'.'; 3 * n + 1];
        let most = if n <= 5 { n } else { 6 };
        let many = |random: &mut Random| match random.random_range(0..10) {
            0..4 => 1,
            4..7 => most.min(2),
            7 => most,
            _ => random.random_range(1..=most),
        };
        let counts = [(b'A', many(random)), (b'B', many(random))];
        let window = if random.random_bool(0.3) {
            random.random_range(3..9)
        } else {
            board.len()
        };
        let start = random.random_range(0..board.len());
        for (side, count) in counts {
            for _ in 0..count {
                for _ in 0..20 {
                    let hole = (start + random.random_range(0..window)) % board.len();
                    if board[hole] != b'.' {
                        continue;
                    }
                    let home = if side == b'A' { hole < n } else { hole > 2 * n };
                    // Nobody is dalled before the first step: the hole farthest from the way out has only undalled pieces.
                    let undalled = home && (rules.farthest(hole) || random.random_bool(0.6));
                    board[hole] = if undalled {
                        side.to_ascii_lowercase()
                    } else {
                        side
                    };
                    break;
                }
            }
        }
        // Both cannot have lost.
        if rules
            .winner(&board)
            .is_some_and(|winner| rules.has_lost(&board, winner))
            || pieces(&board, b'A') == 0
        {
            continue;
        }
        if rules.winner(&board).is_some() && random.random_bool(0.9) {
            continue;
        }
        let side = if random.random_bool(0.5) { b'A' } else { b'B' };
        return rules.text(&board, side);
    }
}

fn on_a_board(random: &mut Random, kind: &str) -> (Case, Rules) {
    let text = board_rules(random);
    let rules = Rules::read(&text);
    let position = position(random, &rules);
    (
        Case::new(kind)
            .with("rules", text)
            .with("position", position),
        rules,
    )
}

fn make_throw(random: &mut Random) -> Case {
    let (case, rules) = on_a_board(random, "daldos moves");
    case.with("throw", throw(random, &rules))
}

fn throw(random: &mut Random, rules: &Rules) -> String {
    let throws = rules.throws();
    let throw = if random.random_bool(0.5) {
        throws
            .iter()
            .find(|throw| throw.again)
            .unwrap_or(&throws[0])
    } else {
        throws.choose(random).unwrap()
    };
    format!("{},{}", throw.numbers[0], throw.numbers[1])
}

fn make_perft(random: &mut Random) -> Case {
    let (case, _) = on_a_board(random, "daldos perft");
    case.with("depth", random.random_range(0..4))
}

fn make_turn(random: &mut Random) -> Case {
    let (case, _) = on_a_board(random, "daldos turn");
    case.with("width", WIDTHS.choose(random).unwrap())
}

fn make_plays(random: &mut Random) -> Case {
    let (case, rules) = on_a_board(random, "daldos plays");
    let case = case.with("throw", throw(random, &rules));
    let case = case.with(
        "by",
        ["take", "safe", "safe", "net"].choose(random).unwrap(),
    );
    case.with("width", WIDTHS.choose(random).unwrap())
}

fn make_odds(random: &mut Random) -> Case {
    let count = *[1, 2, 2, 2, 2, 3].choose(random).unwrap();
    let mut options = throw_options(random, count);
    options.push(format!("count={count}"));
    if count > 1 && random.random_bool(0.2) {
        options.push("doubles=twice".into());
    }
    let pieces = *[1, 1, 2, 2, 3].choose(random).unwrap();
    let far = *[4, 8, 12, 24].choose(random).unwrap();
    let mut behind = BTreeSet::new();
    while behind.len() < pieces {
        behind.insert(random.random_range(1..=far));
    }
    let behind: Vec<String> = behind.iter().map(ToString::to_string).collect();
    let case = Case::new("daldos odds").with("rules", format!("daldos:{}", options.join(",")));
    let case = case.with("behind", behind.join(","));
    case.with("elsewhere", random.random_bool(0.5))
}

fn make_odds_on_a_board(random: &mut Random) -> Case {
    let n = random.random_range(4..22);
    let options = throw_options(random, 2);
    let rules = format!(
        "daldos:{}",
        [options, vec![format!("n={n}")]].concat().join(",")
    );
    // Both on the middle row, or the target on its way through the enemy's row.
    let piece = random.random_range(0..n);
    let target = random.random_range(piece + 1..=n);
    let case = Case::new("daldos odds on a board").with("rules", rules);
    let row: String = (0..=n)
        .map(|hole| {
            if hole == piece {
                'A'
            } else if hole == target {
                'B'
            } else {
                '.'
            }
        })
        .collect();
    let drawn = format!("{}/{row}/{} A", ".".repeat(n), ".".repeat(n));
    case.with("position", crate::case::short(&drawn))
}

fn make_table(random: &mut Random) -> Case {
    let options = throw_options(random, 2);
    let rules = format!("daldos:{}", options.join(","));
    let case = Case::new("daldos table").with("rules", rules.trim_end_matches(':'));
    let pieces = random.random_range(1..3);
    case.with("pieces", pieces).with(
        "max",
        if pieces == 1 {
            random.random_range(2..14)
        } else {
            random.random_range(2..5)
        },
    )
}

// ---- siga's answers judged

fn read(case: &Case) -> (Rules, Board, u8) {
    let rules = Rules::read(case.get("rules"));
    let (board, side) = rules.board(case.get("position"));
    (rules, board, side)
}

fn two(text: &str) -> Vec<usize> {
    let mut numbers: Vec<usize> = text
        .split(',')
        .map(|number| number.parse().unwrap())
        .collect();
    numbers.sort_unstable();
    numbers
}

fn earns(rules: &Rules, throw: &[usize]) -> bool {
    rules
        .throws()
        .iter()
        .any(|one| one.numbers == throw && one.again)
}

/// The same words in the same order.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = text.split(' ').map(ToOwned::to_owned).collect();
    words.sort();
    words
}

fn moves(case: &Case) -> Verdict {
    let (rules, board, side) = read(case);
    let throw = two(case.get("throw"));
    let arguments = [
        "daldos",
        "moves",
        "--rules",
        case.get("rules"),
        "--position",
        case.get("position"),
        "--throw",
        case.get("throw"),
    ];
    let said = or_verdict!(answer(&arguments));
    let over = rules.winner(&board);
    let again = earns(&rules, &throw);
    let mut expected = BTreeMap::new();
    if over.is_none() {
        for (after, play) in rules.plays(&board, side, &throw) {
            let again = again && rules.winner(&after).is_none();
            let captures: Vec<String> =
                play.captures.iter().map(|&hole| rules.name(hole)).collect();
            let mut captures = captures;
            captures.sort();
            let text = rules.text(&after, if again { side } else { other(side) });
            expected.insert(text, (captures, play.ways, again));
        }
    }
    let mut found = BTreeMap::new();
    for play in said["moves"].as_array().unwrap() {
        let texts = |name: &str| {
            play[name]
                .as_array()
                .unwrap()
                .iter()
                .map(|text| text.as_str().unwrap().to_owned())
        };
        let mut captures: Vec<String> = texts("captures").collect();
        captures.sort();
        let ways: Vec<Vec<String>> = texts("ways").map(|way| words(&way)).collect();
        let distinct: BTreeSet<Vec<String>> = ways.iter().cloned().collect();
        if distinct.len() != ways.len() {
            return Verdict::Fault(format!("a way is listed twice: {ways:?}"));
        }
        if texts("ways").next().as_deref() != play["move"].as_str() {
            return Verdict::Fault(format!("the move is not the first of its ways: {play}"));
        }
        let key = play["position"].as_str().unwrap().to_owned();
        if found
            .insert(key, (captures, distinct, play["again"].as_bool().unwrap()))
            .is_some()
        {
            return Verdict::Fault(format!("two plays lead to the same position: {play}"));
        }
    }
    let winner = over.map(|side| (side as char).to_string());
    if said["winner"].as_str() != winner.as_deref() {
        return Verdict::Fault(format!(
            "winner: siga {}, oracle {winner:?}",
            said["winner"]
        ));
    }
    let numbers = 1 + found.len() as u64;
    if found == expected {
        Verdict::Holds(numbers)
    } else {
        Verdict::Fault(format!("siga   {found:?}\noracle {expected:?}"))
    }
}

fn perft(case: &Case) -> Verdict {
    let (rules, board, side) = read(case);
    let depth: u32 = case.get("depth").parse().unwrap();
    let mut left = 5 * effort();
    let Some(expected) = sequences(&rules, &board, side, depth, &mut left) else {
        return Verdict::Declined("too many for the oracle".into());
    };
    let arguments = [
        "daldos",
        "perft",
        "--rules",
        case.get("rules"),
        "--position",
        case.get("position"),
        "--depth",
        case.get("depth"),
    ];
    let said = or_verdict!(answer(&arguments));
    if said["nodes"].as_str().unwrap() == expected.to_string() {
        Verdict::Holds(1)
    } else {
        Verdict::Fault(format!("siga {}, oracle {expected}", said["nodes"]))
    }
}

fn sequences(rules: &Rules, board: &[u8], side: u8, depth: u32, left: &mut usize) -> Option<i128> {
    if depth == 0 {
        return Some(1);
    }
    if rules.winner(board).is_some() {
        return Some(0);
    }
    *left = left.checked_sub(1)?;
    let mut sum = 0;
    for throw in rules.throws() {
        for after in rules.plays(board, side, &throw.numbers).keys() {
            let next = if throw.again { side } else { other(side) };
            sum += throw.weight * sequences(rules, after, next, depth - 1, left)?;
        }
    }
    Some(sum)
}

fn analysis(case: &Case, width: &str) -> Result<Value, Verdict> {
    let mut arguments = vec![
        "daldos",
        "analyse",
        "--rules",
        case.get("rules"),
        "--position",
        case.get("position"),
        "--width",
        width,
    ];
    if !case.get("throw").is_empty() {
        arguments.extend(["--throw", case.get("throw"), "--by", case.get("by")]);
    }
    answer(&arguments)
}

fn turn(case: &Case) -> Verdict {
    let (rules, board, side) = read(case);
    let said = or_verdict!(analysis(case, case.get("width")));
    let mut ledger = Ledger::default();
    for (what, side) in [("turn", side), ("threats", other(side))] {
        let said = &said[what];
        ledger.law(said["side"] == (side as char).to_string(), || {
            format!("{what}: of side {}", said["side"])
        });
        let mut turns = Turns::new(&rules, effort());
        let truth = |turns: &mut Turns, aim| {
            turns.allow(effort());
            turns.value(&board, side, aim)
        };
        let take = truth(&mut turns, Aim::Take);
        let mean = truth(&mut turns, Aim::Mean);
        ledger.compare(&format!("{what}.take"), &said["take"], &take);
        ledger.compare(&format!("{what}.mean"), &said["mean"], &mean);
        ledger.compare(
            &format!("{what}.dal"),
            &said["dal"],
            &truth(&mut turns, Aim::Release),
        );
        ledger.compare(
            &format!("{what}.lost"),
            &said["lost"],
            &turns.lost(&board, side),
        );
        let enemies = holes(&board, |cell| cell.to_ascii_uppercase() == other(side));
        let listed = said["pieces"].as_array().unwrap();
        ledger.law(listed.len() == enemies.len(), || {
            format!("{what}.pieces: {listed:?}")
        });
        for hole in enemies {
            let name = rules.name(hole);
            let piece = listed.iter().find(|piece| piece["hole"] == name.as_str());
            let Some(piece) = piece else {
                ledger.law(false, || format!("{what}.pieces: no {name}"));
                continue;
            };
            ledger.law(piece["dalled"] == board[hole].is_ascii_uppercase(), || {
                format!("{what}.pieces: {piece}")
            });
            let chance = truth(&mut turns, Aim::Piece(hole));
            ledger.compare(
                &format!("{what}.pieces {name}"),
                &piece["probability"],
                &chance,
            );
        }
        number(&mut ledger, what, said, &take, &mean);
    }
    ledger.verdict()
}

/// How many are taken, under some play that is best for the average: its sum and its average must fit.
fn number(ledger: &mut Ledger, what: &str, said: &Value, take: &Between, mean: &Between) {
    let width =
        Between::read(&said["mean"]).map_or(BigRational::zero(), |mean| mean.upper - mean.lower);
    let mut sums = Between::exactly(BigRational::zero());
    let mut means = sums.clone();
    for row in said["number"].as_array().unwrap() {
        let Some(chance) = Between::read(&row["probability"]) else {
            return ledger.law(false, || format!("{what}.number: {row}"));
        };
        let taken = BigRational::from_integer(row["taken"].as_i64().unwrap().into());
        if taken.is_zero() {
            let least = BigRational::one() - &take.upper;
            ledger.law(chance.upper >= least, || {
                format!("{what}.number: nothing with {chance}, oracle at least 1 - {take}")
            });
        }
        sums.lower += &chance.lower;
        sums.upper += &chance.upper;
        means.lower += &taken * chance.lower;
        means.upper += taken * chance.upper;
    }
    let one = Between::exactly(BigRational::one());
    ledger.law(sums.holds(&one), || {
        format!("{what}.number: the sum is {sums}")
    });
    ledger.law(means.lower <= mean.upper, || {
        format!("{what}.number: the average is {means}, oracle at most {mean}")
    });
    ledger.law(means.upper >= &mean.lower - &width, || {
        format!("{what}.number: the average is {means}, oracle {mean}")
    });
}

fn plays(case: &Case) -> Verdict {
    let (rules, board, side) = read(case);
    let throw = two(case.get("throw"));
    let said = or_verdict!(analysis(case, case.get("width")));
    let criterion = match case.get("by") {
        "take" => Criterion::Take,
        "safe" => Criterion::Safe,
        _ => Criterion::Net,
    };
    let mut ledger = Ledger::default();
    let expected = match rules.winner(&board) {
        None => rules.plays(&board, side, &throw),
        Some(_) => BTreeMap::new(),
    };
    let listed = said["plays"].as_array().cloned().unwrap_or_default();
    ledger.law(listed.len() == expected.len(), || {
        format!(
            "siga lists {} plays, the oracle {}",
            listed.len(),
            expected.len()
        )
    });
    let mut turns = Turns::new(&rules, 0);
    for (after, play) in expected {
        let again = earns(&rules, &throw) && rules.winner(&after).is_none();
        let text = rules.text(&after, if again { side } else { other(side) });
        let Some(listed) = listed
            .iter()
            .find(|listed| listed["position"] == text.as_str())
        else {
            ledger.law(false, || format!("siga does not list {text}"));
            continue;
        };
        turns.allow(effort() / 2);
        let truth = turns.after(&after, side, again, play.captures.len(), criterion);
        ledger.compare(
            &format!("value of {}", listed["move"]),
            &listed["value"],
            &truth,
        );
    }
    let worse = |play: &Value| {
        Between::read(&play["value"]).map(|value| {
            if criterion == Criterion::Safe {
                -value.upper
            } else {
                value.lower
            }
        })
    };
    ledger.law(
        listed
            .iter()
            .map(worse)
            .is_sorted_by(|one, next| one >= next),
        || "the plays are not in order of their values".into(),
    );
    ledger.verdict()
}

/// A bound at one width holds those at finer ones.
fn widths(case: &Case) -> Verdict {
    let mut ledger = Ledger::default();
    let mut coarser: Option<(&str, Value)> = None;
    for width in ["1", "1/16", "1/1000", "1/1000000", "1/1099511627776"] {
        let said = or_verdict!(analysis(case, width));
        if let Some((coarse, before)) = &coarser {
            for what in ["turn", "threats"] {
                let mut pairs = vec![("take", &before[what]["take"], &said[what]["take"])];
                pairs.push(("mean", &before[what]["mean"], &said[what]["mean"]));
                pairs.push(("dal", &before[what]["dal"], &said[what]["dal"]));
                let pieces = before[what]["pieces"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .zip(said[what]["pieces"].as_array().unwrap());
                pairs.extend(
                    pieces.map(|(before, now)| {
                        ("pieces", &before["probability"], &now["probability"])
                    }),
                );
                for (name, before, now) in pairs {
                    let (Some(before), Some(now)) = (Between::read(before), Between::read(now))
                    else {
                        return Verdict::Fault(format!("{what}.{name}: no number"));
                    };
                    ledger.law(before.holds(&now), || {
                        format!("{what}.{name}: {before} at width {coarse}, {now} at {width}")
                    });
                    let one = BigRational::from_integer(1.into());
                    ledger.law(
                        name == "mean" || (now.lower >= BigRational::zero() && now.upper <= one),
                        || format!("{what}.{name}: {now}"),
                    );
                }
            }
        }
        coarser = Some((width, said));
    }
    ledger.verdict()
}

/// The value of a play that earns another throw is the mean, over the next throws, of siga's own best answers to them.
fn mean_of_answers(case: &Case) -> Verdict {
    let (rules, _, side) = read(case);
    let width = case.get("width");
    let said = or_verdict!(analysis(case, width));
    let mut ledger = Ledger::default();
    let safe = case.get("by") == "safe";
    let again: Vec<&Value> = said["plays"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|play| play["again"] == true)
        .collect();
    for play in again.into_iter().take(2) {
        let taken = play["captures"].as_array().unwrap().len();
        let taken = BigRational::from_integer(if case.get("by") == "net" {
            taken.into()
        } else {
            0.into()
        });
        if case.get("by") == "take" && play["captures"] != serde_json::json!([]) {
            continue;
        }
        let mut mean = Between::exactly(BigRational::zero());
        for throw in rules.throws() {
            let next = case
                .clone()
                .with("position", play["position"].as_str().unwrap());
            let next = next.with(
                "throw",
                format!("{},{}", throw.numbers[0], throw.numbers[1]),
            );
            let answers = or_verdict!(analysis(&next, width));
            let values: Vec<Between> = answers["plays"]
                .as_array()
                .unwrap()
                .iter()
                .filter_map(|play| Between::read(&play["value"]))
                .collect();
            let weight = BigRational::new(throw.weight.into(), rules.all_weights().into());
            let best = |ends: Vec<BigRational>| {
                let ends = ends.into_iter();
                if safe { ends.min() } else { ends.max() }.unwrap()
            };
            mean.lower += &weight * best(values.iter().map(|value| value.lower.clone()).collect());
            mean.upper += &weight * best(values.iter().map(|value| value.upper.clone()).collect());
        }
        mean.lower += &taken;
        mean.upper += &taken;
        let what = format!(
            "value of {} after which {} throws again",
            play["move"], side as char
        );
        ledger.compare(&what, &play["value"], &mean);
    }
    ledger.verdict()
}

fn odds(case: &Case) -> Verdict {
    let rules = Rules::read(case.get("rules"));
    let elsewhere = case.get("elsewhere") == "true";
    let behind: Vec<i64> = case
        .get("behind")
        .split(',')
        .map(|text| text.parse().unwrap())
        .collect();
    let mut arguments = vec![
        "daldos",
        "odds",
        "--rules",
        case.get("rules"),
        "--behind",
        case.get("behind"),
    ];
    if !elsewhere {
        arguments.push("--no-elsewhere");
    }
    let said = or_verdict!(answer(&arguments));
    let mut ledger = Ledger::default();
    let mut track = Track::new(&rules, elsewhere, effort());
    let truth = track.chance(&behind);
    ledger.compare("probability", &said["probability"], &truth);
    let hits: BTreeSet<Vec<usize>> = track.hits(&behind).into_iter().collect();
    let listed = said["hits"].as_array().unwrap().iter().map(|throw| {
        let numbers = throw.as_array().unwrap().iter();
        numbers
            .map(|number| number.as_u64().unwrap() as usize)
            .collect()
    });
    let listed: BTreeSet<Vec<usize>> = listed.collect();
    ledger.law(listed == hits, || {
        format!("hits: siga {listed:?}, oracle {hits:?}")
    });
    ledger.verdict()
}

/// A piece behind its only enemy on a board, and the same on a track; nothing else can use a number.
fn odds_on_a_board(case: &Case) -> Verdict {
    let options = case.get("rules").split(',');
    let options: Vec<&str> = options
        .filter(|option| !option.contains("n=") || option.contains("extra="))
        .collect();
    let track_rules = match options.join(",") {
        text if text.is_empty() => "daldos".to_owned(),
        text if text.starts_with("daldos") => text,
        text => format!("daldos:{text}"),
    };
    let (rules, squares, side) = read(case);
    let (own, enemies) = (
        holes(&squares, |cell| cell == b'A'),
        holes(&squares, |cell| cell == b'B'),
    );
    let ([own], [enemy]) = (own.as_slice(), enemies.as_slice()) else {
        return Verdict::Declined("one against one only".into());
    };
    let behind = (enemy - own).to_string();
    let track = [
        "daldos",
        "odds",
        "--no-elsewhere",
        "--rules",
        &track_rules,
        "--behind",
        &behind,
    ];
    let odds = or_verdict!(answer(&track));
    let on_board = or_verdict!(analysis(case, "1/281474976710656"));
    let mut ledger = Ledger::default();
    // On a board the piece comes round again: the chance may be more than on the track, never less.
    let (odds, board) = (
        Between::read(&odds["probability"]).unwrap(),
        Between::read(&on_board["turn"]["take"]).unwrap(),
    );
    ledger.law(board.upper >= odds.lower, || {
        format!("on the track {odds}, on the board {board}")
    });
    let mut turns = Turns::new(&rules, effort());
    let truth = turns.value(&squares, side, Aim::Take);
    ledger.law(board.meets(&truth), || {
        format!("on the board {board}, oracle {truth}")
    });
    ledger.verdict()
}

/// The same answers in a table of many, one by one, and as CSV.
fn table(case: &Case) -> Verdict {
    let arguments = [
        "daldos",
        "table",
        "--rules",
        case.get("rules"),
        "--pieces",
        case.get("pieces"),
        "--max",
        case.get("max"),
    ];
    let said = or_verdict!(answer(&arguments));
    let rows = said["rows"].as_array().unwrap();
    let mut ledger = Ledger::default();
    for row in rows {
        let behind: Vec<String> = row["behind"]
            .as_array()
            .unwrap()
            .iter()
            .map(ToString::to_string)
            .collect();
        let alone = or_verdict!(answer(&[
            "daldos",
            "odds",
            "--rules",
            case.get("rules"),
            "--behind",
            &behind.join(",")
        ]));
        ledger.law(alone == *row, || {
            format!("in the table {row}\nalone {alone}")
        });
    }
    let csv = or_verdict!(printed(&[&arguments[..], &["--csv"]].concat()));
    for row in rows {
        let exact = row["probability"]["exact"].as_str().unwrap_or_default();
        ledger.law(csv.contains(exact), || {
            format!("{exact} is not in the CSV:\n{csv}")
        });
    }
    ledger.verdict()
}
