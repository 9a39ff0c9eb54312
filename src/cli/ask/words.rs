//! Asking siga: arguments in, the `result` object out.

use std::io::{self, Write};

use serde_json::Value;

use super::MAX_ANSWER;
use crate::cli::args::{self, Cli};
use crate::cli::failure::Failure;
use crate::cli::json::Numbers;
use crate::cli::progress::Progress;

/// The words of a command as they would be typed.
pub(in crate::cli) fn typed<S: AsRef<str>>(words: &[S]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    shlex::try_join(words.iter().copied()).unwrap_or_else(|_| words.join(" "))
}

/// The arguments of a siga command, parsed.
pub(in crate::cli) fn parse(arguments: &[String]) -> Result<Cli, String> {
    args::question(arguments).map_err(|error| {
        let text = error.render().to_string();
        format!(
            "this is no siga command: {}",
            text.lines().next().unwrap_or_default()
        )
    })
}

/// The words of a command line, quotes taken off.
pub(in crate::cli) fn words(command: &str) -> Result<Vec<String>, String> {
    let mut words =
        shlex::split(command).ok_or_else(|| format!("`{command}`: a quote is not closed"))?;
    if words.first().is_some_and(|word| word == "siga") {
        words.remove(0);
    }
    if words.is_empty() {
        return Err("a siga command is expected, such as \"daldos table\"".to_owned());
    }
    Ok(words)
}

/// The words of a question in JSON: a list of texts, or one text with the words as they are typed.
pub(in crate::cli) fn from_json(text: &str) -> serde_json::Result<Vec<String>> {
    match text.trim_start().starts_with('"') {
        true => words(&serde_json::from_str::<String>(text)?).map_err(serde::de::Error::custom),
        false => serde_json::from_str(text),
    }
}

/// The `result` object of a siga command.
pub(in crate::cli) fn answer(cli: &Cli, progress: Progress) -> Result<Value, Failure> {
    let answered = crate::cli::answer(cli, progress);
    let answered = answered.map_err(|failure| failure.context("the command fails"))?;
    let mut bytes = Capped::new(MAX_ANSWER);
    let broken = |error: io::Error| Failure::Run(anyhow::Error::new(error).context("the answer"));
    let written = answered.report.write(Numbers::Exact, &mut bytes);
    written.map_err(broken)?;
    serde_json::from_slice(&bytes.bytes).map_err(|error| broken(error.into()))
}

/// Bytes up to a limit.
pub(super) struct Capped {
    bytes: Vec<u8>,
    most: usize,
}

impl Capped {
    pub(super) fn new(most: usize) -> Self {
        Self {
            bytes: Vec::new(),
            most,
        }
    }

    /// The line written, without its end.
    pub(super) fn into_text(mut self) -> io::Result<String> {
        if self.bytes.last() == Some(&b'\n') {
            self.bytes.pop();
        }
        String::from_utf8(self.bytes).map_err(io::Error::other)
    }
}

impl Write for Capped {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.bytes.len() + bytes.len() > self.most {
            return Err(io::Error::other(format!(
                "is longer than {} MB of JSON; ask for less",
                self.most >> 20
            )));
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
