//! Cells between separators, perhaps in quotes, and tables between bars. Our own reader, because every cell keeps its place.

use std::iter::Peekable;
use std::str::Chars;

use super::PrintedCell;
use super::regular::filled;

/// The rows; a cell in quotes may have separators and line ends in it, and quotes doubled. Between bars quotes and `#` say nothing,
/// and `\|` is a bar within a cell.
pub(super) fn rows(text: &str, delimiter: char) -> Vec<Vec<PrintedCell>> {
    let mut rows = Vec::new();
    let mut chars = Places {
        rest: text.chars().peekable(),
        line: 1,
        column: 1,
    };
    while chars.peek().is_some() {
        if chars.line_is_skipped(delimiter) {
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
fn cell(chars: &mut Places<'_>, delimiter: char) -> PrintedCell {
    let ends = |c: Option<char>| c.is_none_or(|c| c == delimiter || c == '\n');
    while !ends(chars.peek()) && chars.peek().is_some_and(char::is_whitespace) {
        chars.take();
    }
    let mut cell = PrintedCell {
        text: String::new(),
        line: chars.line,
        column: chars.column,
    };
    if chars.peek() == Some('"') && delimiter != '|' {
        chars.take();
        loop {
            match chars.take() {
                Some('"') if chars.peek() == Some('"') => {
                    chars.take();
                    cell.text.push('"');
                }
                None | Some('"') => break,
                Some(c) => cell.text.push(if c == '\n' { ' ' } else { c }),
            }
        }
    }
    while !ends(chars.peek()) {
        let taken = chars.take();
        let is_escape = taken == Some('\\') && delimiter == '|' && chars.peek() == Some('|');
        cell.text
            .extend(if is_escape { chars.take() } else { taken });
    }
    cell.text.truncate(cell.text.trim_end().len());
    cell
}

/// A table between bars: its rows, and the lines beside it.
#[derive(Default)]
pub(super) struct Bars {
    pub(super) rows: Vec<Vec<PrintedCell>>,
    pub(super) aside: Vec<PrintedCell>,
    /// Whether it is one without doubt: a rule stands in it, or its lines begin and end with bars.
    pub(super) sure: bool,
    /// Whether blank lines stand between its rows.
    spaced: bool,
}

/// The tables between bars: lines with bars that follow each other. The other lines stand with the table that follows them, those at
/// the end with the last.
pub(super) fn bars(text: &str) -> Vec<Bars> {
    let mut tables: Vec<Bars> = Vec::new();
    let mut open = Bars::default();
    let mut last = 0;
    for mut row in rows(text, '|') {
        let (line, has_bars) = (row[0].line, row.len() > 1);
        let is_rule = row.iter().all(is_drawn);
        // Blank lines stand between all rows or none.
        let is_apart = line > last + 1;
        let width = row.len()
            - usize::from(row[0].text.is_empty())
            - usize::from(row.len() > 1 && row[row.len() - 1].text.is_empty());
        let is_like = open.rows.last().is_some_and(|above| above.len() == width);
        let goes_on = is_apart && is_like && (open.spaced || open.sure && open.rows.len() == 1);
        if !open.rows.is_empty() && (is_apart && !goes_on || !(has_bars || is_rule)) {
            tables.push(std::mem::take(&mut open));
        }
        last = line;
        open.spaced = goes_on;
        // Of lines between two tables the last is the title of the next, those before it are notes on the one before.
        if has_bars && open.rows.is_empty() && open.aside.len() > 1 {
            let title = open.aside.pop();
            let notes = std::mem::replace(&mut open.aside, title.into_iter().collect());
            match tables.iter_mut().rev().find(|table| table.rows.len() > 1) {
                Some(before) => before.aside.extend(notes),
                None => _ = open.aside.splice(0..0, notes),
            }
        }
        let begins = row[0].text.is_empty();
        let ends = row.pop_if(|cell| cell.text.is_empty()).is_some();
        open.sure |= has_bars && (is_rule || begins && ends && !row.is_empty());
        if is_rule {
            continue;
        }
        if has_bars {
            row.drain(..usize::from(begins));
            row.iter_mut().for_each(strip);
            open.rows.push(row);
        } else {
            open.aside.extend(row);
        }
    }
    tables.push(open);
    // A single line with a bar in it is a sentence.
    let (mut found, other): (Vec<_>, Vec<_>) =
        tables.into_iter().partition(|table| table.rows.len() > 1);
    if let Some(table) = found.last_mut() {
        let others = other.into_iter();
        let cells = others.flat_map(|one| one.rows.into_iter().flatten().chain(one.aside));
        table.aside.extend(cells);
    }
    for table in &mut found {
        filled(&mut table.rows);
    }
    found
}

/// Whether a cell is a part of a drawn line, or empty.
fn is_drawn(cell: &PrintedCell) -> bool {
    let mut chars = cell.text.chars();
    chars.all(|c| matches!(c, '-' | ':' | '+' | '=' | ' ' | '\u{2500}'..='\u{257f}'))
}

/// Takes signs of emphasis from a cell.
fn strip(cell: &mut PrintedCell) {
    for sign in ["**", "`", "*", "_"] {
        let inner = cell.text.strip_prefix(sign);
        let inner = inner
            .and_then(|text| text.strip_suffix(sign))
            .map(str::trim);
        if let Some(inner) = inner.filter(|inner| !inner.is_empty()) {
            cell.text = inner.to_owned();
            return;
        }
    }
}

/// Characters with their places.
struct Places<'a> {
    rest: Peekable<Chars<'a>>,
    line: usize,
    column: usize,
}

impl Places<'_> {
    fn peek(&mut self) -> Option<char> {
        self.rest.peek().copied()
    }

    fn take(&mut self) -> Option<char> {
        let taken = self.rest.next();
        if taken == Some('\n') {
            (self.line, self.column) = (self.line + 1, 1);
        } else if taken.is_some() {
            self.column += 1;
        }
        taken
    }

    /// Skips a line that is empty or a comment.
    fn line_is_skipped(&mut self, delimiter: char) -> bool {
        let line: String = self.rest.clone().take_while(|c| *c != '\n').collect();
        let line = line.trim();
        let skipped = line.is_empty() || line.starts_with('#') && delimiter != '|';
        if skipped {
            while self.take().is_some_and(|c| c != '\n') {}
        }
        skipped
    }
}
