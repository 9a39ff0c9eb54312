//! Cells between separators, perhaps in quotes. Our own reader, because every cell keeps its place.

use super::Cell;

/// The rows; a cell in quotes may have separators and line ends in it, and quotes doubled.
pub(super) fn rows(text: &str, delimiter: char) -> Vec<Vec<Cell>> {
    let mut rows = Vec::new();
    let mut chars = Places::new(text);
    while chars.next.is_some() {
        if chars.line_is_skipped() {
            continue;
        }
        let mut row = Vec::new();
        loop {
            row.push(cell(&mut chars, delimiter));
            match chars.take() {
                Some(c) if c == delimiter => {}
                _ => break,
            }
        }
        rows.push(row);
    }
    rows
}

/// One cell, up to a separator, a line end or the end.
fn cell(chars: &mut Places<'_>, delimiter: char) -> Cell {
    let ends = |c: Option<char>| c.is_none_or(|c| c == delimiter || c == '\n');
    while chars
        .next
        .is_some_and(|c| c != delimiter && c != '\n' && c.is_whitespace())
    {
        chars.take();
    }
    let mut cell = Cell {
        text: String::new(),
        line: chars.line,
        column: chars.column,
    };
    if chars.next == Some('"') {
        chars.take();
        loop {
            match chars.take() {
                Some('"') if chars.next == Some('"') => {
                    chars.take();
                    cell.text.push('"');
                }
                None | Some('"') => break,
                Some(c) => cell.text.push(if c == '\n' { ' ' } else { c }),
            }
        }
    }
    while !ends(chars.next) {
        cell.text.extend(chars.take());
    }
    cell.text.truncate(cell.text.trim_end().len());
    cell
}

/// Characters with their places.
struct Places<'a> {
    rest: std::str::Chars<'a>,
    next: Option<char>,
    line: usize,
    column: usize,
}

impl<'a> Places<'a> {
    fn new(text: &'a str) -> Self {
        let mut rest = text.chars();
        let next = rest.next();
        Self {
            rest,
            next,
            line: 1,
            column: 1,
        }
    }

    fn take(&mut self) -> Option<char> {
        let taken = self.next;
        self.next = self.rest.next();
        if taken == Some('\n') {
            (self.line, self.column) = (self.line + 1, 1);
        } else if taken.is_some() {
            self.column += 1;
        }
        taken
    }

    /// Skips a line that is empty or a comment.
    fn line_is_skipped(&mut self) -> bool {
        let mut line = String::new();
        line.extend(self.next);
        line.extend(self.rest.clone().take_while(|&c| c != '\n'));
        let first = line.split('\n').next().unwrap_or_default().trim();
        let skipped = first.is_empty() || first.starts_with('#');
        if skipped {
            while self.take().is_some_and(|c| c != '\n') {}
        }
        skipped
    }
}
