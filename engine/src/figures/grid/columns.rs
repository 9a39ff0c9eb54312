//! Columns of plain text. Two blanks or a tab separate cells, so that `38 %` and `5 1/2` are one; where a row is shorter
//! its cells belong to the columns they stand under. Where single blanks separate, signs and words stay with their numbers.

use itertools::Itertools;

use super::{Cell, GridError, Lines, lines};

/// A cell and where it ends.
#[derive(Clone)]
struct Chunk {
    cell: Cell,
    end: usize,
}

/// Words and signs that belong to the number before them, with how many words follow.
const AFTER: [&str; 12] = [
    "%",
    "‰",
    "per",
    "cent",
    "mille",
    "percent",
    "pct",
    "against",
    "on",
    "prozent",
    "procent",
    "процентов",
];
/// Words and signs between two numbers that are one figure.
const BETWEEN: [&str; 7] = ["in", "of", "out", "to", "von", "+", ":"];
/// Words and signs that belong to the number after them.
const BEFORE: [&str; 9] = ["≈", "~", "ca.", "ca", "about", "<", ">", "≤", "≥"];

/// The rows, all of one length, and the lines beside them.
///
/// Cells are what two blanks separate, where that makes rows of one length; else what one blank separates; else the same with
/// words that follow each other taken together, as in a name of several words; else what stands under each other.
pub(super) fn rows(text: &str) -> Result<Lines, GridError> {
    let split = |way: Separator| -> Vec<Vec<Chunk>> {
        content(text)
            .map(|(number, line)| way.chunks(line, number))
            .collect()
    };
    let ways = [Separator::Wide, Separator::Narrow, Separator::Worded];
    let mut found = ways
        .iter()
        .filter_map(|way| block(split(*way), *way))
        .collect_vec();
    // Without names of columns, words beside each other in every row are one label.
    let labels = |((rows, _), _): &(Lines, bool)| {
        let words = |at: usize| rows.iter().all(|row| row.len() > 2 && !row[at].is_figure());
        rows.len() > 1 && rows[0].iter().any(Cell::is_figure) && words(0) && words(1)
    };
    if let Some((_, true)) = found.last()
        && found.len() > 1
        && labels(&found[0])
    {
        found.drain(..found.len() - 1);
    }
    // The way under which the line above the figures names the columns, if there is one.
    let named = found.iter().position(|(_, named)| *named).unwrap_or(0);
    if !found.is_empty() {
        return Ok(found.swap_remove(named).0);
    }
    let mut wide = split(Separator::Wide);
    let mut aside = Vec::new();
    // A title above and notes below are one cell each.
    let is_line = |row: &Vec<Chunk>| row.len() == 1 && !row[0].cell.is_figure();
    let first = wide.iter().position(|row| !is_line(row)).unwrap_or(0);
    aside.extend(wide.drain(..first).flatten().map(|chunk| chunk.cell));
    let end = wide
        .iter()
        .rposition(|row| !is_line(row))
        .map_or(0, |at| at + 1);
    aside.extend(wide.drain(end..).flatten().map(|chunk| chunk.cell));
    Ok((under_each_other(wide)?, aside))
}

/// Whether the columns are clear without looking at places.
pub(super) fn agrees(text: &str) -> bool {
    [Separator::Wide, Separator::Narrow].into_iter().any(|way| {
        let rows = content(text).map(|(number, line)| way.chunks(line, number));
        let found = block(rows.collect(), way);
        found.is_some_and(|((rows, _), _)| rows.iter().all(|row| row.len() > 1))
    })
}

/// A separator of cells.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Separator {
    /// Two blanks or a tab.
    Wide,
    /// One blank.
    Narrow,
    /// One blank, but not between words.
    Worded,
}

impl Separator {
    fn chunks(self, line: &str, number: usize) -> Vec<Chunk> {
        match self {
            Self::Wide => chunks(line, number, wide_gap),
            Self::Narrow => joined(chunks(line, number, |gap| !gap.is_empty())),
            Self::Worded => worded(joined(chunks(line, number, |gap| !gap.is_empty()))),
        }
    }
}

/// Words beside each other as one cell.
fn worded(chunks: Vec<Chunk>) -> Vec<Chunk> {
    let mut found: Vec<Chunk> = Vec::new();
    let mut words = false;
    for chunk in chunks {
        let word = !chunk.cell.is_figure() && !chunk.cell.is_blank();
        match found.last_mut() {
            Some(last) if words && word => last.take(chunk),
            _ => found.push(chunk),
        }
        words = word;
    }
    found
}

/// The lines that most lines with figures are like, and those around them, and whether no line above is left without a place;
/// `None` where others stand between them.
fn block(rows: Vec<Vec<Chunk>>, way: Separator) -> Option<(Lines, bool)> {
    let counts = rows.iter().filter(|row| figures(row) > 0).map(Vec::len);
    let counts = counts.counts();
    let most = counts
        .iter()
        .max_by_key(|(width, count)| (**count, **width));
    let width = *most?.0;
    // One cell a line is a list where nothing else is there to be read.
    if width == 1 && (way != Separator::Narrow || counts.len() > 1) {
        return None;
    }
    let (first, last) = extent(&rows, width)?;
    let unnamed = figures(&rows[first]) > 0;
    let spans = spans(&rows, width);
    let (mut cells, mut aside) = (Vec::new(), Vec::new());
    for (at, row) in rows.into_iter().enumerate() {
        let numbers = figures(&row);
        if (first..=last).contains(&at) {
            let row = if row.len() == width {
                row
            } else {
                labelled(row, width)?
            };
            cells.push(row.into_iter().map(|chunk| chunk.cell).collect());
        } else if numbers > 1 && 2 * numbers > row.len() {
            return None;
        } else if unnamed
            && at + 1 == first
            && numbers == 0
            && let Some(names) = names(&row, width, &spans)
        {
            cells.push(names);
        } else {
            aside.extend(row.into_iter().reduce(|mut line, chunk| {
                line.take(chunk);
                line
            }));
        }
    }
    let named = !unnamed || first == 0 || cells.len() > last + 1 - first;
    let aside = aside.into_iter().map(|chunk: Chunk| chunk.cell);
    Some(((cells, aside.collect()), named))
}

fn figures(row: &[Chunk]) -> usize {
    row.iter().filter(|chunk| chunk.cell.is_figure()).count()
}

/// The first and the last row of the table: those of its width with figures, the names of columns above and rows of words below.
fn extent(rows: &[Vec<Chunk>], width: usize) -> Option<(usize, usize)> {
    let is_row = |row: &Vec<Chunk>| row.len() == width && (figures(row) > 0 || width > 1);
    let has_figures = |row: &Vec<Chunk>| row.len() == width && figures(row) > 0;
    let mut first = rows.iter().position(has_figures)?;
    let mut last = rows.iter().rposition(has_figures)?;
    while first > 0 && is_row(&rows[first - 1]) && width > 1 {
        first -= 1;
    }
    // Words such as yes and no.
    while width > 2 && rows.get(last + 1).is_some_and(is_row) {
        last += 1;
    }
    Some((first, last))
}

/// A row of words within a table: its last words are cells, those before them its name.
fn labelled(row: Vec<Chunk>, width: usize) -> Option<Vec<Chunk>> {
    if row.iter().any(|chunk| chunk.cell.is_figure()) {
        return None;
    }
    let mut words = row.into_iter().flat_map(Chunk::words).collect_vec();
    let label = words.len().checked_sub(width)? + 1;
    let cells = words.split_off(label);
    let name = words.into_iter().reduce(|mut name, word| {
        name.take(word);
        name
    });
    Some(name.into_iter().chain(cells).collect())
}

/// The names of columns in a line that is split otherwise than the rows: as many parts between wide gaps, as many words, or
/// parts that each stand above one column.
fn names(row: &[Chunk], width: usize, spans: &[(usize, usize)]) -> Option<Vec<Cell>> {
    let line = row.iter().map(|chunk| chunk.cell.line).next()?;
    let words = row.iter().cloned().flat_map(Chunk::words).collect_vec();
    let mut wide: Vec<Chunk> = Vec::new();
    for word in words.iter().cloned() {
        match wide.last_mut() {
            Some(last) if word.cell.column <= last.end + 2 => last.take(word),
            _ => wide.push(word),
        }
    }
    for parts in [&wide, &words] {
        if parts.len() == width {
            return Some(parts.iter().map(|part| part.cell.clone()).collect());
        }
    }
    let empty = |span: &(usize, usize)| Cell {
        text: String::new(),
        line,
        column: span.0 + 1,
    };
    let mut cells = spans.iter().map(empty).collect_vec();
    for part in wide {
        let (from, to) = (part.cell.column - 1, part.end);
        let overlaps = |span: &(usize, usize)| span.0 < to && from < span.1;
        let at = (0..width)
            .filter(|&i| overlaps(&spans[i]))
            .exactly_one()
            .ok()?;
        if !cells[at].text.is_empty() {
            return None;
        }
        cells[at] = part.cell;
    }
    Some(cells)
}

/// From where to where the cells of each column reach, in the rows that have all.
fn spans(rows: &[Vec<Chunk>], width: usize) -> Vec<(usize, usize)> {
    let mut spans: Vec<(usize, usize)> = vec![(usize::MAX, 0); width];
    for row in rows.iter().filter(|row| row.len() == width) {
        for (span, chunk) in spans.iter_mut().zip(row) {
            *span = (span.0.min(chunk.cell.column - 1), span.1.max(chunk.end));
        }
    }
    spans
}

impl Chunk {
    /// Takes what follows, a blank between.
    fn take(&mut self, next: Self) {
        self.cell.text.push(' ');
        self.cell.text.push_str(&next.cell.text);
        self.end = next.end;
    }

    /// Its words, each where it stands.
    fn words(self) -> Vec<Self> {
        chunks(&self.cell.text, self.cell.line, |gap| !gap.is_empty())
            .into_iter()
            .map(|mut word| {
                word.cell.column += self.cell.column - 1;
                word.end += self.cell.column - 1;
                word
            })
            .collect()
    }
}

/// Lines with cells, not those drawn as rules.
fn content(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let drawn = |c: char| matches!(c, '-' | '=' | '+' | '|' | '─' | '━' | '═' | ' ');
    lines(text).filter(move |(_, line)| !line.chars().all(drawn))
}

fn wide_gap(gap: &str) -> bool {
    gap.chars().count() > 1 || gap.contains('\t')
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
        let after = AFTER.contains(&word.as_str()) || is_mark(&word);
        let between = BETWEEN.contains(&word.as_str());
        match found.last_mut() {
            Some(last) if open || after || between => last.take(chunk),
            _ => found.push(chunk),
        }
        open = between || BEFORE.contains(&word.as_str());
    }
    found
}

/// Whether it is the mark of a footnote: `*`, `a)`, `[1]`.
fn is_mark(word: &str) -> bool {
    let letter = word.len() == 2 && word.ends_with(')') && word.starts_with(char::is_alphabetic);
    letter
        || word.starts_with('[') && word.ends_with(']') && word.len() <= 5
        || word.chars().all(|c| matches!(c, '*' | '†' | '‡' | '§'))
}

/// Rows of different length: each cell under that of the longest row which it overlaps or, failing that, is nearest to.
fn under_each_other(rows: Vec<Vec<Chunk>>) -> Result<Vec<Vec<Cell>>, GridError> {
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    let spans = spans(&rows, width);
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
