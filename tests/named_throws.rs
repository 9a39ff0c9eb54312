//! Throws with names against what is listed here. Published figures and faults are in `fixtures/answers/named-throws.txt`.

#![allow(clippy::unwrap_used)]

use siga::chance::{Outcome, parse};

fn mean(throw: &str) -> f64 {
    let outcomes = parse(throw).unwrap().outcomes().unwrap();
    let share = |x: &Outcome| {
        let number = x.number().unwrap() as f64;
        let chance = outcomes.probability(x);
        number * siga::exact::approx(&chance)
    };
    outcomes.iter().map(|(x, _)| share(x)).sum()
}

#[test]
fn what_is_thrown_anew_or_changes_nothing_is_remarked() {
    let remarks = |throw: &str| parse(throw).unwrap().remarks();
    let three = "count(12d6, {1}) > count(12d6, {4..6}) and count(12d6, {4..6}) < 4";
    assert!(remarks(three)[0].starts_with("12d6 stands here twice"));
    let silent = "d6r{7} | d6ro{1}0 | d6!0 | (d6)kh3 | difference(d6, d6) | let a = d6; d8";
    for throw in silent.split(" | ") {
        assert_eq!(remarks(throw).len(), 1, "{throw}");
    }
}

/// Threes: the lowest of what is thrown are kept, and how many of them is found from the last die on.
#[test]
fn threes_are_played_best() {
    let threes = "(repeat (total, n) = (0, 5) until n = 0: (let roll = (n)d{0, 1, 2, 4, 5, 6}; least(kept in roll, 1: (total + kept, n - count(kept, {0..6})))))[1]";
    let mut least = vec![0.0f64];
    for dice in 1..=5usize {
        let mut sum = 0.0;
        for code in 0..6usize.pow(dice as u32) {
            let face = |at: usize| [0, 1, 2, 4, 5, 6][code / 6usize.pow(at as u32) % 6];
            let mut roll: Vec<i32> = (0..dice).map(face).collect();
            roll.sort_unstable();
            let keeps = (1..=dice).map(|k| roll[..k].iter().sum::<i32>() as f64 + least[dice - k]);
            sum += keeps.fold(f64::INFINITY, f64::min);
        }
        least.push(sum / 6f64.powi(dice as i32));
    }
    assert!((mean(threes) - least[5]).abs() < 1e-9);
    assert!((least[5] - 6.254).abs() < 1e-3);
}

/// Of three dice with a six among them: all listed.
#[test]
fn what_is_given_sees_every_name() {
    let mean = |throw: &str, given: &str| {
        let throw = parse(throw).unwrap();
        let question = siga::chance::analysis::Question {
            given: Some(siga::chance::parse_condition_of(&throw, given).unwrap()),
            ..Default::default()
        };
        let moments = throw.analyse(&question).unwrap().moments.unwrap();
        moments.mean.exact().unwrap().to_string()
    };
    let (mut sum, mut count) = (0, 0);
    for code in 0..216 {
        let roll = [code % 6 + 1, code / 6 % 6 + 1, code / 36 + 1];
        if roll.contains(&6) {
            let all: i64 = roll.iter().sum();
            sum += if all == 18 { 100 } else { all };
            count += 1;
        }
    }
    let listed = num_rational::BigRational::new(sum.into(), count.into()).to_string();
    let table = "let roll = 3d6; roll -> {18: 100, else: x}";
    assert_eq!(mean(table, "count(roll, {6}) >= 1"), listed);
}
