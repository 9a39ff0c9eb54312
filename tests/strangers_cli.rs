//! Text from strangers: labels, titles, names of files and lines of questions that mean harm, or are only odd.

#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use crate::program::{SIGA, folder};
use std::fs;
use std::process::Command;

use serde_json::{Value, json};

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

/// Standard output, standard error and the status of a question in which `NASTY` stands for such a text.
fn asked(question: &str) -> (String, String, i32) {
    let words = shlex::split(question).unwrap().into_iter();
    let words: Vec<String> = words.map(|word| word.replace("NASTY", NASTY)).collect();
    SIGA.ended(&words.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn labels_and_titles_cannot_command_a_terminal() {
    let throw = "throw 'd2 -> {1: \"NASTY\", 2: b}'";
    for format in ["table", "markdown", "latex", "svg", "html"] {
        let (said, errors, status) = asked(&format!("{throw} --format {format} --color always"));
        assert_eq!(status, 0, "{errors}");
        assert!(said.contains("pwn"), "{format}: {said}");
        is_harmless(&said);
    }
    // For programs nothing is lost.
    let (answer, ..) = asked(&format!("{throw} --json"));
    let answer: Value = serde_json::from_str(&answer).unwrap();
    let mut outcomes = answer["result"]["outcomes"].as_array().unwrap().iter();
    assert!(outcomes.any(|row| row["outcome"] == NASTY), "{answer}");

    let file = folder("strangers-titles").join("position.txt");
    let position = format!("game: teeko\ntitle: {NASTY}\nsource: {NASTY}\n5/5/2x2/5/5 o\n");
    fs::write(&file, position).unwrap();
    let file = file.display();
    for (question, shows) in [
        (format!("teeko moves {file}"), "pwn"),
        (format!("teeko moves {file} --color always"), "pwn"),
        (format!("teeko play --start {file} --color always"), ""),
    ] {
        let (said, errors, status) = asked(&question);
        assert_eq!(status, 0, "{errors}");
        assert!(said.contains(shows), "{said}");
        is_harmless(&said);
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
        let (_, said, status) = asked(command);
        assert_eq!(status, 2, "{command}: {said}");
        assert!(said.contains("pwn"), "{said}");
        is_harmless(&said);
    }
    // Among the answers to the other positions of a file.
    let two = &written(
        "two.txt",
        format!("game: teeko\n5/5/5/5/5 x\n\n5/5/2x{NASTY}/5/5 o\n"),
    );
    for format in ["table", "json"] {
        let (said, errors, status) = asked(&format!("teeko moves {two} --format {format}"));
        assert_eq!(status, 2, "{errors}");
        is_harmless(&said);
        is_harmless(&errors);
    }
    // For programs: the sign that is not understood, as it was typed, and its place; nothing raw.
    let (_, said, _) = asked("throw '2d6 + NASTY' --json");
    is_harmless(&said);
    let error: Value = serde_json::from_str(&said).unwrap();
    let message = error["error"]["message"].as_str().unwrap();
    assert!(message.contains('\u{1b}'), "{said}");
    assert_eq!(error["error"]["at"]["column"], 7, "{said}");
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
    let command = command.arg("throw").arg(&pipe);
    let child = command.stdout(std::process::Stdio::piped()).spawn();
    fs::write(&pipe, "2d6 # two dice\n").unwrap();
    let answer = child.unwrap().wait_with_output().unwrap();
    assert!(answer.stdout.starts_with(b"2d6\n"), "{answer:?}");
    // A question among others waits for nobody.
    let line = format!("[\"throw\", {:?}]\n", pipe.to_str().unwrap());
    let (answer, ..) = SIGA.fed(&["batch", "--allow-files"], line);
    assert!(answer.contains("siga/error/1"), "{answer}");
}
