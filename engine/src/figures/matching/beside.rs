//! Lines above and below a table, and those among its rows that have more or fewer cells: what they say of the answer as a whole, as a
//! mean, a deviation or a sum.

use std::ops::Range;

use itertools::Itertools;
use num_rational::BigRational;

use super::cells::{figures_of, is_plain, is_whole};
use super::columns::{Content, Role};
use super::keys::Subject;
use super::read::Placing;
use super::words;
use super::{Leftover, PlacedFigure, Target};
use crate::exact::Quantity;
use crate::figures::figure::Figure;
use crate::figures::grid::{PrintedCell, is_note};
use crate::figures::reading::Reader;
use crate::figures::verdict::some_hold;

/// The words and figures from which on a line is a sentence.
const MOST_PARTS: usize = 6;
/// The most words of one figure, as in `1 out of 6 ≈ 0.17`.
const LONGEST: usize = 6;

/// A figure in a line, and what may be its label.
#[derive(Clone)]
struct Statement {
    text: String,
    figures: Vec<Vec<Figure>>,
    /// The words before it since the last comma, all before it, and those behind it: the first that are understood.
    labels: Vec<String>,
    /// Whether a sign before it says that it is the label's.
    is_said: bool,
}

/// What came of a statement, or of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Understood {
    Judged,
    /// Its label names something that cannot be judged.
    Left,
    Unknown,
}

impl Placing<'_> {
    /// Judges what the lines beside the table say. What looks like a part of it and is not understood is left over.
    pub(super) fn beside(&mut self, roles: &[Role], missing: &[usize]) {
        let columns = self.columns;
        let grid = &columns.frame.cells.grid;
        for line in &grid.loose {
            let statements = statements(&line.text);
            let understood = self.understood(line, &statements, roles);
            let all = understood.iter().all(|one| *one == Understood::Judged);
            if !(all && !understood.is_empty() || self.unnamed(line)) {
                self.left(line, "it has more or fewer cells than the others");
            }
        }
        for line in &grid.aside {
            let statements = statements(&line.text);
            let understood = self.understood(line, &statements, roles);
            let has = |wanted: Understood| understood.contains(&wanted);
            let is_short = line.text.split_whitespace().count() <= MOST_PARTS;
            let mut unknown = understood.iter().zip(&statements);
            let is_claim = is_short
                && !is_note(&line.text)
                && unknown.any(|(one, own)| *one == Understood::Unknown && own.is_claim());
            let is_below = self.begins() < line.line;
            let is_row = !has(Understood::Judged) && self.is_row(line, is_below, missing);
            if is_row || has(Understood::Left) || is_below && is_claim {
                self.left(line, "it stands beside the table");
            } else if !has(Understood::Judged) {
                self.table.aside.push(line.text.clone());
            }
        }
    }

    /// The line of the first row.
    fn begins(&self) -> usize {
        let first = self.columns.frame.cells.grid.rows.first();
        first.map_or(0, |row| row[0].line)
    }

    fn left(&mut self, line: &PrintedCell, why: &str) {
        let left = Leftover::of(true, &line.text, why, 1);
        self.table.not_compared.push(left);
    }

    /// What the statements of a line come to; those of sums come to one.
    fn understood(
        &mut self,
        line: &PrintedCell,
        statements: &[Statement],
        roles: &[Role],
    ) -> Vec<Understood> {
        let is_total = |own: &Statement| own.labels.iter().any(|label| words::is_total(label));
        match statements.first().is_some_and(is_total) {
            true => vec![self.totals(line, statements, roles)],
            false => statements.iter().map(|own| self.fact(line, own)).collect(),
        }
    }

    /// Judges a figure by the number of the answer that its label names.
    fn fact(&mut self, line: &PrintedCell, own: &Statement) -> Understood {
        let facts = &self.columns.numbers.facts;
        let is_sure = |name: &str, label: &str| {
            words::fact(label) == Some(name) || words::plain(label) == words::plain(name)
        };
        let is_named =
            |name: &str, label: &str| words::named(label).is_some_and(|(own, _)| own == name);
        let of = |is: &dyn Fn(&str, &str) -> bool| {
            let named = own.labels.iter().map(|label| {
                let facts = facts.iter().positions(|(name, _)| is(name, label));
                facts.collect_vec()
            });
            named.into_iter().find(|facts| !facts.is_empty())
        };
        let sure = of(&is_sure);
        let found = sure.clone().or_else(|| of(&is_named));
        let found = found.unwrap_or_default();
        let fact = found
            .iter()
            .map(|fact| self.columns.numbers.fact_for(*fact, &own.figures));
        // What stands above a table may be of another.
        let is_sure = sure.is_some() && self.begins() < line.line;
        let mut fact = fact.filter(|fact| is_sure || own.holds(&facts[*fact].1));
        if let Some(fact) = fact.next() {
            let placed = own.figures.iter().map(|readings| PlacedFigure {
                target: Some(Target::Fact(fact)),
                ..own.placed(line, &facts[fact].0, readings)
            });
            self.table.figures.extend(placed);
            return Understood::Judged;
        }
        let mut labels = own.labels.iter();
        let is_short = line.text.split_whitespace().count() <= MOST_PARTS;
        match !found.is_empty() || is_short && labels.any(|label| words::fact(label).is_some()) {
            true => Understood::Left,
            false => Understood::Unknown,
        }
    }

    /// Judges the sums of columns: each by its column where there is one for each, and else by one of which it is the sum.
    fn totals(
        &mut self,
        line: &PrintedCell,
        statements: &[Statement],
        roles: &[Role],
    ) -> Understood {
        let numbers = |(at, role): (usize, &Role)| match role {
            Role::Numbers { .. } => Some((at, role.clone())),
            _ => None,
        };
        let columns = roles.iter().enumerate().filter_map(numbers).collect_vec();
        let each = columns.len() == statements.len();
        let label = statements.iter().flat_map(|own| own.labels.first()).next();
        let label = label.cloned().unwrap_or_default();
        let found = statements.iter().enumerate().map(|(nth, own)| {
            let cell = PrintedCell {
                text: own.text.clone(),
                ..line.clone()
            };
            let content = Content {
                cell: &cell,
                row: usize::MAX,
                subject: Subject::Total(label.clone()),
                figures: &own.figures,
                counts: &[],
            };
            let columns = columns.iter().enumerate();
            let mut columns = columns.filter(|(at, _)| !each || *at == nth);
            columns.find_map(|(_, (at, role))| {
                let all = self.columns.readings(&content, role);
                let readings = all.first().filter(|_| all.len() == 1)?;
                let (sum, is_printed) = self.sum_for(*at, usize::MAX, role, readings)?;
                let is_judged = some_hold(readings, &sum) || each && self.is_like(*at, readings);
                let shared = PlacedFigure {
                    column: *at,
                    name: self.columns.frame.heading(*at),
                    ..own.placed(line, &label, readings)
                };
                is_judged.then_some((shared, sum, is_printed))
            })
        });
        let Some(found) = found.collect::<Option<Vec<_>>>() else {
            return Understood::Left;
        };
        for (figure, sum, is_printed) in found {
            self.sum_of(figure, sum, is_printed);
        }
        Understood::Judged
    }

    /// Whether a figure is written as those of a column are.
    fn is_like(&self, at: usize, readings: &[Figure]) -> bool {
        let notation = |figure: &Figure| (figure.scale.clone(), is_whole(figure));
        let column = self.columns.cells[at].iter().rev();
        let last = column.flat_map(|content| content.figures).flatten().next();
        let own = readings.first().map(notation);
        own.is_some() && own == last.map(notation)
    }

    /// A line of figures without labels, as programs write: the mean, the deviation, the least and the greatest outcome; whether all of
    /// its figures are one of these.
    fn unnamed(&mut self, line: &PrintedCell) -> bool {
        let numbers = &self.columns.numbers;
        let keys = numbers.rows.iter();
        let keys = keys.filter_map(|key| key.first()?.parse::<i64>().ok());
        let (least, greatest) = (keys.clone().min(), keys.max());
        let ends = [("least", least), ("greatest", greatest)].into_iter();
        let ends = ends.filter_map(|(name, end)| {
            let end = BigRational::from_integer(end?.into());
            Some((name.to_owned(), Quantity::Exact(end)))
        });
        let facts = numbers.facts.iter().cloned().chain(ends).collect_vec();
        let found = line.text.split("  ").filter_map(|text| {
            let figures = vec![Reader::default().read(text).ok()?];
            let own = Statement::of(text, figures);
            let fact = facts.iter().find(|(_, fact)| own.holds(fact)).cloned();
            Some((own, fact))
        });
        let found = found.collect_vec();
        // Whole numbers without a word may be outcomes.
        let is_whole = |own: &Statement| own.figures.iter().flatten().any(is_whole);
        let is_whole = found.iter().all(|(own, _)| is_whole(own));
        if found.len() < 2 || is_whole || found.iter().any(|(_, fact)| fact.is_none()) {
            return false;
        }
        for (own, fact) in found {
            if let Some((name, number)) = fact {
                self.sum(own.placed(line, &name, &own.figures[0]), number);
            }
        }
        true
    }

    /// Whether a line looks like a row of the table: a key that no row has, and then a figure. Above the first row, where titles and
    /// headings stand, it begins with the key, and the figure is no whole number.
    fn is_row(&self, line: &PrintedCell, is_below: bool, missing: &[usize]) -> bool {
        let signs = [',', ';', '|'];
        let parts = line
            .text
            .split(|c: char| c.is_whitespace() || signs.contains(&c));
        let parts = parts.filter(|part| part.contains(char::is_alphanumeric));
        let parts = parts.collect_vec();
        let Some((figure, [label, others @ ..])) = parts.split_last() else {
            return false;
        };
        let keys = self.columns.keys;
        let has_digits = |text: &str| text.contains(|c: char| c.is_ascii_digit());
        let is_missing = |label: &str| {
            let row = keys.row_in(label).filter(|_| keys.parts() == 1);
            row.is_some_and(|row| missing.contains(&row))
        };
        let is_short = parts.len() < MOST_PARTS;
        let is_chance = || {
            let behind = line.text.split_once(*label);
            let behind = behind.map_or("", |(_, behind)| behind);
            is_short && behind.contains(['/', '%', '\u{2030}', '.', ','])
        };
        // A key that is a word may stand behind another; in a sentence it says nothing.
        let mut others = others.iter().filter(|word| is_short && !has_digits(word));
        has_digits(figure)
            && match is_below {
                true => is_missing(label) || others.any(|word| is_missing(word)),
                false => is_missing(label) && is_chance(),
            }
    }
}

impl Statement {
    fn of(text: &str, figures: Vec<Vec<Figure>>) -> Self {
        Self {
            text: text.to_owned(),
            figures,
            labels: Vec::new(),
            is_said: false,
        }
    }

    /// One of its figures as one of the table.
    fn placed(&self, line: &PrintedCell, label: &str, readings: &[Figure]) -> PlacedFigure {
        let cell = PrintedCell {
            text: self.text.clone(),
            ..line.clone()
        };
        PlacedFigure {
            cell,
            key: vec![label.to_owned()],
            readings: readings.to_vec(),
            ..PlacedFigure::default()
        }
    }

    /// Whether all that it says of a number is right.
    fn holds(&self, number: &Quantity) -> bool {
        let mut figures = self.figures.iter();
        figures.all(|readings| some_hold(readings, number))
    }

    /// Whether it can hardly be the number of a page, a section or a year.
    fn is_claim(&self) -> bool {
        let is_plain_one =
            |figure: &Figure| is_plain(figure) && (is_whole(figure) || !self.is_said);
        let mut figures = self.figures.iter();
        figures.all(|readings| !readings.iter().all(is_plain_one))
    }
}

/// A word without the sign behind it and without a bracket that it does not open or close, and that sign.
fn bare(word: &str) -> (&str, Option<char>) {
    let bare = word.trim_end_matches([',', ';', ':', '.']);
    let sign = word[bare.len()..].chars().next();
    let bare = match bare.contains('(') {
        true => bare,
        false => bare.trim_end_matches(')'),
    };
    let bare = match bare.contains(')') {
        true => bare,
        false => bare.trim_start_matches('('),
    };
    (bare, sign)
}

/// The figures among the words of a line, each of as many words as it can have, and which words these are.
fn found(words: &[(&str, Option<char>)]) -> Vec<(Range<usize>, Statement)> {
    let reader = Reader::default();
    let (mut found, mut at) = (Vec::new(), 0);
    while at < words.len() {
        let ends = words.len().min(at + LONGEST);
        let figure = (at + 1..=ends).rev().find_map(|end| {
            let own = &words[at..end];
            let is_cut = own[..own.len() - 1].iter().any(ends_part);
            let is_sign = own[0].0 == "=" || own[own.len() - 1].0 == "=";
            let text = own.iter().map(|(word, _)| word).join(" ");
            let readings = figures_of(&reader, &text);
            let is_figure = own[0].0.contains(char::is_numeric) && !readings.is_empty();
            (!is_cut && !is_sign && is_figure).then(|| (at..end, Statement::of(&text, readings)))
        });
        at = figure.as_ref().map_or(at + 1, |(own, _)| own.end);
        found.extend(figure);
    }
    found
}

/// Whether a word ends a part of a sentence.
fn ends_part((_, sign): &(&str, Option<char>)) -> bool {
    matches!(sign, Some(',' | ';'))
}

/// The figures of a line with their labels.
fn statements(line: &str) -> Vec<Statement> {
    let spaced = line
        .replace('=', " = ")
        .replace("> =", ">=")
        .replace("< =", "<=");
    let words = spaced.split_whitespace().map(bare);
    let words = words.filter(|(word, _)| !word.is_empty()).collect_vec();
    let ends = |at: usize| ends_part(&words[at]);
    let is_sign = |at: usize| words[at].0 == "=";
    let found = found(&words);
    let label = |from: usize, to: usize| {
        let words = (from..to).filter(|at| !is_sign(*at)).map(|at| words[at].0);
        words.format(" ").to_string()
    };
    let mut statements: Vec<Statement> = Vec::new();
    for (nth, (Range { start, end }, figure)) in found.iter().enumerate() {
        let (begin, end) = (*start, *end);
        let last = if nth > 0 { found[nth - 1].0.end } else { 0 };
        let next = found.get(nth + 1);
        let next = next.map_or(words.len(), |(next, _)| next.start);
        let near = (last..begin).rev().find(|at| ends(*at));
        let behind = (end..next).find(|at| ends(*at)).map_or(next, |at| at + 1);
        let behind = if ends(end - 1) { end } else { behind };
        let labels = [
            label(near.map_or(last, |at| at + 1), begin),
            label(last, begin),
            label(end, behind),
        ];
        let mut labels = labels
            .into_iter()
            .filter(|label| !label.is_empty())
            .unique()
            .collect_vec();
        if let (true, Some(before)) = (labels.is_empty(), statements.last()) {
            labels.clone_from(&before.labels);
        }
        let before = begin.checked_sub(1);
        let is_said = before.is_some_and(|at| is_sign(at) || words[at].1 == Some(':'));
        statements.push(Statement {
            labels,
            is_said,
            ..figure.clone()
        });
    }
    statements
}
