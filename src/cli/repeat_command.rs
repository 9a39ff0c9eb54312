//! The command that gives an answer again, as pages show it.

use std::ffi::OsString;

use crate::ask::words;

/// The command line without what says how to print.
pub(crate) fn again(words: &[OsString]) -> String {
    let mut kept = Vec::new();
    let mut words = words
        .iter()
        .skip(1)
        .map(|word| word.to_string_lossy().into_owned());
    while let Some(word) = words.next() {
        match word.as_str() {
            "--format" | "--out" | "--table" | "--color" => {
                words.next();
            }
            word if ["--format=", "--out=", "--table=", "--color="]
                .iter()
                .any(|start| word.starts_with(start)) => {}
            _ => kept.push(word),
        }
    }
    words::command(&kept)
}
