//! The words of a command: from a text, and back.

use std::io::{self, Write};

use itertools::Itertools as _;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use super::MAX_ANSWER;
use super::failure::Failure;
use crate::render::report::Report;
use crate::render::terminal;

/// The words of a command, without `siga`.
#[derive(Deserialize, JsonSchema, Serialize)]
#[serde(
    untagged,
    expecting = "the words of a command are a list of texts, or one text"
)]
pub(crate) enum Words {
    /// One text, as it would be typed.
    Typed(String),
    List(Vec<String>),
}

/// The words of a command as they would be typed.
pub(crate) fn typed<S: AsRef<str>>(words: &[S]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    shlex::try_join(words.iter().copied()).unwrap_or_else(|_| words.join(" "))
}

/// A command to be copied into a shell. A word with a character that is not shown as itself is written `$'…'`.
pub(crate) fn command<S: AsRef<str>>(words: &[S]) -> String {
    let quoted = |word: &S| match word.as_ref() {
        word if word.contains(|c| c == '\n' || terminal::is_unsafe(c)) => escaped(word),
        word => typed(&[word]),
    };
    format!("siga {}", words.iter().map(quoted).format(" "))
}

fn escaped(word: &str) -> String {
    let sign = |c: char| match c {
        '\n' | '\t' | '\r' | '\'' | '\\' => c.escape_default().to_string(),
        c if terminal::is_unsafe(c) => format!("\\u{:04x}", u32::from(c)),
        c => c.to_string(),
    };
    format!("$'{}'", word.chars().map(sign).collect::<String>())
}

/// The words of a command line, quotes taken off.
pub(crate) fn words(command: &str) -> Result<Vec<String>, String> {
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
pub(crate) fn from_json(text: &str) -> serde_json::Result<Vec<String>> {
    match text.trim_start().starts_with('"') {
        true => words(&serde_json::from_str::<String>(text)?).map_err(serde::de::Error::custom),
        false if text.trim_start().starts_with('[') => serde_json::from_str(text),
        false => {
            serde_json::from_str::<&RawValue>(text)?;
            Err(serde::de::Error::custom(
                "the words of a command are a list of texts, or one text",
            ))
        }
    }
}

/// The `result` object of an answer.
pub(crate) fn value(answer: &dyn Report) -> Result<Value, Failure> {
    let mut bytes = Capped::new(MAX_ANSWER);
    let broken = |error: io::Error| Failure::limit(format!("the answer: {error}"));
    let written = answer.write(false, &mut bytes);
    written.map_err(broken)?;
    bytes.value().map_err(|error| broken(error.into()))
}

/// Bytes up to a limit.
pub(crate) struct Capped {
    bytes: Vec<u8>,
    most: usize,
}

impl Capped {
    pub(crate) fn new(most: usize) -> Self {
        Self {
            bytes: Vec::new(),
            most,
        }
    }

    /// The JSON value written.
    fn value(&self) -> serde_json::Result<Value> {
        serde_json::from_slice(&self.bytes)
    }

    /// The line written, without its end.
    pub(crate) fn into_text(mut self) -> io::Result<String> {
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
                "is longer than {} MB; ask for less",
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

#[cfg(test)]
mod tests {
    use super::command;

    #[test]
    fn commands_can_be_copied_into_a_shell() {
        let words = [
            "check",
            "--text",
            "a\tb\n1\t'2'\\\u{202e}",
            "--of",
            "throw 2d6",
        ];
        let typed = r"siga check --text $'a\tb\n1\t\'2\'\\\u202e' --of 'throw 2d6'";
        assert_eq!(command(&words), typed);
        assert_eq!(command(&["throw", "it's"]), "siga throw \"it's\"");
    }
}
