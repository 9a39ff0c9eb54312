//! Throws with names: published figures and faults.

#![allow(clippy::unwrap_used)]

use siga::chance::{Expr, Outcome, parse};
use siga::exact::parse_fraction;

fn chance(throw: &str, outcome: &str) -> String {
    let expr = parse(throw).unwrap_or_else(|error| panic!("{error}"));
    let back = parse(&expr.to_string()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(back, expr, "{throw}");
    let outcomes = expr
        .outcomes()
        .unwrap_or_else(|error| panic!("{throw}: {error}"));
    let found = outcomes.iter().find(|(x, _)| x.to_string() == outcome);
    let found = found.map(|(x, _)| outcomes.probability(x));
    found.unwrap_or_default().to_string()
}

fn mean(throw: &str) -> f64 {
    let outcomes = parse(throw).unwrap().outcomes().unwrap();
    let share = |x: &Outcome| {
        let number = x.number().unwrap() as f64;
        let chance = outcomes.probability(x);
        number * siga::exact::approx(&chance)
    };
    outcomes.iter().map(|(x, _)| share(x)).sum()
}

fn near(throw: &str, outcome: &str, expected: f64) {
    let chance = parse_fraction(&chance(throw, outcome)).unwrap();
    let chance = siga::exact::approx(&chance);
    assert!((chance - expected).abs() < 1e-6, "{throw}: {chance}");
}

/// Deadly Fire: more ones than fours to sixes, and fewer than four of these.
#[test]
fn one_throw_is_asked_several_things() {
    let throw =
        "let roll = 12d6; count(roll, {1}) > count(roll, {4..6}) and count(roll, {4..6}) < 4";
    assert_eq!(chance(throw, "1"), "71893115/2176782336");
    let named = "let roll = 12d6
        let ones = count(roll, {1}) # misses
        let high = count(roll, {4..6})
        ones > high and high < 4";
    assert_eq!(chance(named, "1"), "71893115/2176782336");
    // Each is a throw of its own.
    let three = "count(12d6, {1}) > count(12d6, {4..6}) and count(12d6, {4..6}) < 4";
    assert_ne!(chance(three, "1"), "71893115/2176782336");
    assert!(parse(three).unwrap().remarks()[0].starts_with("12d6 stands here twice"));
    let silent = [
        "d6r{7}",
        "d6ro{1}0",
        "d6!0",
        "(d6)kh3",
        "difference(d6, d6)",
        "let a = d6; d8",
    ];
    for throw in silent {
        assert_eq!(parse(throw).unwrap().remarks().len(), 1, "{throw}");
    }
    let pair = "let roll = 2d6; (count(roll, {6}), count(roll, {1}))";
    assert_eq!(chance(pair, "(1, 1)"), "1/18");
    assert_eq!(chance("let a = 2d6; a = a", "1"), "1");
    assert_eq!(chance("2d6 = 2d6", "1"), "73/648");
}

#[test]
fn places_of_a_pool_in_order() {
    assert_eq!(chance("3d20[2] = 1", "1"), "29/4000");
    assert_eq!(chance("3d20dl1dh1 = 1", "1"), "29/4000");
    assert_eq!(
        chance("let roll = 4d6; roll[2..4]", "18"),
        chance("4d6kh3", "18")
    );
    assert_eq!(chance("let roll = 4d6; roll kh3", "18"), "7/432");
    assert_eq!(chance("sorted(2d3)", "(1, 2)"), "2/9");
    assert_eq!(chance("sizes(5d6)", "(3, 2)"), "25/648");
    assert_eq!(
        chance(
            "let dice = 5d6; sizes(dice)[1] = 3 and sizes(dice)[2] = 2",
            "1"
        ),
        "25/648"
    );
    let cancelled = "let dice = (d4, d6, d8, d8); count(dice, {2, 4, 5, 7})";
    for (count, weight) in [("0", 96), ("1", 384), ("2", 576), ("3", 384), ("4", 96)] {
        let expected = parse_fraction(&format!("{weight}/1536")).unwrap();
        assert_eq!(parse_fraction(&chance(cancelled, count)).unwrap(), expected);
    }
    let there = "let dice = (d4, d6, d8, d8); let wanted = (d{2}, d{4}, d{5}, d{7}); count(common(dice, wanted), {1..8})";
    for (count, weight) in [("0", 96), ("1", 566), ("2", 678), ("3", 188), ("4", 8)] {
        let expected = parse_fraction(&format!("{weight}/1536")).unwrap();
        assert_eq!(parse_fraction(&chance(there, count)).unwrap(), expected);
    }
}

#[test]
fn a_formula_over_unlike_dice() {
    for throw in [
        "let dice = (d4, d6, d8, d{0..9}, d12, d20); dice[1] + dice[-1]",
        "let a = d4; let b = d6; let c = d8; let e = d{0..9}; let f = d12; let g = d20; max(a, b, c, e, f, g) + min(a, b, c, e, f, g)",
    ] {
        assert!((mean(throw) - 13.476_137).abs() < 1e-6);
    }
}

#[test]
fn until_something_holds() {
    let risk = "(repeat (a, b) = (9, 10) until a = 0 or b = 0: (let m = matched((min(a, 3))d6, (min(b, 2))d6, second); (a - m[2], b - m[1])))[1] > 0";
    near(risk, "1", 0.479_935_256);
    let attrition = "(repeat (a, b) = (4, 3) until a = 0 or b = 0: (let m = matched((a)d6, (b)d6); (a - m[2], b - m[1])))[1] > 0";
    near(attrition, "1", 0.765_376_1);
    let faces = parse("repeat n = 0 until n = 6: (if d6 > n then n + 1 else n)").unwrap();
    let rounds = faces.analyse(&Default::default()).unwrap().rounds.unwrap();
    assert_eq!(rounds.mean.exact().unwrap().to_string(), "147/10");
    assert_eq!(chance("d6ro{1}2", "1"), "1/216");
}

#[test]
fn hands_of_one_deck() {
    let deck = "{1:4, 2:4, 3:4, 4:4, 5:4, 6:4, 7:4, 8:4, 9:4, 10:16}";
    let has = (1..5).map(|hand| format!("contains(hands[{hand}], {{1, 10}}) = 0"));
    let none = has.collect::<Vec<_>>().join(" and ");
    near(
        &format!("let hands = deal(2, 2, 2, 2, {deck}); {none}"),
        "1",
        0.817_400_770,
    );
    let both = "let hands = deal(2, 1, {1..3}); (sum(hands[1], {1..3}), hands[2])";
    assert_eq!(chance(both, "(3, 3)"), "1/3");
    assert_eq!(chance(both, "(3, 1)"), "0");
}

#[test]
fn a_die_with_a_name_is_a_number_in_tables() {
    let outer = "let die = d6; die -> {6: (d6 -> {else: x + die}), else: die}";
    assert_eq!(chance(outer, "12"), "1/36");
    let craps =
        "let sum = 2d6; if sum in {7, 11} then win else if sum in {2, 3, 12} then loss else on";
    assert!(parse(craps).is_err(), "`sum` is a word of the notation");
    let craps = craps.replace("sum", "shown");
    assert_eq!(chance(&craps, "win"), "2/9");
}

/// A part of a pool beside one that is named later: it was read as its sum.
#[test]
fn a_pool_beside_one_named_later_is_a_pool() {
    for throw in [
        "let m = 2d2; (let b = d2; largest_set(m, b))",
        "let m = 2d2; let b = d2; largest_set(m, b)",
    ] {
        assert_eq!(chance(throw, "3"), "1/4");
    }
}

#[test]
fn the_best_is_chosen_by_what_is_known() {
    assert_eq!(mean("let die = d6; best(die, d6)"), 4.25);
    assert_eq!(mean("let die = d6; least(die, d6)"), 2.75);
    assert_eq!(chance("d6 -> {else: best(x, d6)}", "6"), "1/4");
    assert_eq!(chance("best(3, d6)", "6"), "1/6");
    assert_eq!(chance("best(d6, 3, 4)", "4"), "1");
    // The first of those that are equal.
    assert_eq!(chance("let a = d2; best(d{0, 2}, 1, a)", "0"), "1/4");
    let thrice = "let die = d6; best(die, let other = d6; best(other, d6))";
    assert!((mean(thrice) - 14.0 / 3.0).abs() < 1e-12);
    // Of numbers side by side the first counts.
    assert_eq!(
        chance("let a = d2; best((a, 1), (d{1, 2}, 2))", "(2, 1)"),
        "1/2"
    );
    let kept = "let a = 5d6; best(k in a: let b = (5 - count(k, {1..6}))d6; best(m in k, b: largest_set(m, (5 - count(m, {1..6}))d6) = 5))";
    assert_eq!(chance(kept, "1"), "347897/7558272");
    assert_eq!(
        chance("let roll = 3d4; best(k in roll, {2}: k)", "8"),
        chance("3d4kh2", "8")
    );
}

#[test]
fn when_to_stop_in_pig() {
    let pig = "(repeat (turn, on) = (0, 1) until on = 0 or turn >= 26: best((turn, 0), (let die = d6; if die = 1 then (0, 0) else (turn + die, 1))))[1]";
    assert!((mean(pig) - 8.141_795).abs() < 1e-6);
    let answer = parse(pig).unwrap().analyse(&Default::default()).unwrap();
    let stops = |turn: i64| {
        let at = answer
            .policy
            .iter()
            .find(|decision| decision.known[0].shows == Outcome::Number(turn));
        at.unwrap().choice == "(turn, 0)"
    };
    assert!(!stops(19) && stops(20));
    assert!(answer.rounds.is_some());
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

#[test]
fn faults_of_choices() {
    let fault = |throw: &str| parse(throw).unwrap().outcomes().unwrap_err().to_string();
    assert!(fault("best(if d6 > 3 then win else 0, 1)").contains("no mean to choose by"));
    let within = "repeat a = 3 until a = 0: (best(a, d6) - 1)";
    assert!(fault(within).contains("all the numbers of the next round"));
    let both = "repeat a = 3 until a = 0: (if a = 3 then best(1, 2) else least(0, 1))";
    assert!(fault(both).contains("best throughout, or least"));
    let never = "repeat a = 3 until a = 0: best(a, 3)";
    assert!(fault(never).contains("never ends"));
    assert!(fault("let a = 2d6; best(k in a, 3: k)").contains("no such part"));
    assert!(parse("best(d6)").is_err());
    let stick = parse("let a = s; best(a, s)").unwrap();
    let question = siga::chance::analysis::Question {
        bias: siga::chance::analysis::Bias::Unknown { at: None },
        ..Default::default()
    };
    let error = stick.analyse(&question).unwrap_err().to_string();
    assert!(error.contains("a bias that is one number"), "{error}");
}

/// Of three dice with a six among them: all listed.
#[test]
fn what_is_given_sees_every_name() {
    let asked = |throw: &str, given: &str| {
        let throw = parse(throw).unwrap();
        let given = siga::chance::parse_condition_of(&throw, given).unwrap();
        let question = siga::chance::analysis::Question {
            given: Some(given),
            ..Default::default()
        };
        throw.analyse(&question)
    };
    let mean = |throw: &str, given: &str| {
        let moments = asked(throw, given).unwrap().moments.unwrap();
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
    assert_eq!(
        mean("let a = d6; let b = d6; a + b", "a > b and x >= 11"),
        "11"
    );
    let pair = asked("let a = d6; let b = d6; (a, b)", "a + b = 4 and x1 < 3").unwrap();
    assert_eq!(pair.marginals[0].mean.exact().unwrap().to_string(), "3/2");
    let never = asked("let a = d6; a", "a = 7").unwrap_err().to_string();
    assert!(never.contains("never holds"), "{never}");
    let again = asked("let a = d6; a -> {6: 6*, else: x}", "a = 6").unwrap_err();
    assert!(again.to_string().contains("one throw"), "{again}");
    assert!(asked("let a = d6; a", "a + d6 = 7").is_err());
}

#[test]
fn joint_outcomes_have_parts() {
    let answer = parse("let roll = 2d6; (count(roll, {6}), count(roll, {1}))").unwrap();
    let answer = answer.analyse(&Default::default()).unwrap();
    assert_eq!(answer.marginals.len(), 2);
    let first = &answer.marginals[0];
    assert_eq!(first.mean.exact().unwrap().to_string(), "1/3");
    assert_eq!(
        first.outcomes[1].probability.exact().unwrap().to_string(),
        "5/18"
    );
    // Outcomes of several lengths have none.
    let sizes = parse("sizes(5d6)")
        .unwrap()
        .analyse(&Default::default())
        .unwrap();
    assert!(sizes.marginals.is_empty());
    assert_eq!(chance("sizes(5d6) = (3, 2)", "1"), "25/648");
    assert_eq!(
        chance("let roll = 5d6; sizes(roll) != (3, 2)", "0"),
        "25/648"
    );
    assert_eq!(chance("(d6, d6) = (d6, d6)", "1"), "1/36");
    assert!(parse("(d6, d6) > (1, 2)").unwrap().outcomes().is_err());
}

#[test]
fn what_is_meant_is_said() {
    for (written, meant) in [
        ("2W6", "`2d6`"),
        ("W6", "`d6`"),
        ("3 d 6", "`3d6`"),
        ("1 + 2 d6", "`2d6`"),
        ("3d 6", "`3d6`"),
    ] {
        let message = parse(written).unwrap_err().message;
        assert!(
            message.contains(&format!("did you mean {meant}")),
            "{written}: {message}"
        );
    }
}

#[test]
fn faults_have_their_place() {
    let fault = |throw: &str| -> (String, (usize, usize)) {
        let error = match parse(throw) {
            Err(error) => error,
            Ok(expr) => {
                let error = Expr::outcomes(&expr).unwrap_err();
                let siga::chance::DistributionError::Eval(error) = error else {
                    panic!("{error}")
                };
                error.placed(throw).unwrap()
            }
        };
        (error.message.clone(), error.position())
    };
    let (message, place) = fault("let roll = 3d6; rol");
    assert!(
        message.contains("did you mean `roll`") && place == (1, 17),
        "{message}"
    );
    let (message, place) = fault("let a = a + 1; a");
    assert!(
        message.contains("made of itself") && place == (1, 9),
        "{message}"
    );
    let (message, place) = fault("let a = b; let b = d6; a");
    assert!(
        message.contains("before it is named") && place == (1, 9),
        "{message}"
    );
    let (message, place) = fault("1 + (repeat a = 3 until a = 0: (5 - a))");
    assert!(
        message.contains("never ends") && place == (1, 6),
        "{message}"
    );
    let (message, place) = fault("let roll = 3d6; roll[4]");
    assert!(
        message.contains("only 3 places") && place == (1, 21),
        "{message}"
    );
    let deep: String = (0..40)
        .map(|n| format!("let n{} = n{n} + n{n}; ", n + 1))
        .collect();
    assert!(
        fault(&format!("let n0 = d2; {deep}n40"))
            .0
            .contains("parts")
    );
}
