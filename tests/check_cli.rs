//! The tables that come with siga, checked, and files in any encoding. Claims, verdicts and refusals are in `tests/runs/check.txt`.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::program::{self, SIGA};
use crate::schema;

/// The `result` object and the status.
fn result(arguments: &[&str], input: &str) -> (Value, i32) {
    let (out, err, status) = SIGA.fed(&[arguments, &["--json"]].concat(), input);
    let report: Value = serde_json::from_str(&out).unwrap_or_else(|e| panic!("{e}: {out}{err}"));
    assert_eq!(report["schema"], "siga/check/1");
    schema::holds(&report);
    (report["result"].clone(), status)
}

/// The tables that come with siga, each with the command in its head and the status it ends with.
fn tables() -> Vec<(PathBuf, Vec<String>, i32)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/published/tables");
    let table = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        let mut lines = text.lines().map(|line| line.trim_start_matches(['#', ' ']));
        let command = lines.find(|line| line.starts_with("siga check")).unwrap();
        let (command, status) = match command.split_once("   (status 3)") {
            Some((command, _)) => (command, 3),
            None => (command, 0),
        };
        (path, shlex::split(command).unwrap(), status)
    };
    let files = fs::read_dir(folder).unwrap();
    files.map(|entry| table(entry.unwrap().path())).collect()
}

#[test]
fn every_file_of_figures_says_where_they_are_from() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    for folder in ["tables", "published", "published/tables"] {
        for entry in fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let words = ["Source: ", "\"source\": ", "made by siga", "made up"];
            let said = |text: String| words.iter().any(|word| text.contains(word));
            let named = path.is_dir() || said(fs::read_to_string(&path).unwrap());
            assert!(named, "{}", path.display());
        }
    }
}

/// The same as claims: every one turns out as the table said.
#[test]
fn published_tables_are_what_their_heads_say() {
    let tables = tables();
    assert!(tables.len() >= 6);
    for (path, command, status) in tables {
        assert!(
            path.ends_with(&command[2]),
            "{} names another file",
            path.display()
        );
        let arguments: Vec<&str> = command[1..].iter().map(String::as_str).collect();
        let (table, found) = result(&arguments, "");
        assert_eq!(found, status, "{command:?}: {table}");
        let figures = table["figures"].as_array().unwrap();
        let (draft, err, code) = SIGA.fed(&[&arguments[..], &["--draft"]].concat(), "");
        assert_eq!((err.as_str(), code), ("", 0), "{command:?}");
        let (again, code) = result(&["check", "-", "--expected"], &draft);
        assert_eq!(code, 0, "{command:?}: {again}\n{draft}");
        // Values of the answer's JSON that are no numbers, such as yes and no, are no claims.
        let picked = figures.iter().filter(|figure| figure["pick"].is_string());
        let statuses: Vec<&Value> = picked.map(|figure| &figure["status"]).collect();
        let claims = again["claims"].as_array().unwrap().iter();
        let claims: Vec<&Value> = claims.map(|claim| &claim["status"]).collect();
        assert_eq!(claims, statuses, "{command:?}");
    }
}

#[test]
fn files_in_any_encoding_are_read() {
    let folder = program::folder("check-encodings");
    let text = "Wert;Möglichkeiten\n1;4\n2;6\n";
    let utf_16 = format!("\u{feff}{text}");
    let utf_16 = utf_16.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let western = text.chars().map(|c| c as u8).collect();
    let files: [(Vec<u8>, &str); 2] = [(utf_16, "UTF-16LE"), (western, "windows-1252")];
    for (bytes, encoding) in files {
        let file = folder.join(encoding);
        fs::write(&file, bytes).unwrap();
        let of = ["check", file.to_str().unwrap(), "--of", "throw tab"];
        let (found, status) = result(&of, "");
        assert_eq!(
            (status, &found["summary"]["exact"]),
            (0, &json!(2)),
            "{found}"
        );
        assert_eq!(found["notes"][0], format!("the file is read as {encoding}"));
    }
}
