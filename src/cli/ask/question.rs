//! Asking siga: arguments in, the `result` object out.

use std::io::{self, Write};

use clap::Parser;
use serde_json::Value;

use crate::cli::args::Cli;
use crate::cli::failure::Failure;
use crate::cli::json::Numbers;
use crate::cli::progress::Progress;

/// Bytes of JSON an answer may have; held in memory it takes ten to twenty times as much.
const MAX_ANSWER: usize = 16 << 20;

/// The words of a command as they would be typed.
pub(in crate::cli) fn typed(words: &[String]) -> String {
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "))
}

/// The arguments of a siga command, parsed.
pub(in crate::cli) fn parse(arguments: &[String]) -> Result<Cli, String> {
    let named = std::iter::once("siga").chain(arguments.iter().map(String::as_str));
    Cli::try_parse_from(named).map_err(|error| {
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

/// The `result` object of a siga command.
pub(in crate::cli) fn answer(cli: &Cli, progress: Progress) -> Result<Value, Failure> {
    let report = crate::cli::answer(&cli.command, progress).map_err(|failure| {
        let context = |error: anyhow::Error| anyhow::anyhow!("the command fails: {error:#}");
        match failure {
            Failure::Run(error) => Failure::Run(context(error)),
            Failure::Input(error) => Failure::Input(context(error)),
            Failure::Disagreement => {
                Failure::input("this command does not answer a question by itself")
            }
        }
    })?;
    let mut bytes = Capped(Vec::new());
    let broken = |error: io::Error| Failure::Run(anyhow::Error::new(error).context("the answer"));
    report
        .write_result(Numbers::Exact, &mut bytes)
        .map_err(broken)?;
    serde_json::from_slice(&bytes.0).map_err(|error| broken(error.into()))
}

/// Bytes up to the limit.
struct Capped(Vec<u8>);

impl Write for Capped {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > MAX_ANSWER {
            return Err(io::Error::other(format!(
                "is longer than {} MB of JSON; ask for less",
                MAX_ANSWER >> 20
            )));
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
