//! Questions, and what stands in their answers: the files of `fixtures/answers`.
//!
//! A line is a question as it is typed. Each line indented below it is a place in its JSON answer and what stands there, or `absent`;
//! or `refused` (status 2) or `limited` (status 1) and words of the message.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use std::fs;

use serde_json::Value;

use crate::program::SIGA;

/// What is wrong with the answer.
fn fault(answer: &Value, said: &str) -> Option<String> {
    let (at, expected) = said.split_once(' ').unwrap();
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
        let text = fs::read_to_string(file.unwrap().path()).unwrap();
        let (mut question, mut answer) = ("", Value::Null);
        for line in text
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
        {
            let Some(said) = line.strip_prefix("  ") else {
                let words = shlex::split(line).unwrap();
                question = line;
                answer = SIGA.asked(&words.iter().map(String::as_str).collect::<Vec<_>>());
                continue;
            };
            judged += 1;
            let fault = fault(&answer, said);
            faults.extend(fault.map(|fault| format!("{question}\n  {said}\n  {fault}")));
        }
    }
    assert!(judged > 200, "{judged}");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
