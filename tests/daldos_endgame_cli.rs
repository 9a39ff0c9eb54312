//! `siga daldos endgame` and `siga daldos simulate` from the command line: answers, JSON fields and errors.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use crate::program::Siga;
use num_rational::BigRational;
use serde_json::{Value, json};

const DALDOS: Siga = Siga(&["daldos"]);

fn fraction(value: &Value) -> BigRational {
    value["exact"].as_str().unwrap().parse().unwrap()
}

#[test]
fn one_against_one_exactly() {
    let answer = DALDOS.json(&["endgame", "--n", "1", "--exact"]);
    assert_eq!(answer["schema"], "siga/daldos-endgame/1");
    let query = &answer["query"];
    assert_eq!(query["rules"], "daldos:n=1");
    assert_eq!(query["pieces"], json!([1, 1]));
    assert_eq!(query["exact"], true);
    let result = &answer["result"];
    assert_eq!(result["positions"], "12");
    assert_eq!(result["ends"], "always");
    let exact = &result["starts"][0];
    assert_eq!(exact["position"], "a/2/b A");
    // The bounds of the other answer hold the fractions of this one.
    let bounds = DALDOS.json(&["endgame", "--n", "1"])["result"]["starts"][0].clone();
    for field in ["win", "length", "throws"] {
        let value = fraction(&exact[field]);
        let (lower, upper) = (
            fraction(&bounds[field]["lower"]),
            fraction(&bounds[field]["upper"]),
        );
        assert!(lower <= value && value <= upper, "{field}");
        let width = BigRational::new(1.into(), 1_000_000_000_000u64.into());
        assert!(upper - lower < width, "{field}");
    }
}

#[test]
fn a_position_with_its_best_plays() {
    let position = "2A1/A1B2/4 A";
    let answer = DALDOS.json(&["endgame", "--position", position, "--exact"]);
    assert_eq!(answer["schema"], "siga/daldos-endgame/1");
    assert_eq!(answer["query"]["rules"], "daldos:n=4");
    let result = &answer["result"];
    assert_eq!(result["position"], position);
    // The chance is the mean of the best plays over the throws.
    let mut mean = BigRational::from_integer(0.into());
    for throw in result["by_throw"].as_array().unwrap() {
        let plays = throw["plays"].as_array().unwrap();
        let best = plays
            .iter()
            .map(|play| fraction(&play["win"]))
            .max()
            .unwrap();
        for play in plays {
            assert_eq!(play["best"], json!(fraction(&play["win"]) == best));
        }
        mean += best * fraction(&throw["chance"]);
    }
    assert_eq!(mean, fraction(&result["win"]));
    let text = DALDOS.shown(&["endgame", "--position", position]);
    assert!(text.contains("A wins with chance 0."), "{text}");
    assert!(text.contains("best play"), "{text}");
}

#[test]
fn analysis_ranks_by_the_endgame() {
    let position = "2A1/A1B2/4 A";
    let solved = DALDOS.json(&["endgame", "--position", position]);
    let ranked = DALDOS.json(&[
        "analyse",
        "--position",
        position,
        "--throw",
        "3,4",
        "--by",
        "win",
    ]);
    let throws = solved["result"]["by_throw"].as_array().unwrap();
    let throw = throws.iter().find(|throw| throw["throw"] == "3+4").unwrap();
    let plays = ranked["result"]["plays"].as_array().unwrap();
    assert_eq!(plays.len(), throw["plays"].as_array().unwrap().len());
    assert_eq!(plays[0]["move"], throw["plays"][0]["move"]);
    let (one, other) = (&plays[0]["value"], &throw["plays"][0]["win"]);
    assert!(fraction(&one["lower"]) <= fraction(&other["upper"]));
    assert!(fraction(&other["lower"]) <= fraction(&one["upper"]));
    // On a full board nothing is known.
    let file = "fixtures/positions/daldos-start.txt";
    let unknown = DALDOS.json(&["analyse", file, "--throw", "1,3", "--by", "win"]);
    assert!(unknown["result"]["plays"][0]["value"].is_null());
}

#[test]
fn variants_and_every_position() {
    let answer = DALDOS.json(&["endgame", "--rules", "daldos:n=3,loses_at=1", "--all"]);
    assert_eq!(answer["query"]["pieces"], json!([2, 2]));
    let result = &answer["result"];
    let all = result["all"].as_array().unwrap();
    assert_eq!(all.len().to_string(), result["positions"].as_str().unwrap());
    let csv = DALDOS.shown(&["endgame", "--n", "2", "--all", "--csv"]);
    assert_eq!(csv.lines().count(), 56);
    let names = csv.lines().next().unwrap();
    assert!(
        names.starts_with("position,win,win_decimal,win_lower,"),
        "{names}"
    );
    let two = DALDOS.json(&["endgame", "--n", "2", "--pieces", "2,1"]);
    let starts = two["result"]["starts"].as_array().unwrap();
    assert_eq!(starts[0]["position"], "aa/3/b1 A");
    assert_eq!(starts[1]["position"], "aa/3/b1 B");
}

#[test]
fn simulation_holds_the_exact_numbers() {
    let position = "1a2/5/2b1 A";
    let arguments = ["--position", position];
    let exact = DALDOS.json(&[&["endgame", "--exact"], &arguments[..]].concat());
    let simulate = [
        &[
            "simulate",
            "--games",
            "3000",
            "--seed",
            "5",
            "--confidence",
            "99.9",
        ],
        &arguments[..],
    ]
    .concat();
    let answer = DALDOS.json(&simulate);
    assert_eq!(answer["schema"], "siga/daldos-simulate/1");
    assert_eq!(answer["query"]["seed"], "5");
    let result = &answer["result"];
    assert_eq!(result["finished"], "3000");
    for (value, estimate) in [
        (&exact["result"]["win"], &result["win"]["A"]),
        (&exact["result"]["length"], &result["length"]),
    ] {
        let value = value["approx"].as_f64().unwrap();
        assert!(estimate["lower"].as_f64().unwrap() <= value, "{estimate}");
        assert!(value <= estimate["upper"].as_f64().unwrap(), "{estimate}");
    }
    assert_eq!(DALDOS.json(&simulate), answer);
    let table = DALDOS.shown(&simulate);
    assert!(
        table.contains("estimated from 3000 random playouts, seed 5"),
        "{table}"
    );
}

/// The same seed gives the same games on every machine: the numbers are fixed here.
#[test]
fn seeds_are_the_same_everywhere() {
    let answer = DALDOS.json(&[
        "simulate",
        "--rules",
        "daldos:n=4",
        "--games",
        "200",
        "--seed",
        "42",
        "--b",
        "random",
    ]);
    assert_eq!(answer["result"]["wins"], json!({ "A": "147", "B": "53" }));
}

#[test]
fn what_does_not_fit_is_said() {
    for (arguments, status, part) in [
        (
            &["endgame", "--pieces", "5,1"][..],
            2,
            "from 1 to 4 pieces a side",
        ),
        (
            &["endgame", "--pieces", "2"],
            2,
            "--pieces takes the pieces of A and of B",
        ),
        (
            &["endgame", "--pieces", "3,3"],
            1,
            "positions; the limit is",
        ),
        (&["endgame", "--width", "0"], 2, "a positive number up to 1"),
        (&["endgame", "--width", "1e-30"], 2, "the finest width"),
        (
            &["endgame", "--n", "0"],
            2,
            "a home row has from 1 to 21 holes",
        ),
        (
            &["endgame", "--rules", "daldos:doubles=twice"],
            2,
            "leave out doubles=twice",
        ),
        (
            &["endgame", "--position", "A2/4/3 A"],
            2,
            "the game is over, A has won",
        ),
        (
            &["endgame", "--position", "nonsense"],
            2,
            "is not a position",
        ),
        (&["simulate", "--games", "0"], 2, "at least one game"),
        (&["simulate", "--a", "bold"], 2, "choose random, take"),
        (
            &["simulate", "--games", "1000000000000"],
            1,
            "games; the limit is",
        ),
    ] {
        let (code, message) = DALDOS.refused(arguments);
        assert_eq!(code, status, "{arguments:?}: {message}");
        assert!(message.contains(part), "{arguments:?}: {message}");
    }
}

#[test]
fn rare_answers_are_as_their_schemas_say() {
    // The question, and the part of the answer that makes it a rare one.
    let rare: [(&[&str], &str, Option<Value>); 5] = [
        (
            &["endgame", "--n", "1", "--all"],
            "/ends",
            Some(json!("always")),
        ),
        (
            &["endgame", "--n", "2", "--rules", "daldos:loses_at=1"],
            "/largest_system",
            None,
        ),
        (
            &["endgame", "--n", "2", "--exact", "--decimals-only"],
            "/starts/0/win/exact",
            None,
        ),
        (
            &["endgame", "--position", "3/A3/2b A", "--exact"],
            "/length/lower",
            None,
        ),
        (&["simulate", "--games", "1"], "/length", Some(Value::Null)),
    ];
    for (arguments, at, value) in rare {
        let result = &DALDOS.json(arguments)["result"];
        assert_eq!(result.pointer(at), value.as_ref(), "{arguments:?}");
    }
}
