//! Explanations of small tables that are made here, and the parts they are made of.

use std::ops::Bound;

use num_bigint::BigInt;
use proptest::prelude::*;

use super::reading::Item;
use super::*;
use crate::exact::tests::ratio;
use crate::exact::{Poly, Quantity, RatFunc};
use crate::figures::grid::tables;
use crate::figures::matching::{Options, Views, place};
use crate::figures::range::Range;
use crate::figures::tests::rows;
use crate::figures::{Figure, Reader};
use num_rational::BigRational;

fn figure(text: &str) -> Figure {
    Reader::default().read(text).unwrap().remove(0)
}

#[test]
fn ranges_of_every_notation() {
    for [text, rounding, range] in rows(include_str!("../../../../fixtures/figures/ranges.txt")) {
        let all = [Rounding::Half, Rounding::Down, Rounding::Up];
        let asked = all.into_iter().find(|one| format!("{one:?}") == rounding);
        let found = Range::of(&figure(text), asked.expect(rounding));
        let [first, last] = found.ends().map(Option::unwrap);
        let is_open = |end: &Bound<_>| matches!(end, Bound::Excluded(_));
        let begin = if is_open(&found.low) { '(' } else { '[' };
        let end = if is_open(&found.high) { ')' } else { ']' };
        let shown = format!("{begin}{first}, {last}{end}");
        assert_eq!(shown, range, "{text} {rounding}");
    }
    let below = Range::of(&figure("< 1 %"), Rounding::Half);
    assert!(below.contains(&ratio(9, 1000)) && !below.contains(&ratio(1, 100)));
    let coarse = Range::of(&figure("1 in 0.4"), Rounding::Half);
    assert_eq!(coarse.ends()[1], Some(&ratio(20, 7)));
}

proptest! {
    /// A bias is found for figures that were rounded at it, and every bias of an interval makes the same figures hold.
    #[test]
    fn a_hidden_bias_is_fitted(percent in 1i64..100, sticks in 1u32..6, places in 2u32..5, wrong in 0usize..8) {
        let bias = ratio(percent, 100);
        let items = binomial(sticks, &bias, places, wrong);
        let (fit, holds) = fit::fit(&items, 0).unwrap();
        let right = holds.iter().filter(|holds| **holds).count();
        prop_assert!(right >= items.len() - usize::from(wrong < items.len()));
        for Interval { lower: low, upper: high } in &fit.intervals {
            prop_assert!(low <= high);
            for part in 0..=4 {
                let at = low + (high - low) * ratio(part, 4);
                for (item, holds) in items.iter().zip(&holds) {
                    prop_assert_eq!(holds_at(item, &at), *holds, "at {}", at);
                }
            }
        }
        if wrong >= items.len() {
            let inside = fit.intervals.iter().any(|one| one.lower <= bias && bias <= one.upper);
            let near = fit.intervals.iter().any(|Interval { lower: low, upper: high }| {
                // The true bias may stand so near the end that rounding inwards leaves it out.
                let far = (high - low) * ratio(1, 5) + ratio(1, 1_000_000_000);
                low - &far <= bias && bias <= high + far
            });
            prop_assert!(inside || near, "{} not in {:?}", bias, fit);
        }
    }
}

fn holds_at(item: &Item, bias: &BigRational) -> bool {
    let Some(Quantity::Function { function, .. }) = &item.number else {
        return false;
    };
    let number = Quantity::Exact(function.eval(bias).unwrap());
    item.ranges.iter().any(|range| range.holds(&number))
}

/// How many of some sticks fall flat, as functions, with figures rounded at a bias; one of them wrong.
fn binomial(sticks: u32, bias: &BigRational, places: u32, wrong: usize) -> Vec<Item> {
    let power = BigRational::from_integer(BigInt::from(10).pow(places));
    let p = Poly::x();
    let q = Poly::from(1) - Poly::x();
    let items = (0..=sticks).map(|flat| {
        let ways = (0..flat).fold(BigRational::from_integer(1.into()), |ways, k| {
            ways * ratio((sticks - k).into(), (k + 1).into())
        });
        let function = RatFunc::from((p.pow(flat) * q.pow(sticks - flat)).scale(&ways));
        let mut value = (function.eval(bias).unwrap() * &power).round() / &power;
        if flat as usize == wrong {
            value += ratio(1, 3);
        }
        let half = ratio(1, 2) / &power;
        Item {
            at: (flat as usize, 1, 0),
            ranges: vec![Range {
                low: Bound::Included(&value - &half),
                high: Bound::Included(&value + half),
            }],
            number: Some(Quantity::Function { function, at: None }),
            settled: None,
        }
    });
    items.collect()
}

/// Numbers by outcome 1, 2, ….
fn numbers(values: &[(i64, i64)]) -> Option<Arc<Numbers>> {
    let values = values
        .iter()
        .map(|&(over, under)| Some(Quantity::Exact(ratio(over, under))));
    Some(Arc::new(Numbers {
        keys: vec!["outcome".to_owned()],
        rows: (1..=values.len())
            .map(|row| vec![row.to_string()])
            .collect(),
        series: vec![("probability".to_owned(), values.collect())],
        ..Numbers::default()
    }))
}

fn assumption(about: &str) -> Assumption {
    Assumption {
        about: about.to_owned(),
        weight: 1,
        ..Assumption::default()
    }
}

/// Explains a table with assumptions that each move a share of a chance from one outcome to another.
fn explained(text: &str, limits: Limits) -> (Explained, Vec<Vec<usize>>) {
    let table = tables(text, None).unwrap().remove(0);
    let options = Options::default();
    let base = numbers(&[(10, 100), (20, 100), (30, 100), (40, 100)]).unwrap();
    let table = place(&Views::of(&table, &options), &[&base]).unwrap();
    let assumptions = [
        assumption("a"),
        assumption("a"),
        assumption("b"),
        assumption("idle"),
    ];
    let mut all = Vec::new();
    let mut ask = |asked: &[Vec<usize>]| {
        all.extend(asked.iter().cloned());
        let answer = |assumed: &Vec<usize>| {
            let has = |i| i64::from(assumed.contains(&i));
            let (one, two) = (10 * has(0) + 20 * has(1), 5 * has(2));
            numbers(&[
                (10 + one, 100),
                (20 + two, 100),
                (30 - two, 100),
                (40 - one, 100),
            ])
        };
        asked.iter().map(answer).collect()
    };
    let explained = explain(&table, &assumptions, &mut ask, limits).unwrap();
    (explained, all)
}

#[test]
fn the_fewest_assumptions_are_found_and_no_question_is_asked_twice() {
    let (right, all) = explained("1 10 %\n2 20 %\n3 30 %\n4 40 %\n", Limits::default());
    assert!(right.explanations.is_empty() && right.holds.iter().all(|holds| *holds));
    assert_eq!(all.len(), 1);

    let (one, all) = explained("1 30 %\n2 20 %\n3 30 %\n4 20 %\n", Limits::default());
    assert_eq!(
        (
            &one.explanations[0].assumed[..],
            one.explanations[0].right()
        ),
        (&[1][..], 4)
    );
    assert!(one.explanations[0].changes.is_empty());
    let unique: std::collections::BTreeSet<_> = all.iter().collect();
    assert_eq!(unique.len(), all.len());
    assert_eq!(one.questions, all.len());

    let (two, _) = explained("1 20 %\n2 25 %\n3 25 %\n4 30 %\n", Limits::default());
    assert_eq!(
        (
            &two.explanations[0].assumed[..],
            two.explanations[0].right()
        ),
        (&[0, 2][..], 4)
    );
    // Nothing that a part of it explains as well.
    for explanation in &two.explanations {
        assert!(explanation.assumptions() < 3);
    }
}

#[test]
fn slipped_rows_and_roundings_are_found() {
    let best = |text: &str| {
        let (found, _) = explained(text, Limits::default());
        let best = found.explanations.into_iter().next().expect(text);
        (best.right(), best.changes)
    };
    let rows = |by| vec![Change::TooLow(by)];
    assert_eq!(best("1 -\n2 10 %\n3 20 %\n4 30 %\n"), (3, rows(1)));
    // An empty cell between two figures slips with them.
    assert_eq!(best("1 20 %\n2 -\n3 40 %\n4 -\n"), (2, rows(-1)));
    assert_eq!(best("1 -\n2 -\n3 10 %\n4 20 %\n"), (2, rows(2)));
    let other = best("1 90 %\n2 80 %\n3 70 %\n4 60 %\n");
    assert_eq!(other, (4, vec![Change::Complement]));
    let says = |text: &str| best(text).1[0].says();
    let exchanged = says("1 10 %\n2 30 %\n3 20 %\n4 40 %\n");
    assert_eq!(exchanged, "the figures of 2 and 3 are exchanged");
    let misprint = says("1 10.0 %\n2 20.0 %\n3 30.0 %\n4 49.0 %\n");
    assert_eq!(misprint, "49.0 % stands for 40.0 %");
    // Two causes: at ties 25 % is 0.3, and one figure is a slip.
    let (up, _) = explained("1 0.4\n2 0.3\n3 0.3\n4 0.4\n", Limits::default());
    let best = &up.explanations[0];
    assert_eq!((&best.assumed[..], best.right()), (&[2][..], 4));
    assert_eq!(best.changes[0].says(), "0.4 stands for 0.1");
    // No single cause makes all figures hold.
    for one in &up.explanations {
        assert!(one.right() < 4 || one.assumptions() > 1);
    }
    // An assumption by which less than half of the figures hold explains nothing.
    let (nothing, _) = explained("1 77 %\n2 66 %\n3 3 %\n4 33 %\n", Limits::default());
    assert!(nothing.explanations.is_empty(), "{nothing:?}");
}

#[test]
fn limits_end_the_search_and_are_said() {
    let text = "1 20 %\n2 25 %\n3 25 %\n4 30 %\n";
    let few = Limits {
        questions: 3,
        ..Limits::default()
    };
    let (found, all) = explained(text, few);
    assert_eq!(
        (all.len(), found.questions, found.ended),
        (3, 3, Some(Ended::Questions))
    );
    let few = Limits {
        comparisons: 100,
        ..Limits::default()
    };
    let (found, _) = explained(text, few);
    assert_eq!(found.ended, Some(Ended::Comparisons));
}
