use std::collections::BTreeSet;

use num_rational::BigRational;
use num_traits::{One, Zero};
use proptest::prelude::*;

use super::moves::Yield;
use super::notation::PositionFile;
use super::rules::{Order, Rules, Saved, Stacks, Wake};
use super::{Cell, Position, Setup, Team, analyse, endgame, naive_rules, odds, perft};

/// Rules with every option open.
fn some_rules() -> impl Strategy<Value = Rules> {
    let options = proptest::collection::vec(0usize..12, 10);
    options.prop_map(|picks| {
        let pick = |at: usize, values: &[&str]| values[picks[at] % values.len()].to_owned();
        let text = format!(
            "lane,length={},start={},wake={},tabs={},order={},saved={},asleep={},stacks={},part={},leave={}",
            pick(0, &["3", "5", "7"]),
            pick(1, &["tab", "a"]),
            pick(2, &["any", "any", "foremost", "none"]),
            pick(3, &["free", "wake-first"]),
            pick(4, &["any", "thrown"]),
            pick(5, &["no", "yes"]),
            pick(6, &["taken", "safe"]),
            pick(7, &["reduce", "reduce", "keep", "none"]),
            pick(8, &["tab", "no"]),
            pick(9, &["empty", "one-field"]),
        );
        text.parse().unwrap()
    })
}

/// A position of few pieces, so that ways around the board are open.
fn some_setup(rules: Rules) -> impl Strategy<Value = (Setup, Rules)> {
    let cells = 4 * usize::from(rules.length());
    let pieces = (0..cells, any::<bool>(), 0u8..4, 0u8..6, 0u8..3);
    let pieces = proptest::collection::vec(pieces, 2..7);
    (pieces, any::<bool>(), 0u8..3, 0u8..3).prop_map(move |(pieces, a_moves, saved_a, saved_b)| {
        let mut setup = Setup::start(&rules);
        setup.rows.iter_mut().for_each(|row| row.fill('.'));
        setup.side = if a_moves { Team::A } else { Team::B };
        let mut left = [rules.pieces(); 2];
        for (at, (place, is_a, sleeps, tall, been)) in pieces.into_iter().enumerate() {
            let (row, column) = (
                place / usize::from(rules.length()),
                place % usize::from(rules.length()),
            );
            let team = usize::from(!if at < 2 { at == 0 } else { is_a });
            let tall = if tall == 5 && rules.stacks != Stacks::None {
                2
            } else {
                1
            };
            if setup.rows[row][column] != '.' || left[team] < tall {
                continue;
            }
            let asleep = sleeps == 0 && row == 3 * team && rules.wake != Wake::None;
            let tall = if asleep { 1 } else { tall };
            left[team] -= tall;
            setup.rows[row][column] = [['A', 'a'], ['B', 'b']][team][usize::from(asleep)];
            let cell = Cell {
                row: row as u8,
                column: column as u8,
            };
            if tall > 1 {
                setup.stacks.push((cell, tall));
            }
            let away = if team == 0 { row } else { 3 - row };
            if been == 1 && (away == 1 || away == 2) {
                setup.entered.push(cell);
            } else if been == 2 && away == 1 && rules.stacks == Stacks::Reduce {
                setup.circled.push(cell);
            }
        }
        let sleeps = |symbol: char| setup.rows.iter().flatten().any(|found| *found == symbol);
        let saves = rules.saved == Saved::Yes;
        setup.saved = [
            if saves && !sleeps('a') { saved_a } else { 0 },
            if saves && !sleeps('b') { saved_b } else { 0 },
        ];
        for cells in [&mut setup.entered, &mut setup.circled] {
            cells.sort();
        }
        setup.stacks.sort();
        (setup, rules.clone())
    })
}

/// The throws of a turn; in the order thrown the turn may not have ended.
fn some_throws() -> impl Strategy<Value = (Vec<u8>, Option<u8>)> {
    let first = proptest::sample::select(vec![1, 1, 4, 6]);
    let last = proptest::sample::select(vec![Some(2), Some(3), Some(2), None]);
    (proptest::collection::vec(first, 0..3), last)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn plays_are_those_of_the_naive_player(
        (setup, rules) in some_rules().prop_flat_map(some_setup),
        (mut throws, last) in some_throws(),
    ) {
        let position = setup.position(&rules).unwrap();
        prop_assert_eq!(position.setup(), setup.clone());
        match last {
            None if rules.order == Order::Thrown && !throws.is_empty() => {}
            _ => throws.push(last.unwrap_or(3)),
        }
        let played = Yield::trusted(throws.clone());
        prop_assert_eq!(&Yield::parse(&played.to_string(), &rules).unwrap(), &played);
        let plays = position.plays(&played).unwrap();
        let found: BTreeSet<String> = plays.iter().map(|play| play.position.to_string()).collect();
        prop_assert_eq!(found.len(), plays.len(), "each position once");
        prop_assert_eq!(found, naive_rules::plays(&rules, &setup, &throws), "{} {} {}", rules, setup, played);
        for play in plays {
            let enemy = setup.side.other();
            prop_assert_eq!(position.count(enemy) - play.position.count(enemy), play.taken);
            prop_assert_eq!(position.count(setup.side) - play.position.count(setup.side), play.reduced);
            prop_assert_eq!(play.position.setup().position(&rules), Ok(play.position.clone()), "{}", play.position);
        }
    }

    #[test]
    fn text_round_trips((setup, rules) in some_rules().prop_flat_map(some_setup)) {
        prop_assert_eq!(setup.to_string().parse::<Setup>(), Ok(setup.clone()));
        prop_assert_eq!(rules.to_string().parse::<Rules>(), Ok(rules.clone()));
        let file = PositionFile {
            rules: Some(rules),
            title: Some("A title".to_owned()),
            source: None,
            setup,
        };
        prop_assert_eq!(file.to_string().parse::<PositionFile>(), Ok(file));
    }

    #[test]
    fn a_board_turned_twice_is_the_same((setup, rules) in some_rules().prop_flat_map(some_setup)) {
        let position = setup.position(&rules).unwrap();
        let turned = position.passed();
        prop_assert_eq!(turned.side(), setup.side.other());
        prop_assert_eq!(turned.setup().rows, setup.rows.clone());
        prop_assert_eq!(turned.passed(), position);
    }
}

fn slow_perft(rules: &Rules, setup: &Setup, depth: u32, yields: &[Yield]) -> u64 {
    let ends = yields
        .iter()
        .flat_map(|first| naive_rules::plays(rules, setup, first.throws()));
    match depth {
        1 => ends.count() as u64,
        _ => ends
            .map(|end| slow_perft(rules, &end.parse().unwrap(), depth - 1, yields))
            .sum(),
    }
}

#[test]
fn perft_is_that_of_the_naive_player() {
    use crate::games::running_fight::perft::Turns;
    for (rules, text, depth, throws) in [
        ("lane,length=3", "aaa/3/3/bbb A", 2, 2),
        ("wikipedia,length=3", "2A/1A1/2B/b1B A", 2, 2),
        ("ludii,length=3", "AAA/3/3/BBB B", 2, 2),
        (
            "lane,length=5,order=thrown,saved=yes",
            "5/A2B1/5/b4 A stacks=b1x2",
            2,
            3,
        ),
        ("lane,length=7,pieces=2", "2A4/3A3/7/5Bb A", 1, 3),
    ] {
        let rules: Rules = rules.parse().unwrap();
        let position = Position::parse(text, &rules).unwrap();
        let yields = position.yields(throws).unwrap();
        let nodes = perft::perft(&position, depth, throws, 1 << 22).unwrap();
        let expected = slow_perft(&rules, &position.setup(), depth, &yields);
        assert_eq!(nodes, expected, "{rules} {text}");
        let parts = perft::divide(&position, depth, throws, 1 << 22).unwrap();
        assert_eq!(parts.iter().map(|part| part.1).sum::<u64>(), nodes);
    }
}

/// The positions that a yield leads to.
fn after(rules: &str, text: &str, throws: &str) -> Vec<String> {
    let rules: Rules = rules.parse().unwrap();
    let position = Position::parse(text, &rules).unwrap();
    let plays = position
        .plays(&Yield::parse(throws, &rules).unwrap())
        .unwrap();
    let mut texts: Vec<String> = plays
        .iter()
        .map(|play| format!("{} · {}", play.text(), play.position))
        .collect();
    texts.sort();
    texts
}

#[test]
fn rules_by_example() {
    // From the end of the third row there are two ways while an enemy is at home, and one for a piece that has been there.
    let way = "lane,length=5,stacks=keep";
    assert_eq!(
        after(way, "5/5/4A/4b A", "2"),
        ["c5-b4 · 5/3A1/5/4b B", "c5-d4 · 5/5/5/3Ab B"]
    );
    assert_eq!(after(way, "5/5/4A/5 A", "2"), [""; 0], "the game is over");
    assert_eq!(
        after(way, "5/5/4A/4b A entered=c5", "2"),
        ["c5-b4 · 5/3A1/5/4b B entered=b4"]
    );
    // A piece in the enemy's home waits for those at home.
    assert_eq!(after(way, "a4/5/5/3Ab A", "2"), ["pass · a4/5/5/3Ab B"]);
    assert_eq!(
        after("lane,length=5,leave=one-field", "a4/5/5/3Ab A", "2"),
        ["d4-d2 · a4/5/5/1A2b B"]
    );
    // A stack is reduced in a row where it has been, and need not go there.
    assert_eq!(
        after("lane,length=5", "5/5/3A1/b4 A stacks=c4x2", "3"),
        [
            "c4-b4 · 5/3A1/5/b4 B circled=b4",
            "c4-d4 · 5/5/5/b2A1 B stacks=d4x2",
        ]
    );
    assert_eq!(
        after("lane,length=5", "5/5/3A1/1B3 A stacks=c4x2 entered=c4", "3"),
        [
            "c4-b4 · 5/3A1/5/1B3 B entered=b4",
            "pass · 5/5/3A1/1B3 B stacks=c4x2 entered=c4",
        ]
    );
    // A tâb is kept once nobody sleeps, and used later.
    assert_eq!(
        after("wikipedia,length=5", "5/5/A4/4b A", "1,3"),
        [
            "c1-c2, c2-c5 · 5/5/4A/4b B",
            "c1-c4 · 5/5/3A1/4b B saved=A1",
        ]
    );
}

#[test]
fn faults_are_told_at_once() {
    let rules: Rules = "lane,length=3".parse().unwrap();
    let setup: Setup = "a2/a2/3/bbb A stacks=a1x2 entered=c1 circled=b1 saved=A1"
        .parse()
        .unwrap();
    let faults = setup.position(&rules).unwrap_err();
    assert_eq!(faults.0.len(), 5, "{faults}");
    for (text, expected) in [
        ("aaa/3/3/bbb A stacks=b1x1", "2 to 15"),
        ("aaa/3/3/bbb A stacks=b1x2,b1x3", "twice"),
        ("aaa/3/3/bbb A saved=C2", "as in A2"),
        ("aaa/3/bbb A", "not four"),
        ("aa/2/2/bb A", "3 to 15"),
    ] {
        let error = text.parse::<Setup>().unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
    assert!("lane,length=4".parse::<Rules>().is_err());
    assert!("lane,pieces=10".parse::<Rules>().is_err());
    assert!("lane,bias=0|1|1|1".parse::<Rules>().is_ok());
    assert!(
        "lane,bias=0".parse::<Rules>().is_err(),
        "always 6: a turn would never end"
    );
}

/// The chance to take at a distance by Sig's engine, which knows such throws: all are made, then used in any order.
#[test]
fn chances_of_one_piece_are_those_of_sig() {
    use crate::games::sig::{self, Effort};
    let table: sig::Rules = "sig:ludii,throws=6*|1*|2|3|4*".parse().unwrap();
    for distance in 1..=16 {
        let here = odds::odds(&Rules::lane(), &[distance]).unwrap();
        let there = sig::odds::odds(&table, &[distance], &Effort::default()).unwrap();
        assert_eq!(
            Some(&here.probability),
            there.probability.exact(),
            "{distance}"
        );
    }
}

/// The chance to take with turns of limited length, each played out; pieces at these distances.
fn slow_odds(rules: &Rules, behind: &[i64], thrown: &mut Vec<i64>, throws: u32) -> BigRational {
    let mut chance = BigRational::zero();
    for throw in rules.weighted() {
        thrown.push(throw.fields.into());
        let value = match rules.order {
            Order::Any if !throw.again => {
                let sums = |aim: &i64| {
                    (1..1 << thrown.len()).any(|set: u32| {
                        let used = (0..thrown.len()).filter(|at| set >> at & 1 == 1);
                        used.map(|at| thrown[at]).sum::<i64>() == *aim
                    })
                };
                BigRational::from_integer(i64::from(behind.iter().any(sums)).into())
            }
            Order::Any => match throws {
                1 => BigRational::zero(),
                _ => slow_odds(rules, behind, thrown, throws - 1),
            },
            Order::Thrown => {
                let mut best = BigRational::zero();
                // One piece moves, or none of these.
                for at in 0..=behind.len() {
                    let mut next = behind.to_vec();
                    if let Some(distance) = next.get_mut(at) {
                        *distance -= i64::from(throw.fields);
                    }
                    let value = if next.contains(&0) {
                        BigRational::one()
                    } else if throw.again && throws > 1 {
                        slow_odds(rules, &next, thrown, throws - 1)
                    } else {
                        BigRational::zero()
                    };
                    best = best.max(value);
                }
                best
            }
        };
        thrown.pop();
        chance += throw.chance * value;
    }
    chance
}

#[test]
fn chances_are_those_of_turns_played_out() {
    for text in [
        "lane",
        "lane,order=thrown",
        "lane,bias=1/3|1/3|1/3|1/2",
        "ludii,bias=2/3",
    ] {
        let rules: Rules = text.parse().unwrap();
        let again = rules.weighted().into_iter().filter(|throw| throw.again);
        let again: BigRational = again.map(|throw| throw.chance).sum();
        for behind in [
            vec![1],
            vec![2],
            vec![5],
            vec![7],
            vec![3, 8],
            vec![1, 2, 4],
        ] {
            let exact = odds::odds(&rules, &behind).unwrap().probability;
            let aims: Vec<i64> = behind.iter().map(|&distance| distance.into()).collect();
            let throws = if behind.len() > 1 { 3 } else { 5 };
            let lower = slow_odds(&rules, &aims, &mut Vec::new(), throws);
            let upper = &lower + again.pow(throws as i32);
            assert!(
                lower <= exact && exact <= upper,
                "{text} {behind:?}: {lower} {exact} {upper}"
            );
        }
    }
}

/// Chances in a position are between those of turns that a naive player plays out.
#[test]
fn takes_are_those_of_the_naive_player() {
    use crate::games::running_fight::perft::Turns;
    for (rules, text) in [
        ("lane,length=5", "5/2A1A/1B3/b3B A stacks=c2x2"),
        ("lane,length=3,stacks=keep", "a2/A2/1B1/1bb A"),
        ("wikipedia,length=5", "5/1A3/4B/2B2 B stacks=b2x2 saved=B1"),
    ] {
        let rules: Rules = rules.parse().unwrap();
        let position = Position::parse(text, &rules).unwrap();
        let throws = 3;
        let found = analyse::takes(&position, throws, 1 << 30);
        let pieces = |text: &str| {
            let position = Position::parse(text, &rules).unwrap();
            position.count(position.side())
        };
        let had = position.count(position.side().other());
        let mut sums = [BigRational::zero(), BigRational::zero()];
        for played in position.yields(throws).unwrap() {
            let ends = naive_rules::plays(&rules, &position.setup(), played.throws());
            let taken = ends.iter().map(|end| had - pieces(end)).max().unwrap();
            let chance = |throw: &u8| {
                let weighted = rules.weighted();
                weighted
                    .into_iter()
                    .find(|w| w.fields == *throw)
                    .unwrap()
                    .chance
            };
            let [last, before @ ..] = &played.throws().iter().rev().collect::<Vec<_>>()[..] else {
                unreachable!()
            };
            let orders: BTreeSet<Vec<&&u8>> =
                itertools::Itertools::permutations(before.iter(), before.len()).collect();
            let weight = BigRational::from_integer(orders.len().into())
                * chance(last)
                * before
                    .iter()
                    .map(|throw| chance(throw))
                    .product::<BigRational>();
            sums[0] += &weight * BigRational::from_integer(u32::from(taken > 0).into());
            sums[1] += weight * BigRational::from_integer(taken.into());
        }
        assert_eq!(found.max_throws, throws);
        assert_eq!(
            [&found.any, &found.expected].map(|found| found.ends().unwrap().0),
            sums,
            "{text}"
        );
    }
    // A single piece on a free way, each throw used at once: it must be used, where by distance it may be used elsewhere.
    let rules: Rules = "ludii,length=15".parse().unwrap();
    let position = Position::parse("15/15/2A4B7/15 A", &rules).unwrap();
    let found = analyse::takes(&position, 8, 1 << 30);
    let (lower, _) = found.any.ends().unwrap();
    let exact = odds::odds(&rules, &[5]).unwrap().probability;
    assert!(lower < exact, "{lower} {exact}");
}

/// The chances of the team to move by value iteration over positions as text, each throw used at once, as far as positions are
/// reached; the naive player makes the moves.
fn slow_endgame(rules: &Rules, start: &Setup, rounds: usize) -> f64 {
    use num_traits::ToPrimitive;
    use std::collections::HashMap;
    let mut numbers: HashMap<String, usize> = HashMap::from([(start.to_string(), 0)]);
    let mut positions = vec![start.clone()];
    let mut options: Vec<Vec<(f64, Vec<Option<usize>>)>> = Vec::new();
    let mut at = 0;
    while at < positions.len() {
        let from = positions[at].clone();
        let mut branches = Vec::new();
        for throw in rules.weighted() {
            let ends = naive_rules::plays(rules, &from, &[throw.fields]);
            let next = ends.iter().map(|end| {
                let setup: Setup = end.parse().unwrap();
                if setup.position(rules).unwrap().is_over() {
                    return None;
                }
                let next = numbers.len();
                let number = *numbers.entry(end.clone()).or_insert(next);
                if number == next {
                    positions.push(setup);
                }
                Some(number)
            });
            branches.push((throw.chance.to_f64().unwrap(), next.collect()));
        }
        options.push(branches);
        at += 1;
    }
    let mut values = vec![0.5; positions.len()];
    for _ in 0..rounds {
        for at in 0..positions.len() {
            let side = positions[at].side;
            let worth = |next: &Option<usize>| match next {
                None => 1.0,
                Some(next) if positions[*next].side == side => values[*next],
                Some(next) => 1.0 - values[*next],
            };
            let best = options[at]
                .iter()
                .map(|(chance, next)| chance * next.iter().map(worth).fold(0.0, f64::max));
            values[at] = best.sum();
        }
    }
    values[0]
}

#[test]
fn endgames_are_those_of_value_iteration() {
    use crate::work::Note;
    use num_traits::ToPrimitive;
    for (rules, text) in [
        ("ludii,length=3", "3/2A/3/B2 A"),
        ("lane,length=3,order=thrown", "3/1A1/3/b2 A"),
        (
            "lane,length=3,order=thrown,leave=one-field,bias=1/3",
            "a2/2A/1B1/3 B",
        ),
        ("ludii,length=5", "5/1A3/2B2/5 A entered=b2"),
    ] {
        let rules: Rules = rules.parse().unwrap();
        let position = Position::parse(text, &rules).unwrap();
        let question = endgame::Question {
            position: position.clone(),
            exact: true,
            draw: endgame::Draw::Half,
            max_throws: 1,
            states: 100_000,
            played: None,
        };
        let bounds = endgame::Question {
            exact: false,
            ..question.clone()
        };
        let bounds = bounds.answer(&Note::default()).unwrap();
        let (lower, upper) = bounds.win.ends().unwrap();
        if bounds.states <= endgame::MAX_EXACT_STATES && rules.length() == 3 {
            let exact = question.answer(&Note::default()).unwrap();
            let exact = exact.win.exact().unwrap().clone();
            assert!(lower <= exact && exact <= upper);
        }
        let slow = slow_endgame(&rules, &position.setup(), 400);
        let fast = lower.to_f64().unwrap();
        assert!((slow - fast).abs() < 1e-6, "{rules} {text}: {slow} {fast}");
    }
}

/// Where all throws of a turn are made first, more throws bring the bounds closer, and a sure win is one.
#[test]
fn bounds_of_turns_that_are_cut_off_contain_closer_ones() {
    use crate::work::Note;
    let rules: Rules = "lane,length=3".parse().unwrap();
    let position = Position::parse("3/2A/3/B2 A", &rules).unwrap();
    let mut before = (BigRational::zero(), BigRational::one());
    for max_throws in [1, 2, 4] {
        let question = endgame::Question {
            position: position.clone(),
            draw: endgame::Draw::Half,
            exact: false,
            max_throws,
            states: 100_000,
            played: Some(Yield::parse("1,2", &rules).unwrap()),
        };
        let answer = question.answer(&Note::default()).unwrap();
        let (lower, upper) = answer.win.ends().unwrap();
        assert!(
            before.0 <= lower && lower <= upper && upper <= before.1,
            "{max_throws}"
        );
        before = (lower, upper);
        assert!(!answer.plays.unwrap().is_empty());
    }
    assert!(
        &before.1 - &before.0 < BigRational::new(3.into(), 10.into()),
        "{before:?}"
    );
    let refused = |rules: &str, exact: bool, states: u32| {
        let rules: Rules = rules.parse().unwrap();
        let position = Position::parse("3/2A/3/B2 A", &rules).unwrap();
        let question = endgame::Question {
            position,
            draw: endgame::Draw::Half,
            exact,
            max_throws: 2,
            states,
            played: None,
        };
        question.answer(&Note::default()).unwrap_err().to_string()
    };
    assert!(refused("wikipedia,length=3", false, 1000).contains("saved"));
    assert!(refused("lane,length=3", true, 100_000).contains("each throw is used before"));
    assert!(refused("ludii,length=3", false, 3).contains("more than 3 states"));
}
