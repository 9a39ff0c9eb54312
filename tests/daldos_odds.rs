//! The daldøs odds: known values, limits, refusals. The oracles compare random ones with a naive player.

// Helpers of tests may unwrap as the tests themselves do; clippy only knows the latter.
#![allow(clippy::unwrap_used)]

use num_rational::BigRational;
use siga::games::daldos::odds::{self, Elsewhere, Odds};
use siga::games::daldos::rules::Rules;
use siga::work::Fault;

fn odds(rules: &Rules, behind: &[u32], elsewhere: bool) -> Result<Odds, Fault> {
    let elsewhere = if elsewhere {
        Elsewhere::Any
    } else {
        Elsewhere::Never
    };
    odds::odds(rules, behind, elsewhere)
}

fn table(rules: &Rules, pieces: usize, max: u32, elsewhere: bool) -> Result<Vec<Odds>, Fault> {
    let elsewhere = if elsewhere {
        Elsewhere::Any
    } else {
        Elsewhere::Never
    };
    odds::table(rules, pieces, max, elsewhere)
}

const BACKGAMMON: &str = "daldos:dice=123456,extra=none,doubles=twice,intermediate_capture=yes";

fn probability(rules: &str, behind: &[u32]) -> String {
    let rules: Rules = rules.parse().unwrap();
    odds(&rules, behind, true).unwrap().probability.to_string()
}

#[test]
fn one_piece_has_the_known_values() {
    let known = [
        ("7/16", true, 1),
        ("1/2", true, 2),
        ("3/5", false, 0),
        ("2/3", false, 0),
        ("7/24", false, 1),
        ("11/48", false, 2),
        ("55/384", false, 2),
        ("59/768", false, 2),
        ("55/6144", false, 2),
        ("59/12288", false, 2),
    ];
    let rows = table(&Rules::daldos(), 1, 10, true).unwrap();
    assert_eq!(rows.len(), known.len());
    for (row, (chance, takes, moved)) in rows.iter().zip(known) {
        assert_eq!(row.probability.to_string(), chance);
        assert_eq!(row.on_rethrow.len(), 1);
        assert_eq!(row.on_rethrow[0].throw, [1, 1]);
        assert_eq!(row.on_rethrow[0].takes, takes);
        assert_eq!(row.on_rethrow[0].ways, [[moved]], "{:?}", row.behind);
    }
}

#[test]
fn two_pieces_have_the_known_values() {
    for (behind, chance) in [
        ([1, 2], "3/4"),
        ([1, 3], "3/4"),
        ([4, 1], "3/4"),
        ([2, 3], "11/16"),
        ([2, 4], "11/16"),
        ([3, 4], "43/64"),
        ([5, 3], "155/256"),
    ] {
        assert_eq!(probability("daldos", &behind), chance, "{behind:?}");
    }
}

#[test]
fn backgammon_shots_are_the_published_ones() {
    for (distance, of_36) in [(6, 17), (7, 6), (11, 2), (1, 11), (12, 3), (24, 1), (13, 0)] {
        let expected = BigRational::new(of_36.into(), 36.into()).to_string();
        assert_eq!(probability(BACKGAMMON, &[distance]), expected);
    }
}

#[test]
fn questions_out_of_range_are_refused() {
    let rules = Rules::daldos();
    let refused = |behind: &[u32]| odds(&rules, behind, true).unwrap_err().to_string();
    let many: Vec<u32> = (1..=9).collect();
    assert!(refused(&[]).starts_with("0 pieces"));
    assert!(refused(&many).starts_with("9 pieces"));
    assert!(refused(&[0]).starts_with("distance 0 is out of range"));
    assert!(refused(&[3, u32::MAX]).contains("is out of range"));
    assert!(refused(&[3, 4, 3]).starts_with("two pieces stand at distance 3"));
    assert!(refused(&[100, 200, 300, 400, 500]).contains("give fewer or nearer pieces"));
    assert!(table(&rules, 0, 4, true).is_err());
    let error = table(&rules, 3, 400, true).unwrap_err().to_string();
    assert!(error.contains("more than 20000 rows"), "{error}");
}
