//! `siga daldos` on positions from the command line: answers, JSON fields, pictures and errors.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use crate::program::{Siga, bounds};

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
