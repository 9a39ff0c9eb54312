//! Positions as siga prints them, and files of many positions, from the command line.

#![cfg(feature = "cli")]

use crate::program::{SIGA, folder};
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

#[test]
fn capitals_and_a_byte_order_mark_are_read() {
    for (place, text) in [
        ("--position", "XO3/5/5/5/5 X X3O3"),
        ("--position", "xO3/5/5/5/5 x"),
    ] {
        let (answer, error, _) = SIGA.ended(&["teeko", "moves", place, text, "--json"]);
        let position = &lines(&answer)[0]["query"]["position"];
        assert_eq!(position, "xo3/5/5/5/5 x x3o3", "{error}");
    }
    let mark = file("mark", "\u{feff}xo3/5/5/5/5 x\n\u{feff}");
    assert_eq!(
        SIGA.ended(&["teeko", "moves", &file("mark", "\u{feff}xo3/5/5/5/5 x\n")])
            .2,
        0,
        "{mark}"
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

#[test]
fn boards_and_moves_are_read_as_others_write_them() {
    let read = |words: &[&str]| SIGA.json(words)["query"].take();
    let board = "| x | o |   |\n|   |   |   |\n|   |   |   |";
    let read_at = |words: &[&str]| read(words)["position"].to_string();
    let found = read_at(&["three-mens-morris", "moves", "--position", board]);
    assert_eq!(found, "\"xo1/3/3 x x2o2\"");
    let letters = ["--letters", "W=x,B=o", "--position", "WB-/W--/--B W"];
    let found = read_at(&[&["sidja", "moves"][..], &letters].concat());
    assert_eq!(found, "\"xo1/x2/2o x -\"");
    for play in ["C3", "1. c3", "3"] {
        let found = read_at(&["tapatan", "moves", "--position", "3/3/3", "--play", play]);
        assert_eq!(found, "\"2x/3/3 o x2o3\"", "{play}");
    }
    // One word where it is a move, else two.
    let record = "moves:; 1. a1 a2 C3C2 2. b1-a1";
    let found = read(&["el-mthaltha", "review", "--record", record])["record"].to_string();
    assert!(found.contains("x: a1-a2\\no: c3-c2\\nx: b1-a1"), "{found}");
}

/// The rule sets of Seega are Sidja's too, whatever the game is called.
#[test]
fn sidja_has_the_rule_sets_of_seega() {
    for (game, rules) in [
        ("sidja", "sidja:lane"),
        ("seega", "siga:lane"),
        ("siga", "seega:lane"),
    ] {
        let words = [game, "moves", "--rules", rules, "--position", "5/5/5/5/5"];
        assert_eq!(SIGA.result(&words)["moves"].as_array().unwrap().len(), 2);
    }
    let rules = |words: &[&str]| SIGA.result(words)["games"][0]["rules"].to_string();
    assert_eq!(
        rules(&["games", "sidja:maic"]),
        rules(&["games", "custodial-seega:maic"])
    );
    let position = "rules: sidja:lane\nboard:\n5\n5\n5\n5\n5\nto move: x\n";
    let meant = "did you mean `custodial-seega:lane`?";
    SIGA.refuses(&["sidja", "moves", "--position", position], meant);
    SIGA.shown(&["custodial-seega", "moves", "--position", position]);
    SIGA.refuses(
        &["sidja", "survey", "--rules", "sidja:lane"],
        "did you mean `custodial-seega:lane`?",
    );
    let seega = "game: Seega\nrules: sidja:size=3\nto move: x\nboard:\nx o .\n. . .\n. . o\n";
    let pages = folder("seega-pages");
    SIGA.shown(&[
        "report",
        &file("seega", seega),
        "--out",
        pages.to_str().unwrap(),
    ]);
    let game = "game: Siga\nrules: sidja:egypt\nto move: x\nboard:\nx o .\n. . .\n. . o\n";
    SIGA.shown(&[
        "sidja",
        "moves",
        "--rules",
        "sidja:size=3",
        "--position",
        game,
    ]);
}

#[test]
fn positions_are_read_where_a_file_is_expected() {
    for command in ALL.lines() {
        let mut command: Vec<&str> = command.split(' ').collect();
        command.push(two(command[0])[0]);
        assert_eq!(SIGA.ended(&command).2, 0, "{command:?}");
    }
}

#[test]
fn reserves_may_be_left_out_in_every_game() {
    for (command, position) in [
        (&["daldos", "moves", "--throw", "1,2"][..], "a1/A2/b1 B"),
        (&["sig", "moves", "--yield", "4"], "aaa/3/3/bbb A"),
        (&["sidja", "moves"], "xo1/3/oox x"),
        (&["teeko", "moves"], "xo3/5/5/5/5 x"),
        (&["5x5", "moves"], "xo3/5/5/5/5 x"),
    ] {
        let answer = |position: &str| {
            let mut command = command.to_vec();
            command.extend(["--position", position, "--json"]);
            let (answer, error, status) = SIGA.ended(&command);
            assert_eq!(status, 0, "{command:?}: {error}");
            answer
        };
        let with = lines(&answer(position))[0]["query"]["position"].clone();
        assert_eq!(answer(position), answer(with.as_str().expect("a position")));
        if command[0] != "teeko" && command[0] != "5x5" {
            assert_eq!(answer(position), answer(&format!("{position} -")));
        }
    }
}

#[test]
fn names_are_read_with_the_letters_they_have_at_home() {
    let same = |left: &[&str], right: &[&str]| {
        let (answer, error, status) = SIGA.ended(left);
        assert_eq!(status, 0, "{left:?}: {error}");
        assert_eq!(answer, SIGA.ended(right).0);
    };
    for tab in ["tâb", "Tâb", "ta\u{302}b"] {
        same(&["throw", tab], &["throw", "tab"]);
    }
    same(&["rules", "Daldøs"], &["rules", "daldos"]);
    let record = |game: &str| format!("game: {game}; rules: ur:finkel2; moves:; light 1: in-A4");
    same(
        &["ur", "review", "--record", &record("Royal Game of Ur")],
        &["ur", "review", "--record", &record("ur")],
    );
    same(
        &[
            "ur",
            "perft",
            "--depth",
            "1",
            "--rules",
            "ur:n=1,centre_held=next",
            "--position",
            "8/8/8 light hand=1+1",
        ],
        &[
            "ur",
            "perft",
            "--depth",
            "1",
            "--rules",
            "ur:held=next,pieces=1",
            "--position",
            "8/8/8 light hand=1+1",
        ],
    );
    same(
        &["daldøs", "table", "--rules", "daldøs:n=8"],
        &["daldos", "table", "--rules", "daldos:n=8"],
    );
    let path = file(
        "home",
        "game: Daldøs\nrules: daldøs:n=2\nto move: B\nboard:\na1\nA2\nb1\n",
    );
    same(
        &["daldos", "moves", "--throw", "1,2", &path],
        &[
            "daldos",
            "moves",
            "--throw",
            "1,2",
            "--rules",
            "daldos:n=2",
            "--position",
            "a1/A2/b1 B",
        ],
    );
    same(
        &[
            "sidja",
            "moves",
            "--rules",
            "sidja:size=3",
            "--position",
            "xo1/3/oox x",
        ],
        &[
            "sidja",
            "moves",
            "--rules",
            "sidja:sudan,size=3",
            "--position",
            "xo1/3/oox x",
        ],
    );
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

#[test]
fn rules_are_listed_with_what_is_usual() {
    let row = |game: &str, option: &str| {
        let table = SIGA.shown(&["rules", game, "--table", "options", "--csv"]);
        let mut lines = table.lines().map(str::to_owned);
        let row = lines.find(|line| line.starts_with(option)).unwrap();
        (table.lines().next().unwrap().to_owned(), row)
    };
    let (heading, first) = row("tapatan", "first,");
    assert!(
        heading.starts_with("option,values,default,tapatan_culin,"),
        "{heading}"
    );
    assert!(first.contains(",free,not-corner,"), "{first}");
    assert!(
        row("three-mens-morris", "move,")
            .0
            .starts_with("option,values,default,morris_any,")
    );
    assert!(
        row("sidja", "size,")
            .0
            .starts_with("option,values,sudan,west_africa,")
    );
    assert!(
        SIGA.shown(&["rules", "custodial"])
            .contains("docs/describe.md")
    );
}
