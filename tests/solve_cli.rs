//! `siga teeko solve` and `probe`, `siga 5x5 solve` and `probe`, as they are called.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use crate::program::SIGA;
use serde_json::Value;

fn sum(layers: &Value, field: &str) -> u64 {
    let layers = layers.as_array().unwrap().iter();
    layers
        .map(|layer| layer[field].as_str().unwrap().parse::<u64>().unwrap())
        .sum()
}

#[test]
fn a_small_board_is_solved_as_the_contract_says() {
    let report = SIGA.json(&["5x5", "solve", "--rules", "5x5:size=3,men=3,row=3"]);
    assert_eq!(report["schema"], "siga/5x5-solve/1");
    assert_eq!(
        report["query"]["rules"],
        "5x5:size=3,men=3,row=3,goals=rows,jumps=yes"
    );
    let result = &report["result"];
    assert_eq!(result["value"], "draw");
    assert!(result["plies"].is_null());
    let longest = &result["longest"];
    let line = longest["moves"].as_array().unwrap();
    assert_eq!(line.len() as u64, longest["plies"].as_u64().unwrap());
    let first = result["first_moves"].as_array().unwrap();
    assert!(first.iter().all(|found| found["keeps"] == true));
    // With the rule of the past a line of moves that keep the draw comes to an end.
    assert_eq!(result["history"]["line"].as_array().unwrap().len(), 16);
    let layers = &result["layers"];
    assert_eq!(layers[0]["pieces"], serde_json::json!([0, 0]));
    assert_eq!(layers.as_array().unwrap().len(), 16);
    let all = sum(layers, "win") + sum(layers, "loss") + sum(layers, "draw");
    assert_eq!(sum(layers, "positions"), all);
    assert_eq!(result["total"]["positions"], all.to_string());
    for layer in layers.as_array().unwrap() {
        let by_plies = layer["by_plies"].as_array().unwrap().iter();
        let decided: u64 = by_plies
            .map(|entry| entry["count"].as_str().unwrap().parse::<u64>().unwrap())
            .sum();
        let of = |field: &str| layer[field].as_str().unwrap().parse::<u64>().unwrap();
        assert_eq!(decided, of("win") + of("loss"));
        assert_eq!(of("blocked"), 0);
    }
}

#[test]
fn probes_solve_what_is_small_and_search_what_is_not() {
    let small = SIGA.json(&[
        "5x5",
        "probe",
        "--position",
        "3/1x1/3 o",
        "--rules",
        "5x5:size=3,men=3,row=3",
    ]);
    assert_eq!(small["result"]["method"], "solved");
    assert_eq!(small["result"]["outcome"], "draw");
    assert_eq!(small["result"]["moves"].as_array().unwrap().len(), 8);
    let large = SIGA.json(&["5x5", "probe", "--position", "xxx2/5/5/ooo2/5 x"]);
    let result = &large["result"];
    assert_eq!(result["method"], "search");
    assert_eq!(
        (&result["outcome"], &result["plies"]),
        (&"win".into(), &1.into())
    );
    assert_eq!(result["moves"][0]["move"], "d5");
    // A value that a search does not find is not known.
    let unknown = |found: &Value| found["outcome"].is_null() && found["plies"].is_null();
    assert!(result["moves"].as_array().unwrap().iter().any(unknown));
    let over = SIGA.json(&["teeko", "probe", "--position", "xxxx1/5/5/ooo2/5 o"]);
    assert_eq!(over["result"]["outcome"], "loss");
    assert_eq!(over["result"]["plies"], 0);
}

#[test]
fn what_cannot_be_told_says_what_to_run() {
    let position = "xx3/5/5/oo3/5 x";
    let probe = ["5x5", "probe", "--budget", "1000", "--position", position];
    let (status, text) = SIGA.refused(&probe);
    assert_eq!(status, 1);
    assert!(text.contains("siga tables build 5x5:size=5"), "{text}");
    SIGA.refuses(&["teeko", "solve", "--rules", "teeko:goals=45"], "goals");
}
