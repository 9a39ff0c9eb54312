//! Where the keys of a table stand: in a column, in a row, in a row and a column, or nowhere.

use itertools::Itertools;

use super::keys::{Fit, Keys, heading};
use super::words;
use super::{Numbers, Options};
use crate::figures::grid::{AskFor, Cell, Grid, GridError};

/// The most columns among which keys of several parts are sought.
const MOST: usize = 12;

/// A table with its keys found, upright.
#[derive(Clone, Debug)]
pub(super) struct KeyedTable {
    /// The table, turned if it lay on its side, folded parts under each other.
    pub(super) grid: Grid,
    pub(super) on_side: bool,
    /// Rows of names above the first figure.
    pub(super) head: usize,
    /// The columns of the keys, by parts; none where figures are taken in order.
    pub(super) keys: Vec<usize>,
    /// Whether the last part of the key stands above the columns.
    pub(super) matrix: bool,
    pub(super) notes: Vec<String>,
}

/// The subject of a row.
pub(super) enum RowSubject {
    Key(Vec<String>),
    /// The row of the answer, where figures are taken in order.
    Nth(usize),
    /// A number of the answer as a whole.
    Fact(usize),
    /// Nothing that could be compared; the label of the row.
    Skipped(String),
}

impl KeyedTable {
    pub(super) fn in_order(&self) -> bool {
        self.keys.is_empty()
    }

    pub(super) fn heading(&self, column: usize) -> String {
        heading(&self.grid, self.head, column)
    }

    /// The word for its columns in print.
    pub(super) fn line_word(&self) -> &'static str {
        if self.on_side { "row" } else { "column" }
    }

    /// Where the keys stand, for people.
    pub(super) fn keys_in(&self) -> String {
        let name = |at: &usize| match self.heading(*at) {
            name if name.is_empty() => format!("{} {}", self.line_word(), at + 1),
            name => format!("`{name}`"),
        };
        self.keys.iter().map(name).join(", ")
    }

    /// The subject of a row.
    pub(super) fn row(&self, at: usize, keys: &Keys<'_>) -> RowSubject {
        let row = &self.grid.rows[at];
        if self.in_order() {
            return RowSubject::Nth(at - self.head);
        }
        let label = row[self.keys[0]].text.as_str();
        let facts = |name: &str| keys.fact(name);
        if let Some(fact) = words::fact(label).and_then(facts) {
            return RowSubject::Fact(fact);
        }
        match keys.of_row(row, &self.keys) {
            Some(key) => RowSubject::Key(key),
            None if !label.is_empty() && row[self.keys[0]].is_figure() => {
                RowSubject::Key(vec![label.to_owned()])
            }
            None if label.is_empty() => {
                RowSubject::Skipped(format!("line {} (no key)", row[0].line))
            }
            None => RowSubject::Skipped(format!("`{label}`")),
        }
    }
}

/// The ways to read a table that are as good as each other; one, as a rule.
pub(super) fn all(
    grid: &Grid,
    keys: &Keys<'_>,
    options: &Options,
) -> Result<Vec<KeyedTable>, GridError> {
    let numbers = keys.numbers();
    if !options.columns.is_empty() {
        return said(grid, keys, options).map(|laid| vec![laid]);
    }
    let turned = grid.turned();
    let mut found: Vec<(Fit, bool, bool)> = Vec::new();
    for (grid, on_side) in [(grid, false), (&turned, true)] {
        found.extend(
            fits(grid, keys)
                .into_iter()
                .map(|fit| (fit, on_side, false)),
        );
        if keys.parts() > 1 {
            found.extend(matrix(grid, keys).map(|fit| (fit, on_side, true)));
        }
    }
    let best = found.iter().map(|(fit, ..)| fit.rank()).max();
    if let Some(best) = best {
        let laid = |(fit, on_side, matrix): &(Fit, bool, bool)| {
            let grid = if *on_side { &turned } else { grid };
            folded(grid, fit, *on_side, *matrix, keys)
        };
        let good = found
            .iter()
            .filter(|(fit, ..)| fit.rank() == best)
            .collect_vec();
        let mut good = good.into_iter().map(laid).collect_vec();
        // The two ways to turn a matrix are one.
        if good.iter().any(|laid| laid.matrix) {
            good.truncate(1);
        }
        if good.len() == 1 {
            let others = found.iter().filter(|(fit, on_side, _)| {
                *on_side == good[0].on_side
                    && fit.covered > 1
                    && fit.columns != good[0].keys
                    && fit.columns.len() == 1
            });
            let note = good[0].note_of_other_keys(others.map(laid));
            good[0].notes.extend(note);
        }
        return Ok(good);
    }
    in_order(grid, &turned, numbers)
}

/// All columns that do as keys.
fn fits(grid: &Grid, keys: &Keys<'_>) -> Vec<Fit> {
    let width = grid.width();
    let mut found: Vec<Fit> = Vec::new();
    if width < 2 {
        return found;
    }
    found.extend((0..width).filter_map(|at| keys.fit(grid, &[at])));
    if keys.parts() > 1 && width <= MOST {
        let several = (0..width).combinations(keys.parts());
        found.extend(several.filter_map(|columns| keys.fit(grid, &columns)));
    }
    found
}

/// A matrix: all parts of the key but the last in columns, the last above the others.
fn matrix(grid: &Grid, keys: &Keys<'_>) -> Option<Fit> {
    let parts = keys.parts() - 1;
    let width = grid.width();
    let fit = |(head, columns): (usize, Vec<usize>)| {
        let others = (0..width).filter(|at| !columns.contains(at)).collect_vec();
        let above = |at: &&usize| keys.has(parts, &grid.rows[head - 1][**at].text);
        let text = |at: &usize| !grid.rows[head..].iter().any(|row| row[*at].is_figure());
        let figures = others.iter().filter(|at| !text(at)).collect_vec();
        if figures.is_empty() || !figures.iter().copied().all(|at| above(&at)) {
            return None;
        }
        let mut covered = 0;
        for row in &grid.rows[head..] {
            let beside: Option<Vec<String>> = (columns.iter().enumerate())
                .map(|(part, at)| {
                    keys.has(part, &row[*at].text)
                        .then(|| super::keys::normal(&row[*at].text))
                })
                .collect();
            let beside = beside?;
            for at in &figures {
                let mut key = beside.clone();
                key.push(super::keys::normal(&grid.rows[head - 1][**at].text));
                covered += usize::from(!row[**at].is_blank() && keys.row(&key).is_some());
            }
        }
        (covered > 0).then(|| Fit::matrix(columns, head, covered))
    };
    let heads = 1..=grid.rows.len().saturating_sub(1).min(4);
    let columns = (0..width.min(MOST)).combinations(parts).collect_vec();
    heads.cartesian_product(columns).find_map(fit)
}

/// A table whose rows go on in further columns beside the first ones, put under each other.
fn folded(grid: &Grid, fit: &Fit, on_side: bool, matrix: bool, keys: &Keys<'_>) -> KeyedTable {
    let mut laid = KeyedTable {
        grid: grid.clone(),
        on_side,
        head: fit.head,
        keys: fit.columns.clone(),
        matrix,
        notes: Vec::new(),
    };
    let [first] = fit.columns.as_slice() else {
        return laid;
    };
    let name = |at: usize| words::plain(&heading(grid, fit.head, at));
    let others = fits(grid, keys);
    let same = |at: &usize| {
        let fit = others.iter().find(|other| other.columns == [*at]);
        fit.is_some_and(|other| other.head == laid.head && name(*at) == name(*first))
    };
    let starts = (*first..grid.width()).filter(same).collect_vec();
    let (width, part) = (
        grid.width(),
        starts.get(1).map_or(0, |second| second - first),
    );
    let even = part > 1
        && width.is_multiple_of(part)
        && *first == 0
        && starts == (0..width).step_by(part).collect_vec();
    let list = |at: usize| {
        let cells = grid.rows[fit.head..]
            .iter()
            .map(|row| super::keys::normal(&row[at].text));
        cells.filter(|cell| !cell.is_empty()).collect_vec()
    };
    let all = starts.iter().flat_map(|at| list(*at)).collect_vec();
    // Names repeat in each part, and no key does.
    let repeats = (part..width).all(|at| name(at) == name(at % part.max(1)));
    if !even || !repeats || !all.iter().all_unique() {
        return laid;
    }
    let parts = (0..width).step_by(part);
    let rows = parts.flat_map(|from| {
        let below = grid.rows[fit.head..].iter();
        below.map(move |row| row[from..from + part].to_vec())
    });
    let filled = |row: &Vec<Cell>| row.iter().any(|cell| !cell.text.is_empty());
    let head = grid.rows[..fit.head].iter().map(|row| row[..part].to_vec());
    laid.grid.rows = head.chain(rows.filter(filled)).collect();
    laid
}

/// Figures in order: one list as long as the answer, no words beside it.
fn in_order(grid: &Grid, turned: &Grid, numbers: &Numbers) -> Result<Vec<KeyedTable>, GridError> {
    for (grid, on_side) in [(grid, false), (turned, true)] {
        let head = usize::from(!grid.rows[0].iter().any(Cell::is_figure));
        let below = grid.rows.get(head..).unwrap_or_default();
        let is_list = below.len() == numbers.rows.len()
            && below
                .iter()
                .flatten()
                .all(|cell| cell.is_figure() || cell.is_blank());
        let one = grid.width() == 1 || (numbers.rows.len() == 1 && grid.width() > 0) || head == 1;
        if is_list && one {
            return Ok(vec![KeyedTable {
                grid: grid.clone(),
                on_side,
                head,
                keys: Vec::new(),
                matrix: false,
                notes: Vec::new(),
            }]);
        }
    }
    Err(unclear(
        grid,
        numbers,
        "no column and no row of this table holds keys of the answer",
    ))
}

/// That it cannot be told what a table holds: what was seen, and what is expected.
pub(super) fn unclear(grid: &Grid, numbers: &Numbers, what: &str) -> GridError {
    let mut seen = (0..grid.width().min(8)).map(|at| {
        let cells = grid
            .rows
            .iter()
            .map(|row| row[at].text.as_str())
            .filter(|text| !text.is_empty());
        let shown = cells.clone().take(4).join(", ");
        let more = if cells.count() > 4 { ", …" } else { "" };
        format!("column {}: {shown}{more}", at + 1)
    });
    let why = format!(
        "{what}; the answer has {} ({}): {}. Seen: {}",
        numbers.keys.iter().dedup().join(", "),
        numbers.rows.len(),
        numbers.first_keys(),
        seen.join("; ")
    );
    GridError {
        ask: Some(AskFor::Columns),
        ..grid.rows[0][0].error(why)
    }
}

/// The keys that `--columns` names.
fn said(grid: &Grid, keys: &Keys<'_>, options: &Options) -> Result<KeyedTable, GridError> {
    let names = &options.columns;
    let turned = grid.turned();
    let fits_upright = names.len() == grid.width();
    if !fits_upright && names.len() != turned.width() {
        return Err(grid.rows[0][0].error(format!(
            "columns named: {}; the table has {}, and {} rows",
            names.len(),
            grid.width(),
            grid.rows.len()
        )));
    }
    let lay = |grid: &Grid, on_side| laid_by_names(grid, on_side, keys, names);
    let upright = fits_upright.then(|| lay(grid, false)).flatten();
    let on_side = || {
        (names.len() == turned.width())
            .then(|| lay(&turned, true))
            .flatten()
    };
    let laid = upright.or_else(on_side).ok_or_else(|| {
        unclear(
            grid,
            keys.numbers(),
            "the column named as the key holds none",
        )
    })?;
    let rows = laid.grid.rows.len() - laid.head;
    if laid.in_order() && rows != keys.numbers().rows.len() {
        return Err(unclear(
            grid,
            keys.numbers(),
            &format!("no column is named as the key, and there are {rows} figures"),
        ));
    }
    Ok(laid)
}

/// A table read by the names of its columns; `None` if none of its rows has keys.
fn laid_by_names(
    grid: &Grid,
    on_side: bool,
    keys: &Keys<'_>,
    names: &[String],
) -> Option<KeyedTable> {
    let at = (0..names.len())
        .filter(|at| keys.is_named(&names[*at]))
        .take(keys.parts())
        .collect_vec();
    let is_key = |row: &Vec<Cell>| match at.as_slice() {
        [] => row
            .iter()
            .zip(names)
            .any(|(cell, name)| !is_left_out(name) && cell.is_figure()),
        at => keys.of_row(row, at).is_some(),
    };
    let head = grid.rows.iter().position(is_key)?;
    Some(KeyedTable {
        grid: grid.clone(),
        on_side,
        head,
        keys: at,
        matrix: false,
        notes: Vec::new(),
    })
}

/// Whether `--columns` leaves a column out.
pub(super) fn is_left_out(name: &str) -> bool {
    matches!(name.trim(), "" | "-")
}

impl KeyedTable {
    /// A note on the first of other ways to read the table that takes the keys from elsewhere.
    fn note_of_other_keys(&self, mut others: impl Iterator<Item = KeyedTable>) -> Option<String> {
        let other = others.find(|other| {
            !other.grid.rows.is_empty()
                && other.keys != self.keys
                && self.grid.rows.len() == other.grid.rows.len()
        })?;
        Some(format!(
            "keys are taken from {}, not from {}: it has more of the answer's",
            self.keys_in(),
            other.keys_in()
        ))
    }
}
