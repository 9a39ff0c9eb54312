//! Tables in every format, pictures and pages, from the command line.

#![cfg(feature = "cli")]

use std::collections::BTreeSet;
use std::fs;
use std::process::Output;

use serde_json::Value;

use crate::program::{self, SIGA};

fn siga(arguments: &[&str]) -> Output {
    SIGA.command(arguments).output().expect("siga runs")
}

fn text(arguments: &[&str]) -> String {
    SIGA.shown(arguments)
}

/// The words of each question of `fixtures/formats.txt`.
fn questions() -> Vec<Vec<String>> {
    let lines = include_str!("../fixtures/formats.txt").lines().skip(1);
    let questions: Vec<_> = lines.map(|line| shlex::split(line).expect(line)).collect();
    assert!(questions.len() >= 33, "{}", questions.len());
    questions
}

fn with<'a>(question: &'a [String], more: &[&'a str]) -> Vec<&'a str> {
    let words = question.iter().map(String::as_str);
    words.chain(more.iter().copied()).collect()
}

#[test]
fn tables_have_names_and_columns_of_one_kind() {
    let folder = program::folder("formats-tables");
    for (number, question) in questions().iter().enumerate() {
        let names = text(&with(question, &["--table", "help"]));
        let names: Vec<&str> = names.lines().collect();
        assert!(!names.is_empty(), "{question:?}");
        let unlike: BTreeSet<&str> = names.iter().copied().collect();
        assert_eq!(unlike.len(), names.len(), "{question:?}: {names:?}");
        let folder = folder.join(number.to_string());
        let all = ["--table", "all", "--out", folder.to_str().unwrap()];
        // Files are CSV where no format is named.
        for format in [&["--format", "jsonl"][..], &[]] {
            text(&with(question, &[&all[..], format].concat()));
        }
        for name in names {
            let plain = name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
            assert!(plain && !name.is_empty(), "{question:?}: {name}");
            // Some are shown only when named.
            let read = |format: &str| {
                let file = fs::read_to_string(folder.join(format!("{name}.{format}")));
                let named = ["--table", name, "--format", format];
                file.unwrap_or_else(|_| text(&with(question, &named)))
            };
            let (lines, csv) = (read("jsonl"), read("csv"));
            let rows: Vec<Value> = lines
                .lines()
                .map(|line| serde_json::from_str(line).unwrap())
                .collect();
            // A line of names, and a line for each row; no cell here has a line end.
            assert_eq!(csv.lines().count(), rows.len() + 1, "{question:?} {name}");
            let Some(Value::Object(first)) = rows.first() else {
                continue;
            };
            for column in first.keys() {
                let kinds: BTreeSet<&str> = rows
                    .iter()
                    .filter_map(|row| match &row[column] {
                        Value::Null => None,
                        Value::Number(_) => Some("number"),
                        Value::String(text) => {
                            assert_eq!(text.trim(), text, "{question:?} {name} {column}");
                            assert!(
                                !(text.contains('…')
                                    && text.starts_with(|c: char| c.is_ascii_digit())),
                                "{question:?} {name} {column}: {text}"
                            );
                            Some("text")
                        }
                        other => panic!("{question:?} {name} {column}: {other}"),
                    })
                    .collect();
                assert!(kinds.len() <= 1, "{question:?} {name} {column}: {kinds:?}");
                if column.ends_with("_decimal") {
                    assert!(!kinds.contains("text"), "{question:?} {name} {column}");
                }
            }
        }
    }
}

#[test]
fn bounds_enclose_and_exact_numbers_are_the_json_ones() {
    let json: Value = serde_json::from_str(&text(&["throw", "tab", "--turn", "--json"])).unwrap();
    let rows = text(&["throw", "tab", "--turn", "--format", "jsonl"]);
    let rows: Vec<Value> = rows
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let outcomes = json["result"]["outcomes"].as_array().unwrap();
    for (row, outcome) in rows.iter().zip(outcomes) {
        assert_eq!(row["outcome"], outcome["outcome"]);
        assert_eq!(row["probability"], outcome["probability"]["exact"]);
        assert_eq!(row["probability_decimal"], outcome["probability"]["approx"]);
    }
    let last = rows.last().unwrap();
    assert_eq!(last["outcome_relation"], ">");
    assert_eq!(
        last["probability"],
        json["result"]["rest"]["probability"]["exact"]
    );

    let rows = text(&["throw", "yut", "--bias", "0.55..0.65", "--format", "jsonl"]);
    for line in rows.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let [lower, upper] = ["lower", "upper"].map(|end| {
            let exact = row[format!("probability_{end}")].as_str().unwrap();
            let (over, under) = exact.split_once('/').unwrap();
            let exact = over.parse::<f64>().unwrap() / under.parse::<f64>().unwrap();
            (
                exact,
                row[format!("probability_{end}_decimal")].as_f64().unwrap(),
            )
        });
        assert!(lower.1 <= lower.0 * (1.0 + 1e-15) && upper.1 >= upper.0 * (1.0 - 1e-15));
        assert!(lower.1 < upper.1);
    }
}

#[test]
fn rows_that_are_not_held_all_at_once_are_the_same() {
    let long = text(&["throw", "600d6", "--csv"]);
    let short: Value = serde_json::from_str(&text(&["throw", "600d6", "--json"])).unwrap();
    let outcomes = short["result"]["outcomes"].as_array().unwrap();
    for (row, outcome) in long.lines().skip(1).zip(outcomes) {
        let exact = row.split(',').nth(1).unwrap();
        assert_eq!(Some(exact), outcome["probability"]["exact"].as_str());
    }
}

#[test]
fn latex_has_as_many_columns_as_it_says() {
    for question in &questions() {
        let latex = text(&with(question, &["--format", "latex"]));
        for table in latex.split("\\begin{tabular}{").skip(1) {
            let (aligns, rest) = table.split_once('}').unwrap();
            let rows = rest.split("\\bottomrule").next().unwrap();
            for line in rows.lines().filter(|line| line.ends_with("\\\\")) {
                let cells = line.replace("\\&", "").matches(" & ").count() + 1;
                assert_eq!(cells, aligns.len(), "{question:?}: {line}");
            }
        }
    }
}

#[test]
fn pictures_are_well_formed_and_the_same_again() {
    for question in &questions() {
        let output = siga(&with(question, &["--format", "svg"]));
        let picture = String::from_utf8(output.stdout).unwrap();
        if output.status.code() == Some(2) {
            let error = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(error.contains("has no chart"), "{question:?}: {error}");
            continue;
        }
        let parsed = roxmltree::Document::parse(&picture);
        let parsed = parsed.unwrap_or_else(|error| panic!("{question:?}: {error}\n{picture}"));
        let root = parsed.root_element();
        for name in ["title", "desc"] {
            let told = root
                .children()
                .find(|child| child.has_tag_name(("http://www.w3.org/2000/svg", name)));
            assert!(
                told.and_then(|node| node.text())
                    .is_some_and(|text| !text.is_empty()),
                "{question:?}: {name}"
            );
        }
        let numbers = parsed.descendants().flat_map(|node| node.attributes());
        for attribute in numbers.filter(|attribute| {
            ["x", "y", "width", "height", "cx", "cy"].contains(&attribute.name())
        }) {
            let value = attribute.value().trim_end_matches('%');
            assert!(
                value.parse::<f64>().is_ok_and(f64::is_finite),
                "{question:?}: {attribute:?}"
            );
        }
        assert_eq!(
            picture,
            text(&with(question, &["--format", "svg"])),
            "{question:?}"
        );
    }
}

#[test]
fn pages_stand_alone() {
    for question in &questions() {
        let page = text(&with(question, &["--format", "html"]));
        assert!(page.starts_with("<!DOCTYPE html>"), "{question:?}");
        assert!(
            !page.contains("src=") && !page.contains("http://")
                || page.contains("www.w3.org/2000/svg")
        );
        let data = page
            .split("id=\"answer\">")
            .nth(1)
            .unwrap()
            .split("</script>")
            .next()
            .unwrap();
        let data: Value = serde_json::from_str(&data.replace("\\u003c", "<")).unwrap();
        assert!(data["schema"].as_str().unwrap().starts_with("siga/"));
    }
}
