//! The values that printed tables can give of an answer: the typed cells of its main table, and what else it says of the same rows.

use itertools::Itertools;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;

use super::sheet::data::key;
use super::sheet::{Column, Entry, Sheet};
use crate::exact::Quantity;
use crate::figures::matching::{Numbers, Target, said};

/// The values that printed tables can give of an answer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Printed {
    pub(crate) numbers: Numbers,
    /// The list of JSON that has a row for each key; empty where the answer is itself the row; `None` if it has no such list.
    list: Option<&'static str>,
    /// Series that JSON does not have in this list.
    apart: Vec<&'static str>,
}

/// Whether a column has whole numbers alone.
fn counts(sheet: &Sheet, at: usize) -> bool {
    let mut cells = sheet.rows.iter().map(|row| &row[at]);
    cells.all(|cell| whole(cell).is_some())
}

/// The columns that are keys.
fn keys_of(sheet: &Sheet) -> Vec<usize> {
    // Where nothing but whole numbers stands, the first column is the key.
    let first = sheet
        .columns
        .iter()
        .position(Column::is_number)
        .unwrap_or(1);
    let is_key = |at: &usize| *at < first && sheet.columns[*at].is_key();
    let mut keys: Vec<usize> = (0..sheet.columns.len()).filter(is_key).collect();
    // Words behind those columns that tell the rows apart say something of them.
    let tell_apart = |keys: &[usize]| {
        let key = |row: &Vec<Entry>| {
            keys.iter()
                .map(|at| row[*at].text().into_owned())
                .collect_vec()
        };
        sheet.rows.iter().map(key).all_unique()
    };
    while let [others @ .., last] = keys.as_slice()
        && !others.is_empty()
        && !counts(sheet, *last)
        && tell_apart(others)
    {
        keys.pop();
    }
    keys
}

impl Printed {
    /// The cells of a table: the columns before the first of numbers are keys; the numbers of a single row without a key are those of the
    /// answer as a whole. `None` if it has no numbers.
    pub(crate) fn of(sheet: &Sheet) -> Option<Self> {
        let counts = |at: usize| counts(sheet, at);
        let keys = keys_of(sheet);
        if keys.is_empty() {
            let [row] = sheet.rows.as_slice() else {
                return None;
            };
            let cells = sheet.columns.iter().zip(row);
            return Some(cells.fold(Self::default(), |printed, (column, cell)| {
                printed.fact(key(column.name()), number(cell))
            }));
        }
        let rows: Vec<&Vec<Entry>> = sheet.rows.iter().collect();
        let others = (0..sheet.columns.len()).filter(|at| !keys.contains(at));
        let series = others.filter(|&at| sheet.columns[at].is_number() || counts(at));
        let series = series.map(|at| {
            let cells = rows.iter().map(|row| number(&row[at]));
            (key(sheet.columns[at].name()), cells.collect())
        });
        let mut series: Vec<(String, Vec<Option<Quantity>>)> = series
            .filter(|(_, cells): &(_, Vec<Option<Quantity>>)| cells.iter().any(Option::is_some))
            .collect();
        // The chance of a throw is no answer beside what it comes to.
        series.sort_by_key(|(name, _)| match name.as_str() {
            "probability" => 0,
            "exactly" => 2,
            _ => 1,
        });
        let texts = (0..sheet.columns.len()).filter(|at| sheet.columns[*at].is_key());
        let words = texts
            .filter(|at| !keys.contains(at) && !counts(*at))
            .map(|at| {
                let cells = rows.iter().map(|row| said(&row[at].text()));
                (key(sheet.columns[at].name()), cells.collect())
            });
        let numbers = Numbers {
            keys: keys
                .iter()
                .map(|at| key(sheet.columns[*at].name()))
                .collect(),
            rows: (rows.iter())
                .map(|row| keys.iter().map(|at| row[*at].text().into_owned()).collect())
                .collect(),
            series,
            words: words.collect(),
            facts: sheet.facts.clone(),
            ..Numbers::default()
        };
        (!numbers.series.is_empty() && !numbers.rows.is_empty()).then_some(Self {
            numbers,
            ..Self::default()
        })
    }

    /// Numbers that no table of the answer shows.
    pub(crate) fn of_numbers(numbers: Numbers) -> Self {
        Self {
            numbers,
            ..Self::default()
        }
    }

    /// These numbers, with rows that are those of a list in the JSON.
    pub(crate) fn listed(self, list: &'static str) -> Self {
        Self {
            list: Some(list),
            ..self
        }
    }

    /// These numbers with other keys: several parts where a cell has them all.
    pub(crate) fn keyed(mut self, name: &str, keys: Vec<Vec<String>>) -> Self {
        let parts = keys.first().map_or(0, Vec::len);
        self.numbers.keys = vec![name.to_owned(); parts];
        self.numbers.rows = keys;
        self
    }

    /// These numbers with another series.
    pub(crate) fn series(mut self, name: &'static str, values: Vec<Option<Quantity>>) -> Self {
        if !self.numbers.series.iter().any(|(known, _)| known == name) {
            self.numbers.series.push((name.to_owned(), values));
        }
        self
    }

    /// These numbers with a series that the list in the JSON does not have.
    pub(crate) fn series_apart(
        mut self,
        name: &'static str,
        values: Vec<Option<Quantity>>,
    ) -> Self {
        if !self.numbers.series.iter().any(|(known, _)| known == name) {
            self.apart.push(name);
        }
        self.series(name, values)
    }

    /// These chances as ways of the least number of cases that makes all of them whole.
    pub(crate) fn with_ways(self) -> Self {
        let Some((_, chances)) = self.numbers.series.first() else {
            return self;
        };
        let exact = chances.iter().map(|chance| chance.as_ref()?.exact());
        let Some(exact) = exact.collect::<Option<Vec<_>>>() else {
            return self;
        };
        let cases = exact.iter().fold(BigInt::one(), |cases, chance| {
            let missing = (*chance * &cases).denom().clone();
            cases * missing
        });
        let ways = exact
            .iter()
            .map(|chance| Some(Quantity::Exact(*chance * &cases)));
        let ways = ways.collect();
        self.series_apart("weight", ways)
    }

    /// These numbers with a series of words, each row with all that are right.
    pub(crate) fn words(mut self, name: &'static str, values: Vec<Option<Vec<String>>>) -> Self {
        self.numbers.words.push((name.to_owned(), values));
        self
    }

    /// These numbers with a number of the answer as a whole.
    pub(crate) fn fact(mut self, name: impl Into<String>, value: Option<Quantity>) -> Self {
        self.numbers
            .facts
            .extend(value.map(|value| (name.into(), value)));
        self
    }

    /// These numbers with others of which each is the answer to one question, such as the most likely outcomes.
    pub(crate) fn facts(self, name: &str, numbers: impl IntoIterator<Item = BigRational>) -> Self {
        let numbers = numbers.into_iter();
        numbers.fold(self, |printed, number| {
            printed.fact(name, Some(Quantity::Exact(number)))
        })
    }

    /// These numbers, where just one of the rows comes true.
    pub(crate) fn exclusive(mut self) -> Self {
        self.numbers.exclusive = true;
        self
    }

    /// These numbers, where no outcome but those listed is possible.
    pub(crate) fn complete(mut self) -> Self {
        self.numbers.complete = true;
        self
    }

    /// Whether a row is not in the list of JSON: the table adds it, or it has what is beyond the last one.
    fn is_beyond(&self, row: usize) -> bool {
        let key = self.numbers.rows.get(row).and_then(|key| key.first());
        key.is_none_or(|key| key.starts_with(['<', '>']))
    }

    /// Where a number stands in the result as JSON: a pointer.
    pub(crate) fn pointer(&self, target: Target) -> Option<String> {
        let list = self.list?;
        match target {
            Target::Number(_, row) if self.is_beyond(row) => None,
            Target::Number(series, row) => {
                let name = &self.numbers.series[series].0;
                let row = if list.is_empty() {
                    String::new()
                } else {
                    format!("/{row}")
                };
                (!self.apart.iter().any(|apart| apart == name))
                    .then(|| format!("{list}{row}/{name}"))
            }
            Target::Fact(fact) => {
                let (name, _) = self.numbers.facts.get(fact)?;
                match name.as_str() {
                    "sd" | "median" | "mode" | "another throw" => None,
                    "to_reach" | "to_hit" => Some(format!("/target/{name}")),
                    _ => Some(format!("/{name}")),
                }
            }
            Target::Words(..) => None,
        }
    }
}

/// The whole number in a cell.
fn whole(cell: &Entry) -> Option<BigInt> {
    match cell {
        Entry::Whole(text) => text.parse().ok(),
        Entry::Named(number, _) => Some((*number).into()),
        _ => None,
    }
}

/// The number in a cell.
fn number(cell: &Entry) -> Option<Quantity> {
    let whole = || whole(cell).map(|whole| Quantity::Exact(BigRational::from_integer(whole)));
    cell.quantity().cloned().or_else(whole)
}
