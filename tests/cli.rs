//! The command line as a program sees it: status, standard output, standard error.

#![cfg(feature = "cli")]

use crate::program::{self, SIGA};
use assert_cmd::Command;
use serde_json::Value;

fn ended(mut command: Command) -> (String, String, i32) {
    program::ended(command.output().expect("siga runs"))
}

/// Bad input: status 2, nothing on standard output, and a message with these words.
fn refused(arguments: &[&str], words: &[&str]) {
    let (status, err) = SIGA.refused(arguments);
    assert_eq!(status, 2, "{arguments:?}: {err}");
    for word in words {
        assert!(
            err.contains(word),
            "{arguments:?}: `{word}` is not in\n{err}"
        );
    }
}

#[test]
fn a_spec_is_an_argument_a_name_a_file_or_standard_input() {
    let mut command = SIGA.command(&["throw", "-", "--json"]);
    command.write_stdin("# the best three\n  4d6kh3 # of four\n");
    let (out, _, status) = ended(command);
    let answer: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((&answer["query"]["spec"], status), (&"4d6kh3".into(), 0));
    let folder = std::env::temp_dir().join(format!("siga-cli-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    let file = folder.join("throw.txt");
    std::fs::write(&file, "2d6 +\n  d8x").expect("a file for the test");
    let name = file.to_str().expect("a name in UTF-8");
    refused(&["throw", name], &["throw.txt", "line 2, column 5", "^"]);
    std::fs::remove_dir_all(folder).expect("the folder is removed");
}

#[test]
fn faults_are_shown_in_their_place() {
    refused(&["throw", "2d"], &["line 1, column 3", "2d\n", "^", "help"]);
    refused(
        &["throw", "2d6", "+", "1"],
        &["in quotes: siga throw '2d6 + 1'"],
    );
    refused(&["throw", &"(".repeat(5000)], &["nested too deeply"]);
    let modified = format!("d6{}", "r{1}".repeat(990));
    refused(&["throw", &modified], &["nested too deeply"]);
    let long = format!("1/{}", "9".repeat(100_000));
    refused(&["throw", "8s", "--bias", &long], &["digits"]);
    refused(&["no-such-command"], &["Usage"]);
}

#[test]
fn decimals_alone_are_short_in_every_format() {
    let decimals = |more: &[&str]| {
        let (out, err, status) =
            SIGA.ended(&[&["throw", "400d6", "--decimals-only", "--quiet"], more].concat());
        assert_eq!((err.as_str(), status), ("", 0), "{more:?}");
        assert!(out.len() < 200_000, "{more:?}: {}", out.len());
        out
    };
    // 6^-400 is 5.49·10^-312, beyond the normal numbers of floating point, but not beyond decimals.
    assert!(decimals(&[]).contains("\n      400  5.49e-312"));
    assert!(decimals(&["--percent"]).contains("5.49e-310 %"));
    assert!(decimals(&["--one-in"]).contains("1 in 1.82e311"));
    assert!(decimals(&["--digits", "2"]).contains("\n      400  0.00"));
    let tails = decimals(&["--at-least", "--at-most"]);
    assert!(tails.contains("400  5.49e-312    1 "), "{tails}");
    let csv = decimals(&["--format", "csv", "--digits", "3", "--at-most"]);
    assert!(csv.contains("\n1400,0.012,0.506\n"), "{csv}");
    let lines = decimals(&["--format", "jsonl"]);
    let first: Value = serde_json::from_str(lines.lines().next().expect("a line")).expect("JSON");
    let report: Value = serde_json::from_str(&decimals(&["--json"])).expect("JSON");
    let near = &report["result"]["outcomes"][0]["probability"]["approx"];
    assert_eq!(&first["probability_decimal"], near);
}

/// Help and faults of the arguments are printed before any option is read.
#[test]
fn help_and_faults_have_the_colour_asked_for() {
    for words in [&["throw", "--help"][..], &["throw", "--nothing"]] {
        for (color, styled) in [
            (&["--color", "never"][..], false),
            (&["--color=never"], false),
            (&["--color=always"], true),
        ] {
            let (out, err, _) = SIGA.ended(&[words, color].concat());
            assert_eq!(
                (out + &err).contains('\u{1b}'),
                styled,
                "{words:?} {color:?}"
            );
        }
    }
}

#[test]
fn a_sign_that_steers_a_terminal_is_not_given_back() {
    for words in [
        &["\u{1b}[31mred"][..],
        &["throw", "d6", "--\u{1b}[31mred"],
        &["throw", "d6", "--digits", "\u{1b}[31mred"],
    ] {
        for color in ["always", "never"] {
            let (out, err, status) = SIGA.ended(&[words, &["--color", color]].concat());
            assert_eq!((out.as_str(), status), ("", 2));
            assert!(!err.contains("\u{1b}[31mred"), "{err:?}");
            assert!(err.contains("\u{241b}[31mred"), "{err:?}");
        }
    }
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
fn drawn_bounds_stay_bounds() {
    let (out, _, _) = SIGA.ended(&[
        "throw",
        "yut",
        "--bias",
        "0.55..0.65",
        "--digits",
        "4",
        "--quiet",
    ]);
    // The exact range of 2 ends at 0.3675375, that of 1 begins at 0.111475.
    assert!(out.contains("0.3676") && out.contains("0.1114"), "{out}");
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

#[test]
fn everything_can_be_generated_and_helped() {
    let (man, _, status) = SIGA.ended(&["generate", "man"]);
    assert!(man.contains(".TH") && status == 0);
    for shell in ["bash", "zsh", "fish"] {
        let (script, _, status) = SIGA.ended(&["generate", "completions", shell]);
        assert_eq!(status, 0);
        for known in ["chowka-bhara", "sidja", "egypt", "extra_throws=", "percent"] {
            assert!(script.contains(known), "{shell} does not know {known}");
        }
    }
    let (help, _, status) = SIGA.ended(&["help", "throws"]);
    assert!(help.contains("ICEPOOL") && status == 0);
    let (help, _, status) = SIGA.ended(&["help", "output"]);
    assert!(help.contains("--one-in") && status == 0);
    let (help, _, status) = SIGA.ended(&["help", "daldos", "table"]);
    assert!(help.contains("--pieces") && !help.contains("--one-in") && status == 0);
    refused(&["help", "nothing"], &["no help on `nothing`", "`throws`"]);
    assert!(SIGA.json(&["throws"])["result"]["presets"][0]["source"].is_string());
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
