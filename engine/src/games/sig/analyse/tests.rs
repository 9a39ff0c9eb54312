//! The pieces that a turn takes, and plays ranked by them. `tests/oracles` compares all numbers with those of a naive player.

use num_rational::BigRational;

use super::*;
use crate::games::sig::tests::between;

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
        for takes in [&found.take, &found.exposure.next] {
            assert!(between(&takes.expected).width() < millionth, "{rules}");
            assert!(between(&takes.at_least_one).width() < millionth);
            // The least throws for one piece, found in two ways.
            let each: Vec<_> = takes
                .each
                .iter()
                .map(|piece| between(&piece.probability).lower)
                .collect();
            assert!(
                each.iter()
                    .all(|chance| *chance <= between(&takes.at_least_one).lower)
            );
        }
        if preset == "depaulis" {
            assert!(found.free.is_some_and(
                |free| free.at_least_one.exact().is_some() && free.expected.exact().is_some()
            ));
        }
    }
}

#[test]
fn plays_are_ranked_by_what_was_asked() {
    let rules: Rules = "ludii,length=6".parse().unwrap();
    let position = Position::parse("AA1AA1/2B1B1/1A3B/B2BB1 A", &rules).unwrap();
    let played = crate::games::sig::moves::Yield::parse("1,4,5", &rules).unwrap();
    let plays = position.plays(&played).unwrap();
    for by in [By::Take, By::Safe, By::Net, By::Win] {
        let ranked = rank(&position, &played, by, &Effort::throws(4))
            .unwrap()
            .plays;
        assert_eq!(ranked.len(), plays.len());
        for pair in ranked.windows(2) {
            let [a, b] = pair else { unreachable!() };
            match by {
                By::Take => assert!(a.play.captures.len() >= b.play.captures.len()),
                By::Safe => assert!(between(&a.loses).lower <= between(&b.loses).lower),
                By::Net | By::Win => assert!(between(&a.net).lower >= between(&b.net).lower),
            }
        }
        let best = &ranked[0];
        let direct = analyse(&best.play.position.passed(), &Effort::throws(4))
            .unwrap()
            .take;
        assert_eq!(best.loses, direct.at_least_one);
        assert_eq!(best.lost, direct.expected);
    }
}
