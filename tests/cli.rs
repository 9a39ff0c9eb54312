//! The command line as a program sees it: status, standard output, standard error.

#![cfg(feature = "cli")]

use crate::program::{self, SIGA};
use assert_cmd::Command;
use serde_json::Value;

fn ended(mut command: Command) -> (String, String, i32) {
    program::ended(command.output().expect("siga runs"))
}

#[test]
#[cfg(target_os = "linux")]
fn help_that_cannot_be_written_says_why() {
    for words in [&["--help"][..], &["throw", "--help"], &["--version"]] {
        let full = std::fs::File::options().write(true).open("/dev/full");
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_siga"));
        let ran = command.args(words).stdout(full.expect("a device")).output();
        let ran = ran.expect("siga runs");
        let err = String::from_utf8(ran.stderr).expect("UTF-8");
        assert_eq!(ran.status.code(), Some(1), "{err}");
        assert!(err.contains("No space left"), "{err}");
    }
}

#[test]
#[cfg(unix)]
fn a_file_that_may_not_grow_is_an_error() {
    let file = std::env::temp_dir().join(format!("siga-full-file-{}", std::process::id()));
    let mut command = Command::new("sh");
    let script = "ulimit -f 1; exec \"$0\" throw 300d6 --csv > \"$1\"";
    command.args(["-c", script, env!("CARGO_BIN_EXE_siga")]);
    command.arg(&file);
    let (_, err, status) = ended(command);
    std::fs::remove_file(file).expect("a file");
    assert_eq!(status, 1, "{err}");
    assert!(err.contains("File too large"), "{err}");
}

/// Where the system starts no thread, the work goes on without.
#[test]
fn threads_that_cannot_be_started_are_done_without() {
    let with = SIGA.json(&["throw", "1000d6", "--at-least", "--at-most"]);
    let mut command = SIGA.command(&["throw", "1000d6", "--at-least", "--at-most", "--json"]);
    command.env("RUST_MIN_STACK", "1000000000000000");
    let (out, err, status) = ended(command);
    assert_eq!(status, 0, "{err}");
    let without: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(with["result"], without["result"]);
}

#[test]
fn a_closed_pipe_is_no_failure() {
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_siga"))
        .args(["throw", "1000d6", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("siga runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("siga ends");
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}

#[test]
fn every_page_of_the_manual_that_is_named_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let (_, error, status) =
        SIGA.ended(&["generate", "man", "--out", folder.path().to_str().unwrap()]);
    assert_eq!((error.as_str(), status), ("", 0));
    let mut named = vec!["siga.1".to_owned()];
    let mut pages = 0;
    while let Some(name) = named.pop() {
        let page = std::fs::read_to_string(folder.path().join(&name))
            .unwrap_or_else(|_| panic!("no {name}"));
        pages += 1;
        assert!(
            page.contains("\\-\\-percent") || name == "siga.1",
            "{name} has not the options of every command"
        );
        let of_commands = page.split(".SH SUBCOMMANDS").nth(1).unwrap_or_default();
        let lines = of_commands
            .lines()
            .take_while(|line| !line.starts_with(".SH"));
        named.extend(
            lines
                .filter_map(|line| line.strip_suffix("(1)"))
                .map(|name| format!("{}.1", name.replace("\\-", "-"))),
        );
    }
    assert!(pages > 50, "{pages}");
    // Examples keep their lines.
    let throw = std::fs::read_to_string(folder.path().join("siga-throw.1")).unwrap();
    let examples = throw.split(".nf").nth(1).expect("lines as they are");
    assert!(
        examples
            .lines()
            .any(|line| line.starts_with("  siga throw 2d6")),
        "{examples}"
    );
}

/// A newcomer is told how every game is played, in a few short lines: by `rules`, by `games` and in a game.
#[test]
fn every_game_says_how_it_is_played() {
    let games = SIGA.json(&["rules"])["result"]["games"].clone();
    let games = games.as_array().unwrap();
    assert!(games.len() > 22, "{} games", games.len());
    let listed = SIGA.json(&["games"])["result"]["games"].clone();
    let listed = listed.as_array().unwrap();
    for game in games {
        let name = game["game"].as_str().unwrap();
        if ["line-up", "custodial"].contains(&name) {
            continue;
        }
        let said = game["how_to_play"].as_str().unwrap();
        let drawn = said.lines().filter(|line| line.starts_with("  ")).count();
        assert!(drawn >= 3, "{name} has no drawing:\n{said}");
        assert!(said.lines().count() <= 20, "{name}:\n{said}");
        let long = said.lines().find(|line| line.chars().count() > 80);
        assert_eq!(long, None, "{name}");
        let (out, _, _) = SIGA.ended(&["rules", name]);
        assert!(out.starts_with(said), "{name}:\n{out}");
        let listed = listed.iter().find(|game| game["name"] == name).unwrap();
        assert_eq!(listed["how_to_play"], said, "{name}");
        let page = |name: &str| std::fs::read_to_string(format!("docs/rules/{name}.md"));
        let own = page(&name.replace("5x5", "twentyfive"));
        let page = own.or_else(|_| page("custodial"));
        assert!(page.unwrap().contains(said), "docs/rules: {name}");
    }
}
