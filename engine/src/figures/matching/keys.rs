//! Which cells of a table are keys of an answer.

use std::collections::{BTreeMap, BTreeSet};

use itertools::Itertools;

use super::Numbers;
use super::words::{self, Certainty};
use crate::exact::{fraction_text, parse_fraction};
use crate::figures::grid::Cell;

/// A key as it is compared: without blanks around it, in small letters, numbers as fractions in lowest terms.
pub(super) fn normal(key: &str) -> String {
    let key = key.trim().trim_matches(|c| matches!(c, '*' | '`' | '†'));
    let number = || {
        let is_number = key.starts_with(|c: char| c.is_ascii_digit() || c == '.');
        let number = is_number.then(|| key.replace(',', ".").replace(' ', ""));
        Some(fraction_text(&parse_fraction(&number?).ok()?))
    };
    match key.parse::<i64>() {
        Ok(number) => number.to_string(),
        Err(_) => {
            number().unwrap_or_else(|| key.to_lowercase().replace("> ", ">").replace("< ", "<"))
        }
    }
}

/// The parts of a key that stand in one cell: `1, 3`, `(1,3)`, `1+3`, `1 and 3`.
pub(super) fn parts(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|part| part.chars().any(|c| c.is_ascii_digit()))
        .map(normal)
        .collect()
}

/// A key with its parts in ascending order.
fn sorted(key: &[String]) -> Vec<String> {
    let mut sorted = key.to_vec();
    sorted.sort_by_cached_key(|part| (part.parse::<i64>().unwrap_or(i64::MAX), part.clone()));
    sorted
}

/// The place of the keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum KeyPlace {
    /// A column for each part; in a matrix the last part stands above the columns.
    Columns(Vec<usize>),
    /// All parts in one column.
    Whole(usize),
    /// Nowhere: figures follow the order of the answer.
    Order,
}

impl KeyPlace {
    /// The columns that hold keys.
    pub(super) fn columns(&self) -> Vec<usize> {
        match self {
            Self::Columns(columns) => columns.clone(),
            Self::Whole(at) => vec![*at],
            Self::Order => Vec::new(),
        }
    }
}

/// The words that a key may have, as in `three white sides`.
const MOST_WORDS: usize = 4;

/// The content of a cell where a part of a key is expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum KeyCell {
    /// A value that the answer has.
    Key(String),
    /// A number that it does not have.
    Number(String),
    /// Something else, or nothing.
    Words,
}

/// The subject of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Subject {
    /// A row of the answer.
    Row(usize),
    /// A key that the answer does not have.
    Unknown(Vec<String>),
    /// The sum of the column.
    Total(String),
    /// A number of the answer as a whole.
    Fact(usize),
    /// Something else: the label of the row.
    Label(String),
}

/// The keys of an answer, or other words that tell its rows apart.
pub(super) struct Keys<'a> {
    numbers: &'a Numbers,
    /// The series of words that are taken for keys.
    system: Option<usize>,
    index: BTreeMap<Vec<String>, usize>,
    /// For each part its values.
    values: Vec<BTreeSet<String>>,
    /// Other names of single values.
    names: BTreeMap<String, String>,
}

impl<'a> Keys<'a> {
    /// The keys, or the words of a series in their place.
    pub(super) fn of(numbers: &'a Numbers, system: Option<usize>) -> Self {
        if let Some(at) = system {
            let words = numbers.words[at].1.iter().enumerate();
            let words = words.flat_map(|(row, words)| {
                words
                    .iter()
                    .flatten()
                    .map(move |word| (vec![normal(word)], row))
            });
            let index: BTreeMap<_, _> = words.collect();
            let values = vec![index.keys().flatten().cloned().collect()];
            return Self {
                numbers,
                system,
                index,
                values,
                names: BTreeMap::new(),
            };
        }
        let keys = numbers.rows.iter().enumerate().rev();
        let index = keys
            .map(|(row, key)| (key.iter().map(|part| normal(part)).collect(), row))
            .collect();
        // Parts with one name may stand in either order.
        let values = |part: usize| {
            let same = |at: usize| numbers.keys.get(at) == numbers.keys.get(part);
            let parts = numbers.rows.iter().flat_map(|key| key.iter().enumerate());
            parts
                .filter(|(at, _)| same(*at))
                .map(|(_, value)| normal(value))
                .collect()
        };
        let names = numbers
            .words
            .iter()
            .filter(|(name, _)| name == "name")
            .flat_map(|(_, words)| {
                let rows = words.iter().zip(&numbers.rows);
                rows.flat_map(|(words, key)| {
                    words
                        .iter()
                        .flatten()
                        .filter_map(|word| Some((words::plain(word), normal(key.last()?))))
                })
            });
        Self {
            numbers,
            system,
            index,
            values: (0..numbers.keys.len()).map(values).collect(),
            names: names.collect(),
        }
    }

    /// The number of parts of a key.
    pub(super) fn parts(&self) -> usize {
        self.values.len()
    }

    /// Whether words stand in place of the keys.
    pub(super) fn is_system(&self) -> bool {
        self.system.is_some()
    }

    /// Whether these keys are understood only where a heading names them.
    pub(super) fn needs_name(&self) -> bool {
        self.system
            .is_some_and(|system| self.numbers.words[system].0 == "round")
    }

    /// The rows that the answer lists.
    pub(super) fn row_count(&self) -> usize {
        self.numbers.rows.len()
    }

    /// The name of a part of the key.
    pub(super) fn name(&self, part: usize) -> &'a str {
        match self.system {
            Some(system) => &self.numbers.words[system].0,
            None => &self.numbers.keys[part],
        }
    }

    /// The row of a key, in either order where no row has it in the order written; parts of an outcome have one order.
    pub(super) fn row(&self, key: &[String]) -> Option<usize> {
        let names = &self.numbers.keys;
        let ordered =
            !names.iter().all_equal() || names.first().is_some_and(|name| name == "outcome");
        let sorted = || self.index.get(&sorted(key)).filter(|_| !ordered);
        self.index.get(key).or_else(sorted).copied()
    }

    /// The content of a cell as a part of the key: the key itself, with a mark or a remark in brackets, a name, a number in words,
    /// or one number or name among other words.
    pub(super) fn read(&self, part: usize, text: &str) -> KeyCell {
        let Some(values) = self.values.get(part) else {
            return KeyCell::Words;
        };
        let (whole, short) = (normal(text), normal(bare(text)));
        if let Some(known) = [&whole, &short]
            .into_iter()
            .find(|text| values.contains(*text))
        {
            return KeyCell::Key(known.clone());
        }
        if let Some(key) = [&whole, &short]
            .iter()
            .find_map(|text| self.names.get(&words::plain(text)))
            .filter(|key| values.contains(*key))
        {
            return KeyCell::Key(key.clone());
        }
        if short.is_empty() {
            return KeyCell::Words;
        }
        let number = short.parse::<i64>().ok().map(|number| number.to_string());
        if let Some(number) =
            number.or_else(|| words::number_word(&short).map(|number| number.to_string()))
        {
            return match values.contains(&number) {
                true => KeyCell::Key(number),
                false => KeyCell::Number(number),
            };
        }
        let is_figure = Cell {
            text: text.to_owned(),
            ..Cell::default()
        }
        .is_figure();
        if is_figure {
            return KeyCell::Words;
        }
        let plain = words::plain(text);
        let tokens = plain.split(' ').map(faces).collect_vec();
        // A sentence is no key, whatever is in it.
        if tokens.len() > MOST_WORDS {
            return KeyCell::Words;
        }
        let numbers = tokens
            .iter()
            .filter(|token| token.parse::<i64>().is_ok())
            .collect_vec();
        let known = tokens
            .iter()
            .filter(|token| values.contains(**token))
            .collect_vec();
        match (numbers.as_slice(), known.as_slice()) {
            // `Distance 3`, `3 holes`; of several numbers none is the key.
            ([] | [_], [token]) => KeyCell::Key((**token).to_owned()),
            (_, [token]) if token.parse::<i64>().is_err() => KeyCell::Key((**token).to_owned()),
            ([], []) => match words::number_in(text).map(|number| number.to_string()) {
                Some(number) if values.contains(&number) => KeyCell::Key(number),
                _ => KeyCell::Words,
            },
            _ => KeyCell::Words,
        }
    }

    /// What a row is about, from the cells of its keys and, in a matrix, the part above the column.
    pub(super) fn subject(&self, row: &[Cell], place: &KeyPlace, above: Option<&str>) -> Subject {
        let texts = place.columns().into_iter().map(|at| row[at].text.as_str());
        let label = texts.clone().join(" ").trim().to_owned();
        if let KeyPlace::Whole(at) = place {
            let key = parts(&row[*at].text);
            return match self.row(&key) {
                Some(row) => Subject::Row(row),
                None if key.len() == self.parts() => Subject::Unknown(key),
                None => self.other(label, row),
            };
        }
        if *place == KeyPlace::Order {
            return Subject::Label(label);
        }
        let cells = texts
            .chain(above)
            .enumerate()
            .map(|(part, text)| self.read(part, text))
            .collect_vec();
        let key = cells.iter().map(|cell| match cell {
            KeyCell::Key(key) | KeyCell::Number(key) => Some(key.clone()),
            KeyCell::Words => None,
        });
        match key.collect::<Option<Vec<String>>>() {
            Some(key) => self.row(&key).map_or(Subject::Unknown(key), Subject::Row),
            None => self.other(label, row),
        }
    }

    /// The subject of a row that has no key: its label may stand in its first cell.
    fn other(&self, label: String, row: &[Cell]) -> Subject {
        let first = row.first().map(|cell| &cell.text);
        for label in [Some(&label), first.filter(|_| label.is_empty())] {
            let Some(label) = label else { continue };
            let facts = &self.numbers.facts;
            let fact = words::fact(label);
            let fact = fact.and_then(|name| facts.iter().position(|(known, _)| known == name));
            if let Some(fact) = fact {
                return Subject::Fact(fact);
            }
            if words::is_total(label) {
                return Subject::Total(label.clone());
            }
        }
        Subject::Label(label)
    }

    /// What a heading says about a column of keys.
    pub(super) fn names(&self, part: usize, heading: &str) -> Name {
        let own = words::plain(self.name(part));
        if heading.is_empty() {
            return Name::Empty;
        }
        if words::plain(heading) == own {
            return Name::Key;
        }
        let canonical = match self.name(part) {
            "outcome" | "behind" | "throws" => None,
            other => Some(other),
        };
        match (words::named(heading), canonical) {
            (Some((name, Certainty::Wholly)), Some(own)) if name == own => Name::Key,
            (Some(("outcome" | "behind", Certainty::Wholly)), None) => Name::Key,
            (Some(("outcome" | "behind", _)), None) => Name::Perhaps,
            (Some((_, Certainty::Wholly)), _) => Name::Other,
            _ => Name::Unknown,
        }
    }
}

/// The evidence of a heading about a column of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Name {
    /// It names something else.
    Other,
    Unknown,
    Perhaps,
    /// There is none.
    Empty,
    Key,
}

/// The number of faces of a die that is named by it, as in `d6`; another word as it is.
fn faces(word: &str) -> &str {
    let number = word.strip_prefix(['d', 'w', 'k']);
    let number = number.filter(|rest| rest.parse::<u32>().is_ok());
    number.unwrap_or(word)
}

/// A text without a mark or a remark in brackets behind it.
pub(super) fn bare(text: &str) -> &str {
    let text = text.trim();
    let inner = match text.find(['(', '[']) {
        Some(at) if at > 0 => &text[..at],
        _ => text,
    };
    let mark = |c: char| matches!(c, '*' | '†' | '‡' | '§' | '.' | ':' | ' ' | '\u{a0}');
    inner
        .trim_end_matches(mark)
        .trim_end_matches(['¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹', 'ᵃ', 'ᵇ', 'ᶜ'])
}
