//! The program, run as its users run it: in the folder of the project, without colours and without tables.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;
use siga::ask::{self, Terms};
use siga::solve::table::Directory;
use tempfile::TempDir;

use crate::schema;

/// The program.
pub(crate) struct Siga;

pub(crate) const SIGA: Siga = Siga;

impl Siga {
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_siga"));
        command
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .env("NO_COLOR", "1")
            .env("SIGA_TABLES", "target/no-tables-here")
            .args(arguments);
        command
    }

    /// Standard output, standard error and the status.
    pub(crate) fn ended(&self, arguments: &[&str]) -> (String, String, i32) {
        ended(self.command(arguments).output().unwrap())
    }

    /// What is printed of a question that is answered.
    pub(crate) fn shown(&self, arguments: &[&str]) -> String {
        let (text, errors, status) = self.ended(arguments);
        assert_eq!(status, 0, "{arguments:?}: {errors}");
        text
    }

    /// Standard output, standard error and the status of a command that reads what is typed.
    pub(crate) fn fed(&self, arguments: &[&str], input: impl AsRef<[u8]>) -> (String, String, i32) {
        let input = input.as_ref().to_vec();
        ended(self.command(arguments).write_stdin(input).output().unwrap())
    }

    /// What is printed by a command that reads what is typed, and ends well.
    pub(crate) fn typed(&self, arguments: &[&str], input: impl AsRef<[u8]>) -> String {
        let (text, errors, status) = self.fed(arguments, input);
        assert_eq!(status, 0, "{arguments:?}: {errors}");
        text
    }

    /// The whole JSON answer, which is as its schema says.
    pub(crate) fn json(&self, arguments: &[&str]) -> Value {
        let text = self.shown(&[arguments, &["--json"]].concat());
        assert_eq!(text.matches('\n').count(), 1, "one object, one line");
        let answer = serde_json::from_str(&text).unwrap();
        schema::holds(&answer);
        answer
    }

    /// The JSON answer of the library, or the error, which is as its schema says: where no program need be started.
    pub(crate) fn asked(&self, arguments: &[&str]) -> Value {
        let terms = Terms {
            reads: true,
            ..Terms::default()
        };
        let text = match ask::answer(arguments, &terms) {
            Ok(answer) => answer.json,
            Err(error) => error.to_json(),
        };
        let answer = serde_json::from_str(&text).unwrap();
        schema::holds(&answer);
        answer
    }

    /// The `result` of the JSON answer.
    pub(crate) fn result(&self, arguments: &[&str]) -> Value {
        self.json(arguments)["result"].take()
    }
}

/// The `result` of the JSON answer of the library to a question as it is typed.
pub(crate) fn result(question: &str) -> Value {
    let words = shlex::split(question).unwrap();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    SIGA.asked(&words)["result"].take()
}

/// An empty folder of a test's own.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// A folder of tables for one test.
pub(crate) struct TablesFolder(pub(crate) TempDir);

impl TablesFolder {
    pub(crate) fn new() -> TablesFolder {
        TablesFolder(tempfile::tempdir().unwrap())
    }

    pub(crate) fn directory(&self) -> Directory {
        Directory::new(self.0.path())
    }

    /// Standard output, standard error and status of a question that finds its tables here.
    pub(crate) fn run(&self, question: &str) -> (String, String, i32) {
        let mut command = SIGA.command(&[]);
        command.args(shlex::split(question).unwrap());
        command.env("SIGA_TABLES", self.0.path());
        ended(command.output().unwrap())
    }

    /// The `result` of the JSON answer, which is as its schema says, to a question that ends with this status.
    pub(crate) fn result(&self, question: &str, status: i32) -> Value {
        let (out, err, ended) = self.run(&format!("{question} --json"));
        assert_eq!(ended, status, "{question}: {err}");
        let mut answer: Value = serde_json::from_str(&out).unwrap();
        schema::holds(&answer);
        answer["result"].take()
    }
}

/// Standard output, standard error and the status of a program that has ended; without what it says of long work, which a busy machine
/// may make of any.
pub(crate) fn ended(output: Output) -> (String, String, i32) {
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let status = output.status.code().unwrap();
    let errors = text(output.stderr);
    let lines = errors.split_inclusive('\n');
    let errors = lines.filter(|line| !line.contains("Ctrl-C ends it"));
    (text(output.stdout), errors.collect(), status)
}
