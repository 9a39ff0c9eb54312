//! Two turns in a row.

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::{One, Zero};

use super::naive::slow_yields;
use super::*;
use crate::games::sig::tests::between;
use crate::games::sig::{Setup, Team, naive_rules};

/// The pieces that two turns in a row take, by the naive player: at least one, and how many; both with the chance looked at.
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
        for rows in naive_rules::plays(rules, &setup, throws) {
            let value = known.entry(rows.clone()).or_insert_with(|| {
                let taken = before - count(&rows);
                let next = Setup {
                    rows: rows.clone(),
                    ..setup.clone()
                };
                let mut value = [number(taken.min(1)), number(taken)];
                for (throws, chance) in &all {
                    let boards = naive_rules::plays(rules, &next, throws);
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
            let most = BigRational::from_integer(position.board().own.count().into());
            for (max_throws, budget) in [
                (None, 0),
                (None, 3_000_000),
                (None, 1 << 32),
                (Some(2), 1 << 32),
            ] {
                let effort = Effort { max_throws, budget };
                let found = analyse(&position, &effort).unwrap();
                let exposure = found.exposure.unwrap();
                let [any, expected] = [&exposure.any, &exposure.expected].map(between);
                let what = format!("{rules} {text} {budget}");
                // The second turn is looked at only where the first has ended, so both may be missed.
                let open = &missed * BigRational::from_integer(2.into());
                assert!(any.lower <= &sums[0] + &open, "{what}");
                assert!(sums[0] <= any.upper, "{what}");
                assert!(expected.lower <= &sums[1] + open * &most, "{what}");
                assert!(sums[1] <= expected.upper, "{what}");
                assert!(between(&found.hangs.any).lower <= any.lower, "{what}");
                if budget == 1 << 32 && max_throws.is_none() {
                    let close = BigRational::new(1.into(), 1_000.into());
                    assert!(any.width() < close, "{what} {any:?}");
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
