//! Tables: one model of typed cells, shown to people (drawn, Markdown, LaTeX) or written for programs (CSV, TSV,
//! JSON Lines).
//!
//! A table for people shows a number as a fraction and a decimal, counts in groups, outcomes in words; a table for
//! programs has one value in a cell, see [`data`]. Both come from the same cells.

mod cells;
pub(crate) mod data;
mod drawn;
mod entry;
mod fit;
mod latex;
pub(crate) mod markdown;
pub(crate) mod people;
mod style;
mod table;

use std::borrow::Cow;

use num_rational::BigRational;

use crate::exact::Quantity;

pub(crate) use cells::shortened;
pub(crate) use drawn::join;
pub(crate) use entry::Entry;
pub(crate) use fit::wrapped;
pub(crate) use style::{Style, Unit};
pub(crate) use table::Table;

/// The rows of a table, one after the other.
pub(crate) type LongRows<'a> = Box<dyn Iterator<Item = Vec<Entry>> + 'a>;

/// A table with a heading and notes under it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sheet {
    /// The name in `--table NAME`, and of its file; no other table of the answer has it.
    pub(crate) name: &'static str,
    /// The subject of the table, and the rules.
    pub(crate) heading: String,
    pub(crate) columns: Vec<Column>,
    /// All rows; those from `shown` on are for programs alone.
    pub(crate) rows: Vec<Vec<Entry>>,
    /// The number of rows that people see; all if `None`.
    pub(crate) shown: Option<usize>,
    /// Lines under the table.
    pub(crate) notes: Vec<String>,
    /// The numbers among these by their labels, as far as they are numbers of the answer as a whole.
    pub(crate) facts: Vec<(String, Quantity)>,
    /// The chart that is drawn of it.
    pub(crate) chart: Chart,
    /// Whether an option asked for just this table: then it is what a picture of the answer shows.
    pub(crate) asked: bool,
}

/// The picture of a table, whose rows are named by its first column.
#[derive(Clone, Debug, Default)]
pub(crate) enum Chart {
    /// Bars for its probabilities, or for the first of its counts; curves for functions of a bias; a map for pairs.
    #[default]
    Bars,
    /// Bars for all of its numbers side by side: they are counted in the same unit.
    Beside,
    /// Its columns are distributions, laid over each other.
    Overlaid,
    /// Its rows follow each other: a line for each column of probabilities, or of numbers where there are none.
    History,
    /// Its first two columns are whole numbers, which name its rows together: a map of the first column of numbers.
    Grid,
    /// A line for one column: the first of these that has numbers.
    HistoryOf(&'static [&'static str]),
    /// These columns count what makes up a whole.
    Parts(&'static [&'static str]),
    /// Estimates with the ends of their intervals.
    Estimates,
    /// The distance of printed figures from the exact numbers.
    Errors,
    /// Functions of a bias, of which this one is marked.
    OverBias(BigRational),
    None,
}

/// What a column is called.
pub(crate) type Name = Cow<'static, str>;

/// A column and what its cells are.
#[derive(Clone, Debug)]
pub(crate) struct Column {
    name: Name,
    kind: ColumnKind,
}

#[derive(Clone, Debug)]
enum ColumnKind {
    /// Words.
    Text,
    /// Short words and whole numbers, at the right edge.
    Right,
    /// Numbers however well they are known.
    Number {
        /// The heading of the decimals; fractions are not shown where it is the name of the column.
        decimal: Name,
        /// Whether these are probabilities, which can be shown as percentages.
        chance: bool,
    },
    /// Numbers that people see in one cell, written in this way with a number of decimal places.
    Said(people::Align, fn(&Quantity, usize) -> String),
    /// A drawn bar, for people only.
    Bar,
}

impl Column {
    fn of(name: impl Into<Name>, kind: ColumnKind) -> Self {
        let name = name.into();
        Self { name, kind }
    }

    pub(crate) fn text(name: impl Into<Name>) -> Self {
        Self::of(name, ColumnKind::Text)
    }

    pub(crate) fn right(name: impl Into<Name>) -> Self {
        Self::of(name, ColumnKind::Right)
    }

    /// Probabilities, each as a fraction and as a decimal.
    pub(crate) fn chance(name: impl Into<Name>, decimal: impl Into<Name>) -> Self {
        Self::numbers(name.into(), decimal.into(), true)
    }

    /// Numbers that are no probabilities, each as a fraction and as a decimal.
    pub(crate) fn number(name: impl Into<Name>, decimal: impl Into<Name>) -> Self {
        Self::numbers(name.into(), decimal.into(), false)
    }

    /// Probabilities of which people see the decimal alone.
    pub(crate) fn chance_decimal(name: impl Into<Name>) -> Self {
        let name = name.into();
        Self::numbers(name.clone(), name, true)
    }

    /// Numbers of which people see the decimal alone.
    pub(crate) fn decimal(name: impl Into<Name>) -> Self {
        let name = name.into();
        Self::numbers(name.clone(), name, false)
    }

    /// Numbers that people see in one cell: `say` gives its text with a number of decimal places.
    pub(crate) fn said(
        name: impl Into<Name>,
        align: people::Align,
        say: fn(&Quantity, usize) -> String,
    ) -> Self {
        Self::of(name, ColumnKind::Said(align, say))
    }

    fn numbers(name: Name, decimal: Name, chance: bool) -> Self {
        Self::of(name, ColumnKind::Number { decimal, chance })
    }

    /// The name of the column.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Whether its cells name the row.
    pub(crate) fn is_key(&self) -> bool {
        matches!(self.kind, ColumnKind::Text | ColumnKind::Right)
    }

    /// Whether its cells are words.
    pub(crate) fn is_text(&self) -> bool {
        matches!(self.kind, ColumnKind::Text)
    }

    /// Whether it has numbers of any kind.
    pub(crate) fn is_number(&self) -> bool {
        matches!(self.kind, ColumnKind::Number { .. })
    }

    /// Whether it has probabilities.
    pub(crate) fn is_chance(&self) -> bool {
        matches!(self.kind, ColumnKind::Number { chance: true, .. })
    }

    pub(crate) fn bar() -> Self {
        Self::of("", ColumnKind::Bar)
    }
}
