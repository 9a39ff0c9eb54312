//! Divides a text into positions by the kinds of its lines.
//!
//! Nothing here knows a game. A text has one position after the other, each of them
//!
//! - rows on one line, with what follows them;
//! - `key: value` lines, `board:` and the rows as drawn, up to a blank line;
//! - a picture as siga prints it: title and source, the board, and below it the position on one line.

use super::other_forms;
use super::spot::{Excerpt, Spot, lines};

/// The sign before the remark that siga prints after a position on one line: ` · x to move`.
const REMARK: char = '·';

/// The kinds of lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineKind {
    /// `board:`, which announces rows.
    Board,
    /// `key: value`.
    Entry,
    /// Rows joined by `/`, and what follows them.
    Position,
    /// `x to move`, `light`.
    Turn,
    /// A row of a board, a title, or something else.
    Loose,
}

impl LineKind {
    pub(super) fn of(line: &str) -> LineKind {
        if line.eq_ignore_ascii_case("board:") {
            return LineKind::Board;
        }
        let slash = line.find('/').unwrap_or(line.len());
        if let Some(colon) = line[..slash].find(':') {
            let key = line[..colon].trim();
            let letters = key
                .chars()
                .all(|found| found.is_alphabetic() || found == ' ');
            return match letters && !key.is_empty() {
                true => LineKind::Entry,
                false => LineKind::Loose,
            };
        }
        if is_joins(line) {
            return LineKind::Loose;
        }
        // A single bar may stand in a title.
        let row =
            |found: char| ".xoab ".contains(found.to_ascii_lowercase()) || found.is_ascii_digit();
        if slash > 0
            && (line.matches('/').count() > 1
                || line.contains('/') && line[..slash].chars().all(row))
        {
            return LineKind::Position;
        }
        match line.split_whitespace().collect::<Vec<_>>().as_slice() {
            [_, "to", "move" | "place" | "throw", ..] => LineKind::Turn,
            [word] if other_forms::is_colour(word) => LineKind::Turn,
            _ => LineKind::Loose,
        }
    }
}

/// Whether a line has only joins between the points of a board: `|\|/|`; in `| x | x |` stand pieces.
pub(super) fn is_joins(line: &str) -> bool {
    let apart = line.trim().contains(char::is_whitespace);
    let pieces = apart && line.contains('x') && !line.contains(['/', '\\']);
    !pieces
        && (line.contains(['|', '\\']) || line.trim_start().starts_with('/'))
        && line
            .chars()
            .all(|found| "|\\/Xx".contains(found) || found.is_whitespace())
}

/// Whether a text is written like a position on one line: rows joined by `/`, and a side to move.
pub fn is_position(text: &str) -> bool {
    LineKind::of(text.trim()) == LineKind::Position && text.split_whitespace().count() > 1
}

/// The part of a position that was read last.
#[derive(Clone, Copy)]
enum PositionProgress {
    Header,
    Rows,
    /// A title or a drawn board without `board:`.
    Loose,
    /// Its line has been there, or whose turn it is.
    Said,
}

impl PositionProgress {
    fn first(kind: LineKind) -> PositionProgress {
        match kind {
            LineKind::Board => PositionProgress::Rows,
            LineKind::Entry => PositionProgress::Header,
            LineKind::Position | LineKind::Turn => PositionProgress::Said,
            LineKind::Loose => PositionProgress::Loose,
        }
    }

    /// With another line, `gap` if a blank one stands before it; `None` if that begins another position.
    fn next(self, line: &str, gap: bool) -> Option<PositionProgress> {
        let kind = LineKind::of(line);
        match (self, kind) {
            (PositionProgress::Header, _) => Some(PositionProgress::first(kind)),
            (PositionProgress::Rows, LineKind::Loose | LineKind::Entry) => (!gap).then_some(self),
            (PositionProgress::Rows, LineKind::Position) => {
                line.contains(REMARK).then_some(PositionProgress::Said)
            }
            (PositionProgress::Loose, LineKind::Entry) => (!gap).then_some(self),
            (PositionProgress::Loose, LineKind::Board) => (!gap).then_some(PositionProgress::Rows),
            (PositionProgress::Loose, LineKind::Loose) => Some(self),
            (PositionProgress::Loose, LineKind::Position)
            | (PositionProgress::Rows | PositionProgress::Loose, LineKind::Turn) => {
                Some(PositionProgress::Said)
            }
            (PositionProgress::Said, LineKind::Loose | LineKind::Turn) => (!gap).then_some(self),
            (_, LineKind::Board)
            | (PositionProgress::Said, LineKind::Entry | LineKind::Position) => None,
        }
    }
}

/// Whether two blocks of lines are boards of the same shape, with or without a line that says whose turn it is.
fn are_boards(above: &[Spot<'_>], below: &[Spot<'_>]) -> bool {
    let mut rows = above.iter().zip(below);
    above.len() > 2
        && above.len() == below.len()
        && rows.all(|(row, other)| {
            // Lines of joins are alike.
            row.text == other.text || other_forms::is_row_above(*row, *other)
        })
}

/// The positions of a text, one after the other; a text without any is one that cannot be read.
pub fn positions(text: &str) -> Vec<Excerpt> {
    let mut starts = Vec::new();
    let mut state: Option<PositionProgress> = None;
    let all: Vec<Spot<'_>> = lines(text).collect();
    let blocks = all.chunk_by(|above, below| above.place.line + 1 == below.place.line);
    let mut above: &[Spot<'_>] = &[];
    for (block, at) in blocks.flat_map(|block| (0..block.len()).map(move |at| (block, at))) {
        let Spot { text, place } = block[at];
        let gap = at == 0;
        let another = gap && are_boards(std::mem::replace(&mut above, block), block);
        state = match state.and_then(|state| state.next(text, gap)) {
            Some(PositionProgress::Loose) if another => None,
            state => state,
        };
        state = match state {
            Some(state) => Some(state),
            None => {
                starts.push(place.line);
                Some(PositionProgress::first(LineKind::of(text)))
            }
        };
    }
    // Lines before the first position belong to it, so that the text of one position is a whole text.
    if let Some(first) = starts.first_mut() {
        *first = 1;
    } else {
        starts.push(1);
    }
    let mut excerpts = Vec::with_capacity(starts.len());
    let (mut rest, mut at) = (text, 1);
    for (index, &line) in starts.iter().enumerate() {
        let end = starts.get(index + 1).map_or(rest.len(), |next| {
            let ends = rest.match_indices('\n').map(|(end, _)| end + 1);
            ends.take(next - at).last().unwrap_or(0)
        });
        excerpts.push(Excerpt {
            text: rest[..end].to_owned(),
            line,
        });
        rest = &rest[end..];
        at = starts.get(index + 1).copied().unwrap_or(at);
    }
    excerpts
}

/// The lines without what siga adds to them.
pub(super) fn without_remarks(text: &str) -> String {
    let lines = text.lines().map(|line| line.split(REMARK).next());
    itertools::join(lines.flatten(), "\n")
}

/// The line without what siga adds to it.
pub(super) fn without_remark(line: Spot<'_>) -> Spot<'_> {
    match line.text.find(REMARK) {
        Some(at) => line.first(at).trim(),
        None => line,
    }
}

/// The characters of drawn frames.
const FRAME: &str = "╭╮╰╯─│┤╞═";

/// Takes a drawn board out of lines: what stands above it, and its rows without frame, labels and scales; `labels` are the letters left of
/// the rows, of which square boards have none but numbers.
pub(super) fn drawing<'a>(
    lines: &[Spot<'a>],
    pieces: &str,
    labels: &str,
) -> (Vec<Spot<'a>>, Vec<Spot<'a>>) {
    let cell = |found: char| {
        ".*".contains(found)
            || found.is_ascii_digit()
            || pieces.contains([found, found.to_ascii_lowercase()])
    };
    let is_row = |line: &Spot| {
        let (label, rest) = line.word();
        let labelled = label.text.chars().count() == 1 && labels.contains(label.text);
        let cells = if labelled && !rest.text.is_empty() {
            rest
        } else {
            *line
        };
        cells
            .text
            .split_whitespace()
            .all(|word| word.chars().all(cell))
    };
    let mut above: Vec<Spot<'a>> = Vec::new();
    let mut rows = Vec::new();
    for &line in lines {
        let line = without_arrow(line);
        let edge = |found: char| FRAME.contains(found) || found.is_whitespace();
        let cut = inside_frame(line);
        if line.text.chars().all(edge) || is_scale(line, labels.is_empty(), rows.len()) {
            continue;
        }
        match rows.is_empty() && cut.is_none() && !is_row(&line) {
            true => above.push(line),
            false => rows.push(cut.unwrap_or(line)),
        }
    }
    // A line of other letters directly above a row is a row too.
    while let (Some(line), Some(row)) = (above.last(), rows.first())
        && line.place.line + 1 == row.place.line
        && other_forms::is_row_above(*line, *row)
    {
        rows.insert(0, *line);
        above.pop();
    }
    // Labels are there if all of them are.
    let size = rows.len();
    let expected = |row: usize| match labels.chars().nth(row) {
        Some(label) => label.to_string(),
        None => (size - row).to_string(),
    };
    let right = |(row, line): (usize, &Spot)| {
        let (label, rest) = line.word();
        label.text == expected(row) && !rest.text.is_empty()
    };
    if size > 1 && rows.iter().enumerate().all(right) {
        for row in &mut rows {
            *row = row.word().1;
        }
    }
    (above, rows)
}

/// The line without the arrow at its end, which shows the way that pieces go along a row.
fn without_arrow(line: Spot<'_>) -> Spot<'_> {
    let row = line.text.trim_end_matches(['←', '→']);
    line.first(row.len()).trim()
}

/// The text between the sides of a drawn frame, if there are any.
fn inside_frame(line: Spot<'_>) -> Option<Spot<'_>> {
    let (left, side) = line
        .text
        .char_indices()
        .find(|(_, found)| "│┤".contains(*found))?;
    let inside = line.after(left + side.len_utf8());
    let right = inside.text.find(['│', '╞']).unwrap_or(inside.text.len());
    Some(inside.first(right).trim())
}

/// Whether a line beside a drawn board names its columns: `a b c`, `1 5 10`, or the ends of a boat.
fn is_scale(line: Spot<'_>, letters: bool, rows: usize) -> bool {
    let words: Vec<&str> = line.text.split_whitespace().collect();
    if words.iter().all(|word| ["stern", "prow"].contains(word)) {
        return true;
    }
    if letters {
        let alphabet = ('a'..='z').map(String::from);
        return words.len() > 1
            && words
                .iter()
                .zip(alphabet)
                .all(|(word, letter)| *word == letter);
    }
    let numbers: Option<Vec<usize>> = words.iter().map(|word| word.parse().ok()).collect();
    numbers.is_some_and(|numbers| {
        let several = numbers.len() > 1 || rows > 3;
        several && numbers.first() == Some(&1) && numbers.is_sorted_by(|left, right| left < right)
    })
}
