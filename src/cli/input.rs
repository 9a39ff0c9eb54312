//! Reading what a command is about: an argument, a file or standard input.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::str::FromStr;

use anyhow::Context;

use super::args::place::Place;
use super::ask::At;
use super::failure::Failure;
use crate::board::notation::{self, NotationError};
use crate::rules::{self, Options};

/// What a command may read of what it names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reads {
    /// Standard input too.
    All,
    /// A question among others: standard input belongs to whoever asks.
    Files,
    /// A question that somebody else wrote.
    Nothing,
}

thread_local! {
    /// What commands of this thread may read.
    static READS: Cell<Reads> = const { Cell::new(Reads::All) };
}

/// Does the work of a command that may read so much.
pub(super) fn reading<T>(reads: Reads, work: impl FnOnce() -> T) -> T {
    /// Puts back what was there, even if the work is left early.
    struct Before(Reads);
    impl Drop for Before {
        fn drop(&mut self) {
            READS.set(self.0);
        }
    }
    let _before = Before(READS.replace(reads));
    work()
}

/// Does the work of a command that somebody else wrote: it reads no file and no standard input.
pub(super) fn without_reading<T>(work: impl FnOnce() -> T) -> T {
    reading(Reads::Nothing, work)
}

/// Whether commands may read the files that they name.
pub(super) fn may_read() -> bool {
    READS.get() != Reads::Nothing
}

/// Fails where commands may not read the files that they name.
pub(super) fn allowed(what: &str) -> Result<(), Failure> {
    if may_read() {
        return Ok(());
    }
    Err(Failure::input(format!(
        "files are not read for this question, and {what} is named: write positions out with --position, or allow files \
         with --allow-files"
    )))
}

/// Reads a file, or standard input for `-`, up to `limit` bytes.
///
/// A longer input is refused before it is read to the end.
pub(super) fn read(file: impl AsRef<Path>, limit: usize) -> Result<String, Failure> {
    let file = file.as_ref();
    let shown = shown(file);
    if is_standard(file) && READS.get() != Reads::All {
        return Err(Failure::input(
            "a question does not read standard input: write positions out with --position, or name a file",
        ));
    }
    allowed("a file")?;
    let source: Box<dyn Read> = if is_standard(file) {
        Box::new(io::stdin().lock())
    } else {
        Box::new(File::open(file).map_err(|error| Failure::unreadable(&shown, error))?)
    };
    let mut bytes = Vec::new();
    source
        .take(limit as u64 + 1)
        .read_to_end(&mut bytes)
        .with_context(|| format!("cannot read {shown}"))
        .map_err(Failure::Io)?;
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
pub(super) fn shown(file: &Path) -> String {
    if is_standard(file) {
        "standard input".to_owned()
    } else {
        file.display().to_string()
    }
}

/// Bytes a position file may have.
const MAX_POSITION: usize = 64 << 10;

/// A position and what to call the place it comes from.
pub(super) fn position<T>(asked: &Place) -> Result<(T, String), Failure>
where
    T: FromStr<Err = NotationError>,
{
    let (text, place) = position_text(asked)?;
    match text.parse::<T>() {
        Ok(position) => Ok((position, place)),
        Err(error) => {
            let at = at(asked);
            let message = format!("{place}: {error}");
            Err(match error.faults.first() {
                Some(fault) => Failure::input_at(at, &text, fault.place, message),
                None => Failure::input(message),
            })
        }
    }
}

/// The rules of `--rules`.
pub(super) fn rules<R: Options>(text: &str) -> Result<R, Failure> {
    rules::parse(text).map_err(|error| {
        let column = text[..error.at.start].chars().count() + 1;
        let place = notation::Place { line: 1, column };
        let at = At::argument("--rules");
        Failure::input_at(at, text, place, format!("--rules {text}: {error}"))
    })
}

/// Where the position stands.
fn at(asked: &Place) -> At {
    match &asked.file {
        Some(file) => At::file(file.to_string_lossy()),
        None => At::argument("--position"),
    }
}

fn position_text(asked: &Place) -> Result<(String, String), Failure> {
    match (&asked.position, &asked.file) {
        (Some(text), _) if text.len() > MAX_POSITION => Err(Failure::input(format!(
            "--position is longer than the limit of {MAX_POSITION} bytes"
        ))),
        (Some(text), _) => Ok((text.clone(), "--position".to_owned())),
        // A position where a file is expected: no file is called so.
        (None, Some(file)) if is_position(file) => Ok((
            file.to_string_lossy().into_owned(),
            "the position".to_owned(),
        )),
        (None, Some(file)) => Ok((read(file, MAX_POSITION)?, shown(file))),
        // clap asks for one of the two.
        (None, None) => Err(Failure::input("no position is given")),
    }
}

/// Whether a name is a position written out, and no file of that name is there.
fn is_position(file: &Path) -> bool {
    let text = file.to_string_lossy();
    text.contains('/') && text.trim().contains(' ') && !file.exists()
}

/// Two numbers of pieces from `--pieces` and the like.
pub(super) fn pair(option: &str, numbers: &[usize]) -> Result<[usize; 2], Failure> {
    <[usize; 2]>::try_from(numbers).map_err(|_| {
        Failure::input(format!(
            "{option} takes the pieces of A and of B, such as {option} 2,1"
        ))
    })
}
