//! The kinds of failures.

use std::error::Error;
use std::fmt;

/// Why a question has no answer, as far as it matters to whoever asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The question is impossible, or is not written as it should be: another question is needed.
    Input,
    /// A limit of size or work was reached: ask for less, or allow more.
    Limit,
    /// Somebody stopped it, or it used the time or the memory that it may.
    Stopped,
    /// A file could not be read, written or trusted.
    Io,
}

/// A limit that may be raised, after which a question has an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Raise {
    /// The name of the limit.
    pub limit: &'static str,
    /// The value it has to be raised to, where that is known.
    pub cost: Option<Cost>,
}

/// How far a limit has to be raised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// The limit to ask with.
    pub to: u64,
    /// Whether this is certain to be enough.
    pub enough: bool,
}

impl Raise {
    /// A limit, where it is not known how far it has to be raised.
    pub(crate) const fn of(limit: &'static str) -> Self {
        Self { limit, cost: None }
    }
}

/// An error that says what kind of failure it is.
///
/// # Examples
/// ```
/// use siga::work::limit::allow;
/// use siga::work::{Kind, OfKind};
/// let error = allow("rows", 1000, 10).unwrap_err();
/// assert_eq!(error.kind(), Kind::Limit);
/// ```
pub trait OfKind: Error + Send + Sync + 'static {
    /// The kind of the failure.
    fn kind(&self) -> Kind;

    /// Where the message ends in that more may be allowed: the limit to be raised.
    fn limit_to_raise(&self) -> Option<Raise> {
        None
    }
}

/// Why a question has no answer: any error that says what kind it is, or words alone where no caller tells one case from
/// another.
#[derive(Debug)]
pub struct Fault(Cause);

#[derive(Debug)]
enum Cause {
    Error(Box<dyn OfKind>),
    Text(Kind, String),
    Raised(Raise, String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Cause::Error(error) => error.fmt(f),
            Cause::Text(_, text) | Cause::Raised(_, text) => f.write_str(text),
        }
    }
}

impl Error for Fault {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.0 {
            Cause::Error(error) => error.source(),
            Cause::Text(..) | Cause::Raised(..) => None,
        }
    }
}

impl Fault {
    /// A failure of a kind: what is wrong, and what would be right.
    pub(crate) fn new(kind: Kind, text: impl Into<String>) -> Self {
        Self(Cause::Text(kind, text.into()))
    }

    /// A question that is impossible, or not written as it should be.
    pub(crate) fn input(text: impl Into<String>) -> Self {
        Self::new(Kind::Input, text)
    }

    /// A limit that may be raised; the text ends in that more may be allowed.
    pub(crate) fn raised(raise: Raise, text: impl Into<String>) -> Self {
        Self(Cause::Raised(raise, text.into()))
    }

    /// The kind of the failure.
    pub fn kind(&self) -> Kind {
        match &self.0 {
            Cause::Error(error) => error.kind(),
            Cause::Text(kind, _) => *kind,
            Cause::Raised(..) => Kind::Limit,
        }
    }

    /// See [`OfKind::limit_to_raise`].
    pub fn limit_to_raise(&self) -> Option<Raise> {
        match &self.0 {
            Cause::Error(error) => error.limit_to_raise(),
            Cause::Text(..) => None,
            Cause::Raised(raise, _) => Some(*raise),
        }
    }
}

impl<E: OfKind> From<E> for Fault {
    fn from(error: E) -> Self {
        Self(Cause::Error(Box::new(error)))
    }
}

/// Implements [`OfKind`]: these are limits, the other values have the kind named last.
macro_rules! of_kind {
    ($error:ty, $kind:ident) => {
        impl $crate::work::OfKind for $error {
            fn kind(&self) -> $crate::work::Kind {
                $crate::work::Kind::$kind
            }
        }
    };
    // The same for errors that a larger budget avoids in these cases.
    ($error:ty, Limit, more budget: $($more:pat_param)|+) => {
        impl $crate::work::OfKind for $error {
            fn kind(&self) -> $crate::work::Kind {
                $crate::work::Kind::Limit
            }

            fn limit_to_raise(&self) -> Option<$crate::work::Raise> {
                matches!(self, $($more)|+).then_some($crate::work::Raise::of("budget"))
            }
        }
    };
    ($error:ty, $($limit:pat_param)|+ => Limit, else $kind:ident) => {
        impl $crate::work::OfKind for $error {
            fn kind(&self) -> $crate::work::Kind {
                match self {
                    $($limit)|+ => $crate::work::Kind::Limit,
                    _ => $crate::work::Kind::$kind,
                }
            }
        }
    };
}

pub(crate) use of_kind;
