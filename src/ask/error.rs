//! The fault of a question, for programs.

use schemars::JsonSchema;
use serde::Serialize;

use crate::ask::failure::{Failure, Located, Raisable};
use crate::render::schema::Described;
use crate::work::{self, stop::Stopped};

/// The answer where no report can be given.
pub(crate) const REPORTS: &[Described] = &[Described::whole::<Envelope>("error")];

/// Why a question has no answer: `siga/error/1` of docs/json.md.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, thiserror::Error)]
#[error("{message}")]
pub struct Error {
    /// The exit status of a command that fails like this.
    pub status: u8,
    /// The kind of fault.
    pub kind: Kind,
    /// The fault, and what would be right.
    pub message: String,
    /// Where, if it has a place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<At>,
    /// The limits to be raised, where more work may give an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub raise: Option<Box<Raise>>,
}

/// A limit to be raised, and how far, where that is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Raise {
    /// The option, such as `--positions`.
    pub argument: String,
    /// The value to give it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<u64>,
    /// Whether that is certain to be enough.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enough: Option<bool>,
}

impl From<work::Raise> for Raise {
    fn from(raise: work::Raise) -> Self {
        Self {
            argument: format!("--{}", raise.limit),
            to: raise.cost.map(|cost| cost.to),
            enough: raise.cost.map(|cost| cost.enough),
        }
    }
}

/// Kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The words are no command, or not one that answers a question.
    Usage,
    /// The question cannot be read, or is not possible.
    Input,
    /// A limit was reached: size, work or budget.
    Limit,
    /// Somebody stopped it, or it used the time or the memory that it may.
    Stopped,
    /// A file or a stream could not be read or written.
    Io,
    /// A check found a disagreement.
    Disagreement,
    /// A fault of siga itself.
    Internal,
}

/// Where a fault is: in an argument or in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct At {
    /// The argument, as `--rules` or `SPEC`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub argument: Option<String>,
    /// The file, `-` for standard input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The character of the line, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
}

/// Why a question has no answer.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Envelope<'a> {
    /// In a batch: the name of the line as it was given, or its number from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<serde_json::Value>,
    schema: &'static str,
    /// The version of siga.
    version: &'static str,
    error: &'a Error,
}

impl At {
    /// A whole argument.
    pub(crate) fn argument(name: impl Into<String>) -> Self {
        Self {
            argument: Some(name.into()),
            ..Self::default()
        }
    }

    /// A whole file.
    pub(crate) fn file(name: impl Into<String>) -> Self {
        Self {
            file: Some(name.into()),
            ..Self::default()
        }
    }

    /// A place in it.
    pub(crate) fn place(self, line: usize, column: usize) -> Self {
        Self {
            line: Some(line),
            column: Some(column),
            ..self
        }
    }
}

impl Error {
    pub(crate) fn new(kind: Kind, message: impl Into<String>) -> Self {
        let status = match kind {
            Kind::Usage | Kind::Input => 2,
            Kind::Disagreement => 3,
            Kind::Limit | Kind::Stopped | Kind::Io | Kind::Internal => 1,
        };
        Self {
            status,
            kind,
            message: message.into(),
            at: None,
            raise: None,
        }
    }

    /// `{"schema": "siga/error/1", "version": …, "error": {…}}`, on one line without its end.
    pub fn to_json(&self) -> String {
        let envelope = Envelope {
            id: None,
            schema: "siga/error/1",
            version: env!("CARGO_PKG_VERSION"),
            error: self,
        };
        // Texts and numbers always serialise.
        serde_json::to_string(&envelope).unwrap_or_default()
    }

    /// A fault of siga itself, of which nothing more is known than what it said.
    pub(crate) fn panicked(payload: &(dyn std::any::Any + Send)) -> Self {
        let said = payload.downcast_ref::<&str>().copied();
        let said = said.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        let said = said.unwrap_or("it does not say which");
        Self::new(Kind::Internal, format!("a fault of siga itself: {said}"))
    }
}

impl From<Stopped> for Error {
    fn from(stopped: Stopped) -> Self {
        match stopped {
            Stopped::Asked => Self::new(Kind::Stopped, stopped.to_string()),
            _ => Self::from(&Failure::from(stopped)),
        }
    }
}

impl From<clap::Error> for Error {
    fn from(error: clap::Error) -> Self {
        Self::from(&error)
    }
}

impl From<&clap::Error> for Error {
    fn from(error: &clap::Error) -> Self {
        use clap::error::{ContextKind, ContextValue, ErrorKind};
        let message = match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
                "help and version are not questions".to_owned()
            }
            ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
                "a command is missing; `siga --help` lists them".to_owned()
            }
            _ => {
                let text = error.render().to_string();
                let said = text.split("\n\nUsage:").next().unwrap_or_default();
                let said = said.split("\n\nFor more information").next();
                let said = said.unwrap_or_default().trim();
                said.strip_prefix("error: ").unwrap_or(said).to_owned()
            }
        };
        let mut fault = Self::new(Kind::Usage, message);
        if let Some(ContextValue::String(argument)) = error.get(ContextKind::InvalidArg) {
            // `--behind <N>`
            let name = argument.split_whitespace().next().unwrap_or(argument);
            fault.at = Some(At::argument(name.trim_matches(['<', '>', '[', ']', '.'])));
        }
        fault
    }
}

impl From<&Failure> for Error {
    fn from(failure: &Failure) -> Self {
        let (mut kind, error) = match failure {
            Failure::Disagreement => {
                return Self::new(Kind::Disagreement, "a check found a disagreement");
            }
            Failure::Input(error) => (Kind::Input, error),
            Failure::Run(error) => (Kind::Limit, error),
            Failure::Io(error) => (Kind::Io, error),
        };
        let mut parts: Vec<String> = Vec::new();
        let mut at = None;
        let mut raise = None;
        for cause in error.chain() {
            if let Some(raisable) = cause.downcast_ref::<Raisable>() {
                raise = Some(Box::new(raisable.raise.into()));
                if matches!(raisable.raise.limit, "limit-seconds" | "limit-memory") {
                    kind = Kind::Stopped;
                }
            }
            match cause.downcast_ref::<Located>() {
                Some(located) => {
                    parts.push(located.message.clone());
                    parts.extend(located.help.clone());
                    at = Some(located.at.clone());
                }
                None => parts.push(cause.to_string()),
            }
        }
        Self {
            at,
            raise,
            ..Self::new(kind, parts.join(": "))
        }
    }
}
