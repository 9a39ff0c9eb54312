//! Questions, and what stands in their answers: the files of `fixtures/answers`.
//!
//! A line is a question as it is typed, with `\n` for the ends of lines within it. Each line indented below it is a place in its JSON answer and what stands there, or `absent`;
//! or `refused` (status 2) or `limited` (status 1) and words of the message.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use std::fs;

use serde_json::Value;

use crate::program::SIGA;

/// What is wrong with the answer.
fn fault(answer: &Value, said: &str) -> Option<String> {
    let (at, expected) = said
        .split_once(' ')
        .filter(|(_, expected)| !expected.trim().is_empty())
        .unwrap_or_else(|| panic!("{said}: a place, and what stands there"));
    let status = match at {
        "refused" => 2,
        "limited" => 1,
        _ => {
            let known = (expected != "absent").then(|| serde_json::from_str(expected).unwrap());
            let found = answer.pointer(at);
            return (found != known.as_ref()).then(|| format!("{at}: {found:?}"));
        }
    };
    let error = &answer["error"];
    let message = error["message"].as_str().unwrap_or_default();
    (error["status"] != status || !message.contains(expected)).then(|| answer.to_string())
}

#[test]
fn answers_are_as_their_files_say() {
    let (mut faults, mut judged) = (Vec::new(), 0);
    for file in fs::read_dir("fixtures/answers").unwrap() {
        let path = file.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let lines = (1..).zip(text.lines());
        let mut lines = lines
            .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
            .peekable();
        while let Some((at, question)) = lines.next() {
            assert!(
                lines.peek().is_some_and(|(_, next)| next.starts_with("  ")),
                "{}:{at}: nothing is said of the answer to {question}",
                path.display()
            );
            let words = shlex::split(&question.replace("\\n", "\n")).unwrap();
            let answer = SIGA.asked(&words.iter().map(String::as_str).collect::<Vec<_>>());
            while let Some((at, said)) = lines.next_if(|(_, line)| line.starts_with("  ")) {
                judged += 1;
                let fault = fault(&answer, said.trim_start());
                let place = path.display();
                faults.extend(fault.map(|it| format!("{place}:{at}: {question}\n{said}\n  {it}")));
            }
        }
    }
    assert!(judged > 200, "{judged}");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// A row that is new on the page fails until it has a question.
#[test]
fn every_row_of_the_tables_of_equivalents_is_asked() {
    let asked = fs::read_to_string("fixtures/answers/equivalents.txt").unwrap();
    let asked: Vec<Vec<String>> = asked.lines().filter_map(shlex::split).collect();
    let (mut in_table, mut rows) = (false, 0);
    for line in include_str!("../docs/throws.md").lines() {
        in_table = line.starts_with("| siga | what it is |") || in_table && line.starts_with('|');
        let column = line.split('|').nth(1).filter(|_| in_table).unwrap_or("");
        for throw in column.split('`').skip(1).step_by(2) {
            let is_asked = asked
                .iter()
                .any(|words| words.get(1).is_some_and(|word| word == throw));
            assert!(
                is_asked,
                "{throw} is not asked in fixtures/answers/equivalents.txt"
            );
            rows += 1;
        }
    }
    assert!(rows > 40, "{rows}");
}
