use super::*;
use crate::games::sig::tests::between;
use crate::games::sig::{Position, analyse::analyse};

#[test]
fn pieces_far_from_everything_are_a_position() {
    // With enough else to do a throw can be spared: the only other piece can use any throw.
    for (rules, row) in [("depaulis", "1A2A3B3"), ("ludii", "3B3A2A1")] {
        let rules: Rules = format!("{rules},length=12,use=may").parse().unwrap();
        let position = Position::parse(&format!("12/{row}/12/12 A"), &rules).unwrap();
        let found = analyse(&position, &Effort::throws(9)).unwrap();
        let alone = odds(&rules, &[4, 7], &Effort::throws(9)).unwrap();
        assert_eq!(found.take.at_least_one, alone.probability, "{rules}");
    }
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
