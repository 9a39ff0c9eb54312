//! `siga teeko` and `siga 5x5` from the command line: moves, perft, play, errors.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use crate::program::SIGA;
use serde_json::json;

#[test]
fn moves_have_their_fields() {
    let report = SIGA.json(&["5x5", "moves", "fixtures/positions/5x5-jump.txt"]);
    assert_eq!(report["schema"], "siga/5x5-moves/1");
    assert_eq!(
        report["query"]["rules"],
        "5x5:size=5,men=5,row=4,goals=rows,jumps=yes"
    );
    let moves = report["result"]["moves"].as_array().unwrap();
    let jump = moves.iter().find(|found| found["move"] == "a2-c4").unwrap();
    assert_eq!(
        *jump,
        json!({
            "move": "a2-c4", "captures": [], "position": "5/xxxx1/1o1o1/5/1o2o o x1o1", "again": false,
            "over": "b3", "outcome": null, "plies": null,
        })
    );
    let after = SIGA.json(&[
        "5x5",
        "moves",
        "fixtures/positions/5x5-jump.txt",
        "--play",
        "a2-c4",
    ]);
    assert_eq!(
        after["result"],
        json!({"moves": [], "end": "loss", "winner": "x", "chooser": "o", "goal": null})
    );
}

#[test]
fn the_opponent_chooses_in_alternate_drops() {
    let arguments = ["teeko", "moves", "--position", "5/5/2x2/5/5 o"];
    let report = SIGA.json(&[&arguments[..], &["--rules", "teeko:drop=alternate"]].concat());
    assert_eq!(report["result"]["chooser"], "x");
    assert_eq!(
        report["result"]["moves"][0]["position"],
        "5/5/2x2/5/o4 x x3o3"
    );
    let report = SIGA.json(&[&arguments[..], &["--rules", "teeko:drop=standard-1"]].concat());
    assert_eq!(report["result"]["chooser"], "o");
}

#[test]
fn perft_counts_and_divides() {
    let report = SIGA.json(&[
        "5x5",
        "perft",
        "--depth",
        "3",
        "--divide",
        "--position",
        "5/5/5/5/5 x",
    ]);
    assert_eq!(report["result"]["nodes"], "17208");
    assert_eq!(report["result"]["divide"].as_array().unwrap().len(), 25);
    let report = SIGA.json(&[
        "teeko",
        "perft",
        "--depth",
        "4",
        "--position",
        "1o1x1/2x2/1xo2/2o1x/1o3 x",
    ]);
    assert_eq!(report["result"]["nodes"], "107645");
    let over = SIGA.json(&[
        "teeko",
        "perft",
        "--depth",
        "2",
        "fixtures/positions/teeko-square.txt",
        "--play",
        "e5-d4",
    ]);
    assert_eq!(over["result"]["nodes"], "0");
}

#[test]
fn errors_say_what_would_be_right() {
    SIGA.refuses(
        &["teeko", "moves", "--position", "5/5/2z2/5/5 o"],
        "`z` is not one of",
    );
    SIGA.refuses(
        &["teeko", "moves", "--position", "xxxxx/5/5/5/5 x"],
        "each side has 4; column 15: x is to move and has made a pattern",
    );
    SIGA.refuses(
        &["5x5", "moves", "fixtures/positions/teeko-square.txt"],
        "the game is `teeko`, not 5x5",
    );
    SIGA.refuses(
        &[
            "5x5",
            "moves",
            "--position",
            "5/5/5/5/5 x",
            "--play",
            "a1,a1",
        ],
        "`a1` is not legal",
    );
    SIGA.refuses(&["teeko", "play", "--start", "5/5/5/5/5 o"], "x is to move");
    SIGA.refuses(&["5x5", "play", "--rules", "5x5:men=9"], "3, 4 or 5");
    SIGA.refuses(&["5x5", "play", "--json"], "leave it out");
}

#[test]
fn a_game_is_played_from_a_pipe() {
    let small = ["5x5", "play", "--rules", "5x5:size=3,men=3,row=3"];
    let text = SIGA.typed(
        &small,
        b"help\nvalue\nmoves\nhint\nb2\nundo\nundo\nc9\n\xff\xfe\nb2-b2\nquit\na1\n",
    );
    for part in [
        "The machine has solved the game",
        "take back",
        "nothing to take back",
        "`c9` is not legal",
        "`b2-b2` is not legal",
        "o plays",
        "Goodbye.",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // The end of the input is the end of the game.
    assert!(SIGA.typed(&small, b"").ends_with("> \n"));
    assert!(
        SIGA.typed(&[&small[..], &["--as", "o"]].concat(), b"board")
            .contains("x plays")
    );
}

#[test]
fn a_game_ends_with_a_row_or_a_third_same_move() {
    let start = ["5x5", "play", "--search", "1", "--as", "both"];
    let won = SIGA.typed(
        &[&start[..], &["--start", "5/xx1x1/1o1o1/x4/1o2o x"]].concat(),
        b"a2-c4\na1\nvalue\nundo\n",
    );
    assert!(won.contains("x has won."), "{won}");
    assert!(won.contains("The game is over"), "{won}");
    let shuffled = SIGA.typed(
        &[&start[..], &["--repetition"]].concat(),
        b"a1\ne5\na1-b1\ne5-d5\nb1-a1\nd5-e5\na1-b1\ne5-d5\nb1-a1\nd5-e5\na1-b1\nvalue\n",
    );
    assert!(
        shuffled.contains("x has made the same move three times: o has won."),
        "{shuffled}"
    );
}
