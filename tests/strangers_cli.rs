//! Text from strangers: labels, titles, names of files and lines of questions that mean harm, or are only odd.

#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use crate::program::folder;
use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

fn siga(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_siga"));
    command.args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Names the window, rings, writes red and hidden, clears, and turns the direction of writing.
const NASTY: &str = "\u{1b}]0;pwn\u{7}\u{1b}[31mred\u{1b}[8m\u{9b}2J\u{202e}\u{2066}";

/// Fails where a text has what a terminal must not be sent, but for marks of style that siga makes itself.
fn is_harmless(said: &str) {
    let mut plain = said.to_owned();
    for own in ["0", "1", "2", "33", "36", "1;31", "1;33", "1;36"] {
        plain = plain.replace(&format!("\u{1b}[{own}m"), "");
    }
    let harm = |c: char| {
        c.is_control() && c != '\n'
            || ('\u{202a}'..='\u{202e}').contains(&c)
            || ('\u{2066}'..='\u{2069}').contains(&c)
    };
    assert!(!plain.contains(harm), "{said:?}");
}

#[test]
fn labels_and_titles_cannot_command_a_terminal() {
    let throw = format!("d2 -> {{1: \"{NASTY}\", 2: b}}");
    for format in ["table", "markdown", "latex", "svg", "html"] {
        let arguments = ["throw", &throw, "--format", format, "--color", "always"];
        let answer = siga(&arguments);
        assert!(answer.status.success(), "{answer:?}");
        let said = text(&answer.stdout);
        assert!(said.contains("pwn"), "{format}: {said}");
        is_harmless(&said);
    }
    // For programs nothing is lost.
    let answer = siga(&["throw", &throw, "--json"]);
    let answer: Value = serde_json::from_slice(&answer.stdout).unwrap();
    let outcomes = answer["result"]["outcomes"].as_array().unwrap();
    assert!(
        outcomes.iter().any(|row| row["outcome"] == NASTY),
        "{answer}"
    );

    let file = folder("strangers-titles").join("position.txt");
    let position = format!("game: teeko\ntitle: {NASTY}\nsource: {NASTY}\n5/5/2x2/5/5 o\n");
    fs::write(&file, position).unwrap();
    let file = file.to_str().unwrap();
    for arguments in [
        vec!["teeko", "moves", file],
        vec!["teeko", "moves", file, "--color", "always"],
        vec!["teeko", "play", "--start", file, "--color", "always"],
    ] {
        let answer = siga(&arguments);
        assert!(answer.status.success(), "{answer:?}");
        assert!(arguments[1] == "play" || text(&answer.stdout).contains("pwn"));
        is_harmless(&text(&answer.stdout));
    }
}

#[test]
fn errors_quote_without_harm() {
    let folder = folder("strangers-errors");
    let written = |name: &str, text: String| {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let claim = |title: &str, throw: &str| {
        let claim = json!({"id": NASTY, "source": NASTY, "query": ["throw", throw], "pick": "/x", "printed": "1/2"});
        json!({"title": title, "claims": [claim]}).to_string()
    };
    let file = &written(
        "position.txt",
        format!("game: teeko\n5/5/2x{NASTY}/5/5 o\n"),
    );
    let claims = &written("claims.json", claim("a", NASTY));
    let title = &written("title.json", claim(NASTY, "d6"));
    let record = &written("record.txt", format!("game: daldos\n{NASTY}\n"));
    let commands = format!(
        "throw '2d6 + NASTY'
        throw 2d6 NASTY
        --NASTY
        teeko moves {file}
        teeko moves NASTY
        teeko moves --rules NASTY --position '5/5/5/5/5 x'
        check --text a,1 --of NASTY
        check {claims}
        check {title}
        check NASTY
        report NASTY --out out
        daldos review {record}
        daldos analyse --position '1a/3/1b A' --throw NASTY
        sidja guarantees --cells NASTY
        compare NASTY 'throw d6'
        rules NASTY
        throws NASTY
        schema NASTY
        tables plan NASTY
        explore --rules NASTY
        throw s --counts NASTY
        throw s --given NASTY
        batch NASTY"
    );
    for command in commands.lines() {
        let words = shlex::split(command).unwrap().into_iter();
        let words: Vec<String> = words.map(|word| word.replace("NASTY", NASTY)).collect();
        let arguments: Vec<&str> = words.iter().map(String::as_str).collect();
        let answer = siga(&arguments);
        assert_eq!(answer.status.code(), Some(2), "{answer:?}");
        let said = text(&answer.stderr);
        assert!(said.contains("pwn"), "{said}");
        is_harmless(&said);
    }
    // Among the answers to the other positions of a file.
    let two = &written(
        "two.txt",
        format!("game: teeko\n5/5/5/5/5 x\n\n5/5/2x{NASTY}/5/5 o\n"),
    );
    for arguments in [
        vec!["teeko", "moves", two],
        vec!["teeko", "moves", two, "--json"],
    ] {
        let answer = siga(&arguments);
        assert_eq!(answer.status.code(), Some(2), "{answer:?}");
        is_harmless(&text(&answer.stdout));
        is_harmless(&text(&answer.stderr));
    }
    // For programs: the sign that is not understood, as it was typed, and its place; nothing raw.
    let answer = siga(&["throw", &format!("2d6 + {NASTY}"), "--json"]);
    let said = text(&answer.stderr);
    is_harmless(&said);
    let error: Value = serde_json::from_str(&said).unwrap();
    let message = error["error"]["message"].as_str().unwrap();
    assert!(message.contains('\u{1b}'), "{said}");
    assert_eq!(error["error"]["at"]["column"], 7, "{said}");
}

#[test]
fn markdown_has_text_and_no_markup() {
    let throw = "d2 -> {1: \"<img src=x onerror=alert(1)>\", 2: \"[a](b) *c* `d` | e\"}";
    let answer = siga(&["throw", throw, "--format", "markdown"]);
    let said = text(&answer.stdout);
    assert!(said.contains("\\<img src=x"), "{said}");
    assert!(said.contains("\\[a\\](b) \\*c\\* \\`d\\` \\| e"), "{said}");
    for (at, _) in said.match_indices(['<', '[', '`']) {
        assert_eq!(said.as_bytes()[at - 1], b'\\', "{said}");
    }
    let file = folder("strangers-fence").join("position.txt");
    fs::write(
        &file,
        "game: teeko\ntitle: ``` <img src=x>\n5/5/2x2/5/5 o\n",
    )
    .unwrap();
    let answer = siga(&[
        "teeko",
        "moves",
        file.to_str().unwrap(),
        "--format",
        "markdown",
    ]);
    let said = text(&answer.stdout);
    assert!(said.starts_with("````text\n``` <img"), "{said}");
    assert_eq!(said.matches("\n````\n").count(), 1, "{said}");
}

#[test]
fn safe_csv_has_no_formulas() {
    let throw =
        "d4 -> {1: \"=cmd|' /C calc'!A0\", 2: \"@SUM(1,2)\", 3: \"+1\", else: \"-2 of, all\"}";
    let of = |format| {
        let answer = siga(&["throw", throw, "--format", format]);
        assert!(answer.status.success(), "{answer:?}");
        text(&answer.stdout)
    };
    let (plain, safe) = (of("csv"), of("csv-safe"));
    assert!(plain.contains("\n=cmd|' /C calc'!A0,1/4"), "{plain}");
    for cell in [
        "\n'=cmd|' /C calc'!A0,1/4",
        "\n\"'@SUM(1,2)\",1/4",
        "\n\"'-2 of, all\",1/4",
    ] {
        assert!(safe.contains(cell), "{safe}");
    }
    // Numbers are numbers.
    let throw = ["throw", "d2 - 2", "--format", "csv-safe"];
    assert!(text(&siga(&throw).stdout).contains("\n-1,1/2,0.5\n"));
}

#[test]
fn names_of_files_are_no_addresses() {
    let folder = folder("strangers-report");
    let position = "game: teeko\n5/5/2x2/5/5 o\n";
    // Not every file system takes such names.
    let names = ["javascript:alert(1)%2f%2f", "a\"b&c #?"];
    let files: Vec<_> = names
        .map(|name| folder.join(format!("{name}.txt")))
        .into_iter()
        .filter(|file| fs::write(file, position).is_ok())
        .collect();
    let pages = folder.join("pages");
    let mut command = Command::new(env!("CARGO_BIN_EXE_siga"));
    command.arg("report").args(&files).arg("--out").arg(&pages);
    let made = command.output().unwrap();
    assert!(made.status.success(), "{made:?}");
    let index = fs::read_to_string(pages.join("index.html")).unwrap();
    let mut links = index.split("href=\"").skip(1);
    let mut link = || links.next().unwrap().split('"').next().unwrap().to_owned();
    if files.len() == 2 {
        assert_eq!(link(), "javascript%3Aalert%281%29%252f%252f.html");
        assert_eq!(link(), "a%22b%26c%20%23%3F.html");
        assert!(pages.join("a\"b&c #?.html").is_file());
    }
}

#[test]
fn options_that_do_nothing_are_refused() {
    let out = folder("strangers-out");
    let out = out.to_str().unwrap();
    // The last option that a line names does nothing.
    let commands = "throw 2d6 --format svg --out OUT
        throw 2d6 --format html --out OUT
        throw 2d6 --json --out OUT
        explore --no-open --csv
        sidja play --csv
        sidja play --digits 3
        generate man --csv
        schema throw --csv
        batch --decimals-only
        batch --percent
        batch --format csv
        report Cargo.toml --out OUT --json";
    for command in commands.lines() {
        let arguments = command.split_whitespace();
        let arguments: Vec<&str> = arguments
            .map(|word| if word == "OUT" { out } else { word })
            .collect();
        let mut options = arguments.iter().rev();
        let option = options.find(|word| word.starts_with("--")).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_siga"));
        let refused = command
            .args(&arguments)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert_eq!(refused.status.code(), Some(2), "{arguments:?}: {refused:?}");
        let said = text(&refused.stderr);
        assert!(said.contains(option), "{arguments:?}: {said}");
    }
    assert_eq!(fs::read_dir(out).unwrap().count(), 0);
    let json = siga(&["schema", "throw", "--json"]);
    assert!(json.status.success());
}

#[test]
fn rules_of_a_page_are_checked_before_it_is_served() {
    for (rules, words) in [
        ("nonsense", "does not name a game"),
        ("teeko:goals=5", "goals"),
    ] {
        let refused = siga(&["explore", "--no-open", "--rules", rules]);
        assert_eq!(refused.status.code(), Some(2), "{refused:?}");
        assert!(text(&refused.stderr).contains(words), "{refused:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_throw_is_read_from_a_named_pipe() {
    let pipe = folder("strangers-pipe").join("throw");
    // Not every system has them.
    if !Command::new("mkfifo")
        .arg(&pipe)
        .status()
        .is_ok_and(|made| made.success())
    {
        return;
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_siga"));
    let child = command
        .arg("throw")
        .arg(&pipe)
        .stdout(Stdio::piped())
        .spawn();
    fs::write(&pipe, "2d6 # two dice\n").unwrap();
    let answer = child.unwrap().wait_with_output().unwrap();
    assert!(text(&answer.stdout).starts_with("2d6\n"), "{answer:?}");
    // A question among others waits for nobody.
    let line = format!("[\"throw\", {:?}]\n", pipe.to_str().unwrap());
    let answer = batch(&line, &["--allow-files"]);
    assert!(answer.contains("siga/error/1"), "{answer}");
}

#[test]
fn the_bias_asked_about_stands_in_the_heading() {
    let answer = siga(&["throw", "yut", "--bias", "p", "--at", "3/5"]);
    let heading = text(&answer.stdout);
    assert!(
        heading
            .lines()
            .next()
            .unwrap()
            .ends_with("· P(flat) = p, at p = 3/5"),
        "{heading}"
    );
}

/// The answers of a batch to these lines.
fn batch(lines: &str, more: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_siga"));
    command
        .arg("batch")
        .args(more)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(lines.as_bytes())
        .unwrap();
    text(&child.wait_with_output().unwrap().stdout)
}

#[test]
fn a_line_keeps_its_name_and_may_be_typed() {
    let lines = "{\"id\": \"a\", \"query\": [\"throw\", \"d6\"], \"extra\": 1}\n\
                 {\"extra\": 1, \"id\": [2], \"query\": 7}\n\
                 {\"id\": \"c\", \"query\": \"throw '2d4 + 1' --at-least\"}\n\
                 \"siga throw d4\"\n\
                 {\"id\": \"e\", \"query\": \"throw 'd4\"}\n\
                 {\"id\": \"f\", \"id\": \"g\", \"query\": [\"throws\"]}\n";
    let answers = batch(lines, &[]);
    let answers: Vec<Value> = answers
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let names: Vec<String> = answers
        .iter()
        .map(|answer| answer["id"].to_string())
        .collect();
    assert_eq!(names, ["\"a\"", "[2]", "\"c\"", "4", "\"e\"", "6"]);
    for (at, words) in [
        (0, "extra"),
        (1, "extra"),
        (4, "quote is not closed"),
        (5, "duplicate"),
    ] {
        let said = answers[at]["error"]["message"].as_str().unwrap();
        assert!(said.contains(words), "{said}");
    }
    assert_eq!(answers[2]["query"]["spec"], "2d4 + 1");
    assert_eq!(answers[3]["query"]["spec"], "d4");
}
