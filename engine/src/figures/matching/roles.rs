//! What each column of a table holds.

use std::collections::BTreeSet;

use super::words::{KEY_WORDS, SERIES_WORDS, names, odds_of, scale_of};
use super::{Numbers, Options, Plain, normal, parts, sorted};
use crate::figures::figure::Scale;
use crate::figures::grid::{Cell, Grid, GridError};
use crate::figures::reading::{Odds, Reader};

/// What a column holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// The part of the key with this place; all of it when the key has more parts and one column.
    Key(usize),
    /// Figures of a series.
    Figures {
        series: usize,
        plain: Scale,
        odds: Option<Odds>,
    },
    /// Figures of the main series, for this last part of the key.
    Matrix(String),
    /// Left out.
    Nothing,
}

/// The cells that are one part of a key, and those that are none.
fn part_values(numbers: &Numbers, part: usize) -> BTreeSet<String> {
    // Keys whose parts have one name may stand in either order.
    let same = |at: usize| numbers.keys.get(at) == numbers.keys.get(part);
    let parts = numbers.rows.iter().flat_map(|key| key.iter().enumerate());
    parts
        .filter(|(at, _)| same(*at))
        .map(|(_, value)| normal(value))
        .collect()
}

/// Whether the first row, though made of figures, is a header of keys: all its cells, or all but the first.
pub(super) fn header_of_keys(grid: &Grid, numbers: &Numbers) -> bool {
    if grid.rows.len() < 2 || grid.width() < 2 || numbers.keys.is_empty() {
        return false;
    }
    let last = part_values(numbers, numbers.keys.len() - 1);
    let distinct: BTreeSet<String> = grid.rows[0].iter().map(|cell| normal(&cell.text)).collect();
    let beside = match numbers.keys.len() {
        1 => 0,
        _ => 1,
    };
    let column: Vec<&Cell> = grid.column(0).collect();
    let first = part_values(numbers, 0);
    let is_column_of_keys = column
        .iter()
        .all(|cell| first.contains(&normal(&cell.text)));
    distinct.len() == grid.width()
        && grid.rows[0][beside..]
            .iter()
            .all(|cell| last.contains(&normal(&cell.text)))
        && (numbers.keys.len() > 1 || !is_column_of_keys)
}

/// What each column holds.
pub(super) fn roles(
    grid: &Grid,
    numbers: &Numbers,
    options: &Options,
    notes: &mut Vec<String>,
) -> Result<Vec<Role>, GridError> {
    if !options.columns.is_empty() {
        return said(grid, numbers, options);
    }
    let width = grid.width();
    let mut roles: Vec<Option<Role>> = vec![None; width];
    let mut free = 0..numbers.keys.len();
    let series_of = |at: usize| {
        let named =
            |(_, (name, _)): &(usize, &(String, Vec<_>))| names(grid.name(at), name, &SERIES_WORDS);
        numbers
            .series
            .iter()
            .enumerate()
            .find(named)
            .map(|(series, _)| series)
    };
    let holds_keys = |at: usize, part: usize| {
        let values = part_values(numbers, part);
        let whole: BTreeSet<Vec<String>> = numbers.index().into_keys().collect();
        let cells: Vec<&Cell> = grid
            .column(at)
            .filter(|cell| !cell.text.is_empty())
            .collect();
        let distinct: BTreeSet<String> = cells.iter().map(|cell| normal(&cell.text)).collect();
        let known = cells.iter().filter(|cell| {
            let one = parts(&cell.text);
            values.contains(&normal(&cell.text)) || (one.len() > 1 && found_in(&whole, &one))
        });
        let enough = 2 * known.count() > cells.len();
        // The parts of a key of several may come again; one alone does not.
        enough && (numbers.keys.len() > 1 || distinct.len() == cells.len())
    };
    if width > 1 {
        for (at, role) in roles.iter_mut().enumerate() {
            let name = grid.name(at);
            let Some(part) = free.clone().next() else {
                break;
            };
            let by_name = names(name, &numbers.keys[part], &KEY_WORDS);
            let other = !by_name && (series_of(at).is_some() || scale_of(name).is_some());
            let leftmost = at == numbers.keys.len() - free.len();
            if !other && (by_name || leftmost) && (by_name || holds_keys(at, part)) {
                *role = Some(Role::Key(part));
                free.next();
            }
        }
    }
    let keyed = roles.iter().filter(|role| role.is_some()).count();
    let one_cell = keyed == 1 && numbers.keys.len() > 1 && {
        let at = roles.iter().position(Option::is_some).unwrap_or(0);
        grid.column(at)
            .all(|cell| parts(&cell.text).len() == numbers.keys.len())
    };
    // A matrix: the header has the last part of the key.
    if let Some(header) = &grid.header
        && !one_cell
        && numbers.keys.len() == keyed + 1
    {
        let last = part_values(numbers, numbers.keys.len() - 1);
        let text = |at: usize| {
            !grid
                .column(at)
                .any(|cell| Reader::default().read(&cell.text).is_ok())
        };
        let others: Vec<usize> = (0..width)
            .filter(|&at| roles[at].is_none() && !(at == 0 && text(at)))
            .collect();
        let known = others
            .iter()
            .filter(|&&at| last.contains(&normal(&header[at].text)))
            .count();
        if known > 0 && 2 * known > others.len() {
            for at in others {
                roles[at] = Some(Role::Matrix(normal(&header[at].text)));
            }
        }
    }
    let is_matrix = roles
        .iter()
        .any(|role| matches!(role, Some(Role::Matrix(_))));
    if keyed > 0 && !is_matrix && !one_cell && keyed < numbers.keys.len() {
        let cell = &grid.rows[0][0];
        return Err(cell.error(format!(
            "a row is known by {} ({}); such columns found: {keyed}; name the columns with --columns",
            numbers.keys.len(),
            numbers.keys.join(", ")
        )));
    }
    let mut filled = Vec::new();
    for (at, role) in roles.into_iter().enumerate() {
        filled.push(match role {
            Some(role) => role,
            None => figures_or_text(grid, at, series_of(at), options, notes),
        });
    }
    Ok(filled)
}

fn found_in(keys: &BTreeSet<Vec<String>>, key: &[String]) -> bool {
    keys.contains(key) || keys.contains(&sorted(key))
}

/// A column of figures, unless nothing in it is one.
fn figures_or_text(
    grid: &Grid,
    at: usize,
    series: Option<usize>,
    options: &Options,
    notes: &mut Vec<String>,
) -> Role {
    let is_figure = |cell: &Cell| Reader::default().read(&cell.text).is_ok();
    if !grid.column(at).any(is_figure) {
        let name = grid.name(at);
        if grid.column(at).any(|cell| !cell.is_blank()) {
            notes.push(if name.is_empty() {
                format!("column {} is text and not compared", at + 1)
            } else {
                format!("column {} (`{name}`) is text and not compared", at + 1)
            });
        }
        return Role::Nothing;
    }
    column_of(series.unwrap_or(0), grid.name(at), options)
}

fn column_of(series: usize, header: &str, options: &Options) -> Role {
    let odds = odds_of(header);
    let plain = match options.plain {
        Plain::Percent => Scale::Percent,
        Plain::Fraction => scale_of(header)
            .filter(|scale| matches!(scale, Scale::OutOf(_)))
            .unwrap_or(Scale::One),
        Plain::Odds if odds == Some(Odds::For) => Scale::OddsFor,
        Plain::Odds => Scale::OddsAgainst,
        Plain::Auto => match odds {
            Some(Odds::Against) => Scale::OddsAgainst,
            Some(Odds::For) => Scale::OddsFor,
            None => scale_of(header).unwrap_or(Scale::One),
        },
    };
    let odds = odds.or((options.plain == Plain::Odds).then_some(Odds::Against));
    Role::Figures {
        series,
        plain,
        odds,
    }
}

/// The roles that `--columns` gives.
fn said(grid: &Grid, numbers: &Numbers, options: &Options) -> Result<Vec<Role>, GridError> {
    let first = &grid.rows[0][0];
    if options.columns.len() != grid.width() {
        return Err(first.error(format!(
            "columns named by --columns: {}; the table has {}",
            options.columns.len(),
            grid.width()
        )));
    }
    let mut used = 0;
    let mut roles = Vec::new();
    for (at, name) in options.columns.iter().enumerate() {
        let name = name.trim();
        let series = numbers
            .series
            .iter()
            .position(|(known, _)| names(name, known, &SERIES_WORDS));
        let is_key = numbers
            .keys
            .get(used)
            .is_some_and(|key| name == "key" || names(name, key, &KEY_WORDS));
        roles.push(if name == "-" || name.is_empty() {
            Role::Nothing
        } else if is_key {
            used += 1;
            Role::Key(used - 1)
        } else if let Some(series) = series {
            let header = grid.name(at);
            column_of(series, if header.is_empty() { name } else { header }, options)
        } else {
            let known = numbers.keys.iter().chain(numbers.series.iter().map(|(name, _)| name));
            let known: Vec<&str> = known.map(String::as_str).collect();
            return Err(first.error(format!(
                "--columns: `{name}` is neither a key nor a series of the answer; there are {}, and - for none",
                known.join(", ")
            )));
        });
    }
    Ok(roles)
}
