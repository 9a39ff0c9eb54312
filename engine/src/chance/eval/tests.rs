//! The work that is done for a throw.

use super::{evaluate, stick};
use crate::chance::parse;
use crate::exact::{Natural, work_done};

/// The steps of the arithmetic that is done for a throw.
fn done(throw: &str) -> u64 {
    let expr = parse(throw).unwrap();
    work_done();
    let half = num_rational::BigRational::new(1.into(), 2.into());
    evaluate::<Natural>(&expr, &stick(&half)).unwrap();
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
