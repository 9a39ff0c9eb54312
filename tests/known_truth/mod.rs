//! Tables of known truth, printed in many layouts, languages, notations and encodings, some with a fault of a known kind: what
//! `siga check` says of each figure against what integer arithmetic says. The numbers come from the JSON of the commands; nothing of
//! the reader is used here. `SIGA_TABLES=1000` makes so many (`just known-truth`).

#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

mod languages;
mod make;
mod print;

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use serde_json::{Value, json};

use crate::program::result;
use make::{Fault, Made, make};
use print::Chance;

/// A row of an answer.
#[derive(Clone)]
struct Row {
    /// The parts of its key.
    key: Vec<String>,
    chance: Chance,
    weight: Option<String>,
    again: Option<bool>,
    /// The chances of at least and of at most as much, where keys are numbers.
    tails: Option<[Chance; 2]>,
}

/// The answers to the commands of `commands.txt`.
#[derive(Default)]
struct Answers {
    plain: Vec<(&'static str, Vec<Row>)>,
    /// The number of a command, what an explanation says of other rules or another bias, and the answer under these.
    hidden: Vec<(usize, &'static str, Vec<Row>)>,
}

/// A line of the file is a command, the list of its JSON and the field of the key. Indented below are other rules or another bias under
/// which its table may have been made, and what an explanation says of it.
fn answers() -> Answers {
    let mut answers = Answers::default();
    let (mut list, mut key) = ("", "");
    for line in include_str!("commands.txt").lines() {
        match line.trim_start().split(" | ").collect::<Vec<_>>()[..] {
            [command, of, by] => {
                (list, key) = (of, by);
                answers.plain.push((command, rows(command, list, key)));
            }
            [command, says] => {
                let of = answers.plain.len() - 1;
                answers.hidden.push((of, says, rows(command, list, key)));
            }
            _ => panic!("{line}"),
        }
    }
    assert!(answers.plain.len() >= 12 && answers.hidden.len() >= 10);
    answers
}

fn rows(command: &str, list: &str, key: &str) -> Vec<Row> {
    let row = |row: &Value| {
        let exact = row["probability"]["exact"].as_str().unwrap();
        Row {
            key: match &row[key] {
                Value::Array(parts) => parts.iter().map(Value::to_string).collect(),
                Value::String(text) => vec![text.clone()],
                other => vec![other.to_string()],
            },
            chance: exact.parse().unwrap(),
            weight: row["weight"].as_str().map(str::to_owned),
            again: row["again"].as_bool(),
            tails: None,
        }
    };
    let rows = result(command)[list].take();
    rows.as_array().unwrap().iter().map(row).collect()
}

/// The results for many tables.
#[derive(Debug, Default)]
struct Counts {
    tables: usize,
    figures: usize,
    /// Right figures called wrong, and wrong ones called right.
    accused: usize,
    acquitted: usize,
    /// Figures that no table has.
    unknown: usize,
    /// Tables that were refused or of which not every figure was compared.
    refused: usize,
    faults: usize,
    explained: usize,
    /// Tables asked about without a command, and those judged as they are.
    without: usize,
    found: usize,
    /// Those judged against a command that they are not of.
    mistaken: usize,
}

/// Every so many tables one is asked about without its command, which takes longer.
const WITHOUT: usize = 12;

#[expect(clippy::print_stdout, reason = "what `just known-truth` shows")]
fn run(tables: usize) -> Counts {
    let answers = answers();
    let made: Vec<Made> = (1..)
        .filter_map(|seed| make(seed, &answers))
        .take(tables)
        .collect();
    let folder = tempfile::tempdir().unwrap();
    let lines: String = (made.iter().enumerate())
        .map(|(at, made)| {
            let file = folder.path().join(format!("{at}.{}", made.ending));
            fs::write(&file, &made.bytes).unwrap();
            let mut query = vec!["check", file.to_str().unwrap(), "--of", made.command];
            if let Fault::Says(_, questions) = &made.fault {
                query.extend(["--explain", "--questions", questions]);
            }
            format!("{}\n", json!(query))
        })
        .collect();
    let mut counts = Counts::default();
    let answers = batch(lines);
    for (made, line) in made.iter().zip(answers.lines()) {
        counts.tables += 1;
        counts.figures += made.figures;
        let answer: Value = serde_json::from_str(line).unwrap();
        let Some(figures) = answer["result"]["figures"].as_array() else {
            counts.refused += 1;
            println!(
                "refused: {} {}\n{}",
                answer["error"]["message"], made.command, made.text
            );
            continue;
        };
        let said = |figure: &Value| {
            figure["status"]
                .as_str()
                .filter(|status| *status != "unreadable")
                .map(|status| matches!(status, "exact" | "rounded"))
        };
        let compared = figures
            .iter()
            .filter(|figure| said(figure).is_some())
            .count();
        if compared != made.figures {
            counts.refused += 1;
            println!(
                "compared {compared} of {}: {}\n{}\n{}",
                made.figures, made.command, made.text, answer["result"]["columns"]
            );
        }
        for figure in figures {
            let part = |name: &str| figure[name].as_str().unwrap().to_owned();
            let key = (part("key"), part("column"), part("printed"));
            if figure["status"] == "unreadable" {
                continue;
            }
            let (Some(said), Some(truth)) = (said(figure), made.truth.get(&key)) else {
                counts.unknown += 1;
                println!(
                    "no such figure: {figure}\n{} {:?}\n{}",
                    made.command, made.fault, made.text
                );
                continue;
            };
            if said != *truth {
                *(if *truth {
                    &mut counts.accused
                } else {
                    &mut counts.acquitted
                }) += 1;
                println!("{figure}\n{} {:?}\n{}", made.command, made.fault, made.text);
            }
        }
        if let Fault::Says(reasons, _) = &made.fault {
            counts.faults += 1;
            let none = Vec::new();
            let first = answer["result"]["explained"]["explanations"]
                .as_array()
                .unwrap_or(&none);
            let first = first.iter().take(3).map(Value::to_string);
            let found = first
                .into_iter()
                .any(|explanation| reasons.iter().any(|reason| explanation.contains(reason)));
            counts.explained += usize::from(found);
            if !found {
                println!("not explained: {reasons:?} {}\n{}", made.command, made.text);
            }
        }
    }
    without_commands(&made, folder.path(), &mut counts);
    println!("{counts:?}");
    counts
}

/// Some of the tables without their commands: each is found if every figure gets its right verdict. Under other rules or another bias
/// these are that all hold.
#[expect(clippy::print_stdout, reason = "what `just known-truth` shows")]
fn without_commands(made: &[Made], folder: &Path, counts: &mut Counts) {
    let other = |made: &Made| matches!(&made.fault, Fault::Says(_, questions) if *questions != "1");
    let asked: Vec<(usize, &Made)> = made.iter().enumerate().step_by(WITHOUT).collect();
    let query = |(at, made): &(usize, &Made)| {
        let file = folder.join(format!("{at}.{}", made.ending));
        format!("{}\n", json!(["check", file]))
    };
    let answers = batch(asked.iter().map(query).collect());
    for ((_, made), line) in asked.iter().zip(answers.lines()) {
        counts.without += 1;
        let answer: Value = serde_json::from_str(line).unwrap();
        let none = Vec::new();
        let figures = answer["result"]["figures"].as_array().unwrap_or(&none);
        let right = figures.iter().filter(|figure| {
            let part = |name: &str| figure[name].as_str().unwrap_or_default().to_owned();
            let holds = matches!(part("status").as_str(), "exact" | "rounded");
            let key = (part("key"), part("column"), part("printed"));
            match other(made) {
                true => holds,
                false => made.truth.get(&key) == Some(&holds),
            }
        });
        // Rows may be left out; those that are judged are judged as they should be.
        let (right, judged) = (right.count(), !answer["result"]["of"].is_null());
        let found = right == made.figures;
        counts.found += usize::from(found);
        counts.mistaken += usize::from(judged && right < figures.len());
        if !found {
            let (of, candidates) = (&answer["result"]["of"], &answer["result"]["candidates"]);
            println!(
                "not found: {} {:?} {of} {candidates}\n{}",
                made.command, made.fault, made.text
            );
        }
    }
}

/// The answers to questions that may read files.
fn batch(lines: String) -> String {
    let mut siga = Command::cargo_bin("siga").unwrap();
    let siga = siga.args(["batch", "--allow-files"]).write_stdin(lines);
    String::from_utf8(siga.output().unwrap().stdout).unwrap()
}

#[test]
fn a_right_figure_is_never_called_wrong_and_a_wrong_one_never_right() {
    let asked = std::env::var("SIGA_TABLES").ok();
    let tables = asked.and_then(|n| n.parse().ok()).unwrap_or(60);
    let counts = run(tables);
    assert_eq!(counts.tables, tables);
    assert_eq!(
        (counts.accused, counts.acquitted, counts.unknown),
        (0, 0, 0)
    );
    assert!(100 * counts.refused <= 3 * counts.tables, "{counts:?}");
    assert!(20 * counts.explained >= 19 * counts.faults, "{counts:?}");
    assert!(10 * (counts.found + 1) >= 9 * counts.without, "{counts:?}");
    assert_eq!(counts.mistaken, 0, "{counts:?}");
}
