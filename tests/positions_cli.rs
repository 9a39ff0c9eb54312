//! Positions as siga prints them, and files of many positions, from the command line.

#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use crate::program::SIGA;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

fn file(name: &str, text: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("positions");
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    fs::write(&path, text).expect("written");
    path.to_str().expect("a name").to_owned()
}

fn lines(text: &str) -> Vec<Value> {
    let json = |line: &str| serde_json::from_str(line).expect("JSON");
    text.lines().map(json).collect()
}

/// The command that draws a position of a game, without its place.
fn drawing(game: &str) -> Vec<&str> {
    vec![game, "perft", "--depth", "0"]
}

/// Every position file there is: its game, its path, and its answer.
fn fixtures() -> Vec<(String, String, Value)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures/positions");
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("fixtures") {
        let path = entry.expect("a file").path();
        let text = fs::read_to_string(&path).expect("text");
        let game = text.lines().find_map(|line| line.strip_prefix("game:"));
        let game = game.expect("a game").trim().to_owned();
        let is_told = ["\ntitle: ", "\nsource: "]
            .iter()
            .all(|key| text.contains(key));
        assert!(
            is_told || game != "sidja",
            "{path:?}: no title, or no source"
        );
        let path = path.to_str().expect("a name").to_owned();
        let answer = SIGA.asked(&[&drawing(&game)[..], &[path.as_str()]].concat());
        found.push((game, path, answer));
    }
    assert!(found.len() > 20);
    found
}

/// The text above the table.
fn picture(command: &[&str]) -> String {
    let (text, error, status) = SIGA.ended(command);
    assert_eq!(status, 0, "{command:?}: {error}");
    let line = text.find(" · ").expect("a line below the board");
    let end = text[line..].find('\n').expect("its end");
    text[..line + end + 1].to_owned()
}

#[test]
fn pictures_are_read_as_they_are_printed() {
    for (game, path, expected) in fixtures() {
        let rules = expected["query"]["rules"].as_str().expect("rules");
        let mut command = drawing(&game);
        command.push(&path);
        let drawn = picture(&command);
        let whole = file("drawn", &drawn);
        let line = drawn.lines().last().expect("a line");
        // The drawing alone says all of a position but its reserve and what stands behind `turn` and `chain`.
        let short = line.split(" · ").next().expect("a position");
        let plain = short.split_whitespace().count() == 2 || short.ends_with(" -");
        let side = short.split_whitespace().nth(1);
        let verb = if line.contains(" to throw") {
            "throw"
        } else {
            "move"
        };
        let rest = drawn.strip_suffix(&format!("{line}\n")).expect("the board");
        let turn = format!("{rest}{} to {verb}\n", side.expect("a side"));
        let field = format!("to move: {}\nboard:\n{}", side.expect("a side"), {
            let board = rest.lines().skip_while(|line| !line.starts_with("  "));
            board.collect::<Vec<_>>().join("\n")
        });
        let mut places = vec![vec![whole.as_str()], vec!["--position", line]];
        let (turn, field) = (file("turn", &turn), file("field", &field));
        if plain {
            places.push(vec![&turn]);
            places.push(vec![&field]);
        }
        for place in places {
            let mut command = drawing(&game);
            command.extend(&place);
            command.extend(["--rules", rules]);
            let answer = SIGA.asked(&command);
            assert_eq!(
                answer["query"]["position"], expected["query"]["position"],
                "{path} {place:?}: {answer}\n{drawn}"
            );
            assert_eq!(answer["result"], expected["result"], "{path} {place:?}");
        }
    }
}

/// Boards of points have joins, and that of Ur has gaps.
#[test]
fn the_board_of_every_game_is_read_as_it_is_printed() {
    let games = SIGA.asked(&["games"])["result"]["games"].take();
    let starts = games.as_array().unwrap().iter().map(|game| {
        let said = |key: &str| game[key].as_str().unwrap().to_owned();
        [said("name"), said("rules"), said("start")]
    });
    let thirteen = ["picaria", "picaria:board=13", "x2/1o/3/2/2x o"].map(str::to_owned);
    for [game, rules, start] in starts.chain([thirteen]) {
        let command = [&drawing(&game)[..], &["--rules", &rules]].concat();
        let at_start = [&command[..], &["--position", &start]].concat();
        let drawn = file("start", &picture(&at_start));
        let from_drawing = [&command[..], &[&drawn]].concat();
        let read = |words: &[&str]| SIGA.asked(words)["query"]["position"].take();
        assert_eq!(read(&from_drawing), read(&at_start), "{game}");
    }
}

#[test]
fn a_position_comes_from_standard_input_and_a_byte_order_mark_is_no_part_of_it() {
    let text = fs::read_to_string("fixtures/positions/sidja-perft.txt").unwrap();
    let read = SIGA.json(&["sidja", "moves", "fixtures/positions/sidja-perft.txt"]);
    for piped in [text.clone(), format!("\u{feff}{text}")] {
        let piped = SIGA.typed(&["sidja", "moves", "-", "--json"], piped);
        assert_eq!(lines(&piped)[0], read);
    }
    let board = "| x | o |   |\n|   |   |   |\n|   |   |   |";
    let read = SIGA.json(&["three-mens-morris", "moves", "--position", board]);
    assert_eq!(read["query"]["position"], "xo1/3/3 x x2o2");
}

#[test]
fn a_drawing_and_the_line_below_it_must_agree() {
    let drawn = picture(&["sidja", "moves", "--position", "xo1/3/oox x"]);
    let (_, error, status) = SIGA.ended(&[
        "sidja",
        "moves",
        &file("unlike", &drawn.replacen("x o .", "x . .", 1)),
    ]);
    assert_eq!(status, 2);
    assert!(
        error.contains("line 1, column 9: the board drawn is not that of line 6"),
        "{error}"
    );
}

/// Each command that takes a position, and the game's own first position.
const ALL: &str = "\
daldos moves --throw 1,2
daldos perft --depth 1
daldos analyse --budget 100
daldos analyse --budget 100 --throw 1,2
daldos endgame
daldos simulate --games 10
sidja moves
sidja perft --depth 2
sidja first-capture --budget 100
sidja analyse --budget 100 --stones 0
teeko moves
teeko perft --depth 1
5x5 moves
5x5 perft --depth 1
5x5 probe --budget 100 --tables no-such-folder
sig moves --yield 4
sig perft --depth 1
sig analyse --budget 1000";

/// Two positions of a game.
fn two(game: &str) -> [&'static str; 2] {
    match game {
        "daldos" => ["a1/A2/b1 B", "a1/1A1/b1 A"],
        "sidja" => ["xox/x1o/oox x", "xxo/o1x/oox o"],
        "teeko" => ["xo3/5/5/5/5 x", "5/5/2x2/5/5 o"],
        "5x5" => ["xxx2/ooo2/5/5/5 x", "5/xxx2/ooo2/5/5 x"],
        _ => ["aaa/3/3/bbb A", "Aaa/3/3/bbB B"],
    }
}

#[test]
fn each_position_of_a_file_is_answered_by_every_command() {
    for command in ALL.lines() {
        let command: Vec<&str> = command.split(' ').collect();
        let pair = two(command[0]);
        let each = pair.map(|position| {
            let mut command = command.to_vec();
            command.extend(["--position", position]);
            let table = SIGA.ended(&command);
            command.push("--json");
            let json = SIGA.ended(&command);
            assert_eq!((table.2, json.2), (0, 0), "{command:?}: {}", json.1);
            (table.0, json.0)
        });
        for (name, text) in [
            ("one-a-line", format!("# two\n{}\n{}\n", pair[0], pair[1])),
            ("gap", format!("{}\n\n\n{}", pair[0], pair[1])),
        ] {
            let path = file(name, &text);
            let ask = |format: &str| {
                let mut command = command.to_vec();
                command.extend([path.as_str(), "--format", format]);
                let (answer, error, status) = SIGA.ended(&command);
                assert_eq!(status, 0, "{command:?}: {error}");
                answer
            };
            assert_eq!(
                ask("json"),
                format!("{}{}", each[0].1, each[1].1),
                "{command:?}"
            );
            if name == "gap" {
                continue;
            }
            assert_eq!(
                ask("table"),
                format!("{}\n{}", each[0].0, each[1].0),
                "{command:?}"
            );
            let rows = ask("csv");
            assert!(rows.starts_with("position_number,"), "{rows}");
            let rows = lines(&ask("jsonl"));
            let numbers = rows.iter().map(|row| row["position_number"].as_u64());
            let numbers: Vec<u64> = numbers.map(|number| number.expect("a number")).collect();
            assert!(
                numbers.contains(&1)
                    && numbers.is_sorted()
                    && numbers.iter().all(|number| *number < 3)
            );
        }
    }
}

#[test]
fn files_of_many_positions_may_mix_the_forms() {
    let drawn = picture(&["sidja", "moves", "fixtures/positions/sidja-trap.txt"]);
    let text = format!(
        "title: One\nto move: x\n\nboard:\nx o .\n. . .\n..o\n\n{drawn}\ngame: sidja\nxo1/3/oox x · x to move\nxo1/3/oox o\n\
         board:\nx..\n...\n.oo\nto move: O\n"
    );
    let (answer, error, status) = SIGA.ended(&["sidja", "moves", &file("mixed", &text), "--json"]);
    assert_eq!(status, 0, "{error}");
    let answers = lines(&answer);
    let positions: Vec<&str> = answers
        .iter()
        .filter_map(|answer| answer["query"]["position"].as_str())
        .collect();
    assert_eq!(positions.len(), 5);
    assert_eq!(
        (positions[0], positions[2]),
        ("xo1/3/2o x -", "xo1/3/oox x -")
    );
    assert_eq!(
        (positions[3], positions[4]),
        ("xo1/3/oox o -", "x2/3/1oo o -")
    );
    assert_eq!(answers[0]["query"]["title"], "One");
}

#[test]
fn one_bad_position_does_not_keep_the_others_from_their_answers() {
    let path = file(
        "bad",
        "xo1/3/oox x\nxo1/3z/oox x\n\nboard:\nx o .\n. . .\n. . .\nto move: x\n\nxo1/3/oox o\n",
    );
    let (answer, error, status) = SIGA.ended(&["sidja", "moves", &path, "--json"]);
    assert_eq!((status, error.as_str()), (2, ""));
    let answers = lines(&answer);
    assert_eq!(answers.len(), 4);
    assert_eq!(answers[1]["schema"], "siga/error/1");
    assert_eq!(answers[1]["error"]["at"]["line"], 2);
    assert_eq!(answers[1]["error"]["at"]["column"], 6);
    assert_eq!(answers[3]["query"]["position"], "xo1/3/oox o -");
    let (table, error, status) = SIGA.ended(&["sidja", "moves", &path, "--csv"]);
    assert_eq!(status, 2);
    assert!(
        error.contains("line 2, column 6: `z` is not one of"),
        "{error}"
    );
    assert!(table.lines().any(|line| line.starts_with("4,")) && !table.contains("\n2,"));
    // A picture and a page have one position; a question among others is about one.
    assert_eq!(
        SIGA.ended(&["sidja", "moves", &path, "--format", "svg"]).2,
        2
    );
    let (_, error, status) =
        SIGA.ended(&["compare", &format!("sidja moves {path}"), "daldos table"]);
    assert!(
        status == 2 && error.contains("another position begins here"),
        "{error}"
    );
}

#[test]
fn faults_name_the_cell_the_file_and_the_game() {
    let refused = |command: &[&str], words: &[&str]| {
        let (_, error, status) = SIGA.ended(command);
        assert_eq!(status, 2, "{command:?}: {error}");
        for word in words {
            assert!(error.contains(word), "{command:?}: {word}: {error}");
        }
        for raw in ["os error", "ParseIntError", "invalid digit"] {
            assert!(!error.contains(raw), "{error}");
        }
    };
    let moves = |path: &str, words: &[&str]| refused(&["sidja", "moves", path], words);
    moves(
        &file("empty", ""),
        &["empty file", "empty`", "xo1/3/3 x x3o3"],
    );
    moves(
        &file("comments", "# x\n\n"),
        &["empty file", "only comments"],
    );
    let text = "game: daldos\nto move: A\n\nboard:\n. . A\n1a2\n. b .\n";
    let path = file("cells", text);
    refused(
        &["daldos", "moves", "--throw", "1,2", &path],
        &[
            "line 5, column 5: the piece on a3 is dalled",
            "line 6, column 2: the piece on m2 is undalled",
            "  . . A\n      ^",
        ],
    );
    let path = file(
        "second",
        "xo1/3/oox x\ntitle: Two\nboard:\nx x\n. .\n. .\nto move: x\n",
    );
    moves(
        &path,
        &["line 4, column 1: the board drawn has rows of 2, 2, 2"],
    );
    // A text that cannot be read at all gets no error for each cell.
    let (_, error, _) = SIGA.ended(&[
        "sidja",
        "moves",
        &file("junk", &"nothing of the kind\n".repeat(40)),
    ]);
    assert!(error.contains("an empty cell"), "{error}");
    assert_eq!(error.matches("line ").count(), 1, "{error}");
}

/// A text of moves alone is a game; the name of a game of siga is not taken by another one.
#[test]
fn games_without_a_header_and_names_that_are_taken() {
    let alone = ["achi", "review", "--record", "1. b2 a1 2. c3 a3"];
    let headed = ["achi", "review", "--record", "moves:; 1. b2 a1 2. c3 a3"];
    assert_eq!(SIGA.json(&alone)["result"], SIGA.json(&headed)["result"]);
    let throws = [
        "ur",
        "review",
        "--rules",
        "ur:finkel2",
        "--record",
        "light 4: in-A1; light 2: in-A3; dark 0: pass",
    ];
    assert!(SIGA.shown(&throws).contains("in-A3"));
    SIGA.refuses(&["achi", "review", "--record", "nonsense"], "nonsense");
    let wheel = fs::read_to_string("fixtures/line-up/wheel.game").unwrap();
    let title = wheel
        .lines()
        .find(|line| line.starts_with("game:"))
        .unwrap();
    let game = file("teeko.game", &wheel.replace(title, "game: Teeko"));
    assert!(
        SIGA.shown(&["line-up", "solve", "--rules", &game])
            .starts_with("own-teeko · ")
    );
}

/// A game of one's own has options too, and its positions name it.
#[test]
fn a_game_of_ones_own_has_its_rules_from_its_text() {
    let wheel = fs::read_to_string("fixtures/line-up/wheel.game").unwrap();
    let text = format!(
        "{wheel}\noption blocked=lose:\noption blocked=draw: blocked: draws\npreset gentle: blocked=draw\n"
    );
    let game = file("own.game", &text);
    let probed = |rules: &str| {
        let words = [
            "line-up",
            "probe",
            "--rules",
            rules,
            "--position",
            "3/3/3 x",
        ];
        SIGA.json(&words)["query"]["rules"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    let drawn = probed(&format!("{game}:blocked=draw"));
    assert!(drawn.ends_with(":blocked=draw"), "{drawn}");
    assert_eq!(probed(&format!("{game}:gentle")), drawn);
    assert_eq!(probed(&text), probed(&game));
    let refused = |rules: &str, why: &str| {
        SIGA.refuses(&["line-up", "solve", "--rules", rules], why);
    };
    refused(&format!("{game}:blocked=xx"), "blocked is lose or draw");
    refused(
        &wheel.replace("men: 3", "men: 3\njoined: all"),
        "a drawing shows",
    );
    refused(
        &wheel.replace("men: 3", "men: 3\nfirst: not z9"),
        "`first` is `not",
    );
    let saved = format!("game: {}\nto move: x\nboard:\n3\n3\n3\n", probed(&game));
    let saved = file("own.txt", &saved);
    SIGA.refuses(
        &["line-up", "probe", &saved],
        "give the text that describes it, --rules FILE",
    );
    SIGA.shown(&["line-up", "probe", &saved, "--rules", &game]);
}
