//! Which answers are worth reading a table against: those whose numbers stand, about, beside the keys that the table has for them.

use std::collections::HashMap;

use itertools::Itertools;
use num_rational::BigRational;
use num_traits::ToPrimitive;

use super::cells::{Cells, Meanings, is_plain, scaled};
use super::keys::{bare, faces, normal, parts};
use super::{MOST_SLIPPED, Numbers, Views, words};
use crate::figures::figure::{Decimal, Figure, Scale};
use crate::figures::grid::PrintedCell;
use crate::figures::range::{Range, Rounding};

/// The rows that are looked at, and the columns among which keys are sought.
const MOST_ROWS: usize = 200;
const MOST_COLUMNS: usize = 10;

/// A number between two.
type Interval = (f64, f64);

/// The figures of a table with the keys that may be theirs.
#[derive(Default)]
pub struct Likeness {
    /// The texts that stand where keys can stand, numbered.
    keys: HashMap<String, usize>,
    /// For each figure the numbers that it can have been printed for.
    figures: Vec<Vec<Interval>>,
    /// For each place where keys can stand the columns of figures beside them: a key and a figure, by their numbers.
    places: Vec<Vec<Vec<(usize, usize)>>>,
}

impl Likeness {
    /// All ways to look at a table.
    pub fn of(views: &Views<'_>) -> Self {
        let mut likeness = Self::default();
        for (_, cells) in &views.cells {
            likeness.enter(cells);
        }
        likeness
    }

    fn enter(&mut self, cells: &Cells) {
        let grid = &cells.grid;
        let rows = &grid.rows[..grid.rows.len().min(MOST_ROWS)];
        let meanings = &cells.meanings(Decimal::Auto)[..rows.len()];
        let width = grid.width();
        let texts = rows.iter().map(|row| {
            let row = row.iter().map(|cell| key_text(&cell.text));
            row.collect_vec()
        });
        let texts = texts.collect_vec();
        // Whole numbers beside other figures are keys rather than chances.
        let is_whole = |cell: &PrintedCell| cell.text.parse::<u64>().is_ok();
        // A key of two parts may be read as a sum.
        let all = rows.iter().flatten().zip(meanings.iter().flatten());
        let broken = all.filter(|(cell, meanings)| {
            meanings.is_figure && !is_whole(cell) && !cell.text.contains('+')
        });
        let broken = 2 * broken.count() > rows.len().min(width);
        let figures = rows.iter().zip(meanings).map(|(row, meanings)| {
            let cells = row.iter().zip(meanings);
            let cells = cells.map(|(cell, meanings)| match broken && is_whole(cell) {
                true => None,
                false => self.figure(meanings),
            });
            cells.collect_vec()
        });
        let figures = figures.collect_vec();
        let keys = 0..width.min(MOST_COLUMNS);
        // Its own column, two columns, a column and the row above, or none.
        for key in keys.clone() {
            self.place(&figures, &[key], |row, _| texts[row][key].clone());
        }
        for (one, other) in keys.tuple_windows() {
            let both = |row: usize, _| format!("{},{}", texts[row][one], texts[row][other]);
            self.place(&figures, &[one, other], both);
        }
        for head in 0..rows.len().min(2) {
            let above = |row: usize, at: usize| format!("{},{}", texts[row][0], texts[head][at]);
            self.place(&figures, &[0], above);
        }
        self.place(&figures, &[], |row, _| format!("#{row}"));
    }

    /// The number of a figure with all its readings; `None` if the cell has none.
    fn figure(&mut self, meanings: &Meanings) -> Option<usize> {
        let scaled = meanings.figures.iter().flatten().flat_map(|figure| {
            let scales = match is_plain(figure) {
                true => &[Scale::One, Scale::Percent, Scale::PerMille][..],
                false => &[Scale::One],
            };
            scales.iter().map(move |scale| scaled(figure, scale))
        });
        let intervals = scaled.map(|figure| interval(&figure)).collect_vec();
        (!intervals.is_empty()).then(|| {
            self.figures.push(intervals);
            self.figures.len() - 1
        })
    }

    /// The figures beside keys of one place.
    fn place(
        &mut self,
        figures: &[Vec<Option<usize>>],
        own: &[usize],
        key: impl Fn(usize, usize) -> String,
    ) {
        let width = figures.first().map_or(0, Vec::len);
        let others = (0..width).filter(|at| !own.contains(at));
        let mut columns = Vec::new();
        for at in others {
            let cells = figures.iter().enumerate();
            let cells = cells.filter_map(|(row, cells)| Some((key(row, at), cells[at]?)));
            let column = cells.map(|(key, figure)| {
                let next = self.keys.len();
                (*self.keys.entry(key).or_insert(next), figure)
            });
            columns.push(column.collect());
        }
        self.places.push(columns);
    }

    /// How many of the figures are about the number that an answer has for their keys, or for keys a few rows off.
    pub fn shared(&self, numbers: &Numbers) -> usize {
        let rows = self.rows_of(numbers);
        let series = numbers.series.iter();
        let series = series.filter(|(name, _)| !super::is_spread(name));
        let series = series.map(|(_, numbers)| {
            let about = numbers
                .iter()
                .map(|number| number.as_ref()?.ends()?.0.to_f64());
            about.collect_vec()
        });
        let series = series.collect_vec();
        let places = self.places.iter().map(|columns| {
            let alike = columns
                .iter()
                .map(|column| self.alike(column, &rows, &series));
            alike.sum::<usize>()
        });
        places.max().unwrap_or(0)
    }

    /// The row of an answer for each key of the table.
    fn rows_of(&self, numbers: &Numbers) -> Vec<Option<usize>> {
        let mut rows = vec![None; self.keys.len()];
        let names = numbers.words.iter().filter(|(name, _)| name == "name");
        let names = names.flat_map(|(_, words)| words.iter().enumerate());
        let names = names.flat_map(|(row, words)| {
            // Of several parts the last has a name.
            let before = numbers.rows[row]
                .split_last()
                .map_or(&[][..], |(_, parts)| parts);
            let before = before.iter().map(|part| key_text(part)).collect_vec();
            let words = words.iter().flatten();
            words.map(move |word| {
                let parts = before.iter().cloned().chain([words::plain(word)]);
                (parts.collect_vec().join(","), row)
            })
        });
        let keys = numbers.rows.iter().enumerate();
        let keys = keys.flat_map(|(row, key)| {
            let text = key.iter().map(|part| key_text(part)).join(",");
            [(text, row), (format!("#{row}"), row)]
        });
        for (text, row) in names.chain(keys) {
            if let Some(at) = self.keys.get(&text) {
                rows[*at] = Some(row);
            }
        }
        rows
    }

    /// How many figures of a column, but for one, are about those of the series that is most alike.
    fn alike(
        &self,
        column: &[(usize, usize)],
        rows: &[Option<usize>],
        series: &[Vec<Option<f64>>],
    ) -> usize {
        let slipped = (-MOST_SLIPPED..=MOST_SLIPPED).cartesian_product(series);
        let alike = slipped.map(|(by, series)| {
            let is_about = |(key, figure): &&(usize, usize)| {
                let row = rows[*key].and_then(|row| row.checked_add_signed(by));
                let number = row.and_then(|row| *series.get(row)?);
                number.is_some_and(|number| {
                    let mut intervals = self.figures[*figure].iter();
                    intervals.any(|(low, high)| *low <= number && number <= *high)
                })
            };
            let alike = column.iter().filter(is_about).count();
            alike.saturating_sub(2 * usize::from(by != 0))
        });
        // One figure is near to some number of any answer.
        alike.max().unwrap_or(0).saturating_sub(1)
    }
}

/// A text as it is compared with keys: a number, the numbers in it, or words.
fn key_text(text: &str) -> String {
    let whole = normal(bare(text));
    let is_number = whole
        .chars()
        .all(|c| c.is_ascii_digit() || matches!(c, '/' | '-'));
    match (
        is_number || whole.starts_with(['<', '>']),
        parts(text).as_slice(),
    ) {
        (true, _) => whole,
        (_, []) => match words::number_in(text) {
            Some(number) => number.to_string(),
            None => words::plain(&whole),
        },
        (_, numbers) => numbers.iter().map(|number| faces(number)).join(","),
    }
}

/// About the numbers for which a figure can have been printed, whichever way it was rounded.
fn interval(figure: &Figure) -> Interval {
    let range = Range::of(figure, Rounding::Half);
    let [low, high] = range.ends().map(|end| end.and_then(BigRational::to_f64));
    let (low, high) = (low.unwrap_or(f64::MIN), high.unwrap_or(f64::MAX));
    let wider = (high - low).abs().min(1.0) / 2.0 + 1e-12;
    (low - wider, high + wider)
}
