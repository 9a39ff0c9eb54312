//! Rows of one length, and the lines around them.

use std::collections::BTreeMap;

use super::{Cell, GridError};

/// The rows that have the length of most, and the other lines: titles above, notes below, headings between.
///
/// Rows of another length in the middle are an error: which of their cells is missing cannot be known.
pub(super) fn regular(rows: Vec<Vec<Cell>>) -> Result<(Vec<Vec<Cell>>, Vec<Cell>), GridError> {
    let width = width(&rows);
    let is_whole = |row: &[Cell]| row.len() == width && filled(row) > usize::from(width > 1);
    let first = rows.iter().position(|row| is_whole(row)).unwrap_or(0);
    let last = rows.iter().rposition(|row| is_whole(row)).unwrap_or(0);
    let (mut kept, mut aside) = (Vec::new(), Vec::new());
    for (at, mut row) in rows.into_iter().enumerate() {
        while row.len() > width && row.last().is_some_and(|cell| cell.text.is_empty()) {
            row.pop();
        }
        if filled(&row) == 0 {
            continue;
        }
        let figures = row.iter().filter(|cell| cell.is_figure()).count();
        let outside = at < first || at > last;
        let is_line = width > 1 && filled(&row) == 1 && figures == 0;
        let is_prose = outside && (row.len() != width) && 2 * figures <= filled(&row);
        let is_note = at > 0 && outside_words(&row);
        if is_line && (outside || row[0].text.chars().count() > 1) && !is_key_alone(&row, at, last)
            || is_prose
            || is_note
        {
            aside.extend(joined(row));
        } else if row.len() == width {
            kept.push(row);
        } else {
            let there = row.len();
            let past = row.get(width).or(row.last()).cloned().unwrap_or_default();
            return Err(past.error(format!("cells in this row: {there}, in most rows: {width}")));
        }
    }
    // A title with a separator in it stands above the names of the columns.
    let is_title = |kept: &[Vec<Cell>]| match kept {
        [first, second, _, ..] => {
            let long = first
                .iter()
                .any(|cell| cell.text.split_whitespace().count() > 3);
            long && filled(second) > 1 && !second.iter().any(Cell::is_figure)
        }
        _ => false,
    };
    while is_title(&kept) {
        aside.extend(joined(kept.remove(0)));
    }
    let used = |at: usize| kept.iter().any(|row: &Vec<Cell>| !row[at].text.is_empty());
    let columns: Vec<usize> = (0..width).filter(|&at| used(at)).collect();
    let only = |row: &Vec<Cell>| columns.iter().map(|&at| row[at].clone()).collect();
    Ok((kept.iter().map(only).collect(), aside))
}

/// A row within the table that names something of which no figure is given.
fn is_key_alone(row: &[Cell], at: usize, last: usize) -> bool {
    at < last && !row[0].text.is_empty() && row[0].text.split_whitespace().count() == 1
}

/// The length that most rows with more than one filled cell have; of lengths as frequent the greater.
fn width(rows: &[Vec<Cell>]) -> usize {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for row in rows.iter().filter(|row| filled(row) > 1) {
        *counts.entry(row.len()).or_default() += 1;
    }
    let most = counts
        .into_iter()
        .max_by_key(|(width, count)| (*count, *width));
    most.map_or_else(
        || rows.iter().map(Vec::len).max().unwrap_or(0),
        |(width, _)| width,
    )
}

fn filled(row: &[Cell]) -> usize {
    row.iter().filter(|cell| !cell.text.is_empty()).count()
}

/// Words that begin a note.
const NOTES: [&str; 26] = [
    "source",
    "sources",
    "note",
    "notes",
    "quelle",
    "quellen",
    "anmerkung",
    "anm",
    "fuente",
    "nota",
    "notas",
    "fonte",
    "fonti",
    "note",
    "remarque",
    "bron",
    "opmerking",
    "kilde",
    "bemærk",
    "merk",
    "källa",
    "anm",
    "źródło",
    "uwaga",
    "источник",
    "примечание",
];

/// Whether a row begins like a note: `Source: …`, `* …`, `a) …`.
fn outside_words(row: &[Cell]) -> bool {
    let text = row[0].text.to_lowercase();
    let begins = text
        .split_once(':')
        .is_some_and(|(word, _)| NOTES.contains(&word.trim().trim_end_matches('.')));
    let mark = text
        .chars()
        .next()
        .is_some_and(|c| matches!(c, '*' | '†' | '‡' | '§'));
    begins || (mark && text.chars().any(char::is_alphabetic))
}

/// A line of cells as one text.
fn joined(row: Vec<Cell>) -> Option<Cell> {
    let mut cells = row.into_iter().filter(|cell| !cell.text.is_empty());
    let mut first = cells.next()?;
    for cell in cells {
        first.text.push(' ');
        first.text.push_str(&cell.text);
    }
    Some(first)
}
