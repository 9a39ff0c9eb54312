//! The kinds of failures.

use std::error::Error;
use std::fmt;

/// Kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, schemars::JsonSchema)]
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

/// A limit that may be raised, after which a question has an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Raise {
    /// The name of the limit.
    pub limit: &'static str,
    /// The value it has to be raised to, where that is known.
    pub to: Option<u64>,
    /// Whether that is certain to be enough.
    pub enough: bool,
}

impl Raise {
    /// A limit, where it is not known how far it has to be raised.
    pub(crate) const fn of(limit: &'static str) -> Self {
        Self {
            limit,
            to: None,
            enough: false,
        }
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
pub struct Fault {
    kind: Kind,
    raise: Option<Raise>,
    error: Box<dyn Error + Send + Sync>,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl Error for Fault {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.error.source()
    }
}

impl Fault {
    /// A failure of a kind: what is wrong, and what would be right.
    pub fn new(kind: Kind, text: impl Into<String>) -> Self {
        Self {
            kind,
            raise: None,
            error: text.into().into(),
        }
    }

    /// A question that is impossible, or not written as it should be.
    pub(crate) fn input(text: impl Into<String>) -> Self {
        Self::new(Kind::Input, text)
    }

    /// A limit that may be raised; the text ends in that more may be allowed.
    pub(crate) fn raised(raise: Raise, text: impl Into<String>) -> Self {
        Self {
            raise: Some(raise),
            ..Self::new(Kind::Limit, text)
        }
    }

    /// The kind of the failure.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// See [`OfKind::limit_to_raise`].
    pub fn limit_to_raise(&self) -> Option<Raise> {
        self.raise
    }
}

impl<E: OfKind> From<E> for Fault {
    fn from(error: E) -> Self {
        Self {
            kind: error.kind(),
            raise: error.limit_to_raise(),
            error: Box::new(error),
        }
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
