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
