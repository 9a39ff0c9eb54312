//! The work that is done for a throw.

use super::{Sticks, evaluate};
use crate::chance::parse;
use crate::exact::work_done;

/// The steps of the arithmetic that is done for a throw.
fn done(throw: &str) -> u64 {
    let expr = parse(throw).unwrap();
    work_done();
    let sticks = Sticks::with_bias(&num_rational::BigRational::new(1.into(), 2.into()));
    evaluate(&expr, &sticks).unwrap();
    work_done()
}

/// A throw within a table that does not look at the outcome is made once, for however many outcomes.
#[test]
fn a_value_that_is_the_same_for_all_outcomes_is_found_once() {
    let inner = done("16d{1,7,49,343,2401}");
    let table = |sticks: u32| {
        let throw = format!("{sticks}s -> {{else: (16d{{1,7,49,343,2401}} >= x)}}");
        done(&throw)
    };
    let (few, many) = (table(1), table(60));
    assert!(few > inner / 2 && many > few, "{inner}, {few}, {many}");
    // The comparison with each outcome grows, not the throw itself.
    assert!(many - few < 60 * inner / 3, "{inner}, {few}, {many}");
}

/// A table that earns further throws, within another throw, is its total with all of them; an exploding die is one.
#[test]
fn further_throws_are_added_without_limit() {
    let value = |throw: &str| {
        let sticks = Sticks::<crate::exact::Natural>::with_bias(&num_rational::BigRational::new(
            1.into(),
            2.into(),
        ));
        evaluate(&parse(throw).unwrap(), &sticks)
    };
    assert_eq!(value("2(d6 -> {6: 6*, else: x}) + 1"), value("2d6! + 1"));
    // One ten counts 1 and goes on: (2/10 + 1/10)/(1 - 1/10) on average.
    let Ok(super::Value::Endless(pool)) = value("5(d10 -> {1..7: 0, 8..9: 1, 10: 1*})") else {
        panic!("it has no end")
    };
    assert_eq!(pool.mean().to_string(), "5/3");
    // What counts nothing and is thrown again might as well not have come.
    assert_eq!(value("2(d6 -> {1: 0*, else: x})"), value("2d{2..6}"));
    assert!(value("2(d6 -> {1: -1*, 6: 6*, else: x})").is_err());
    assert!(value("2(d6 -> {1: cancel, else: x})").is_err());
}
