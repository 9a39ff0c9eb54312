//! Counted steps against the work that is done.

use super::{Sticks, evaluate};
use crate::chance::parse;
use crate::exact::work_done;
use crate::work::limit::Meter;
use crate::work::said_before;

/// The steps counted for a throw, and those of the arithmetic alone that was done for it.
fn counted_and_done(throw: &str) -> (u64, u64) {
    let expr = parse(throw).unwrap();
    let meter = Meter::default();
    work_done();
    let sticks = Sticks::with_bias(&num_rational::BigRational::new(1.into(), 2.into()));
    evaluate(&expr, &sticks, &meter).unwrap();
    (meter.used(), work_done())
}

#[test]
fn no_fewer_steps_are_counted_than_are_done() {
    for throw in [
        "straight(12d%)",
        "largest_set(20d{1:1000000007, 2:998244353, 3:1000000009, 4, 5})",
        "matched(6d9, 6d9)",
        "sets(12d12, 2)",
        "count(60d20kh30, {3..9})",
        "largest_set(deal(20, 4{1..30}))",
        "straight((d5)d9)",
        "(d60)d{0..4}",
        "(d30)d{1,7,49,343}",
        "d(20d6)",
        "d(12d{3,4,18,71})",
        "20d20kh9",
        "best 5 of (3d20, 4d6, 2d1000)",
        "30d12 * 2d9",
        "9d200 + 9d201",
        "30d9!3",
        "300s(0.3) -> {else: (16d{1,7,49,343} >= x)}",
    ] {
        let (counted, done) = counted_and_done(throw);
        assert!(counted >= done, "{throw}: {counted} counted, {done} done");
    }
}

/// A throw within a table that does not look at the outcome is made once, for however many outcomes.
#[test]
fn a_value_that_is_the_same_for_all_outcomes_is_found_once() {
    let inner = counted_and_done("16d{1,7,49,343,2401}").1;
    let table = |sticks: u32| {
        let throw = format!("{sticks}s -> {{else: (16d{{1,7,49,343,2401}} >= x)}}");
        counted_and_done(&throw).1
    };
    let (few, many) = (table(1), table(60));
    assert!(few > inner / 2 && many > few, "{inner}, {few}, {many}");
    // The comparison with each outcome grows, not the throw itself.
    assert!(many - few < 60 * inner / 3, "{inner}, {few}, {many}");
}

#[test]
fn much_memory_is_said_beforehand() {
    for throw in [
        "239d{0..225:65,63..1797:1,70..2214:74} -> {0: x*x, else: 1}",
        "90(max((5d22 = d{5:5973, 841:140337}) + 6058d{0..14},d9 or d% - 10s))",
        "best 6 of (d{5,6}, 286d1574, d6)",
    ] {
        let expr = parse(throw).unwrap();
        let sticks = Sticks::with_bias(&num_rational::BigRational::new(1.into(), 2.into()));
        let said = said_before(|note| evaluate(&expr, &sticks, &Meter::telling(note)));
        assert!(said.contains("of memory"), "{throw}: {said}");
    }
}
