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
