//! The limits of docs/limits.md, asked just below and just above.

#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use std::process::Command;

/// Status and what was said on standard error.
fn siga(line: &str) -> (Option<i32>, String) {
    let words = shlex::split(line).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_siga"));
    command
        .args(words)
        .stdin(std::process::Stdio::null())
        .env("SIGA_TABLES", env!("CARGO_TARGET_TMPDIR"));
    let output = command.output().unwrap();
    (
        output.status.code(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

/// Asks what is just within a limit, and what is just beyond, which is refused with a status and words that name the
/// limit.
fn between(within: &str, beyond: &str, status: i32, words: &str) {
    let (ended, said) = siga(within);
    assert_eq!(ended, Some(0), "{within:.100}: {said}");
    let (ended, said) = siga(beyond);
    assert_eq!(ended, Some(status), "{beyond:.100}: {said}");
    assert!(said.contains(words), "{beyond:.100}: {said}");
}

#[test]
fn throws() {
    let repeated = |start: &str, part: &str, times: usize, end: &str| {
        format!("throw '{start}{}{end}'", part.repeat(times))
    };
    let nested = |times: usize| format!("throw '{}d6{}'", "(".repeat(times), ")".repeat(times));
    between(
        &repeated("d6", " ", 9998, ""),
        &repeated("d6", " ", 9999, ""),
        2,
        "10000",
    );
    between(&nested(60), &nested(61), 2, "nested too deeply");
    between(
        &repeated("d6", "r{1}", 119, ""),
        &repeated("d6", "r{1}", 120, ""),
        2,
        "120",
    );
    between(
        &repeated("1", "+1", 499, ""),
        &repeated("1", "+1", 500, ""),
        2,
        "too many parts",
    );
    for (within, beyond, status, words) in [
        (
            "throw d6+1000000000000",
            "throw d6+1000000000001",
            2,
            "1000000000000",
        ),
        (
            "throw 'd{1..10000}' --quiet",
            "throw 'd{1..10001,20000}'",
            2,
            "10000",
        ),
        (
            "throw 'd2000000 >= 5'",
            "throw 'd2000001 >= 5'",
            1,
            "2,000,000",
        ),
        (
            "throw d6 --target 9 --wait 3:20",
            "throw d6 --target 9 --wait 3:21",
            2,
            "20",
        ),
        (
            "throw 'matched(9d6, 9d6)'",
            "throw 'matched(2000d6, 2000d6)'",
            1,
            "60,000,000",
        ),
        (
            "throw d6 --target 9 --players 20",
            "throw d6 --target 9 --players 21",
            2,
            "20",
        ),
        ("throw 20d20", "throw 2000d1000", 1, "60,000,000"),
        ("throw 20d20", "throw 60000d20", 1, "60,000,000"),
        (
            "throw '100d10 * d6' --decimals-only",
            "throw '1000d10 * 1000d10' --decimals-only",
            1,
            "3,000,000,000",
        ),
        ("throw 30d6!", "throw 67d6!", 1, "400"),
        (
            "throw s --turn --max-throws 100",
            "throw s --turn --max-throws 101",
            2,
            "100",
        ),
        (
            "throw 2d6 --target 2000",
            "throw 2d6 --target 2001",
            2,
            "2000",
        ),
        (
            "throw d6! --up-to 200",
            "throw d6! --up-to 2100",
            1,
            "2,000",
        ),
        (
            "throw 100d6 --turn",
            "throw 1000d6 --turn",
            1,
            "too long for a table; use --json or --csv, or --decimals-only: this needs about 12,",
        ),
        (
            "throw yut --turn --values 10",
            "throw yut --turn --values 11",
            2,
            "0..=10",
        ),
        (
            "throw tab --turn --values 5",
            "throw tab --turn --values 10",
            1,
            "5000",
        ),
        (
            "throw 2d6 --digits 1000",
            "throw 2d6 --digits 1001",
            2,
            "1000",
        ),
        (
            "throw 1s --counts 0:500,1:500",
            "throw 1s --counts 0:50000,1:50001",
            1,
            "100,000",
        ),
        (
            "throw 1s --bias p --counts 0:50000,1:50000",
            "throw 1s --bias p --counts 0:50000,1:50001",
            1,
            "100,000",
        ),
        (
            "throw 100d6 --format markdown",
            "throw 10000d4 --format markdown",
            1,
            "5,000,000",
        ),
    ] {
        between(within, beyond, status, words);
    }
    let columns = |number: usize| format!("compare {}", "'throw d6' ".repeat(number));
    between(&columns(12), &columns(13), 2, "12");
}

#[test]
fn daldos_and_sig() {
    let end = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/fixtures/positions/sig-end.txt"
    );
    let last = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/fixtures/positions/daldos-last.txt"
    );
    for (within, beyond, status, words) in [
        (
            "daldos odds --behind 1,2,3",
            "daldos odds --behind 1,2,3,4,5,6,7,8,9",
            2,
            "at most 8",
        ),
        (
            "daldos odds --behind 500",
            "daldos odds --behind 501",
            2,
            "500",
        ),
        (
            "daldos table --pieces 2 --max 5",
            "daldos table --pieces 3 --max 60",
            1,
            "20000",
        ),
        (
            "daldos opening --turns 1 --rules daldos:n=21",
            "daldos opening --rules daldos:n=22",
            2,
            "1 to 21",
        ),
        (
            "daldos opening --turns 2",
            "daldos opening --turns 201",
            2,
            "0..=200",
        ),
        (
            "daldos simulate --games 1",
            "daldos simulate --games 100000001",
            1,
            "100,000,000",
        ),
        (
            "daldos analyse fixtures/positions/daldos-last.txt --throw 1,1 --simulate 20",
            "daldos analyse fixtures/positions/daldos-last.txt --throw 1,1 --simulate 20000001",
            2,
            "1..=20000000",
        ),
        (
            "daldos endgame --n 2 --exact",
            "daldos endgame --n 16 --pieces 2,1 --exact",
            1,
            "14,000",
        ),
        (
            "daldos endgame --n 2",
            "daldos endgame --n 16 --pieces 3,3",
            1,
            "10,000,000",
        ),
        (
            "daldos endgame --n 3 --pieces 2,1",
            "daldos endgame --n 16 --pieces 2,1",
            1,
            "of memory, and 22,000 are allowed: allow 262144 with --positions",
        ),
        (
            "daldos endgame --n 2 --positions 64",
            "daldos endgame --n 2 --positions 63",
            1,
            "64 positions would have to be solved",
        ),
        (
            "daldos endgame --n 2 --positions 10000000",
            "daldos endgame --n 2 --positions 10000001",
            2,
            "1..=10000000",
        ),
        (
            "daldos endgame --rules daldos:n=4 --position '1A2/A4/2b1 A'",
            "daldos endgame --rules daldos:n=4 --position '1A2/A4/2b1 A' --positions 100",
            1,
            "and 100 are allowed",
        ),
        ("sig odds --behind 80", "sig odds --behind 81", 2, "80"),
        (
            "daldos odds --behind 1 --rules daldos:extra_throws=20",
            "daldos odds --behind 1 --rules daldos:extra_throws=21",
            2,
            "0 to 20",
        ),
        (
            "sig odds --behind 38,40,42",
            "sig odds --behind 38,40,43",
            2,
            "at most 120",
        ),
        (
            "sig odds --behind 1,2,3",
            "sig odds --behind 1,2,3,4",
            2,
            "1 to 3",
        ),
        (
            "sig odds --behind 3 --rules sig:ludii,length=32",
            "sig odds --behind 3 --rules sig:ludii,length=33",
            2,
            "32",
        ),
        (
            "sig table --pieces 2 --max 5",
            "sig table --pieces 3 --max 20",
            1,
            "400",
        ),
        ("sig turn --length 4", "sig turn --length 11", 2, "0..=10"),
    ] {
        between(within, beyond, status, words);
    }
    // Work that is long and allowed is announced beforehand.
    let (ended, said) = siga("daldos simulate --games 20000 --rules daldos:n=1");
    assert_eq!((ended, said.as_str()), (Some(0), ""));
    let (ended, said) = siga("daldos simulate --games 100000000 --a nobody");
    assert!(ended == Some(2) && !said.contains("note"), "{said}");
    let perft = |file: &str, game: &str, depth: u32| format!("{game} perft {file} --depth {depth}");
    between(
        &perft(last, "daldos", 1),
        &perft(last, "daldos", 61),
        2,
        "0..=60",
    );
    between(&perft(end, "sig", 1), &perft(end, "sig", 21), 2, "0..=20");
    let budget = |budget: u64| format!("daldos analyse {last} --budget {budget}");
    between(
        &budget(100_000_000),
        &budget(100_000_001),
        2,
        "1..=100000000",
    );
}

#[test]
fn tab() {
    let endgame = "tab endgame --rules tab:ludii,length=3 --position '3/2A/3/B2 A'";
    for (within, beyond, status, words) in [
        ("tab odds --behind 60", "tab odds --behind 61", 2, "1 to 60"),
        (
            "tab odds --behind 1,2,3",
            "tab odds --behind 1,2,3,4",
            2,
            "1 to 3",
        ),
        (
            "tab odds --behind 2,4,5 --rules tab:ludii",
            "tab odds --behind 40,41,42 --rules tab:ludii",
            2,
            "8000",
        ),
        (
            "tab table --pieces 2 --max 5",
            "tab table --pieces 3 --max 20",
            1,
            "400",
        ),
        ("tab throw --length 4", "tab throw --length 11", 2, "0..=10"),
        (
            "tab moves --yield 2 --rules tab:lane,length=15 --position 'a14/15/15/14b A'",
            "tab moves --yield 2 --position 'a16/17/17/16b A'",
            2,
            "beyond 15 cells",
        ),
    ] {
        between(within, beyond, status, words);
    }
    let states = |states: u32| format!("{endgame} --states {states}");
    between(&states(100_000), &states(3), 1, "more than 3 states");
    between(
        &format!("{endgame} --exact"),
        &format!("{} --exact", endgame.replace("ludii", "lane")),
        2,
        "each throw is used before",
    );
    let sig = "sig endgame --rules sig:depaulis,length=3 --position '3/1A1/1B1/3 A'";
    let throws = |throws: u32| format!("{sig} --max-throws {throws}");
    between(&throws(2), &throws(21), 2, "1..=20");
    between(
        &throws(3),
        &format!("{sig} --states 3"),
        1,
        "more than 3 states",
    );
    between(
        &throws(3),
        &format!("{sig} --exact"),
        2,
        "each throw is used before",
    );
}

#[test]
fn boards() {
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
    let trap = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/fixtures/positions/sidja-trap.txt"
    );
    for (within, beyond, status, words) in [
        (
            "analyse TRAP --budget 1000",
            "analyse TRAP --budget 20000001",
            2,
            "1..=20000000",
        ),
        (
            "perft TRAP --depth 2 --budget 1000",
            "perft TRAP --depth 20 --budget 1000",
            1,
            "budget of 1000",
        ),
        (
            "perft TRAP --depth 1",
            "perft TRAP --depth 201",
            2,
            "0..=200",
        ),
        (
            "guarantees --rules sidja:sudan,size=11 --cells a1",
            "guarantees --rules sidja:sudan,size=13",
            2,
            "3 to 11",
        ),
        ("solve --stones 3", "solve --stones 25", 2, "2..=24"),
        (
            "analyse TRAP --budget 1000 --stones 2",
            "analyse TRAP --stones 9",
            2,
            "0..=8",
        ),
        (
            "survey --rules sidja:sudan,size=3 --longest 1000",
            "survey --longest 1001",
            2,
            "0..=1000",
        ),
        (
            "placing --rules sidja:sudan,size=3",
            "placing --rules sidja:sudan,size=7",
            2,
            "7×7",
        ),
    ] {
        let asked = |line: &str| format!("sidja {}", line.replace("TRAP", trap));
        between(&asked(within), &asked(beyond), status, words);
    }
    for (within, beyond, status, words) in [
        (
            "5x5 perft --position '5/5/5/5/5 x' --depth 2",
            "5x5 perft --position '5/5/5/5/5 x' --depth 12 --budget 1000",
            1,
            "--budget",
        ),
        (
            "tables plan sidja:sudan --stones 24",
            "tables build sidja:sudan --stones 10 --turns",
            2,
            "at most 9",
        ),
        (
            "tables plan sidja:sudan --stones 24",
            "tables build daldos:n=21 --pieces 4,4",
            1,
            "10,000,000",
        ),
    ] {
        between(within, beyond, status, words);
    }
}

#[test]
fn batches_and_the_page() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = |name: &str, text: String| {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_string_lossy().into_owned()
    };
    let line = |blanks: usize| format!("[\"throw\",\"d6\"{}]\n", " ".repeat(blanks));
    let short = file("limits-short.jsonl", line((1 << 20) - 14));
    let long = file("limits-long.jsonl", line((1 << 20) - 13));
    assert_eq!(siga(&format!("batch {short}")), (Some(0), String::new()));
    // Whatever is wrong with a line is its answer.
    assert_eq!(siga(&format!("batch {long}")), (Some(2), String::new()));
    between(
        &format!("batch {short} --jobs 1024"),
        &format!("batch {short} --jobs 1025"),
        2,
        "1..=1024",
    );
    // A request within the limit is served until it is ended.
    for (beyond, words) in [
        (file("limits-position", " ".repeat((8 << 10) + 1)), "8192"),
        ("--at-once 65".to_owned(), "1..=64"),
        ("--limit-seconds 86401".to_owned(), "1..=86400"),
    ] {
        let (ended, said) = siga(&format!("explore --no-open {beyond}"));
        assert_eq!(ended, Some(2), "{said}");
        assert!(said.contains(words), "{said}");
    }
}

#[test]
fn games_played_and_gone_through() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let short = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/fixtures/games/daldos-short.txt"
    );
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_string_lossy().into_owned()
    };
    let review = |arguments: &str| format!("daldos review {arguments}");
    let long = file("limits-record-long", &"#".repeat((1 << 20) + 1));
    between(&review(short), &review(&long), 2, "1048576");
    let passes = "A 2+3: pass\nB 2+3: pass\n".repeat(5000);
    let passes = format!("rules: daldos:n=2\nmoves:\n{passes}A 2+3: pass\n");
    let passes = file("limits-record-passes", &passes);
    between(&review(short), &review(&passes), 2, "10000 turns");
    for (option, most) in [("positions", 5_000_000), ("budget", 100_000_000)] {
        let with = |number: u64| review(&format!("{short} --{option} {number}"));
        between(&with(most), &with(most + 1), 2, &format!("..={most}"));
    }
    for (game, most) in [
        ("sidja", 20_000_000),
        ("teeko", 20_000_000),
        ("5x5", 20_000_000),
        ("sig", 100_000_000_000),
    ] {
        let with = |number: u64| format!("{game} review --record moves: --budget {number}");
        between(&with(most), &with(most + 1), 2, &format!("1..={most}"));
    }
    let play = |game: &str, budget: u64| format!("{game} play --budget {budget}");
    for (game, most) in [
        ("sidja", 20_000_000),
        ("daldos", 100_000_000),
        ("sig", 100_000_000_000),
    ] {
        let (within, beyond) = (play(game, most), play(game, most + 1));
        between(&within, &beyond, 2, &format!("1..={most}"));
    }
    let typed = |characters: usize| {
        let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_siga"));
        let line = "x".repeat(characters) + "\nquit\n";
        let command = command.args(["5x5", "play"]).write_stdin(line);
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    let refused = "at most 4096 characters";
    assert!(!typed(4096).contains(refused));
    assert!(typed(4097).contains(refused));
}
