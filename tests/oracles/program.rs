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

/// The answer of a command about the rules of a case, which name their game, and the position if it has one.
pub(crate) fn asked(command: &str, case: &Case, more: &[&str]) -> Result<Value, Verdict> {
    let (rules, position) = (case.get("rules"), case.get("position"));
    let game = rules.split(':').next().unwrap();
    let position = ["--position", position];
    let place = &position[..if position[1].is_empty() { 0 } else { 2 }];
    answer(&[&[game, command, "--rules", rules], place, more].concat())
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
