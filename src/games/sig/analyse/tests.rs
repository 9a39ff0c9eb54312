use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::{One, Zero};
use proptest::prelude::*;

use super::*;
use crate::games::sig::rules::{Cancel, Face, Passing};
use crate::games::sig::tests::{some_board, some_rules};
use crate::games::sig::{Setup, Team, oracle};

/// The yields of all turns of at most so many throws, by listing every sequence.
fn slow_yields(rules: &Rules, limit: u32) -> BTreeMap<Vec<Face>, BigRational> {
    fn go(
        rules: &Rules,
        left: u32,
        sequence: &mut Vec<Face>,
        chance: BigRational,
        all: &mut BTreeMap<Vec<Face>, BigRational>,
    ) {
        if left == 0 {
            return;
        }
        for found in rules.weighted() {
            sequence.push(found.throw.face);
            let chance = &chance * &found.chance;
            if found.throw.again {
                go(rules, left - 1, sequence, chance, all);
            } else {
                let stands = referee(rules.cancel, sequence);
                *all.entry(stands).or_insert_with(BigRational::zero) += chance;
            }
            sequence.pop();
        }
    }
    let mut all = BTreeMap::new();
    go(rules, limit, &mut Vec::new(), BigRational::one(), &mut all);
    all
}

/// What stands of a whole sequence, as told in words.
fn referee(cancel: Cancel, sequence: &[Face]) -> Vec<Face> {
    let mut stands = vec![true; sequence.len()];
    for (at, face) in sequence.iter().enumerate() {
        if *face != Face::Khmar {
            continue;
        }
        stands[at] = false;
        let victim = match cancel {
            Cancel::Previous => at
                .checked_sub(1)
                .filter(|&before| sequence[before] != Face::Khmar),
            Cancel::Stack => (0..at).rev().find(|&before| stands[before]),
        };
        if let Some(victim) = victim {
            stands[victim] = false;
        }
    }
    let left = sequence
        .iter()
        .zip(stands)
        .filter(|(face, stands)| *stands && **face != Face::Nothing);
    left.map(|(face, _)| *face).collect()
}

#[test]
fn weights_are_those_of_all_sequences() {
    for rules in [
        "depaulis",
        "depaulis,cancel=stack",
        "ludii,bias=1/3",
        "depaulis,throws=3|1*|khmar*|2*|khadzh*|0*|khmar|0",
        "depaulis,throws=3|1*|khmar*|0*|khmar,cancel=stack,bias=1/2|1/3|1/4|2/3",
        "ludii,throws=1|khadzh*|khadzh|1*",
    ] {
        let rules: Rules = rules.parse().unwrap();
        let throws = Throws::new(&rules, Khadzh::Frees);
        let turns = Turns::new(throws.clone(), Some(4), TOLERANCE);
        let slow = slow_yields(&rules, 4);
        let mut multisets: BTreeMap<(Vec<u8>, u8), BigRational> = BTreeMap::new();
        for (faces, chance) in &slow {
            let kind = |face: &Face| match face {
                Face::Khadzh => Kind::Free,
                Face::Move(cells) => Kind::Move(*cells),
                other => panic!("{other} stands"),
            };
            // The last of the throws that stand is the one that ended the turn, unless that left nothing.
            for ended in [true, false] {
                let (before, last) = match faces.split_last() {
                    Some((last, before)) if ended => (before, Some(kind(last))),
                    _ if ended => continue,
                    _ => (&faces[..], None),
                };
                let mut counts = vec![0; throws.kinds.len()];
                let known = before.iter().all(|face| {
                    let at = throws.kinds.iter().position(|known| *known == kind(face));
                    at.map(|at| counts[at] += 1).is_some()
                });
                let last = last.map(|last| throws.lasts.iter().position(|known| *known == last));
                let last = match last {
                    None => 0,
                    Some(Some(at)) => at as u8 + 1,
                    Some(None) => continue,
                };
                if known {
                    let chance = chance_of(&rules, faces, ended, 4, chance);
                    *multisets
                        .entry((counts, last))
                        .or_insert_with(BigRational::zero) += chance;
                }
            }
        }
        multisets.retain(|_, chance| !chance.is_zero());
        let mut fast: BTreeMap<(Vec<u8>, u8), BigRational> = BTreeMap::new();
        for row in turns.rows.iter().filter(|row| !row.weight.is_zero()) {
            let counts = (0..throws.kinds.len()).map(|kind| row.cost.count(kind));
            fast.insert(
                (counts.collect(), row.cost.last),
                turns.ratio(row.weight.clone()),
            );
        }
        assert_eq!(fast, multisets, "{rules}");
        let kept: BigRational = slow.values().fold(BigRational::zero(), |sum, c| sum + c);
        assert_eq!(turns.ratio(turns.rest.clone()), BigRational::one() - kept);
    }
}

/// The part of a yield's chance in which the throw that ended the turn is (or is not) the last that stands.
fn chance_of(
    rules: &Rules,
    faces: &[Face],
    ended: bool,
    limit: u32,
    all: &BigRational,
) -> BigRational {
    let open = rules
        .throws()
        .iter()
        .any(|throw| !throw.again && matches!(throw.face, Face::Nothing | Face::Khmar));
    if !open {
        return if ended {
            all.clone()
        } else {
            BigRational::zero()
        };
    }
    // The same rules, but turns that end with nothing never end.
    let throws = rules.throws().iter().zip(rules.chances());
    let blank: BigRational = throws
        .filter(|(throw, _)| !throw.again && matches!(throw.face, Face::Nothing | Face::Khmar))
        .map(|(_, chance)| chance)
        .fold(BigRational::zero(), |sum, chance| sum + chance);
    assert!(!blank.is_zero());
    let mut counted = BigRational::zero();
    fn go(
        rules: &Rules,
        left: u32,
        sequence: &mut Vec<Face>,
        chance: BigRational,
        wanted: &[Face],
        counted: &mut BigRational,
    ) {
        if left == 0 {
            return;
        }
        for found in rules.weighted() {
            sequence.push(found.throw.face);
            let chance = &chance * &found.chance;
            if found.throw.again {
                go(rules, left - 1, sequence, chance, wanted, counted);
            } else if !matches!(found.throw.face, Face::Nothing | Face::Khmar)
                && referee(rules.cancel, sequence) == wanted
            {
                *counted += chance;
            }
            sequence.pop();
        }
    }
    go(
        rules,
        limit,
        &mut Vec::new(),
        BigRational::one(),
        faces,
        &mut counted,
    );
    if ended { counted } else { all - counted }
}

/// What a turn of at most so many throws can take, by playing out every yield with the naive player.
struct Slow {
    each: BTreeMap<String, BigRational>,
    at_least: Vec<BigRational>,
    covered: BigRational,
    /// The same with turns of one throw, of all that end so at any time.
    alone: Option<Box<Slow>>,
}

fn slow(position: &Position, limit: u32) -> Slow {
    let (rules, setup) = (position.rules(), position.setup());
    let enemy = setup.side.other();
    let pieces = |rows: &[Vec<char>; 4]| -> Vec<String> {
        let symbols = match enemy {
            Team::A => ['A', 'a'],
            Team::B => ['B', 'b'],
        };
        let mut found = Vec::new();
        for (row, line) in rows.iter().enumerate() {
            for (column, symbol) in line.iter().enumerate() {
                if symbols.contains(symbol) {
                    let (row, column) = (row as u8, column as u8);
                    found.push(Cell { row, column }.to_string());
                }
            }
        }
        found
    };
    let all = pieces(&setup.rows);
    let mut slow = Slow {
        each: all
            .iter()
            .map(|cell| (cell.clone(), BigRational::zero()))
            .collect(),
        at_least: vec![BigRational::zero(); all.len()],
        covered: BigRational::zero(),
        alone: (limit > 1).then(|| Box::new(self::slow(position, 1))),
    };
    for (throws, chance) in slow_yields(rules, limit) {
        slow.covered += &chance;
        let mut cells = std::collections::BTreeSet::new();
        let mut most = 0;
        for rows in oracle::plays(rules, &setup, &throws) {
            let left = pieces(&rows);
            most = most.max(all.len() - left.len());
            cells.extend(all.iter().filter(|cell| !left.contains(cell)).cloned());
        }
        for cell in cells {
            if let Some(sum) = slow.each.get_mut(&cell) {
                *sum += &chance;
            }
        }
        for sum in &mut slow.at_least[..most] {
            *sum += &chance;
        }
    }
    slow
}

fn compare(position: &Position, limit: u32) {
    let rules = position.rules();
    if rules.passing == Passing::Single && rules.order == Order::Any {
        let found = analyse(position, &Effort::throws(limit));
        assert_eq!(found, Err(AnalyseError::Passing));
        return;
    }
    let found = analyse(position, &Effort::throws(limit)).unwrap();
    for (takes, position) in [
        (&found.takes, position.clone()),
        (&found.hangs, position.passed()),
    ] {
        let slow = slow(&position, limit);
        let what = format!("{} {position}", position.rules());
        let rest = BigRational::one() - &slow.covered;
        // In any order, longer turns take at least what their last throw takes alone.
        let free = position.rules().order == Order::Any;
        let slow_alone = slow.alone.as_deref().unwrap_or(&slow);
        let sure = |alone: &BigRational| match free {
            true => &rest * alone / &slow_alone.covered,
            false => BigRational::zero(),
        };
        for (cell, _, chance) in &takes.each {
            let cell = cell.to_string();
            let lower = &slow.each[&cell] + sure(&slow_alone.each[&cell]);
            assert_eq!(chance.lower, lower, "{what}: {cell}");
            if !position.is_over() {
                assert_eq!(chance.upper, &slow.each[&cell] + &rest, "{what}: {cell}");
            }
        }
        let at_least: Vec<BigRational> = (slow.at_least.iter().zip(&slow_alone.at_least))
            .map(|(chance, alone)| chance + sure(alone))
            .collect();
        if !position.is_over() {
            assert_eq!(takes.extent.rest, rest);
        }
        let zero = BigRational::zero();
        assert_eq!(
            &takes.any.lower,
            at_least.first().unwrap_or(&zero),
            "{what}"
        );
        for (count, chance) in at_least.iter().enumerate() {
            let lower = takes
                .at_least
                .get(count)
                .map_or(&zero, |known| &known.lower);
            assert_eq!(lower, chance, "{what}: at least {}", count + 1);
        }
        let sum =
            |chances: &[BigRational]| chances.iter().fold(BigRational::zero(), |sum, c| sum + c);
        let expected = sum(&slow.at_least);
        assert_eq!(takes.expected.lower, sum(&at_least), "{what}");
        if !position.is_over() {
            let most = BigRational::from_integer(slow.at_least.len().into());
            assert_eq!(takes.expected.upper, expected + rest * most, "{what}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(50))]
    #[test]
    fn positions_are_those_of_the_naive_player(
        (setup, rules) in (2usize..5)
            .prop_flat_map(|length| (some_board(length), Just(length)))
            .prop_flat_map(|((setup, freeing), length)| (Just(setup), some_rules(length, freeing))),
    ) {
        let Ok(position) = setup.position(&rules) else { return Ok(()) };
        compare(&position, 3);
    }
}

#[test]
fn deeper_turns_are_those_of_the_naive_player() {
    for (rules, text) in [
        ("depaulis,length=4", "2Aa/A1B1/B2A/b1bb A"),
        (
            "depaulis,length=4,khadzh_when_free=move1",
            "1A2/aB2/4/bB2 A",
        ),
        ("ludii,length=4", "A1A1/2B1/1BA1/B1B1 B"),
        ("ludii,length=4,order=thrown", "A1A1/2B1/4/B1B1 A"),
    ] {
        let rules: Rules = rules.parse().unwrap();
        if let Ok(position) = Position::parse(text, &rules) {
            compare(&position, 4);
        }
    }
}

#[test]
fn bounds_close_as_more_throws_are_looked_at() {
    for rules in [
        "depaulis",
        "depaulis,cancel=stack",
        "ludii",
        "ludii,order=thrown",
    ] {
        let rules: Rules = format!("{rules},length=4").parse().unwrap();
        let text = "2AA/A1B1/B3/2BB A";
        let position = Position::parse(text, &rules).unwrap();
        let mut last: Option<Interval> = None;
        for throws in [1, 2, 4, 8] {
            let found = analyse(&position, &Effort::throws(throws))
                .unwrap()
                .takes
                .expected;
            if let Some(last) = last {
                assert!(last.lower <= found.lower && found.upper <= last.upper);
                assert!(found.width() < last.width());
            }
            last = Some(found);
        }
    }
}

#[test]
fn without_a_limit_numbers_are_close() {
    let millionth = BigRational::new(1.into(), 1_000_000.into());
    for preset in ["depaulis", "depaulis,cancel=stack", "ludii"] {
        let rules: Rules = format!("{preset},length=6").parse().unwrap();
        let (a, b) = match preset {
            "ludii" => ("2AA2/A1B3", "BB4/A1BB2"),
            _ => ("2Aaa1/A1B3", "BB4/A1Bbb1"),
        };
        let position = Position::parse(&format!("{a}/{b} A"), &rules).unwrap();
        let found = analyse(&position, &Effort::default()).unwrap();
        for takes in [&found.takes, &found.hangs] {
            assert!(takes.expected.width() < millionth, "{rules}");
            assert!(takes.any.width() < millionth);
            // The least throws for one piece, found in two ways.
            let each: Vec<_> = takes
                .each
                .iter()
                .map(|(_, _, chance)| &chance.lower)
                .collect();
            assert!(each.iter().all(|chance| **chance <= takes.any.lower));
        }
        if preset == "depaulis" {
            assert!(found.frees.exact().is_some() && found.freed.exact().is_some());
        }
    }
}

#[test]
fn what_is_certain_is_exactly_one() {
    let rules: Rules = "depaulis,length=6".parse().unwrap();
    // A 5 takes on b3, an 8 on b6; every turn ends with one of them.
    let position = Position::parse("2A3/2B2B/6/5b A", &rules).unwrap();
    let found = analyse(&position, &Effort::default()).unwrap().takes;
    assert_eq!(found.any.exact(), Some(&BigRational::one()));
}

#[test]
fn no_more_is_taken_in_one_order_than_in_any() {
    let text = "2AA/A1B1/B3/2BB A";
    for preset in ["depaulis", "ludii"] {
        let [any, thrown] = ["any", "thrown"].map(|order| {
            let rules: Rules = format!("{preset},length=4,order={order}").parse().unwrap();
            let position = Position::parse(text, &rules).unwrap();
            analyse(&position, &Effort::default()).unwrap().takes
        });
        assert!(thrown.any.upper <= any.any.upper);
        assert!(thrown.expected.upper <= any.expected.upper);
        for (thrown, any) in thrown.each.iter().zip(&any.each) {
            assert!(thrown.2.upper <= any.2.upper && thrown.2.lower <= thrown.2.upper);
        }
    }
}

#[test]
fn plays_are_ranked_by_what_was_asked() {
    let rules: Rules = "ludii,length=6".parse().unwrap();
    let setup: Setup = "AA1AA1/2B1B1/1A3B/B2BB1 A".parse().unwrap();
    let position = setup.position(&rules).unwrap();
    let played = crate::games::sig::moves::Yield::parse("1,4,5", &rules).unwrap();
    let plays = position.plays(&played).unwrap();
    for by in [By::Take, By::Safe, By::Net] {
        let ranked = rank(&position, &played, by, &Effort::throws(4))
            .unwrap()
            .plays;
        assert_eq!(ranked.len(), plays.len());
        for pair in ranked.windows(2) {
            let [a, b] = pair else { unreachable!() };
            match by {
                By::Take => assert!(a.play.captures.len() >= b.play.captures.len()),
                By::Safe => assert!(a.loses.lower <= b.loses.lower),
                By::Net => assert!(a.net.lower >= b.net.lower),
            }
        }
        let best = &ranked[0];
        let direct = analyse(&best.play.position.passed(), &Effort::throws(4))
            .unwrap()
            .takes;
        assert_eq!(best.loses, direct.any);
        assert_eq!(best.lost, direct.expected);
    }
}

/// What two turns in a row take, by the naive player: at least one piece, and how many; both with the chance looked at.
fn slow_two(position: &Position, limit: u32) -> ([BigRational; 2], BigRational) {
    let (rules, setup) = (position.rules(), position.setup());
    let enemy = setup.side.other();
    let count = |rows: &[Vec<char>; 4]| -> i64 {
        let letters = [['A', 'a'], ['B', 'b']][usize::from(enemy == Team::B)];
        let pieces = rows.iter().flatten().filter(|cell| letters.contains(cell));
        pieces.count() as i64
    };
    let all = slow_yields(rules, limit);
    let number = |number: i64| BigRational::from_integer(number.into());
    let before = count(&setup.rows);
    let mut sums = [BigRational::zero(), BigRational::zero()];
    let mut known: BTreeMap<[Vec<char>; 4], [BigRational; 2]> = BTreeMap::new();
    for (throws, chance) in &all {
        let mut best = [BigRational::zero(), BigRational::zero()];
        for rows in oracle::plays(rules, &setup, throws) {
            let value = known.entry(rows.clone()).or_insert_with(|| {
                let taken = before - count(&rows);
                let next = Setup {
                    rows: rows.clone(),
                    ..setup.clone()
                };
                let mut value = [number(taken.min(1)), number(taken)];
                for (throws, chance) in &all {
                    let boards = oracle::plays(rules, &next, throws);
                    let most = boards.iter().map(|after| count(&rows) - count(after)).max();
                    let most = most.unwrap_or(0);
                    if taken == 0 && most > 0 {
                        value[0] += chance;
                    }
                    value[1] += chance * number(most);
                }
                value
            });
            best = [0, 1].map(|at| best[at].clone().max(value[at].clone()));
        }
        for (sum, best) in sums.iter_mut().zip(best) {
            *sum += chance * best;
        }
    }
    let covered = all.values().fold(BigRational::zero(), |sum, c| sum + c);
    (sums, covered)
}

#[test]
fn two_turns_in_a_row_are_those_of_the_naive_player() {
    let throws = "throws=2|1*|3|1,bias=1/4";
    for options in [
        "",
        ",order=thrown",
        ",use=may",
        ",order=thrown,passing=single",
    ] {
        for (preset, text) in [
            ("ludii", "A1/1A/B1/1B A"),
            ("ludii", "AA/2/1B/1B A"),
            ("ludii", "2/A1/1B/2 A"),
            ("depaulis,freeing=none", "1A/B1/A1/B1 B"),
        ] {
            let rules = format!("{preset},length=2,{throws}{options}");
            let rules: Rules = rules.parse().unwrap();
            let position = Position::parse(text, &rules).unwrap();
            let enemy = position.passed();
            let (sums, covered) = slow_two(&enemy, 6);
            let missed = BigRational::one() - &covered;
            let most = BigRational::from_integer(position.view().own.count().into());
            for (max_throws, budget) in [
                (None, 0),
                (None, 3_000_000),
                (None, 1 << 32),
                (Some(2), 1 << 32),
            ] {
                let effort = Effort { max_throws, budget };
                let found = analyse(&position, &effort).unwrap();
                let exposure = found.exposure.unwrap();
                let what = format!("{rules} {text} {budget}");
                // The second turn is looked at only where the first has ended, so both may be missed.
                let open = &missed * BigRational::from_integer(2.into());
                assert!(exposure.any.lower <= &sums[0] + &open, "{what}");
                assert!(sums[0] <= exposure.any.upper, "{what}");
                assert!(exposure.expected.lower <= &sums[1] + open * &most, "{what}");
                assert!(sums[1] <= exposure.expected.upper, "{what}");
                assert!(found.hangs.any.lower <= exposure.any.lower, "{what}");
                if budget == 1 << 32 && max_throws.is_none() {
                    let close = BigRational::new(1.into(), 1_000.into());
                    assert!(exposure.any.width() < close, "{what} {:?}", exposure.any);
                }
            }
        }
    }
}

#[test]
fn turns_alternate_only_if_the_rules_say_so() {
    let rules: Rules = "ludii,length=4".parse().unwrap();
    let first = Position::parse("A3/4/1B2/3B A", &rules).unwrap();
    assert!(!first.is_second());
    let played = crate::games::sig::moves::Yield::parse("5", &rules).unwrap();
    let second = &first.plays(&played).unwrap()[0].position;
    assert_eq!(second.to_string(), "4/2A1/1B2/3B A turn=2");
    assert_eq!(second.to_string().parse::<Setup>().unwrap(), second.setup());
    let third = &second.plays(&played).unwrap()[0].position;
    assert_eq!((third.side(), third.is_second()), (Team::B, false));
    let alternating: Rules = "ludii,length=4,turns=alternating".parse().unwrap();
    let fault = Position::parse("A3/4/1B2/3B A turn=2", &alternating).unwrap_err();
    assert!(fault.to_string().contains("write `A`"));
    let first = Position::parse("A3/4/1B2/3B A", &alternating).unwrap();
    assert_eq!(first.plays(&played).unwrap()[0].position.side(), Team::B);
    assert!(
        analyse(&first, &Effort::default())
            .unwrap()
            .exposure
            .is_none()
    );
}

#[test]
fn a_piece_alone_may_pass_its_own_where_the_rules_let_it() {
    let played = |rules: &str| {
        let rules: Rules = rules.parse().unwrap();
        let position = Position::parse("aA2/4/4/2bb A", &rules).unwrap();
        let throws = crate::games::sig::moves::Yield::parse("4", &rules).unwrap();
        let plays = position.plays(&throws).unwrap();
        plays.iter().map(|play| play.text()).collect::<Vec<_>>()
    };
    // The home row is walked from right to left: the freed piece stands behind one that is not.
    assert_eq!(played("depaulis,length=4"), ["pass"]);
    assert_eq!(played("depaulis,length=4,passing=single"), ["a2-b3"]);
}
