//! A Markdown table, perhaps with text around it.

use super::{Cell, GridError, no_table};

/// Whether a line is the one under the header: dashes between bars.
pub(super) fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.contains('|')
        && line.contains('-')
        && line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '))
}

/// The header and the rows under it, filled up to its length.
pub(super) fn rows(text: &str) -> Result<Vec<Vec<Cell>>, GridError> {
    let lines: Vec<&str> = text.lines().collect();
    let mut rules = (0..lines.len()).filter(|&i| is_rule(lines[i]));
    let Some(rule) = rules.next() else {
        return Err(no_table(
            1,
            "this is no Markdown table: a line such as |---|---| is missing under the header",
        ));
    };
    let Some(named) = rule.checked_sub(1).filter(|&i| lines[i].contains('|')) else {
        return Err(no_table(rule + 1, "a header is missing above this line"));
    };
    if let Some(second) = rules.next() {
        return Err(no_table(
            second + 1,
            "a second table begins here; a file has one",
        ));
    }
    let header = cells(lines[named], named + 1);
    let width = header.len();
    let mut rows = vec![header];
    for (i, line) in lines.iter().enumerate().skip(rule + 1) {
        if !line.contains('|') {
            break;
        }
        let mut row = cells(line, i + 1);
        let end = line.chars().count() + 1;
        row.resize_with(row.len().max(width), || Cell {
            text: String::new(),
            line: i + 1,
            column: end,
        });
        rows.push(row);
    }
    Ok(rows)
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
                // What stands before the first bar is no cell if it is empty.
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
