//! The limits of docs/reference.md, asked just below and just above.

#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;
use std::thread;

use serde_json::Value;

use crate::program::SIGA;

/// Status and what was said on standard error.
fn siga(line: &str) -> (i32, String) {
    let words = shlex::split(line).unwrap();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (_, said, status) = SIGA.ended(&words);
    (status, said)
}

/// Asks what is just within a limit, and what is just beyond, which is refused with a status and words that name the
/// limit.
fn between(within: &str, beyond: &str, status: i32, words: &str) {
    let (ended, said) = siga(within);
    assert_eq!(ended, 0, "{within:.100}: {said}");
    let (ended, said) = siga(beyond);
    assert_eq!(ended, status, "{beyond:.100}: {said}");
    assert!(said.contains(words), "{beyond:.100}: {said}");
}

/// Asks the pairs of questions of a file: a line `within QUESTION`, then `beyond STATUS WORDS QUESTION`.
fn ask_pairs(file: &Path) {
    let text = fs::read_to_string(file).unwrap();
    let mut within = None;
    for line in text.lines() {
        if let Some(question) = line.strip_prefix("within ") {
            assert_eq!(within.replace(question), None, "{line}");
        } else if let Some(rest) = line.strip_prefix("beyond ") {
            let parts = shlex::split(rest).unwrap();
            let beyond = shlex::try_join(parts[2..].iter().map(String::as_str)).unwrap();
            let within = within.take().expect("a question within the limit");
            between(within, &beyond, parts[0].parse().unwrap(), &parts[1]);
        }
    }
    assert_eq!(within, None, "{}", file.display());
}

/// The questions of `fixtures/limits`, file by file.
#[test]
fn within_and_beyond() {
    let files = fs::read_dir("fixtures/limits").unwrap();
    let files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    assert!(!files.is_empty());
    thread::scope(|threads| {
        for file in &files {
            threads.spawn(|| ask_pairs(file));
        }
    });
}

/// Questions that are long because of their text.
#[test]
fn long_texts() {
    let repeated =
        |start: &str, part: &str, times: usize| format!("throw '{start}{}'", part.repeat(times));
    let nested = |times: usize| format!("throw '{}d6{}'", "(".repeat(times), ")".repeat(times));
    between(
        &repeated("d6", " ", 9998),
        &repeated("d6", " ", 9999),
        2,
        "10000",
    );
    for beyond in [
        nested(61),
        repeated("", "(", 5000),
        repeated("d6", "r{1}", 990),
    ] {
        between(&nested(60), &beyond, 2, "nested too deeply");
    }
    let bias = |digits: usize| format!("throw 8s --bias 1/{}", "9".repeat(digits));
    between(&bias(1), &bias(100_000), 2, "digits");
    between(
        &repeated("d6", "r{1}", 119),
        &repeated("d6", "r{1}", 120),
        2,
        "120",
    );
    between(
        &repeated("1", "+1", 499),
        &repeated("1", "+1", 500),
        2,
        "too many parts",
    );
    let columns = |number: usize| format!("compare {}", "'throw d6' ".repeat(number));
    between(&columns(12), &columns(13), 2, "12");
    let position =
        |blanks: usize| format!("5x5 moves --position '5/5/5/5/5 x{}'", " ".repeat(blanks));
    between(&position(65_525), &position(65_526), 2, "65536");
    let played = |moves: usize| {
        format!(
            "5x5 moves --position '5/5/5/5/5 x' --play {}",
            vec!["a1"; moves].join(",")
        )
    };
    between(&played(1), &played(10_001), 2, "10000");
}

/// A file with this text, by its name.
fn file(name: &str, text: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).unwrap();
    path.to_string_lossy().into_owned()
}

#[test]
fn batches_and_the_page() {
    let line = |blanks: usize| format!("[\"throw\",\"d6\"{}]\n", " ".repeat(blanks));
    let short = file("limits-short.jsonl", &line((1 << 20) - 14));
    let long = line((1 << 20) - 13) + &line(0);
    let long = file("limits-long.jsonl", &long);
    assert_eq!(siga(&format!("batch {short}")), (0, String::new()));
    // Whatever is wrong with a line is its answer, and the next is read.
    let (answers, said, status) = SIGA.ended(&["batch", &long]);
    assert_eq!((status, said), (2, String::new()));
    let answers = answers
        .lines()
        .map(|answer| serde_json::from_str(answer).unwrap());
    let answers: Vec<Value> = answers.collect();
    assert_eq!(answers[0]["error"]["kind"], "input");
    assert_eq!(
        answers[0]["error"]["message"],
        "the line is longer than 1 MB"
    );
    assert_eq!(
        (answers.len(), &answers[1]["schema"]),
        (2, &Value::from("siga/throw/1"))
    );
    // A request within the limit is served until it is ended.
    let position = file("limits-position", &" ".repeat((8 << 10) + 1));
    let (ended, said) = siga(&format!("explore --no-open {position}"));
    assert!(ended == 2 && said.contains("8192"), "{said}");
}

#[test]
fn games_played_and_gone_through() {
    let review = |record: &str| format!("daldos review {record}");
    let short = review("fixtures/games/daldos-short.txt");
    let long = file("limits-record-long", &"#".repeat((1 << 20) + 1));
    between(&short, &review(&long), 2, "1048576");
    let passes = "A 2+3: pass\nB 2+3: pass\n".repeat(5000);
    let passes = format!("rules: daldos:n=2\nmoves:\n{passes}A 2+3: pass\n");
    let passes = file("limits-record-passes", &passes);
    between(&short, &review(&passes), 2, "10000 turns");
    let typed = |characters: usize| {
        let line = "x".repeat(characters) + "\nboard\nquit\n";
        SIGA.typed(&["5x5", "play"], line)
    };
    let refused = "A line has at most 4096 characters, so this one was not read.\n";
    // The board is shown at the beginning, and again for the next line.
    let shown = |text: &str| text.matches("5/5/5/5/5 x x5o5").count();
    let (within, beyond) = (typed(4096), typed(4097));
    assert!(!within.contains(refused) && shown(&within) == 2);
    assert!(beyond.contains(refused) && shown(&beyond) == 2);
}
