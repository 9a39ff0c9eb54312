//! Columns of plain text. Two blanks or a tab separate cells, so that `38 %` and `5 1/2` are one; or one blank does, signs and
//! words staying with their numbers. A row with fewer cells has them in the columns they stand under.

use itertools::Itertools;

use super::regular::{self, figures};
use super::{Grid, LONGEST_LINE, PrintedCell, lines};
use crate::figures::lexicon::{self, Certainty};

/// The most words of the name of a column, and the ways to cut a line into names that are looked at.
const LONGEST_NAME: usize = 4;
const MOST_WAYS: usize = 500;
/// The most parts between blanks that are one figure, as in `1 out of 6`.
const LONGEST: usize = 10;

/// The text cut by wide gaps, and by single blanks but not between words.
pub(super) fn grids(text: &str) -> Vec<Grid> {
    let text = &without_leaders(text);
    let cuts: [fn(&str, usize) -> Vec<PrintedCell>; 2] = [
        |line, number| pieces(line, number, wide_gap),
        |line, number| worded(joined(&pieces(line, number, |gap| !gap.is_empty()))),
    ];
    let rows = cuts.map(|cut| {
        content(text)
            .map(|(number, line)| cut(line, number))
            .collect_vec()
    });
    let grids = rows.iter().enumerate().flat_map(|(at, rows)| {
        let widths = rows.iter().filter(|row| figures(row) > 0).map(Vec::len);
        let counts = widths.counts();
        let most = counts
            .iter()
            .max_by_key(|(width, count)| (**count, **width));
        // Where cells are missing the longest rows have them all.
        let longest = counts.keys().max().filter(|_| at == 0);
        let widths = most
            .map(|(width, _)| width)
            .into_iter()
            .chain(longest)
            .unique();
        let grids = widths.filter_map(|width| of_width(rows, *width, longest == Some(width)));
        grids.collect_vec()
    });
    grids.collect()
}

/// The text with blanks for the dots, four or more, that lead from a word to its figure; every sign keeps its place.
fn without_leaders(text: &str) -> String {
    let leads = |c: &char| matches!(c, '.' | '·' | '…' | ' ');
    let mut bare = String::with_capacity(text.len());
    for (leads, chunk) in &text.chars().chunk_by(leads) {
        let chunk: String = chunk.collect();
        let dots = chunk.chars().filter(|c| *c != ' ').count();
        match leads && dots >= 4 {
            true => bare.extend(chunk.chars().map(|_| ' ')),
            false => bare.push_str(&chunk),
        }
    }
    bare
}

/// The grid of the rows that have as many cells as most, or as the longest; others are fitted to them where that can be done.
fn of_width(rows: &[Vec<PrintedCell>], width: usize, longest: bool) -> Option<Grid> {
    let spans = spans(rows, width);
    let first = (rows.iter()).position(|row| row.len() == width && figures(row) > 0)?;
    let last = rows.iter().rposition(|row| figures(row) > 0)?;
    let fitted = |(at, row): (usize, &Vec<PrintedCell>)| match row.len() == width {
        true => None,
        false if figures(row) > 0 || at > last && 2 * row.len() > width => {
            longest.then(|| under(row, &spans)).flatten()
        }
        false if (first..last).contains(&at) => labelled(row, width),
        false if at + 1 == first => named(row, &spans),
        false => None,
    };
    let cells = rows.iter().enumerate();
    let cells = cells.map(|(at, row)| fitted((at, row)).unwrap_or_else(|| row.clone()));
    regular::grid(cells.collect(), Vec::new())
}

/// Cells that belong together as one.
fn merged(
    cells: Vec<PrintedCell>,
    together: impl Fn(&PrintedCell, &PrintedCell) -> bool,
) -> Vec<PrintedCell> {
    let one = |mut one: PrintedCell, next: PrintedCell| match together(&one, &next) {
        true => {
            one.take(&next);
            Ok(one)
        }
        false => Err((one, next)),
    };
    cells.into_iter().coalesce(one).collect()
}

/// Words beside each other as one cell.
fn worded(cells: Vec<PrintedCell>) -> Vec<PrintedCell> {
    let is_word = |cell: &PrintedCell| !cell.is_figure() && !cell.is_blank();
    merged(cells, |one, next| is_word(one) && is_word(next))
}

/// The words of a row, each where it stands.
fn words(row: &[PrintedCell]) -> Vec<PrintedCell> {
    let words = |cell: &PrintedCell| {
        let words = pieces(&cell.text, cell.line, |gap| !gap.is_empty()).into_iter();
        let from = cell.column - 1;
        words.map(move |word| PrintedCell {
            column: word.column + from,
            ..word
        })
    };
    row.iter().flat_map(words).collect()
}

/// Names of columns in a line that is split otherwise than the rows: as many parts between wide gaps, or parts that each stand above one
/// column.
fn named(row: &[PrintedCell], spans: &[(usize, usize)]) -> Option<Vec<PrintedCell>> {
    let words = words(row);
    if words.len() == spans.len() {
        return Some(words);
    }
    if let Some(phrases) = phrases(&words, spans.len()) {
        return Some(phrases);
    }
    let wide = merged(words, |one, next| next.column <= one.end() + 2);
    match wide.len() {
        1 => None,
        parts if parts == spans.len() => Some(wide),
        parts => under(&wide, spans).or_else(|| {
            // All but the column of the keys have a name.
            let keys = PrintedCell {
                text: String::new(),
                ..wide[0].clone()
            };
            (parts + 1 == spans.len()).then(|| [vec![keys], wide].concat())
        }),
    }
}

/// Words as one cell.
fn phrase(words: &[PrintedCell]) -> Option<PrintedCell> {
    words.iter().cloned().reduce(|mut phrase, word| {
        phrase.take(&word);
        phrase
    })
}

/// Words as so many names of columns, one of which is a word or a phrase that names something, as `at most`; `None` where that can be
/// done in several ways, or in none.
fn phrases(words: &[PrintedCell], count: usize) -> Option<Vec<PrintedCell>> {
    let is_name = |cell: &PrintedCell| {
        !cell.text.contains(' ')
            || matches!(lexicon::named(&cell.text), Some((_, Certainty::Wholly)))
    };
    // For each number of words taken the ways to make phrases of them.
    let mut ways: Vec<Vec<Vec<PrintedCell>>> = vec![vec![Vec::new()]];
    for end in 1..=words.len() {
        let mut own = Vec::new();
        for begin in end.saturating_sub(LONGEST_NAME)..end {
            let phrase = phrase(&words[begin..end]).filter(is_name);
            let before = ways[begin].iter().filter(|before| before.len() < count);
            own.extend(
                before.filter_map(|before| Some([&before[..], &[phrase.clone()?]].concat())),
            );
        }
        own.truncate(MOST_WAYS);
        ways.push(own);
    }
    let mut all = ways.pop()?.into_iter().filter(|way| way.len() == count);
    let only = all.next()?;
    all.next().is_none().then_some(only)
}

/// A row of words within the table: its last words are cells, those before them its name.
fn labelled(row: &[PrintedCell], width: usize) -> Option<Vec<PrintedCell>> {
    let words = words(row);
    if words
        .iter()
        .any(|word| word.text.contains(|c: char| c.is_ascii_digit()))
    {
        return None;
    }
    let label = words.len().checked_sub(width)? + 1;
    let name = phrase(&words[..label]).into_iter();
    Some(name.chain(words[label..].iter().cloned()).collect())
}

/// Each cell in the one column that it overlaps.
fn under(row: &[PrintedCell], spans: &[(usize, usize)]) -> Option<Vec<PrintedCell>> {
    let line = row.first()?.line;
    let empty = |span: &(usize, usize)| PrintedCell {
        text: String::new(),
        line,
        column: span.0.saturating_add(1),
    };
    let mut cells = spans.iter().map(empty).collect_vec();
    for cell in row {
        let overlaps = |span: &(usize, usize)| span.0 < cell.end() && cell.column - 1 < span.1;
        let at = spans.iter().positions(overlaps).exactly_one().ok()?;
        if !cells[at].text.is_empty() {
            return None;
        }
        cells[at] = cell.clone();
    }
    Some(cells)
}

/// From where to where the cells of each column reach, in the rows that have all.
fn spans(rows: &[Vec<PrintedCell>], width: usize) -> Vec<(usize, usize)> {
    let mut spans: Vec<(usize, usize)> = vec![(usize::MAX, 0); width];
    for row in rows.iter().filter(|row| row.len() == width) {
        for (span, cell) in spans.iter_mut().zip(row) {
            *span = (span.0.min(cell.column - 1), span.1.max(cell.end()));
        }
    }
    spans
}

/// Lines with cells, not those drawn as rules.
fn content(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let drawn = |c: char| matches!(c, '-' | '=' | '+' | '|' | '─' | '━' | '═' | ' ');
    lines(text).filter(move |(_, line)| line.len() <= LONGEST_LINE && !line.chars().all(drawn))
}

fn wide_gap(gap: &str) -> bool {
    gap.chars().count() > 1 || gap.contains('\t')
}

/// The parts of a line between gaps that separate.
fn pieces(line: &str, number: usize, separates: impl Fn(&str) -> bool) -> Vec<PrintedCell> {
    let mut found: Vec<PrintedCell> = Vec::new();
    let mut gap = String::new();
    for (i, c) in line.chars().enumerate() {
        // A blank that does not break belongs to the number.
        if matches!(c, ' ' | '\t' | '\r') {
            gap.push(c);
            continue;
        }
        match found.last_mut() {
            Some(cell) if !separates(&gap) => {
                cell.text.push_str(&gap);
                cell.text.push(c);
            }
            _ => found.push(PrintedCell {
                text: c.to_string(),
                line: number,
                column: i + 1,
            }),
        }
        gap.clear();
    }
    found
}

/// Puts words and signs to the numbers they belong to: the most parts that are one figure, two figures beside each other being two.
fn joined(cells: &[PrintedCell]) -> Vec<PrintedCell> {
    let is_sign = |cell: &PrintedCell| (cell.text.chars()).all(|c| "%‰()".contains(c));
    // `2 ~ 3 %` may be a key and a figure.
    let equals =
        |cell: &PrintedCell, at| matches!((cell.text.as_str(), at), ("=" | "≈", _) | ("~", 1..));
    let mut found: Vec<PrintedCell> = Vec::new();
    let mut rest = cells;
    while let Some((first, others)) = rest.split_first() {
        let (mut run, mut last, mut taken) = (first.clone(), first, 0);
        // What stands behind the last sign between two figures.
        let (mut longest, mut tail) = (first.clone(), Some(first.clone()));
        let most = if first.is_blank() { 0 } else { LONGEST - 1 };
        for (at, next) in others.iter().take(most).enumerate() {
            let two = last.is_figure() && next.is_figure();
            if two || next.is_blank() && !equals(next, at) {
                break;
            }
            run.take(next);
            last = next;
            // `3/8 = 0.375` is one number.
            let again = taken == at && tail.as_ref().is_some_and(PrintedCell::is_figure);
            if again && equals(next, at) {
                tail = None;
                continue;
            }
            match &mut tail {
                Some(tail) => tail.take(next),
                None => tail = Some(next.clone()),
            }
            if tail.as_ref().is_some_and(PrintedCell::is_figure) || at == 0 && is_sign(next) {
                (longest, taken) = (run.clone(), at + 1);
            }
        }
        found.push(longest);
        rest = &others[taken..];
    }
    found
}
