//! Targets that run the program: whatever it is given, it ends as it says it does.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use siga::chance::analysis::{Question, analyse};
use siga::chance::parse;
use siga::exact::Quantity;

/// A folder of this process, with nothing in it.
pub(crate) fn folder() -> PathBuf {
    let folder =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs the program with a bound on its time and memory, which it must not need. Where there is no shell that can set one, it
/// runs without.
pub(crate) fn siga(arguments: &[String]) -> Option<Output> {
    // Tables that somebody has here are left alone.
    run(arguments, Some(folder().join("tables")))
}

/// The same with the tables that the library here finds too.
pub(crate) fn siga_as_here(arguments: &[String]) -> Option<Output> {
    run(arguments, None)
}

fn run(arguments: &[String], tables: Option<PathBuf>) -> Option<Output> {
    let mut command = match cfg!(unix) {
        true => {
            let mut shell = Command::new("sh");
            let bounded = "ulimit -t 10 -v 4000000 2>/dev/null; exec \"$0\" \"$@\"";
            shell.args(["-c", bounded, env!("CARGO_BIN_EXE_siga")]);
            shell
        }
        false => Command::new(env!("CARGO_BIN_EXE_siga")),
    };
    command
        .args(arguments)
        .stdin(Stdio::null())
        .current_dir(folder());
    command.envs(tables.map(|tables| ("SIGA_TABLES", tables)));
    // An argument may have no zero byte.
    command.output().ok()
}

/// The first line of what was said; a status that is none of siga's, or a message of a panic, is a finding.
fn shape(arguments: &[String]) -> String {
    let Some(output) = siga(arguments) else {
        return "not run".to_owned();
    };
    let said = String::from_utf8(output.stderr).expect("messages are UTF-8");
    if ended_by_time(&output.status) {
        return "more than its time".to_owned();
    }
    let status = output.status.code();
    assert!(
        matches!(status, Some(0..=3)),
        "{arguments:?}: {:?} {said}",
        output.status
    );
    assert!(!said.contains("panicked"), "{arguments:?}: {said}");
    assert_eq!(
        status == Some(1) || status == Some(2),
        said.contains("error") || said.contains("Usage:"),
        "{arguments:?}: {said}"
    );
    assert!(String::from_utf8(output.stdout).is_ok(), "{arguments:?}");
    format!("{status:?} {}", said.lines().next().unwrap_or_default())
}

/// Work that is longer than a fuzzer has time for is announced, bounded and measured elsewhere.
#[cfg(unix)]
pub(crate) fn ended_by_time(status: &std::process::ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt;
    // SIGKILL and SIGXCPU, which this limit sends.
    matches!(status.signal(), Some(9 | 24))
}

#[cfg(not(unix))]
pub(crate) fn ended_by_time(_: &std::process::ExitStatus) -> bool {
    false
}

/// Any command line.
pub(crate) fn line(input: &[u8]) -> String {
    let text = String::from_utf8_lossy(input);
    let Some(words) = shlex::split(&text) else {
        return "no words".to_owned();
    };
    // Nothing that writes files, waits for a browser or works for minutes by design.
    let left_out = [
        "build", "remove", "solve", "survey", "play", "simulate", "check", "explore", "report",
        "batch", "endgame",
    ];
    let writes = |word: &String| word.starts_with("--out") || left_out.contains(&word.as_str());
    if words.iter().any(writes) {
        return "left out".to_owned();
    }
    shape(&words)
}

/// A file of claims.
pub(crate) fn claims(input: &[u8]) -> String {
    let file = folder().join("claims.json");
    fs::write(&file, input).unwrap();
    shape(&["check".to_owned(), file.to_string_lossy().into_owned()])
}

/// The library and the command line give the same answer to a throw, or both none.
pub(crate) fn same(input: &[u8]) -> String {
    let Ok(text) = std::str::from_utf8(input) else {
        return "no text".to_owned();
    };
    let words = ["throw", "--json", "--", text].map(str::to_owned);
    if text.contains('\0') || text == "-" || siga::chance::presets::find(text).is_some() {
        return "not a throw".to_owned();
    }
    let Some(output) = siga(&words) else {
        return "not run".to_owned();
    };
    if ended_by_time(&output.status) {
        return "more than its time".to_owned();
    }
    let answer = parse(text).map(|expr| analyse(&expr, &Question::default()));
    let status = output.status.code();
    match answer {
        Err(_) => assert_eq!(status, Some(2), "{text}"),
        Ok(Err(error)) => {
            assert!(
                matches!(status, Some(1 | 2)),
                "{text}: {status:?}, but {error}"
            );
            return error.to_string();
        }
        Ok(Ok(answer)) => {
            assert_eq!(
                status,
                Some(0),
                "{text}: {}",
                String::from_utf8_lossy(&output.stderr)
            );
            let json: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
            crate::schema::holds(&json);
            let mean = answer.moments.map(|moments| moments.mean);
            let mean = mean.as_ref().and_then(Quantity::exact);
            let shown = json["result"]["mean"]["exact"].as_str();
            if let Some(mean) = mean {
                assert_eq!(shown, Some(mean.to_string().as_str()), "{text}");
            }
        }
    }
    format!("{status:?}")
}
