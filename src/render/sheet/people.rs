//! A table as people see it: every cell a text.

use std::borrow::Cow;

use super::{Column, ColumnKind, Entry, Sheet, Style};
use crate::exact::Quantity;
use crate::render::terminal;

/// A table of texts.
pub(crate) struct Plain {
    pub(crate) columns: Vec<(String, Align)>,
    pub(crate) rows: Vec<Vec<String>>,
}

/// The alignment of the cells of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    Right,
    /// At the fraction bar.
    Bar,
    /// At the decimal point.
    Point,
    /// A drawn bar.
    Picture,
}

/// Width of a drawn bar that stands for one.
pub(super) const BAR: usize = 20;

impl Plain {
    /// The rows that people see, numbers in the style asked for.
    pub(crate) fn of(sheet: &Sheet, style: &Style) -> Self {
        Self::with_bars(sheet, style, BAR)
    }

    /// The same; the bar that stands for one has this many characters.
    pub(super) fn with_bars(sheet: &Sheet, style: &Style, bar: usize) -> Self {
        let rows = &sheet.rows[..sheet.shown.unwrap_or(usize::MAX).min(sheet.rows.len())];
        let mut plain = Self {
            columns: Vec::new(),
            rows: vec![Vec::new(); rows.len()],
        };
        for (at, column) in sheet.columns.iter().enumerate() {
            let cells: Vec<&Entry> = rows.iter().map(|row| &row[at]).collect();
            plain.add(column, &cells, style, bar);
        }
        plain
    }

    /// The same without the drawn bars.
    pub(crate) fn without_bars(mut self) -> Self {
        let drawn: Vec<bool> = (self.columns.iter())
            .map(|(_, align)| *align == Align::Picture)
            .collect();
        let keep = |at: &mut usize| {
            *at += 1;
            !drawn[*at - 1]
        };
        let mut at = 0;
        self.columns.retain(|_| keep(&mut at));
        for row in &mut self.rows {
            let mut at = 0;
            row.retain(|_| keep(&mut at));
        }
        self
    }

    fn add(&mut self, column: &Column, cells: &[&Entry], style: &Style, width: usize) {
        let name = column.name.as_ref();
        match &column.kind {
            ColumnKind::Text => {
                self.column(name, Align::Left, cells.iter().map(|cell| cell.text()))
            }
            ColumnKind::Right => {
                self.column(name, Align::Right, cells.iter().map(|cell| cell.text()))
            }
            ColumnKind::Said(align, say) => {
                let said = cells.iter().map(|cell| match cell.quantity() {
                    Some(value) => Cow::Owned(say(value, style.places())),
                    None => cell.text(),
                });
                self.column(name, *align, said);
            }
            ColumnKind::Bar => {
                let bars = cells.iter().map(|cell| match cell {
                    Entry::Bar(share) => Cow::Owned(bar(*share, width)),
                    cell => cell.text(),
                });
                self.column(name, Align::Picture, bars);
            }
            ColumnKind::Number { decimal, chance } => {
                self.numbers([name, decimal.as_ref()], *chance, cells, style);
            }
        }
    }

    /// The columns of numbers: the name of the fractions, and that of the decimals.
    fn numbers(
        &mut self,
        [name, decimal]: [&str; 2],
        chance: bool,
        cells: &[&Entry],
        style: &Style,
    ) {
        let quantities = || cells.iter().filter_map(|cell| cell.quantity());
        let is_function = |value: &Quantity| matches!(value, Quantity::Function { .. });
        let exact = |value: &Quantity| !matches!(value, Quantity::Bounded(_));
        let decimals = quantities()
            .any(|value| !matches!(value, Quantity::Function { at: None, .. }))
            || cells
                .iter()
                .any(|cell| matches!(cell, Entry::Measured(..) | Entry::Decimal(..)));
        let wanted = decimal != name && !style.decimals_only;
        let fractions = quantities().any(|value| exact(value) && wanted || is_function(value));
        if fractions {
            let plain = |value: &Quantity| matches!(value, Quantity::Exact(_));
            let align = if quantities().filter(|value| exact(value)).all(plain) {
                Align::Bar
            } else {
                Align::Left
            };
            let texts = cells.iter().map(|cell| match cell.quantity() {
                Some(value) => Cow::Owned(style.fraction(value)),
                None if decimals => Cow::Borrowed(""),
                None => cell.text(),
            });
            self.column(name, align, texts);
        }
        if decimals || !fractions {
            // A name such as "exact" is that of fractions alone.
            let heading = match fractions || name.contains("exact") {
                true => decimal,
                false => name,
            };
            let texts = cells.iter().map(|cell| match cell.quantity() {
                Some(value) => Cow::Owned(style.decimal(value, chance)),
                None => cell.text(),
            });
            self.column(heading, Align::Point, texts);
        }
        if quantities().any(|value| matches!(value, Quantity::Function { at: Some(_), .. })) {
            let texts = cells.iter().map(|cell| match cell.quantity() {
                Some(value) => Cow::Owned(style.slope(value)),
                None => Cow::Borrowed(""),
            });
            self.column("slope", Align::Point, texts);
        }
    }

    fn column<'a>(&mut self, name: &str, align: Align, cells: impl Iterator<Item = Cow<'a, str>>) {
        let name = terminal::line(name).into_owned();
        self.columns.push((name, align));
        for (row, cell) in self.rows.iter_mut().zip(cells) {
            row.push(terminal::line(&cell).into_owned());
        }
    }
}

/// A bar for a share between 0 and 1 of the largest.
fn bar(share: f64, width: usize) -> String {
    let eighths = (share.clamp(0.0, 1.0) * (width * 8) as f64).round() as usize;
    let mut text = "█".repeat(eighths / 8);
    text.push_str(["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_have_eighths() {
        assert_eq!(bar(0.5, 20), "██████████");
        assert_eq!(bar(1.0 / 160.0, 20), "▏");
    }

    #[test]
    fn a_column_of_numbers_shows_what_is_known() {
        let half = Quantity::Exact(num_rational::BigRational::new(1.into(), 2.into()));
        let near = Quantity::between(
            num_rational::BigRational::new(1.into(), 3.into()),
            num_rational::BigRational::new(2.into(), 3.into()),
        );
        let sheet = |cells: &[&Quantity]| Sheet {
            columns: vec![Column::chance("probability", "decimal")],
            rows: cells.iter().map(|&cell| vec![Entry::from(cell)]).collect(),
            ..Sheet::default()
        };
        let shown = |cells: &[&Quantity], style: Style| {
            let plain = Plain::of(&sheet(cells), &style);
            (
                plain
                    .columns
                    .into_iter()
                    .map(|(name, _)| name)
                    .collect::<Vec<_>>(),
                plain.rows,
            )
        };
        let plain = Style::default();
        assert_eq!(
            shown(&[&half, &near], plain),
            (
                vec!["probability".to_owned(), "decimal".to_owned()],
                vec![
                    vec!["1/2".to_owned(), "0.5".to_owned()],
                    vec![String::new(), "0.333333 … 0.666667".to_owned()]
                ]
            )
        );
        assert_eq!(shown(&[&near], plain).0, ["probability"]);
        let only = Style {
            decimals_only: true,
            ..plain
        };
        assert_eq!(shown(&[&half], only).1, [["0.5"]]);
        let percent = Style {
            unit: super::super::Unit::Percent,
            ..plain
        };
        assert_eq!(shown(&[&half], percent).1, [["1/2", "50 %"]]);
        let one_in = Style {
            unit: super::super::Unit::OneIn,
            ..plain
        };
        assert_eq!(shown(&[&half, &near], one_in).1[1][1], "1 in 1.5 … 3");
    }
}
