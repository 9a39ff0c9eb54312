use num_traits::ToPrimitive;

use super::*;
use crate::games::sig::tests::between;
use crate::games::sig::{Position, analyse::analyse};

#[test]
fn one_piece_by_hand() {
    // Depaulis: from 4 behind any turn takes that keeps a bagra.
    let four = odds(&Rules::depaulis(), &[4], &Effort::default()).unwrap();
    // States: nothing to cancel (x), a khadzh pending (y), a bagra pending (z): the chances that no bagra stands.
    let (e, k, h, b) = (57.0 / 128.0, 8.0 / 128.0, 28.0 / 128.0, 35.0 / 128.0);
    let (mut x, mut y, mut z) = (0.0f64, 0.0f64, 0.0f64);
    for _ in 0..500 {
        (x, y, z) = (e + k * y + h * x + b * z, e + k * y + h * x + b * z, h * x);
    }
    assert!((y - x).abs() < 1e-15 && z < x);
    let none = 1.0 - four.probability.exact().unwrap().to_f64().unwrap();
    assert!((none - x).abs() < 1e-12, "{none} {x}");
}

#[test]
fn pieces_far_from_everything_are_a_position() {
    // With enough else to do a throw can be spared: the only other piece can use any throw.
    for rules in ["depaulis,length=12,use=may", "ludii,length=12,use=may"] {
        let rules: Rules = rules.parse().unwrap();
        let text = "12/1A2A3B3/12/12 A";
        let position = Position::parse(text, &rules).unwrap();
        let found = analyse(&position, &Effort::throws(9)).unwrap();
        let route = position.route();
        let number = |cell: &str| {
            let cell = cell.parse().unwrap();
            u32::from(route.number(position.side(), cell).unwrap())
        };
        let target = number("b9");
        let behind: Vec<u32> = (["b2", "b5"].map(number).into_iter())
            .filter(|&at| at < target)
            .map(|at| target - at)
            .collect();
        if !behind.is_empty() {
            let alone = odds(&rules, &behind, &Effort::throws(9))
                .unwrap()
                .probability;
            assert_eq!(found.take.at_least_one, alone, "{rules} {behind:?}");
        }
    }
}

#[test]
fn pieces_that_have_passed_are_in_the_way() {
    // The board proves [0.25221, 0.25236]; without the pieces beyond, it was 0.256827.
    let rules = "ludii,order=thrown".parse().unwrap();
    let found = odds(&rules, &[1, 5, 6], &Effort::default()).unwrap();
    let found = found.probability.exact().expect("a closed form").to_f64();
    assert!((0.25221..0.25236).contains(&found.unwrap()));
}

#[test]
fn bounds_hold_whatever_the_budget() {
    for (rules, behind) in [
        ("sig:ludii", &[5, 9][..]),
        ("sig:ludii,order=thrown", &[3, 6, 8]),
        ("sig:depaulis", &[4, 8, 13]),
        ("sig:depaulis,cancel=stack,order=thrown", &[8, 12, 13]),
        ("sig:ludii,throws=1*|2*|3*|4|5|6*|7*|8*|9", &[9, 14]),
        (
            "sig:ludii,throws=1*|2*|3*|4|5|6*|7*|8*|9,order=thrown",
            &[7, 9],
        ),
    ] {
        let rules: Rules = rules.parse().unwrap();
        let found = |budget| {
            let max_throws = None;
            odds(&rules, behind, &Effort { max_throws, budget }).unwrap()
        };
        let best = found(20_000_000);
        for budget in [0, 100, 1_000, 10_000, 100_000, 1_000_000] {
            let odds = found(budget);
            if let Some(stopped) = odds.stopped {
                assert!(stopped.budget > budget && odds.probability.exact().is_none());
            }
            let (now, best) = (between(&odds.probability), between(&best.probability));
            assert!(
                now.lower <= best.lower && best.upper <= now.upper,
                "{rules} {budget}"
            );
        }
    }
}
