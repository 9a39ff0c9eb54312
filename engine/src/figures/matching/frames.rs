//! Where the keys of a table can stand: in a column, in several, in a row and a column, in a row, or nowhere.

use std::cmp::Reverse;
use std::sync::Arc;

use itertools::Itertools;

use super::cells::{Cells, is_whole};
use super::keys::{Keys, Name, Subject};
use super::words;
use crate::figures::figure::{Decimal, Figure, Sense};
use crate::figures::grid::{Grid, PrintedCell};

/// The columns among which keys of several parts are sought, and the places that are looked into.
const MOST: usize = 8;

/// The most columns of a table.
const WIDEST: usize = 1_000;
/// Cells that are looked at as keys in all places together.
const MOST_SUBJECTS: usize = 40_000;

/// A grid, upright, and where its keys stand.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    /// The cells, parts beside each other put under each other.
    pub(super) cells: Arc<Cells>,
    /// Rows of names above the first figure.
    pub(super) head: usize,
    /// The columns with keys: one for each part, but for one that stands above, or one with all parts; none where figures follow the
    /// order of the answer.
    pub(super) key_columns: Vec<usize>,
    /// The row with the last part of the key, in a matrix.
    pub(super) above: Option<usize>,
    /// Whether a key of several outcomes, as `2 or 12`, has the number of each of them, not of all together.
    pub(super) each: bool,
}

impl Frame {
    /// The heading of a column: what stands above its first figure.
    pub(super) fn heading(&self, column: usize) -> String {
        let rows = self.cells.grid.rows[..self.head].iter();
        let texts = rows.map(|row| row[column].text.as_str());
        texts.filter(|text| !text.is_empty()).dedup().join(" ")
    }

    /// The key of a row as it is printed.
    pub(super) fn label(&self, row: usize) -> String {
        let row = &self.cells.grid.rows[self.head + row];
        let columns = self.key_columns.iter();
        columns.map(|at| row[*at].text.as_str()).join(", ")
    }

    /// What stands in a row before one of its columns.
    pub(super) fn words_before(&self, row: usize, column: usize) -> String {
        let cells = &self.cells.grid.rows[self.head + row][..column];
        cells.iter().map(|cell| cell.text.as_str()).join(" ")
    }

    /// What the headings say of its columns of keys.
    pub(super) fn names(&self, keys: &Keys<'_>) -> Vec<Name> {
        let columns = self.key_columns.iter().enumerate();
        let names = columns.map(|(part, at)| keys.names(part, &self.heading(*at)));
        names.collect()
    }

    /// Whether its keys are beyond doubt: named as such, or without a heading.
    pub(super) fn is_credible(&self, keys: &Keys<'_>) -> bool {
        self.names(keys).iter().all(|name| *name >= Name::Empty)
    }

    /// The word for its columns in print.
    pub(super) fn line_word(&self) -> &'static str {
        if self.cells.on_side { "row" } else { "column" }
    }
}

/// The ways to hold a grid, upright and turned, unless it is too wide so; a table in parts beside each other also with these under each
/// other. Where `columns` are named, those with as many.
pub(super) fn held(grid: &Grid, columns: &[String]) -> Vec<Arc<Cells>> {
    let mut all = Vec::new();
    let sides = [(grid.clone(), false), (grid.turned(), true)];
    for (grid, on_side) in sides.into_iter().filter(|(grid, _)| grid.width() <= WIDEST) {
        if columns.is_empty() {
            all.extend(folded(&grid).map(|grid| Cells::of(grid, on_side)));
        }
        if columns.is_empty() || grid.width() == columns.len() {
            all.push(Cells::of(grid, on_side));
        }
    }
    all.into_iter().map(Arc::new).collect()
}

/// All places where the keys of a table can stand; where `columns` are named, those that they say.
pub(super) fn frames(cells: &Arc<Cells>, keys: &Keys<'_>, columns: &[String]) -> Vec<Frame> {
    match columns.is_empty() {
        true => cells.frames(keys),
        false => cells.named_frames(keys, columns),
    }
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

impl Cells {
    fn frame(self: &Arc<Self>, key_columns: &[usize], head: usize, above: Option<usize>) -> Frame {
        Frame {
            cells: self.clone(),
            head,
            key_columns: key_columns.to_vec(),
            above,
            each: false,
        }
    }

    /// All places where keys can stand.
    fn frames(self: &Arc<Self>, keys: &Keys<'_>) -> Vec<Frame> {
        let (width, height) = (self.grid.width(), self.grid.rows.len());
        let within = width.min((MOST_SUBJECTS / height).max(MOST / 2));
        let mut found = Vec::new();
        let mut places = (0..within).map(|at| vec![at]).collect_vec();
        let parts = keys.parts();
        if parts != 1 {
            let is_part = (0..width.min(MOST)).map(|at| {
                let is_part = (0..parts).map(|part| self.is_part(keys, part, at));
                is_part.collect_vec()
            });
            let is_part = is_part.collect_vec();
            let fits = |places: &Vec<usize>| {
                let mut places = places.iter().enumerate();
                places.all(|(part, at)| is_part[*at][part])
            };
            let likely = (0..is_part.len()).filter(|at| is_part[*at].contains(&true));
            let several = likely.permutations(parts).filter(fits).take(60);
            places.extend(several);
            for (at, row) in (0..width.min(3)).cartesian_product(0..height.min(3)) {
                if parts == 2 && self.is_above(keys, row, at) {
                    found.push(self.frame(&[at], row + 1, Some(row)));
                }
            }
        }
        let places = places.iter().filter_map(|place| self.below(keys, place));
        // Where many places have keys, as the columns of two rows, those with the most.
        let likely = places.sorted_by_key(|(known, _)| Reverse(*known));
        found.extend(likely.take(MOST).flat_map(|(_, frames)| frames));
        let filled = |row: &usize| (0..width).any(|at| self.is_content(*row, at));
        if width == 1 && (0..height).filter(filled).count() == keys.row_count() {
            let head = (0..height).find(filled).unwrap_or(0);
            found.push(self.frame(&[], head, None));
        }
        found
    }

    /// The place that the names of columns say.
    fn named_frames(self: &Arc<Self>, keys: &Keys<'_>, columns: &[String]) -> Vec<Frame> {
        let is_key = |name: &str| {
            let name = words::plain(name);
            (0..keys.parts()).any(|part| words::plain(keys.name(part)) == name)
                || matches!(name.as_str(), "key" | "keys" | "outcome" | "behind")
        };
        let places = columns.iter().positions(|name| is_key(name)).collect_vec();
        match (places.len(), keys.parts()) {
            (1, 1..) => {}
            (places, parts) if places == parts => {}
            _ => return Vec::new(),
        }
        let below = self.below(keys, &places);
        below.map_or_else(|| vec![self.frame(&places, 0, None)], |(_, frames)| frames)
    }

    /// Whether half of the cells of a column can be this part of the key.
    fn is_part(&self, keys: &Keys<'_>, part: usize, at: usize) -> bool {
        let known = self.grid.rows.iter();
        let known = known.filter(|row| keys.has(part, &row[at]));
        2 * known.count() >= self.grid.rows.len()
    }

    /// Whether most cells of a row can be the last part of the key, and most of those below in a column the first.
    fn is_above(&self, keys: &Keys<'_>, row: usize, at: usize) -> bool {
        let most = |part: usize, cells: &[&PrintedCell]| {
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

    /// The frames in which these columns have the keys, if most rows from the first with a key on have one; and in how many rows it is
    /// one of the answer. A key of several outcomes can be read in two ways.
    fn below(self: &Arc<Self>, keys: &Keys<'_>, columns: &[usize]) -> Option<(usize, Vec<Frame>)> {
        let others = |row: usize, is: &dyn Fn(usize) -> bool| {
            let mut others = (0..self.grid.rows[row].len()).filter(|at| !columns.contains(at));
            others.any(is)
        };
        let cell = |row: usize, at: usize| &self.grid.rows[row][at];
        let meanings = self.meanings(Decimal::Auto);
        let is_figure = |row: usize, at: usize| meanings[row][at].is_figure;
        let has_dash = |row: usize| {
            others(row, &|at| {
                let cell = cell(row, at);
                cell.is_blank() && !cell.text.is_empty()
            })
        };
        let claims = |row: usize| others(row, &|at| self.is_content(row, at));
        // Figures beside another label are no names of columns, as `at least 2` is.
        let is_bound =
            |figure: &Figure| is_whole(figure) && !matches!(figure.sense, Sense::Is | Sense::About);
        let is_name = |row: usize, at: usize| {
            let mut figures = meanings[row][at].figures.iter().flatten();
            figures.all(is_bound)
        };
        let figures = |row: usize| others(row, &|at| is_figure(row, at) && !is_name(row, at));
        let is_number = |row: usize| columns.iter().all(|at| is_figure(row, *at));
        let rows = self.grid.rows.iter();
        let subjects = rows
            .map(|row| keys.subject(row, columns, None, false))
            .enumerate();
        let subjects = subjects.collect_vec();
        let begins = |(row, subject): &(usize, Subject)| match subject {
            Subject::Row(_) => claims(*row) || is_number(*row) || has_dash(*row),
            Subject::Unknown(_) | Subject::Perhaps(_) | Subject::Rows(_) => claims(*row),
            Subject::Total(_) | Subject::Fact(_) | Subject::Label(_) => figures(*row),
        };
        let head = subjects.iter().position(begins)?;
        let (mut known, mut unknown, mut any, mut several) = (0, 0, false, false);
        for (row, subject) in &subjects[head..] {
            let claims = claims(*row);
            any |= claims;
            match subject {
                Subject::Row(_) | Subject::Perhaps(_) => known += 1,
                Subject::Rows(one) => {
                    known += 1;
                    several |= one.tail.is_none();
                }
                Subject::Unknown(_) => unknown += usize::from(claims),
                Subject::Label(label) => unknown += usize::from(claims && !label.is_empty()),
                Subject::Total(_) | Subject::Fact(_) => {}
            }
        }
        let frame = |each| Frame {
            each,
            ..self.frame(columns, head, None)
        };
        let ways = [Some(false), several.then_some(true)].into_iter().flatten();
        (known > 0 && any && known >= unknown).then(|| (known, ways.map(frame).collect()))
    }
}
