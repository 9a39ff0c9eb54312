//! Which cells of a table are keys of an answer.

use std::collections::{BTreeMap, BTreeSet};

use itertools::Itertools;

use super::Numbers;
use super::words::{self, Certainty};
use crate::figures::grid::{Cell, Grid};

/// A key as it is compared: without blanks around it, in small letters, numbers without leading zeros.
pub(super) fn normal(key: &str) -> String {
    let key = key.trim().trim_matches(|c| matches!(c, '*' | '`' | '†'));
    match key.parse::<i64>() {
        Ok(number) => number.to_string(),
        Err(_) => key.to_lowercase().replace("> ", ">").replace("< ", "<"),
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

/// The content of a cell where a key is expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum KeyCell {
    /// A key of the answer, or a number beyond its last.
    Key(String),
    /// A number that is no key.
    Number(String),
    /// Something else.
    Words,
    Nothing,
}

/// The keys of an answer.
pub(super) struct Keys<'a> {
    numbers: &'a Numbers,
    index: BTreeMap<Vec<String>, usize>,
    /// For each part its values.
    values: Vec<BTreeSet<String>>,
}

impl<'a> Keys<'a> {
    pub(super) fn of(numbers: &'a Numbers) -> Self {
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
        Self {
            numbers,
            index,
            values: (0..numbers.keys.len()).map(values).collect(),
        }
    }

    pub(super) fn numbers(&self) -> &'a Numbers {
        self.numbers
    }

    /// A number of the answer as a whole.
    pub(super) fn fact(&self, name: &str) -> Option<usize> {
        self.numbers
            .facts
            .iter()
            .position(|(known, _)| known == name)
    }

    /// Whether a word names the keys: `key`, their name, or another word for it.
    pub(super) fn is_named(&self, name: &str) -> bool {
        let name = name.trim();
        let own = |key: &String| words::plain(key) == words::plain(name);
        let words =
            words::named(name).is_some_and(|(known, _)| matches!(known, "outcome" | "behind"));
        name == "key" || self.numbers.keys.iter().any(own) || words
    }

    /// The number of parts of a key.
    pub(super) fn parts(&self) -> usize {
        self.numbers.keys.len()
    }

    /// The row of a key, in either order where no row has it in the order written.
    pub(super) fn row(&self, key: &[String]) -> Option<usize> {
        (self.index.get(key))
            .or_else(|| self.index.get(&sorted(key)))
            .copied()
    }

    /// Whether a text is a value of a part.
    pub(super) fn has(&self, part: usize, text: &str) -> bool {
        self.values[part].contains(&normal(text))
    }

    /// The content of a cell as a part of the key: the key itself, with a mark or a remark in brackets, a number in words, or one
    /// number or name among other words.
    pub(super) fn read(&self, part: usize, text: &str) -> KeyCell {
        let values = &self.values[part];
        let whole = normal(text);
        if whole.is_empty() {
            return KeyCell::Nothing;
        }
        if values.contains(&whole) {
            return KeyCell::Key(whole);
        }
        let bare = normal(bare(text));
        if values.contains(&bare) {
            return KeyCell::Key(bare);
        }
        let number = match bare.parse::<i64>() {
            Ok(number) => Some(number.to_string()),
            Err(_) => words::number_word(&bare).map(|number| number.to_string()),
        };
        if let Some(number) = number {
            return match values.contains(&number) || self.is_beyond(part, &number) {
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
            return KeyCell::Number(whole);
        }
        let tokens = words::plain(text);
        let tokens = tokens.split(' ').collect_vec();
        let known = |token: &&&str| values.contains(**token);
        let numbers = tokens
            .iter()
            .filter(|token| token.parse::<i64>().is_ok())
            .count();
        match tokens.iter().filter(known).collect_vec().as_slice() {
            // `Distance 3`, `3 holes`; of several numbers none is the key.
            [token] if numbers <= 1 || token.parse::<i64>().is_err() => {
                KeyCell::Key((**token).to_owned())
            }
            _ => KeyCell::Words,
        }
    }

    /// Whether a distance lies beyond those of the answer: a longer answer would have it.
    fn is_beyond(&self, part: usize, number: &str) -> bool {
        let number: Option<i64> = number.parse().ok();
        let last = self.values[part]
            .iter()
            .filter_map(|value| value.parse().ok())
            .max();
        self.numbers.keys[part] == "behind" && last.is_some() && number > last
    }

    /// The key of a row whose parts stand in these columns, or all in one.
    pub(super) fn of_row(&self, row: &[Cell], columns: &[usize]) -> Option<Vec<String>> {
        if let ([column], true) = (columns, self.parts() > 1) {
            let key = parts(&row[*column].text);
            return (key.len() == self.parts()).then_some(key);
        }
        let part = |(part, column): (usize, &usize)| match self.read(part, &row[*column].text) {
            KeyCell::Key(key) => Some(key),
            _ => None,
        };
        columns.iter().enumerate().map(part).collect()
    }

    /// The fit of some columns as keys; `None` if they are not keys.
    pub(super) fn fit(&self, grid: &Grid, columns: &[usize]) -> Option<Fit> {
        let whole = columns.len() == 1 && self.parts() > 1;
        let keys = (grid.rows.iter().map(|row| self.of_row(row, columns))).collect_vec();
        let claims = |row: usize| {
            (0..grid.width()).any(|at| !columns.contains(&at) && grid.rows[row][at].is_figure())
        };
        let mut head = keys.iter().position(Option::is_some)?;
        // `Distance 1` and `Distance 2` above the parts of a key name columns, though 1, 2 may be a key.
        let is_heading = |row: usize| {
            let cells = columns.iter().map(|at| &grid.rows[row][*at]);
            !whole && self.parts() > 1 && !claims(row) && !cells.into_iter().any(Cell::is_figure)
        };
        if is_heading(head) && keys.get(head + 1).is_some_and(Option::is_some) {
            head += 1;
        }
        let keys = &keys[head..];
        let is_number = |row: usize| columns.iter().any(|at| grid.rows[row][*at].is_figure());
        // A number that is no key, but nothing is claimed of it: `4  –`.
        if head > 4 || (0..head).any(|row| is_number(row) && claims(row)) {
            return None;
        }
        let sure = columns.iter().enumerate().map(|(part, column)| {
            self.names(if whole { 0 } else { part }, &heading(grid, head, *column))
        });
        let sure = sure.collect::<Option<Vec<Name>>>()?.into_iter().min()?;
        let mut unknown = 0;
        for (row, key) in (head..).zip(keys) {
            if key.is_some() || needs_no_key(&grid.rows[row][columns[0]].text) {
                continue;
            }
            if is_number(row) && claims(row) && sure < Name::Key {
                return None;
            }
            unknown += 1;
        }
        let found = keys.iter().flatten().collect_vec();
        let covered = found.iter().unique().count();
        let is_one_row = self.parts() == 1 && grid.rows.len() == 1 && grid.width() > 2;
        let is_known = self.parts() == 1 || found.iter().any(|key| self.row(key).is_some());
        if unknown >= found.len() || is_one_row || !is_known {
            return None;
        }
        let literally = |row: &&Vec<Cell>| whole || self.is_literal(row, columns);
        let literal = grid.rows[head..].iter().filter(literally).count();
        has_figures(&grid.rows[head..], columns).then_some(Fit {
            columns: columns.to_vec(),
            head,
            covered,
            unknown,
            sure,
            literal,
        })
    }

    fn is_literal(&self, row: &[Cell], columns: &[usize]) -> bool {
        let mut cells = columns.iter().enumerate();
        cells.all(|(part, at)| self.has(part, &row[*at].text))
    }

    /// Whether a heading names this part of the key; `None` where it names a series of the answer.
    fn names(&self, part: usize, heading: &str) -> Option<Name> {
        let own = words::plain(&self.numbers.keys[part]);
        if words::plain(heading) == own {
            return Some(Name::Key);
        }
        Some(match words::named(heading) {
            Some(("outcome" | "behind", Certainty::Wholly)) => Name::Key,
            Some(("outcome" | "behind", Certainty::Partly)) => Name::Perhaps,
            Some((_, Certainty::Wholly)) => return None,
            _ => Name::Unknown,
        })
    }
}

/// The evidence of a heading about a column of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Name {
    Unknown,
    Perhaps,
    Key,
}

/// The fit of some columns as keys.
#[derive(Clone, Debug)]
pub(super) struct Fit {
    pub(super) columns: Vec<usize>,
    /// Rows above the first key.
    pub(super) head: usize,
    /// Different keys that were found.
    pub(super) covered: usize,
    /// Rows whose label is no key.
    unknown: usize,
    sure: Name,
    /// Keys written as the answer writes them.
    literal: usize,
}

impl Fit {
    pub(super) fn matrix(columns: Vec<usize>, head: usize, covered: usize) -> Self {
        Self {
            columns,
            head,
            covered,
            unknown: 0,
            sure: Name::Unknown,
            literal: covered,
        }
    }

    /// The order of preference between two: the share covered, then the evidence of the headings.
    pub(super) fn rank(&self) -> (usize, std::cmp::Reverse<usize>, Name, usize, usize) {
        let reverse = std::cmp::Reverse(self.unknown);
        (
            self.covered,
            reverse,
            self.sure,
            self.literal,
            self.columns.len(),
        )
    }
}

/// The heading of a column: what stands above its first key.
pub(super) fn heading(grid: &Grid, head: usize, column: usize) -> String {
    let texts = grid.rows[..head]
        .iter()
        .map(|row| row[column].text.as_str());
    texts.filter(|text| !text.is_empty()).dedup().join(" ")
}

/// A text without a mark or a remark in brackets behind it.
fn bare(text: &str) -> &str {
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

/// Whether other columns than these hold anything to be compared.
fn has_figures(rows: &[Vec<Cell>], columns: &[usize]) -> bool {
    rows.iter().any(|row| {
        let others = row.iter().enumerate();
        let mut others = others.filter(|(at, _)| !columns.contains(at));
        others.any(|(_, cell)| {
            cell.is_figure()
                || words::yes_or_no(&cell.text).is_some()
                || super::cells::pieces(&cell.text).len() > 1
        })
    })
}

/// Whether the label of a row that is no key is one that need not be: none, a total, a number of the answer as a whole.
fn needs_no_key(label: &str) -> bool {
    label.is_empty() || words::is_total(label) || words::fact(label).is_some()
}
