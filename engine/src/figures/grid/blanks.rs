//! Columns of plain text. Two blanks or a tab separate cells, so that `38 %` and `5 1/2` are one; or one blank does, signs and
//! words staying with their numbers. A row with fewer cells has them in the columns they stand under.

use itertools::Itertools;

use super::{Cell, Grid, Layout, lines, regular};

/// A cell and where it ends.
#[derive(Clone)]
struct Chunk {
    cell: Cell,
    end: usize,
}

/// The most parts between blanks that are one figure, as in `1 out of 6`.
const LONGEST: usize = 6;

/// The text cut by wide gaps, by single blanks, and by single blanks but not between words.
pub(super) fn grids(text: &str) -> Vec<Grid> {
    let ways = [Separator::Wide, Separator::Narrow, Separator::Worded];
    let cut = |way: &Separator| {
        let rows = content(text).map(|(number, line)| way.chunks(line, number));
        let rows = rows.collect_vec();
        let widths = rows.iter().filter(|row| figures(row) > 0).map(Vec::len);
        let counts = widths.counts();
        let most = counts
            .iter()
            .max_by_key(|(width, count)| (**count, **width));
        let widths = most.map(|(width, _)| *width).into_iter();
        // Where cells are missing the longest rows have them all.
        let longest = counts.keys().max().copied();
        let widths = widths
            .chain(longest.filter(|_| *way == Separator::Wide))
            .unique();
        let grids = widths.filter_map(move |width| {
            let spans = spans(&rows, width);
            let first = rows
                .iter()
                .position(|row| row.len() == width && figures(row) > 0)?;
            let last = rows.iter().rposition(|row| figures(row) > 0)?;
            let cells = |(at, row): (usize, &Vec<Chunk>)| match row.len() == width {
                true => Some(own(row)),
                false if figures(row) > 0 || at > last && 2 * row.len() > width => (longest
                    == Some(width))
                .then(|| under(row, width, &spans))
                .flatten(),
                false if (first..last).contains(&at) => labelled(row, width),
                false if at + 1 == first => named(row, width, &spans),
                false => None,
            };
            let cells = rows
                .iter()
                .enumerate()
                .map(|(at, row)| cells((at, row)).unwrap_or_else(|| own(row)));
            regular::grid(Layout::Columns, cells.collect(), Vec::new())
        });
        grids.collect_vec()
    };
    ways.iter().flat_map(cut).collect()
}

/// The cells of a row as they stand.
fn own(row: &[Chunk]) -> Vec<Cell> {
    row.iter().map(|chunk| chunk.cell.clone()).collect()
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

fn figures(row: &[Chunk]) -> usize {
    row.iter().filter(|chunk| chunk.cell.is_figure()).count()
}

/// Names of columns in a line that is split otherwise than the rows: as many parts between wide gaps, or parts that each stand above one
/// column.
fn named(row: &[Chunk], width: usize, spans: &[(usize, usize)]) -> Option<Vec<Cell>> {
    let words = row.iter().cloned().flat_map(Chunk::words).collect_vec();
    if words.len() == width {
        return Some(own(&words));
    }
    let mut wide: Vec<Chunk> = Vec::new();
    for word in words {
        match wide.last_mut() {
            Some(last) if word.cell.column <= last.end + 2 => last.take(word),
            _ => wide.push(word),
        }
    }
    match wide.len() {
        1 => None,
        parts if parts == width => Some(own(&wide)),
        _ => under(&wide, width, spans),
    }
}

/// A row of words within the table: its last words are cells, those before them its name.
fn labelled(row: &[Chunk], width: usize) -> Option<Vec<Cell>> {
    let words = row.iter().cloned().flat_map(Chunk::words).collect_vec();
    let label = words.len().checked_sub(width)? + 1;
    let name = words[..label].iter().cloned().reduce(|mut name, word| {
        name.take(word);
        name
    });
    Some(
        name.iter()
            .chain(&words[label..])
            .map(|chunk| chunk.cell.clone())
            .collect(),
    )
}

/// Each cell in the one column that it overlaps.
fn under(row: &[Chunk], width: usize, spans: &[(usize, usize)]) -> Option<Vec<Cell>> {
    let line = row.first()?.cell.line;
    let empty = |span: &(usize, usize)| Cell {
        text: String::new(),
        line,
        column: span.0.saturating_add(1),
    };
    let mut cells = spans.iter().map(empty).collect_vec();
    for chunk in row {
        let (from, to) = (chunk.cell.column - 1, chunk.end);
        let overlaps = |span: &(usize, usize)| span.0 < to && from < span.1;
        let at = (0..width)
            .filter(|&i| overlaps(&spans[i]))
            .exactly_one()
            .ok()?;
        if !cells[at].text.is_empty() {
            return None;
        }
        cells[at] = chunk.cell.clone();
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

/// Puts words and signs to the numbers they belong to: the most parts that are one figure, two figures beside each other being two.
fn joined(chunks: Vec<Chunk>) -> Vec<Chunk> {
    let is_sign = |chunk: &Chunk| (chunk.cell.text.chars()).all(|c| "%‰()".contains(c));
    let mut found: Vec<Chunk> = Vec::new();
    let mut rest = chunks.as_slice();
    while let Some((first, others)) = rest.split_first() {
        let (mut run, mut last, mut taken) = (first.clone(), first, 0);
        let mut longest = first.clone();
        let most = if first.cell.is_blank() {
            0
        } else {
            LONGEST - 1
        };
        for (at, next) in others.iter().take(most).enumerate() {
            let two = last.cell.is_figure() && next.cell.is_figure();
            if two || next.cell.is_blank() {
                break;
            }
            run.take(next.clone());
            last = next;
            if run.cell.is_figure() || at == 0 && is_sign(next) {
                (longest, taken) = (run.clone(), at + 1);
            }
        }
        found.push(longest);
        rest = &others[taken..];
    }
    found
}
