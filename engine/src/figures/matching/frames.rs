//! Where the keys of a table can stand: in a column, in several, in a row and a column, in a row, or nowhere.

use itertools::Itertools;

use super::keys::{KeyPlace, Keys, Name, Subject};
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
}

impl Frame {
    /// The columns that hold keys.
    pub(super) fn columns(&self) -> Vec<usize> {
        self.place.columns()
    }

    /// The texts beside the keys.
    pub(super) fn beside(&self) -> impl Iterator<Item = &str> {
        let keys = self.columns();
        let cells = self.grid.rows[self.head..].iter();
        let cells = cells.flat_map(|row| row.iter().enumerate());
        let beside = cells.filter(move |(at, _)| !keys.contains(at));
        beside.map(|(_, cell)| cell.text.as_str())
    }

    /// The heading of a column: what stands above its first figure.
    pub(super) fn heading(&self, column: usize) -> String {
        let rows = self.grid.rows[..self.head].iter();
        let texts = rows.map(|row| row[column].text.as_str());
        texts.filter(|text| !text.is_empty()).dedup().join(" ")
    }

    /// What the headings say of its columns of keys.
    pub(super) fn names(&self, keys: &Keys<'_>) -> Vec<Name> {
        let whole = matches!(self.place, KeyPlace::Whole(_));
        let columns = self.columns().into_iter().enumerate();
        let names =
            columns.map(|(part, at)| keys.names(if whole { 0 } else { part }, &self.heading(at)));
        names.collect()
    }

    /// Whether its keys are beyond doubt: named as such, or without a heading.
    pub(super) fn is_credible(&self, keys: &Keys<'_>) -> bool {
        self.names(keys).iter().all(|name| *name >= Name::Empty)
    }

    /// The word for its columns in print.
    pub(super) fn line_word(&self) -> &'static str {
        if self.on_side { "row" } else { "column" }
    }
}

/// All places where the keys of a table can stand; where `columns` are named, those that they say.
pub(super) fn frames(grid: &Grid, keys: &Keys<'_>, columns: &[String]) -> Vec<Frame> {
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
            };
            match columns.is_empty() {
                true => finder.find(keys, &mut found),
                false => finder.named(keys, columns, &mut found),
            }
        }
    }
    found
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
}

/// Whether a cell holds what can be compared.
fn is_content(cell: &Cell) -> bool {
    let content = |text: &str| !super::cells::figures_of(&Default::default(), text).is_empty();
    !cell.is_blank() && (content(&cell.text) || words::yes_or_no(&cell.text).is_some())
}

impl Finder<'_> {
    fn find(&self, keys: &Keys<'_>, found: &mut Vec<Frame>) {
        let width = self.grid.width();
        let frame = |place: KeyPlace, head: usize, above: Option<usize>| Frame {
            grid: self.grid.clone(),
            on_side: self.on_side,
            head,
            place,
            above,
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
            let head = self.head(keys, &place);
            found.extend(head.map(|head| frame(place, head, None)));
        }
        let filled = |row: &&Vec<Cell>| row.iter().any(is_content);
        if width == 1 && self.grid.rows.iter().filter(filled).count() == keys.row_count() {
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
    fn named(&self, keys: &Keys<'_>, columns: &[String], found: &mut Vec<Frame>) {
        let is_key = |name: &str| {
            let name = words::plain(name);
            (0..keys.parts()).any(|part| words::plain(keys.name(part)) == name)
                || matches!(name.as_str(), "key" | "keys" | "outcome" | "behind")
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
        });
    }

    /// Whether half of the cells of a column can be a part of the key.
    fn is_part(&self, keys: &Keys<'_>, at: usize) -> bool {
        let known = self.grid.rows.iter().filter(|row| keys.has(0, &row[at]));
        2 * known.count() >= self.grid.rows.len()
    }

    /// Whether most cells of a row can be the last part of the key, and most of those below in a column the first.
    fn is_above(&self, keys: &Keys<'_>, row: usize, at: usize) -> bool {
        let most = |part: usize, cells: &[&Cell]| {
            let known = cells.iter().filter(|cell| keys.has(part, cell)).count();
            2 * known > cells.len()
        };
        let others = self.grid.rows[row].iter().enumerate();
        let others = others
            .filter(|(other, _)| *other != at)
            .map(|(_, cell)| cell);
        let below = self.grid.rows[row + 1..].iter().map(|row| &row[at]);
        most(keys.parts() - 1, &others.collect_vec()) && most(0, &below.collect_vec())
    }

    /// The rows of names above the first row with a key, if most rows below have one.
    fn head(&self, keys: &Keys<'_>, place: &KeyPlace) -> Option<usize> {
        let columns = place.columns();
        let others = |row: &Vec<Cell>, is: fn(&Cell) -> bool| {
            let mut others = (0..row.len()).filter(|at| !columns.contains(at));
            others.any(|at| is(&row[at]))
        };
        let is_dash = |cell: &Cell| cell.is_blank() && !cell.text.is_empty();
        let claims = |row: &Vec<Cell>| others(row, is_content);
        // Figures beside another label are no names of columns.
        let figures = |row: &Vec<Cell>| others(row, |cell| !cell.is_blank() && cell.is_figure());
        let is_number = |row: &Vec<Cell>| columns.iter().all(|at| row[*at].is_figure());
        let rows = self.grid.rows.iter();
        let rows = rows
            .map(|row| (row, keys.subject(row, place, None)))
            .collect_vec();
        let begins = |(row, subject): &(&Vec<Cell>, Subject)| match subject {
            Subject::Row(_) => claims(row) || is_number(row) || others(row, is_dash),
            Subject::Unknown(_) | Subject::Perhaps(_) | Subject::Rows(_) => claims(row),
            Subject::Total(_) | Subject::Fact(_) | Subject::Label(_) => figures(row),
        };
        let head = rows.iter().position(begins)?;
        let below = rows[head..].iter();
        let known = below.clone().filter(|(_, subject)| {
            matches!(
                subject,
                Subject::Row(_) | Subject::Perhaps(_) | Subject::Rows(_)
            )
        });
        let others = below.clone().filter(|(row, subject)| match subject {
            Subject::Unknown(_) => claims(row),
            Subject::Label(label) => !label.is_empty() && claims(row),
            _ => false,
        });
        let known = known.count();
        let any = below.clone().any(|(row, _)| claims(row));
        (known > 0 && any && known >= others.count()).then_some(head)
    }
}
