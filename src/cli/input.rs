//! Reading what a command is about: an argument, a file or standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::Context;

use super::failure::Failure;

/// Reads a file, or standard input for `-`, up to `limit` bytes.
///
/// A longer input is refused before it is read to the end.
pub(super) fn read(name: &str, limit: usize) -> Result<String, Failure> {
    let source: Box<dyn Read> = if name == "-" {
        Box::new(io::stdin().lock())
    } else {
        let opened = File::open(Path::new(name)).with_context(|| format!("cannot open `{name}`"));
        Box::new(opened.map_err(Failure::Run)?)
    };
    let shown = if name == "-" { "standard input" } else { name };
    let mut bytes = Vec::new();
    source
        .take(limit as u64 + 1)
        .read_to_end(&mut bytes)
        .with_context(|| format!("cannot read {shown}"))
        .map_err(Failure::Run)?;
    if bytes.len() > limit {
        return Err(Failure::input(format!(
            "{shown} is longer than the limit of {limit} bytes"
        )));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Failure::input(format!(
            "{shown} is not UTF-8 text: the fault is at byte {at}"
        ))
    })
}
