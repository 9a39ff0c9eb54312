//! What `siga ur` answers, where numbers must agree; the rest is in `tests/runs/ur.txt`.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use crate::program::result;
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
    let solved = result("ur solve --pieces 2");
    let throws = solved["first_throws"].as_array().unwrap().iter();
    let mean: f64 = throws
        .map(|throw| about(&throw["probability"]) * about(&throw["chance"]))
        .sum();
    assert!((mean - about(&solved["first_player"])).abs() < 1e-9);
}

/// What the throw and the play of a turn did adds up to the way from the chance before it to that after it.
fn adds_up(turn: &Value) {
    let [before, luck, lost, after] =
        ["before", "luck", "lost", "value"].map(|name| about(&turn[name]));
    assert!((before + luck - lost - after).abs() < 1e-8, "{turn}");
}

#[test]
fn a_review_adds_up() {
    let record = "game: ur; rules: ur:finkel2; moves:; light 4: in-A1; light 2: in-A3; dark 0: pass; light 3: A3-B1";
    let review = result(&format!("ur review --record '{record}'"));
    let turns = review["turns"].as_array().unwrap();
    assert_eq!(turns.len(), 4);
    turns.iter().for_each(adds_up);
    let sums = review["sums"].as_array().unwrap();
    assert_eq!(
        (&sums[0]["throws"], &sums[1]["throws"]),
        (&3.into(), &1.into())
    );
}

/// Where who wins is not known, plays are ranked by the steps ahead after the next throw, and reviewed by them.
#[test]
fn what_is_not_solved_is_ranked_by_steps() {
    let ranked = result("ur analyse --position 'L7/8/D7 light hand=6+6' --throw 2");
    let plays = ranked["by_throw"][0]["plays"].as_array().unwrap();
    let ahead: Vec<f64> = plays.iter().map(|play| about(&play["ahead"])).collect();
    assert!(ahead.len() > 1 && ahead.is_sorted_by(|one, next| one >= next));
    let record =
        "rules: ur:finkel; moves:; light 1: in-A4; dark 4: in-C1; dark 0: pass; light 4: A4-B1";
    let review = result(&format!("ur review --record '{record}' --budget 1000"));
    for turn in review["turns"].as_array().unwrap() {
        adds_up(turn);
        assert_eq!(turn["by"], "net");
    }
}

/// With one piece a side every throw has one play, so that the policy does not matter and the chance is that of best play.
#[test]
fn games_played_out_are_those_of_the_rules() {
    for rules in [
        "ur:finkel,pieces=1",
        "ur:aseb,pieces=1",
        "ur:blitz,pieces=1",
    ] {
        let solved = result(&format!("ur solve --rules {rules}"));
        let proved = about(&solved["first_player"]);
        let games = "--games 20000 --confidence 99.9 --b random";
        let played = result(&format!("ur simulate --rules {rules} {games}"));
        let win = &played["win"]["A"];
        let [lower, upper] = ["lower", "upper"].map(|end| win[end].as_f64().unwrap());
        assert!(lower < proved && proved < upper, "{rules}: {win}, {proved}");
    }
    let better = result("ur simulate --a take+centre+off+safest");
    assert!(
        better["win"]["A"]["lower"].as_f64().unwrap() > 0.6,
        "{better}"
    );
}
