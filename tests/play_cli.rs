//! Games in the terminal: whole sessions from a pipe, compared with what they printed when they were last read.
//!
//! A file of `tests/play` is a command and all that it prints. What is typed is echoed, so that the lines that begin with `> `
//! are the input; before the command, lines that begin with `# ` may say what the session shows.
//! `SIGA_UPDATE=1 cargo test --test all play_cli` writes what is printed now, to be read before it is committed.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use crate::program::SIGA;
use std::fs;
use std::path::Path;
use std::thread;

fn replayed(path: &Path) {
    let text = fs::read_to_string(path).unwrap();
    let (about, rest) = text.split_at(text.find("$ siga ").unwrap());
    assert!(about.lines().all(|line| line.starts_with("# ")), "{about}");
    let (command, session) = rest.split_once('\n').unwrap();
    let words = shlex::split(command.strip_prefix("$ siga ").unwrap()).unwrap();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let typed = session.lines().filter_map(|line| line.strip_prefix("> "));
    let typed: String = typed.map(|line| format!("{line}\n")).collect();
    let found = SIGA.typed(&words, &typed);
    if std::env::var_os("SIGA_UPDATE").is_some() {
        fs::write(path, format!("{about}{command}\n{found}")).unwrap();
        return;
    }
    let shown = found.lines().zip(session.lines()).enumerate();
    for (line, (found, expected)) in shown {
        let line = about.lines().count() + line + 2;
        assert_eq!(found, expected, "{}, line {line}", path.display());
    }
    assert_eq!(found, session, "{}", path.display());
}

#[test]
fn sessions_go_as_they_went() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/play");
    let files = fs::read_dir(folder).unwrap();
    let files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    assert!(files.len() > 15);
    thread::scope(|threads| {
        for file in &files {
            threads.spawn(|| replayed(file));
        }
    });
}

/// What `record` prints.
fn record_of(text: &str) -> &str {
    let at = text.find("game: ").unwrap();
    &text[at..at + text[at..].find("> quit").unwrap()]
}

/// A throw that is not played yet goes with the game.
#[test]
fn a_game_goes_on_from_its_record() {
    let folder = tempfile::tempdir().unwrap();
    let games: [(&str, &str, &str); 6] = [
        ("daldos", "daldos:n=2", "moves\n1\nmoves\n1\n"),
        ("ur", "ur:finkel2", "moves\n1\nmoves\n1\n"),
        ("tab", "tab:ludii,length=3", "moves\n1\nmoves\n1\n"),
        ("sig", "sig:ludii,length=3", "moves\n1\nmoves\n1\n"),
        ("sidja", "sudan,size=3", "a1 b1\n"),
        ("5x5", "5x5:size=3,men=3,row=3", "a1\nb1\n"),
    ];
    for (game, rules, typed) in games {
        let words = [
            game, "play", "--rules", rules, "--as", "both", "--seed", "3",
        ];
        let first = SIGA.typed(&words, format!("{typed}record\nquit\n"));
        let record = record_of(&first);
        let file = folder.path().join(game);
        fs::write(&file, record).unwrap();
        let words = [
            game,
            "play",
            "--start",
            file.to_str().unwrap(),
            "--as",
            "both",
        ];
        let again = SIGA.typed(&words, "record\nquit\n");
        assert_eq!(record_of(&again), record, "{game}");
        let unplayed = record.trim_end().ends_with(':');
        let thrown = first.lines().rfind(|line| line.contains(" · "));
        let goes_on = again.lines().rfind(|line| line.contains(" · "));
        assert!(record.lines().count() > 5, "{record}");
        assert!(!unplayed || thrown == goes_on, "{first}\n{again}");
    }
}

const DALDOS: [&str; 6] = ["daldos", "play", "--rules", "daldos:n=2", "--as", "both"];

/// The throws of a session.
fn throws(text: &str) -> Vec<String> {
    let thrown = text.lines().filter_map(|line| line.split_once(" throws "));
    thrown.map(|(_, what)| what.to_owned()).collect()
}

#[test]
fn the_same_seed_throws_the_same_dice() {
    let seed = |seed: &str, typed: &str| {
        throws(&SIGA.typed(&[&DALDOS[..], &["--seed", seed]].concat(), typed))
    };
    let once = seed("1", "moves\n1\n");
    assert_eq!(once, seed("1", "moves\n1\n"));
    assert_ne!(once, seed("2", "moves\n1\n"));
    // A throw that was taken back is thrown again.
    let again = seed("1", "moves\n1\nundo\nmoves\n1\n");
    let made = seed("1", "").len();
    assert_eq!(again[..once.len()], once[..]);
    assert_eq!(again[once.len()..], once[made..]);
    let sticks = |seed: &str| throws(&SIGA.typed(&["sig", "play", "--seed", seed], ""));
    assert_eq!(sticks("5"), sticks("5"));
    assert_ne!(sticks("5"), sticks("6"));
}

#[test]
fn what_is_saved_is_read_by_other_commands() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (position, record) = (file("position.txt"), file("game.txt"));
    let typed = format!("moves\n1\nsave {position}\nrecord {record}\nsave {position}\n");
    let text = SIGA.typed(&DALDOS, &typed);
    assert!(text.contains(&format!("Written to {position}.")), "{text}");
    SIGA.shown(&["daldos", "moves", &position, "--throw", "1,3"]);
    SIGA.shown(&["daldos", "review", &record, "--positions", "0"]);
    let on = SIGA.typed(&[&DALDOS[..4], &["--start", &position]].concat(), "");
    let kept = fs::read_to_string(&position).unwrap();
    assert!(
        kept.contains("# A position has no throw: ") && on.contains("daldos:n=2"),
        "{kept}{on}"
    );
    // A file that was there before is not written over.
    let text = SIGA.typed(&DALDOS, format!("save {position}\n"));
    assert!(text.contains("is there already"), "{text}");
    assert_eq!(kept, fs::read_to_string(&position).unwrap());
    for (game, command) in [
        (["sidja", "play", "--rules", "sidja:size=3"], "moves"),
        (
            ["5x5", "play", "--rules", "5x5:size=3,row=3,men=3"],
            "moves",
        ),
        (["teeko", "play", "--search", "1"], "moves"),
    ] {
        let path = file(game[0]);
        SIGA.typed(&game, format!("save {path}\nquit\n"));
        SIGA.shown(&[game[0], command, &path]);
    }
    let path = file("sig");
    SIGA.typed(&["sig", "play"], format!("save {path}\n"));
    SIGA.shown(&["sig", "moves", &path, "--yield", "4"]);
}

/// From the first tâb on; under `order=thrown` a line for each throw.
#[test]
fn a_game_of_tab_is_written_down_and_gone_through() {
    let folder = tempfile::tempdir().unwrap();
    let games: [&[&str]; 4] = [
        &["tab:lane,length=3"],
        &["tab:lane,length=3,order=thrown", "--start", "a2/3/3/2b A"],
        &[
            "tab:lane,length=3,order=thrown,saved=yes",
            "--start",
            "a2/3/3/2b A",
        ],
        &["tab:ludii,length=3", "--start", "AA1/3/3/2B A"],
    ];
    for (number, rules) in games.into_iter().enumerate() {
        let record = folder.path().join(number.to_string()).display().to_string();
        let game = ["tab", "play", "--seed", "3", "--budget", "300", "--rules"];
        let game = [&game, rules].concat();
        let typed = format!("{}record {record}\nquit\n", "moves\n1\n".repeat(3));
        let text = SIGA.typed(&game, &typed);
        assert!(text.contains(&format!("Written to {record}.")), "{text}");
        let result = SIGA.result(&["tab", "review", &record, "--budget", "300"]);
        let turns = result["turns"].as_array().unwrap();
        assert!(turns.len() > 2, "{rules:?}: {result}");
        // The machine and whoever takes its advice give nothing away that is proved: of the chance to win, where the game is solved.
        let mut sums = result["sums"].as_array().unwrap().iter();
        assert!(sums.all(|sum| sum["mistakes"] == 0), "{result}");
    }
}

#[test]
fn lines_have_a_greatest_length_and_the_end_of_input_ends_quietly() {
    let small = ["5x5", "play", "--rules", "5x5:size=3,men=3,row=3"];
    assert!(SIGA.typed(&small, b"\xff\xfe\n").ends_with("> \n"));
    let long = "x".repeat(5000);
    let text = SIGA.typed(&DALDOS, format!("{long}\nboard\n"));
    assert!(
        text.contains("A line has at most 4096 characters, so this one was not read."),
        "{text}"
    );
    assert!(text.ends_with("> \n"), "{text}");
    SIGA.refuses(&["daldos", "play", "--json"], "--json");
    SIGA.refuses(&["sig", "play", "--start", "no board"], "");
    // With dice that never release a piece nobody ever moves, and the game goes on all the same.
    let game = [
        "daldos",
        "play",
        "--rules",
        "daldos:n=2,dice=23,extra=none",
        "--as",
        "both",
    ];
    let text = SIGA.typed(&game, "\n\nquit\n");
    assert!(text.contains("Press Enter to go on."), "{text}");
}
