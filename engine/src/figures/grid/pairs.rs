//! Texts that have a key and its figures on a line, or a value on each line, as they come out of a PDF.

use itertools::Itertools;

use super::{Grid, LONGEST_LINE, PrintedCell, lines, regular, whole};

/// The most columns in which single values may have stood, and the most values.
const MOST_COLUMNS: usize = 6;
const MOST_VALUES: usize = 2_000;

/// The text as entries `key = figure`, and as single values that stood in columns.
pub(super) fn grids(text: &str) -> Vec<Grid> {
    let entries = split_lines(text);
    let grids = ["=", ":", " — ", " – ", "->", "→"].map(|sign| entry_grid(&entries, sign));
    grids.into_iter().flatten().chain(columns(text)).collect()
}

/// Lines, or their parts between semicolons or commas that a blank or another entry `key=figure` follows.
fn split_lines(text: &str) -> Vec<PrintedCell> {
    let mut found = Vec::new();
    for (number, line) in lines(text).filter(|(_, line)| line.len() <= LONGEST_LINE) {
        // Programs write entries between braces.
        let within = line.find('{').zip(line.rfind('}'));
        let bare = line
            .trim_start()
            .trim_start_matches(['•', '-', '*', '–', '◦']);
        // What follows a mark and a blank is an entry of a list.
        let begin = line.len()
            - if bare.starts_with(' ') {
                bare.len()
            } else {
                line.len()
            };
        let (begin, end) = within.map_or((begin, line.len()), |(begin, end)| (begin + 1, end));
        let (mut from, line) = (begin.min(end), &line[..end]);
        let mut column = line[..from].chars().count();
        let ends = line.match_indices([';', ',']).map(|(at, _)| at);
        let begins = |at: &usize| {
            let rest = &line[at + 1..];
            let next = rest.split([';', ',']).next().unwrap_or_default();
            rest.starts_with(' ') || next.contains('=')
        };
        let ends = ends
            .filter(|at| *at >= from && begins(at))
            .chain([line.len()]);
        for end in ends.collect_vec() {
            // Entries that follow each other are a sentence, which ends with a point.
            let entry = &line[from..end];
            let entry = entry
                .strip_suffix('.')
                .filter(|_| from > 0)
                .unwrap_or(entry);
            let mut cell = whole(number, entry);
            cell.column += column;
            found.push(cell);
            let next = (end + 1).min(line.len());
            column += line[from..next].chars().count();
            from = next;
        }
    }
    found
}

/// Entries with a sign in them as rows of two cells; `None` if there are not two such entries.
fn entry_grid(entries: &[PrintedCell], sign: &str) -> Option<Grid> {
    let mut aside = Vec::new();
    let mut rows: Vec<Vec<PrintedCell>> = Vec::new();
    for entry in entries {
        // A title may stand before the first entry of a line: `Sticks: 1 = 1/4`.
        let title = entry.text.rfind(": ").filter(|_| sign != ":");
        let from = title.map_or(0, |at| at + 2);
        let parts = entry.text[from..].split_once(sign);
        let parts = parts.map(|(key, rest)| (key.trim(), rest.trim()));
        match parts
            .filter(|(key, rest)| !key.is_empty() && !rest.is_empty() && key.chars().count() < 30)
        {
            Some((key, rest)) => {
                let cell = |text: &str, from: usize| {
                    let before = entry.text[from..].find(text).unwrap_or(0) + from;
                    PrintedCell {
                        text: text.to_owned(),
                        line: entry.line,
                        column: entry.column + entry.text[..before].chars().count(),
                    }
                };
                aside.extend(title.map(|at| cell(entry.text[..at].trim(), 0)));
                let behind = entry.text.len() - rest.len();
                rows.push(vec![cell(key, from), cell(rest, behind)]);
            }
            None => aside.push(entry.clone()),
        }
    }
    if rows.len() < 2 || aside.len() > rows.len() {
        return None;
    }
    let (loose, aside) = aside.into_iter().partition(PrintedCell::is_figure);
    let grid = regular::grid(rows, aside)?;
    Some(Grid { loose, ..grid })
}

/// A value a line: the rows one after the other, or the columns.
fn columns(text: &str) -> Vec<Grid> {
    let cells = lines(text)
        .map(|(number, line)| whole(number, line))
        .collect_vec();
    let mut grids = Vec::new();
    if cells.len() > MOST_VALUES {
        return grids;
    }
    for title in 0..=2.min(cells.len()) {
        let (aside, cells) = cells.split_at(title);
        if aside.iter().any(PrintedCell::is_figure) || cells.len() < 4 {
            break;
        }
        for width in
            (2..=MOST_COLUMNS).filter(|width| cells.len() % width == 0 && cells.len() > *width)
        {
            let height = cells.len() / width;
            let by_rows = cells
                .chunks(width)
                .map(<[PrintedCell]>::to_vec)
                .collect_vec();
            let by_columns = (0..height).map(|row| {
                (0..width)
                    .map(|at| cells[at * height + row].clone())
                    .collect()
            });
            for rows in [by_rows, by_columns.collect()] {
                grids.extend(regular::grid(rows, aside.to_vec()));
            }
        }
    }
    grids
}
