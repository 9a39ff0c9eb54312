//! Questions over a parameter: `--for`.

#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use assert_cmd::Command;
use serde_json::{Value, json};

use crate::schema;

fn run(arguments: &[&str]) -> (String, String, i32) {
    let output = Command::new(env!("CARGO_BIN_EXE_siga"))
        .args(arguments)
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        text(output.stdout),
        text(output.stderr),
        output.status.code().unwrap(),
    )
}

fn rows(arguments: &[&str]) -> Value {
    let (out, err, status) = run(&[arguments, &["--json"]].concat());
    assert_eq!(status, 0, "{err}");
    let answer: Value = serde_json::from_str(&out).unwrap();
    schema::holds(&answer);
    assert_eq!(answer["schema"], "siga/series/1");
    answer["result"]["rows"].clone()
}

/// The fractions of a column.
fn exact(rows: &Value, name: &str) -> Vec<String> {
    let rows = rows.as_array().unwrap().iter();
    rows.map(|row| row[name]["exact"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn each_value_has_a_row() {
    let found = rows(&["throw", "count({n}d6, {6}) >= 1", "--for", "n=1..3"]);
    assert_eq!(exact(&found, "probability"), ["1/6", "11/36", "91/216"]);
    let names: Vec<&Value> = found
        .as_array()
        .unwrap()
        .iter()
        .map(|row| &row["n"])
        .collect();
    assert_eq!(json!(names), json!(["1", "2", "3"]));
    // A mean where outcomes are more than so or not; what the only row has; the throws of a race.
    assert_eq!(
        exact(&rows(&["throw", "{n}d6", "--for=n=1,3"]), "mean"),
        ["7/2", "21/2"]
    );
    let odds = rows(&["daldos", "odds", "--behind", "{d}", "--for", "d=3..5"]);
    assert_eq!(exact(&odds, "probability"), ["3/5", "2/3", "7/24"]);
    let race = rows(&["throw", "d6", "--target", "{n}", "--for", "n=3..4"]);
    assert_eq!(exact(&race, "to_reach"), ["49/36", "343/216"]);
}

#[test]
fn what_is_shown_is_chosen() {
    let shown = ["--show", "mean,P(6),P(>=6),P(<3),P(=4),P(1)"];
    let asked = ["throw", "{n}d6", "--for", "n=1..2"];
    let found = rows(&[&asked[..], &shown].concat());
    assert_eq!(exact(&found, "P(6)"), ["1/6", "5/36"]);
    assert_eq!(exact(&found, "P(>=6)"), ["1/6", "13/18"]);
    assert_eq!(exact(&found, "P(<3)"), ["1/3", "1/36"]);
    assert_eq!(exact(&found, "P(=4)"), ["1/6", "1/12"]);
    assert_eq!(exact(&found, "P(1)"), ["1/6", "0"]);
    // Without end: what is above is what is not below.
    let again = rows(&["throw", "d{n}!", "--for", "n=2,6", "--show", "P(>=4),P(<4)"]);
    assert_eq!(exact(&again, "P(>=4)"), ["1/4", "1/2"]);
    assert_eq!(exact(&again, "P(<4)"), ["3/4", "1/2"]);
    let named = rows(&[
        "throw",
        "d{n} -> {1: loss, else: win}",
        "--for",
        "n=2,6",
        "--show",
        "P(win)",
    ]);
    assert_eq!(exact(&named, "P(win)"), ["1/2", "5/6"]);
}

#[test]
fn values_are_ranges_and_lists_and_two_make_a_grid() {
    let biases = rows(&[
        "throw",
        "s",
        "--bias",
        "{p}",
        "--for",
        "p=0.4..0.5:0.05",
        "--show",
        "P(1)",
    ]);
    let names: Vec<&Value> = biases
        .as_array()
        .unwrap()
        .iter()
        .map(|row| &row["p"])
        .collect();
    assert_eq!(json!(names), json!(["0.4", "0.45", "0.5"]));
    assert_eq!(exact(&biases, "P(1)"), ["2/5", "9/20", "1/2"]);
    let thirds = rows(&[
        "throw",
        "s",
        "--bias",
        "{p}",
        "--for",
        "p=1/3..1:1/3",
        "--show",
        "P(1)",
    ]);
    assert_eq!(exact(&thirds, "P(1)"), ["1/3", "2/3", "1"]);
    let grid = rows(&["throw", "{a}d{b}", "--for", "a=1..2", "--for", "b=4,6"]);
    assert_eq!(exact(&grid, "mean"), ["5/2", "7/2", "5", "7"]);
    let (csv, ..) = run(&[
        "throw", "{a}d{b}", "--for", "a=1..2", "--for", "b=4,6", "--csv",
    ]);
    assert!(
        csv.starts_with("a,b,mean,mean_decimal\n1,4,5/2,2.5\n"),
        "{csv}"
    );
}

#[test]
fn what_cannot_be_asked_is_said() {
    let cases: [(&[&str], &str); 9] = [
        (
            &["throw", "2d6", "--for", "n=1..3"],
            "the question has no `{n}`",
        ),
        (
            &["throw", "{n}d6", "--for", "n"],
            "write a name and its values",
        ),
        (&["throw", "{n}d6", "--for", "n=3..1"], "goes upwards"),
        (
            &["throw", "{n}d6", "--for", "n=1..2", "--for", "n=1..2"],
            "twice",
        ),
        (&["throw", "{n}d6", "--for", "n=1..99999"], "more than"),
        (&["throw", "2d6", "--show", "mean"], "--for"),
        (
            &["throw", "{n}d6", "--for", "n=1..2", "--show", "median"],
            "there are mean",
        ),
        (
            &["throw", "{n}d6", "--for", "n=1..2", "--show", "P(win)"],
            "it has no outcome `win`",
        ),
        (
            &["daldos", "table", "--max", "{n}", "--for", "n=1..2"],
            "several numbers",
        ),
    ];
    for (arguments, says) in cases {
        let (_, err, status) = run(arguments);
        assert_eq!(status, 2, "{arguments:?}: {err}");
        assert!(err.contains(says), "{arguments:?}: {err}");
    }
    let (_, err, status) = run(&["throw", "{n}d0", "--for", "n=1..2"]);
    assert_eq!(status, 2);
    assert!(err.contains("with n = 1") || err.contains("d0"), "{err}");
}
