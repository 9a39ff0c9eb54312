//! `siga sig odds`, `table`, `moves`, `analyse` and `perft` from the command line: answers, JSON fields and errors.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use crate::program::{SIGA, Siga, bounds};
use serde_json::{Value, json};

const SIG: Siga = Siga(&["sig"]);

fn file(name: &str) -> String {
    format!("fixtures/positions/sig-{name}.txt")
}

#[test]
fn plays_are_ranked() {
    let arguments = [
        "analyse",
        &file("middle"),
        "--yield",
        "4,5",
        "--by",
        "net",
        "--top",
        "3",
    ];
    let answer = SIG.json(&arguments);
    assert_eq!(answer["query"]["by"], "net");
    assert_eq!(answer["result"]["plays"], 24);
    let moves = answer["result"]["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 3);
    assert_eq!(moves[0]["captures"], json!(["c1", "d5"]));
    let (lower, upper) = bounds(&moves[0]["net"]);
    assert!(lower <= 1.842771 && 1.842771 <= upper && upper - lower < 1e-3);
    assert!(
        SIG.shown(&arguments)
            .contains("24 plays of 4,5, the best first by net")
    );
    let all = SIG.result(&["analyse", &file("middle"), "--yield", "4,5", "--top", "0"]);
    assert_eq!(all["moves"].as_array().unwrap().len(), 24);
}

#[test]
fn a_budget_bounds_every_answer() {
    let throws = "sig:ludii,throws=1*|2*|3*|4|5|6*|7*|8*|9";
    let odds = |more: &[&str]| {
        let arguments = ["odds", "--behind", "79,2", "--rules", throws];
        SIG.result(&[&arguments[..], more].concat())
    };
    // No last throw is a 2 or a 79.
    let one = odds(&["--max-throws", "1"]);
    assert_eq!(bounds(&one["probability"]), (0.0, 129.0 / 256.0));
    let whole = odds(&[]);
    let (lower, upper) = bounds(&whole["probability"]);
    for budget in ["1", "10000", "1000000"] {
        let less = odds(&["--budget", budget]);
        let (below, above) = bounds(&less["probability"]);
        assert!(below <= lower && upper <= above, "{less}");
    }
    let thrown = format!("{throws},order=thrown");
    let little = [
        "odds", "--behind", "30,31,32", "--rules", &thrown, "--budget", "100000",
    ];
    let stopped = SIG.result(&little)["stopped"].clone();
    assert!(stopped["standing"].is_u64() && stopped["budget"].is_string());
    assert!(
        SIG.shown(&little)
            .contains("for closer bounds try --budget")
    );
    let plays = [
        "analyse",
        &file("middle-ludii"),
        "--yield",
        "1,4,6",
        "--by",
        "net",
        "--budget",
        "1000000",
    ];
    let ranked = SIG.result(&plays);
    assert!(ranked["best_proved"].is_boolean());
    assert!(ranked["ranking_budget"].is_string());
}

#[test]
fn rules_are_listed_with_their_sources() {
    let answer = SIGA.result(&["rules", "sig"]);
    let game = &answer["games"][0];
    let options = game["options"].as_array().unwrap();
    assert!(
        options
            .iter()
            .all(|option| !option["source"].as_str().unwrap().is_empty())
    );
    let cancel = options
        .iter()
        .find(|option| option["name"] == "cancel")
        .unwrap();
    assert_eq!(
        cancel["presets"],
        json!({"depaulis": "previous", "ludii": "previous", "mzab": "previous", "tozeur": "previous"})
    );
}

#[test]
fn rare_answers_are_as_their_schemas_say() {
    const OVER: &str = "A3/4/4/4 A";
    let (opening, middle, end) = (file("opening"), file("middle"), file("end"));
    let ranked = ["--yield", "4,5", "--by", "take", "--top", "1"];
    // The question, and the part of the answer that makes it a rare one.
    let rare: [(&[&str], &str, Option<Value>); 12] = [
        (
            &["odds", "--behind", "8,12,7", "--budget", "1"],
            "/stopped/standing",
            Some(json!(0)),
        ),
        (
            &["odds", "--behind", "1", "--decimals-only"],
            "/probability/exact",
            None,
        ),
        (
            &["table", "--pieces", "3", "--max", "4", "--budget", "100"],
            "/rows/0/hits",
            Some(json!([])),
        ),
        (
            &["moves", &opening, "--yield="],
            "/moves/0/move",
            Some(json!("pass")),
        ),
        (
            &["moves", "--position", OVER, "--yield", "4"],
            "/over",
            Some(json!(true)),
        ),
        (
            &["perft", &opening, "--depth", "0", "--divide"],
            "/divide",
            None,
        ),
        (
            &["perft", &opening, "--depth", "1", "--divide"],
            "/divide/3/yield",
            Some(json!([5, "khadzh"])),
        ),
        (
            &["analyse", "--position", OVER, "--yield", "4"],
            "/exposure/both_turns/budget",
            Some(Value::Null),
        ),
        (
            &["analyse", &middle, "--budget", "1"],
            "/take/stopped/standing",
            Some(json!(0)),
        ),
        (
            &["analyse", &end, "--rules", "sig:depaulis,turns=alternating"],
            "/exposure/both_turns",
            None,
        ),
        (
            &["analyse", &end, "--max-throws", "3", "--decimals-only"],
            "/take/open/exact",
            None,
        ),
        (
            &[&["analyse", &middle, "--budget", "10"], &ranked[..]].concat(),
            "/moves/1",
            None,
        ),
    ];
    for (arguments, at, value) in rare {
        let result = &SIG.json(arguments)["result"];
        assert_eq!(result.pointer(at), value.as_ref(), "{arguments:?}");
    }
}
