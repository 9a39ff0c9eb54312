//! Tables as they stand in a file: cells with their places, and the lines around them.
//!
//! A layout is a way to cut a text into cells. A text that allows several is cut in each of them: which one is meant shows
//! when its cells are compared with numbers.

mod blanks;
mod markup;
mod pairs;
mod regular;
mod separated;

use std::collections::HashSet;
use std::fmt;

use itertools::Itertools;

use super::reading::Reader;
pub(crate) use regular::is_note;

/// Cells a table may have, and lines a text.
pub const MAX_CELLS: usize = 50_000;
/// Bytes of a line of a text without separators.
const LONGEST_LINE: usize = 20_000;

/// The way the cells of a table are separated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Commas or semicolons, cells perhaps in quotes.
    Csv,
    /// Tabs.
    Tsv,
    /// Bars, as in Markdown; the rows of LaTeX and of wikis.
    Markdown,
    /// Blanks, the columns under each other; or a value a line.
    Columns,
}

/// One cell, without the blanks around it.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct PrintedCell {
    /// The text in it.
    pub text: String,
    /// Its line, counted from 1.
    pub line: usize,
    /// Its first character in the line, counted from 1.
    pub column: usize,
}

/// Cells in rows of one length. Names of columns are rows like others: their role shows when the table is compared with
/// numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The rows; at least one.
    pub rows: Vec<Vec<PrintedCell>>,
    /// Lines above and below the rows that are no part of the table, such as a title or a note.
    pub aside: Vec<PrintedCell>,
    /// Lines with figures among the rows that have more or fewer cells: nothing says which are missing.
    pub loose: Vec<PrintedCell>,
}

/// A printed table: every way to cut it into cells, at least one, the likeliest first.
pub type PrintedTable = Vec<Grid>;

/// A text that is no table, with the place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub struct GridError {
    /// The line, counted from 1.
    pub line: usize,
    /// The character in the line, counted from 1.
    pub column: usize,
    /// The fault, and what would be right.
    pub why: String,
    /// Whether the names of what each column holds would help.
    pub needs_names: bool,
}

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            line, column, why, ..
        } = self;
        write!(f, "line {line}, column {column}: {why}")
    }
}

/// The bars that programs draw between cells in place of `|`.
const BARS: [char; 5] = ['│', '┃', '║', '¦', '｜'];

impl GridError {
    /// A fault at the beginning of a line.
    pub fn at_line(line: usize, why: impl Into<String>) -> Self {
        Self {
            line,
            column: 1,
            why: why.into(),
            needs_names: false,
        }
    }
}

impl PrintedCell {
    /// Whether it says that there is no figure: nothing, a dash, or a bar of signs.
    pub(crate) fn is_blank(&self) -> bool {
        let none = |c: char| matches!(c, '-' | '–' | '—' | '−' | '.' | '…' | ' ' | '\u{a0}');
        let bar = |c: char| matches!(c, '#' | '█'..='▏' | '=' | ' ');
        self.text.chars().all(none)
            || self.text.chars().all(bar)
            || matches!(&*self.text.to_lowercase(), "n/a" | "n. a." | "n.a.")
    }

    /// Where it ends in its line, counted from 0.
    fn end(&self) -> usize {
        self.column - 1 + self.text.chars().count()
    }

    /// Takes what follows in its line, as far off as it stands.
    fn take(&mut self, next: &Self) {
        let gap = (next.column - 1).saturating_sub(self.end()).max(1);
        self.text.extend(std::iter::repeat_n(' ', gap));
        self.text.push_str(&next.text);
    }

    /// Whether it can be read as a figure of some kind.
    pub(crate) fn is_figure(&self) -> bool {
        Reader::default().read(&self.text).is_ok()
    }

    /// A fault in this cell.
    pub(super) fn error(&self, why: impl Into<String>) -> GridError {
        GridError {
            line: self.line,
            column: self.column,
            why: why.into(),
            needs_names: false,
        }
    }
}

impl Grid {
    /// The number of columns.
    pub fn width(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    /// The texts of its cells.
    fn texts(&self) -> Vec<Vec<String>> {
        let row = |row: &Vec<PrintedCell>| row.iter().map(|cell| cell.text.clone()).collect();
        self.rows.iter().map(row).collect()
    }

    /// The same table so many lines further down.
    fn lowered(mut self, by: usize) -> Self {
        let beside = self.aside.iter_mut().chain(&mut self.loose);
        for cell in self.rows.iter_mut().flatten().chain(beside) {
            cell.line += by;
        }
        self
    }

    /// The same table lying on its side.
    pub(crate) fn turned(&self) -> Self {
        let column = |at: usize| self.rows.iter().map(|row| row[at].clone()).collect();
        Self {
            rows: (0..self.width()).map(column).collect(),
            ..self.clone()
        }
    }
}

/// The tables of a text; without a layout it is cut in every way that fits. Empty lines are skipped, and but for Markdown
/// lines that begin with `#`.
///
/// # Errors
/// [`GridError`]: there is no row of cells, or there are too many.
///
/// # Examples
/// ```
/// use siga::figures::grid::{Layout, tables};
/// let text = "Table 3\nbehind  chance\n1  43,75 %\n2  50 %\n";
/// let tables = tables(text, Some(Layout::Columns))?;
/// let grid = &tables[0][0];
/// assert_eq!(grid.rows[1][1].text, "43,75 %");
/// assert_eq!(grid.aside[0].text, "Table 3");
/// assert!(siga::figures::grid::tables("\n", None).is_err());
/// # Ok::<(), siga::figures::grid::GridError>(())
/// ```
pub fn tables(text: &str, layout: Option<Layout>) -> Result<Vec<PrintedTable>, GridError> {
    let text = &text.trim_start_matches('\u{feff}').replace(BARS, "|");
    let wanted = |own: Layout| layout.is_none_or(|layout| layout == own);
    let too_many = |count: usize, what: &str| {
        let why = format!("there are {count} {what}; the limit is {MAX_CELLS}");
        GridError::at_line(1, why)
    };
    let count = lines(text).count();
    if count > MAX_CELLS {
        return Err(too_many(count, "lines"));
    }
    let marked = markup::between_bars(text).filter(|_| wanted(Layout::Markdown));
    let text = marked.as_deref().unwrap_or(text);
    let between = match wanted(Layout::Markdown) {
        true => separated::bars(text),
        false => Vec::new(),
    };
    let drawn = between.iter().any(|table| table.sure);
    let between = between.into_iter();
    let grids = between.filter_map(|bars| regular::grid(bars.rows, bars.aside));
    let mut tables: Vec<PrintedTable> = grids.map(|grid| vec![grid]).collect();
    // A table between bars is read as such, and several are several tables.
    let sure = layout.is_none() && drawn && !tables.is_empty();
    if layout != Some(Layout::Markdown) && !sure {
        let parts = apart(text);
        let between = tables.into_iter().filter(|_| parts.len() == 1);
        let between = between.flatten().collect_vec();
        let each = parts.iter().map(|(above, part)| {
            let cuts = cuts(part, layout).into_iter();
            let cuts = cuts.map(|grid| grid.lowered(*above));
            let cuts = cuts.chain(between.clone());
            cuts.unique_by(Grid::texts).collect()
        });
        tables = each
            .filter(|table: &PrintedTable| !table.is_empty())
            .collect();
    }
    let cells = |grid: &Grid| grid.rows.iter().map(Vec::len).sum::<usize>();
    let cells = |table: &PrintedTable| table.iter().map(cells).max().unwrap_or(0);
    if let Some(cells) = tables.iter().map(cells).find(|cells| *cells > MAX_CELLS) {
        return Err(too_many(cells, "cells in the table"));
    }
    match tables.is_empty() {
        true => Err(GridError::at_line(
            1,
            "there is no table here: not one row of cells",
        )),
        false => Ok(tables),
    }
}

/// Every way to cut a text without bars.
fn cuts(text: &str, layout: Option<Layout>) -> Vec<Grid> {
    let wanted = |own: Layout| layout.is_none_or(|layout| layout == own);
    let has = |sign: char| lines(text).any(|(_, line)| line.contains(sign));
    // A tab or a semicolon in every line with figures leaves no doubt.
    let separates = |sign: &char| {
        let figures = lines(text).filter(|(_, line)| line.contains(|c: char| c.is_ascii_digit()));
        let (with, without): (Vec<_>, Vec<_>) = figures.partition(|(_, line)| line.contains(*sign));
        with.len() > 1 && with.len() > 3 * without.len()
    };
    let sure = ['\t', ';'].into_iter().filter(separates);
    let sure = sure.filter(|_| layout.is_none()).collect_vec();
    let mut cuts: Vec<Grid> = Vec::new();
    for (own, sign) in [(Layout::Tsv, '\t'), (Layout::Csv, ';'), (Layout::Csv, ',')] {
        let may_be = sure.is_empty() || sure.contains(&sign);
        if wanted(own) && may_be && (has(sign) || layout == Some(own)) {
            cuts.extend(regular::grid(separated::rows(text, sign), Vec::new()));
        }
    }
    if wanted(Layout::Columns) && sure.is_empty() {
        cuts.extend(blanks::grids(text));
        cuts.extend(pairs::grids(text));
    }
    cuts
}

/// The tables of a text, each with the number of lines above it: names of columns after a blank line and rows above begin another,
/// unless they are the names of the one before; what stands between the rows and them belongs to it, but for notes.
fn apart(text: &str) -> Vec<(usize, String)> {
    let cells = |line: &str| {
        let spaced = line.replace("  ", "\t");
        let cells = spaced
            .split(['\t', ';', ','])
            .map(|cell| cell.trim().to_owned());
        cells.filter(|cell| !cell.is_empty()).collect_vec()
    };
    let drawn = |c: char| "-=+|─━═ \t".contains(c);
    let has_digit = |line: &str| line.contains(|c: char| c.is_ascii_digit());
    let is_figure = |cell: &String| has_digit(cell) && !cell.starts_with(char::is_alphabetic);
    // The line after the first blank one below the rows.
    let (mut names, mut above, mut gap) = (Vec::new(), 0, None);
    let mut keys = HashSet::new();
    let mut begins = vec![0];
    let all = text.lines().collect_vec();
    for (at, line) in all.iter().enumerate() {
        if line.trim().is_empty() {
            gap = gap.or(Some(at + 1));
        }
        if line.chars().all(drawn) {
            continue;
        }
        let own = cells(line);
        if own.len() > 1 && own.iter().any(is_figure) {
            keys.extend(own.into_iter().next());
            gap = None;
            continue;
        }
        if regular::is_note(line) {
            gap = gap.map(|_| at + 1);
            continue;
        }
        let mut below = all[at + 1..].iter().take(3);
        let next = below.find(|line| !line.chars().all(drawn));
        let next = next.filter(|next| has_digit(next));
        let next = next.map_or(Vec::new(), |next| cells(next));
        // A column of bars has no name.
        let is_head = own.len() > 1 && (own.len()..=own.len() + 1).contains(&next.len());
        let is_other = own != names || next.first().is_some_and(|key| keys.contains(key));
        let begin = gap.filter(|gap| is_head && keys.len() > 1 && *gap > above && is_other);
        if let Some(begin) = begin {
            begins.push(begin);
            keys.clear();
        }
        if is_head {
            (names, above) = (own, at);
        }
    }
    let ends = begins.iter().skip(1).copied().chain([all.len()]);
    let parts = begins.iter().zip(ends);
    parts
        .map(|(begin, end)| (*begin, all[*begin..end].join("\n")))
        .collect()
}

/// The table of these rows, lines of other lengths being set aside; `None` if nothing is in them.
pub fn table_of(mut rows: Vec<Vec<PrintedCell>>, aside: Vec<PrintedCell>) -> Option<PrintedTable> {
    regular::filled(&mut rows);
    Some(vec![regular::grid(rows, aside)?])
}

/// How many cells of a table can be read as figures, in the cut where most can.
pub fn figures_in(table: &[Grid]) -> usize {
    let figures = |grid: &Grid| {
        let cells = grid.rows.iter().flatten();
        cells.filter(|cell| cell.is_figure()).count()
    };
    table.iter().map(figures).max().unwrap_or(0)
}

/// The first words of a table, by which people know it.
pub fn in_short(table: &[Grid]) -> String {
    let cells = table[0].aside.iter().chain(table[0].rows.iter().flatten());
    let words = cells
        .map(|cell| cell.text.as_str())
        .filter(|text| !text.is_empty());
    words.take(4).join(" · ")
}

/// Lines that hold cells, with their numbers.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines()
        .enumerate()
        .map(|(i, line)| (i + 1, line))
        .filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'))
}

/// A whole line as one cell.
fn whole(number: usize, line: &str) -> PrintedCell {
    let blanks = line.chars().take_while(|c| c.is_whitespace()).count();
    PrintedCell {
        text: line.trim().to_owned(),
        line: number,
        column: blanks + 1,
    }
}
