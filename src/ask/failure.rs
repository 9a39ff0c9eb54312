//! Why a question has no answer: for people, for programs, and as an exit status.

use std::error::Error;
use std::io::{self, ErrorKind};

use schemars::JsonSchema;
use serde::Serialize;

use crate::board::notation::Place;
use crate::render::schema::Described;
pub use crate::work::Kind;
use crate::work::limit::TooLarge;
use crate::work::{self, Fault};

/// The answer where no report can be given.
pub(crate) const REPORT: Described =
    Described::whole("error", |_, generator| Envelope::json_schema(generator));

/// Why a question has no answer: `siga/error/1` of docs/json.md.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, thiserror::Error)]
#[error("{message}")]
pub struct Failure {
    /// The exit status of a command that fails like this.
    pub status: u8,
    /// The kind of fault.
    pub kind: Kind,
    /// The fault, and what would be right.
    pub message: String,
    /// Where, if it has a place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Box<At>>,
    /// The limits to be raised, where more work may give an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub raise: Option<Box<Raise>>,
    /// The message for people, where theirs has the line with a mark under the place.
    #[serde(skip)]
    marked: Option<Box<str>>,
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
            to: raise.to,
            enough: raise.to.map(|_| raise.enough),
        }
    }
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
    error: &'a Failure,
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

impl Failure {
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
            marked: None,
        }
    }

    /// Arguments or input that cannot be read, or that ask for nothing possible.
    pub(crate) fn input(message: impl std::fmt::Display) -> Self {
        Self::new(Kind::Input, message.to_string())
    }

    /// A limit of size, work or budget.
    pub(crate) fn limit(message: impl Into<String>) -> Self {
        Self::new(Kind::Limit, message)
    }

    /// A file or a stream, tables on disk among them, that cannot be read or written.
    pub(crate) fn io(message: impl Into<String>) -> Self {
        Self::new(Kind::Io, message)
    }

    /// A check found a disagreement, and its report has said so.
    pub(crate) fn disagreement() -> Self {
        Self::new(Kind::Disagreement, "a check found a disagreement")
    }

    /// A value that cannot be read, with the option that has it.
    pub(crate) fn value(option: &str, text: &str, error: &dyn Error) -> Self {
        Self::input(with_causes(error)).context(format!("{option} {text}"))
    }

    /// A file that cannot be opened or read: a fault of the arguments if there is no such file.
    pub(crate) fn unreadable(name: &str, error: &io::Error) -> Self {
        let (kind, why) = match error.kind() {
            ErrorKind::NotFound => (Kind::Input, "there is no such file".to_owned()),
            ErrorKind::PermissionDenied => (Kind::Io, "reading it is not permitted".to_owned()),
            ErrorKind::IsADirectory => (Kind::Input, "it is a folder, not a file".to_owned()),
            _ => (Kind::Io, error.to_string()),
        };
        Self {
            at: Some(Box::new(At::file(name))),
            ..Self::new(kind, format!("cannot open `{name}`: {why}"))
        }
    }

    /// A fault at a place of a text, which is shown with a mark.
    pub(crate) fn input_at(
        at: At,
        text: &str,
        place: Place,
        message: impl std::fmt::Display,
    ) -> Self {
        let at = at.place(place.line, place.column);
        Self::located(at, &caret(text, place), message)
    }

    /// A fault at a place, with the mark that shows it.
    pub(crate) fn located(at: At, mark: &str, message: impl std::fmt::Display) -> Self {
        let failure = Self::input(message);
        let marked = format!("{}{mark}", failure.message).into();
        Self {
            at: Some(Box::new(at)),
            marked: Some(marked),
            ..failure
        }
    }

    /// The failure with what would be right, where the mark says it to people.
    pub(crate) fn with_help(mut self, help: &str) -> Self {
        self.message = format!("{}: {help}", self.message);
        self
    }

    /// The output could not be written.
    pub(crate) fn writing(error: io::Error) -> Self {
        Self::io(error.to_string()).context("cannot write the output")
    }

    /// A fault of the whole of an argument.
    pub(crate) fn within(mut self, at: At) -> Self {
        self.at.get_or_insert_with(|| Box::new(at));
        self
    }

    /// The failure with the argument at fault, of those given, each with its values: the option that it names, or the only one of
    /// which it names a value or the word, or the only one; where there is no option, what the command is about.
    pub(crate) fn about(self, given: &[(String, Vec<String>)]) -> Self {
        if self.kind != Kind::Input {
            return self;
        }
        let says = |word: &str| word_at(&self.message, word);
        let is_option = |(name, _): &&(String, _)| name.starts_with("--");
        let options: Vec<_> = given.iter().filter(is_option).collect();
        let named = options
            .iter()
            .filter_map(|(name, _)| Some((says(name)?, name)));
        let named = named.min_by_key(|(at, _)| *at).map(|(_, name)| name);
        let valued = options.iter().filter(|(_, values)| !values.is_empty());
        let valued: Vec<_> = valued.collect();
        let quoted = valued.iter().filter(|(_, values)| {
            let mut parts = values.iter().flat_map(|value| value.split([',', ':']));
            // A single letter may be any word.
            parts.any(|part| part != "p" && says(part.trim()).is_some())
        });
        let word = |name: &str| name.trim_start_matches('-').replace('-', " ");
        let worded = valued
            .iter()
            .filter(|(name, _)| says(&word(name)).is_some());
        let found = (named.or_else(|| Some(&alone(quoted.map(|of| **of).collect())?.0)))
            .or_else(|| Some(&alone(worded.map(|of| **of).collect())?.0))
            .or_else(|| Some(&alone(valued.iter().map(|of| **of).collect())?.0))
            .or_else(|| {
                let mut subjects = given.iter().filter(|of| !is_option(of));
                Some(&subjects.next().filter(|_| valued.is_empty())?.0)
            });
        match found.map(At::argument) {
            Some(at) => self.within(at),
            None => self,
        }
    }

    /// The failure with the option that it names, if it is among the words that were typed.
    pub(crate) fn naming<S: AsRef<str>>(self, words: &[S]) -> Self {
        let words = words.iter().map(AsRef::as_ref);
        let options = words.filter(|word| word.starts_with("--"));
        let option = |word: &str| word.split('=').next().unwrap_or_default().to_owned();
        let options = options
            .map(option)
            .filter_map(|option| Some((word_at(&self.message, &option)?, option)));
        match options.min() {
            Some((_, option)) if self.status == 2 => self.within(At::argument(option)),
            _ => self,
        }
    }

    /// The failure with words before its message.
    pub(crate) fn context(mut self, words: impl std::fmt::Display) -> Self {
        self.message = format!("{words}: {}", self.message);
        self.marked = self.marked.map(|text| format!("{words}: {text}").into());
        self
    }

    /// What people are told.
    pub(crate) fn said(&self) -> &str {
        self.marked.as_deref().unwrap_or(&self.message)
    }

    /// An answer that is too long to be read as a table.
    pub(crate) fn too_long(error: TooLarge) -> Self {
        let failure = Self::from(error);
        failure.context("too long for a table: use --json, --csv or --decimals-only")
    }

    /// A command that does something else than answer a question.
    pub(crate) fn not_a_question() -> Self {
        Self::input(
            "this command does not answer a question: it plays, writes files or prints a text of its own; run it as a command",
        )
    }

    /// Words that are no command.
    pub(crate) fn usage(error: &clap::Error) -> Self {
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
        let argument = match error.get(ContextKind::InvalidArg) {
            Some(ContextValue::String(argument)) => Some(argument),
            Some(ContextValue::Strings(missing)) => missing.first(),
            _ => None,
        };
        if let Some(argument) = argument {
            // `--behind <N>`, `<FILE|--position <TEXT>>`
            let mut names = argument.split(|c: char| c.is_whitespace() || c == '|');
            let name = names.next().unwrap_or(argument);
            let at = At::argument(name.trim_matches(['<', '>', '[', ']', '.']));
            fault.at = Some(Box::new(at));
        }
        fault
    }

    /// A fault of siga itself, of which nothing more is known than what it said.
    pub(crate) fn panicked(payload: &(dyn std::any::Any + Send)) -> Self {
        let said = payload.downcast_ref::<&str>().copied();
        let said = said.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        let said = said.unwrap_or("it does not say which");
        Self::new(Kind::Internal, format!("a fault of siga itself: {said}"))
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
}

impl<E: Into<Fault>> From<E> for Failure {
    fn from(error: E) -> Self {
        let fault: Fault = error.into();
        let raise = fault.limit_to_raise();
        let message = match raise {
            Some(raise) => format!("{fault} with --{}", raise.limit),
            None => with_causes(&fault),
        };
        Self {
            raise: raise.map(|raise| Box::new(raise.into())),
            ..Self::new(fault.kind(), message)
        }
    }
}

/// The only one of some.
fn alone<T>(of: Vec<T>) -> Option<T> {
    let [only] = <[T; 1]>::try_from(of).ok()?;
    Some(only)
}

/// Where a word stands in a text.
fn word_at(text: &str, word: &str) -> Option<usize> {
    let within = |c: char| c.is_alphanumeric() || "-_./".contains(c);
    let mut places = text.match_indices(word).map(|(at, _)| at);
    let is_whole = |at: &usize| {
        let after = text[at + word.len()..].trim_start_matches('.');
        !text[..*at].ends_with(within) && !after.starts_with(within)
    };
    places.find(is_whole).filter(|_| !word.is_empty())
}

/// An error and what it comes from.
fn with_causes(error: &dyn Error) -> String {
    let causes = std::iter::successors(error.source(), |&cause| cause.source());
    causes.fold(error.to_string(), |text, cause| format!("{text}: {cause}"))
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
