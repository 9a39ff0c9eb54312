//! `siga compare`: the tables of several commands side by side.

use std::collections::BTreeMap;

use clap::Args;
use itertools::Itertools;
use num_rational::BigRational;

use super::one_command::Command;
use super::prelude::*;
use crate::ask::check::tables_of;
use crate::ask::command::measure::Chances;
use crate::ask::command::parse_words;
use crate::ask::command::series::beside_outcomes;
use crate::ask::words;
use crate::exact::Quantity;
use crate::figures::matching::Numbers;
use crate::work::Note;

/// Columns side by side.
const MAX_COLUMNS: usize = 12;

/// The question how the tables of several commands differ.
#[derive(Args, Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Compare {
    /// Commands that print a table, each quoted, such as "throw tab"
    #[arg(value_name = "COMMAND", required = true)]
    commands: Vec<String>,
    /// Rules to compare; give it again for others
    #[arg(long, value_name = "TEXT")]
    rules: Vec<String>,
    /// Ask with this bias of the sticks; may be repeated
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    bias: Vec<String>,
    /// What is compared, for each command or for all [default: what an option such as --at-least adds, else the probability, else the
    /// first number]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    series: Vec<String>,
}

/// The tables of several commands side by side.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Compared {
    /// The names of the keys of the rows.
    keys: Vec<String>,
    columns: Vec<ColumnName>,
    /// In the order in which the commands have them.
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
    /// The mean of the command's distribution; `null` if it has none.
    mean: Option<Quantity>,
    /// The standard deviation of the command's distribution; `null` if it has none.
    sd: Option<Quantity>,
}

/// A row.
#[derive(Serialize, JsonSchema)]
struct ComparedRow {
    key: Vec<String>,
    /// One for each column; `null` where it has none.
    numbers: Vec<Option<Quantity>>,
    /// Whether all are the same; `null` where bounds, or a row that one of them does not have, leave it open.
    equal: Option<bool>,
}

impl Command for Compare {
    const WORDS: &'static [&'static str] = &["compare"];
    const ABOUT: &'static str = "The tables of several commands side by side, differences marked";
    type Answer = Compared;

    fn ask(&mut self, caller: Caller, note: &Note) -> Result<Compared, Failure> {
        let mut columns: Vec<ColumnName> = Vec::new();
        let mut rows: Vec<(Vec<String>, Vec<Option<Quantity>>)> = Vec::new();
        let mut places: BTreeMap<Vec<String>, usize> = BTreeMap::new();
        let mut keys: Vec<String> = Vec::new();
        let mut answers: Vec<Numbers> = Vec::new();
        let asked = asked(self)?;
        let count = asked.len();
        note.count_to(count as u64);
        for (at, (query, name)) in asked.into_iter().enumerate() {
            let typed = words::typed(&query);
            let fault = |error: String| Failure::input(format!("`{typed}`: {error}"));
            let numbers = numbers(&query, caller, &fault)?;
            note.one_done();
            if keys.is_empty() {
                keys.clone_from(&numbers.keys);
            }
            check_keys(&numbers, &keys, &columns).map_err(fault)?;
            let wanted = self.series.get(at).or(self.series.first());
            let series = series(&numbers, wanted, &query).map_err(fault)?;
            let (series, values) = numbers.series[series].clone();
            let fact = |name: &str| {
                let fact = numbers.facts.iter().find(|(known, _)| known == name);
                fact.map(|(_, value)| value.clone())
            };
            let (mean, sd) = (fact("mean"), fact("sd"));
            for (key, value) in numbers.rows.iter().zip(values) {
                let row = *places.entry(key.clone()).or_insert_with(|| {
                    rows.push((key.clone(), vec![None; count]));
                    rows.len() - 1
                });
                rows[row].1[at] = value;
            }
            columns.push(ColumnName {
                query,
                name,
                series,
                mean,
                sd,
            });
            answers.push(numbers);
        }
        for (at, (column, numbers)) in columns.iter().zip(&answers).enumerate() {
            let chances = Chances::of(numbers);
            for (key, row) in rows.iter_mut().filter(|(_, row)| row[at].is_none()) {
                row[at] = chances.missing(&column.series, key);
            }
        }
        rows.sort_by_cached_key(|(key, _)| key.iter().map(|part| order(part)).collect_vec());
        let row = |(key, numbers): (Vec<String>, Vec<Option<Quantity>>)| ComparedRow {
            key,
            equal: equal(&numbers),
            numbers,
        };
        Ok(Compared {
            keys,
            columns,
            rows: rows.into_iter().map(row).collect(),
        })
    }

    fn tables(&self, answer: &Compared, _style: &Style) -> Vec<Sheet> {
        let keys = answer.keys.first().cloned().unwrap_or_default();
        let mut table = Sheet::of(&answer.rows).right(keys, |row| row.key.join(", "));
        for (at, column) in answer.columns.iter().enumerate() {
            let kind = match column.series.as_str() {
                "probability" | "at_least" | "at_most" => Column::chance,
                _ => Column::number,
            };
            table = table.column(kind(column.name.clone(), "decimal"), |row| {
                let number = row.numbers[at].as_ref();
                number.map_or(Entry::Missing("–"), Entry::from)
            });
        }
        table = table.text("differ", |row| match row.equal {
            Some(true) => "",
            None => "?",
            Some(false) => "≠",
        });
        if answer.columns.len() == 2 {
            table = table.column(Column::number("difference", "decimal"), |row| {
                row.difference().filter(|_| row.equal != Some(true))
            });
        }
        let columns = answer.columns.iter();
        let series = columns.clone().map(|column| column.series.as_str());
        let series = series.unique().join(", ");
        let commands = columns.map(|column| format!("siga {}", words::typed(&column.query)));
        let commands = commands.format(" · ");
        let sheet = table.named("rows", format!("{commands} · {series}"));
        let mut tables = vec![sheet.notes(answer.notes()).chart(Chart::Overlaid)];
        if answer.columns.iter().any(|column| column.mean.is_some()) {
            let means = Sheet::of(&answer.columns)
                .text("command", |column| column.name.clone())
                .column(Column::number("mean", "decimal"), |column| {
                    column.mean.clone()
                })
                .column(Column::decimal("standard deviation"), |column| {
                    column.sd.clone()
                });
            tables.push(means.named("means", "Means and standard deviations"));
        }
        tables
    }
}

/// Checks that rows are known by as many keys as those of the first command; over a parameter by the same.
fn check_keys(numbers: &Numbers, keys: &[String], columns: &[ColumnName]) -> Result<(), String> {
    let over = |column: &ColumnName| column.query.iter().any(|word| word.starts_with("--for"));
    match columns.first() {
        Some(first)
            if numbers.keys.len() != keys.len()
                || numbers.keys != keys && columns.iter().any(over) =>
        {
            Err(format!(
                "its rows are known by {}, those of `{}` by {}",
                numbers.keys.join(", "),
                words::typed(&first.query),
                keys.join(", ")
            ))
        }
        _ => Ok(()),
    }
}

/// The numbers of a command's answer, if they can be compared: of its main table, or of the one that it names.
fn numbers(
    query: &[String],
    caller: Caller,
    fault: &dyn Fn(String) -> Failure,
) -> Result<Numbers, Failure> {
    let refused = |message: &str| Err(fault(message.to_owned()));
    if let Some(option) = beside_outcomes(query) {
        return refused(&format!(
            "{option} changes no table that is compared: leave it out"
        ));
    }
    let cli = parse_words(query).map_err(fault)?;
    if cli.global.out.is_some() {
        return refused("--out writes nothing here: give it to `siga compare` itself");
    }
    let answer = cli.answer(caller.unseen());
    let answer = answer.map_err(|failure| failure.context(format!("`{}`", words::typed(query))))?;
    let table = cli.global.table.as_deref();
    let mut tables = tables_of(answer.as_ref(), table).map_err(fault)?;
    let numbers = tables.swap_remove(0).1.numbers;
    let is_race = numbers.facts.iter().any(|(name, _)| name == "to_reach");
    match is_race && table.is_none() {
        true => refused(
            "its main table is of a single throw, not of the race: add `--table length` to the command",
        ),
        false => Ok(numbers),
    }
}

/// The place of the series that is wanted, of one that is called as an option of the command, or of the first.
fn series(numbers: &Numbers, wanted: Option<&String>, query: &[String]) -> Result<usize, String> {
    let Some(wanted) = wanted else {
        let options = query.iter().filter_map(|word| word.strip_prefix("--"));
        let mut options = options.map(|option| option.replace('-', "_"));
        let place = options
            .find_map(|option| (numbers.series.iter()).position(|(name, _)| *name == option));
        return Ok(place.unwrap_or(0));
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
fn asked(arguments: &Compare) -> Result<Vec<(Vec<String>, String)>, Failure> {
    let each = |option: &str, values: &[String]| match values {
        [] => vec![Vec::new()],
        values => (values
            .iter()
            .map(|value| vec![option.to_owned(), value.clone()]))
        .collect(),
    };
    let rules = each("--rules", &arguments.rules);
    let added = rules
        .into_iter()
        .cartesian_product(each("--bias", &arguments.bias));
    let added: Vec<Vec<String>> = added.map(|(rules, bias)| [rules, bias].concat()).collect();
    let mut columns = Vec::new();
    for command in &arguments.commands {
        let words = words::words(command).map_err(Failure::input)?;
        let mut own = words.iter().filter_map(|word| word.split('=').next());
        if let Some(option) = own.find(|own| added[0].iter().step_by(2).any(|word| word == own)) {
            return Err(Failure::input(format!(
                "`{command}` has its own {option}: give it in one place"
            )));
        }
        for added in &added {
            let values = added.iter().skip(1).step_by(2);
            let name = match (added.as_slice(), arguments.commands.as_slice()) {
                ([], _) => command.clone(),
                (_, [_]) => values.format(" ").to_string(),
                _ => [command].into_iter().chain(values).format(" ").to_string(),
            };
            columns.push(([words.as_slice(), added].concat(), name));
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

/// Whether the numbers of a row are the same; `None` where one is not known, or bounds overlap.
fn equal(numbers: &[Option<Quantity>]) -> Option<bool> {
    let known: Vec<&Quantity> = numbers.iter().flatten().collect();
    if known.len() == numbers.len() && known.iter().all_equal() {
        return Some(true);
    }
    let ends = known.into_iter().filter_map(Quantity::ends);
    let mut pairs = ends.array_combinations();
    let apart = pairs.any(|[a, b]: [(BigRational, BigRational); 2]| a.1 < b.0 || b.1 < a.0);
    if apart { Some(false) } else { None }
}

impl ComparedRow {
    /// Second less first, where there are two and both are known exactly.
    fn difference(&self) -> Option<Quantity> {
        let [Some(first), Some(second)] = self.numbers.as_slice() else {
            return None;
        };
        Some(Quantity::Exact(second.exact()? - first.exact()?))
    }
}

impl Compared {
    /// How many rows differ, and the mark of those that may.
    fn notes(&self) -> Vec<String> {
        let are = |equal: Option<bool>| self.rows.iter().filter(move |row| row.equal == equal);
        let different = are(Some(false)).count();
        let mut notes = vec![format!(
            "rows that differ: {different} of {}",
            self.rows.len()
        )];
        if are(None).next().is_some() {
            notes
                .push("?: bounds that overlap, or a row that one of them does not have".to_owned());
        }
        notes
    }
}
