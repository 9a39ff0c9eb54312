//! Which number each figure of a table speaks of.
//!
//! Rows are found by their keys. Columns hold keys when their header names one, or, without a header that says
//! otherwise, when what stands in them are keys, from the left on; a header made of keys makes the table a matrix. All
//! other columns hold figures: of the series that their header names, else of the main one.

mod rescale;
mod roles;
mod words;

use std::collections::{BTreeMap, BTreeSet};

use num_rational::BigRational;
use num_traits::{One, Zero};

use super::figure::{Figure, Scale};
use super::grid::{Cell, Grid, GridError};
use super::reading::{Decimal, Reader};
use crate::exact::Quantity;
use roles::Role;

/// The numbers a table can speak of: rows with keys, and series of numbers along them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Numbers {
    /// The names of the parts of a key, such as `behind`, `behind` for pairs.
    pub keys: Vec<String>,
    /// The key of each row.
    pub rows: Vec<Vec<String>>,
    /// Named series, the main one first; a number for each row that has one.
    pub series: Vec<(String, Vec<Option<Quantity>>)>,
}

/// What plain numbers in a table are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(rename_all = "lowercase")
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Plain {
    /// Hundredths where a header says so or a chance would pass 1; else the number itself.
    #[default]
    Auto,
    /// Hundredths.
    Percent,
    /// The number itself.
    Fraction,
    /// Odds: `3` is three to one.
    Odds,
}

/// How to read a table.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The decimal sign.
    pub decimal: Decimal,
    /// What plain numbers are.
    pub plain: Plain,
    /// For each column the name of a key or of a series, or `-` to leave it out; empty to find out.
    pub columns: Vec<String>,
}

/// A figure of the table.
#[derive(Clone, Debug)]
pub struct Placed {
    /// Where it stands.
    pub cell: Cell,
    /// Its column, counted from 0.
    pub column: usize,
    /// The name of its column.
    pub name: String,
    /// Whether its column is one of a matrix.
    pub in_matrix: bool,
    /// The key it stands beside, as it was read; empty when figures are taken in order.
    pub key: Vec<String>,
    /// All it can mean.
    pub readings: Vec<Figure>,
    /// The series and the row of its number; `None` if there is none for this key.
    pub number: Option<(usize, usize)>,
}

/// A table with the numbers its figures speak of.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// Its figures, row by row.
    pub figures: Vec<Placed>,
    /// Keys of numbers of which the table has no figure.
    pub missing: Vec<String>,
    /// How the table was read, where it might have been read otherwise.
    pub notes: Vec<String>,
}

impl Numbers {
    /// The rows by key.
    fn index(&self) -> BTreeMap<Vec<String>, usize> {
        let keys = self.rows.iter().enumerate().rev();
        keys.map(|(row, key)| (key.iter().map(|part| normal(part)).collect(), row))
            .collect()
    }

    /// A key as text.
    fn shown(key: &[String]) -> String {
        key.join(", ")
    }

    /// Whether all numbers of a series are chances.
    fn are_chances(&self, series: usize) -> bool {
        let one = BigRational::one();
        let zero = BigRational::zero();
        self.series.get(series).is_some_and(|(_, numbers)| {
            let ends = |number: &Quantity| {
                number
                    .ends()
                    .is_some_and(|(low, high)| low >= zero && high <= one)
            };
            numbers.iter().flatten().all(ends)
        })
    }
}

/// A key as it is compared: without blanks around it, in small letters, numbers without leading zeros.
fn normal(key: &str) -> String {
    let key = key.trim().trim_matches(|c| matches!(c, '*' | '`'));
    match key.parse::<i64>() {
        Ok(number) => number.to_string(),
        Err(_) => key.to_lowercase(),
    }
}

/// The parts of a key that stand in one cell: `1, 3`, `(1,3)`, `1+3`, `1 and 3`.
fn parts(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|part| !part.is_empty() && *part != "and")
        .map(normal)
        .collect()
}

/// The decimal sign all figures of a table agree on, if one of them leaves no doubt.
fn convention(grid: &Grid) -> Decimal {
    let only = |decimal: Decimal| Reader {
        decimal,
        ..Reader::default()
    };
    let (point, comma) = (only(Decimal::Point), only(Decimal::Comma));
    let (mut points, mut commas) = (false, false);
    for cell in grid.rows.iter().flatten() {
        let by_point = point.read(&cell.text).is_ok();
        let by_comma = comma.read(&cell.text).is_ok();
        points |= by_point && !by_comma && cell.text.contains(['.', ',']);
        commas |= by_comma && !by_point && cell.text.contains(['.', ',']);
    }
    match (points, commas) {
        (true, false) => Decimal::Point,
        (false, true) => Decimal::Comma,
        _ => Decimal::Auto,
    }
}

/// Finds for every figure of a table the number it speaks of.
///
/// # Errors
/// [`GridError`] with the place of a cell that is no figure, of a column that is named like nothing here, or of a list
/// without keys that has another length.
pub fn place(grid: &Grid, numbers: &Numbers, options: &Options) -> Result<Table, GridError> {
    let mut grid = grid.clone();
    if grid.header.is_none() && roles::header_of_keys(&grid, numbers) {
        grid.header = Some(grid.rows.remove(0));
    }
    let decimal = match options.decimal {
        Decimal::Auto => convention(&grid),
        said => said,
    };
    let mut table = Table::default();
    if options.decimal == Decimal::Auto && decimal == Decimal::Comma {
        table.notes.push("decimals have a comma here".to_owned());
    }
    let roles = roles::roles(&grid, numbers, options, &mut table.notes)?;
    let index = numbers.index();
    let has_keys = roles
        .iter()
        .any(|role| matches!(role, Role::Key(_) | Role::Matrix(_)));
    if !has_keys {
        in_order(&grid, numbers, &roles)?;
    }
    let list = !has_keys && grid.rows.len() == 1;
    let mut seen = BTreeSet::new();
    for (at_row, row) in grid.rows.iter().enumerate() {
        let beside = key_of(row, &roles, numbers);
        let mut nth = 0;
        for (at, (cell, role)) in row.iter().zip(&roles).enumerate() {
            let (series, plain, odds, last) = match role {
                Role::Figures {
                    series,
                    plain,
                    odds,
                } => (*series, plain.clone(), *odds, None),
                Role::Matrix(last) => (0, scale_of_table(options), None, Some(last)),
                Role::Key(_) | Role::Nothing => continue,
            };
            if cell.is_blank() {
                continue;
            }
            let reader = Reader {
                decimal,
                odds,
                plain,
            };
            let readings = reader
                .read(&cell.text)
                .map_err(|error| cell.error(error.to_string()))?;
            let mut key = beside.clone();
            key.extend(last.cloned());
            let row = if list {
                nth += 1;
                Some(nth - 1)
            } else if has_keys {
                found(&index, &key)
            } else {
                Some(at_row)
            };
            seen.extend(row);
            table.figures.push(Placed {
                cell: cell.clone(),
                column: at,
                name: grid.name(at).to_owned(),
                in_matrix: last.is_some(),
                key: row.map_or(key, |row| numbers.rows[row].clone()),
                readings,
                number: row.map(|row| (series, row)),
            });
        }
    }
    if table.figures.is_empty() {
        return Err(GridError {
            line: 1,
            column: 1,
            why: "there are no figures in this table".to_owned(),
        });
    }
    rescale::rescale(&mut table, numbers, options, decimal);
    let unseen = (0..numbers.rows.len()).filter(|row| !seen.contains(row));
    table.missing = unseen
        .map(|row| Numbers::shown(&numbers.rows[row]))
        .collect();
    Ok(table)
}

fn scale_of_table(options: &Options) -> Scale {
    match options.plain {
        Plain::Percent => Scale::Percent,
        Plain::Odds => Scale::OddsAgainst,
        Plain::Auto | Plain::Fraction => Scale::One,
    }
}

/// The row of a key, in either order where there is none in the order written.
fn found(index: &BTreeMap<Vec<String>, usize>, key: &[String]) -> Option<usize> {
    let key: Vec<String> = key.iter().map(|part| normal(part)).collect();
    (index.get(&key))
        .or_else(|| index.get(&sorted(&key)))
        .copied()
}

/// A key with its parts in ascending order.
fn sorted(key: &[String]) -> Vec<String> {
    let mut sorted = key.to_vec();
    sorted.sort_by_cached_key(|part| (part.parse::<i64>().unwrap_or(i64::MAX), part.clone()));
    sorted
}

/// The key that the cells of a row make.
fn key_of(row: &[Cell], roles: &[Role], numbers: &Numbers) -> Vec<String> {
    let mut keys: Vec<(usize, &Cell)> = (row.iter().zip(roles))
        .filter_map(|(cell, role)| match role {
            Role::Key(part) => Some((*part, cell)),
            _ => None,
        })
        .collect();
    keys.sort_by_key(|(part, _)| *part);
    let matrix = roles.iter().any(|role| matches!(role, Role::Matrix(_)));
    match keys.as_slice() {
        [(_, cell)] if numbers.keys.len() - usize::from(matrix) > 1 => parts(&cell.text),
        keys => keys.iter().map(|(_, cell)| normal(&cell.text)).collect(),
    }
}

/// A list without keys is as long as the answer.
fn in_order(grid: &Grid, numbers: &Numbers, roles: &[Role]) -> Result<(), GridError> {
    let figures = roles
        .iter()
        .filter(|role| matches!(role, Role::Figures { .. }))
        .count();
    let there = match grid.rows.len() {
        1 => figures,
        rows => rows,
    };
    if there == numbers.rows.len() {
        return Ok(());
    }
    let keys: Vec<String> = numbers
        .rows
        .iter()
        .take(12)
        .map(|key| Numbers::shown(key))
        .collect();
    let more = if numbers.rows.len() > 12 { ", …" } else { "" };
    let why = format!(
        "no column holds keys, so the figures are taken in order; there are {there}, and the answer has {} ({}{more})",
        numbers.rows.len(),
        keys.join("; ")
    );
    Err(match grid.rows.iter().flatten().next() {
        Some(cell) => cell.error(why),
        None => GridError {
            line: 1,
            column: 1,
            why,
        },
    })
}
