//! `siga compare`: the tables of several commands side by side.

use std::collections::BTreeMap;

use itertools::Itertools;
use num_rational::BigRational;

use super::args::compare::CompareArgs;
use super::prelude::*;
use crate::ask::{dispatch, words};
use crate::exact::Quantity;
use crate::figures::matching::Numbers;
use crate::render::printed::Printed;
use crate::work::Note;

/// Columns side by side.
const MAX_COLUMNS: usize = 12;

/// The answers by key.
pub(crate) struct CompareReport {
    columns: Vec<ColumnQuestion>,
    /// The keys in the order in which the commands have them, with a number for each column that has one.
    rows: Vec<(Vec<String>, Vec<Option<Quantity>>)>,
    keys: Vec<String>,
}

/// One column.
struct ColumnQuestion {
    words: Vec<String>,
    /// The name that tells it from the others.
    name: String,
    series: String,
}

/// The reports of these commands.
pub(crate) const REPORTS: &[Described] = &[Described::report::<CompareReport>()];

pub(crate) fn run(arguments: &CompareArgs, caller: Caller) -> Result<CompareReport, Failure> {
    let asked = columns(arguments)?;
    let what = format!("comparing {} tables", asked.len());
    caller.noting(&what, |note| compared(arguments, asked, (caller, note)))
}

fn compared(
    arguments: &CompareArgs,
    asked: Vec<(Vec<String>, String)>,
    (caller, note): (Caller, &Note),
) -> Result<CompareReport, Failure> {
    let mut columns: Vec<ColumnQuestion> = Vec::new();
    let mut rows: Vec<(Vec<String>, Vec<Option<Quantity>>)> = Vec::new();
    let mut places: BTreeMap<Vec<String>, usize> = BTreeMap::new();
    let mut keys: Vec<String> = Vec::new();
    let count = asked.len();
    note.count_to(count as u64);
    for (at, (words, name)) in asked.into_iter().enumerate() {
        let typed = words::typed(&words);
        let fault = |error: String| Failure::input(format!("`{typed}`: {error}"));
        let cli = words::parse(&words).map_err(fault)?;
        let answered = dispatch::answer(&cli, caller.unseen())?;
        note.one_done();
        let numbers = numbers(answered.report.printed()).map_err(fault)?;
        if keys.is_empty() {
            keys.clone_from(&numbers.keys);
        }
        check_keys(&numbers, &keys, &columns).map_err(fault)?;
        let wanted = arguments.series.get(at).or(arguments.series.first());
        let series = series(&numbers, wanted).map_err(fault)?;
        let (series, values) = numbers.series[series].clone();
        for (key, value) in numbers.rows.into_iter().zip(values) {
            let row = *places.entry(key.clone()).or_insert_with(|| {
                rows.push((key, vec![None; count]));
                rows.len() - 1
            });
            rows[row].1[at] = value;
        }
        columns.push(ColumnQuestion {
            words,
            name,
            series,
        });
    }
    rows.sort_by_cached_key(|(key, _)| key.iter().map(|part| order(part)).collect_vec());
    Ok(CompareReport {
        columns,
        rows,
        keys,
    })
}

/// Checks that rows are known by as many keys as those of the first command.
fn check_keys(
    numbers: &Numbers,
    keys: &[String],
    columns: &[ColumnQuestion],
) -> Result<(), String> {
    match columns.first() {
        Some(first) if numbers.keys.len() != keys.len() => Err(format!(
            "its rows are known by {}, those of `{}` by {}",
            numbers.keys.join(", "),
            words::typed(&first.words),
            keys.join(", ")
        )),
        _ => Ok(()),
    }
}

/// The numbers of an answer, if they can be compared.
fn numbers(printed: Option<Printed>) -> Result<Numbers, String> {
    let numbers = printed
        .ok_or_else(|| "the command answers no table of numbers".to_owned())?
        .numbers;
    if numbers.has_functions() {
        return Err("the numbers are functions of the bias p: give the bias a number".to_owned());
    }
    Ok(numbers)
}

/// The place of the series that is wanted, or of the first.
fn series(numbers: &Numbers, wanted: Option<&String>) -> Result<usize, String> {
    let Some(wanted) = wanted else {
        return Ok(0);
    };
    let named = |(name, _): &(String, _)| name == wanted.trim();
    let known = || numbers.series.iter().map(|(name, _)| name).join(", ");
    let place = numbers.series.iter().position(named);
    place.ok_or_else(|| format!("it has no `{wanted}`; there are {}", known()))
}

/// Numbers in their order, then names in theirs.
fn order(part: &str) -> (bool, i64, String) {
    match part.parse() {
        Ok(number) => (false, number, String::new()),
        Err(_) => (true, 0, part.to_owned()),
    }
}

/// The words of every column and its name.
fn columns(arguments: &CompareArgs) -> Result<Vec<(Vec<String>, String)>, Failure> {
    let given = |option: &'static str, values: &[String]| -> Vec<Vec<String>> {
        match values {
            [] => vec![Vec::new()],
            values => (values
                .iter()
                .map(|value| vec![option.to_owned(), value.clone()]))
            .collect(),
        }
    };
    let mut columns = Vec::new();
    for command in &arguments.commands {
        let words = words::words(command).map_err(Failure::input)?;
        for rules in given("--rules", &arguments.rules) {
            for bias in given("--bias", &arguments.bias) {
                let words = [words.clone(), rules.clone(), bias].concat();
                let mut parts = Vec::new();
                if arguments.commands.len() > 1 {
                    parts.push(command.clone());
                }
                parts.extend(
                    words[words
                        .len()
                        .min(words::words(command).map_or(0, |words| words.len()))..]
                        .chunks(2)
                        .map(|pair| pair[1].clone()),
                );
                let name = if parts.is_empty() {
                    command.clone()
                } else {
                    parts.join(" ")
                };
                columns.push((words, name));
            }
        }
    }
    if columns.len() < 2 {
        return Err(Failure::input(
            "one column alone cannot be compared: give another command, or --rules or --bias more than once",
        ));
    }
    if columns.len() > MAX_COLUMNS {
        return Err(Failure::input(format!(
            "{} columns are asked for; the limit is {MAX_COLUMNS}",
            columns.len()
        )));
    }
    Ok(columns)
}

/// The comparison of the numbers of a row.
enum Same {
    Equal,
    /// Bounds that overlap.
    Open,
    Different,
}

fn same(numbers: &[Option<Quantity>]) -> Same {
    if numbers.iter().all_equal() {
        return Same::Equal;
    }
    let ends: Option<Vec<(BigRational, BigRational)>> = numbers
        .iter()
        .map(|number| number.as_ref()?.ends())
        .collect();
    let Some(ends) = ends else {
        return Same::Different;
    };
    let apart = ends
        .iter()
        .array_combinations()
        .any(|[a, b]| a.1 < b.0 || b.1 < a.0);
    if apart { Same::Different } else { Same::Open }
}

impl CompareReport {
    /// Second less first, where there are two and both are known exactly.
    fn difference(numbers: &[Option<Quantity>]) -> Option<Quantity> {
        let [Some(first), Some(second)] = numbers else {
            return None;
        };
        Some(Quantity::Exact(second.exact()? - first.exact()?))
    }
}

/// The question how the tables of several commands differ.
#[derive(Serialize, JsonSchema)]
pub(crate) struct CompareQuery {
    command: &'static str,
    /// The words of each command.
    commands: Vec<Vec<String>>,
}

/// The tables of several commands side by side.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Compared {
    /// The names of the keys of the rows.
    keys: Vec<String>,
    columns: Vec<ColumnName>,
    rows: Vec<ComparedRow>,
}

/// A column.
#[derive(Serialize, JsonSchema)]
struct ColumnName {
    /// The name that tells it from the others.
    name: String,
    /// The words of its command.
    query: Vec<String>,
    /// Which of the command's numbers they are.
    series: String,
}

/// A row.
#[derive(Serialize, JsonSchema)]
struct ComparedRow {
    key: Vec<String>,
    /// One for each column; `null` where it has none.
    numbers: Vec<Option<Quantity>>,
    /// Whether all are the same; `null` where the bounds leave it open.
    equal: Option<bool>,
}

impl Reply for CompareReport {
    const NAME: &'static str = "compare";
    type Query = CompareQuery;
    type Result = Compared;

    fn query(&self) -> CompareQuery {
        CompareQuery {
            command: "compare",
            commands: (self.columns.iter())
                .map(|column| column.words.clone())
                .collect(),
        }
    }

    fn result(&self) -> Compared {
        let columns = self.columns.iter().map(|column| ColumnName {
            name: column.name.clone(),
            query: column.words.clone(),
            series: column.series.clone(),
        });
        let rows = self.rows.iter().map(|(key, numbers)| ComparedRow {
            key: key.clone(),
            numbers: numbers.clone(),
            equal: match same(numbers) {
                Same::Equal => Some(true),
                Same::Different => Some(false),
                Same::Open => None,
            },
        });
        Compared {
            keys: self.keys.clone(),
            columns: columns.collect(),
            rows: rows.collect(),
        }
    }
}

impl Report for CompareReport {
    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let keys = self.keys.first().cloned().unwrap_or_default();
        let mut table = Sheet::of(&self.rows).right(keys, |(key, _)| key.join(", "));
        for (at, column) in self.columns.iter().enumerate() {
            let kind = match column.series.as_str() {
                "probability" | "at_least" | "at_most" => Column::chance,
                _ => Column::number,
            };
            table = table.column(kind(column.name.clone(), "decimal"), |(_, numbers)| {
                let number = numbers[at].as_ref();
                number.map_or(Entry::Missing("–"), Entry::from)
            });
        }
        table = table.text("differ", |(_, numbers)| match same(numbers) {
            Same::Equal => "",
            Same::Open => "?",
            Same::Different => "≠",
        });
        if self.columns.len() == 2 {
            table = table.column(Column::number("difference", "decimal"), |(_, numbers)| {
                Self::difference(numbers).filter(|_| !matches!(same(numbers), Same::Equal))
            });
        }
        let notes = self.notes();
        let series = self
            .columns
            .iter()
            .map(|column| column.series.as_str())
            .unique()
            .join(", ");
        let commands = (self.columns.iter())
            .map(|column| format!("siga {}", words::typed(&column.words)))
            .join(" · ");
        let sheet = table.named("rows", format!("{commands} · {series}"));
        vec![sheet.notes(notes).chart(Chart::Overlaid)]
    }
}

impl CompareReport {
    /// How many rows differ, and the mark of those that may.
    fn notes(&self) -> Vec<String> {
        let different = self
            .rows
            .iter()
            .filter(|(_, numbers)| matches!(same(numbers), Same::Different))
            .count();
        let mut notes = vec![format!(
            "rows that differ: {different} of {}",
            self.rows.len()
        )];
        let is_open = |numbers: &[Option<Quantity>]| matches!(same(numbers), Same::Open);
        if self.rows.iter().any(|(_, numbers)| is_open(numbers)) {
            notes.push("?: bounds that overlap".to_owned());
        }
        notes
    }
}
