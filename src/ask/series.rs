//! A question over a parameter: `--for NAME=1..8`, with `{NAME}` in the words of any command.
//!
//! The words are those of a question for each value, and the answer is one table: the values, and beside each what was asked for.

use std::collections::BTreeMap;

use itertools::Itertools;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use serde::Serializer;

use super::prelude::*;
use super::{dispatch, words};
use crate::exact::{Quantity, decimal_text, fraction_text, parse_fraction};
use crate::figures::matching::Numbers;

/// Questions that a series may ask.
const MOST: usize = 10_000;
/// The main series of chances.
const PROBABILITY: &str = "probability";

/// A question with places that are filled in turn.
#[derive(Clone, Debug)]
pub(crate) struct Series {
    /// The words, with `{NAME}` where a value goes.
    words: Vec<String>,
    parameters: Vec<Parameter>,
    show: Vec<String>,
}

/// A name and its values.
#[derive(Clone, Debug)]
struct Parameter {
    name: String,
    values: Vec<String>,
}

/// What is taken of each answer.
enum Measure {
    /// A number of the answer as a whole, or the only number of a series.
    Named(String),
    /// The chance of outcomes.
    Chance(Comparison, String),
}

/// How outcomes are compared with the one named.
#[derive(Clone, Copy, PartialEq)]
enum Comparison {
    Equal,
    Less,
    AtMost,
    AtLeast,
    Greater,
}

impl Series {
    /// The series that these words ask for, if they have `--for`.
    ///
    /// # Errors
    /// A parameter that cannot be read, or that stands nowhere in the question.
    pub(crate) fn of(words: &[String]) -> Result<Option<Self>, String> {
        let mut parameters = Vec::new();
        let mut show = Vec::new();
        let mut rest = Vec::new();
        let mut given = words.iter();
        while let Some(word) = given.next() {
            let option = ["--for", "--show"].into_iter().find(|option| {
                let after = word.strip_prefix(option);
                after.is_some_and(|after| after.is_empty() || after.starts_with('='))
            });
            match option {
                _ if word == "--" => {
                    rest.push(word.clone());
                    rest.extend(given.by_ref().cloned());
                }
                None => rest.push(word.clone()),
                Some(option) => {
                    let value = match word[option.len()..].strip_prefix('=') {
                        Some(value) => value.to_owned(),
                        None => given
                            .next()
                            .cloned()
                            .ok_or_else(|| format!("{option} needs a value"))?,
                    };
                    match option {
                        "--for" => parameters.push(Parameter::read(&value)?),
                        _ => show.extend(listed(&value)),
                    }
                }
            }
        }
        if parameters.is_empty() {
            return match show.is_empty() {
                true => Ok(None),
                false => Err("--show says what a question over a parameter shows: give --for too, as in --for n=1..8".to_owned()),
            };
        }
        let series = Self {
            words: rest,
            parameters,
            show,
        };
        series.check()?;
        Ok(Some(series))
    }

    fn check(&self) -> Result<(), String> {
        for parameter in &self.parameters {
            let place = parameter.place();
            if !self.words.iter().any(|word| word.contains(&place)) {
                return Err(format!(
                    "`{place}` stands nowhere in the question: write it where the values of --for {} go",
                    parameter.name
                ));
            }
        }
        let names = self.parameters.iter().map(|parameter| &parameter.name);
        if let Some(name) = names.duplicates().next() {
            return Err(format!("--for {name} is given twice"));
        }
        let questions = self
            .parameters
            .iter()
            .map(|parameter| parameter.values.len());
        let questions: usize = questions.fold(1, usize::saturating_mul);
        match questions > MOST {
            true => Err(format!(
                "these are {questions} questions; the limit is {MOST}"
            )),
            false => Ok(()),
        }
    }

    /// The first of its questions.
    pub(crate) fn first(&self) -> Vec<String> {
        let values = self
            .parameters
            .iter()
            .map(|parameter| parameter.values[0].as_str());
        self.question(&values.collect_vec())
    }

    /// The question for a value of each parameter.
    fn question(&self, values: &[&str]) -> Vec<String> {
        let filled = |word: &String| {
            let parameters = self.parameters.iter().zip(values);
            parameters.fold(word.clone(), |word, (parameter, value)| {
                word.replace(&parameter.place(), value)
            })
        };
        self.words.iter().map(filled).collect()
    }

    /// Asks all of its questions.
    ///
    /// # Errors
    /// A question that fails, or whose answer lacks what is to be shown.
    pub(crate) fn answer(&self, caller: Caller) -> Result<SeriesReport, Failure> {
        let values = self
            .parameters
            .iter()
            .map(|parameter| parameter.values.iter());
        let values = values.multi_cartesian_product().collect_vec();
        let what = format!("asking {} questions", values.len());
        let answers = caller.noting(&what, |note| {
            note.count_to(values.len() as u64);
            let answers = values.iter().map(|values| {
                let values = values.iter().map(|value| value.as_str()).collect_vec();
                let answer = self.numbers(&values, caller);
                note.one_done();
                answer.map_err(|failure| failure.context(self.row(&values)))
            });
            answers.collect::<Result<Vec<Numbers>, Failure>>()
        })?;
        let (names, measures): (Vec<String>, Vec<Measure>) = match self.show.is_empty() {
            false => {
                let measured = self
                    .show
                    .iter()
                    .map(|show| (show.clone(), Measure::read(show)));
                measured.unzip()
            }
            true => {
                let (name, measure) = usual(&answers).map_err(Failure::input)?;
                (vec![name], vec![measure])
            }
        };
        let rows = values.into_iter().zip(&answers).map(|(values, numbers)| {
            let measured = measures.iter().map(|measure| measure.of(numbers));
            let measured = measured.collect::<Result<Vec<Quantity>, String>>();
            let parameters = values.into_iter().cloned().collect_vec();
            measured
                .map(|numbers| (parameters, numbers))
                .map_err(Failure::input)
        });
        Ok(SeriesReport {
            series: self.clone(),
            names,
            rows: rows.collect::<Result<_, _>>()?,
        })
    }

    fn numbers(&self, values: &[&str], caller: Caller) -> Result<Numbers, Failure> {
        let cli = words::parse(&self.question(values)).map_err(Failure::input)?;
        let answered = dispatch::answer(&cli, caller.unseen())?;
        let printed = answered.report.printed();
        let printed = printed.ok_or_else(|| {
            Failure::input("the command has no table of numbers, so there is nothing to show of it")
        })?;
        Ok(printed.numbers)
    }

    /// The values of a row in words.
    fn row(&self, values: &[&str]) -> String {
        let named = self.parameters.iter().zip(values);
        let named = named.map(|(parameter, value)| format!("{} = {value}", parameter.name));
        format!("with {}", named.format(", "))
    }
}

impl Parameter {
    fn place(&self) -> String {
        format!("{{{}}}", self.name)
    }

    fn read(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!(
                "--for {text}: write a name and its values, as in n=1..8, p=0.4..0.6:0.05 or n=1,2,4"
            )
        };
        let (name, values) = text.split_once('=').ok_or_else(wrong)?;
        let name = name.trim();
        let is_name = name.starts_with(char::is_alphabetic)
            && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        if !is_name {
            return Err(wrong());
        }
        let mut all = Vec::new();
        for part in listed(values) {
            match range(&part) {
                Some(range) => all.extend(range.map_err(|why| format!("--for {text}: {why}"))?),
                None => all.push(part),
            }
        }
        match all.is_empty() {
            true => Err(wrong()),
            false => Ok(Self {
                name: name.to_owned(),
                values: all,
            }),
        }
    }
}

/// The parts of a list between commas that are in no brackets.
fn listed(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut depth = 0;
    for c in text.chars() {
        match c {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => depth -= 1,
            _ => {}
        }
        match (c, parts.last_mut()) {
            (',', _) if depth == 0 => parts.push(String::new()),
            (_, Some(last)) => last.push(c),
            (_, None) => {}
        }
    }
    let parts = parts.iter().map(|part| part.trim().to_owned());
    parts.filter(|part| !part.is_empty()).collect()
}

/// The numbers of `1..8` or `0.4..0.6:0.05`, written as its ends are; nothing where the text is no range.
fn range(text: &str) -> Option<Result<Vec<String>, String>> {
    let (first, rest) = text.split_once("..")?;
    let (last, step) = rest.split_once(':').unwrap_or((rest, "1"));
    let [from, to, by] = [first, last, step].map(|text| parse_fraction(text.trim()).ok());
    let (from, to, by) = (from?, to?, by?);
    if !by.is_positive() || to < from {
        return Some(Err(format!(
            "`{text}` has no numbers: a range goes upwards, as in {last}..{first}"
        )));
    }
    let steps = ((&to - &from) / &by).to_integer();
    let Some(steps) = steps.to_usize().filter(|steps| *steps < MOST) else {
        return Some(Err(format!("`{text}` has more than {MOST} numbers")));
    };
    // A percentage or a fraction among its ends makes fractions of all.
    let places = |text: &str| {
        text.trim()
            .split_once('.')
            .map_or(0, |(_, places)| places.len())
    };
    let plain = [first, step]
        .iter()
        .all(|text| !text.contains(['/', '%', 'e', 'E']));
    let places = places(first).max(places(step));
    let written = (0..=steps).map(|at| {
        let number = &from + &by * BigRational::from_integer(at.into());
        match plain && !number.is_integer() {
            true => decimal_text(&number, places)
                .trim_end_matches('0')
                .to_owned(),
            false => fraction_text(&number),
        }
    });
    Some(Ok(written.collect()))
}

impl Measure {
    fn read(text: &str) -> Self {
        let inner = text.strip_prefix(['P', 'p']).and_then(|rest| {
            let rest = rest.trim().strip_prefix('(')?;
            rest.strip_suffix(')')
        });
        let Some(inner) = inner.map(str::trim) else {
            return Self::Named(text.to_owned());
        };
        let signs = [
            (">=", Comparison::AtLeast),
            ("<=", Comparison::AtMost),
            ("≥", Comparison::AtLeast),
            ("≤", Comparison::AtMost),
            (">", Comparison::Greater),
            ("<", Comparison::Less),
            ("=", Comparison::Equal),
        ];
        let signed = signs.into_iter().find_map(|(sign, comparison)| {
            let rest = inner.strip_prefix(sign)?;
            Some(Self::Chance(comparison, rest.trim().to_owned()))
        });
        signed.unwrap_or_else(|| Self::Chance(Comparison::Equal, inner.to_owned()))
    }

    fn is_chance(&self) -> bool {
        match self {
            Self::Named(name) => name == PROBABILITY,
            Self::Chance(..) => true,
        }
    }

    fn of(&self, numbers: &Numbers) -> Result<Quantity, String> {
        match self {
            Self::Named(name) => named(numbers, name),
            Self::Chance(Comparison::Equal, outcome) => equal(numbers, outcome),
            Self::Chance(comparison, outcome) => compared(numbers, *comparison, outcome),
        }
    }
}

fn named(numbers: &Numbers, name: &str) -> Result<Quantity, String> {
    let fact = numbers.facts.iter().find(|(known, _)| known == name);
    if let Some((_, value)) = fact {
        return Ok(value.clone());
    }
    let single = numbers.rows.len() == 1;
    let series = numbers.series.iter().find(|(known, _)| known == name);
    if let Some((_, values)) = series.filter(|_| single)
        && let Some(Some(value)) = values.first()
    {
        return Ok(value.clone());
    }
    let facts = numbers.facts.iter().map(|(name, _)| name.clone());
    let series = numbers.series.iter().map(|(name, _)| name.clone());
    let known = facts
        .chain(series.filter(|_| single))
        .chain(["P(OUTCOME)".to_owned()]);
    Err(format!(
        "it has no `{name}`; there are {}",
        known.format(", ")
    ))
}

fn chances(numbers: &Numbers) -> Result<&[Option<Quantity>], String> {
    let main = numbers
        .series
        .first()
        .filter(|(name, _)| name == PROBABILITY);
    main.map(|(_, chances)| chances.as_slice())
        .ok_or_else(|| "its outcomes have no chances".to_owned())
}

/// The chance of an outcome.
fn equal(numbers: &Numbers, outcome: &str) -> Result<Quantity, String> {
    let plain = |text: &str| text.replace(['(', ')', ' '], "");
    let wanted = plain(outcome);
    let row = numbers
        .rows
        .iter()
        .position(|key| plain(&key.join(",")) == wanted);
    let chances = chances(numbers)?;
    match row.and_then(|row| chances[row].clone()) {
        Some(chance) => Ok(chance),
        None if numbers.complete => Ok(Quantity::Exact(BigRational::zero())),
        None => {
            let known = numbers.rows.iter().take(12).map(|key| key.join(", "));
            Err(format!(
                "it has no outcome `{outcome}`; there are {}",
                known.format(", ")
            ))
        }
    }
}

/// The chance of all outcomes on one side of a number.
fn compared(numbers: &Numbers, comparison: Comparison, outcome: &str) -> Result<Quantity, String> {
    let wanted = parse_fraction(outcome).map_err(|_| format!("`{outcome}` is no number"))?;
    let keys = numbers.rows.iter().map(|key| match key.as_slice() {
        [only] => parse_fraction(only).ok(),
        _ => None,
    });
    let keys = keys.collect::<Option<Vec<BigRational>>>();
    let keys = keys.ok_or("its outcomes are not numbers: name one, as in P(win)")?;
    let upwards = matches!(comparison, Comparison::AtLeast | Comparison::Greater);
    // Outcomes without end are listed from the lowest: what is above a number is what is not below it.
    let rest = upwards && !numbers.complete;
    if !numbers.complete && keys.last().is_none_or(|last| *last < wanted) {
        return Err(format!(
            "its outcomes are not listed as far as {outcome}: raise --up-to"
        ));
    }
    let counts = |key: &BigRational| match comparison {
        Comparison::Equal => *key == wanted,
        Comparison::AtMost => *key <= wanted,
        Comparison::Less => *key < wanted,
        Comparison::AtLeast => (*key >= wanted) != rest,
        Comparison::Greater => (*key > wanted) != rest,
    };
    let chances = chances(numbers)?
        .iter()
        .zip(&keys)
        .filter(|(_, key)| counts(key));
    let mut ends = chances.map(|(chance, _)| chance.as_ref()?.ends());
    let sum = ends.fold_options((BigRational::zero(), BigRational::zero()), |sum, ends| {
        (sum.0 + ends.0, sum.1 + ends.1)
    });
    let (lower, upper) =
        sum.ok_or("its chances are functions of the bias: give the bias a number")?;
    Ok(match rest {
        true => Quantity::between(BigRational::one() - upper, BigRational::one() - lower),
        false => Quantity::between(lower, upper),
    })
}

/// What is shown where nothing is said: the chance of 1 of what is so or not, the throws that a race takes, the mean, or the only
/// number.
fn usual(answers: &[Numbers]) -> Result<(String, Measure), String> {
    let all = |is: &dyn Fn(&Numbers) -> bool| answers.iter().all(is);
    let bit = |numbers: &Numbers| {
        let of_bit = |key: &Vec<String>| matches!(key.as_slice(), [only] if ["0", "1"].contains(&only.as_str()));
        numbers.complete && numbers.rows.iter().all(of_bit)
    };
    if all(&bit) {
        let measure = Measure::Chance(Comparison::Equal, "1".to_owned());
        return Ok((PROBABILITY.to_owned(), measure));
    }
    let has = |fact: &str| all(&|numbers| numbers.facts.iter().any(|(name, _)| name == fact));
    if let Some(fact) = ["to_reach", "mean"].into_iter().find(|fact| has(fact)) {
        return Ok((fact.to_owned(), Measure::Named(fact.to_owned())));
    }
    let first = answers.first().and_then(|numbers| numbers.series.first());
    match first.filter(|_| all(&|numbers| numbers.rows.len() == 1)) {
        Some((name, _)) => Ok((name.clone(), Measure::Named(name.clone()))),
        None => Err(
            "each answer has several numbers: say with --show which of them, as in --show \"P(6)\""
                .to_owned(),
        ),
    }
}

/// The numbers of a question for each value.
pub(crate) struct SeriesReport {
    series: Series,
    /// What is shown of each answer.
    names: Vec<String>,
    rows: Vec<(Vec<String>, Vec<Quantity>)>,
}

/// The reports of this question.
pub(crate) const REPORTS: &[Described] = &[Described::report::<SeriesReport>()];

/// A question over one parameter or two.
#[derive(Serialize, JsonSchema)]
pub(crate) struct SeriesQuery {
    /// The words of the command, with `{NAME}` where values go.
    command: Vec<String>,
    /// The values of each parameter.
    #[serde(rename = "for")]
    parameters: BTreeMap<String, Vec<String>>,
    /// What is shown of each answer.
    show: Vec<String>,
}

/// The numbers for each value.
#[derive(Serialize, JsonSchema)]
pub(crate) struct SeriesResult {
    rows: Vec<Row>,
}

/// A row: each parameter with its value as a text, then each number by its name.
#[derive(JsonSchema)]
#[schemars(transparent)]
struct Row(#[schemars(with = "BTreeMap<String, Cell>")] Vec<(String, Cell)>);

/// A value, or a number.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum Cell {
    Value(String),
    Number(Quantity),
}

impl Serialize for Row {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, cell)| (name, cell)))
    }
}

impl Reply for SeriesReport {
    const NAME: &'static str = "series";
    type Query = SeriesQuery;
    type Result = SeriesResult;

    fn query(&self) -> SeriesQuery {
        let parameters = self.series.parameters.iter();
        SeriesQuery {
            command: self.series.words.clone(),
            parameters: parameters
                .map(|of| (of.name.clone(), of.values.clone()))
                .collect(),
            show: self.names.clone(),
        }
    }

    fn result(&self) -> SeriesResult {
        let row = |(values, numbers): &(Vec<String>, Vec<Quantity>)| {
            let names = self
                .series
                .parameters
                .iter()
                .map(|parameter| &parameter.name);
            let values = values.iter().cloned().map(Cell::Value);
            let numbers = numbers.iter().cloned().map(Cell::Number);
            let cells = names.chain(&self.names).cloned().zip(values.chain(numbers));
            Row(cells.collect())
        };
        SeriesResult {
            rows: self.rows.iter().map(row).collect(),
        }
    }
}

impl Report for SeriesReport {
    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let mut table = Sheet::of(&self.rows);
        for (at, parameter) in self.series.parameters.iter().enumerate() {
            table = table.right(parameter.name.clone(), |(values, _)| values[at].clone());
        }
        for (at, name) in self.names.iter().enumerate() {
            let decimal = match self.names.len() {
                1 => "decimal".to_owned(),
                _ => format!("{name}, decimal"),
            };
            let column = match Measure::read(name).is_chance() {
                true => Column::chance(name.clone(), decimal),
                false => Column::number(name.clone(), decimal),
            };
            table = table.column(column, |(_, numbers)| numbers[at].clone());
        }
        let command = words::typed(&self.series.words);
        let heading = format!("siga {command}");
        let chart = match self.series.parameters.len() {
            1 => Chart::History,
            _ => Chart::Grid,
        };
        vec![table.named("series", heading).chart(chart)]
    }
}
