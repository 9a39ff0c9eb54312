//! What random playouts estimate: bounds that hold their estimate, and what throwing first is worth. What is said of them is in
//! `tests/runs/playouts.txt`.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use serde_json::Value;

use crate::program::result as asked;

const GAMES: [&str; 3] = [
    "daldos analyse --rules daldos:n=4 --position '1aA1/2A2/B1bb A' --throw 1,3 --budget 1000",
    "sig analyse --rules sig:depaulis,length=3 --position 'AA1/3/3/bBb A' --yield 4,5 --budget 1000000",
    "tab analyse --rules tab:lane,length=3 --position 'AA1/3/3/bBb A' --yield 4,2 --budget 1000",
];

/// An estimate between its bounds.
fn estimate(number: &Value) -> [f64; 3] {
    ["lower", "estimated", "upper"].map(|name| number[name].as_f64().unwrap())
}

#[test]
fn plays_are_estimated_within_their_bounds() {
    for game in GAMES {
        let result = asked(&format!("{game} --simulate 80 --seed 7"));
        for play in result["estimates"]["plays"].as_array().unwrap() {
            let [lower, middle, upper] = estimate(&play["score"]);
            assert!(0.0 <= lower && lower <= middle && middle <= upper && upper <= 1.0);
        }
    }
}

#[test]
fn simulations_say_what_throwing_first_is_worth() {
    let result = asked("daldos simulate --rules daldos:n=3 --games 300");
    let [a, b] = ["A", "B"].map(|side| result["wins"][side].as_str().unwrap().parse::<f64>());
    let expected = (a.unwrap() - b.unwrap()) / 300.0;
    let [_, advantage, _] = estimate(&result["first_advantage"]);
    assert!((advantage - expected).abs() < 1e-12, "{result}");
    // From the start of tâb, where the first tâb decides.
    let result = asked("tab simulate --rules tab:lane,length=3 --games 600");
    assert!(estimate(&result["first_advantage"])[0] > 0.0, "{result}");
    assert!(result["win"]["A"]["lower"].as_f64().unwrap() < 0.5);
}

#[test]
fn simulations_hold_the_exact_numbers() {
    let exact = asked("daldos endgame --exact --position '1a2/5/2b1 A'");
    let played = "--games 3000 --seed 5 --confidence 99.9 --position '1a2/5/2b1 A'";
    let played = asked(&format!("daldos simulate {played}"));
    for (value, played) in [
        (&exact["win"], &played["win"]["A"]),
        (&exact["length"], &played["length"]),
    ] {
        let [lower, _, upper] = estimate(played);
        let value = value["approx"].as_f64().unwrap();
        assert!(lower <= value && value <= upper, "{played}");
    }
}
