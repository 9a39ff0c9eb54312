//! Other ways to read the table itself: no question need be asked anew.

use std::collections::{BTreeMap, BTreeSet};

use itertools::Itertools;

use super::slips::Slip;
use crate::exact::Quantity;
use crate::figures::matching::{MatchedTable, Numbers, PlacedFigure, Target};
use crate::figures::range::{Range, Rounding};

/// One thing about the table that is taken otherwise.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// The figures were not rounded to the nearest.
    Rounding(Rounding),
    /// Every figure stands this many rows too low, in the columns in which some are wrong.
    TooLow(i8),
    /// In a matrix every figure stands this many columns too far to the right.
    TooFarRight(i8),
    /// Figures taken for the first series are of the second.
    Series(String, String),
    /// Figures taken for one of two series are of the other.
    Headings(String, String),
    /// The figures are chances that it does not happen.
    Complement,
    /// Single figures are misprinted or exchanged.
    Slips(Vec<Slip>),
}

impl Change {
    /// Changes of one kind exclude each other.
    pub(super) fn kind(&self) -> u8 {
        match self {
            Self::Rounding(_) => 0,
            Self::TooLow(_) | Self::TooFarRight(_) => 1,
            Self::Series(..) | Self::Headings(..) => 2,
            Self::Complement => 3,
            Self::Slips(_) => 4,
        }
    }

    /// The burden of believing it.
    pub(super) fn weight(&self) -> u32 {
        match self {
            Self::Rounding(_) => 1,
            Self::TooLow(_) | Self::TooFarRight(_) | Self::Series(..) | Self::Headings(..) => 2,
            Self::Complement => 3,
            Self::Slips(slips) => slips.iter().map(Slip::weight).sum(),
        }
    }

    /// As how many assumptions it counts.
    pub(super) fn count(&self) -> usize {
        match self {
            Self::Slips(slips) => slips.len(),
            _ => 1,
        }
    }

    /// In words, after "if".
    pub fn says(&self) -> String {
        let words = |name: &str| name.replace('_', " ");
        match self {
            Self::Rounding(Rounding::Down) => "digits were cut off instead of rounded".to_owned(),
            Self::Rounding(Rounding::Up) => "figures were always rounded up".to_owned(),
            Self::Rounding(_) => "figures were rounded to the nearest".to_owned(),
            Self::TooLow(by) => stand(*by, "row", ["high", "low"]),
            Self::TooFarRight(by) => stand(*by, "column", ["far left", "far right"]),
            Self::Series(of, series) => {
                format!("the figures are `{}`, not `{}`", words(series), words(of))
            }
            Self::Headings(one, other) => {
                format!(
                    "the headings of `{}` and `{}` are exchanged",
                    words(one),
                    words(other)
                )
            }
            Self::Complement => "the figures are chances that it does not happen".to_owned(),
            Self::Slips(slips) => {
                let each: Vec<String> = slips.iter().map(Slip::says).collect();
                each.join(", and ")
            }
        }
    }
}

/// That figures have slipped by some lines, towards the first end where these are less than none.
fn stand(by: i8, line: &str, ends: [&str; 2]) -> String {
    let far = match by.unsigned_abs() {
        1 => format!("one {line}"),
        by => format!("{by} {line}s"),
    };
    format!("the figures stand {far} too {}", ends[usize::from(by > 0)])
}

/// A figure with the number it would speak of.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Item {
    /// Its line, its place in the line, and which it is of those that stand there.
    pub(super) at: At,
    /// The numbers for which it can be printed: one range for each way to read it.
    pub(super) ranges: Vec<Range>,
    pub(super) number: Option<Quantity>,
    /// Whether it is right, where it is settled without a number.
    pub(super) settled: Option<bool>,
}

/// A line, a place in it, and which figure of those that stand there.
pub(super) type At = (usize, usize, usize);

impl Item {
    pub(super) fn holds(&self) -> bool {
        let right = |number: &Quantity| self.ranges.iter().any(|range| range.holds(number));
        self.settled
            .unwrap_or_else(|| self.number.as_ref().is_some_and(right))
    }
}

/// The places of the figures of a table.
pub(super) fn places(table: &MatchedTable) -> Vec<At> {
    let mut last = (0, 0, 0);
    let place = |figure: &PlacedFigure| {
        let (line, column) = (figure.cell.line, figure.cell.column);
        let nth = if (last.0, last.1) == (line, column) {
            last.2 + 1
        } else {
            0
        };
        last = (line, column, nth);
        last
    };
    table.figures.iter().map(place).collect()
}

/// All changes that can be made to a table whose figures were placed so, none of them twice; those that are tried alone only
/// stand last, from the number given on.
pub(super) fn changes(numbers: &Numbers, figures: &[PlacedFigure]) -> (Vec<Change>, usize) {
    let mut changes = vec![
        Change::Rounding(Rounding::Down),
        Change::Rounding(Rounding::Up),
    ];
    if figures.len() > 1 {
        changes.extend([1, -1].map(Change::TooLow));
    }
    if figures.iter().any(|figure| figure.in_matrix) {
        changes.extend([1, -1].map(Change::TooFarRight));
    }
    let series = |figure: &PlacedFigure| match figure.target {
        Some(Target::Number(series, _)) => Some(series),
        _ => None,
    };
    let used: BTreeSet<usize> = figures.iter().filter_map(series).collect();
    let name = |series: usize| numbers.series[series].0.clone();
    for &of in &used {
        let others = (0..numbers.series.len()).filter(|&other| other != of);
        changes.extend(others.map(|other| Change::Series(name(of), name(other))));
        let later = used.iter().filter(|other| **other > of);
        changes.extend(later.map(|other| Change::Headings(name(of), name(*other))));
    }
    changes.push(Change::Complement);
    let near = changes.len();
    let rows = figures.iter().map(|figure| figure.row).max().unwrap_or(0);
    let farthest = i8::try_from(rows.min(MOST_ROWS)).unwrap_or(0);
    let far = (2..=farthest).flat_map(|by| [by, -by]);
    changes.extend(far.map(Change::TooLow));
    (changes, near)
}

/// The farthest that figures are tried to have slipped.
const MOST_ROWS: usize = 24;

/// The figures of a table that was read under some changes, each with its number; `None` if the answer lacks a series.
pub(super) fn items(
    table: &MatchedTable,
    numbers: &Numbers,
    changes: &[Change],
) -> Option<Vec<Item>> {
    let mut rounding = Rounding::Half;
    let mut targets: Vec<Option<Target>> =
        table.figures.iter().map(|figure| figure.target).collect();
    let mut complement = false;
    for change in changes {
        match change {
            Change::Rounding(to) => rounding = *to,
            Change::TooLow(by) => targets = shifted(&table.figures, numbers, *by, true),
            Change::TooFarRight(by) => targets = shifted(&table.figures, numbers, *by, false),
            Change::Complement => complement = true,
            _ => {}
        }
    }
    rename(&mut targets, numbers, changes)?;
    // Where all figures of a column hold they are rounded to the nearest.
    let wrong = wrong_columns(&table.figures, numbers);
    let rounding = |figure: &PlacedFigure| match wrong.contains(&figure.column) {
        true => rounding,
        false => Rounding::Half,
    };
    let places = places(table);
    let item = |((figure, target), at): ((&PlacedFigure, Option<Target>), At)| {
        let ranges = figure
            .readings
            .iter()
            .map(|reading| Range::of(reading, rounding(figure)));
        let ranges = ranges.map(|range| match complement {
            true => range.complement(),
            false => range,
        });
        let words = target.and_then(|target| numbers.words(target));
        Item {
            at,
            ranges: ranges.collect(),
            number: target.and_then(|target| number(target, numbers, table)),
            settled: words.map(|words| figure.says_one_of(words)),
        }
    };
    let figures = table.figures.iter().zip(targets).zip(places);
    Some(figures.map(item).collect())
}

/// The number of a target: that of the answer, or one that the table adds to it.
fn number(target: Target, numbers: &Numbers, table: &MatchedTable) -> Option<Quantity> {
    let own = numbers.number(target);
    own.or_else(|| table.numbers.number(target)).cloned()
}

/// Takes figures of one series for those of another, where changes say so; `None` if the answer lacks one of them.
fn rename(targets: &mut [Option<Target>], numbers: &Numbers, changes: &[Change]) -> Option<()> {
    for change in changes {
        let (from, to, both) = match change {
            Change::Series(of, to) => (of, to, false),
            Change::Headings(one, other) => (one, other, true),
            _ => continue,
        };
        let position = |name| numbers.series.iter().position(|(known, _)| known == name);
        let (from, to) = (position(from)?, position(to)?);
        for target in targets.iter_mut().flatten() {
            if let Target::Number(series, _) = target {
                *series = match *series {
                    series if series == from => to,
                    series if series == to && both => from,
                    series => series,
                };
            }
        }
    }
    Some(())
}

/// The columns with figures that do not hold.
fn wrong_columns(figures: &[PlacedFigure], numbers: &Numbers) -> BTreeSet<usize> {
    let wrong = figures.iter().filter(|figure| !numbers.holds(figure));
    wrong.map(|figure| figure.column).collect()
}

/// The targets of figures that belong `by` rows further up, or else columns further left: those of the neighbour in print;
/// at the edge or beside an empty cell, those of the next key, if any.
fn shifted(
    figures: &[PlacedFigure],
    numbers: &Numbers,
    by: i8,
    is_up: bool,
) -> Vec<Option<Target>> {
    // The part that stays, and the part that changes.
    let place = |figure: &PlacedFigure| match is_up {
        true => (figure.column, figure.row),
        false => (figure.row, figure.column),
    };
    let placed: BTreeMap<_, &PlacedFigure> = figures
        .iter()
        .map(|figure| (place(figure), figure))
        .collect();
    let moving = wrong_columns(figures, numbers);
    let shifted = |figure: &PlacedFigure| {
        if is_up && !moving.contains(&figure.column) {
            return figure.target;
        }
        let (same, from) = place(figure);
        let from = from.checked_add_signed(-isize::from(by));
        match from.and_then(|from| placed.get(&(same, from))) {
            Some(neighbour) => neighbour.target,
            None => beyond(figure, numbers, by, is_up),
        }
    };
    figures.iter().map(shifted).collect()
}

/// The number of the key beside that of a figure, in the order of the answer.
fn beyond(figure: &PlacedFigure, numbers: &Numbers, by: i8, is_up: bool) -> Option<Target> {
    let Some(Target::Number(series, row)) = figure.target else {
        return None;
    };
    let mut key = numbers.rows.get(row)?.clone();
    let part = if is_up { 0 } else { key.len() - 1 };
    let values = numbers.rows.iter().filter_map(|key| key.get(part));
    let values = values.unique().collect_vec();
    let own = values.iter().position(|value| **value == key[part])?;
    let next = own.checked_add_signed(-isize::from(by))?;
    let next = (*values.get(next)?).clone();
    key[part] = next;
    let row = numbers.rows.iter().position(|other| *other == key)?;
    Some(Target::Number(series, row))
}
