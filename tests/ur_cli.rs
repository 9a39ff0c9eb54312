//! `siga ur` as it is called: answers, tables, records.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use crate::program::SIGA;
use serde_json::Value;

/// A number, or the middle of its bounds.
fn about(number: &Value) -> f64 {
    match number["lower"]["approx"].as_f64() {
        Some(lower) => f64::midpoint(lower, number["upper"]["approx"].as_f64().unwrap()),
        None => number["approx"].as_f64().unwrap(),
    }
}

#[test]
fn the_first_throws_make_up_the_chance_of_the_first_player() {
    let report = SIGA.json(&["ur", "solve", "--pieces", "2"]);
    assert_eq!(report["schema"], "siga/ur-solve/1");
    let result = &report["result"];
    let throws = result["first_throws"].as_array().unwrap().iter();
    let mean: f64 = throws
        .map(|throw| about(&throw["probability"]) * about(&throw["chance"]))
        .sum();
    assert!((mean - about(&result["first_player"])).abs() < 1e-9);
    let (status, error) = SIGA.refused(&["ur", "solve", "--budget", "1000000"]);
    assert_eq!(status, 1);
    let words = ["137870097 positions", "137,870,097"];
    assert!(words.iter().any(|words| error.contains(words)), "{error}");
}

#[test]
fn a_position_is_the_same_from_tables() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().to_str().unwrap();
    let position = [
        "ur",
        "analyse",
        "--position",
        "L7/3D4/8 light hand=1+1",
        "--rules",
        "ur:finkel2",
    ];
    let solved = SIGA.json(&position);
    SIGA.shown(&["tables", "build", "ur:finkel2", "--tables", tables]);
    let verified = SIGA.json(&["tables", "verify", "ur:finkel2", "--tables", tables]);
    assert_eq!(
        verified["result"]["sets"][0]["faults"],
        serde_json::json!([])
    );
    let looked_up = SIGA.json(&[&position[..], &["--tables", tables]].concat());
    for field in ["win", "positions", "by_throw"] {
        assert_eq!(solved["result"][field], looked_up["result"][field]);
    }
    assert_eq!(looked_up["result"]["method"], "tables");
    let whole = SIGA.json(&["ur", "solve", "--pieces", "2", "--tables", tables]);
    assert_eq!(
        whole["result"],
        SIGA.json(&["ur", "solve", "--pieces", "2"])["result"]
    );
}

/// What throws and plays did adds up to the whole way from the first chance to the last.
#[test]
fn a_review_adds_up() {
    let record = "game: ur; rules: ur:finkel2; moves:; light 4: in-A1; light 2: in-A3; dark 0: pass; light 3: A3-B1";
    let report = SIGA.json(&["ur", "review", "--record", record]);
    let turns = report["result"]["turns"].as_array().unwrap();
    assert_eq!(turns.len(), 4);
    for turn in turns {
        let [before, luck, lost, after] =
            ["before", "luck", "lost", "value"].map(|name| about(&turn[name]));
        assert!((before + luck - lost - after).abs() < 1e-8, "{turn}");
    }
    let sums = report["result"]["sums"].as_array().unwrap();
    assert_eq!(
        (&sums[0]["throws"], &sums[1]["throws"]),
        (&3.into(), &1.into())
    );
}

/// Where who wins is not known, plays are ranked by the steps ahead after the next throw, and reviewed by them.
#[test]
fn what_is_not_solved_is_ranked_by_steps() {
    let position = ["ur", "analyse", "--position", "L7/8/D7 light hand=6+6"];
    let result = SIGA.result(&[&position[..], &["--throw", "2"]].concat());
    assert!(result["win"].is_null() && result["method"].is_null());
    let plays = result["by_throw"][0]["plays"].as_array().unwrap();
    let ahead: Vec<f64> = plays.iter().map(|play| about(&play["ahead"])).collect();
    assert!(ahead.len() > 1 && ahead.is_sorted_by(|one, next| one >= next));
    let text = SIGA.shown(&position);
    assert!(text.contains("who wins is not known") && text.contains("steps ahead"));

    let review = |record: &str, budget: &str| {
        let result = SIGA.result(&["ur", "review", "--record", record, "--budget", budget]);
        result["turns"].as_array().unwrap().clone()
    };
    let record =
        "rules: ur:finkel; moves:; light 1: in-A4; dark 4: in-C1; dark 0: pass; light 4: A4-B1";
    for turn in review(record, "1000") {
        let [before, luck, lost, value] =
            ["before", "luck", "lost", "value"].map(|name| about(&turn[name]));
        assert!((before + luck - lost - value).abs() < 1e-8, "{turn}");
        assert_eq!(turn["by"], "net");
    }
    let record =
        "rules: ur:finkel2; start: 6L1/8/6D1 light hand=1+1; moves:; light 1: A7-off; dark 0: pass";
    let by = |budget: &str| {
        review(record, budget)
            .iter()
            .map(|turn| turn["by"].to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(by("8000"), ["\"net\"", "\"win\""]);
    assert_eq!(by("100000"), ["\"win\"", "\"win\""]);
}

/// With one piece a side every throw has one play, so that the policy does not matter and the chance is that of best play.
#[test]
fn games_played_out_are_those_of_the_rules() {
    for rules in [
        "ur:finkel,pieces=1",
        "ur:aseb,pieces=1",
        "ur:blitz,pieces=1",
    ] {
        let proved = about(&SIGA.result(&["ur", "solve", "--rules", rules])["first_player"]);
        let simulate = ["ur", "simulate", "--games", "20000", "--confidence", "99.9"];
        let played = SIGA.result(&[&simulate[..], &["--rules", rules, "--b", "random"]].concat());
        let win = &played["win"]["A"];
        let (lower, upper) = (
            win["lower"].as_f64().unwrap(),
            win["upper"].as_f64().unwrap(),
        );
        assert!(lower < proved && proved < upper, "{rules}: {win}, {proved}");
    }
    let better = SIGA.result(&["ur", "simulate", "--a", "take+centre+off+safest"]);
    assert!(
        better["win"]["A"]["lower"].as_f64().unwrap() > 0.6,
        "{better}"
    );
    // One command by either name.
    let position = [
        "--rules",
        "ur:finkel,pieces=1",
        "--position",
        "8/8/8 light hand=1+1",
    ];
    assert_eq!(
        SIGA.json(&[&["ur", "probe"], &position[..]].concat()),
        SIGA.json(&[&["ur", "analyse"], &position[..]].concat())
    );
}
