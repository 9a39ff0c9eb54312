//! Asking by the words of a command: answers, errors with their places, stopping.

#![cfg(feature = "cli")]

use crate::schema;

use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use assert_cmd::Command;
use serde_json::{Value, json};
use siga::ask::{self, At, Error, Kind, Stop, Terms};

fn words(line: &str) -> Vec<String> {
    shlex::split(line).expect("quotes are closed")
}

fn refused(line: &str) -> Error {
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
        let printed = Command::cargo_bin("siga")
            .expect("the command")
            .args(words(line))
            .arg("--json")
            .output()
            .expect("it runs");
        assert_eq!(
            answer.json + "\n",
            String::from_utf8_lossy(&printed.stdout),
            "{line}"
        );
        assert_eq!(answer.status, 0);
    }
}

/// An error that more work may avoid says which option allows it, and what that costs; asked so, the answer is there.
#[test]
fn a_limit_says_what_to_raise() {
    let line = "daldos endgame --pieces 2,1 --n 5 --positions";
    let error = refused(&format!("{line} 100"));
    let raise = error.raise.expect("a limit to raise");
    assert_eq!(
        (raise.argument.as_str(), raise.enough),
        ("--positions", Some(true))
    );
    assert!(raise.seconds.is_some() && raise.memory > Some(1000));
    let to = raise.to.expect("a number");
    let line = format!("{line} {to}");
    assert!(ask::answer(&words(&line), &Terms::default()).is_ok());
    let open = refused("5x5 probe --position '5/5/2x2/3o1/5 x' --budget 100");
    let raise = open.raise.expect("a limit to raise");
    assert_eq!(raise.argument, "--budget");
    // Twenty-five has 1.6 thousand million positions and takes 1.3 GB (docs/results.md).
    assert!((1_600_000_000..1_700_000_000).contains(&raise.to.expect("a number")));
    assert!((1_000_000_000..1_600_000_000).contains(&raise.memory.expect("bytes")));
    assert_eq!(refused("throw 2d").raise, None);
}

/// After a first move of twenty-five its value is on record, and a corner has lost; those of the moves are not.
#[test]
fn twenty_five_is_known_after_the_first_move() {
    for (position, outcome) in [("5/5/2x2/5/5 o", "draw"), ("5/5/5/5/x4 o", "win")] {
        let line = format!("5x5 probe --position '{position}' --budget 1000");
        let answer = ask::answer(&words(&line), &Terms::default()).expect("it is on record");
        let answer: Value = serde_json::from_str(&answer.json).expect("JSON");
        assert_eq!(answer["result"]["outcome"], outcome);
        assert_eq!(answer["result"]["method"], "recorded");
        assert_eq!(answer["result"]["moves"].as_array().map(Vec::len), Some(24));
    }
}

#[test]
fn errors_have_a_kind_and_a_place() {
    let error = refused("throw 2d6+3d");
    assert_eq!((error.status, error.kind), (2, Kind::Input));
    let at = At {
        argument: Some("SPEC".into()),
        line: Some(1),
        column: Some(7),
        ..At::default()
    };
    assert_eq!(error.at, Some(at));
    assert!(!error.message.contains('\n'), "{error}");

    let error = refused("sidja moves --position 'oxxoo/ooxxo/oo1xx/xo?xx/xxoox x -'");
    let at = At {
        argument: Some("--position".into()),
        line: Some(1),
        column: Some(21),
        ..At::default()
    };
    assert_eq!((error.kind, error.at), (Kind::Input, Some(at)));

    let error = refused("daldos odds --behind 1 --rules daldos:n=x");
    assert_eq!(
        error.at.expect("a place").argument.as_deref(),
        Some("--rules")
    );

    let error = refused("daldos odds --behind x");
    assert_eq!((error.status, error.kind), (2, Kind::Usage));
    assert_eq!(
        error.at,
        Some(At {
            argument: Some("--behind".into()),
            ..At::default()
        })
    );

    assert_eq!(refused("throw 100000d1000").kind, Kind::Limit);
    assert_eq!(refused("throw 100000d1000").status, 1);
    for no_question in [
        "",
        "--help",
        "daldos",
        "daldos odds --help",
        "no such",
        "teeko play",
        "generate man",
        "tables remove teeko",
        "tables build teeko",
    ] {
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
    let error = ask::answer(&words("sidja moves no-such-file"), &reading).expect_err("no file");
    assert_eq!(
        error.at,
        Some(At {
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
fn a_check_that_finds_something_answers_with_status_three() {
    let reading = Terms {
        reads: true,
        ..Terms::default()
    };
    let answer =
        ask::answer(&words("check fixtures/published/tab.json"), &reading).expect("an answer");
    let object: Value = serde_json::from_str(&answer.json).expect("JSON");
    let differs = object["result"]["claims"]
        .as_array()
        .expect("claims")
        .iter()
        .any(|claim| claim["status"] == "differs");
    assert_eq!(answer.status, if differs { 3 } else { 0 });
}

#[test]
fn work_is_stopped_by_a_word_and_by_its_time() {
    // Would take minutes.
    let long =
        words("sidja perft --depth 40 --budget 1000000000000 --position '5/1x1o1/5/1o3/3x1 x -'");
    let terms = Terms {
        stop: Stop::new().within(Duration::from_millis(50)),
        ..Terms::default()
    };
    let begun = Instant::now();
    let error = ask::answer(&long, &terms).expect_err("too long");
    assert_eq!((error.status, error.kind), (1, Kind::Stopped));
    assert_eq!(
        error.message,
        "not answered within 0.05 s, the time allowed"
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

#[test]
fn a_command_for_a_program_fails_with_the_same_object() {
    for (line, argument) in [
        ("throw 2d6+3d --json", "SPEC"),
        ("daldos odds --behind x --json", "--behind"),
        ("daldos odds --format json --behin 3", "--behin"),
    ] {
        let run = Command::cargo_bin("siga")
            .expect("the command")
            .args(words(line))
            .output()
            .expect("it runs");
        assert_eq!(run.status.code(), Some(2), "{line}");
        assert!(run.stdout.is_empty());
        let text = String::from_utf8_lossy(&run.stderr);
        assert_eq!(text.lines().count(), 1, "{text}");
        let object: Value = serde_json::from_str(&text).expect("one object");
        assert_eq!(object["schema"], "siga/error/1");
        schema::holds(&object);
        assert_eq!(object["version"], json!(env!("CARGO_PKG_VERSION")));
        assert_eq!(object["error"]["status"], 2);
        assert_eq!(object["error"]["at"]["argument"], argument);
    }
}

/// Long questions of every kind, told to stop after a moment: each ends soon after, wherever it is. How soon is a matter of what
/// is done between two looks at the stop; the bound is far above that, as these are not timed.
#[test]
fn every_kind_of_question_stops_when_told() {
    for line in [
        "throw '10d1300+6d4111'",
        "throw '3d10000 + 3d9999' --at-least",
        "throw '10000d6'",
        "throw '(20d{13469,7633,37,51,23,11,77276,144,6,1})!'",
        "throw 'max(4d{0..9999}, 8s)' --bias 0.3..0.4",
        "throw 'max(4d{0..3000}, 8s)' --bias p",
        "throw '4s -> {0..2: 13d8689*, else: x}' --turn",
        "throw '1000s -> {else: (16d{1,7,49,343,2401,16807} >= x)}'",
        "throw '10s(0.3) * 276(10d39)'",
        "throw '300d20kh150'",
        "throw '5d4333dl1'",
        "throw 'best 17 of (9d2, 2d3051, 2d1438, 2d8, 2d41224, d6)'",
        "throw 'max(s, best 6 of (d{5,6}, 286d1574, d6))'",
        "throw '28d{0..50} -> {0..32: best 6 of (d{5,6}, 286d1574, d6)*, else: x}' --turn --max-throws 87",
        "throw '(d2000)(d{1,7,49,343})'",
        "throw 'd(90d{1,7,49,343})'",
        "throw 'largest_set(60d60)'",
        "throw 'straight(40d40)'",
        "throw 'matched(30d30, 30d30)'",
        "throw 'largest_set(deal(40, 4{1..60}))'",
        "throw '2d6' --target 2000 --jump 4:1900,1990:3 --past bounce --players 20",
        "throw 'd{1:5,2:7,3:11}' --target 2000 --jump 1990:3 --past stay",
        "throw '2(d6, d214748)!3'",
        "throw '100s' --bias 1/3..2/3",
        "throw 66d6! --up-to 2000",
        "throw tab --turn --max-throws 100 --target 100",
        "throw 20s --counts 3:500,10:20000,12:5000",
        "daldos odds --behind 10,20,30,40,50,60,70,80",
        "daldos table --pieces 3 --max 49",
        "daldos opening --rules daldos:n=21 --turns 200",
        "daldos analyse fixtures/positions/daldos-crowded.txt --budget 100000000",
        "daldos endgame --n 16 --pieces 2,2 --positions 5000000",
        "daldos endgame --n 6 --pieces 2,1 --exact --positions 14000",
        "daldos perft fixtures/positions/daldos-crowded.txt --depth 8 --budget 50000000",
        "daldos simulate --games 100000000",
        "sig odds --behind 38,40,42 --rules sig:ludii",
        "sig analyse fixtures/positions/sig-middle.txt --budget 100000000000",
        "sig perft fixtures/positions/sig-middle.txt --depth 3 --budget 50000000",
        "sidja survey --rules sidja:egypt",
        "sidja placing --rules sidja:egypt,size=5",
        "sidja solve --stones 7",
        "sidja perft fixtures/positions/sidja-perft.txt --depth 20 --budget 1000000000",
        "sidja analyse fixtures/positions/sidja-trap.txt --budget 20000000",
        "teeko solve",
        "5x5 solve --rules 5x5:men=4",
        "5x5 perft --position '5/5/5/5/5 x' --depth 9 --budget 1000000000",
        "compare 'throw 10000d6' 'throw 10000d4'",
        "check fixtures/published/sidja.json",
        "sidja first-capture fixtures/positions/sidja-start.txt",
        "sidja moves --position '5/5/1xo2/5/5 x x11o11' --rules sidja:egypt",
        "daldos review fixtures/games/daldos-short.txt --budget 100000000 --positions 5000000",
        "daldos endgame --n 8 --pieces 2,2 --all --positions 300000",
        "sig table --pieces 3 --max 9",
        "sig turn --length 10 --rules sig:ludii",
        "sig turn --bias 3/5 --up-to 2000",
        "teeko probe fixtures/positions/teeko-longest.txt",
        "teeko perft --position '5/5/5/5/5 x' --depth 9 --budget 1000000000",
        "5x5 probe fixtures/positions/5x5-jump.txt --budget 20000000",
        "5x5 review fixtures/games/5x5-three.txt --budget 20000000",
        "throw 100d6 --counts 300:50,350:900,360:5000",
        "throw '28d{0..50} -> {0..32: x*, else: x}' --turn --max-throws 87",
    ] {
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
}
