//! The schemas of `siga schema` against what siga answers: every example of the documents, every report, errors and
//! batch lines. Other tests check each answer that they read (`schema::holds`).

#![cfg(feature = "cli")]

use crate::program::SIGA;
use crate::schema;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use siga::ask;

/// The words of the commands in the console blocks of a document.
fn commands(document: &Path) -> Vec<Vec<String>> {
    let text = fs::read_to_string(document).expect("a document");
    let lines = text.lines().filter_map(|line| line.strip_prefix("$ siga "));
    let words = lines.filter_map(shlex::split);
    let plain = |words: &Vec<String>| {
        !words
            .iter()
            .any(|word| [">", "<", "|", "2>"].contains(&word.as_str()))
    };
    words.filter(plain).collect()
}

fn documents() -> Vec<PathBuf> {
    let mut found = vec![PathBuf::from("README.md")];
    for folder in ["docs", "docs/rules"] {
        let files = fs::read_dir(folder).expect("a folder");
        let files = files.map(|file| file.expect("a file").path());
        found.extend(files.filter(|file| file.extension().is_some_and(|end| end == "md")));
    }
    found.sort();
    found
}

#[test]
fn the_answers_to_the_examples_of_the_documents_are_as_their_schemas_say() {
    let mut seen = BTreeSet::new();
    for document in documents() {
        for words in commands(&document) {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let answer = SIGA.asked(&words);
            seen.insert(answer["schema"].as_str().unwrap_or_default().to_owned());
        }
    }
    // The documents show most of what there is.
    assert!(seen.len() > 12, "{seen:?}");
}

/// The lines of the files of `fixtures/reports`, one file a game.
fn questions() -> Vec<String> {
    let files = fs::read_dir("fixtures/reports").expect("a folder");
    let texts = files.map(|file| fs::read_to_string(file.expect("a file").path()).expect("a text"));
    let texts: Vec<String> = texts.collect();
    let lines = texts.iter().flat_map(|text| text.lines());
    lines
        .filter(|line| !line.starts_with('#'))
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_report_has_a_question_that_gets_it() {
    let mut open: BTreeSet<_> = ask::schemas().collect();
    for question in questions() {
        if let Some(name) = question.strip_prefix("elsewhere ") {
            assert!(open.remove(name), "{name}");
            continue;
        }
        let words = shlex::split(&question).expect("words");
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let answer = SIGA.asked(&words);
        let name = answer["schema"].as_str().unwrap_or_default();
        let name = name.trim_start_matches("siga/").trim_end_matches("/1");
        // One command may be asked twice: its answer has two forms.
        let known = open.remove(name) || ask::schema(name).is_some();
        assert!(known, "{question} is answered with {answer}");
    }
    assert!(open.is_empty(), "no question for {open:?}");
}

#[test]
fn a_schema_is_one_and_refuses_what_is_another_answer() {
    let answer = SIGA.asked(&["daldos", "odds", "--behind", "4"]);
    let mut more = answer.clone();
    more["result"]["more"] = json!(1);
    assert!(schema::check(&more).is_err(), "a field without a name");
    let mut less = answer.clone();
    less["result"]
        .as_object_mut()
        .expect("an object")
        .remove("probability");
    assert!(schema::check(&less).is_err(), "a field left out");
    let mut other = answer;
    other["schema"] = json!("siga/daldos-table/1");
    assert!(schema::check(&other).is_err(), "another report");
}

#[test]
fn lines_of_a_batch_are_as_their_schema_says() {
    let lines = fs::read_to_string("fixtures/questions.jsonl").expect("questions");
    for line in lines.lines().filter(|line| !line.trim().is_empty()) {
        let line: Value = serde_json::from_str(line).expect("JSON");
        assert!(schema::is_question(&line), "{line}");
    }
    assert!(schema::is_question(&json!({"query": ["throws"]})));
    for wrong in [
        json!(1),
        json!({"id": 1}),
        json!({"query": ["throw"], "more": 1}),
        json!([1]),
    ] {
        assert!(!schema::is_question(&wrong), "{wrong}");
    }
}
