//! The contents of a cell.

use std::borrow::Cow;

use num_rational::BigRational;

use crate::exact::serial::{Count, Number};
use crate::exact::{Natural, Quantity, Surd};
use crate::work::limit::grouped;

/// A cell: what a program reads of it, and what people see where that is something else.
#[derive(Clone, Debug)]
pub(crate) enum Entry {
    /// Nothing: not known, or it does not apply; the words are for people.
    Missing(&'static str),
    Text(String),
    /// A whole number of any size.
    Whole(String),
    /// A number however well it is known.
    Number(Box<Quantity>),
    /// A measured or estimated number, and its text for people.
    Measured(f64, String),
    /// A number known exactly of which decimals alone were asked for: the nearest floating-point number, and its text.
    Decimal(f64, String),
    /// A whole number with a text for people, such as `1.2 GB`.
    Named(u64, String),
    /// All values on one side (`>`, `<`) of one.
    Beyond(char, String),
    /// The outcome of a game for the side to move, with the number of plies where that is known, and the words for people.
    Outcome {
        word: &'static str,
        plies: Option<u32>,
        shown: String,
    },
    /// A drawn bar, of so large a share of the longest.
    Bar(f64),
}

impl Entry {
    /// A number known exactly.
    pub(crate) fn exact(value: BigRational) -> Self {
        Self::from(Quantity::Exact(value))
    }

    /// A count, its digits in groups for people.
    pub(crate) fn grouped(count: u64) -> Self {
        Self::Named(count, grouped(count.into()))
    }

    /// The number where there is one.
    pub(crate) fn quantity(&self) -> Option<&Quantity> {
        match self {
            Self::Number(value) => Some(value),
            _ => None,
        }
    }

    /// A whole number, as near as a drawing shows it.
    pub(crate) fn count(&self) -> Option<f64> {
        match self {
            Self::Whole(text) => text.parse().ok(),
            Self::Named(number, _) => Some(*number as f64),
            _ => None,
        }
    }

    /// The text for people where the cell is not a number of [`Quantity`].
    pub(crate) fn text(&self) -> Cow<'_, str> {
        match self {
            Self::Missing(text) => Cow::Borrowed(*text),
            Self::Text(text)
            | Self::Whole(text)
            | Self::Measured(_, text)
            | Self::Decimal(_, text)
            | Self::Named(_, text)
            | Self::Outcome { shown: text, .. } => Cow::Borrowed(text),
            Self::Beyond(sign, than) => Cow::Owned(format!("{sign} {than}")),
            Self::Number(_) | Self::Bar(_) => Cow::Borrowed(""),
        }
    }
}

impl From<String> for Entry {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for Entry {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<Quantity> for Entry {
    fn from(value: Quantity) -> Self {
        Self::Number(Box::new(value))
    }
}

impl From<&Quantity> for Entry {
    fn from(value: &Quantity) -> Self {
        Self::from(value.clone())
    }
}

impl From<&BigRational> for Entry {
    fn from(value: &BigRational) -> Self {
        Self::exact(value.clone())
    }
}

impl From<Surd> for Entry {
    fn from(value: Surd) -> Self {
        Self::from(Quantity::from(value))
    }
}

/// An empty cell for people where there is nothing.
impl<T: Into<Self>> From<Option<T>> for Entry {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Missing(""), Into::into)
    }
}

impl From<&Number> for Entry {
    fn from(value: &Number) -> Self {
        Self::exact(value.0.clone())
    }
}

macro_rules! whole {
    ($($number:ty),*) => {$(
        impl From<$number> for Entry {
            fn from(value: $number) -> Self {
                Self::Whole(value.to_string())
            }
        }
    )*};
}

whole!(u8, u16, u32, u64, u128, usize, i32, i64);
whole!(num_bigint::BigUint, &Count, &Natural);
