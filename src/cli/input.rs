//! Reading what a command is about: an argument, a file or standard input.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::str::FromStr;

use anyhow::Context;

use super::args::place::Place;
use super::failure::Failure;
use crate::board::Block;

/// Reads a file, or standard input for `-`, up to `limit` bytes.
///
/// A longer input is refused before it is read to the end.
pub(super) fn read(file: impl AsRef<Path>, limit: usize) -> Result<String, Failure> {
    let file = file.as_ref();
    let shown = shown(file);
    let source: Box<dyn Read> = if is_standard(file) {
        Box::new(io::stdin().lock())
    } else {
        let opened = File::open(file).with_context(|| format!("cannot open `{shown}`"));
        Box::new(opened.map_err(Failure::Run)?)
    };
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

fn is_standard(file: &Path) -> bool {
    file.as_os_str() == "-"
}

/// What to call a file; what of its name is not UTF-8 is replaced.
fn shown(file: &Path) -> String {
    if is_standard(file) {
        "standard input".to_owned()
    } else {
        file.display().to_string()
    }
}

/// Bytes a position file may have.
const MAX_POSITION: usize = 64 << 10;

/// A position and what to call the place it comes from. `column` is the column that an error is about, counted from 1,
/// where the text of the position begins, if it stands on one line.
pub(super) fn position<T>(
    asked: &Place,
    column: impl Fn(&T::Err) -> Option<usize>,
) -> Result<(T, String), Failure>
where
    T: FromStr<Err: Display>,
{
    let (text, place) = position_text(asked)?;
    match text.parse::<T>() {
        Ok(position) => Ok((position, place)),
        Err(error) => {
            let mark = column(&error).and_then(|column| caret(&text, column));
            let mark = mark.unwrap_or_default();
            Err(Failure::input(format!("{place}: {error}{mark}")))
        }
    }
}

fn position_text(asked: &Place) -> Result<(String, String), Failure> {
    match (&asked.position, &asked.file) {
        (Some(text), _) if text.len() > MAX_POSITION => Err(Failure::input(format!(
            "--position is longer than the limit of {MAX_POSITION} bytes"
        ))),
        (Some(text), _) => Ok((text.clone(), "--position".to_owned())),
        (None, Some(file)) => Ok((read(file, MAX_POSITION)?, shown(file))),
        // clap asks for one of the two.
        (None, None) => Err(Failure::input("no position is given")),
    }
}

/// The line of a position with a mark under a column, if it stands on one line.
fn caret(text: &str, column: usize) -> Option<String> {
    let mut lines = Block::bare_lines(text);
    let line = lines.next()?.trim_start();
    if lines.next().is_some() || line.chars().count() > 200 {
        return None;
    }
    let under = " ".repeat(column.saturating_sub(1));
    Some(format!("\n  {line}\n  {under}^"))
}

/// Two numbers of pieces from `--pieces` and the like.
pub(super) fn pair(option: &str, numbers: &[usize]) -> Result<[usize; 2], Failure> {
    <[usize; 2]>::try_from(numbers).map_err(|_| {
        Failure::input(format!(
            "{option} takes the pieces of A and of B, such as {option} 2,1"
        ))
    })
}
