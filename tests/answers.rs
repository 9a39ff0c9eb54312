//! Questions, and what stands in their answers: the files of `fixtures/answers`.
//!
//! A line is a question as it is typed, with `\n` for the ends of lines within it; none comes twice. Each line indented below it is a place
//! in its JSON answer and what stands there, or `absent`, or `~`, a number that is known and how far from it the answer may be, and both its
//! bounds, between which it lies if it is a fraction. In a place `*` is every element of a list, and `*-0-9` every one but the first and the
//! tenth. Or a line is `refused` (status 2) or `limited` (status 1) and words of the message.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use std::collections::HashSet;
use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;

use num_rational::BigRational;
use serde_json::Value;
use siga::exact::approx;

use crate::program::SIGA;

/// What stands at a place.
pub(crate) fn found<'a>(answer: &'a Value, at: &str) -> Vec<Option<&'a Value>> {
    let Some((list, rest)) = at.split_once("/*") else {
        return vec![answer.pointer(at)];
    };
    let (but, rest) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let but: Vec<usize> = but.split('-').skip(1).map(|n| n.parse().unwrap()).collect();
    let list = answer.pointer(list).and_then(Value::as_array);
    let elements = list.into_iter().flatten().enumerate();
    let elements = elements.filter(|(number, _)| !but.contains(number));
    elements.flat_map(|(_, one)| found(one, rest)).collect()
}

/// Whether it is what a file says stands there.
pub(crate) fn is_as_said(found: Option<&Value>, expected: &str) -> bool {
    let Some(found) = found else {
        return expected == "absent";
    };
    let Some(known) = expected.strip_prefix("~ ") else {
        return expected != "absent" && serde_json::from_str::<Value>(expected).unwrap() == *found;
    };
    let (known, away) = known.split_once(' ').unwrap();
    is_near(found, known, away.parse().unwrap())
}

/// Whether a number, or both its bounds, are so near to what is known; where that is a fraction, it lies between the bounds.
fn is_near(found: &Value, known: &str, away: f64) -> bool {
    let fraction: Option<BigRational> = known.contains('/').then(|| known.parse().unwrap());
    let known = (fraction.as_ref()).map_or_else(|| known.parse().unwrap(), approx);
    let near = |number: &Value| (number.as_f64().unwrap() - known).abs() <= away;
    let exact = |end: &Value| {
        end["exact"]
            .as_str()
            .unwrap()
            .parse::<BigRational>()
            .unwrap()
    };
    match (found.get("lower"), found.get("upper")) {
        (None, None) => near(found.get("approx").unwrap_or(found)),
        (lower, upper) => {
            let [lower, upper] = [lower.unwrap(), upper.unwrap()];
            let holds = |known: BigRational| exact(lower) <= known && known <= exact(upper);
            near(&lower["approx"]) && near(&upper["approx"]) && fraction.is_none_or(holds)
        }
    }
}

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
            let found = found(answer, at);
            let right = !found.is_empty() && found.iter().all(|it| is_as_said(*it, expected));
            return (!right).then(|| format!("{at}: {found:?}"));
        }
    };
    assert!(expected.len() > 5, "{said}: words that say why");
    let error = &answer["error"];
    let message = error["message"].as_str().unwrap_or_default();
    (error["status"] != status || !message.contains(expected)).then(|| answer.to_string())
}

/// What is wrong with the answers to a file, and how many lines say what stands in them.
fn judged(path: &Path, asked: &Mutex<HashSet<Vec<String>>>) -> (Vec<String>, usize) {
    let (mut faults, mut judged, path) = (Vec::new(), 0, path.display());
    let text = fs::read_to_string(path.to_string()).unwrap();
    let lines = (1..).zip(text.lines());
    let mut lines = lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .peekable();
    while let Some((at, question)) = lines.next() {
        assert!(
            lines.peek().is_some_and(|(_, next)| next.starts_with("  ")),
            "{path}:{at}: nothing is said of the answer to {question}"
        );
        let words = shlex::split(&question.replace("\\n", "\n")).unwrap();
        let is_new = asked.lock().unwrap().insert(words.clone());
        assert!(is_new, "{path}:{at}: asked twice: {question}");
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let answer = catch_unwind(|| SIGA.asked(&words))
            .unwrap_or_else(|_| panic!("{path}:{at}: no answer to {question}"));
        while let Some((at, said)) = lines.next_if(|(_, line)| line.starts_with("  ")) {
            judged += 1;
            let fault = fault(&answer, said.trim_start());
            faults.extend(fault.map(|it| format!("{path}:{at}: {question}\n{said}\n  {it}")));
        }
    }
    (faults, judged)
}

#[test]
fn answers_are_as_their_files_say() {
    let files = fs::read_dir("fixtures/answers").unwrap();
    let files: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    let asked = &Mutex::new(HashSet::new());
    let files: Vec<(Vec<String>, usize)> = thread::scope(|threads| {
        let threads: Vec<_> = files
            .iter()
            .map(|file| threads.spawn(move || judged(file, asked)))
            .collect();
        let ended = threads.into_iter().map(|thread| thread.join().unwrap());
        ended.collect()
    });
    let count: usize = files.iter().map(|(_, judged)| judged).sum();
    let faults: Vec<String> = files.into_iter().flat_map(|(faults, _)| faults).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(count > 1500, "{count}");
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
