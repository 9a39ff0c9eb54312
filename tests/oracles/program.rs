//! Asking siga: the binary, its JSON.

use std::time::Duration;

use assert_cmd::Command;
use serde_json::Value;

use crate::oracles::case::{Case, Verdict};

/// No answer to one of these questions takes longer.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) fn siga(arguments: &[&str]) -> Command {
    let tables = std::env::var("SIGA_ORACLE_TABLES");
    let mut command = match std::env::var("SIGA_ORACLE_BINARY") {
        Ok(path) => Command::new(path),
        Err(_) => Command::new(env!("CARGO_BIN_EXE_siga")),
    };
    command
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("NO_COLOR", "1")
        .env(
            "SIGA_TABLES",
            tables.as_deref().unwrap_or("target/no-tables-here"),
        )
        .args(arguments)
        .timeout(PATIENCE);
    command
}

/// The output of siga; no answer is a verdict by itself.
pub(crate) fn printed(arguments: &[&str]) -> Result<String, Verdict> {
    let output = siga(arguments).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    let asked = arguments.join(" ");
    match output.status.code() {
        Some(0) => Ok(String::from_utf8(output.stdout).unwrap()),
        Some(1) => Err(Verdict::Declined(errors)),
        Some(2) => Err(Verdict::Fault(format!("refused: siga {asked}\n{errors}"))),
        code => Err(Verdict::Fault(format!(
            "siga {asked}\nstatus {code:?} (none: killed after {PATIENCE:?})\n{errors}"
        ))),
    }
}

/// The `result` of the JSON answer.
pub(crate) fn answer(arguments: &[&str]) -> Result<Value, Verdict> {
    Ok(result(&printed(&[arguments, &["--json"]].concat())?))
}

/// The words of a command about a case: its rules, which name their game, its position if it has one, and options, each with its value in
/// the case, if it has one there, or as `name=value`, or whole as `--name`.
fn words(command: &str, case: &Case, options: &[&str]) -> Vec<String> {
    let game = case.get("rules").split([':', ',']).next().unwrap();
    let mut words = vec![game.to_owned(), command.to_owned()];
    for option in ["rules", "position"]
        .into_iter()
        .chain(options.iter().copied())
    {
        let (name, value) = option.split_once('=').unwrap_or((option, case.get(option)));
        if name.starts_with("--") {
            words.push(name.to_owned());
        } else if !value.is_empty() {
            words.extend([format!("--{name}"), value.to_owned()]);
        }
    }
    words
}

/// The answer of a command about a case.
pub(crate) fn asked(command: &str, case: &Case, options: &[&str]) -> Result<Value, Verdict> {
    let json = [options, &["--json"]].concat();
    Ok(result(&shown(command, case, &json)?))
}

/// What a command about a case prints.
pub(crate) fn shown(command: &str, case: &Case, options: &[&str]) -> Result<String, Verdict> {
    let words = words(command, case, options);
    printed(&words.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Compares the number of sequences of moves that an answer counts.
pub(crate) fn same_nodes(said: &Value, expected: impl std::fmt::Display) -> Verdict {
    match said["nodes"].as_str().unwrap() == expected.to_string() {
        true => Verdict::Holds(1),
        false => Verdict::Fault(format!("siga {}, oracle {expected}", said["nodes"])),
    }
}

/// The `result` of JSON that siga has printed.
pub(crate) fn result(text: &str) -> Value {
    let mut whole: Value = serde_json::from_str(text).unwrap();
    crate::schema::holds(&whole);
    whole["result"].take()
}
