//! A table read in one frame: its figures with the numbers they speak of, what is left over, and how much is explained.

use std::borrow::Cow;
use std::collections::BTreeSet;

use itertools::Itertools;
use num_rational::BigRational;
use num_traits::Zero;

use super::cells::is_whole;
use super::columns::{Columns, Content, Role, contents};
use super::frames::Frame;
use super::keys::{KeyPlace, Keys, Name, Subject, Together};
use super::words;
use super::{Leftover, MatchedTable, Numbers, Options, PlacedFigure, Plain, Target};
use crate::exact::Quantity;
use crate::figures::figure::Scale;
use crate::figures::grid::Cell;
use crate::figures::reading::{Decimal, Reader};
use crate::figures::verdict::some_hold;

/// Reads a table in a frame.
pub(super) fn read(frame: &Frame, keys: &Keys<'_>, options: &Options) -> MatchedTable {
    let decimal = match options.decimal {
        Decimal::Auto => frame.cells.convention(frame.head, &frame.columns()),
        said => said,
    };
    let mut cells = contents(frame, keys, decimal);
    let (numbers, together) = with_further(frame, keys, &mut cells);
    let columns = Columns {
        frame,
        keys,
        numbers,
        together,
        options,
        cells,
    };
    let (roles, lines): (Vec<Role>, Vec<_>) = columns.roles().into_iter().unzip();
    let mut table = MatchedTable {
        lines,
        on_side: frame.cells.on_side,
        in_order: frame.place == KeyPlace::Order,
        frame: Some(frame.clone()),
        ..MatchedTable::default()
    };
    if options.decimal == Decimal::Auto && decimal == Decimal::Comma {
        table.notes.push("decimals have a comma here".to_owned());
    }
    Placing {
        columns: &columns,
        table: &mut table,
    }
    .all(&roles);
    let missing = missing(&columns, &table);
    for line in &frame.cells.grid.aside {
        if is_row_beside(line, frame, keys, &missing) {
            let why = "it stands beside the table";
            let left = Leftover::of(true, &line.text, why, 1);
            table.not_compared.push(left);
        } else {
            table.aside.push(line.text.clone());
        }
    }
    let missing = missing.into_iter();
    let shown = missing.map(|row| Numbers::shown(&columns.numbers.rows[row]));
    table.missing = shown.collect();
    table.notes.extend(units(&columns, &roles));
    table.score += evidence(frame, keys);
    table.numbers = columns.numbers.into_owned();
    let facts = std::mem::take(&mut table.sums);
    table.numbers.facts.extend(facts);
    table
}

/// The rows of the answer of which the table has no figure, but those that never happen.
fn missing(columns: &Columns<'_>, table: &MatchedTable) -> Vec<usize> {
    let row = |figure: &PlacedFigure| match figure.target {
        Some(Target::Number(_, row) | Target::Words(_, row)) => Some(row),
        _ => None,
    };
    let first = columns.keys.row_count();
    let members = |row: usize| match row.checked_sub(first) {
        Some(at) => columns.together.get(at).cloned().unwrap_or_default(),
        None => vec![row],
    };
    let seen = table.figures.iter().filter_map(row).flat_map(members);
    let seen: BTreeSet<usize> = seen.collect();
    let never = |row: usize| {
        // What is beyond the last row is a rest.
        let is_rest =
            (columns.keys.numbers.rows[row].last()).is_some_and(|key| key.starts_with(['<', '>']));
        let main = columns.numbers.series.first();
        let number = main.and_then(|(_, numbers)| numbers[row].as_ref()?.exact());
        is_rest || number.is_some_and(BigRational::is_zero)
    };
    let rows = 0..columns.keys.row_count();
    rows.filter(|row| !seen.contains(row) && !never(*row))
        .collect()
}

/// The words and figures from which on a line is a sentence.
const MOST_PARTS: usize = 6;

/// Whether a line beside the table looks like one of its rows: a total, or a key that no row has, and then a figure. Above the first
/// row, where titles and headings stand, it begins with the key, and the figure is no whole number.
fn is_row_beside(line: &Cell, frame: &Frame, keys: &Keys<'_>, missing: &[usize]) -> bool {
    let first = frame.cells.grid.rows.first().and_then(|row| row.first());
    let signs = [',', ';', '|'];
    let parts = line
        .text
        .split(|c: char| c.is_whitespace() || signs.contains(&c));
    let parts = parts.filter(|part| part.contains(char::is_alphanumeric));
    let parts = parts.collect_vec();
    let Some((figure, [label, others @ ..])) = parts.split_last() else {
        return false;
    };
    let has_digits = |text: &str| text.contains(|c: char| c.is_ascii_digit());
    let is_missing = |label: &str| {
        let row = keys.row_in(label).filter(|_| keys.parts() == 1);
        row.is_some_and(|row| missing.contains(&row))
    };
    // A key that is a word may stand behind another; in a sentence it says nothing.
    let mut others = others.iter().filter(|_| parts.len() < MOST_PARTS);
    let is_chance = || {
        let behind = line
            .text
            .split_once(*label)
            .map_or("", |(_, behind)| behind);
        parts.len() < MOST_PARTS && behind.contains(['/', '%', '\u{2030}', '.', ','])
    };
    match first.is_some_and(|first| first.line < line.line) {
        _ if !has_digits(figure) => false,
        false => is_missing(label) && is_chance(),
        true => {
            words::is_total(label)
                || is_missing(label)
                || others.any(|word| !has_digits(word) && is_missing(word))
        }
    }
}

/// The numbers with a row for each key that names several outcomes, and those; and, where the answer lists all, with one for each number
/// that is no outcome: its chance is 0.
fn with_further<'a>(
    frame: &Frame,
    keys: &Keys<'a>,
    cells: &mut [Vec<Content<'_>>],
) -> (Cow<'a, Numbers>, Vec<Vec<usize>>) {
    let mut numbers = Cow::Borrowed(keys.numbers);
    let listed = numbers.complete && keys.parts() == 1 && frame.is_credible(keys);
    let further = |subject: &Subject| match subject {
        Subject::Rows(one) => Some(one.clone()),
        Subject::Unknown(key) if listed && key[0].parse::<i64>().is_ok() => Some(Together {
            label: key[0].clone(),
            rows: Vec::new(),
            tail: None,
        }),
        _ => None,
    };
    let all = cells.iter().flatten();
    let all = all.filter_map(|content| further(&content.subject));
    let (mut together, never): (Vec<_>, Vec<_>) =
        all.unique().partition(|one| !one.rows.is_empty());
    let known = together.len();
    together.extend(never);
    if together.is_empty() {
        return (numbers, Vec::new());
    }
    for content in cells.iter_mut().flatten() {
        let own = further(&content.subject);
        if let Some(at) = together.iter().position(|one| Some(one) == own.as_ref()) {
            content.subject = Subject::Row(keys.row_count() + at);
        }
    }
    let more = numbers.to_mut();
    for one in &together {
        for (name, series) in &mut more.series {
            let number = one.label.parse::<i64>().ok();
            let (of, rows) = match (name.as_str(), number) {
                ("probability" | "weight", _) => (name.as_str(), one.rows.clone()),
                ("at_least", Some(number)) => ("probability", keys.between(number, i64::MAX)),
                ("at_most", Some(number)) => ("probability", keys.between(i64::MIN, number)),
                (name, None) if one.tail == Some(name) => ("probability", one.rows.clone()),
                _ => ("", Vec::new()),
            };
            let own = keys.numbers.series.iter().find(|(known, _)| known == of);
            let sum = own.and_then(|(_, chances)| {
                let mut exact = rows.iter().map(|row| chances[*row].as_ref()?.exact());
                match frame.each && one.tail.is_none() && !rows.is_empty() {
                    true => exact.all_equal_value().ok().flatten().cloned(),
                    false => exact.sum::<Option<BigRational>>(),
                }
            });
            series.push(sum.map(Quantity::Exact));
        }
        for (_, words) in &mut more.words {
            let own = one.rows.iter().map(|row| words[*row].clone());
            let own = own.dedup().exactly_one().ok().flatten();
            words.push(own);
        }
        more.rows.push(vec![one.label.clone()]);
    }
    together.truncate(known);
    let together = together.into_iter().map(|one| one.rows);
    (numbers, together.collect())
}

/// Puts the cells of all columns to what they speak of.
struct Placing<'a> {
    columns: &'a Columns<'a>,
    table: &'a mut MatchedTable,
}

impl Placing<'_> {
    fn all(&mut self, roles: &[Role]) {
        let height = self.columns.cells.iter().map(Vec::len).max();
        for row in 0..height.unwrap_or(0) {
            for (at, role) in roles.iter().enumerate() {
                if let Some(content) = self.columns.cells[at].get(row) {
                    self.cell(at, content, role);
                }
            }
        }
        for at in roles.iter().positions(|role| *role == Role::Nothing) {
            let line = &self.table.lines[at];
            let name = match line.heading.as_str() {
                "" => (at + 1).to_string(),
                heading => heading.to_owned(),
            };
            let figures = self.columns.cells[at].iter().map(|content| {
                content
                    .figures
                    .len()
                    .max(usize::from(!content.cell.is_blank()))
            });
            let on_side = self.columns.frame.cells.on_side;
            let leftover = Leftover::of(on_side, &name, &line.why, figures.sum());
            self.table.not_compared.push(leftover);
        }
        for line in &self.columns.frame.cells.grid.loose {
            if self.summary(line) {
                continue;
            }
            let why = "it has more or fewer cells than the others";
            (self.table.not_compared).push(Leftover::of(true, &line.text, why, 1));
        }
    }

    /// A line of its own that gives the mean, the deviation, the least or the greatest outcome, as programs write it; whether all of its
    /// figures are one of these.
    fn summary(&mut self, line: &Cell) -> bool {
        let numbers = &self.columns.numbers;
        let keys = numbers.rows.iter();
        let keys = keys.filter_map(|key| key.first()?.parse::<i64>().ok());
        let ends = [keys.clone().min(), keys.max()].into_iter().flatten();
        let whole = |number: i64| Quantity::Exact(BigRational::from_integer(number.into()));
        let ends = ["least", "greatest"]
            .map(str::to_owned)
            .into_iter()
            .zip(ends.map(whole));
        let facts = numbers.facts.iter().cloned().chain(ends).collect_vec();
        let mut found = Vec::new();
        for text in line.text.split("  ") {
            let Ok(readings) = Reader::default().read(text) else {
                continue;
            };
            let mut facts = facts.iter();
            let Some((name, number)) = facts.find(|(_, fact)| some_hold(&readings, fact)) else {
                return false;
            };
            let cell = Cell {
                text: text.to_owned(),
                ..line.clone()
            };
            let figure = PlacedFigure {
                cell,
                key: vec![name.clone()],
                readings,
                ..PlacedFigure::default()
            };
            found.push((figure, number.clone()));
        }
        // Whole numbers without a word may be outcomes.
        let whole = |(figure, _): &(PlacedFigure, _)| figure.readings.iter().any(is_whole);
        let says = words::fact(&line.text).is_some() || found.len() > 1 && !found.iter().all(whole);
        if found.is_empty() || !says {
            return false;
        }
        for (figure, number) in found {
            self.sum(figure, number);
        }
        true
    }

    /// A figure that gives a number of the table as a whole.
    fn sum(&mut self, figure: PlacedFigure, number: Quantity) {
        let fact = self.columns.numbers.facts.len() + self.table.sums.len();
        self.table.sums.push((figure.key.join(", "), number));
        self.table.figures.push(PlacedFigure {
            target: Some(Target::Fact(fact)),
            ..figure
        });
    }

    fn cell(&mut self, at: usize, content: &Content<'_>, role: &Role) {
        let columns = self.columns;
        let shared = PlacedFigure {
            cell: content.cell.clone(),
            column: at,
            name: columns.frame.heading(at),
            row: content.row,
            in_matrix: columns.frame.above.is_some(),
            key: self.key(content),
            ..PlacedFigure::default()
        };
        match role {
            Role::Words { series, blank } => self.words(content, shared, *series, *blank),
            Role::Numbers { series, .. } if !content.cell.is_blank() => {
                if content.figures.is_empty() {
                    self.table.unreadable.push(shared);
                    return;
                }
                match &content.subject {
                    Subject::Row(_) | Subject::Perhaps(_) | Subject::Rows(_) => {
                        match self.columns.target(content, *series, role) {
                            Some(target) => {
                                self.beside(content, &shared);
                                self.numbers(content, shared, role, Some(target));
                            }
                            None => self.skipped(
                                &self.label(content),
                                "its label says more than is understood",
                            ),
                        }
                    }
                    Subject::Unknown(_) => self.numbers(content, shared, role, None),
                    Subject::Fact(fact) => {
                        let plain = Role::Numbers {
                            series: *series,
                            plain: Scale::One,
                        };
                        self.numbers(content, shared, &plain, Some(Target::Fact(*fact)));
                    }
                    Subject::Total(_) => self.total(content, shared, role, *series),
                    Subject::Label(label) => {
                        self.skipped(label, "its label is no key of the answer")
                    }
                }
            }
            _ => {}
        }
    }

    /// The key of a cell as the answer has it, or its label.
    fn key(&self, content: &Content<'_>) -> Vec<String> {
        match &content.subject {
            Subject::Row(row) | Subject::Perhaps(row) => self
                .columns
                .numbers
                .rows
                .get(*row)
                .cloned()
                .unwrap_or_default(),
            Subject::Unknown(key) => key.clone(),
            Subject::Fact(fact) => vec![self.columns.numbers.facts[*fact].0.clone()],
            Subject::Total(label) | Subject::Label(label) => vec![label.clone()],
            Subject::Rows(one) => vec![one.label.clone()],
        }
    }

    /// The key of a cell as it is printed.
    fn label(&self, content: &Content<'_>) -> String {
        let frame = self.columns.frame;
        let row = &frame.cells.grid.rows[frame.head + content.row];
        let columns = frame.columns().into_iter();
        columns.map(|at| row[at].text.as_str()).join(", ")
    }

    fn skipped(&mut self, label: &str, why: &str) {
        let new = Leftover::of(!self.columns.frame.cells.on_side, label, why, 1);
        let same = |left: &&mut Leftover| (&left.row, &left.column) == (&new.row, &new.column);
        match self.table.not_compared.iter_mut().find(same) {
            Some(left) => left.figures += 1,
            None => self.table.not_compared.push(new),
        }
    }

    /// Whole numbers beside the figure of a cell.
    fn beside(&mut self, content: &Content<'_>, shared: &PlacedFigure) {
        if content.counts.is_empty() {
            return;
        }
        let own = content.of_counts();
        let role = self.columns.role_of_counts(shared.column);
        let target = role.as_ref().and_then(|role| match role {
            Role::Numbers { series, .. } => self.columns.target(&own, *series, role),
            _ => None,
        });
        match role.filter(|_| target.is_some()) {
            Some(role) => self.numbers(&own, shared.clone(), &role, target),
            None => {
                let why = "the numbers beside its figures have no heading";
                self.skipped(&self.label(content), why);
            }
        }
    }

    fn numbers(
        &mut self,
        content: &Content<'_>,
        shared: PlacedFigure,
        role: &Role,
        target: Option<Target>,
    ) {
        let each = self.columns.readings(content, role).into_iter();
        let figures = each.map(|readings| PlacedFigure {
            readings,
            target,
            ..shared.clone()
        });
        self.table.figures.extend(figures);
    }

    fn words(&mut self, content: &Content<'_>, shared: PlacedFigure, series: usize, blank: bool) {
        let target = match content.subject {
            Subject::Row(row) => Some(Target::Words(series, row)),
            Subject::Unknown(_) => None,
            Subject::Perhaps(_) | Subject::Rows(_) => {
                return self.skipped(
                    &self.label(content),
                    "its label says more than is understood",
                );
            }
            _ => return,
        };
        if let Some(said) = self.columns.words(content, series, blank) {
            self.table.figures.push(PlacedFigure {
                said,
                target,
                ..shared
            });
        } else if !content.cell.is_blank() {
            // Among names a word that is none of them says nothing; among figures, and where most say yes or no, it is to be read.
            let all = self.columns.cells[shared.column].iter();
            let mut all = all.filter(|other| !other.cell.is_blank());
            let says = |other: &&Content<'_>| words::yes_or_no(&other.cell.text).is_some();
            let (say, others): (Vec<_>, Vec<_>) = all.clone().partition(says);
            if say.len() > others.len() || all.any(|other| !other.figures.is_empty()) {
                self.table.unreadable.push(shared);
            }
        }
    }

    /// A sum at the foot of a column: of the exact numbers above it, or of the figures as they are printed.
    fn total(&mut self, content: &Content<'_>, shared: PlacedFigure, role: &Role, series: usize) {
        let columns = self.columns;
        let above = columns.cells[shared.column].iter();
        let above = above.take_while(|other| other.row != content.row);
        let rows = above.clone().filter_map(|other| match other.subject {
            Subject::Row(row) | Subject::Perhaps(row) => Some(row),
            _ => None,
        });
        let (name, numbers) = &columns.numbers.series[series];
        let exact = |row: usize| numbers.get(row)?.as_ref()?.exact().cloned();
        let printed =
            above.filter(|other| matches!(other.subject, Subject::Row(_) | Subject::Perhaps(_)));
        let printed = printed.filter_map(|other| columns.readings(other, role).into_iter().next());
        let printed = printed.map(|readings| readings.first()?.value()).sum();
        let adds_up = matches!(name.as_str(), "probability" | "weight");
        let sums: [Option<BigRational>; 3] = [
            rows.unique()
                .map(exact)
                .sum::<Option<_>>()
                .filter(|_| adds_up),
            (0..columns.keys.row_count())
                .map(exact)
                .sum::<Option<_>>()
                .filter(|_| adds_up),
            printed,
        ];
        let sums = sums
            .into_iter()
            .flatten()
            .map(Quantity::Exact)
            .collect_vec();
        for readings in columns.readings(content, role) {
            let right = sums.iter().find(|sum| some_hold(&readings, sum));
            let known = sums.first().filter(|_| adds_up && columns.numbers.complete);
            let Some(sum) = right.or(known) else {
                let why = "it is not a sum that can be compared";
                self.skipped(&shared.key.join(", "), why);
                continue;
            };
            if sums.last() == Some(sum) && sums.first() != Some(sum) {
                let text = content.cell.text.trim();
                let note = format!("{text}: the sum of the rounded figures");
                self.table.notes.push(note);
            }
            let figure = PlacedFigure {
                readings,
                ..shared.clone()
            };
            self.sum(figure, sum.clone());
        }
    }
}

/// Notes on units that only the figures themselves say.
fn units(columns: &Columns<'_>, roles: &[Role]) -> Vec<String> {
    let note = |(at, role): (usize, &Role)| {
        let what = match role {
            Role::Numbers {
                plain: Scale::Percent,
                ..
            } => "hundredths",
            Role::Numbers {
                plain: Scale::PerMille,
                ..
            } => "thousandths",
            _ => return None,
        };
        let name = columns.frame.heading(at);
        let of = match columns.frame.above.is_some() || name.is_empty() {
            true => String::new(),
            false => format!(" of `{name}`"),
        };
        let said = words::scale_of(&name).is_some() || columns.options.plain != Plain::Auto;
        (!said).then(|| format!("plain numbers{of} are read as {what}"))
    };
    roles.iter().enumerate().filter_map(note).unique().collect()
}

/// How much a reading explains beyond its figures: headings that name its keys, and that there are keys at all.
fn evidence(frame: &Frame, keys: &Keys<'_>) -> i64 {
    let named = |name: Name| match name {
        Name::Key => 4,
        Name::Perhaps => 2,
        Name::Empty | Name::Unknown => 0,
        Name::Other => -4,
    };
    match frame.place {
        KeyPlace::Order => -12,
        _ => frame.names(keys).into_iter().map(named).sum::<i64>() - i64::from(frame.each),
    }
}
