//! Which answers are worth reading a table against: those that have, about, the numbers that it prints, and its keys.

use std::collections::HashSet;

use itertools::Itertools;
use num_traits::ToPrimitive;

use super::Numbers;
use super::cells::{figures_of, is_plain, scaled};
use super::keys::{bare, normal, parts};
use super::words;
use crate::figures::figure::{Figure, Scale};
use crate::figures::grid::{Cell, Grid, Table};
use crate::figures::range::{End, Range, Rounding};
use crate::figures::reading::Reader;

/// The rows that are looked at.
const MOST_ROWS: usize = 200;
/// The most that one figure says, about in bits; and a whole number, which may count anything.
const MOST_POINTS: f64 = 10.0;
const WHOLE_POINTS: f64 = 2.0;
/// What a key of the answer says that stands in the table; one that does not says a point against it, up to so many.
const KEY_POINTS: usize = 4;
const MOST_ABSENT: usize = 8;

/// The figures and the words of a table, wherever they stand.
pub struct Likeness {
    cuts: Vec<Cut>,
}

/// One way to cut a table into cells.
struct Cut {
    /// For each figure the numbers that it can have been printed for, and the most that it says.
    figures: Vec<(Vec<(f64, f64)>, f64)>,
    /// The texts that may be keys.
    words: HashSet<String>,
}

impl Likeness {
    /// All ways to cut a table.
    pub fn of(table: &Table) -> Self {
        let texts = |grid: &&Grid| {
            let texts = grid.rows.iter().flatten().map(|cell| cell.text.clone());
            texts.sorted().collect_vec()
        };
        let cuts = table.cuts.iter().unique_by(texts);
        Self {
            cuts: cuts.map(Cut::of).collect(),
        }
    }

    /// How much the table speaks for an answer: each figure that it has says the more, the fewer figures it would have by chance.
    pub fn points(&self, numbers: &Numbers) -> i64 {
        let series = numbers
            .series
            .iter()
            .flat_map(|(_, series)| series.iter().flatten());
        let about = series.filter_map(|number| number.ends()?.0.to_f64());
        let about = about.sorted_by(f64::total_cmp).dedup().collect_vec();
        let names = (numbers.words.iter()).filter(|(name, _)| name == "name");
        let names = names.flat_map(|(_, words)| words.iter().enumerate());
        let names =
            names.flat_map(|(row, words)| words.iter().flatten().map(move |word| (row, word)));
        let names = names
            .map(|(row, word)| (row, words::plain(word)))
            .collect_vec();
        let points = self.cuts.iter().map(|cut| {
            let has = |row: &usize| {
                let mut key = numbers.rows[*row].iter();
                key.all(|part| cut.words.contains(&normal(part)))
                    || names
                        .iter()
                        .any(|(own, name)| own == row && cut.words.contains(name))
            };
            let present = (0..numbers.rows.len()).filter(has).count();
            let absent = (numbers.rows.len() - present).min(MOST_ABSENT);
            let keys = KEY_POINTS * present.min(cut.figures.len());
            cut.points(&about) + keys as i64 - absent as i64
        });
        points.max().unwrap_or(0)
    }
}

impl Cut {
    fn of(grid: &Grid) -> Self {
        let rows = &grid.rows[..grid.rows.len().min(MOST_ROWS)];
        let cells = || rows.iter().flatten();
        // Whole numbers beside other figures are keys rather than chances.
        let is_whole = |cell: &Cell| cell.text.parse::<u64>().is_ok();
        let broken = cells().filter(|cell| !is_whole(cell) && cell.is_figure());
        let broken = 2 * broken.count() > rows.len().min(grid.width());
        let figures = cells().filter(|cell| !(broken && is_whole(cell)));
        let figures = figures.filter_map(|cell| {
            let intervals = intervals(&cell.text);
            let most = if is_whole(cell) {
                WHOLE_POINTS
            } else {
                MOST_POINTS
            };
            (!intervals.is_empty()).then_some((intervals, most))
        });
        Self {
            figures: figures.collect(),
            words: cells().flat_map(|cell| key_texts(&cell.text)).collect(),
        }
    }

    /// The figures that are about one of these numbers, in ascending order.
    fn points(&self, about: &[f64]) -> i64 {
        let points = self.figures.iter().map(|(intervals, most)| {
            let has = |(low, high): &&(f64, f64)| {
                let from = about.partition_point(|number| number < low);
                about.get(from).is_some_and(|number| number <= high)
            };
            // Half of the numbers that are less than one away fall into a stretch as long as one.
            let points = intervals.iter().filter(has).map(|(low, high)| {
                let from = about.partition_point(|number| *number < low - 1.0);
                let to = about.partition_point(|number| *number <= high + 1.0);
                let by_chance = (to - from) as f64 / 2.0 * (high - low);
                (-by_chance.log2()).clamp(0.0, *most)
            });
            points.fold(0.0, f64::max)
        });
        points.sum::<f64>() as i64
    }
}

/// About the numbers for which a text can have been printed, in every unit and whichever way it was rounded.
fn intervals(text: &str) -> Vec<(f64, f64)> {
    let readings = figures_of(&Reader::default(), text).into_iter().flatten();
    let scaled = readings.flat_map(|figure| {
        let scales = match is_plain(&figure) {
            true => &[Scale::One, Scale::Percent, Scale::PerMille][..],
            false => &[Scale::One],
        };
        let scaled = scales.iter().map(|scale| scaled(&figure, scale));
        scaled.collect_vec()
    });
    scaled.map(|figure| interval(&figure)).collect()
}

fn interval(figure: &Figure) -> (f64, f64) {
    let range = Range::of(figure, Rounding::Half);
    let about = |end: Option<End>| end.and_then(|end| end.at.to_f64());
    let (low, high) = (about(range.low), about(range.high));
    let (low, high) = (low.unwrap_or(f64::MIN), high.unwrap_or(f64::MAX));
    let wider = (high - low).abs().min(1.0) / 2.0 + 1e-12;
    (low - wider, high + wider)
}

/// A text as keys may be compared with it: as a whole, its words, and the numbers in it.
fn key_texts(text: &str) -> Vec<String> {
    let whole = normal(bare(text));
    let plain = words::plain(text);
    let words = plain.split(' ').map(str::to_owned);
    let number = words::number_in(text).map(|number| number.to_string());
    let all = words.chain(parts(text)).chain(number);
    all.chain([whole, plain.clone()]).collect()
}
