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

#[test]
fn bytes_that_are_no_text_are_a_line() {
    let small = ["5x5", "play", "--rules", "5x5:size=3,men=3,row=3"];
    assert!(SIGA.typed(&small, b"\xff\xfe\n").ends_with("> \n"));
}
