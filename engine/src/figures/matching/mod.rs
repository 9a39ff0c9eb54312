//! Which number each figure of a table speaks of.
//!
//! Rows are found by their keys, and keys by the cells: a column holds keys when every one of its cells is a key of the
//! answer, whatever stands above it; of two such columns the one that covers more of the answer is taken, then the one whose
//! heading names keys. A table lying on its side is turned first. What another column holds is what its heading names, in any
//! of the languages of `words`. A heading that is not known is not judged beside one that is; alone it is, as what it
//! looks like. Figures are taken in order only where no words stand beside them and there are as many as the answer has.
//! What is not understood is not compared, and the table says so of each column and row.

mod keys;
mod layout;
mod rescale;
mod roles;
mod words;

use itertools::Itertools;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::figure::{Figure, Scale};
use super::grid::{Cell, Grid, GridError};
use super::reading::{Decimal, FigureError, Reader};
use super::verdict::judge_readings;
use crate::exact::Quantity;
use keys::Keys;
use layout::Laid;
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
    /// Named series of words: for each row those that are right, `yes` and `no` among them.
    pub words: Vec<(String, Vec<Option<Vec<String>>>)>,
    /// Numbers of the answer as a whole, such as `mean`.
    pub facts: Vec<(String, Quantity)>,
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
    /// For each column (or row, of a table on its side) the name of a key or of a series, or `-` to leave it out; empty to
    /// find out.
    pub columns: Vec<String>,
}

/// What a figure speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The number of a series in a row.
    Number(usize, usize),
    /// The words of a series in a row.
    Words(usize, usize),
    /// A number of the answer as a whole.
    Fact(usize),
}

/// A figure of the table.
#[derive(Clone, Debug)]
pub struct Placed {
    /// Where it stands.
    pub cell: Cell,
    /// Its column, counted from 0; its row in a table on its side.
    pub column: usize,
    /// The name of its column.
    pub name: String,
    /// Its row, counted from 0 below the names; its column in a table on its side.
    pub row: usize,
    /// Whether its column is one of a matrix.
    pub in_matrix: bool,
    /// The key it stands beside, as it was read; empty when figures are taken in order.
    pub key: Vec<String>,
    /// All it can mean.
    pub readings: Vec<Figure>,
    /// What it says, where words are compared.
    pub said: Vec<String>,
    /// What it speaks of; `None` if the answer has nothing for this key.
    pub target: Option<Target>,
}

/// What became of a column, or of a row of a table on its side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What stands above it.
    pub heading: String,
    /// What it was taken as: `key`, a series of the answer, `text`; `None` if it is not compared.
    pub taken: Option<String>,
    /// Why.
    pub why: String,
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
    /// Its columns, or its rows if it lies on its side.
    pub lines: Vec<Line>,
    /// Whether the lines are rows.
    pub on_side: bool,
    /// Whether figures were taken in order, there being no keys.
    pub in_order: bool,
}

impl Numbers {
    /// A key as text.
    pub fn shown(key: &[String]) -> String {
        key.join(", ")
    }

    /// What a column can hold: the parts of a key, and the series.
    pub fn names(&self) -> impl Iterator<Item = &String> {
        let keys = self.keys.iter().dedup();
        let series = self.series.iter().map(|(name, _)| name);
        let words = self.words.iter().map(|(name, _)| name);
        keys.chain(series).chain(words)
    }

    /// The first keys, for people.
    fn first_keys(&self) -> String {
        let keys: Vec<String> = self
            .rows
            .iter()
            .take(12)
            .map(|key| Self::shown(key))
            .collect();
        let more = if self.rows.len() > 12 { "; …" } else { "" };
        format!("{}{more}", keys.join("; "))
    }

    /// Whether some number is a function of an unknown bias.
    pub fn has_functions(&self) -> bool {
        let mut all = (self.series.iter()).flat_map(|(_, numbers)| numbers.iter().flatten());
        all.any(|number| matches!(number, Quantity::Function { .. }))
    }

    /// What a figure speaks of, where that is a number.
    pub fn number(&self, target: Target) -> Option<&Quantity> {
        match target {
            Target::Number(series, row) => self.series.get(series)?.1.get(row)?.as_ref(),
            Target::Fact(fact) => self.facts.get(fact).map(|(_, number)| number),
            Target::Words(..) => None,
        }
    }

    /// The words that are right, where a figure speaks of words.
    pub fn words(&self, target: Target) -> Option<&[String]> {
        match target {
            Target::Words(series, row) => self.words.get(series)?.1.get(row)?.as_deref(),
            _ => None,
        }
    }

    /// Whether a figure holds.
    pub(super) fn holds(&self, figure: &Placed) -> bool {
        let Some(target) = figure.target else {
            return false;
        };
        if let Some(words) = self.words(target) {
            return figure.says_one_of(words);
        }
        let judged = self
            .number(target)
            .and_then(|number| judge_readings(&figure.readings, number).ok().flatten());
        judged.is_some_and(|judged| judged.verdict.status.holds())
    }

    /// Whether all numbers of a series are chances.
    fn are_chances(&self, series: usize) -> bool {
        let one = BigRational::one();
        let zero = BigRational::zero();
        self.series.get(series).is_some_and(|(name, numbers)| {
            let ends = |number: &Quantity| {
                number
                    .ends()
                    .is_some_and(|(low, high)| low >= zero && high <= one)
            };
            name != "weight" && numbers.iter().flatten().all(ends)
        })
    }
}

impl Placed {
    /// Whether it says only what is right.
    pub fn says_one_of(&self, words: &[String]) -> bool {
        !self.said.is_empty() && self.said.iter().all(|said| words.contains(said))
    }
}

/// The parts of a cell that give a number twice: `7/16 (43.75 %)`, `7/16 = 0.4375`; else the whole.
fn pieces(text: &str) -> Vec<&str> {
    let whole = vec![text];
    let inner = text.trim();
    if let Some((first, rest)) = inner.split_once('(') {
        return match rest.strip_suffix(')') {
            Some(second) if !first.trim().is_empty() => vec![first.trim(), second.trim()],
            _ => whole,
        };
    }
    match inner.split_once(['=', '≈']) {
        Some((first, second)) if !first.trim().is_empty() => vec![first.trim(), second.trim()],
        _ => whole,
    }
}

/// What a cell can mean: a list for each time that it gives its number.
fn figures_of(reader: &Reader, text: &str) -> Result<Vec<Vec<Figure>>, FigureError> {
    match reader.read(text) {
        Ok(figures) => Ok(vec![figures]),
        Err(error) => {
            let each = pieces(text).into_iter().map(|piece| {
                let mut figures = reader.read(piece)?;
                // Beside a fraction `43.75` needs no sign.
                let plain = |figure: &Figure| {
                    figure.scale == Scale::One && figure.number > BigRational::one()
                };
                if figures.iter().all(plain) {
                    let percent = Reader {
                        plain: Scale::Percent,
                        ..reader.clone()
                    };
                    figures.extend(percent.read(piece)?);
                }
                Ok(figures)
            });
            match each.collect::<Result<Vec<_>, FigureError>>() {
                Ok(figures) if figures.len() > 1 => Ok(figures),
                _ => Err(error),
            }
        }
    }
}

/// What a cell says where words are compared: `yes`, `no`, or lists of numbers.
fn said(text: &str) -> Option<Vec<String>> {
    if let Some(yes) = words::yes_or_no(text) {
        return Some(vec![if yes { "yes" } else { "no" }.to_owned()]);
    }
    let lower = text.to_lowercase();
    let mut parts = vec![lower.as_str()];
    for word in [
        " or ", " oder ", " ou ", " o ", " eller ", " of ", " lub ", " или ", "/",
    ] {
        parts = parts
            .into_iter()
            .flat_map(|part| part.split(word))
            .collect();
    }
    let list = |part: &str| {
        let numbers: Vec<&str> = part
            .split(|c: char| !c.is_ascii_digit())
            .filter(|number| !number.is_empty())
            .collect();
        (!numbers.is_empty()).then(|| numbers.join(","))
    };
    parts.into_iter().map(list).collect()
}

/// The decimal sign all figures of a table agree on, if one of them leaves no doubt.
fn convention<'a>(cells: impl Iterator<Item = &'a Cell>) -> Decimal {
    let only = |decimal: Decimal| Reader {
        decimal,
        ..Reader::default()
    };
    let (point, comma) = (only(Decimal::Point), only(Decimal::Comma));
    let (mut points, mut commas) = (false, false);
    for cell in cells.filter(|cell| cell.text.contains(['.', ','])) {
        let by_point = figures_of(&point, &cell.text).is_ok();
        let by_comma = figures_of(&comma, &cell.text).is_ok();
        points |= by_point && !by_comma;
        commas |= by_comma && !by_point;
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
/// [`GridError`] with the place of a cell that is no figure, or where it cannot be told which column holds what.
pub fn place(grid: &Grid, numbers: &Numbers, options: &Options) -> Result<Table, GridError> {
    let keys = Keys::of(numbers);
    let found = layout::all(grid, &keys, options)?;
    // Of several ways to read it that are as good the one is taken under which all figures hold.
    let several = found.len() > 1;
    let mut tables = Vec::new();
    for laid in found {
        tables.push(placed(&laid, &keys, numbers, options).map(|table| (laid, table)));
    }
    if !several {
        return tables.remove(0).map(|(_, table)| table);
    }
    let all_hold = |table: &Table| table.figures.iter().all(|figure| numbers.holds(figure));
    let mut good: Vec<(Laid, Table)> = tables
        .into_iter()
        .flatten()
        .filter(|(_, table)| all_hold(table))
        .collect();
    match good.is_empty() {
        false => {
            let (laid, mut table) = good.swap_remove(0);
            let why = laid.keys_in();
            table.notes.push(format!(
                "more than one {} could hold keys; {why} is taken, under which every figure holds",
                laid.line_word()
            ));
            Ok(table)
        }
        true => Err(layout::unclear(
            grid,
            numbers,
            "more than one column or row could hold the keys",
        )),
    }
}

/// The figures of a table whose keys are found.
fn placed(
    laid: &Laid,
    keys: &Keys<'_>,
    numbers: &Numbers,
    options: &Options,
) -> Result<Table, GridError> {
    let grid = &laid.grid;
    let decimal = match options.decimal {
        Decimal::Auto => {
            let below = grid.rows[laid.head..]
                .iter()
                .flat_map(|row| row.iter().enumerate());
            convention(
                below
                    .filter(|(at, _)| !laid.keys.contains(at))
                    .map(|(_, cell)| cell),
            )
        }
        said => said,
    };
    let mut table = Table {
        on_side: laid.on_side,
        in_order: laid.in_order(),
        notes: laid.notes.clone(),
        ..Table::default()
    };
    if options.decimal == Decimal::Auto && decimal == Decimal::Comma {
        table.notes.push("decimals have a comma here".to_owned());
    }
    let roles = roles::roles(laid, keys, numbers, options, decimal)?;
    table.lines = roles.lines;
    let mut seen = vec![false; numbers.rows.len()];
    let mut skipped = Vec::new();
    for (at_row, row) in grid.rows.iter().enumerate().skip(laid.head) {
        let place = laid.row(at_row, keys);
        if let layout::Row::Skipped(label) = &place {
            skipped.push(label.clone());
            continue;
        }
        for (at, (cell, role)) in row.iter().zip(&roles.columns).enumerate() {
            let last = match role {
                Role::Matrix(last) => Some(last),
                Role::Nothing => None,
                _ => None,
            };
            if matches!(role, Role::Nothing | Role::Key) || cell.is_blank() {
                continue;
            }
            let (key, target_row, fact) = match &place {
                layout::Row::Key(key) => {
                    let mut key = key.clone();
                    key.extend(last.cloned());
                    let found = keys.row(&key);
                    (
                        found.map_or(key, |row| numbers.rows[row].clone()),
                        found,
                        None,
                    )
                }
                layout::Row::Nth(nth) => {
                    let key = numbers.rows.get(*nth).cloned().unwrap_or_default();
                    (key, Some(*nth), None)
                }
                layout::Row::Fact(fact) => {
                    (vec![numbers.facts[*fact].0.clone()], None, Some(*fact))
                }
                layout::Row::Skipped(_) => continue,
            };
            let shared = Placed {
                cell: cell.clone(),
                column: at,
                name: laid.heading(at),
                row: at_row - laid.head,
                in_matrix: last.is_some(),
                key,
                readings: Vec::new(),
                said: Vec::new(),
                target: fact.map(Target::Fact),
            };
            if let Some(row) = target_row {
                seen[row] = true;
            }
            if let Role::Words(series) = role {
                let said = said(&cell.text).ok_or_else(|| {
                    cell.error(format!(
                        "`{}` is neither yes nor no nor a number",
                        cell.text
                    ))
                })?;
                table.figures.push(Placed {
                    said,
                    target: target_row.map(|row| Target::Words(*series, row)),
                    ..shared
                });
                continue;
            }
            let (series, reader) = match role {
                Role::Figures {
                    series,
                    plain,
                    odds,
                } => (
                    *series,
                    Reader {
                        decimal,
                        odds: *odds,
                        plain: plain.clone(),
                    },
                ),
                _ => (
                    0,
                    Reader {
                        decimal,
                        odds: None,
                        plain: scale_of_table(options),
                    },
                ),
            };
            let reader = match fact {
                Some(_) => Reader {
                    plain: Scale::One,
                    odds: None,
                    ..reader
                },
                None => reader,
            };
            let read =
                figures_of(&reader, &cell.text).map_err(|error| cell.error(error.to_string()))?;
            for readings in read {
                table.figures.push(Placed {
                    readings,
                    target: shared
                        .target
                        .or(target_row.map(|row| Target::Number(series, row))),
                    ..shared.clone()
                });
            }
        }
    }
    // What stands beside figures in order could be their keys.
    let beside = |line: &Line| line.taken.is_none() && line.why != roles::EMPTY;
    if laid.in_order() && options.columns.is_empty() && table.lines.iter().any(beside) {
        return Err(layout::unclear(
            grid,
            numbers,
            "no column and no row of this table holds keys of the answer",
        ));
    }
    if table.figures.is_empty() {
        let seen = table
            .lines
            .iter()
            .map(|line| format!("`{}`: {}", line.heading, line.why));
        let seen = seen.collect::<Vec<_>>().join("; ");
        return Err(layout::unclear(
            grid,
            numbers,
            &format!("no figure of this table can be compared ({seen})"),
        ));
    }
    rescale::rescale(&mut table, numbers, options, decimal, &roles.columns);
    if !skipped.is_empty() {
        table
            .notes
            .push(format!("not compared: {}", skipped.join("; ")));
    }
    table.missing = (numbers.rows.iter().zip(&seen))
        .filter(|(_, seen)| !**seen)
        .map(|(key, _)| Numbers::shown(key))
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
