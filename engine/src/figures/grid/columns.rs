//! Columns of plain text. Two blanks or a tab separate cells, so that `38 %` and `5 1/2` are one; where a row is shorter
//! its cells belong to the columns they stand under. Where single blanks separate, signs and words stay with their numbers.

use super::{Cell, GridError, lines};

/// A cell and where it ends.
struct Chunk {
    cell: Cell,
    end: usize,
}

/// Words and signs that belong to the number before them, with how many words follow.
const AFTER: [&str; 9] = [
    "%", "‰", "per", "cent", "mille", "percent", "pct", "against", "on",
];
/// Words and signs between two numbers that are one figure.
const BETWEEN: [&str; 6] = ["in", "of", "out", "to", "+", ":"];
/// Words and signs that belong to the number after them.
const BEFORE: [&str; 9] = ["≈", "~", "ca.", "ca", "about", "<", ">", "≤", "≥"];

/// The rows, all of one length.
pub(super) fn rows(text: &str) -> Result<Vec<Vec<Cell>>, GridError> {
    let wide: Vec<Vec<Chunk>> = content(text)
        .map(|(number, line)| chunks(line, number, wide_gap))
        .collect();
    if equal(&wide) && wide.first().is_some_and(|row| row.len() > 1) {
        return Ok(cells(wide));
    }
    let narrow: Vec<Vec<Chunk>> = content(text)
        .map(|(number, line)| joined(chunks(line, number, |gap| !gap.is_empty())))
        .collect();
    if equal(&narrow) {
        return Ok(cells(narrow));
    }
    under_each_other(wide)
}

/// Whether the columns are clear without looking at places.
pub(super) fn agrees(text: &str) -> bool {
    let wide: Vec<Vec<Chunk>> = content(text)
        .map(|(number, line)| chunks(line, number, wide_gap))
        .collect();
    let narrow: Vec<Vec<Chunk>> = content(text)
        .map(|(number, line)| joined(chunks(line, number, |gap| !gap.is_empty())))
        .collect();
    [wide, narrow]
        .iter()
        .any(|rows| equal(rows) && rows.first().is_some_and(|row| row.len() > 1))
}

/// Lines with cells, not those drawn as rules.
fn content(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let drawn = |c: char| matches!(c, '-' | '=' | '+' | '|' | '─' | '━' | '═' | ' ');
    lines(text).filter(move |(_, line)| !line.chars().all(drawn))
}

fn wide_gap(gap: &str) -> bool {
    gap.chars().count() > 1 || gap.contains('\t')
}

fn equal(rows: &[Vec<Chunk>]) -> bool {
    rows.iter()
        .all(|row| Some(row.len()) == rows.first().map(Vec::len))
}

fn cells(rows: Vec<Vec<Chunk>>) -> Vec<Vec<Cell>> {
    let row = |row: Vec<Chunk>| row.into_iter().map(|chunk| chunk.cell).collect();
    rows.into_iter().map(row).collect()
}

/// The parts of a line between gaps that separate.
fn chunks(line: &str, number: usize, separates: impl Fn(&str) -> bool) -> Vec<Chunk> {
    let mut found: Vec<Chunk> = Vec::new();
    let mut gap = String::new();
    for (i, c) in line.chars().enumerate() {
        // A blank that does not break belongs to the number.
        if matches!(c, ' ' | '\t' | '\r') {
            gap.push(c);
            continue;
        }
        match found.last_mut() {
            Some(chunk) if !separates(&gap) => {
                chunk.cell.text.push_str(&gap);
                chunk.cell.text.push(c);
                chunk.end = i + 1;
            }
            _ => found.push(Chunk {
                cell: Cell {
                    text: c.to_string(),
                    line: number,
                    column: i + 1,
                },
                end: i + 1,
            }),
        }
        gap.clear();
    }
    found
}

/// Puts words and signs to the numbers they belong to.
fn joined(chunks: Vec<Chunk>) -> Vec<Chunk> {
    let mut found: Vec<Chunk> = Vec::new();
    let mut open = false;
    for chunk in chunks {
        let word = chunk.cell.text.to_lowercase();
        let after = AFTER.contains(&word.as_str());
        let between = BETWEEN.contains(&word.as_str());
        match found.last_mut() {
            Some(last) if open || after || between => {
                last.cell.text.push(' ');
                last.cell.text.push_str(&chunk.cell.text);
                last.end = chunk.end;
            }
            _ => found.push(chunk),
        }
        open = between || BEFORE.contains(&word.as_str());
    }
    found
}

/// Rows of different length: each cell under that of the longest row which it overlaps or, failing that, is nearest to.
fn under_each_other(rows: Vec<Vec<Chunk>>) -> Result<Vec<Vec<Cell>>, GridError> {
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut spans: Vec<(usize, usize)> = vec![(usize::MAX, 0); width];
    for row in rows.iter().filter(|row| row.len() == width) {
        for (span, chunk) in spans.iter_mut().zip(row) {
            *span = (span.0.min(chunk.cell.column - 1), span.1.max(chunk.end));
        }
    }
    let mut placed = Vec::new();
    for row in rows {
        let line = row.first().map_or(1, |chunk| chunk.cell.line);
        let mut cells: Vec<Cell> = (spans.iter())
            .map(|span| Cell {
                text: String::new(),
                line,
                column: span.0 + 1,
            })
            .collect();
        for chunk in row {
            let (from, to) = (chunk.cell.column - 1, chunk.end);
            let overlaps = |span: &(usize, usize)| span.0 < to && from < span.1;
            let mut under = (0..width).filter(|&i| overlaps(&spans[i]));
            let (Some(at), None) = (under.next(), under.next()) else {
                return Err(chunk.cell.error(format!(
                    "it is not clear under which of the {width} columns `{}` stands; put two blanks between columns",
                    chunk.cell.text
                )));
            };
            if !cells[at].text.is_empty() {
                return Err(chunk
                    .cell
                    .error(format!("two cells stand under column {}", at + 1)));
            }
            cells[at] = chunk.cell;
        }
        placed.push(cells);
    }
    Ok(placed)
}
