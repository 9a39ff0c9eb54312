//! Where the keys of a table can stand: in a column, in several, in a row and a column, in a row, or nowhere.

use itertools::Itertools;

use super::Numbers;
use super::keys::{KeyCell, KeyPlace, Keys, Name, Subject};
use super::words;
use crate::figures::grid::{Cell, Grid};

/// The columns among which keys of several parts are sought.
const MOST: usize = 8;

/// A grid, upright, and where its keys stand.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Frame {
    /// The cells, turned if the table lay on its side, parts beside each other put under each other.
    pub(super) grid: Grid,
    pub(super) on_side: bool,
    /// Rows of names above the first figure.
    pub(super) head: usize,
    pub(super) place: KeyPlace,
    /// The row with the last part of the key, in a matrix.
    pub(super) above: Option<usize>,
    /// The series of words that are taken for keys.
    pub(super) system: Option<usize>,
}

impl Frame {
    /// The columns that hold keys.
    pub(super) fn columns(&self) -> Vec<usize> {
        self.place.columns()
    }

    /// The heading of a column: what stands above its first figure.
    pub(super) fn heading(&self, column: usize) -> String {
        let rows = self.grid.rows[..self.head].iter();
        let texts = rows.map(|row| row[column].text.as_str());
        texts.filter(|text| !text.is_empty()).dedup().join(" ")
    }

    /// Whether its keys are beyond doubt: named as such, or without a heading.
    pub(super) fn is_credible(&self, keys: &Keys<'_>) -> bool {
        let columns = self.columns();
        let whole = matches!(self.place, KeyPlace::Whole(_));
        let mut names = columns.iter().enumerate();
        names.all(|(part, at)| {
            keys.names(if whole { 0 } else { part }, &self.heading(*at)) >= Name::Empty
        })
    }

    /// The word for its columns in print.
    pub(super) fn line_word(&self) -> &'static str {
        if self.on_side { "row" } else { "column" }
    }
}

/// All places where the keys of a table can stand; where `columns` are named, those that they say.
pub(super) fn frames(grid: &Grid, numbers: &Numbers, columns: &[String]) -> Vec<Frame> {
    let systems = numbers
        .words
        .iter()
        .enumerate()
        .filter(|(_, words)| tells_apart(words));
    let systems = std::iter::once(None).chain(systems.map(|(at, _)| Some(at)));
    let systems = systems
        .map(|system| (system, Keys::of(numbers, system)))
        .collect_vec();
    let mut found = Vec::new();
    for (grid, on_side) in [(grid.clone(), false), (grid.turned(), true)] {
        if !columns.is_empty() && grid.width() != columns.len() {
            continue;
        }
        let folded = folded(&grid).filter(|_| columns.is_empty());
        for grid in folded.into_iter().chain([grid]) {
            let finder = Finder {
                grid: &grid,
                on_side,
                numbers,
            };
            for (system, keys) in &systems {
                match columns.is_empty() {
                    true => finder.find(keys, *system, &mut found),
                    false => finder.named(keys, *system, columns, &mut found),
                }
            }
        }
    }
    found
}

/// Whether words tell the rows of an answer apart: each row has one of its own.
fn tells_apart((name, words): &(String, Vec<Option<Vec<String>>>)) -> bool {
    if name == "score" {
        return false;
    }
    let each = words.iter().map(|words| match words.as_deref() {
        Some([word]) => Some(word),
        _ => None,
    });
    each.collect::<Option<Vec<_>>>()
        .is_some_and(|words| words.len() > 1 && words.iter().all_unique())
}

/// A table printed in parts beside each other, under the same headings.
fn folded(grid: &Grid) -> Option<Grid> {
    let width = grid.width();
    let names = &grid.rows[0];
    let parts = (2..=4).find(|parts| {
        let part = width / parts;
        let same = |at: usize| names[at].text == names[at % part].text;
        width.is_multiple_of(*parts)
            && part > 1
            && (0..width).all(same)
            && !names[0].text.is_empty()
            && !names[0].is_figure()
    })?;
    let part = width / parts;
    let below = |at: usize| {
        grid.rows[1..]
            .iter()
            .map(move |row| row[at * part..][..part].to_vec())
    };
    let rows = (0..parts)
        .flat_map(below)
        .filter(|row| row.iter().any(|cell| !cell.text.is_empty()));
    Some(Grid {
        rows: std::iter::once(names[..part].to_vec())
            .chain(rows)
            .collect(),
        ..grid.clone()
    })
}

/// Finds the places of keys in one grid.
struct Finder<'a> {
    grid: &'a Grid,
    on_side: bool,
    numbers: &'a Numbers,
}

/// Whether a cell holds what can be compared.
fn is_content(cell: &Cell) -> bool {
    let content = |text: &str| !super::cells::figures_of(&Default::default(), text).is_empty();
    !cell.is_blank() && (content(&cell.text) || words::yes_or_no(&cell.text).is_some())
}

impl Finder<'_> {
    fn find(&self, keys: &Keys<'_>, system: Option<usize>, found: &mut Vec<Frame>) {
        let width = self.grid.width();
        let frame = |place: KeyPlace, head: usize, above: Option<usize>| Frame {
            grid: self.grid.clone(),
            on_side: self.on_side,
            head,
            place,
            above,
            system,
        };
        let mut places = Vec::new();
        match keys.parts() {
            1 => places.extend((0..width).map(|at| KeyPlace::Columns(vec![at]))),
            parts => {
                places.extend((0..width).map(KeyPlace::Whole));
                let likely = (0..width.min(MOST)).filter(|at| self.is_part(keys, *at));
                let several = likely.permutations(parts).take(60);
                places.extend(several.map(KeyPlace::Columns));
                for (at, row) in (0..width.min(3)).cartesian_product(0..self.grid.rows.len().min(3))
                {
                    if parts == 2 && self.is_above(keys, row, at) {
                        found.push(frame(KeyPlace::Columns(vec![at]), row + 1, Some(row)));
                    }
                }
            }
        }
        for place in places {
            let placed = (self.head(keys, &place)).map(|head| frame(place, head, None));
            // Round sides are counted only where it is said, and nothing else stands for keys where something else is said.
            let is_said = |frame: &Frame| {
                let names = |at: &usize| keys.names(0, &frame.heading(*at));
                let needed = match keys.needs_name() {
                    true => Name::Key,
                    false => Name::Unknown,
                };
                system.is_none() || frame.columns().iter().map(names).all(|name| name >= needed)
            };
            found.extend(placed.filter(is_said));
        }
        let filled = |row: &&Vec<Cell>| row.iter().any(is_content);
        if system.is_none()
            && width == 1
            && self.grid.rows.iter().filter(filled).count() == self.numbers.rows.len()
        {
            let head = self
                .grid
                .rows
                .iter()
                .position(|row| is_content(&row[0]))
                .unwrap_or(0);
            found.push(frame(KeyPlace::Order, head, None));
        }
    }

    /// The place that the names of columns say.
    fn named(
        &self,
        keys: &Keys<'_>,
        system: Option<usize>,
        columns: &[String],
        found: &mut Vec<Frame>,
    ) {
        let is_key = |name: &str| {
            let name = words::plain(name);
            (0..keys.parts()).any(|part| words::plain(keys.name(part)) == name)
                || system.is_none()
                    && matches!(name.as_str(), "key" | "keys" | "outcome" | "behind")
        };
        let places = columns.iter().positions(|name| is_key(name)).collect_vec();
        let place = match (places.as_slice(), keys.parts()) {
            ([at], parts) if parts > 1 => KeyPlace::Whole(*at),
            (places, parts) if places.len() == parts => KeyPlace::Columns(places.to_vec()),
            _ => return,
        };
        let head = self.head(keys, &place).unwrap_or(0);
        found.push(Frame {
            grid: self.grid.clone(),
            on_side: self.on_side,
            head,
            place,
            above: None,
            system,
        });
    }

    /// Whether half of the cells of a column can be a part of the key.
    fn is_part(&self, keys: &Keys<'_>, at: usize) -> bool {
        let known = |row: &&Vec<Cell>| matches!(keys.read(0, &row[at].text), KeyCell::Key(_));
        2 * self.grid.rows.iter().filter(known).count() >= self.grid.rows.len()
    }

    /// Whether most cells of a row can be the last part of the key, and most of those below in a column the first.
    fn is_above(&self, keys: &Keys<'_>, row: usize, at: usize) -> bool {
        let is = |part: usize, cell: &Cell| matches!(keys.read(part, &cell.text), KeyCell::Key(_));
        let last = keys.parts() - 1;
        let others = self.grid.rows[row]
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != at)
            .map(|(_, cell)| cell);
        let (known, others) = (
            others.clone().filter(|cell| is(last, cell)).count(),
            others.count(),
        );
        let below = self.grid.rows[row + 1..].iter().map(|row| &row[at]);
        let (first, all) = (
            below.clone().filter(|cell| is(0, cell)).count(),
            below.count(),
        );
        known > 0 && 2 * known > others && first > 0 && 2 * first > all
    }

    /// The rows of names above the first row with a key, if most rows below have one.
    fn head(&self, keys: &Keys<'_>, place: &KeyPlace) -> Option<usize> {
        let columns = place.columns();
        let claims = |row: &[Cell]| {
            let others = row
                .iter()
                .enumerate()
                .filter(|(at, _)| !columns.contains(at));
            others.into_iter().any(|(_, cell)| is_content(cell))
        };
        let is_number = |row: &[Cell]| columns.iter().all(|at| row[*at].is_figure());
        let subjects = self
            .grid
            .rows
            .iter()
            .map(|row| keys.subject(row, place, None))
            .collect_vec();
        // Figures beside another label are no names of columns.
        let figures = |row: &[Cell]| {
            let others = row
                .iter()
                .enumerate()
                .filter(|(at, _)| !columns.contains(at));
            others
                .into_iter()
                .any(|(_, cell)| !cell.is_blank() && cell.is_figure())
        };
        let begins = |(row, subject): (&Vec<Cell>, &Subject)| match subject {
            Subject::Row(_) => claims(row) || is_number(row),
            Subject::Unknown(_) => claims(row),
            Subject::Total(_) | Subject::Fact(_) | Subject::Label(_) => figures(row),
        };
        let head = self.grid.rows.iter().zip(&subjects).position(begins)?;
        let known = subjects[head..]
            .iter()
            .filter(|subject| matches!(subject, Subject::Row(_)))
            .count();
        let others = subjects[head..].iter().zip(&self.grid.rows[head..]);
        let others = others.filter(|(subject, row)| match subject {
            Subject::Unknown(_) => claims(row),
            Subject::Label(label) => !label.is_empty() && claims(row),
            _ => false,
        });
        let any = self.grid.rows[head..].iter().any(|row| claims(row));
        (known > 0 && any && known >= others.count()).then_some(head)
    }
}
