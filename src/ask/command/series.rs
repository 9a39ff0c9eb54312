//! A question over a parameter: `--for NAME=1..8`, with `{NAME}` in the words of any command.
//!
//! The words are those of a question for each value, and the answer is one table: the values, and beside each what was asked for.

use std::collections::BTreeMap;

use clap::Args;
use itertools::Itertools;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use serde::Serializer;

use super::measure::{Chances, Measure, PROBABILITY, is_bit};
use super::{output_options, parse_words};
use crate::ask::Kind;
use crate::ask::disputes::Change;
use crate::ask::one_command::Command;
use crate::ask::prelude::*;
use crate::ask::words;
use crate::exact::{Quantity, decimal_text, fraction_text, parse_fraction};
use crate::figures::matching::Numbers;
use crate::render::printed::Printed;
use crate::work::Note;

/// Questions that a series may ask.
const MOST: usize = 10_000;
/// The most rows not answered in full of which the table says why.
const MOST_FAULTS: usize = 8;
/// The most outcomes whose chances are columns of a table over a parameter.
const FEW: usize = 16;

/// The words of the first question of a series and of its last.
type FirstAndLast = [Vec<String>; 2];

/// A question over one parameter or two.
#[derive(Args, Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Series {
    /// The words of the question, with `{NAME}` where values go.
    question: Vec<String>,
    /// Each parameter with its values, as they are typed.
    #[arg(long = "for")]
    #[serde(rename = "for")]
    over: Vec<String>,
    /// What is shown of each answer.
    #[arg(long)]
    show: Vec<String>,
}

/// A name and its values.
#[derive(Clone, Debug)]
struct Parameter {
    name: String,
    values: Vec<String>,
}

impl Series {
    /// The series that these words ask for, if they have `--for`, and the words of its first question and of its last.
    ///
    /// # Errors
    /// A parameter that cannot be read, or that the question does not have.
    pub(crate) fn of(words: &[String]) -> Result<Option<(Self, FirstAndLast)>, String> {
        let (mut over, mut show, mut question) = (Vec::new(), Vec::new(), Vec::new());
        let mut given = words.iter();
        while let Some(word) = given.next() {
            if word == "--" {
                question.push(word.clone());
                question.extend(given.by_ref().cloned());
            } else if let Some(value) = value_of("--for", word, &mut given)? {
                over.push(value);
            } else if let Some(value) = value_of("--show", word, &mut given)? {
                show.extend(listed(&value));
            } else {
                question.push(word.clone());
            }
        }
        let adds_nothing = || {
            let of_rows = one_of(&question, &["--at-least", "--at-most", "--players"]);
            beside_outcomes(&question).or(of_rows)
        };
        if let (false, Some(option)) = (over.is_empty(), adds_nothing()) {
            return Err(format!(
                "{option} adds nothing to a table over a parameter: leave it out; --show says what is shown, as in --show \"P(>=6)\""
            ));
        }
        if over.is_empty() {
            return match show.is_empty() {
                true => Ok(None),
                false => Err("--show says what a question over a parameter shows: give --for too, as in --for n=1..8; in `siga compare` both stand within the quotes of the command".to_owned()),
            };
        }
        let quoted = question
            .iter()
            .find(|word| word.contains('{') && word.contains(' '));
        if let (Some("check" | "compare"), Some(quoted)) =
            (question.first().map(String::as_str), quoted)
        {
            let over = over.iter().map(|over| format!(" --for {over}")).join("");
            let within = words::typed(&[format!("{quoted}{over}")]);
            return Err(format!(
                "--for belongs to the command within the quotes: write {within}"
            ));
        }
        let mut series = Self {
            question,
            over,
            show,
        };
        let parameters = series.parameters()?;
        series.check(&parameters)?;
        let all = parameters.iter().map(|parameter| &parameter.values);
        let ends: [Vec<_>; 2] = [
            all.clone().filter_map(|values| values.first()).collect(),
            all.filter_map(|values| values.last()).collect(),
        ];
        let ends = ends.map(|values| filled(&series.question, &parameters, &values));
        series.question = without_output(&series.question);
        Ok(Some((series, ends)))
    }

    fn parameters(&self) -> Result<Vec<Parameter>, String> {
        self.over.iter().map(|text| Parameter::read(text)).collect()
    }

    fn check(&self, parameters: &[Parameter]) -> Result<(), String> {
        for parameter in parameters {
            let place = parameter.place();
            if !self.question.iter().any(|word| word.contains(&place)) {
                return Err(format!(
                    "the question has no `{place}`: write it where the values of --for {} go",
                    parameter.name
                ));
            }
        }
        let names = parameters.iter().map(|parameter| &parameter.name);
        if let Some(name) = names.duplicates().next() {
            return Err(format!("--for {name} is given twice"));
        }
        let questions = parameters.iter().map(|parameter| parameter.values.len());
        let questions: usize = questions.fold(1, usize::saturating_mul);
        match questions > MOST {
            true => Err(format!(
                "these are {questions} questions; the limit is {MOST}"
            )),
            false => Ok(()),
        }
    }

    /// The numbers that answer each question, one for each list of values, or the fault of that question.
    ///
    /// # Errors
    /// What ends the work as a whole.
    fn answers(
        &self,
        parameters: &[Parameter],
        values: &[Vec<&String>],
        (caller, note): (Caller, &Note),
    ) -> Result<Vec<Result<Numbers, Failure>>, Failure> {
        note.count_to(values.len() as u64);
        let answer = |values: &Vec<&String>| {
            let answer = numbers(&filled(&self.question, parameters, values), caller);
            note.one_done();
            match answer {
                Err(failure) if !matches!(failure.kind, Kind::Input | Kind::Limit) => {
                    Err(failure.context(row_of(parameters, values)))
                }
                answer => Ok(answer),
            }
        };
        values.iter().map(answer).collect()
    }
}

/// The words with a value in place of each parameter.
fn filled(words: &[String], parameters: &[Parameter], values: &[&String]) -> Vec<String> {
    let filled = |word: &String| {
        let parameters = parameters.iter().zip(values);
        parameters.fold(word.clone(), |word, (parameter, value)| {
            word.replace(&parameter.place(), value)
        })
    };
    words.iter().map(filled).collect()
}

/// The option of a throw among these words whose answer stands beside the outcomes.
pub(crate) fn beside_outcomes(words: &[String]) -> Option<&str> {
    one_of(words, &["--counts", "--sequence", "--values", "--equal"])
}

/// The first of these options that is among the words.
fn one_of<'a>(words: &'a [String], options: &[&str]) -> Option<&'a str> {
    let mut names = words
        .iter()
        .map(|word| word.split('=').next().unwrap_or_default());
    names.find(|name| options.contains(name))
}

/// A row in words.
fn row_of(parameters: &[Parameter], values: &[&String]) -> String {
    let named = parameters.iter().zip(values);
    let named = named.map(|(parameter, value)| format!("{} = {value}", parameter.name));
    format!("with {}", named.format(", "))
}

/// The words without those that say how an answer is printed, which are no part of the question.
fn without_output(words: &[String]) -> Vec<String> {
    let options = output_options();
    let mut rest = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let name = word.split('=').next().unwrap_or_default();
        match options.iter().find(|(option, _)| option == name) {
            None => rest.push(word.clone()),
            Some((_, takes_value)) if *takes_value && !word.contains('=') => _ = words.next(),
            Some(_) => {}
        }
    }
    rest
}

/// The value of an option, where this word gives it.
fn value_of<'a>(
    option: &str,
    word: &str,
    rest: &mut impl Iterator<Item = &'a String>,
) -> Result<Option<String>, String> {
    match word.strip_prefix(option) {
        Some("") => match rest.next() {
            Some(value) => Ok(Some(value.clone())),
            None => Err(format!("{option} needs a value")),
        },
        Some(rest) => Ok(rest.strip_prefix('=').map(str::to_owned)),
        None => Ok(None),
    }
}

/// The numbers of the main table of an answer.
fn numbers(words: &[String], caller: Caller) -> Result<Numbers, Failure> {
    let cli = parse_words(words).map_err(Failure::input)?;
    let printed = cli.answer(caller.unseen())?.printed();
    let printed =
        printed.ok_or_else(|| Failure::input("the command has no table of numbers to show"))?;
    Ok(printed.numbers)
}

impl Command for Series {
    const WORDS: &'static [&'static str] = &["series"];
    const ABOUT: &'static str = "A question over a parameter";
    type Answer = SeriesRows;

    fn ask(&mut self, caller: Caller, note: &Note) -> Result<SeriesRows, Failure> {
        let parameters = self.parameters().map_err(Failure::input)?;
        let values = parameters.iter().map(|parameter| parameter.values.iter());
        let values = values.multi_cartesian_product().collect_vec();
        let answers = self.answers(&parameters, &values, (caller, note))?;
        if self.show.is_empty() {
            let known = answers.iter().flatten().collect_vec();
            if !known.is_empty() {
                self.show = vec![usual(&known).map_err(Failure::input)?];
            }
        }
        let mut rows = Vec::new();
        let mut known = Vec::new();
        let mut first = None;
        for (values, answer) in values.iter().zip(answers) {
            let (numbers, mut fault) = match answer {
                Ok(numbers) => (Some(numbers), None),
                Err(failure) => (None, Some(failure)),
            };
            let show = filled(&self.show, &parameters, values);
            let measured = show.iter().map(|show| {
                match numbers
                    .as_ref()
                    .map(|numbers| Measure::read(show).of(numbers))
                {
                    Some(Ok(number)) => return Cell::Number(Box::new(number)),
                    Some(Err(error)) if fault.is_none() => fault = Some(Failure::input(error)),
                    _ => {}
                }
                Cell::Unknown
            });
            let names = parameters.iter().map(|parameter| &parameter.name);
            let names = names.chain(&self.show).cloned();
            let own = values.iter().map(|value| Cell::Value((*value).clone()));
            let mut cells = names.zip(own.chain(measured)).collect_vec();
            if let Some(failure) = fault {
                first.get_or_insert_with(|| failure.clone().context(row_of(&parameters, values)));
                cells.push(("error".to_owned(), Cell::Fault(Box::new(failure))));
            }
            rows.push(Row(cells));
            known.push(numbers.unwrap_or_default());
        }
        match first.filter(|_| rows.iter().all(|row| row.fault().is_some())) {
            Some(failure) => Err(failure),
            None => Ok(SeriesRows {
                rows,
                answers: known,
            }),
        }
    }

    fn verdict(&self, answer: &SeriesRows) -> Result<(), Failure> {
        let faults = answer.rows.iter().filter_map(Row::fault).collect_vec();
        faults.first().map_or(Ok(()), |first| {
            let are = if faults.len() == 1 { "is" } else { "are" };
            let (lacking, all) = (faults.len(), answer.rows.len());
            let message = format!("{lacking} of {all} rows {are} not answered in full");
            Err(Failure::new(first.kind, message))
        })
    }

    fn change(&mut self, change: &Change) -> bool {
        let Change::Reaching(last) = change else {
            return false;
        };
        // A list of whole numbers that follow each other goes as far as this one.
        let [only] = self.over.as_mut_slice() else {
            return false;
        };
        let whole = |text: &str| text.trim().parse::<u32>().ok();
        let range = only.split_once('=').and_then(|(name, values)| {
            let (first, end) = values.split_once("..")?;
            (whole(first)? <= *last && whole(end).is_some())
                .then(|| format!("{name}={first}..{last}"))
        });
        let found = range.is_some();
        if let Some(range) = range {
            *only = range;
        }
        found
    }

    fn words(&self) -> Vec<String> {
        let given = |option: &str, values: &[String]| {
            let each = values
                .iter()
                .map(|value| [option.to_owned(), value.clone()]);
            each.flatten().collect_vec()
        };
        [
            self.question.clone(),
            given("--for", &self.over),
            given("--show", &self.show),
        ]
        .concat()
    }

    /// What is shown, with all else that each answer has as a whole; and the outcomes of each.
    fn all_printed(&self, answer: &SeriesRows) -> Vec<(&'static str, Printed)> {
        let values = |row: &Row| {
            let texts = row.0.iter().filter_map(|(_, cell)| match cell {
                Cell::Value(text) => Some(text.clone()),
                _ => None,
            });
            texts.collect_vec()
        };
        let answers = answer
            .rows
            .iter()
            .zip(&answer.answers)
            .filter(|(row, _)| row.fault().is_none())
            .map(|(row, numbers)| (values(row), numbers))
            .collect_vec();
        let whole = self.printed(answer).map(|mut printed| {
            for name in measures(&answer.answers) {
                let measure = Measure::read(&name);
                let measured = answer
                    .answers
                    .iter()
                    .map(|numbers| measure.of(numbers).ok());
                let measured = measured.collect_vec();
                let series = &mut printed.numbers.series;
                let is_new = series
                    .iter()
                    .all(|(own, known)| *own != name && *known != measured);
                if is_new && !measured.iter().flatten().all(is_certain) {
                    series.push((name, measured));
                }
            }
            printed
        });
        let names = self.parameters().unwrap_or_default();
        let names = names.into_iter().map(|parameter| parameter.name);
        let outcomes = joined(&names.collect_vec(), &answers).map(Printed::of_numbers);
        let named = |name: &'static str| move |printed| (name, printed);
        let whole = whole.map(named("series"));
        whole
            .into_iter()
            .chain(outcomes.map(named("outcomes")))
            .collect()
    }

    fn tables(&self, answer: &SeriesRows, _style: &Style) -> Vec<Sheet> {
        let mut table = Sheet::of(&answer.rows);
        let parameters = self.over.len();
        let cells = answer.rows.first().map_or(&[][..], |row| &row.0);
        let cells = cells.iter().take(parameters + self.show.len());
        for (at, (name, _)) in cells.enumerate() {
            let decimal = match self.show.len() {
                1 => "decimal".to_owned(),
                _ => format!("{name}, decimal"),
            };
            let column = match Measure::read(name).is_chance() {
                _ if at < parameters => Column::right(name.clone()),
                true => Column::chance(name.clone(), decimal),
                false => Column::number(name.clone(), decimal),
            };
            table = table.column(column, |row| match &row.0[at].1 {
                Cell::Value(text) => Entry::from(text.clone()),
                Cell::Number(number) => Entry::from(number.as_ref()),
                _ => Entry::Missing("–"),
            });
        }
        let notes = answer.rows.iter().filter_map(|row| {
            let fault = row.fault()?;
            let values = row.0.iter().take(parameters);
            let values = values.map(|(name, value)| match value {
                Cell::Value(value) => format!("{name} = {value}"),
                _ => name.clone(),
            });
            Some(format!("{}: {}", values.format(", "), fault.message))
        });
        let heading = format!("siga {}", words::typed(&self.question));
        let chart = match self.over.len() {
            1 => Chart::History,
            _ => Chart::Grid,
        };
        let table = table.named("series", heading).chart(chart);
        let notes = notes.collect_vec();
        let more = notes.len().saturating_sub(MOST_FAULTS);
        let more = (more > 0).then(|| format!("{more} more rows are not answered in full"));
        vec![table.notes(notes.into_iter().take(MOST_FAULTS)).notes(more)]
    }
}

/// What can be printed beside each value of a parameter: what the answers have as a whole, and where their outcomes are few the chance of
/// each, and of at least and at most as much.
fn measures(answers: &[Numbers]) -> Vec<String> {
    let facts = answers.iter().flat_map(|numbers| &numbers.facts);
    let facts = facts.map(|(name, _)| name.clone()).unique();
    let outcomes = answers.iter().flat_map(|numbers| &numbers.rows).unique();
    let outcomes = outcomes.map(|key| key.join(", ")).collect_vec();
    let few = outcomes.iter().filter(|_| outcomes.len() <= FEW);
    let signs = few.cartesian_product(["", ">= ", "<= "]);
    let chances = signs.map(|(outcome, sign)| format!("P({sign}{outcome})"));
    facts.chain(chances).collect()
}

/// Whether something is sure to happen, or never does.
fn is_certain(chance: &Quantity) -> bool {
    let exact = chance.exact();
    exact.is_some_and(|exact| exact.is_zero() || exact.is_one())
}

/// Several answers as one: a row for each outcome of each, its key the values and the outcome. What one of them does not have is
/// impossible where it has all.
fn joined(names: &[String], answers: &[(Vec<String>, &Numbers)]) -> Option<Numbers> {
    let (_, first) = answers.first()?;
    let parts = first.keys.len();
    let keys = answers.iter().flat_map(|(_, numbers)| &numbers.rows);
    let keys = keys.unique().collect_vec();
    if keys.iter().any(|key| key.len() != parts) || keys.len() * answers.len() > MOST {
        return None;
    }
    let mut joined = Numbers {
        keys: names.iter().chain(&first.keys).cloned().collect(),
        series: first
            .series
            .iter()
            .map(|(name, _)| (name.clone(), Vec::new()))
            .collect(),
        words: first
            .words
            .iter()
            .map(|(name, _)| (name.clone(), Vec::new()))
            .collect(),
        ..Numbers::default()
    };
    let answers = answers
        .iter()
        .map(|(values, numbers)| (values, Chances::of(numbers), numbers));
    for ((values, chances, numbers), key) in answers.collect_vec().iter().cartesian_product(&keys) {
        let row = numbers.rows.iter().position(|own| own == *key);
        if row.is_none() && chances.missing(PROBABILITY, key).is_none() {
            continue;
        }
        joined.rows.push([values.as_slice(), key].concat());
        for (name, series) in &mut joined.series {
            let own = numbers.series.iter().find(|(own, _)| own == name);
            series.push(match row {
                Some(row) => own.and_then(|(_, numbers)| numbers[row].clone()),
                None => chances.missing(name, key),
            });
        }
        for (name, words) in &mut joined.words {
            let own = numbers.words.iter().find(|(own, _)| own == name);
            words.push(own.and_then(|(_, words)| words[row?].clone()));
        }
    }
    Some(joined)
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
        let parts = listed(values);
        if let [only] = parts.as_slice()
            && let Some((first, last)) = only.split_once('-')
            && [first, last].iter().all(|end| end.parse::<u32>().is_ok())
        {
            return Err(format!(
                "--for {text}: write a range as {name}={first}..{last}"
            ));
        }
        for part in parts {
            let ends = part.split_once("..").filter(|ends| !is_number(ends.0));
            if let Some((_, last)) = ends.filter(|ends| is_number(ends.1)) {
                return Err(format!(
                    "--for {text}: `{part}` is no range, which goes from number to number, as in {name}=1..{last}"
                ));
            }
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

fn is_number(text: &str) -> bool {
    parse_fraction(text).is_ok()
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
    let has_step = rest.contains(':');
    let [from, to, by] = [first, last, step].map(|text| parse_fraction(text.trim()).ok());
    let (from, to, by) = (from?, to?, by?);
    if !by.is_positive() {
        return Some(Err(format!("`{text}` has steps of {by}: they go upwards")));
    }
    if to < from {
        return Some(Err(format!(
            "`{text}` has no numbers: a range goes upwards, as in {last}..{first}"
        )));
    }
    let by_ones = has_step || [&from, &to].iter().all(|end| end.is_integer());
    if to > from && (!by_ones || &to - &from < by) {
        return Some(Err(match has_step {
            true => format!("the step of `{text}` is larger than the range: write a smaller one"),
            false => format!("`{text}` needs a step, as in {text}:0.05"),
        }));
    }
    let steps = ((&to - &from) / &by).to_integer();
    let Some(steps) = steps.to_usize().filter(|steps| *steps < MOST) else {
        return Some(Err(format!("`{text}` has more than {MOST} numbers")));
    };
    // A percentage or a fraction among its ends makes fractions of all.
    let plain = [first, step]
        .iter()
        .all(|text| !text.contains(['/', '%', 'e', 'E']));
    let places = |text: &str| {
        text.trim()
            .split_once('.')
            .map_or(0, |(_, places)| places.len())
    };
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

/// What is shown where nothing is said: the chance of 1 of what is so or not, the throws that a race takes, the mean, or the only
/// number.
fn usual(answers: &[&Numbers]) -> Result<String, String> {
    let all = |is: &dyn Fn(&Numbers) -> bool| answers.iter().all(|numbers| is(numbers));
    if all(&is_bit) {
        return Ok(PROBABILITY.to_owned());
    }
    let fact = |numbers: &Numbers, fact: &str| {
        let mut facts = numbers.facts.iter();
        facts
            .find(|(name, _)| name == fact)
            .map(|(_, value)| value.clone())
    };
    let has = |name: &str| all(&|numbers| fact(numbers, name).is_some());
    // A race that ends where its cell is reached or passed.
    let plain = all(&|numbers| fact(numbers, "length") == fact(numbers, "to_reach"));
    let facts = match plain {
        true => ["to_reach", "mean"].as_slice(),
        false => &["length", "mean"],
    };
    if let Some(fact) = facts.iter().copied().find(|fact| has(fact)) {
        return Ok(fact.to_owned());
    }
    let first = answers
        .first()
        .and_then(|numbers| match numbers.rows.len() {
            0 => numbers.facts.first().map(|(name, _)| name),
            1 => numbers.series.first().map(|(name, _)| name),
            _ => None,
        });
    match first.filter(|_| all(&|numbers| numbers.rows.len() <= 1)) {
        Some(name) => Ok(name.clone()),
        None => Err(
            "each answer has several numbers: say with --show which of them, as in --show \"P(6)\""
                .to_owned(),
        ),
    }
}

/// The numbers for each value.
#[derive(Serialize, JsonSchema)]
pub(crate) struct SeriesRows {
    rows: Vec<Row>,
    /// All that the answers have, one for each row.
    #[serde(skip)]
    answers: Vec<Numbers>,
}

/// A row: each parameter with its value as a text, then each number by its name. A number that cannot be given is `null`, and `error`
/// says why.
#[derive(JsonSchema)]
#[schemars(transparent)]
struct Row(#[schemars(with = "BTreeMap<String, Cell>")] Vec<(String, Cell)>);

/// A value, a number or the lack of one, or the fault of the question.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum Cell {
    Value(String),
    Number(Box<Quantity>),
    Unknown,
    Fault(Box<Failure>),
}

impl Row {
    /// Why it has no answer, if it has none.
    fn fault(&self) -> Option<&Failure> {
        match &self.0.last()?.1 {
            Cell::Fault(failure) => Some(failure),
            _ => None,
        }
    }
}

impl Serialize for Row {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, cell)| (name, cell)))
    }
}
