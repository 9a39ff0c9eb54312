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
