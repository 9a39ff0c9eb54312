//! Reading what a command is about: an argument, a file or standard input.

use std::cell::Cell;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::str::FromStr;

use anyhow::Context;

use super::args::place::Place;
use super::failure::Failure;
use crate::board::Block;

thread_local! {
    /// Whether commands of this thread may read what they name.
    static MAY_READ: Cell<bool> = const { Cell::new(true) };
}

/// Does the work of a command that somebody else wrote: it reads no file and no standard input.
pub(super) fn without_reading<T>(work: impl FnOnce() -> T) -> T {
    let before = MAY_READ.replace(false);
    let done = work();
    MAY_READ.set(before);
    done
}

/// Whether commands may read the files that they name.
pub(super) fn may_read() -> bool {
    MAY_READ.get()
}

/// Fails where commands may not read what they name.
pub(super) fn allowed(what: &str) -> Result<(), Failure> {
    if may_read() {
        return Ok(());
    }
    Err(Failure::input(format!(
        "a claim asks questions and reads nothing: {what} is not read; write positions out with --position, or allow \
         files with --allow-files"
    )))
}

/// Reads a file, or standard input for `-`, up to `limit` bytes.
///
/// A longer input is refused before it is read to the end.
pub(super) fn read(name: &str, limit: usize) -> Result<String, Failure> {
    allowed(if name == "-" {
        "standard input"
    } else {
        "a file"
    })?;
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
        (None, Some(file)) if file == "-" => {
            Ok((read(file, MAX_POSITION)?, "standard input".to_owned()))
        }
        (None, Some(file)) => Ok((read(file, MAX_POSITION)?, file.clone())),
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
