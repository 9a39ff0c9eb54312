//! Asking by the words of a command: answers, errors with their places, stopping.

#![cfg(feature = "cli")]

use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use siga::ask::{self, At, Failure, Kind, Limits, Stop, Terms};

use crate::program::SIGA;

fn words(line: &str) -> Vec<String> {
    shlex::split(line).expect("quotes are closed")
}

fn refused(line: &str) -> Failure {
    ask::answer(&words(line), &Terms::default()).expect_err(line)
}

#[test]
fn an_answer_is_what_the_command_prints() {
    for line in [
        "daldos odds --behind 1,3",
        "throw 4d6kh3 --at-least",
        "sidja first-capture --position 'oxxoo/ooxxo/oo1xx/xooxx/xxoox x -'",
        "teeko moves --position '5/5/2x2/5/5 o'",
        "rules daldos",
        "compare 'throw 2d6' 'throw 3d4'",
    ] {
        let answer = ask::answer(&words(line), &Terms::default()).expect(line);
        let words = words(line);
        let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
        words.push("--json");
        assert_eq!(answer.json + "\n", SIGA.shown(&words), "{line}");
        assert_eq!(answer.status, 0);
    }
}

#[test]
fn what_is_no_question_is_refused() {
    let error = refused("throw 2d6+3d");
    assert!(!error.message.contains('\n'), "{error}");
    assert!(refused("throw 2d6 --out x").message.contains("--out"));
    let none = "|--help|daldos|daldos odds --help|no such|teeko play|generate man|tables remove teeko|tables build teeko";
    for no_question in none.split('|') {
        assert_eq!(refused(no_question).status, 2, "{no_question}");
    }
}

#[test]
fn nothing_is_read_unless_it_may_be() {
    let file = words("sidja first-capture fixtures/positions/sidja-longest-sudan.txt");
    let error = ask::answer(&file, &Terms::default()).expect_err("a file");
    assert!(error.message.contains("files are not read"), "{error}");
    let reading = Terms {
        reads: true,
        ..Terms::default()
    };
    ask::answer(&file, &reading).expect("it may be read");
    // A check that finds something is an answer too.
    let claims = words("check fixtures/published/yut.json");
    let answer = ask::answer(&claims, &reading).expect("claims");
    assert_eq!(answer.status, 3);
    let error = ask::answer(&words("sidja moves no-such-file"), &reading).expect_err("no file");
    assert_eq!(
        error.at.as_deref(),
        Some(&At {
            file: Some("no-such-file".into()),
            ..At::default()
        })
    );
    assert_eq!(error.status, 2);
    let error = ask::answer(&words("throw -"), &reading).expect_err("no question");
    assert!(error.message.contains("standard input"), "{error}");
    // The right was of one question only.
    assert!(ask::answer(&file, &Terms::default()).is_err());
}

#[test]
fn work_is_stopped_by_a_word_and_by_its_time() {
    // Would take minutes.
    let long =
        words("sidja perft --depth 40 --budget 1000000000000 --position '5/1x1o1/5/1o3/3x1 x -'");
    let terms = Terms {
        limits: Limits {
            time: Some(Duration::from_millis(50)),
            memory: None,
        },
        ..Terms::default()
    };
    let begun = Instant::now();
    let error = ask::answer(&long, &terms).expect_err("too long");
    assert_eq!((error.status, error.kind), (1, Kind::Stopped));
    assert_eq!(
        error.message,
        "not answered within 0.05 s of processor time; allow more with --limit-seconds"
    );
    assert!(begun.elapsed() < Duration::from_secs(20));

    let told = Arc::new(Mutex::new(Vec::new()));
    let hears = told.clone();
    let stop = Stop::new();
    let handle = stop.clone();
    let tell: ask::ProgressListener = Arc::new(move |line: &str| {
        hears.lock().expect("told").push(line.to_owned());
        handle.stop();
    });
    let asking = thread::spawn(move || {
        let terms = Terms {
            stop,
            tell: Some(tell),
            ..Terms::default()
        };
        ask::answer(&long, &terms).expect_err("stopped")
    });
    assert_eq!(asking.join().expect("no panic").message, "stopped");
    assert!(
        told.lock().expect("told")[0].contains(" s"),
        "it says for how long"
    );
}

/// Long questions of every kind, told to stop after a moment: each ends soon after, wherever it is. How soon is a matter of what
/// is done between two looks at the stop; the bound is far above that, as these are not timed.
#[test]
fn every_kind_of_question_stops_when_told() {
    let mut asked = 0;
    for file in std::fs::read_dir("fixtures/limits").expect("questions near the limits") {
        let text = std::fs::read_to_string(file.expect("a file").path()).expect("text");
        for line in text.lines().filter_map(|line| line.strip_prefix("stops ")) {
            asked += 1;
            stops(line);
        }
    }
    assert!(asked > 60);
}

fn stops(line: &str) {
    let stop = Stop::new();
    let handle = stop.clone();
    thread::spawn(move || {
        thread::sleep(Duration::from_millis(50));
        handle.stop();
    });
    let terms = Terms {
        reads: true,
        stop,
        ..Terms::default()
    };
    let begun = Instant::now();
    let _ = ask::answer(&words(line), &terms);
    let took = begun.elapsed();
    assert!(took < Duration::from_secs(20), "{line}: {took:?}");
}
