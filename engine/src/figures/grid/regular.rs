//! Rows of one length, and the lines around them.

use std::collections::{BTreeMap, HashSet};

use itertools::Itertools;

use super::{Grid, MAX_CELLS, PrintedCell};
use crate::figures::lexicon;

/// The rows that have the length of most, and the other lines: titles above, notes below, headings between; and lines with figures
/// among the rows of which it is not known which cells are missing. `None` if there is nothing.
pub(super) fn grid(rows: Vec<Vec<PrintedCell>>, mut aside: Vec<PrintedCell>) -> Option<Grid> {
    let width = width(&rows);
    let is_whole =
        |row: &[PrintedCell]| row.len() == width && count_filled(row) > usize::from(width > 1);
    let whole = rows.iter().positions(|row| is_whole(row)).collect_vec();
    // A line that stands apart may be the head of the page.
    let mut neighbours = whole.iter().tuple_windows();
    let begins = neighbours.find(|(one, next)| rows[**one][0].line + 1 == rows[**next][0].line);
    let first = begins.map(|(first, _)| first).or(whole.first());
    let (first, last) = (
        first.copied().unwrap_or(0),
        whole.last().copied().unwrap_or(0),
    );
    let (mut kept, mut loose) = (Vec::<Vec<PrintedCell>>::new(), Vec::new());
    let lines = rows.iter().map(|row| row[0].line).collect_vec();
    let mut seen = HashSet::new();
    for (at, mut row) in rows.into_iter().enumerate() {
        while row.len() > width && row.last().is_some_and(|cell| cell.text.is_empty()) {
            row.pop();
        }
        if count_filled(&row) == 0 {
            continue;
        }
        let figures = figures(&row);
        let outside = at < first || at > last;
        let is_line = width > 1 && count_filled(&row) == 1 && figures == 0;
        let is_line = is_line && (outside || row[0].text.chars().count() > 1);
        // A number that stands by itself between rows that follow each other is that of a page.
        let apart = |other: Option<&usize>| other.is_none_or(|line| line.abs_diff(lines[at]) > 1);
        let apart =
            apart(at.checked_sub(1).and_then(|at| lines.get(at))) && apart(lines.get(at + 1));
        let is_page = width > 1 && begins.is_some() && apart && is_page_number(&row);
        // The names of columns may stand on each page again.
        let texts = || row.iter().map(|cell| cell.text.clone()).collect_vec();
        let is_again = figures == 0 && row.len() == width && !seen.insert(texts());
        let is_apart = at > 0 && lines[at - 1] + 1 < lines[at];
        if is_line || is_page || at > 0 && is_note(&row[0].text) || is_apart && is_said(&row) {
            aside.extend(joined(row));
        } else if is_again {
            continue;
        } else if row.len() == width {
            kept.push(row);
        } else if figures == 0 || outside && 2 * figures <= count_filled(&row) && row.len() < 4 {
            aside.extend(joined(row));
        } else {
            // Its cells can still be told apart.
            loose.extend(with(row, "  "));
        }
    }
    while is_title(&kept) {
        aside.extend(joined(kept.remove(0)));
    }
    let used = |at: usize| {
        kept.iter()
            .any(|row: &Vec<PrintedCell>| !row[at].text.is_empty())
    };
    let columns: Vec<usize> = (0..width).filter(|&at| used(at)).collect();
    let only = |row: &Vec<PrintedCell>| columns.iter().map(|&at| row[at].clone()).collect();
    let mut rows: Vec<Vec<PrintedCell>> = kept.iter().map(only).collect();
    put_signs(&mut rows);
    aside.sort_by_key(|cell| (cell.line, cell.column));
    (!rows.is_empty()).then_some(Grid { rows, aside, loose })
}

/// Whether the first row is a title that stands above the names of the columns: it has a sentence in it, or one text throughout, or
/// stands apart from them; the number of the page may be in it.
fn is_title(kept: &[Vec<PrintedCell>]) -> bool {
    let [first, second, _, ..] = kept else {
        return false;
    };
    let long = |cell: &PrintedCell| cell.text.split_whitespace().count() > 3;
    let alike = first.len() > 1 && first.iter().all(|cell| cell.text == first[0].text);
    // A rule may stand below names.
    let has_words = first.iter().any(|cell| cell.text.contains(' '));
    let apart = has_words && first[0].line + 1 < second[0].line;
    let names = count_filled(second) > 1 && figures(second) == 0;
    // `1/16 = 6.25 %` behind a key is two figures, and the row no title.
    let is_several =
        |cell: &PrintedCell| cell.text.starts_with(char::is_numeric) && !cell.is_figure();
    let names = names && !first[1..].iter().any(is_several);
    names && figures(first) < 2 && (apart || alike || first.iter().any(long))
}

/// The length that most rows with more than one filled cell have; of lengths as frequent the greater.
fn width(rows: &[Vec<PrintedCell>]) -> usize {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for row in rows.iter().filter(|row| count_filled(row) > 1) {
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

/// How many cells of a row are figures.
pub(super) fn figures(row: &[PrintedCell]) -> usize {
    row.iter().filter(|cell| cell.is_figure()).count()
}

fn count_filled(row: &[PrintedCell]) -> usize {
    row.iter().filter(|cell| !cell.text.is_empty()).count()
}

/// Fills short rows up to the length of the longest, unless these would be too many cells.
pub(super) fn filled(rows: &mut [Vec<PrintedCell>]) {
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    if width * rows.len() > MAX_CELLS {
        return;
    }
    for row in rows {
        let (line, column) = row
            .last()
            .map_or((1, 1), |last| (last.line, last.end() + 3));
        row.resize_with(width, || PrintedCell {
            text: String::new(),
            line,
            column,
        });
    }
}

/// Whether a line begins like a note: `Source: …`, `* …`.
pub(crate) fn is_note(text: &str) -> bool {
    let text = text.trim().to_lowercase();
    let begins = text
        .split_once(':')
        .is_some_and(|(word, _)| lexicon::is(&lexicon::plain(word), "note"));
    let mark = text
        .chars()
        .next()
        .is_some_and(|c| matches!(c, '*' | '†' | '‡' | '§' | '¹' | '²' | '³'));
    begins || (mark && text.chars().any(char::is_alphabetic))
}

/// Whether each cell says something of its own: words, and then a figure.
fn is_said(row: &[PrintedCell]) -> bool {
    let says = |cell: &PrintedCell| {
        let text = &cell.text;
        let begins = text.starts_with(char::is_alphabetic) && text.contains(' ');
        text.is_empty() || begins && text.contains(|c: char| c.is_ascii_digit())
    };
    row.iter().all(says)
}

/// Puts the signs of a column of signs, as `=` and `>`, to the cells before them.
fn put_signs(rows: &mut [Vec<PrintedCell>]) {
    let is_sign = |row: &Vec<PrintedCell>, at: usize| {
        matches!(
            row[at].text.as_str(),
            "=" | "<" | ">" | "≤" | "≥" | "<=" | ">="
        )
    };
    let width = rows.first().map_or(0, Vec::len);
    let all = |at: &usize| rows.len() > 1 && rows[1..].iter().all(|row| is_sign(row, *at));
    let Some(at) = (1..width).find(all) else {
        return;
    };
    for row in rows {
        let has_sign = is_sign(row, at) && row[at].text != "=";
        let sign = row.remove(at).text;
        if has_sign {
            row[at - 1].text.insert_str(0, &(sign + " "));
        }
    }
}

/// Whether a row has one cell, the number of a page: `43`, `- 43 -`.
fn is_page_number(row: &[PrintedCell]) -> bool {
    let mut filled = row.iter().filter(|cell| !cell.text.is_empty());
    let signs = |c| matches!(c, '-' | '–' | '—' | '[' | ']' | ' ');
    let is_number = |cell: &PrintedCell| cell.text.trim_matches(signs).parse::<u16>().is_ok();
    filled.next().is_some_and(is_number) && filled.next().is_none()
}

/// A line of cells as one text; one that spans them all stands once.
fn joined(mut row: Vec<PrintedCell>) -> Option<PrintedCell> {
    row.dedup_by(|next, first| next.text == first.text);
    with(row, " ")
}

/// A line of cells as one text, this between them.
fn with(row: Vec<PrintedCell>, between: &str) -> Option<PrintedCell> {
    let cells = row.into_iter().filter(|cell| !cell.text.is_empty());
    cells.reduce(|first, cell| PrintedCell {
        text: first.text + between + &cell.text,
        ..first
    })
}
