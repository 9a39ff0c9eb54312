//! `siga sidja` from the command line: answers, JSON fields, pictures and errors.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use crate::program::Siga;
use crate::schema;
use assert_cmd::Command;
use serde_json::{Value, json};

const SIDJA: Siga = Siga(&["sidja"]);

/// The placement of the published counts.
const PLACEMENT: &str = "oxxoo/ooxxo/oo1xx/xooxx/xxoox";

fn file(name: &str) -> String {
    format!("fixtures/positions/sidja-{name}.txt")
}

#[test]
fn moves_say_what_they_take_and_where_they_lead() {
    let answer = SIDJA.json(&["moves", &file("trap")]);
    assert_eq!(answer["schema"], "siga/sidja-moves/1");
    assert_eq!(answer["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(
        answer["query"],
        json!({
            "command": "sidja moves",
            "rules": "sidja:sudan",
            "position": "xoxox/oxoxo/xo1ox/oxoxo/xoxox x -",
            "title": "Four stones at once, and the game is lost",
        })
    );
    assert_eq!(answer["result"]["end"], Value::Null);
    assert_eq!(answer["result"]["goal"], "game");
    assert_eq!(answer["result"]["moves"].as_array().unwrap().len(), 4);
    assert_eq!(
        answer["result"]["moves"][0],
        json!({
            "move": "b2-c3",
            "captures": ["c2", "b3", "d3", "c4"],
            "position": "xoxox/ox1xo/x1x1x/o2xo/xoxox o -",
            "again": false, "outcome": null, "plies": null,
        })
    );
}

#[test]
fn moves_are_made_first_and_the_last_capture_is_marked() {
    let arguments = ["moves", &file("trap"), "--play", "b2-c3,b1-c2"];
    let answer = SIDJA.json(&arguments);
    assert_eq!(answer["query"]["played"], json!(["b2-c3", "b1-c2"]));
    assert_eq!(answer["query"]["last_taken"], json!(["d2"]));
    assert_eq!(
        answer["query"]["position"],
        "xoxox/ox1xo/x1x1x/o1o1o/x1xox o - +"
    );
    assert_eq!(answer["result"]["moves"][0]["again"], true);
    let text = SIDJA.shown(&arguments);
    assert!(text.contains("   2  o . o * o\n"), "{text}");
    assert!(text.contains("      a b c d e\n"), "{text}");
    assert!(text.contains("o goes on · * last taken: d2"), "{text}");
}

#[test]
fn a_position_comes_from_a_file_standard_input_or_the_line() {
    let text = std::fs::read_to_string(file("perft")).unwrap();
    let piped = SIDJA.typed(&["moves", "-", "--json"], &text);
    let piped: Value = serde_json::from_str(&piped).unwrap();
    assert_eq!(piped, SIDJA.json(&["moves", &file("perft")]));
    let line = format!("{PLACEMENT} x -");
    let inline = SIDJA.result(&["moves", "--position", &line]);
    assert_eq!(inline, piped["result"]);
    // The rules given stand above those of the file, and the board drawn gives the size.
    let placed = SIDJA.json(&["moves", &file("perft"), "--rules", "west-africa"]);
    assert_eq!(placed["query"]["rules"], "sidja:west-africa");
    let small = SIDJA.json(&["moves", "--position", "3/3/3 x x4o4"]);
    assert_eq!(small["query"]["rules"], "sidja:sudan,size=3");
    assert_eq!(small["result"]["moves"].as_array().unwrap().len(), 8);
}

#[test]
fn a_game_that_is_over_has_no_moves() {
    let over = SIDJA.result(&["moves", "--position", "5/5/2x2/2x2/4o x -"]);
    assert_eq!(over, json!({ "moves": [], "end": "win", "goal": "game" }));
    let text = SIDJA.shown(&["moves", "--position", "5/5/2x2/2x2/4o x -"]);
    assert!(text.contains("the game is over: x has won"), "{text}");
}

#[test]
fn perft_gives_the_published_counts() {
    let counts: [(&str, &str, &[&str]); 3] = [
        ("sudan", "x", &["4", "30", "187", "1145", "7962", "74290"]),
        (
            "west-africa,capture_run=any",
            "x",
            &["2", "13", "100", "541", "3609", "28476"],
        ),
        (
            "egypt",
            "o",
            &["2", "2", "6", "14", "39", "130", "340", "1383"],
        ),
    ];
    for (rules, side, expected) in counts {
        let depth = expected.len().to_string();
        let line = format!("{PLACEMENT} {side} -");
        let found = SIDJA.result(&[
            "perft",
            "--depth",
            &depth,
            "--rules",
            rules,
            "--position",
            &line,
        ]);
        assert_eq!(found["nodes"], *expected.last().unwrap());
        let by_depth = found["by_depth"].as_array().unwrap();
        let nodes: Vec<&str> = by_depth
            .iter()
            .map(|row| row["nodes"].as_str().unwrap())
            .collect();
        assert_eq!(nodes[0], "1");
        assert_eq!(&nodes[1..], expected, "{rules}");
        assert_eq!(found["depth"], expected.len());
    }
}

#[test]
fn perft_is_divided_by_first_move() {
    let found = SIDJA.result(&["perft", "--depth", "3", "--divide", &file("perft")]);
    let parts = found["divide"].as_array().unwrap();
    let sum: u64 = parts
        .iter()
        .map(|part| part["nodes"].as_str().unwrap().parse::<u64>().unwrap())
        .sum();
    assert_eq!((parts.len(), sum), (4, 187));
    let csv = SIDJA.shown(&["perft", "--depth", "3", "--divide", &file("perft"), "--csv"]);
    assert_eq!(
        csv,
        "move,sequences\nd2-c3,43\nd3-c3,62\nc4-c3,58\nd4-c3,24\n"
    );
}

#[test]
fn perft_without_end_meets_its_budget() {
    let (status, text) = SIDJA.refused(&[
        "perft",
        "--depth",
        "200",
        "--budget",
        "10000",
        &file("perft"),
    ]);
    assert_eq!(status, 1);
    assert!(text.contains("--budget"), "{text}");
}

#[test]
fn the_first_capture_is_found_by_search() {
    let long = file("longest-egypt");
    let answer = SIDJA.json(&["first-capture", "--search-only", &long]);
    assert_eq!(answer["schema"], "siga/sidja-first-capture/1");
    let found = &answer["result"];
    let solution = SIDJA.result(&["first-capture", &long]);
    // The first look of 1,000 positions settles it already.
    assert_eq!(solution["method"], "search");
    for field in ["outcome", "plies", "moves", "line"] {
        assert_eq!(found[field], solution[field], "{field}");
    }
    assert_eq!(found["outcome"], "win");
    assert_eq!(found["plies"], 29);
    assert_eq!(found["line"].as_array().unwrap().len(), 29);
    assert_eq!(found["method"], "search");
    assert_eq!(
        found["moves"][1],
        json!({ "move": "c4-c3", "captures": [], "outcome": "loss", "plies": 6, "blocks": false })
    );
    let seven = SIDJA.result(&["first-capture", &file("seven-at-once")]);
    assert_eq!(seven["plies"], 1);
    assert_eq!(seven["moves"][0]["captures"].as_array().unwrap().len(), 7);
}

#[test]
fn a_search_that_gives_up_is_followed_by_the_solution_or_by_null() {
    let arguments = ["first-capture", &file("neighbours"), "--budget", "10"];
    let solved = SIDJA.result(&arguments);
    assert_eq!(solved["method"], "solution");
    assert_eq!(
        (&solved["outcome"], &solved["plies"]),
        (&json!("never"), &Value::Null)
    );
    let unknown = SIDJA.result(&[&arguments[..], &["--search-only"]].concat());
    assert_eq!(unknown["method"], "search");
    assert_eq!(
        (&unknown["outcome"], &unknown["plies"]),
        (&Value::Null, &Value::Null)
    );
    let text = SIDJA.shown(&[&arguments[..], &["--search-only"]].concat());
    assert!(text.contains("not known within the budget of 10"), "{text}");
}

#[test]
fn larger_boards_are_searched() {
    let halves = |size: usize| {
        let row = |symbol: &str| symbol.repeat(size);
        let half = size / 2;
        let middle = format!("{}1{}", "o".repeat(half), "x".repeat(half));
        let rows = [vec![row("o"); half], vec![middle], vec![row("x"); half]].concat();
        format!("{} x -", rows.join("/"))
    };
    for size in [7, 9] {
        let found = SIDJA.json(&["first-capture", "--position", &halves(size)]);
        assert_eq!(found["query"]["rules"], format!("sidja:sudan,size={size}"));
        assert_eq!(found["result"]["outcome"], "win", "{size}");
    }
    // All that can follow is listed in 1,000 positions.
    let line = halves(11);
    let rules = "west-africa,size=11";
    let asked = [
        "first-capture",
        "--rules",
        rules,
        "--budget",
        "1000",
        "--position",
        &line,
    ];
    assert_eq!(SIDJA.result(&asked)["outcome"], "never");
}

#[test]
fn the_survey_has_the_known_counts() {
    let answer = SIDJA.json(&["survey", "--rules", "west-africa", "--longest", "1"]);
    assert_eq!(answer["schema"], "siga/sidja-survey/1");
    assert_eq!(answer["query"]["rules"], "sidja:west-africa");
    let found = &answer["result"];
    assert_eq!(found["positions"], "2704156");
    assert_eq!(
        found["first_capture"],
        json!({ "mover": "2453866", "opponent": "216920", "never": "33370" })
    );
    assert_eq!(
        found["by_plies"][0],
        json!({ "plies": 1, "outcome": "win", "count": "2335125" })
    );
    let best = found["best_single_move"].as_array().unwrap();
    assert_eq!(
        best.last().unwrap(),
        &json!({ "captured": 7, "count": "504" })
    );
    assert_eq!(
        found["longest"],
        json!([{ "position": "ooooo/xxxoo/xx1xx/xxoxo/xxooo x -", "outcome": "win", "plies": 27 }])
    );
}

#[test]
fn the_survey_prints_a_histogram_and_a_chart() {
    let rules = ["survey", "--rules", "sudan,size=3"];
    let csv = SIDJA.shown(&[&rules[..], &["--csv"]].concat());
    assert!(
        csv.starts_with(
            "ply,by,with_a,placements,share,share_decimal\n2,o,capture,12,6/35,0.1714285714285714"
        ),
        "{csv}"
    );
    let text = SIDJA.shown(&rules);
    assert!(text.contains("over all 70 placements"), "{text}");
    assert!(text.contains('█'), "{text}");
}

#[test]
fn guarantees_list_sets_and_give_chances() {
    let found = SIDJA.result(&["guarantees", "--rules", "egypt"]);
    assert_eq!(found["safe_cells"], json!(["a1", "e1", "c3", "a5", "e5"]));
    assert_eq!(found["capturing"], "1770652");
    assert_eq!(found["placements"], "2704156");
    assert_eq!(found["sizes"][0]["cells"], 10);
    let sets = found["sets"].as_array().unwrap();
    assert_eq!(sets[0]["cells"].as_array().unwrap().len(), 10);
    assert!(found["mixtures"][0]["probability"]["exact"].is_string());

    let given = SIDJA.json(&[
        "guarantees",
        "--rules",
        "west-africa",
        "--cells",
        "c4,b3,c2",
        "--enemy",
        "d3",
    ]);
    assert_eq!(given["query"]["cells"], json!(["c2", "b3", "c4"]));
    assert_eq!(given["result"]["probability"]["exact"], "70307/83980");
    assert_eq!(given["result"].get("sets"), None);
    // Larger boards have chances too.
    let large = SIDJA.result(&["guarantees", "--rules", "sudan,size=9", "--cells", "d5"]);
    assert!(large["placements"].as_str().unwrap().len() > 15);
}

/// The line written down in the file of the trap.
fn trap_line() -> Vec<String> {
    let text = std::fs::read_to_string(file("trap")).unwrap();
    let comments = text.lines().filter_map(|line| line.strip_prefix('#'));
    let comments = comments.collect::<Vec<_>>().join(" ");
    let (_, line) = comments.split_once("Proof line:").unwrap();
    line.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn the_trap_is_a_proved_loss_with_the_line_of_its_file() {
    let line = trap_line();
    // After the first move, which mirror images make the only one.
    let found = SIDJA.json(&["analyse", &file("trap"), "--play", &line[0]]);
    assert_eq!(found["schema"], "siga/sidja-analyse/1");
    assert_eq!(
        found["query"]["last_taken"],
        json!(["c2", "b3", "d3", "c4"])
    );
    let found = &found["result"];
    assert_eq!(
        (&found["outcome"], &found["turns"]),
        (&json!("win"), &json!(7))
    );
    assert_eq!(found["proof"], "search");
    assert_eq!(found["stones_ahead"], Value::Null);
    assert_eq!(found["line"], json!(line[1..]));
    assert_eq!(found["moves"][0]["outcome"], "win");
    // Played to the end, x has lost.
    let end = SIDJA.result(&["moves", &file("trap"), "--play", &line.join(",")]);
    assert_eq!(end["end"], "loss");
}

#[test]
fn what_is_not_proved_is_said_to_be_open() {
    // Under rules without a record of placements.
    let position = "oxxoo/ooxxo/oo1xx/xooxx/xxoox x -";
    let west = ["--rules", "west-africa", "--budget", "2000"];
    let arguments = [&["analyse", "--position", position], &west[..]].concat();
    let found = SIDJA.result(&arguments);
    assert_eq!(found["outcome"], Value::Null);
    assert_eq!(found["proof"], Value::Null);
    assert!(found["stones_ahead"].is_i64());
    let text = SIDJA.shown(&arguments);
    assert!(
        text.contains("not proved within the budget of 2,000"),
        "{text}"
    );
}

#[test]
fn endgame_tables_prove_and_say_so() {
    let found = SIDJA.result(&[
        "analyse",
        "--stones",
        "4",
        "--position",
        "5/1x1o1/2x2/1o3/5 x -",
    ]);
    assert_eq!(found["proof"], "tables");
    assert_eq!(found["outcome"], "draw");
    assert_eq!(found["table_positions"], "75900");
    let moves = found["moves"].as_array().unwrap();
    assert_eq!(moves[0]["outcome"], "draw");
    assert_eq!(moves[0]["keeps"], true);
    let last = json!({
        "outcome": "loss",
        "at_least": "loss",
        "at_most": "loss",
        "turns": 4,
        "stones_ahead": null,
        "move": "b4-c4",
        "captures": [],
        "keeps": false,
        "capture_in": null,
    });
    assert_eq!(moves.last().unwrap(), &last);
}

/// Boards of 3×3 are solved without an option, and a draw says of each move whether it keeps it.
#[test]
fn small_games_are_solved_outright() {
    let arguments = [
        "analyse",
        "--rules",
        "egypt,size=3",
        "--position",
        "xoo/xox/x2 o - quiet=18",
    ];
    let found = SIDJA.result(&arguments);
    assert_eq!(found["solved"], true);
    assert_ne!(found["outcome"], Value::Null);
    for row in found["moves"].as_array().unwrap() {
        assert_ne!(row["outcome"], Value::Null);
        assert_eq!(row["keeps"], row["outcome"] == found["outcome"]);
    }
    let text = SIDJA.shown(&arguments);
    assert!(
        text.contains("can be reached, and all are solved"),
        "{text}"
    );
}

/// The extra moves allowed to a player whose opponent is blocked.
#[test]
fn an_extra_move_opens_a_way() {
    let line = "ooo/xxo/1xx x -";
    let rules = ["--rules", "egypt,size=3"];
    let moves = |position: &str| {
        let found = SIDJA.result(&[&["moves", "--position", position][..], &rules].concat());
        let moves = found["moves"].as_array().unwrap().clone();
        let names = moves
            .into_iter()
            .map(|row| row["move"].as_str().unwrap().to_owned());
        names.collect::<Vec<_>>()
    };
    assert_eq!(moves(line), ["b1-a1", "a2-a1"]);
    assert_eq!(moves(&format!("{line} extra")), ["a2-a1"]);
    // The last move without a capture that the rules allow ends the game, which is as good as a way.
    assert_eq!(moves("o2/xo1/o1o o - extra quiet=18").len(), 5);
    assert_eq!(moves("o2/xo1/o1o o - extra quiet=19").len(), 7);
    for (rules, position, depth, sequences) in [
        ("egypt,size=3", "1o1/x1o/1oo o - quiet=14", 7, "204"),
        (
            "egypt,size=3,capture_run=any",
            "1o1/oxx/xx1 o - quiet=15",
            6,
            "88",
        ),
    ] {
        let depth = depth.to_string();
        let asked = [
            "perft",
            "--rules",
            rules,
            "--position",
            position,
            "--depth",
            &depth,
        ];
        assert_eq!(SIDJA.result(&asked)["nodes"], sequences, "{rules}");
    }
    let (status, text) = SIDJA.refused(&[
        "moves",
        "--rules",
        "egypt,size=3,blocked=passes",
        "--position",
        &format!("{line} extra"),
    ]);
    assert_eq!(status, 2);
    assert!(text.contains("blocked=opens"), "{text}");
}

/// Under `blocked=loses` moves that block are not captures.
#[test]
fn the_survey_tells_blocks_from_captures() {
    let found = SIDJA.result(&["survey", "--rules", "egypt,blocked=loses"]);
    let first = &found["by_plies"].as_array().unwrap()[0];
    let first = match first["plies"] == 0 {
        true => &found["by_plies"][1],
        false => first,
    };
    let number = |value: &Value| value.as_str().unwrap().parse::<u64>().unwrap();
    assert_eq!(
        number(&first["count"]) - number(&found["blocking_first_move"]),
        1_770_652
    );
}

#[test]
fn rules_are_listed_with_their_sources() {
    let output = Command::new(env!("CARGO_BIN_EXE_siga"))
        .args(["rules", "sidja", "--json"])
        .output()
        .unwrap();
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    schema::holds(&answer);
    let game = &answer["result"]["games"][0];
    assert_eq!(game["game"], "sidja");
    let names: Vec<&str> = (game["presets"].as_array().unwrap().iter())
        .map(|preset| preset["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["sudan", "west-africa", "egypt"]);
    assert!(game["presets"][0]["source"].as_str().unwrap().len() > 5);
    let options = game["options"].as_array().unwrap();
    assert_eq!(options.len(), 13);
    let steps = json!({ "sudan": "8", "west-africa": "4", "egypt": "4" });
    assert_eq!(options[3]["presets"], steps);
}

#[test]
fn every_command_takes_every_position_file() {
    for entry in std::fs::read_dir("fixtures/positions").unwrap() {
        let path = entry.unwrap().path();
        let path = path.to_str().unwrap();
        if path.contains("sidja-") {
            SIDJA.result(&["moves", path]);
            SIDJA.result(&["perft", "--depth", "2", path]);
            SIDJA.result(&["analyse", "--budget", "500", path]);
        }
    }
}

#[test]
fn errors_say_what_where_and_what_would_be_right() {
    let line = format!("{PLACEMENT} x -");
    let cases: &[(&[&str], &str)] = &[
        (&["moves"], "--position"),
        (
            &["moves", "a.txt", "--position", "x"],
            "cannot be used with",
        ),
        (&["moves", "--position", ""], "a position is written as in"),
        (&["moves", "--position", "xo?/3/3 x -"], "column 3"),
        (&["moves", "--position", "xo?/3/3 x -"], "\n    ^"),
        (&["moves", "--position", "xx/xx x -"], "odd number"),
        (&["moves", "--position", "3/3/3 z -"], "write `x` or `o`"),
        (&["moves", "--position", "xxx/3/3 x x99"], "102 pieces"),
        (
            &["moves", "--position", "xx1/1x1/oo1 x -", "--rules", "sudan"],
            "the board drawn has 3 cells a side",
        ),
        (
            &["moves", "--position", &line, "--rules", "nubia"],
            "`west-africa`",
        ),
        (
            &["moves", "--position", &line, "--play", "c3"],
            "the legal moves are d2-c3",
        ),
        (
            &["moves", "--position", &line, "--play", "d2?c3"],
            "write `c2-c3`",
        ),
        (&["perft", "--depth", "999", "--position", &line], "0..=200"),
        (
            &["first-capture", "--position", "5/5/2x2/2o2/4o x -"],
            "every stone must be on the board",
        ),
        (
            &["first-capture", "--position", "5/5/5/5/xx3 o"],
            "stones in hand are written after the side, as in `5/5/5/5/xx3 o x10o12`",
        ),
        (
            &[
                "moves",
                "--position",
                "5/5/5/5/xx3 o x10o12",
                "--play",
                "b1",
            ],
            ": a piece of x stands on b1; the legal moves are",
        ),
        (
            &[
                "moves",
                "--position",
                "5/5/5/5/xx3 o x10o12",
                "--play",
                "c3",
            ],
            ": c3 stays empty while pieces are placed; the legal moves are",
        ),
        (&["survey", "--rules", "sudan,size=7"], "first-capture"),
        (&["guarantees", "--cells", "c3"], "c3 is the centre"),
        (&["guarantees", "--cells", "a1,a1"], "twice"),
        (&["guarantees", "--cells", "z9"], "not a cell"),
        (&["guarantees", "--rules", "sudan,size=7"], "--cells"),
        (
            &[
                "analyse",
                "--stones",
                "8",
                "--rules",
                "egypt,no_capture=1000",
                "--position",
                &line,
            ],
            "fit into 2 GB",
        ),
        (
            &["analyse", "--budget", "99999999999", "--position", &line],
            "20000000",
        ),
    ];
    for (arguments, expected) in cases {
        let (status, text) = SIDJA.refused(arguments);
        assert_eq!(status, 2, "{arguments:?}: {text}");
        assert!(text.contains(expected), "{arguments:?}: {text}");
    }
    let (status, text) = SIDJA.refused(&["moves", "nowhere.txt"]);
    assert_eq!(status, 2);
    assert!(text.contains("nowhere.txt"), "{text}");
    let faults = SIDJA
        .refused(&["moves", "--position", "xoxox/oxoxo/xoxxo/oxoxo/xoxox x o1"])
        .1;
    for fault in ["x has 13 pieces", "o has 13 pieces", "c3 stays empty"] {
        assert!(faults.contains(fault), "{faults}");
    }
}

#[test]
fn no_bytes_make_it_panic() {
    let hostile: [&[u8]; 8] = [
        b"\xff\xfe",
        b"board:",
        b"board:\nx",
        b"key value\nboard:\nx o\no x\n",
        b"99999999999999999999/1 x -",
        b"1/ x - + quiet=99999",
        b"game: sidja\nrules: sidja:sudan,size=99\nto move: x\nboard:\n. . .\n. . .\n. . .\n",
        &[b'x'; 70_000],
    ];
    for bytes in hostile {
        let output = SIDJA
            .command(&["moves", "-"])
            .write_stdin(bytes)
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.starts_with("error: standard input"), "{text}");
    }
}

#[test]
fn help_has_examples() {
    for command in [
        "moves",
        "perft",
        "first-capture",
        "survey",
        "placing",
        "guarantees",
        "analyse",
    ] {
        let text = SIDJA.shown(&[command, "--help"]);
        assert!(text.contains("Examples:\n  siga sidja"), "{text}");
    }
}
