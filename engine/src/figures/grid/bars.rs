//! Tables between bars, with or without Markdown's rule under the header, perhaps with text around them.

use super::Cell;

/// The rows of a table, and the lines beside it.
type Lines = (Vec<Vec<Cell>>, Vec<Cell>);

/// Whether a line is the one under the header: dashes between bars.
pub(super) fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.contains('|')
        && line.contains('-')
        && line
            .chars()
            .all(|c| matches!(c, '|' | '-' | ':' | '+' | '=' | ' '))
}

/// Whether a line is a row without doubt: it begins and ends with a bar.
pub(super) fn is_row(line: &str) -> bool {
    let line = line.trim();
    line.len() > 2 && line.starts_with('|') && line.ends_with('|')
}

/// The tables: runs of lines with bars, a rule beginning a new one together with the line above it. The other lines stand
/// with the table that follows them, those at the end with the last.
pub(super) fn tables(text: &str) -> Vec<Lines> {
    let mut tables: Vec<Lines> = Vec::new();
    let mut aside: Vec<Cell> = Vec::new();
    let mut open = false;
    for (i, line) in text.lines().enumerate() {
        if is_rule(line) || drawn(line) {
            continue;
        }
        if !line.contains('|') {
            let text = line.trim();
            open = false;
            if !text.is_empty() {
                aside.push(Cell {
                    text: text.to_owned(),
                    line: i + 1,
                    column: 1,
                });
            }
            continue;
        }
        if !open {
            tables.push((Vec::new(), std::mem::take(&mut aside)));
            open = true;
        }
        if let Some((rows, _)) = tables.last_mut() {
            rows.push(cells(line, i + 1));
        }
    }
    // A single line with a bar in it is a sentence.
    let (mut found, other): (Vec<_>, Vec<_>) =
        tables.into_iter().partition(|(rows, _)| rows.len() > 1);
    if let Some((_, beside)) = found.last_mut() {
        beside.extend(
            other
                .into_iter()
                .flat_map(|(rows, beside)| rows.into_iter().flatten().chain(beside)),
        );
        beside.extend(aside);
    }
    for (rows, _) in &mut found {
        fill(rows);
    }
    found
}

/// A line of a drawn frame.
fn drawn(line: &str) -> bool {
    let line = line.trim();
    line.len() > 2 && line.chars().all(|c| matches!(c, '+' | '-' | '=' | ' '))
}

/// Short rows are filled up to the length of the first.
fn fill(rows: &mut [Vec<Cell>]) {
    let width = rows.first().map_or(0, Vec::len);
    for row in rows {
        let (line, end) = row.last().map_or((1, 1), |last| {
            (last.line, last.column + last.text.chars().count() + 2)
        });
        row.resize_with(row.len().max(width), || Cell {
            text: String::new(),
            line,
            column: end,
        });
    }
}

/// The cells of a line; `\|` is a bar within one.
fn cells(line: &str, number: usize) -> Vec<Cell> {
    let mut cells = Vec::new();
    let mut text = String::new();
    let mut from = 1;
    let mut escaped = false;
    let mut push = |text: &mut String, from: usize| {
        let blanks = text.chars().take_while(|c| c.is_whitespace()).count();
        cells.push(Cell {
            text: plain(text.trim()).to_owned(),
            line: number,
            column: from + blanks,
        });
        text.clear();
    };
    for (i, c) in line.chars().enumerate() {
        match c {
            '|' if !escaped => {
                // An empty text before the first bar is not a cell.
                if from > 1 || !text.trim().is_empty() {
                    push(&mut text, from);
                }
                text.clear();
                from = i + 2;
            }
            '|' => {
                text.pop();
                text.push('|');
            }
            c => text.push(c),
        }
        escaped = c == '\\';
    }
    if !text.trim().is_empty() {
        push(&mut text, from);
    }
    cells
}

/// A cell without signs of emphasis.
fn plain(text: &str) -> &str {
    for sign in ["**", "`", "*", "_"] {
        let inner = text
            .strip_prefix(sign)
            .and_then(|text| text.strip_suffix(sign));
        if let Some(inner) = inner.filter(|inner| !inner.is_empty()) {
            return inner.trim();
        }
    }
    text
}
