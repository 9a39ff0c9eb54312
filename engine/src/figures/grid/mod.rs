//! Tables as they stand in a file: cells with their places, whatever separates them.

mod columns;
mod markdown;
mod separated;

use std::fmt;

use itertools::Itertools;

use super::reading::{Decimal, Reader};

/// Cells a table may have.
const MAX_CELLS: usize = 200_000;

/// How the cells of a table are separated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Commas or semicolons, cells perhaps in quotes.
    Csv,
    /// Tabs.
    Tsv,
    /// Bars, with a line of dashes under the header.
    Markdown,
    /// Blanks, the columns under each other.
    Columns,
}

/// One cell, without the blanks around it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// What stands in it.
    pub text: String,
    /// Its line, counted from 1.
    pub line: usize,
    /// Its first character in the line, counted from 1.
    pub column: usize,
}

/// A table of cells; every row has as many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// How its cells are separated.
    pub layout: Layout,
    /// The names of the columns, where there are such.
    pub header: Option<Vec<Cell>>,
    /// The rows under them; at least one.
    pub rows: Vec<Vec<Cell>>,
}

/// A text that is no table, with the place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub struct GridError {
    /// The line, counted from 1.
    pub line: usize,
    /// The character in the line, counted from 1.
    pub column: usize,
    /// What is wrong and what would be right.
    pub why: String,
}

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, column, why } = self;
        write!(f, "line {line}, column {column}: {why}")
    }
}

impl Cell {
    /// Whether it says that there is no figure: nothing, or a dash.
    pub fn is_blank(&self) -> bool {
        self.text
            .chars()
            .all(|c| matches!(c, '-' | '–' | '—' | '.' | '…' | ' '))
    }

    pub(super) fn error(&self, why: impl Into<String>) -> GridError {
        GridError {
            line: self.line,
            column: self.column,
            why: why.into(),
        }
    }
}

impl Grid {
    /// Reads a table; without a layout it is found by what the lines have in common. Empty lines are skipped, and but
    /// for Markdown lines that begin with `#`.
    ///
    /// # Errors
    /// [`GridError`]: nothing there, rows of different length, quotes left open, a text that can be read in two ways.
    ///
    /// # Examples
    /// ```
    /// use siga::figures::Decimal;
    /// use siga::figures::grid::{Grid, Layout};
    /// let grid = Grid::read("behind  chance\n1  43,75 %\n2  50 %\n", None, Decimal::Auto)?;
    /// assert_eq!(grid.layout, Layout::Columns);
    /// assert_eq!(grid.rows[0][1].text, "43,75 %");
    /// let error = Grid::read("1;2\n3;4;5\n", None, Decimal::Auto).unwrap_err();
    /// assert_eq!((error.line, error.column), (2, 5));
    /// # Ok::<(), siga::figures::grid::GridError>(())
    /// ```
    pub fn read(text: &str, layout: Option<Layout>, decimal: Decimal) -> Result<Self, GridError> {
        let text = text.trim_start_matches('\u{feff}');
        let layout = match layout {
            Some(layout) => layout,
            None => guessed(text, decimal)?,
        };
        let (named, mut rows) = match layout {
            Layout::Csv => (
                false,
                separated::rows(text, separated::delimiter(text, decimal))?,
            ),
            Layout::Tsv => (false, separated::rows(text, '\t')?),
            Layout::Markdown => (true, markdown::rows(text)?),
            Layout::Columns => (false, columns::rows(text)?),
        };
        let cells = rows.iter().map(Vec::len).sum::<usize>();
        let Some(first) = rows.first() else {
            return Err(no_table(1, "there is no table here: not one row of cells"));
        };
        if cells > MAX_CELLS {
            return Err(no_table(
                1,
                format!("the table has {cells} cells; the limit is {MAX_CELLS}"),
            ));
        }
        let width = first.len();
        if let Some(row) = rows.iter().find(|row| row.len() != width) {
            let (line, there) = (row.first().map_or(1, |cell| cell.line), row.len());
            let past = row.get(width).or(row.last()).map_or(1, |cell| cell.column);
            return Err(GridError {
                line,
                column: past,
                why: format!("cells in this row: {there}, in the first row: {width}"),
            });
        }
        let header = (named || is_header(&rows)).then(|| rows.remove(0));
        if rows.is_empty() {
            return Err(no_table(1, "the table has a header and no rows"));
        }
        Ok(Self {
            layout,
            header,
            rows,
        })
    }

    /// How many columns there are.
    pub fn width(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    /// The cells of a column below the header.
    pub fn column(&self, at: usize) -> impl Iterator<Item = &Cell> {
        self.rows.iter().filter_map(move |row| row.get(at))
    }

    /// The name of a column, or nothing.
    pub fn name(&self, at: usize) -> &str {
        let cell = self.header.as_ref().and_then(|header| header.get(at));
        cell.map_or("", |cell| &cell.text)
    }
}

fn no_table(line: usize, why: impl Into<String>) -> GridError {
    GridError {
        line,
        column: 1,
        why: why.into(),
    }
}

/// Lines that hold cells, with their numbers.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines()
        .enumerate()
        .map(|(i, line)| (i + 1, line))
        .filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'))
}

/// The layout that the lines have in common.
fn guessed(text: &str, decimal: Decimal) -> Result<Layout, GridError> {
    if text.lines().any(markdown::is_rule) {
        return Ok(Layout::Markdown);
    }
    let every = |holds: &dyn Fn(&str) -> bool| lines(text).all(|(_, line)| holds(line));
    if every(&|line| line.contains('\t')) {
        return Ok(Layout::Tsv);
    }
    if every(&|line| line.contains(';')) {
        return Ok(Layout::Csv);
    }
    let blanks = |line: &str| line.trim().contains(char::is_whitespace);
    let commas = lines(text).any(|(_, line)| line.contains(','));
    if !commas || decimal == Decimal::Comma {
        return Ok(Layout::Columns);
    }
    if !every(&|line| line.contains(',')) {
        return Ok(Layout::Columns);
    }
    // Commas in every line: separators, unless all of them stand within numbers and blanks separate.
    let within = |line: &str| {
        let chars: Vec<char> = line.chars().collect();
        (0..chars.len()).filter(|&i| chars[i] == ',').all(|i| {
            let near = |at: Option<usize>| {
                at.and_then(|at| chars.get(at))
                    .is_some_and(char::is_ascii_digit)
            };
            near(Some(i + 1)) && (i == 0 || near(i.checked_sub(1)) || chars[i - 1] == ' ')
        })
    };
    if every(&within) {
        if every(&blanks) && columns::agrees(text) {
            return Ok(Layout::Columns);
        }
        let comma = Reader {
            decimal: Decimal::Comma,
            ..Reader::default()
        };
        let one = |line: &str| line.matches(',').count() == 1 && comma.read(line).is_ok();
        if every(&one) {
            // What stands before the comma is no key when it comes again.
            let before = |(_, line): (usize, &'_ str)| {
                line.split(',').next().unwrap_or_default().trim().to_owned()
            };
            if !lines(text).map(before).all_unique() {
                return Ok(Layout::Columns);
            }
            let line = lines(text).next().map_or(1, |(line, _)| line);
            return Err(no_table(
                line,
                "the comma may separate two columns or stand before decimals: say which, with --layout csv or \
                 --decimal comma",
            ));
        }
    }
    Ok(Layout::Csv)
}

/// Whether the first row names the columns: somewhere it has words above figures, or nothing above row names.
fn is_header(rows: &[Vec<Cell>]) -> bool {
    let Some((first, rest)) = rows.split_first() else {
        return false;
    };
    if rest.is_empty() {
        return false;
    }
    let reader = Reader::default();
    let is_figure = |cell: &Cell| reader.read(&cell.text).is_ok();
    let corner = first.len() > 1
        && first[0].text.is_empty()
        && first[1..].iter().all(|cell| !cell.text.is_empty());
    corner
        || (0..first.len()).any(|at| {
            let mut below = rest
                .iter()
                .map(|row| &row[at])
                .filter(|cell| !cell.is_blank());
            !first[at].is_blank()
                && !is_figure(&first[at])
                && below.next().is_some_and(is_figure)
                && below.all(is_figure)
        })
}
