//! The limits of docs/reference.md, asked just below and just above.

#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;

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

/// A throw that takes long in any build, and one that takes much memory.
const LONG: &str = "throw '59((141s(1/3279) >= 1)!)'";
const LARGE: &str = "throw '2000d1000'";

/// What a question uses is measured, and the limit that ends it names its option.
#[test]
fn time_and_memory_are_measured() {
    let (ended, said) = siga(&format!("{LONG} --limit-seconds 0.2 --quiet"));
    assert_eq!(
        (ended, said.as_str()),
        (
            Some(1),
            "error: not answered within 0.2 s of processor time; allow more with --limit-seconds\n"
        )
    );
    let (ended, said) = siga(&format!("{LARGE} --limit-memory 20MB --quiet"));
    assert_eq!(
        (ended, said.as_str()),
        (
            Some(1),
            "error: not answered within 20 MB of memory; allow more with --limit-memory\n"
        )
    );
    // A program reads one line, which names the option too.
    let (ended, said) = siga(&format!("{LONG} --limit-seconds 0.2 --json"));
    assert!(
        ended == Some(1) && said.lines().count() == 1 && said.contains("\"--limit-seconds\""),
        "{said}"
    );
    for wrong in [
        "--limit-seconds 0",
        "--limit-memory 2",
        "--limit-memory 2TB",
    ] {
        assert_eq!(siga(&format!("throw d6 {wrong}")).0, Some(2), "{wrong}");
    }
}

/// Each line of a batch has limits of its own, and those of the batch are the most that a line may have.
#[test]
fn lines_are_measured_each() {
    let line = |question: &str| format!("{}\n", serde_json::json!(shlex::split(question).unwrap()));
    let lines = [
        line(LONG),
        line("throw d6"),
        line(&format!("{LARGE} --limit-memory 20MB")),
        line(&format!("{LONG} --limit-seconds 1000")),
        line("throw 2d6"),
    ];
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("limits-lines.jsonl");
    fs::write(&path, lines.concat()).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_siga"))
        .arg("batch")
        .arg(&path)
        .args(["--limit-seconds", "0.5", "--quiet"])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let options: Vec<Option<String>> = (text.lines())
        .map(|line| {
            let answer: serde_json::Value = serde_json::from_str(line).unwrap();
            let raise = &answer["error"]["raise"]["argument"];
            raise.as_str().map(str::to_owned)
        })
        .collect();
    let options: Vec<Option<&str>> = options.iter().map(Option::as_deref).collect();
    let (time, memory) = (Some("--limit-seconds"), Some("--limit-memory"));
    assert_eq!(options, [time, None, memory, time, None]);
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
        "between 1 and 1024",
    );
    // A request within the limit is served until it is ended.
    for (beyond, words) in [
        (file("limits-position", " ".repeat((8 << 10) + 1)), "8192"),
        ("--at-once 65".to_owned(), "between 1 and 64"),
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
