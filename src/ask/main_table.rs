//! The main table of an answer: keys and numbers, found in its JSON by the shape of the contract.
//!
//! It is the first list of objects that hold numbers. Fields before the first number are keys, a list of whole numbers
//! being a key of several parts; an answer about one placement (`behind`, `probability`) is a table of one row.

use serde_json::{Map, Value};

use super::json_number::{known, quantity};
use crate::exact::Quantity;
use crate::figures::matching::Numbers;

/// The numbers of an answer, and where they stand in it.
pub(crate) struct Main {
    pub(crate) numbers: Numbers,
    /// The pointer to the list, before the number of the row.
    list: String,
    /// Whether the answer is itself the one row.
    single: bool,
}

/// What a field of a row is.
#[expect(
    clippy::large_enum_variant,
    reason = "one at a time, and taken apart at once"
)]
enum Field {
    Key(Vec<String>),
    Number(Quantity),
    Other,
}

impl Main {
    /// # Errors
    /// The answer has no such table, or its numbers are functions of a bias.
    pub(crate) fn of(result: &Value) -> Result<Self, String> {
        Self::read(result, &quantity)
    }

    /// The same of an answer whose numbers may be functions of the bias.
    ///
    /// # Errors
    /// The answer has no such table.
    pub(crate) fn with_functions(result: &Value) -> Result<Self, String> {
        Self::read(result, &known)
    }

    fn read(result: &Value, quantity: &Reading) -> Result<Self, String> {
        let none = || {
            "the command answers no table of numbers; with a file of claims any number of an answer can be picked".to_owned()
        };
        let Value::Object(fields) = result else {
            return Err(none());
        };
        if fields.contains_key("behind") && fields.contains_key("probability") {
            let numbers = numbers(&[fields], quantity)?;
            return Ok(Self {
                numbers,
                list: String::new(),
                single: true,
            });
        }
        for (name, value) in fields {
            let Some(rows) = value.as_array().filter(|rows| !rows.is_empty()) else {
                continue;
            };
            let rows: Option<Vec<&Map<String, Value>>> =
                rows.iter().map(Value::as_object).collect();
            let Some(rows) = rows else { continue };
            let numbers = numbers(&rows, quantity)?;
            if !numbers.series.is_empty() && !numbers.keys.is_empty() {
                return Ok(Self {
                    numbers,
                    list: format!("/{name}"),
                    single: false,
                });
            }
        }
        Err(none())
    }

    /// The pointer to a number.
    pub(crate) fn pointer(&self, series: usize, row: usize) -> String {
        let name = &self.numbers.series[series].0;
        if self.single {
            format!("/{name}")
        } else {
            format!("{}/{row}/{name}", self.list)
        }
    }
}

/// How a number is read.
type Reading = dyn Fn(&Value) -> Result<Option<Quantity>, String>;

fn field(value: &Value, quantity: &Reading) -> Result<Field, String> {
    let whole = |value: &Value| value.as_i64().map(|number| number.to_string());
    Ok(match value {
        Value::Number(_) => whole(value).map_or(Field::Other, |key| Field::Key(vec![key])),
        Value::Array(items) => match items.iter().map(whole).collect::<Option<Vec<_>>>() {
            Some(key) if !key.is_empty() => Field::Key(key),
            _ => Field::Other,
        },
        value => match quantity(value)? {
            Some(number) => Field::Number(number),
            None => value
                .as_str()
                .map_or(Field::Other, |key| Field::Key(vec![key.to_owned()])),
        },
    })
}

/// The rows as keys and series, the chances first.
fn numbers(rows: &[&Map<String, Value>], quantity: &Reading) -> Result<Numbers, String> {
    let mut numbers = Numbers::default();
    for (at, row) in rows.iter().enumerate() {
        let mut key = Vec::new();
        let mut names = Vec::new();
        let mut keys_end = false;
        for (name, value) in *row {
            let number = match field(value, quantity)? {
                // What an outcome is called is a key, though it may be written like a number.
                Field::Number(Quantity::Exact(number)) if name == "outcome" => {
                    key.push(number.to_string());
                    names.push(name.clone());
                    continue;
                }
                Field::Key(parts) if !keys_end => {
                    names.extend(parts.iter().map(|_| name.clone()));
                    key.extend(parts);
                    continue;
                }
                Field::Number(number) => number,
                Field::Key(parts) => match parts.as_slice() {
                    [one] => match super::json_number::ratio(one) {
                        Some(number) => Quantity::Exact(number),
                        None => continue,
                    },
                    _ => continue,
                },
                Field::Other => continue,
            };
            keys_end = true;
            let series = match numbers.series.iter().position(|(known, _)| known == name) {
                Some(series) => series,
                None => {
                    numbers.series.push((name.clone(), vec![None; rows.len()]));
                    numbers.series.len() - 1
                }
            };
            numbers.series[series].1[at] = Some(number);
        }
        if names.len() > numbers.keys.len() {
            numbers.keys = names;
        }
        numbers.rows.push(key);
    }
    numbers
        .series
        .sort_by_key(|(name, _)| name != "probability");
    Ok(numbers)
}
