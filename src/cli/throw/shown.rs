//! Numbers as people read them, however well they are known.

use crate::cli::sheet::Column;
use crate::exact::{Quantity, decimal_ceil, decimal_floor, decimal_text, fraction_text};

/// A number in one phrase, for notes.
pub(in crate::cli) fn phrase(quantity: &Quantity, digits: usize) -> String {
    match quantity {
        Quantity::Exact(value) if value.is_integer() => value.to_string(),
        Quantity::Exact(value) => {
            let fraction = fraction_text(value);
            let decimal = decimal_text(value, digits);
            if fraction.len() > 40 {
                decimal
            } else {
                format!("{fraction} = {decimal}")
            }
        }
        Quantity::Surd(surd) => {
            let (lower, upper) = surd.enclosure(digits);
            format!(
                "{surd} = {}, between {} and {}",
                surd.decimal(digits),
                decimal_floor(&lower, digits),
                decimal_ceil(&upper, digits)
            )
        }
        Quantity::Bounded(bounds) => format!(
            "from {} to {} (proved bounds)",
            decimal_floor(&bounds.lower, digits),
            decimal_ceil(&bounds.upper, digits)
        ),
        Quantity::Function { function, at: None } => function.to_string(),
        Quantity::Function {
            function,
            at: Some(at),
        } => format!(
            "{function}, there {} with slope {}",
            decimal_text(&at.value, digits),
            decimal_text(&at.slope, digits)
        ),
    }
}

/// How the numbers of one column are shown: as fraction and decimal, as surd and decimal, or each as a phrase.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::cli) enum Shown {
    Fractions,
    Surds,
    Phrases,
}

impl Shown {
    pub(in crate::cli) fn of<'a>(quantities: impl Iterator<Item = &'a Quantity>) -> Self {
        let kinds = quantities.map(|quantity| match quantity {
            Quantity::Exact(_) => Self::Fractions,
            Quantity::Surd(_) => Self::Surds,
            _ => Self::Phrases,
        });
        kinds.fold(Self::Fractions, |all, kind| match (all, kind) {
            (Self::Phrases, _) | (_, Self::Phrases) => Self::Phrases,
            (Self::Surds, _) | (_, Self::Surds) => Self::Surds,
            _ => Self::Fractions,
        })
    }

    pub(in crate::cli) fn columns(self, name: &'static str, decimal: &'static str) -> Vec<Column> {
        match self {
            Self::Fractions => vec![Column::fraction(name), Column::decimal(decimal)],
            Self::Surds => vec![Column::text(name), Column::decimal(decimal)],
            Self::Phrases => vec![Column::text(name)],
        }
    }

    pub(in crate::cli) fn cells(self, quantity: &Quantity, digits: usize) -> Vec<String> {
        match (self, quantity.surd()) {
            (Self::Fractions | Self::Surds, Some(surd)) => {
                vec![surd.to_string(), surd.decimal(digits)]
            }
            _ => vec![phrase(quantity, digits)],
        }
    }
}
