//! `siga daldos endgame` and `siga daldos simulate` from the command line: answers, JSON fields and errors.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use crate::program::Siga;
use serde_json::json;

const DALDOS: Siga = Siga(&["daldos"]);

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
