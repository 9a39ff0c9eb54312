//! `siga sig odds`, `table`, `moves`, `analyse` and `perft` from the command line: answers, JSON fields and errors.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use crate::program::{SIGA, Siga, bounds};
use serde_json::json;

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
