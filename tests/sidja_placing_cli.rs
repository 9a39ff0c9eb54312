//! `siga sidja placing`, and positions with stones in hand: sums that must agree. On 3×3, where all of it takes a moment. Names of tables
//! and notes are in `tests/runs/sidja-placing.txt`.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use crate::program::result;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

fn number(count: &Value) -> u64 {
    count.as_str().unwrap().parse().unwrap()
}

/// The layers go from the empty board to the placements; their sums are all arrangements; the first turns with their orbits
/// are the layer after them.
#[test]
fn layers_and_first_turns_agree() {
    for (rules, turn) in [
        ("sudan,size=3", 2),
        ("egypt,size=3", 2),
        ("west-africa,size=3,placing=one", 1),
        ("sudan,size=3,placing=cross", 2),
    ] {
        for of in ["first-capture", "game"] {
            let found = result(&format!("sidja placing --rules {rules} --of {of}"));
            let names = match of {
                "game" => ["win", "loss", "draw"],
                _ => ["x", "o", "never"],
            };
            let layers = found["layers"].as_array().unwrap();
            assert_eq!(layers.len(), 9);
            assert_eq!(layers[0]["stones"], json!([0, 0]));
            assert_eq!(layers[8]["stones"], json!([4, 4]));
            assert_eq!(layers[8]["to_place"], Value::Null);
            let placements = if rules.contains("cross") { "6" } else { "70" };
            assert_eq!(layers[8]["positions"], placements);
            for layer in layers {
                let sum: u64 = names.iter().map(|name| number(&layer[*name])).sum();
                assert_eq!(sum, number(&layer["positions"]));
            }
            // The empty board is worth what is counted for it, and so are the first turns.
            let worth = |value: &Value| {
                let value = value.as_str().unwrap();
                let game = ["win", "loss", "draw"]
                    .iter()
                    .position(|&name| name == value);
                game.or(["x", "o", "never"].iter().position(|&name| name == value))
                    .unwrap()
            };
            assert_eq!(layers[0][names[worth(&found["value"])]], "1");
            let mut counts = [0; 3];
            for first in found["first_pairs"].as_array().unwrap() {
                assert_eq!(first["cells"].as_array().unwrap().len(), turn);
                counts[worth(&first["value"])] += number(&first["orbit"]);
            }
            let counted = names.map(|name| number(&layers[turn][name]));
            assert_eq!(counts, counted, "{rules} {of}");
            let mut counts = [0; 3];
            for two in found["two_pairs"].as_array().unwrap() {
                counts[worth(&two["value"])] += number(&two["orbit"]);
            }
            let counted = names.map(|name| number(&layers[2 * turn][name]));
            assert_eq!(counts, counted, "{rules} {of}");
        }
    }
}

#[test]
fn what_cells_are_worth_adds_up() {
    let found = result("sidja survey --rules egypt,size=3");
    let cells = found["cells"].as_array().unwrap();
    assert_eq!(cells.len(), 8);
    let of = |cell: &str| cells.iter().find(|found| found["cell"] == cell).unwrap();
    for found in cells {
        let parts = ["mover", "opponent", "never"].map(|name| number(&found[name]));
        assert_eq!(parts.iter().sum::<u64>(), 35);
        assert_eq!(found["held"], "35");
        assert!(number(&found["at_once"]) <= parts[0]);
    }
    assert_eq!(of("a1")["mover"], of("c3")["mover"]);
    // Every placement has four cells of the first mover.
    let all: u64 = cells.iter().map(|found| number(&found["mover"])).sum();
    assert_eq!(all, 4 * number(&found["first_capture"]["mover"]));
}

/// The first capture and the whole game side by side: the sums are those of either alone.
#[test]
fn who_takes_first_and_who_wins_add_up() {
    for rules in ["sudan,size=3", "west-africa,size=3"] {
        takers_and_winners_add_up(rules);
    }
}

fn takers_and_winners_add_up(rules: &str) {
    let found = result(&format!("sidja survey --rules {rules}"));
    let names = ["win", "loss", "draw"];
    let mut all = [0; 3];
    for taker in ["mover", "opponent", "never"] {
        let counts = names.map(|name| number(&found["game"][taker][name]));
        assert_eq!(
            counts.iter().sum::<u64>(),
            number(&found["first_capture"][taker])
        );
        all = [0, 1, 2].map(|slot| all[slot] + counts[slot]);
    }
    let mut held = [0; 3];
    for cell in found["cells"].as_array().unwrap() {
        let counts = names.map(|name| number(&cell["game"][name]));
        assert_eq!(counts.iter().sum::<u64>(), number(&cell["held"]));
        held = [0, 1, 2].map(|slot| held[slot] + counts[slot]);
    }
    assert_eq!(held, all.map(|count| 4 * count));
    // The last layer of the placing has the same placements.
    let placed = result(&format!("sidja placing --rules {rules} --of game"));
    let last = names.map(|name| number(&placed["layers"][8][name]));
    assert_eq!(last, all);
}

/// The placements on record are the files that docs/results.md names.
#[test]
fn the_placements_on_record_have_the_hash_that_is_published() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let results = std::fs::read_to_string(root.join("docs/results.md")).unwrap();
    for rules in ["sudan", "west-africa", "egypt"] {
        let file = root.join(format!("engine/src/games/sidja/placing/{rules}.placements"));
        let hash = Sha256::digest(std::fs::read(file).unwrap());
        let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
        assert!(results.contains(&hash), "{rules}: {hash}");
    }
}

/// Where x has two stones left to place on 5×5, the position is worth its best pair, and each stone the best that it is in.
#[test]
fn the_last_stones_are_worth_their_placements() {
    let analysed = |position: &str, rules: &str| {
        let position = format!("--position '{position}' --rules {rules}");
        result(&format!(
            "sidja analyse --budget 1000 --stones 0 {position}"
        ))
    };
    let left = ["a1", "b1", "e4", "e5"];
    let worth = |own: [&str; 2]| {
        let [a1, b1, e4, e5] = left.map(|cell| if own.contains(&cell) { "x" } else { "o" });
        let full = format!("oxox{e5}/xoxo{e4}/ox1xo/xoxox/{a1}{b1}oxo x -");
        let order = ["loss", "draw", "win"];
        let outcome = analysed(&full, "sudan")["outcome"].clone();
        order.iter().position(|&value| outcome == value).unwrap()
    };
    let pairs = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];
    let pairs = pairs.map(|pair| pair.map(|at| left[at]));
    let values = pairs.map(|pair| (pair, worth(pair)));
    let best = |cell: Option<&str>| {
        let with = values
            .iter()
            .filter(|(pair, _)| cell.is_none_or(|cell| pair.contains(&cell)));
        ["loss", "draw", "win"][with.map(|&(_, value)| value).max().unwrap()]
    };
    let open = "oxox1/xoxo1/ox1xo/xoxox/2oxo x x2o2";
    // A limit that draws takes a win down to at least a draw.
    let limited = analysed(open, "sudan,no_capture=30,no_capture_end=draw");
    let unlimited = &limited["unlimited"];
    assert_eq!(unlimited["outcome"], best(None));
    let at_least = ["loss", "draw"][usize::from(best(None) != "loss")];
    assert_eq!(unlimited["implies"]["at_least"], at_least);
    let found = analysed(open, "sudan");
    assert_eq!(found["proof"], "placing");
    assert_eq!(found["outcome"], best(None));
    let stones = found["moves"].as_array().unwrap();
    assert_eq!(stones.len(), 4);
    for stone in stones {
        assert_eq!(stone["outcome"], best(stone["move"].as_str()), "{stone}");
    }
}

/// Where the game is not known the placing is judged by the first capture.
#[test]
fn a_review_judges_the_placing_by_the_goal_that_is_known() {
    // The last stones of a placing against `first-capture`, both before and after.
    let rules = "egypt";
    let placed = "e5 a3 b5 a4 b3 b1 c4 a2 d5 e3 c5 a5 e4 d2 b2 a1 d4 c1 e1 b4 d3 d1 e2 c2";
    let record = format!("rules: sidja:{rules}; moves:; {placed}");
    let review = result(&format!("sidja review --budget 1 --record '{record}'"));
    let moves = review["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 24);
    let mut kept = 0;
    for played in &moves[16..] {
        assert_eq!(played["goal"], "first-capture", "{played}");
        let position = played["position"].as_str().unwrap();
        let found = result(&format!(
            "sidja first-capture --rules {rules} --position '{position}'"
        ));
        let made = found["moves"].as_array().unwrap();
        let made = made.iter().find(|other| other["move"] == played["move"]);
        let (before, after) = (&found["outcome"], &made.unwrap()["outcome"]);
        assert_eq!(
            (&played["before"]["at_least"], &played["before"]["at_most"]),
            (before, before)
        );
        assert_eq!(played["before"]["length"], found["plies"]);
        assert_eq!(
            (&played["after"]["at_least"], &played["after"]["at_most"]),
            (after, after)
        );
        assert_eq!(played["mistake"], before != after, "{played}");
        kept += u32::from(before == after);
    }
    assert!(kept < 8, "a mistake is among them");
}
