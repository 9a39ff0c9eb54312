//! Tables written column by column: what a column is called, what kind it is and what it has of each thing stand together.

use super::{Chart, Column, Entry, Name, Sheet};
use crate::exact::Quantity;

/// A table in the making: one row for each thing.
pub(crate) struct Table<T> {
    things: Vec<T>,
    columns: Vec<Column>,
    rows: Vec<Vec<Entry>>,
}

impl Sheet {
    /// A table with a row for each of these.
    pub(crate) fn of<T>(things: impl IntoIterator<Item = T>) -> Table<T> {
        let things: Vec<T> = things.into_iter().collect();
        Table {
            rows: vec![Vec::new(); things.len()],
            columns: Vec::new(),
            things,
        }
    }

    /// A table whose rows are known.
    pub(crate) fn new(
        name: &'static str,
        heading: impl Into<String>,
        columns: impl IntoIterator<Item = Column>,
        rows: Vec<Vec<Entry>>,
    ) -> Self {
        Self {
            name,
            heading: heading.into(),
            columns: columns.into_iter().collect(),
            rows,
            ..Self::default()
        }
    }

    /// The same with another line under it.
    pub(crate) fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// The same with a number of the answer as a whole under it: its label, blanks and all, what is said of it, and itself if it is known.
    pub(crate) fn fact(mut self, label: &str, said: &str, number: Option<&Quantity>) -> Self {
        let named = number.map(|number| (label.trim().to_owned(), number.clone()));
        self.facts.extend(named);
        self.note(format!("{label}{said}"))
    }

    /// The same with more lines under it.
    pub(crate) fn notes(mut self, notes: impl IntoIterator<Item = String>) -> Self {
        self.notes.extend(notes);
        self
    }

    /// The same with another picture.
    pub(crate) fn chart(mut self, chart: Chart) -> Self {
        self.chart = chart;
        self
    }
}

impl<T> Table<T> {
    /// Adds a column.
    pub(crate) fn column<E: Into<Entry>>(
        mut self,
        column: Column,
        mut cell: impl FnMut(&T) -> E,
    ) -> Self {
        for (row, thing) in self.rows.iter_mut().zip(&self.things) {
            row.push(cell(thing).into());
        }
        self.columns.push(column);
        self
    }

    /// Words.
    pub(crate) fn text<E: Into<Entry>>(
        self,
        name: impl Into<Name>,
        cell: impl FnMut(&T) -> E,
    ) -> Self {
        self.column(Column::text(name), cell)
    }

    /// Short words and whole numbers.
    pub(crate) fn right<E: Into<Entry>>(
        self,
        name: impl Into<Name>,
        cell: impl FnMut(&T) -> E,
    ) -> Self {
        self.column(Column::right(name), cell)
    }

    /// Probabilities, each as a fraction and as a decimal.
    pub(crate) fn chance<E: Into<Entry>>(
        self,
        name: &'static str,
        decimal: &'static str,
        cell: impl FnMut(&T) -> E,
    ) -> Self {
        self.column(Column::chance(name, decimal), cell)
    }

    /// Probabilities of which people see the decimal alone.
    pub(crate) fn chance_decimal<E: Into<Entry>>(
        self,
        name: &'static str,
        cell: impl FnMut(&T) -> E,
    ) -> Self {
        self.column(Column::chance_decimal(name), cell)
    }

    /// Numbers of which people see the decimal alone.
    pub(crate) fn decimal<E: Into<Entry>>(
        self,
        name: &'static str,
        cell: impl FnMut(&T) -> E,
    ) -> Self {
        self.column(Column::decimal(name), cell)
    }

    /// A bar, of so large a share of the longest.
    pub(crate) fn bar(self, mut share: impl FnMut(&T) -> f64) -> Self {
        self.column(Column::bar(), |thing| Entry::Bar(share(thing)))
    }

    /// The table, with its name and what it shows.
    pub(crate) fn named(self, name: &'static str, heading: impl Into<String>) -> Sheet {
        Sheet::new(name, heading, self.columns, self.rows)
    }
}
