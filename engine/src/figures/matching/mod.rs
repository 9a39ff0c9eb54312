//! Which number each figure of a table speaks of.
//!
//! Rows are found by their keys, and keys by the cells: a column holds keys when every one of its cells is a key of the
//! answer, whatever stands above it; of two such columns the one that covers more of the answer is taken, then the one whose
//! heading names keys. A table lying on its side is turned first. What another column holds is what its heading names, in any
//! of the languages of `words`. A heading that is not known is not judged beside one that is; alone it is, as what it
//! looks like. Figures are taken in order only where no words stand beside them and there are as many as the answer has.
//! Columns and rows that are not understood are not compared, and the table says so of each.

mod cells;
mod figures;
mod keys;
mod layout;
mod rescale;
mod roles;
mod words;

use itertools::Itertools;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::figure::Figure;
use super::grid::{Cell, Grid, GridError};
use super::reading::Decimal;
use super::verdict::judge_readings;
use crate::exact::Quantity;
use figures::placed;
use keys::Keys;
use layout::KeyedTable;

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

/// The meaning of plain numbers in a table.
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

/// The options for reading a table.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The decimal sign.
    pub decimal: Decimal,
    /// The meaning of plain numbers.
    pub plain: Plain,
    /// For each column (or row, of a table on its side) the name of a key or of a series, or `-` to leave it out; empty to
    /// find out.
    pub columns: Vec<String>,
}

/// The number that a figure gives.
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
pub struct PlacedFigure {
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
    /// The content, where words are compared.
    pub said: Vec<String>,
    /// The number it gives; `None` if the answer has nothing for this key.
    pub target: Option<Target>,
}

/// The treatment of a column, or of a row of a table on its side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The heading above it.
    pub heading: String,
    /// The meaning it was given: `key`, a series of the answer, `text`; `None` if it is not compared.
    pub taken: Option<String>,
    /// Why.
    pub why: String,
}

/// A table with the numbers its figures speak of.
#[derive(Clone, Debug, Default)]
pub struct MatchedTable {
    /// Its figures, row by row.
    pub figures: Vec<PlacedFigure>,
    /// Keys of numbers of which the table has no figure.
    pub missing: Vec<String>,
    /// Notes on how the table was read, where it might have been read otherwise.
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
    pub(crate) fn shown(key: &[String]) -> String {
        key.join(", ")
    }

    /// The names that a column can have: the parts of a key, and the series.
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

    /// The value of a target, where that is a number.
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
    pub(super) fn holds(&self, figure: &PlacedFigure) -> bool {
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

impl PlacedFigure {
    /// Whether it says only what is right.
    pub fn says_one_of(&self, words: &[String]) -> bool {
        !self.said.is_empty() && self.said.iter().all(|said| words.contains(said))
    }
}

/// Finds for every figure of a table the number it speaks of.
///
/// # Errors
/// [`GridError`] with the place of a cell that is no figure, or where it cannot be told which column holds what.
pub fn place(grid: &Grid, numbers: &Numbers, options: &Options) -> Result<MatchedTable, GridError> {
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
    let all_hold = |table: &MatchedTable| table.figures.iter().all(|figure| numbers.holds(figure));
    let mut good: Vec<(KeyedTable, MatchedTable)> = tables
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
