//! Throws that are too large: refused with a reason, or ended at a limit. What nobody would write is tried in `tests/fuzz`.
#![allow(clippy::unwrap_used)]

use std::time::Duration;

use num_rational::BigRational;
use siga::chance::analysis::{Question, analyse};
use siga::chance::parse;
use siga::chance::turn::{RowRule, TurnRules};
use siga::work::stop::{Limits, Stop};

/// The work that a throw too large may use here.
const QUICK: Limits = Limits {
    time: Some(Duration::from_millis(50)),
    memory: Some(500_000_000),
};

/// Throws that the notation cannot write, as a program may make them, are refused like any other.
#[test]
fn what_no_text_says_is_refused_too() {
    use siga::chance::Expr;
    use siga::chance::expr::{Faces, Operator};
    let huge = || Box::new(Expr::Number(i64::MIN));
    for throw in [
        Expr::Negative(huge()),
        Expr::Die(Faces::List(vec![(i64::MAX, 1)])),
        Expr::Die(Faces::List(Vec::new())),
        Expr::Die(Faces::Upto(0)),
        Expr::Binary(Operator::Product, huge(), Box::new(Expr::Number(-1))),
    ] {
        let refused = throw.distribution().unwrap_err().to_string();
        let known = ["units in an outcome", "a die has a face"];
        assert!(known.iter().any(|what| refused.contains(what)), "{refused}");
    }
    // None of the parts of an outcome is the noughth.
    let equal = Operator::Compare(siga::exact::Relation::Equal);
    let condition = Expr::binary(equal, Expr::Part(0), Expr::Number(1));
    assert!(condition.distribution().is_err());
    let row = RowRule {
        length: 0,
        same: false,
        all: true,
    };
    let question = Question {
        turn: Some(TurnRules {
            row: Some(row),
            ..TurnRules::default()
        }),
        ..Question::default()
    };
    let throw = parse("d2 -> {1: 1, 2: 2*}").unwrap();
    let refused = analyse(&throw, &question).unwrap_err();
    assert!(
        refused.to_string().contains("at least one throw"),
        "{refused}"
    );
}

/// Likelihoods that would be too long are not formed: only the asymptotic tests answer then.
#[test]
fn long_likelihoods_are_not_formed() {
    use siga::chance::trials::exact_test;
    let chance = |text: &str| text.parse::<BigRational>().unwrap();
    let even = [chance("1/2"), chance("1/2")];
    assert!(exact_test(&even, &[50_000, 50_000]).is_ok());
    let prime = "1000000000000000000000000000000000000000000000000000000000007";
    let odd = [
        chance(&format!("1/{prime}")),
        chance("1") - chance(&format!("1/{prime}")),
    ];
    assert!(exact_test(&odd, &[20, 20]).is_ok());
    let test = exact_test(&odd, &[5_000, 5_000]).unwrap();
    assert!(test.likelihood.is_none() && test.at_least_as_unlikely.is_none());
    assert_eq!(test.approximate.unwrap().degrees, 1);
}

/// Of two thousand million dice not even the numbers of ways to show one face have room: measured, and left in time.
#[test]
fn a_pool_too_large_for_memory_is_stopped() {
    for text in [
        "sizes(2000000000d6)",
        "straight(2000000000d6)",
        "common(2000000000d6, d6)",
    ] {
        let expr = parse(text).unwrap();
        let stop = Stop::new().limited(QUICK);
        assert!(stop.guard(|| analyse(&expr, &Question::default())).is_err());
    }
}
