//! Answering questions for the page: one a line of standard input, each answered on standard output.
//!
//! The lines are those of a batch; before its answer a question may have lines `{"progress": "…"}`.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::channel;
use std::{process, thread};

use serde_json::{Map, Value, json};

use crate::cli::failure::Failure;
use crate::cli::progress::Progress;
use crate::cli::{args, input, json};

/// Answers until the input ends; then nobody is left who wants answers, and work under way ends too.
pub(in crate::cli) fn run() -> Result<(), Failure> {
    let (lines, questions) = channel();
    thread::spawn(move || {
        for line in io::stdin().lock().lines().map_while(Result::ok) {
            if lines.send(line).is_err() {
                break;
            }
        }
        process::exit(0);
    });
    for question in questions {
        let answer = answer(&question);
        writeln!(io::stdout().lock(), "{answer}")?;
    }
    Ok(())
}

fn answer(question: &str) -> String {
    let mut question: Value = serde_json::from_str(question).unwrap_or_default();
    let id = question["id"].take();
    let words: Vec<String> = serde_json::from_value(question["query"].take()).unwrap_or_default();
    let answered = match input::without_reading(|| envelope(&words)) {
        Ok(Value::Object(answer)) => answer,
        Ok(_) => Map::new(),
        Err(failure) => error(&failure),
    };
    let mut object = Map::new();
    object.insert("id".to_owned(), id);
    object.extend(answered);
    Value::Object(object).to_string()
}

fn envelope(words: &[String]) -> Result<Value, Failure> {
    let words = std::iter::once("siga".into()).chain(words.iter().map(Into::into));
    let cli = args::parse(words).map_err(|error| Failure::input(error.render()))?;
    let report = crate::cli::answer(&cli.command, Progress::SILENT)?;
    let mut bytes = Vec::new();
    json::write_report(report.as_ref(), &mut bytes)?;
    serde_json::from_slice(&bytes).map_err(|error| Failure::Run(error.into()))
}

fn error(failure: &Failure) -> Map<String, Value> {
    let (status, kind, message) = match failure {
        Failure::Run(error) => (1, "limit", format!("{error:#}")),
        Failure::Input(error) => (2, "input", format!("{error:#}")),
        Failure::Disagreement => (3, "disagreement", String::new()),
    };
    let object = json!({
        "schema": "siga/error/1",
        "version": env!("CARGO_PKG_VERSION"),
        "error": { "status": status, "kind": kind, "message": message },
    });
    match object {
        Value::Object(object) => object,
        _ => Map::new(),
    }
}
