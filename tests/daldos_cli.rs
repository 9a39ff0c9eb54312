//! `siga daldos` on positions from the command line: answers, JSON fields, pictures and errors.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use crate::program::{Siga, bounds};
use serde_json::{Value, json};

const DALDOS: Siga = Siga(&["daldos"]);

fn file(name: &str) -> String {
    format!("fixtures/positions/daldos-{name}.txt")
}

#[test]
fn plays_are_ranked_with_a_reason() {
    for by in ["take", "safe", "net", "win"] {
        let answer = DALDOS.json(&["analyse", &file("opening"), "--throw", "2,3", "--by", by]);
        assert_eq!(answer["query"]["by"], by);
        let plays = answer["result"]["plays"].as_array().unwrap();
        let all = DALDOS.json(&["moves", &file("opening"), "--throw", "2,3"]);
        assert_eq!(
            plays.len(),
            all["result"]["moves"].as_array().unwrap().len()
        );
        if by == "win" {
            assert!(plays[0]["value"].is_null());
            continue;
        }
        let end = |(lower, upper)| if by == "safe" { upper } else { lower };
        let values: Vec<f64> = plays
            .iter()
            .map(|play| end(bounds(&play["value"])))
            .collect();
        let sorted = |a: &f64, b: &f64| if by == "safe" { a <= b } else { a >= b };
        assert!(
            values.windows(2).all(|pair| sorted(&pair[0], &pair[1])),
            "{by} {values:?}"
        );
        let best = &answer["result"]["best"];
        assert_eq!(best["move"], plays[0]["move"]);
        let others = &values[1..];
        let proved = best["proved"].as_bool().unwrap();
        let begins = if proved {
            "Best: "
        } else {
            "Best by its proved bound: "
        };
        assert!(best["reason"].as_str().unwrap().starts_with(begins));
        assert!(proved || !others.is_empty());
    }
    let text = DALDOS.shown(&[
        "analyse",
        &file("opening"),
        "--throw",
        "1,1",
        "--by",
        "take",
    ]);
    assert!(text.contains("Best: "), "{text}");
}

#[test]
fn rare_answers_are_as_their_schemas_say() {
    const OVER: &str = "4/A4/4 A";
    let (start, middle) = (file("start"), file("middle"));
    let by_win = ["--throw", "1,4", "--by", "win", "--budget", "1"];
    // The question, and the part of the answer that makes it a rare one.
    let rare: [(&[&str], &str, Option<Value>); 12] = [
        (&["odds", "--behind", "20"], "/hits", Some(json!([]))),
        (
            &["odds", "--behind", "1,3", "--no-elsewhere"],
            "/on_rethrow/0/takes",
            Some(json!(true)),
        ),
        (
            &["table", "--rules", "daldos:count=1,extra=none"],
            "/rows/9/on_rethrow",
            Some(json!([])),
        ),
        (
            &["table", "--pieces", "2", "--max", "2", "--decimals-only"],
            "/rows/0/probability/exact",
            None,
        ),
        (
            &["moves", "--position", OVER, "--throw", "1,1"],
            "/over",
            Some(json!(true)),
        ),
        (
            &["perft", &start, "--depth", "0", "--divide"],
            "/divide",
            Some(json!([])),
        ),
        (&["analyse", "--position", OVER], "/plays", None),
        (
            &["analyse", "--position", OVER, "--throw", "1,1"],
            "/best",
            Some(Value::Null),
        ),
        (
            &[&["analyse", &middle], &by_win[..]].concat(),
            "/method",
            Some(Value::Null),
        ),
        (
            &[
                "analyse", &middle, "--throw", "1,4", "--by", "safe", "--budget", "1",
            ],
            "/best/proved",
            Some(json!(false)),
        ),
        (
            &["opening", "--rules", "daldos:dice=234,extra=none"],
            "/wait",
            Some(Value::Null),
        ),
        (
            &["opening", "--rules", "daldos:dice=1", "--turns", "0"],
            "/dals",
            Some(Value::Null),
        ),
    ];
    for (arguments, at, value) in rare {
        let result = &DALDOS.json(arguments)["result"];
        assert_eq!(result.pointer(at), value.as_ref(), "{arguments:?}");
    }
}
