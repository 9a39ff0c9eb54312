//! The failure of a command: a message and an exit status.

use std::io::ErrorKind;

use super::At;
use crate::board::notation::Place;
use crate::work::limit::TooLarge;
use crate::work::{Fault, Kind};

/// Why a command did not do what was asked.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A limit of size, work or budget was reached: status 1.
    Run(anyhow::Error),
    /// Files or streams, tables on disk among them, could not be read or written: status 1.
    Io(anyhow::Error),
    /// Bad arguments or malformed input: status 2.
    Input(anyhow::Error),
    /// A check found a disagreement, already reported: status 3.
    Disagreement,
}

/// A fault with its place.
#[derive(Debug, thiserror::Error)]
#[error("{message}{mark}")]
pub(crate) struct Located {
    /// The fault.
    pub(crate) message: String,
    /// For people: the line with a mark under the place.
    pub(crate) mark: String,
    /// For programs: what would be right, where the message does not say it.
    pub(crate) help: Option<String>,
    pub(crate) at: At,
}

impl Failure {
    pub(crate) fn input(message: impl std::fmt::Display) -> Self {
        Self::Input(anyhow::anyhow!("{message}"))
    }

    /// A file that cannot be opened or read: a fault of the arguments if there is no such file.
    pub(crate) fn unreadable(name: &str, error: std::io::Error) -> Self {
        let kind = error.kind();
        let missing = kind == ErrorKind::NotFound;
        let why = match kind {
            ErrorKind::NotFound => "there is no such file".to_owned(),
            ErrorKind::PermissionDenied => "reading it is not permitted".to_owned(),
            ErrorKind::IsADirectory => "it is a folder, not a file".to_owned(),
            _ => error.to_string(),
        };
        let located = Located {
            message: format!("cannot open `{name}`: {why}"),
            mark: String::new(),
            help: None,
            at: At::file(name),
        };
        let located = anyhow::Error::new(located);
        if missing {
            Self::Input(located)
        } else {
            Self::Io(located)
        }
    }

    /// A fault at a place of a text, which is shown with a mark.
    pub(crate) fn input_at(
        at: At,
        text: &str,
        place: Place,
        message: impl std::fmt::Display,
    ) -> Self {
        Self::located(
            at.place(place.line, place.column),
            caret(text, place),
            message,
        )
    }

    /// A fault at a place, with the mark that shows it.
    pub(crate) fn located(at: At, mark: String, message: impl std::fmt::Display) -> Self {
        Self::Input(anyhow::Error::new(Located {
            message: message.to_string(),
            mark,
            help: None,
            at,
        }))
    }

    /// The output could not be written.
    pub(crate) fn writing(error: std::io::Error) -> Self {
        Self::Io(anyhow::Error::new(error).context("cannot write the output"))
    }

    /// The failure with words before its message.
    pub(crate) fn context(self, words: impl std::fmt::Display) -> Self {
        let words = words.to_string();
        match self {
            Self::Run(error) => Self::Run(error.context(words)),
            Self::Io(error) => Self::Io(error.context(words)),
            Self::Input(error) => Self::Input(error.context(words)),
            Self::Disagreement => Self::Disagreement,
        }
    }

    /// An answer that is too long to be read as a table.
    pub(crate) fn too_long(error: TooLarge) -> Self {
        let error = anyhow::Error::new(error);
        Self::Run(error.context("too long for a table; use --json or --csv, or --decimals-only"))
    }

    /// A command that does something else than answer a question.
    pub(crate) fn not_a_question() -> Self {
        Self::input(
            "this command does not answer a question: it plays, writes files or prints a text of its own; run it as a command",
        )
    }
}

/// A fault that more work may avoid, and the option that allows it.
#[derive(Debug, thiserror::Error)]
#[error("{fault} with --{}", .raise.limit)]
pub(crate) struct Raisable {
    fault: Fault,
    pub(crate) raise: crate::work::Raise,
}

impl<E: Into<Fault>> From<E> for Failure {
    fn from(error: E) -> Self {
        let fault: Fault = error.into();
        let kind = fault.kind();
        let error = match fault.limit_to_raise() {
            Some(raise) => anyhow::Error::new(Raisable { fault, raise }),
            None => anyhow::Error::new(fault),
        };
        match kind {
            Kind::Input => Self::Input(error),
            Kind::Limit => Self::Run(error),
            Kind::Io => Self::Io(error),
        }
    }
}

/// Whoever reads may stop reading: that is no failure.
pub(crate) fn closed_pipe_is_fine(result: std::io::Result<()>) -> Result<(), Failure> {
    match result {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result.map_err(Failure::writing),
    }
}

/// The line at fault with a mark under the place; nothing where it is too long to be shown.
pub(crate) fn caret(text: &str, place: Place) -> String {
    const WIDEST: usize = 200;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let line = text.lines().nth(place.line - 1).unwrap_or_default();
    let line = line.trim_end();
    if line.is_empty() || line.chars().count() > WIDEST {
        return String::new();
    }
    let under = " ".repeat(place.column - 1);
    format!("\n  {line}\n  {under}^")
}
