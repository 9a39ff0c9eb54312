//! `siga daldos` on positions from the command line: answers, JSON fields, pictures and errors.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use crate::program::{Siga, bounds};
use serde_json::{Value, json};

const DALDOS: Siga = Siga(&["daldos"]);

fn file(name: &str) -> String {
    format!("fixtures/positions/daldos-{name}.txt")
}

const FILES: [&str; 8] = [
    "start", "opening", "figure", "middle", "crowded", "norway", "endgame", "last",
];

#[test]
fn moves_say_what_they_take_and_where_they_lead() {
    let answer = DALDOS.json(&["moves", &file("start"), "--throw", "3,1"]);
    assert_eq!(answer["schema"], "siga/daldos-moves/1");
    assert_eq!(answer["query"]["rules"], "daldos");
    assert_eq!(
        answer["query"]["position"],
        "aaaaaaaaaaaaaaaa/17/bbbbbbbbbbbbbbbb A"
    );
    assert_eq!(answer["query"]["throw"], "1+3");
    assert_eq!(
        answer["result"]["moves"],
        json!([{
            "move": "!a1-m4",
            "ways": ["!a1-m4"],
            "captures": [],
            "position": "1aaaaaaaaaaaaaaa/3A13/bbbbbbbbbbbbbbbb B",
            "again": false,
        }])
    );
    let lost = DALDOS.json(&["moves", &file("start"), "--throw", "2,4"]);
    assert_eq!(lost["result"]["moves"][0]["move"], "pass");
    let again = DALDOS.json(&["moves", "--position", "4/AB3/bb2 A", "--throw", "1,1"]);
    assert_eq!(again["query"]["rules"], "daldos:n=4");
    assert_eq!(again["result"]["moves"][0]["move"], "m1-m3");
    let taking = DALDOS.json(&["moves", "--position", "4/A1B2/bb2 A", "--throw", "1,1"]);
    let play = &taking["result"]["moves"][0];
    assert_eq!(play["captures"], json!(["m3"]));
    assert_eq!(play["position"], "4/2A2/bb2 A");
    assert_eq!(play["again"], true);
}

#[test]
fn perft_counts_every_throw() {
    let answer = DALDOS.json(&["perft", &file("start"), "--depth", "1", "--divide"]);
    assert_eq!(answer["result"]["nodes"], "17");
    assert_eq!(answer["result"]["divide"].as_array().unwrap().len(), 10);
    assert_eq!(
        answer["result"]["divide"][0],
        json!({"throw": "1+1", "weight": "1", "plays": "2", "nodes": "2"})
    );
    let (status, text) =
        DALDOS.refused(&["perft", &file("middle"), "--depth", "4", "--budget", "100"]);
    assert_eq!(status, 1);
    assert!(text.contains("more than 100 positions"), "{text}");
}

#[test]
fn the_figure_has_the_odds_of_two_pieces() {
    let answer = DALDOS.json(&["analyse", &file("figure")]);
    assert_eq!(answer["schema"], "siga/daldos-analyse/1");
    let turn = &answer["result"]["turn"];
    assert_eq!(turn["side"], "B");
    assert_eq!(turn["take"]["exact"], "11/16");
    assert_eq!(turn["pieces"][0]["hole"], "m10");
    assert_eq!(turn["pieces"][0]["probability"]["exact"], "11/16");
    assert_eq!(turn["mean"]["exact"], "11/16");
    assert_eq!(turn["number"][1]["probability"]["exact"], "11/16");
    assert_eq!(turn["lost"]["exact"], "0");
    assert_eq!(turn["dal"]["exact"], "0");
    assert_eq!(answer["result"]["threats"]["side"], "A");
}

#[test]
fn every_position_file_is_analysed_within_the_width() {
    for name in FILES {
        let answer = DALDOS.json(&["analyse", &file(name)]);
        for side in ["turn", "threats"] {
            let turn = &answer["result"][side];
            let pieces = turn["pieces"].as_array().unwrap();
            let numbers = pieces.iter().map(|piece| &piece["probability"]);
            for number in numbers.chain([&turn["take"], &turn["mean"], &turn["dal"]]) {
                let (lower, upper) = bounds(number);
                assert!(0.0 <= lower && lower <= upper, "{name}: {number}");
                assert!(upper - lower <= 1.000_001e-6, "{name}: {number}");
            }
        }
        let text = DALDOS.shown(&["analyse", &file(name)]);
        assert!(
            text.contains("stern") && text.contains("Threats by"),
            "{text}"
        );
    }
}

#[test]
fn plays_are_ranked_with_a_reason() {
    for by in ["take", "safe", "net", "win"] {
        let answer = DALDOS.json(&["analyse", &file("opening"), "--throw", "2,3", "--by", by]);
        assert_eq!(answer["query"]["by"], by);
        let plays = answer["result"]["plays"].as_array().unwrap();
        let all = DALDOS.json(&["moves", &file("opening"), "--throw", "2,3"]);
        assert_eq!(
            plays.len(),
            all["result"]["moves"].as_array().unwrap().len()
        );
        if by == "win" {
            assert!(plays[0]["value"].is_null());
            continue;
        }
        let end = |(lower, upper)| if by == "safe" { upper } else { lower };
        let values: Vec<f64> = plays
            .iter()
            .map(|play| end(bounds(&play["value"])))
            .collect();
        let sorted = |a: &f64, b: &f64| if by == "safe" { a <= b } else { a >= b };
        assert!(
            values.windows(2).all(|pair| sorted(&pair[0], &pair[1])),
            "{by} {values:?}"
        );
        let best = &answer["result"]["best"];
        assert_eq!(best["move"], plays[0]["move"]);
        let others = &values[1..];
        let proved = best["proved"].as_bool().unwrap();
        let begins = if proved {
            "Best: "
        } else {
            "Best by its proved bound: "
        };
        assert!(best["reason"].as_str().unwrap().starts_with(begins));
        assert!(proved || !others.is_empty());
    }
    let text = DALDOS.shown(&[
        "analyse",
        &file("opening"),
        "--throw",
        "1,1",
        "--by",
        "take",
    ]);
    assert!(text.contains("Best: "), "{text}");
}

/// Bounds hold, and an answer comes, however little work is allowed; the answer says so.
#[test]
fn an_answer_comes_whatever_the_work() {
    let position = "1B1A3B5B2/5BA10/1AABB2A3A4 A";
    let asking = [
        "analyse",
        "--rules",
        "daldos:extra=doubles",
        "--position",
        position,
    ];
    let with = |budget: &str| DALDOS.json(&[&asking[..], &["--budget", budget]].concat());
    let (little, more) = (with("2000"), with("100000"));
    for side in ["turn", "threats"] {
        let ends = |answer: &Value| bounds(&answer["result"][side]["mean"]);
        let ((low, high), (lower, upper)) = (ends(&little), ends(&more));
        assert!(low <= lower && upper <= high && upper - lower < high - low);
    }
    let text = DALDOS.shown(&[&asking[..], &["--budget", "2000"]].concat());
    assert!(
        text.contains("bounded less closely than 1/1000000"),
        "{text}"
    );
}

#[test]
fn a_finished_game_is_over() {
    let rules = "daldos:n=3";
    let asking = ["analyse", "--rules", rules, "--position", "3/4/bb1 A"];
    let text = DALDOS.shown(&asking);
    assert!(text.contains("the game is over: B has won"), "{text}");
    assert!(!text.contains("Threats by"), "{text}");
    assert_eq!(DALDOS.json(&asking)["result"]["winner"], "B");
}

#[test]
fn the_opening_in_numbers() {
    let answer = DALDOS.json(&["opening", "--turns", "2"]);
    assert_eq!(answer["schema"], "siga/daldos-opening/1");
    let facts = &answer["result"];
    assert_eq!(facts["begin"]["tie"]["exact"], "11/64");
    assert_eq!(facts["begin"]["rounds"]["exact"], "64/53");
    assert_eq!(facts["dal"]["exact"], "7/16");
    assert_eq!(facts["wait"]["exact"], "16/7");
    assert_eq!(facts["dals"]["exact"], "8/15");
    assert_eq!(facts["turns"][1]["first"]["exact"], "63/256");
    assert_eq!(
        facts["turns"][0]["released"][0]["probability"]["exact"],
        "9/16"
    );
    assert!(DALDOS.shown(&["opening"]).contains("16/7"));
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let refusal = |arguments: &[&str], words: &[&str]| {
        let (status, text) = DALDOS.refused(arguments);
        assert_eq!(status, 2, "{text}");
        for word in words {
            assert!(text.contains(word), "{word}: {text}");
        }
    };
    refusal(
        &["moves", "--position", "aa/x3/bb A", "--throw", "1,1"],
        &["column 4", "^"],
    );
    refusal(
        &["moves", "--position", "aaa/a3/bb A", "--throw", "1,1"],
        &["m1 is undalled", "B's row has length 2"],
    );
    refusal(
        &["moves", &file("start"), "--throw", "1,5"],
        &["the dice show 1, 2, 3, 4"],
    );
    refusal(
        &["moves", &file("start"), "--throw", "1"],
        &["write what the dice show, such as 1+1"],
    );
    refusal(&["analyse", &file("start"), "--width", "0"], &["width"]);
    refusal(
        &[
            "analyse",
            &file("start"),
            "--rules",
            "daldos:count=3,doubles=twice,extra=none",
        ],
        &["leave out doubles=twice"],
    );
    refusal(
        &["analyse", &file("start"), "--rules", "daldos:n=12"],
        &["length 16", "n=12 asks for 12"],
    );
    let (status, text) = DALDOS.refused(&["analyse", "no-such-file"]);
    assert_eq!(status, 2, "{text}");
}

#[test]
fn rare_answers_are_as_their_schemas_say() {
    const OVER: &str = "4/A4/4 A";
    let (start, middle) = (file("start"), file("middle"));
    let by_win = ["--throw", "1,4", "--by", "win", "--budget", "1"];
    // The question, and the part of the answer that makes it a rare one.
    let rare: [(&[&str], &str, Option<Value>); 12] = [
        (&["odds", "--behind", "20"], "/hits", Some(json!([]))),
        (
            &["odds", "--behind", "1,3", "--no-elsewhere"],
            "/on_rethrow/0/takes",
            Some(json!(true)),
        ),
        (
            &["table", "--rules", "daldos:count=1,extra=none"],
            "/rows/9/on_rethrow",
            Some(json!([])),
        ),
        (
            &["table", "--pieces", "2", "--max", "2", "--decimals-only"],
            "/rows/0/probability/exact",
            None,
        ),
        (
            &["moves", "--position", OVER, "--throw", "1,1"],
            "/over",
            Some(json!(true)),
        ),
        (
            &["perft", &start, "--depth", "0", "--divide"],
            "/divide",
            Some(json!([])),
        ),
        (&["analyse", "--position", OVER], "/plays", None),
        (
            &["analyse", "--position", OVER, "--throw", "1,1"],
            "/best",
            Some(Value::Null),
        ),
        (
            &[&["analyse", &middle], &by_win[..]].concat(),
            "/method",
            Some(Value::Null),
        ),
        (
            &[
                "analyse", &middle, "--throw", "1,4", "--by", "safe", "--budget", "1",
            ],
            "/best/proved",
            Some(json!(false)),
        ),
        (
            &["opening", "--rules", "daldos:dice=234,extra=none"],
            "/wait",
            Some(Value::Null),
        ),
        (
            &["opening", "--rules", "daldos:dice=1", "--turns", "0"],
            "/dals",
            Some(Value::Null),
        ),
    ];
    for (arguments, at, value) in rare {
        let result = &DALDOS.json(arguments)["result"];
        assert_eq!(result.pointer(at), value.as_ref(), "{arguments:?}");
    }
}
