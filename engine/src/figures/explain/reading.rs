//! How the table itself may be meant otherwise: no question need be asked anew.

use std::collections::{BTreeMap, BTreeSet};

use super::range::{Range, Rounding};
use crate::exact::Quantity;
use crate::figures::Decimal;
use crate::figures::grid::{Cell, Grid};
use crate::figures::matching::{Numbers, Options, Placed, Plain, place};

/// One thing about the table that is taken otherwise.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// The figures were not rounded to the nearest.
    Rounding(Rounding),
    /// The decimal sign is this one.
    Comma(bool),
    /// Plain numbers are hundredths, or the numbers themselves, or odds.
    Plain(Unit),
    /// Every figure stands so many rows too low.
    Rows(i8),
    /// Every figure of a matrix stands so many columns too far to the right.
    Columns(i8),
    /// Figures taken for the first series are of the second.
    Series(String, String),
    /// The figures are chances that it does not happen.
    Complement,
}

/// What plain numbers are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unit {
    /// Hundredths.
    Percent,
    /// The number itself.
    Fraction,
    /// Odds against.
    Odds,
}

impl Change {
    /// Changes of one kind exclude each other.
    pub(super) fn kind(&self) -> u8 {
        match self {
            Self::Rounding(_) => 0,
            Self::Comma(_) => 1,
            Self::Plain(_) => 2,
            Self::Rows(_) | Self::Columns(_) => 3,
            Self::Series(..) => 4,
            Self::Complement => 5,
        }
    }

    /// How much it asks to be believed.
    pub(super) fn weight(&self) -> u32 {
        match self {
            Self::Rounding(_) | Self::Comma(_) | Self::Plain(_) => 1,
            Self::Rows(_) | Self::Columns(_) | Self::Series(..) => 2,
            Self::Complement => 3,
        }
    }

    /// In words, after "if".
    pub fn says(&self) -> String {
        let far = |by: i8| match by.unsigned_abs() {
            1 => "one".to_owned(),
            by => by.to_string(),
        };
        match self {
            Self::Rounding(Rounding::Down) => "digits were cut off instead of rounded".to_owned(),
            Self::Rounding(Rounding::Up) => "figures were always rounded up".to_owned(),
            Self::Rounding(Rounding::Half) => "figures were rounded to the nearest".to_owned(),
            Self::Comma(true) => "the comma stands before decimals".to_owned(),
            Self::Comma(false) => "the point stands before decimals".to_owned(),
            Self::Plain(Unit::Percent) => "plain numbers are hundredths".to_owned(),
            Self::Plain(Unit::Fraction) => "plain numbers are chances themselves".to_owned(),
            Self::Plain(Unit::Odds) => "plain numbers are odds against".to_owned(),
            Self::Rows(by) if *by > 0 => format!("the figures stand {} row too low", far(*by)),
            Self::Rows(by) => format!("the figures stand {} row too high", far(*by)),
            Self::Columns(by) if *by > 0 => {
                format!("the figures stand {} column too far right", far(*by))
            }
            Self::Columns(by) => format!("the figures stand {} column too far left", far(*by)),
            Self::Series(of, series) => {
                let words = |name: &str| name.replace('_', " ");
                format!("the figures are `{}`, not `{}`", words(series), words(of))
            }
            Self::Complement => "the figures are chances that it does not happen".to_owned(),
        }
    }

    /// The options of `siga check` that read the table so, where there are such.
    pub fn option(&self) -> Option<String> {
        Some(match self {
            Self::Comma(true) => "--decimal comma".to_owned(),
            Self::Comma(false) => "--decimal point".to_owned(),
            Self::Plain(Unit::Percent) => "--as percent".to_owned(),
            Self::Plain(Unit::Fraction) => "--as fraction".to_owned(),
            Self::Plain(Unit::Odds) => "--as odds".to_owned(),
            _ => return None,
        })
    }
}

/// A figure with the number it would speak of.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Item {
    /// Its line and its place in the line.
    pub(super) at: (usize, usize),
    /// What it can be printed for: one range for each way to read it.
    pub(super) ranges: Vec<Range>,
    pub(super) number: Option<Quantity>,
}

impl Item {
    pub(super) fn holds(&self) -> bool {
        let right = |number: &Quantity| self.ranges.iter().any(|range| range.holds(number));
        self.number.as_ref().is_some_and(right)
    }
}

/// A table as printed.
#[derive(Clone, Copy, Debug)]
pub struct Print<'a> {
    /// Its cells.
    pub grid: &'a Grid,
    /// How it is read as it stands.
    pub options: &'a Options,
}

/// All changes that can be made to a table whose figures were placed so, none of them twice.
pub(super) fn changes(print: Print<'_>, numbers: &Numbers, figures: &[Placed]) -> Vec<Change> {
    let mut changes = vec![
        Change::Rounding(Rounding::Down),
        Change::Rounding(Rounding::Up),
    ];
    let options = print.options;
    let signs = |sign: char| (figures.iter()).any(|figure| figure.cell.text.contains(sign));
    if signs(',') || signs('.') {
        let other = |decimal: Decimal| options.decimal != decimal;
        changes.extend(other(Decimal::Comma).then_some(Change::Comma(true)));
        changes.extend(other(Decimal::Point).then_some(Change::Comma(false)));
    }
    for (plain, unit) in [
        (Plain::Percent, Unit::Percent),
        (Plain::Fraction, Unit::Fraction),
        (Plain::Odds, Unit::Odds),
    ] {
        changes.extend((options.plain != plain).then_some(Change::Plain(unit)));
    }
    if figures.len() > 1 {
        changes.extend([1, -1].map(Change::Rows));
    }
    if figures.iter().any(|figure| figure.in_matrix) {
        changes.extend([1, -1].map(Change::Columns));
    }
    let used: BTreeSet<usize> = figures
        .iter()
        .filter_map(|figure| Some(figure.number?.0))
        .collect();
    for of in used {
        let others = (0..numbers.series.len()).filter(|&other| other != of);
        let name = |series: usize| numbers.series[series].0.clone();
        changes.extend(others.map(|other| Change::Series(name(of), name(other))));
    }
    changes.push(Change::Complement);
    changes
}

/// The figures read under some changes, each with its number; `None` if the table cannot be read so.
///
/// `valued` has the same places as `numbers`, and no functions.
pub(super) fn items(
    print: Print<'_>,
    numbers: &Numbers,
    valued: &Numbers,
    changes: &[Change],
) -> Option<Vec<Item>> {
    let mut options = print.options.clone();
    let mut rounding = Rounding::Half;
    for change in changes {
        match change {
            Change::Rounding(to) => rounding = *to,
            Change::Comma(true) => options.decimal = Decimal::Comma,
            Change::Comma(false) => options.decimal = Decimal::Point,
            Change::Plain(Unit::Percent) => options.plain = Plain::Percent,
            Change::Plain(Unit::Fraction) => options.plain = Plain::Fraction,
            Change::Plain(Unit::Odds) => options.plain = Plain::Odds,
            _ => {}
        }
    }
    let table = place(print.grid, valued, &options).ok()?;
    let mut places: Vec<Option<(usize, usize)>> =
        table.figures.iter().map(|figure| figure.number).collect();
    let mut complement = false;
    for change in changes {
        match change {
            Change::Rows(by) => {
                places = shifted(print.grid, &table.figures, numbers, *by, Along::Rows)
            }
            Change::Columns(by) => {
                places = shifted(print.grid, &table.figures, numbers, *by, Along::Columns)
            }
            Change::Complement => complement = true,
            _ => {}
        }
    }
    for change in changes {
        if let Change::Series(of, to) = change {
            let position = |name| numbers.series.iter().position(|(known, _)| known == name);
            let (of, to) = (position(of)?, position(to)?);
            for (series, _) in places.iter_mut().flatten() {
                if *series == of {
                    *series = to;
                }
            }
        }
    }
    let item = |(figure, place): (Placed, Option<(usize, usize)>)| {
        let ranges = figure
            .readings
            .iter()
            .map(|figure| Range::of(figure, rounding));
        let ranges = ranges.map(|range| match complement {
            true => range.complement(),
            false => range,
        });
        Item {
            at: (figure.cell.line, figure.cell.column),
            ranges: ranges.collect(),
            number: place.and_then(|(series, row)| numbers.series[series].1[row].clone()),
        }
    };
    Some(table.figures.into_iter().zip(places).map(item).collect())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Along {
    Rows,
    Columns,
}

/// The places of figures that belong `by` rows further up, or columns further left: those of the neighbour in print; where
/// there is none, at the edge or beside an empty cell, that of the next key, if there is one.
fn shifted(
    grid: &Grid,
    figures: &[Placed],
    numbers: &Numbers,
    by: i8,
    along: Along,
) -> Vec<Option<(usize, usize)>> {
    let row = |figure: &Placed| {
        let same = |row: &[Cell]| {
            row.first()
                .is_some_and(|cell| cell.line == figure.cell.line)
        };
        grid.rows.iter().position(|row| same(row))
    };
    // What stays as it is, and what changes.
    let place = |figure: &Placed| match along {
        Along::Rows => (Some(figure.column), row(figure)),
        Along::Columns => (row(figure), Some(figure.column)),
    };
    let placed: BTreeMap<_, &Placed> = figures
        .iter()
        .map(|figure| (place(figure), figure))
        .collect();
    let shifted = |figure: &Placed| {
        let (same, from) = place(figure);
        let from = from?.checked_add_signed(-isize::from(by));
        match from.and_then(|from| placed.get(&(same, Some(from)))) {
            Some(neighbour) => neighbour.number,
            None => beyond(figure, figures, numbers, by, along),
        }
    };
    figures.iter().map(shifted).collect()
}

/// The place of the key beside that of a figure, which may itself have no number.
fn beyond(
    figure: &Placed,
    figures: &[Placed],
    numbers: &Numbers,
    by: i8,
    along: Along,
) -> Option<(usize, usize)> {
    let own = |(series, row): (usize, usize)| (series, numbers.rows[row].clone());
    let (series, mut key) = figure.number.map(own).or_else(|| {
        let mut alike = figures.iter().filter(|other| other.column == figure.column);
        let series = alike.find_map(|other| other.number)?.0;
        (!figure.key.is_empty()).then(|| (series, figure.key.clone()))
    })?;
    let part = match along {
        Along::Rows => key.first_mut()?,
        Along::Columns => key.last_mut()?,
    };
    let next = part.parse::<i64>().ok()?.checked_sub(by.into())?;
    *part = next.to_string();
    let row = numbers.rows.iter().position(|other| *other == key)?;
    Some((series, row))
}
