//! Which cells of a table are keys of an answer.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use itertools::Itertools;
use rustc_hash::FxHashMap;

use super::Numbers;
use super::words::{self, Certainty};
use crate::exact::{fraction_text, parse_fraction};
use crate::figures::grid::PrintedCell;
use crate::figures::lexicon;
use crate::figures::reading::Reader;

/// A key as it is compared: without blanks around it, in small letters, numbers as fractions in lowest terms.
pub(super) fn normal(key: &str) -> String {
    let key = key.trim().trim_matches(|c| matches!(c, '*' | '`' | '†'));
    let key = &match key.strip_prefix(['−', '–', '‒', '﹣', '－']) {
        Some(number) if number.starts_with(|c: char| c.is_ascii_digit()) => format!("-{number}"),
        _ => key.to_owned(),
    };
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

/// The words that a key may have, as in `three white sides`.
const MOST_WORDS: usize = 4;

/// The subject of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Subject {
    /// A row of the answer.
    Row(usize),
    /// A row of the answer, if the other words of its label say nothing else.
    Perhaps(usize),
    /// Several rows of the answer together.
    Rows(Together),
    /// A key that the answer does not have.
    Unknown(Vec<String>),
    /// The sum of the column.
    Total(String),
    /// A number of the answer as a whole.
    Fact(usize),
    /// Something else: the label of the row.
    Label(String),
}

/// Several outcomes, of which one comes: `2 or 12`, `2–4`, `at least 7`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Together {
    /// As it is printed.
    pub(super) label: String,
    /// Their rows, in ascending order.
    pub(super) rows: Vec<usize>,
    /// Of all outcomes from one on or up to one the series with their chance.
    pub(super) tail: Option<&'static str>,
}

/// A part of a key in a cell, and whether all of its words are understood.
type Part = (String, Certainty);

/// A key with other words beside it.
fn with(key: &str, beside: &[&str]) -> Option<Part> {
    Some((key.to_owned(), words::beside(beside)?))
}

/// The keys of an answer.
pub(super) struct Keys<'a> {
    pub(super) numbers: &'a Numbers,
    index: BTreeMap<Vec<String>, usize>,
    /// For each part its values.
    values: Vec<BTreeSet<String>>,
    /// Other names of single values.
    names: BTreeMap<String, String>,
    /// Whether parts may stand in any order: the answer has each key in one order only.
    any_order: bool,
    /// What was read of labels: the same stand in every cut of a table and in every place for its keys.
    subjects: RefCell<FxHashMap<Label, Subject>>,
}

/// All that [`Keys::subject`] depends on: the texts of the keys in a row and its first text, what stands above the column, and whether the
/// parts stand in the order of the answer.
type Label = (Vec<String>, Option<String>, bool);

impl<'a> Keys<'a> {
    pub(super) fn of(numbers: &'a Numbers) -> Self {
        let keys = numbers.rows.iter().enumerate().rev();
        let index = keys
            .map(|(row, key)| (key.iter().map(|part| normal(part)).collect(), row))
            .collect();
        let own = |part: usize| -> BTreeSet<&String> {
            numbers
                .rows
                .iter()
                .filter_map(|key| key.get(part))
                .collect()
        };
        // How many there are and what they add up to are not of one kind.
        let are_alike = (0..numbers.keys.len()).tuple_windows().all(|(one, next)| {
            let (one, next) = (own(one), own(next));
            2 * one.intersection(&next).count() >= one.len().min(next.len())
        });
        let is_sorted = |key: &Vec<String>| sorted(key) == *key;
        let any_order =
            numbers.keys.iter().all_equal() && are_alike && numbers.rows.iter().all(is_sorted);
        let values = |part: usize| {
            let same = |at: usize| any_order || at == part;
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
        // A key in words has other words in the lexicon.
        let in_words = |key: &&String| {
            key.chars()
                .all(|c| c.is_alphabetic() || matches!(c, ' ' | '-'))
        };
        let keys = numbers.rows.iter().flatten().filter(in_words);
        let synonyms = keys.flat_map(|key| {
            let words = std::iter::once(key.as_str()).chain(lexicon::written(key).iter().copied());
            words.map(|word| (words::plain(word), normal(key)))
        });
        Self {
            numbers,
            index,
            values: (0..numbers.keys.len()).map(values).collect(),
            names: synonyms.chain(names).collect(),
            any_order,
            subjects: RefCell::default(),
        }
    }

    /// The number of parts of a key.
    pub(super) fn parts(&self) -> usize {
        self.values.len()
    }

    /// The rows that the answer lists.
    pub(super) fn row_count(&self) -> usize {
        self.numbers.rows.len()
    }

    /// The name of a part of the key.
    pub(super) fn name(&self, part: usize) -> &'a str {
        &self.numbers.keys[part]
    }

    /// The row of a key of one part that stands in a text.
    pub(super) fn row_in(&self, text: &str) -> Option<usize> {
        self.row(&[self.read(0, text)?.0], false)
    }

    /// The row of a key, if it is not `ordered` in any order where no row has it in the order written and the answer has one order only.
    pub(super) fn row(&self, key: &[String], ordered: bool) -> Option<usize> {
        let any_order = self.any_order && !ordered;
        let sorted = || self.index.get(&sorted(key)).filter(|_| any_order);
        self.index.get(key).or_else(sorted).copied()
    }

    /// Whether a cell is a part of a key that the answer has.
    pub(super) fn has(&self, part: usize, cell: &PrintedCell) -> bool {
        let key = self.read(part, &cell.text);
        key.is_some_and(|(key, _)| self.values[part].contains(&key))
    }

    /// A cell as a part of the key, or as a number that the answer does not have: the key itself, with a mark or a remark in brackets, a
    /// name, a number in words, or one number or name among other words.
    fn read(&self, part: usize, text: &str) -> Option<Part> {
        let values = self.values.get(part)?;
        let known = |form: &String| {
            let named = || self.names.get(&words::plain(form));
            let own = values.get(form).or_else(named);
            own.filter(|key| values.contains(*key))
        };
        if let Some(key) = known(&normal(text)) {
            return with(key, &[]);
        }
        if text.trim().is_empty() {
            // Programs write nothing for what never comes.
            let never = values.iter().find(|key| words::is(key, "never"))?;
            return with(never, &[]);
        }
        if words::tail(text).is_some() || words::is_of_others(text) {
            return None;
        }
        let short = normal(bare(text));
        let plain = words::plain(text);
        let dice = |word| dice(word, |number| values.contains(number));
        let tokens = plain.split(' ').map(dice).collect_vec();
        let whole = || Some(short.parse::<i64>().ok()?.to_string());
        let in_words = || Some(words::number_word(&short)?.to_string());
        let number = known(&short).cloned().or_else(whole).or_else(in_words);
        if let Some(key) = number {
            let remark = words::plain(text.trim().get(bare(text).len()..).unwrap_or_default());
            let name = self.names.get(&remark);
            let remark = remark.split_whitespace().collect_vec();
            return with(&key, if name == Some(&key) { &[] } else { &remark });
        }
        if short.is_empty() || Reader::default().read(text).is_ok() {
            return None;
        }
        // A sentence is no key, whatever is in it.
        if tokens.len() > MOST_WORDS {
            return None;
        }
        let is_number = |token: &str| token.parse::<i64>().is_ok();
        let numbers = tokens.iter().filter(|token| is_number(token)).count();
        let known = tokens.iter().filter(|token| values.contains(**token));
        match known.collect_vec().as_slice() {
            // `Distance 3`, `3 holes`; of several numbers none is the key.
            [token] if numbers < 2 || !is_number(token) => with(token, &without(&tokens, token)),
            [] if numbers == 0 => {
                let number = words::number_in(text)?;
                let word = tokens
                    .iter()
                    .find(|word| words::number_word(word) == Some(number))?;
                let key = number.to_string();
                values
                    .contains(&key)
                    .then(|| with(&key, &without(&tokens, word)))?
            }
            _ => None,
        }
    }

    /// What a row is about, from the cells of its keys and, in a matrix, the part above the column; beside a `never`, a figure that says that
    /// it does not come, parts stand in the order of the answer.
    pub(super) fn subject(
        &self,
        cells: &[PrintedCell],
        columns: &[usize],
        above: Option<&str>,
        never: bool,
    ) -> Subject {
        let read = columns.iter().chain(&[0]).map(|at| cells[*at].text.clone());
        let label = (read.collect_vec(), above.map(str::to_owned), never);
        if let Some(subject) = self.subjects.borrow().get(&label) {
            return subject.clone();
        }
        let subject = match label.0.as_slice() {
            [texts @ .., first] => self.read_subject(texts, above, first, never),
            [] => Subject::Label(String::new()),
        };
        let mut subjects = self.subjects.borrow_mut();
        subjects.entry(label).or_insert(subject).clone()
    }

    /// The same from the texts of the keys and the first of the row; one text of a key of several parts is the whole key.
    fn read_subject(
        &self,
        texts: &[String],
        above: Option<&str>,
        first: &str,
        never: bool,
    ) -> Subject {
        let label = texts.join(" ").trim().to_owned();
        if let ([whole], None, 2..) = (texts, above, self.parts()) {
            let key = parts(whole);
            let plain = words::plain(whole);
            let beside = words::beside(&plain.split_whitespace().collect_vec());
            return match self.row(&key, never).filter(|_| beside.is_some()) {
                Some(row) => Subject::Row(row),
                None if key.len() == self.parts() => Subject::Unknown(key),
                None => self.other(label, first),
            };
        }
        if let Some(together) = self.together(&label).filter(|_| above.is_none()) {
            return Subject::Rows(together);
        }
        let parts = texts.iter().map(String::as_str).chain(above).enumerate();
        let read = parts.map(|(part, text)| self.read(part, text));
        let Some(read) = read.collect::<Option<Vec<_>>>() else {
            return self.other(label, first);
        };
        let sure = (read.iter()).all(|(_, certainty)| *certainty == Certainty::Wholly);
        let key = read.into_iter().map(|(key, _)| key).collect_vec();
        match self.row(&key, never) {
            Some(row) if sure => Subject::Row(row),
            Some(row) => Subject::Perhaps(row),
            None if sure => Subject::Unknown(key),
            None => self.other(label, first),
        }
    }

    /// The rows whose key is a number between two.
    pub(super) fn between(&self, low: i64, high: i64) -> Vec<usize> {
        let number = |key: &Vec<String>| key[0].parse::<i64>();
        let is_between =
            |key: &Vec<String>| number(key).is_ok_and(|one| (low..=high).contains(&one));
        self.numbers.rows.iter().positions(is_between).collect()
    }

    /// The same of all outcomes between two numbers, with the row of all beyond the last one; `None` where some of them may not be listed.
    fn all_between(&self, low: i64, high: i64) -> Option<Vec<usize>> {
        let mut rows = self.between(low, high);
        let beyond = self.numbers.rows.iter().enumerate().find_map(|(row, key)| {
            let (sign, last) = key[0].split_at_checked(1)?;
            let last = last.trim().parse::<i64>().ok()?;
            matches!(sign, "<" | ">").then_some((row, sign == ">", last))
        });
        let Some((row, is_above, last)) = beyond.filter(|_| !self.numbers.complete) else {
            return self.numbers.complete.then_some(rows);
        };
        let (reaches, has_last) = match is_above {
            true => (high > last, low <= last.saturating_add(1)),
            false => (low < last, high >= last.saturating_sub(1)),
        };
        rows.extend(reaches.then_some(row));
        let is_all = !reaches || has_last && (low == i64::MIN || high == i64::MAX);
        is_all.then_some(rows)
    }

    /// Several outcomes that a label names.
    fn together(&self, label: &str) -> Option<Together> {
        let is_own = || self.index.contains_key(&vec![normal(label)]);
        if self.parts() != 1 || is_own() {
            return None;
        }
        let outcome = |text: &str| match self.read(0, text)? {
            (key, Certainty::Wholly) => Some(key),
            _ => None,
        };
        let number = |text: &str| outcome(text)?.parse::<i64>().ok();
        let (tail, rows) = match words::tail(label) {
            Some((tail, by, rest)) => {
                let end = number(&rest)?.checked_add(by)?;
                let at_least = tail == "at_least";
                let (low, high) = if at_least {
                    (end, i64::MAX)
                } else {
                    (i64::MIN, end)
                };
                (Some(tail), self.all_between(low, high)?)
            }
            None => {
                let listed = Some(label).filter(|_| self.numbers.complete)?;
                let each = words::each_of(listed)
                    .into_iter()
                    .map(|ends| match ends.as_slice() {
                        [low, high] => Some(self.between(number(low)?, number(high)?)),
                        [one] => Some(vec![self.row(&[outcome(one)?], false)?]),
                        _ => None,
                    });
                let rows = each.collect::<Option<Vec<_>>>()?;
                let rows = rows.into_iter().flatten().sorted().dedup();
                (None, rows.collect_vec())
            }
        };
        let label = label.to_owned();
        (rows.len() > usize::from(tail.is_none())).then_some(Together { label, rows, tail })
    }

    /// The subject of a row that has no key: its label may stand in its first cell.
    fn other(&self, label: String, first: &str) -> Subject {
        for label in [label.as_str(), first] {
            let facts = &self.numbers.facts;
            let own = words::plain(label);
            let name = words::fact(label);
            let is_fact = |known: &str| name == Some(known) || words::plain(known) == own;
            let fact = facts.iter().position(|(known, _)| is_fact(known));
            if let Some(fact) = fact {
                return Subject::Fact(fact);
            }
            if words::is_total(label) {
                return Subject::Total(label.to_owned());
            }
            if !label.is_empty() {
                break;
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
        let text = words::plain(heading);
        let is_sum = || {
            let words = text.split_whitespace().collect_vec();
            words::has(&text, "total") && words::beside(&words) == Some(Certainty::Wholly)
        };
        match (words::named(heading), canonical) {
            (Some((name, Certainty::Wholly)), Some(own)) if name == own => Name::Key,
            (Some(("outcome", _)), None) if is_sum() => Name::Key,
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

/// The words but one.
fn without<'a>(words: &[&'a str], one: &str) -> Vec<&'a str> {
    let at = words.iter().position(|word| *word == one);
    let others = words.iter().enumerate();
    let others = others.filter(|(other, _)| Some(*other) != at);
    others.map(|(_, word)| *word).collect()
}

/// Of dice named as `3d6` is their number, where that is known, of one die `d6` or `1d6` that of its faces; another word as it is.
fn dice(word: &str, known: impl Fn(&str) -> bool) -> &str {
    let parts = word.split_once(['d', 'w', 'k']);
    match parts.filter(|(_, faces)| faces.parse::<u32>().is_ok()) {
        Some((number, _)) if known(number) => number,
        Some(("" | "1", faces)) => faces,
        _ => word,
    }
}

/// The number of faces of a die that is named by it, as in `d6`; another word as it is.
pub(super) fn faces(word: &str) -> &str {
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
