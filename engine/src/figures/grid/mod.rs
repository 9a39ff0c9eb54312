//! Tables as they stand in a file: cells with their places, whatever separates them, and the lines around them.

mod bars;
mod columns;
mod regular;
mod separated;

use std::fmt;

use itertools::Itertools;

use super::reading::{Decimal, Reader};

/// Cells a table may have.
const MAX_CELLS: usize = 200_000;

/// The way the cells of a table are separated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Commas or semicolons, cells perhaps in quotes.
    Csv,
    /// Tabs.
    Tsv,
    /// Bars, as in Markdown.
    Markdown,
    /// Blanks, the columns under each other.
    Columns,
    /// Elements of a page.
    Html,
}

/// One cell, without the blanks around it.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    /// The text in it.
    pub text: String,
    /// Its line, counted from 1.
    pub line: usize,
    /// Its first character in the line, counted from 1.
    pub column: usize,
}

/// A table of cells; every row has the same number. Names of columns are rows like others: their role shows when the table is
/// compared with numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The way its cells are separated.
    pub layout: Layout,
    /// The rows; at least one.
    pub rows: Vec<Vec<Cell>>,
    /// Lines above, below and between the rows that are no part of the table, such as a title or a note.
    pub aside: Vec<Cell>,
}

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
    /// The information that would help, from whoever has the table.
    pub ask: Option<AskFor>,
}

/// Information that would let a table be understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskFor {
    /// The content of each column: these are names that it could have.
    Columns,
    /// The separator of cells, or the decimal sign.
    Separator,
    /// Which of several tables is meant.
    Table,
}

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            line, column, why, ..
        } = self;
        write!(f, "line {line}, column {column}: {why}")
    }
}

impl GridError {
    fn asking(self, ask: AskFor) -> Self {
        Self {
            ask: Some(ask),
            ..self
        }
    }
}

impl Cell {
    /// Whether it says that there is no figure: nothing, or a dash.
    pub(crate) fn is_blank(&self) -> bool {
        let none = |c: char| matches!(c, '-' | '–' | '—' | '−' | '.' | '…' | ' ' | '\u{a0}');
        self.text.chars().all(none)
            || matches!(&*self.text.to_lowercase(), "n/a" | "n. a." | "n.a.")
    }

    /// Whether it can be read as a figure of some kind.
    pub(crate) fn is_figure(&self) -> bool {
        Reader::default().read(&self.text).is_ok()
    }

    pub(super) fn error(&self, why: impl Into<String>) -> GridError {
        GridError {
            line: self.line,
            column: self.column,
            why: why.into(),
            ask: None,
        }
    }
}

impl Grid {
    /// The tables of a text; without a layout it is found by what the lines have in common. Empty lines are skipped, and but
    /// for Markdown lines that begin with `#`.
    ///
    /// # Errors
    /// [`GridError`]: nothing there, rows of different length, quotes left open, a text that can be read in two ways.
    ///
    /// # Examples
    /// ```
    /// use siga::figures::Decimal;
    /// use siga::figures::grid::{Grid, Layout};
    /// let grid = &Grid::all("Table 3\nbehind  chance\n1  43,75 %\n2  50 %\n", None, Decimal::Auto)?[0];
    /// assert_eq!(grid.layout, Layout::Columns);
    /// assert_eq!(grid.rows[1][1].text, "43,75 %");
    /// assert_eq!(grid.aside[0].text, "Table 3");
    /// let error = Grid::all("1;2\n3;4;5\n6;7\n", None, Decimal::Auto).unwrap_err();
    /// assert_eq!((error.line, error.column), (2, 5));
    /// # Ok::<(), siga::figures::grid::GridError>(())
    /// ```
    pub fn all(
        text: &str,
        layout: Option<Layout>,
        decimal: Decimal,
    ) -> Result<Vec<Self>, GridError> {
        let text = text.trim_start_matches('\u{feff}');
        let layout = match layout {
            Some(layout) => layout,
            None => guessed(text, decimal)?,
        };
        let tables = match layout {
            Layout::Csv => vec![separated::rows(text, separated::delimiter(text, decimal))?],
            Layout::Tsv => vec![separated::rows(text, '\t')?],
            Layout::Markdown => bars::tables(text),
            Layout::Columns => vec![columns::rows(text)?],
            Layout::Html => Vec::new(),
        };
        let read = |(rows, aside)| Self::of(layout, rows, aside);
        let tables: Vec<Self> = tables.into_iter().map(read).try_collect()?;
        match tables.is_empty() {
            true => Err(no_table(1, "there is no table here: not one row of cells")),
            false => Ok(tables),
        }
    }

    /// The table of these rows, lines of other lengths being set aside where they stand above or below.
    ///
    /// # Errors
    /// As [`Grid::all`].
    pub fn of(
        layout: Layout,
        rows: Vec<Vec<Cell>>,
        mut aside: Vec<Cell>,
    ) -> Result<Self, GridError> {
        let cells = rows.iter().map(Vec::len).sum::<usize>();
        if cells > MAX_CELLS {
            let why = format!("the table has {cells} cells; the limit is {MAX_CELLS}");
            return Err(no_table(1, why));
        }
        let (rows, others) = regular::regular(rows)?;
        if rows.is_empty() {
            return Err(no_table(1, "there is no table here: not one row of cells"));
        }
        aside.extend(others);
        aside.sort_by_key(|cell| (cell.line, cell.column));
        Ok(Self {
            layout,
            rows,
            aside,
        })
    }

    /// One of the tables of a text, counted from 1; without a number there must be only one.
    ///
    /// # Errors
    /// There are several, or fewer.
    pub fn nth(mut tables: Vec<Self>, nth: Option<usize>) -> Result<Self, GridError> {
        let count = tables.len();
        let first = |grid: &Self| grid.rows[0][0].line;
        match nth {
            Some(nth) if (1..=count).contains(&nth) => Ok(tables.swap_remove(nth - 1)),
            Some(nth) => Err(no_table(
                1,
                format!("table {nth} is asked for, and there are {count}"),
            )),
            None if count == 1 => Ok(tables.swap_remove(0)),
            None => {
                let each = tables.iter().enumerate().map(|(at, grid)| {
                    let cells = grid.aside.iter().chain(grid.rows.iter().flatten());
                    let words = cells
                        .map(|cell| cell.text.as_str())
                        .filter(|text| !text.is_empty());
                    format!("{}: {}", at + 1, words.take(4).join(" · "))
                });
                let each = each.take(20).join("; ");
                let why = format!("there are {count} tables here; say which is meant ({each})");
                Err(no_table(tables.get(1).map_or(1, first), why).asking(AskFor::Table))
            }
        }
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    /// The same table lying on its side.
    pub(crate) fn turned(&self) -> Self {
        let column = |at: usize| self.rows.iter().map(|row| row[at].clone()).collect();
        Self {
            layout: self.layout,
            rows: (0..self.width()).map(column).collect(),
            aside: self.aside.clone(),
        }
    }
}

/// The rows of a table, and the lines beside it.
type Lines = (Vec<Vec<Cell>>, Vec<Cell>);

fn no_table(line: usize, why: impl Into<String>) -> GridError {
    GridError {
        line,
        column: 1,
        why: why.into(),
        ask: None,
    }
}

/// Lines that hold cells, with their numbers.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines()
        .enumerate()
        .map(|(i, line)| (i + 1, line))
        .filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'))
}

/// The layout that the lines have in common: most of them, since titles and notes have none.
fn guessed(text: &str, decimal: Decimal) -> Result<Layout, GridError> {
    if text.lines().any(bars::is_rule) || text.lines().filter(|line| bars::is_row(line)).count() > 1
    {
        return Ok(Layout::Markdown);
    }
    let all = lines(text).count();
    let most = |sign: char| {
        let with = lines(text).filter(|(_, line)| line.contains(sign)).count();
        with > 0 && (with == all || (with > 1 && 2 * with >= all))
    };
    if most('\t') {
        return Ok(Layout::Tsv);
    }
    if most(';') {
        return Ok(Layout::Csv);
    }
    if !most(',') || decimal == Decimal::Comma {
        return Ok(Layout::Columns);
    }
    with_commas(text)
}

/// The layout of lines with commas: these separate cells, unless all of them stand within numbers and blanks separate.
fn with_commas(text: &str) -> Result<Layout, GridError> {
    let blanks = |line: &str| line.trim().contains(char::is_whitespace);
    let every = |holds: &dyn Fn(&str) -> bool| lines(text).all(|(_, line)| holds(line));
    let with_comma = |holds: &dyn Fn(&str) -> bool| {
        lines(text)
            .filter(|(_, line)| line.contains(','))
            .all(|(_, line)| holds(line))
    };
    if !with_comma(&commas_within_numbers) {
        return Ok(Layout::Csv);
    }
    if with_comma(&blanks) && columns::agrees(text) {
        return Ok(Layout::Columns);
    }
    let comma = Reader {
        decimal: Decimal::Comma,
        ..Reader::default()
    };
    let figure = |line: &str| comma.read(line.trim()).is_ok();
    if every(&figure) && !every(&|line| line.contains(',')) {
        return Ok(Layout::Columns);
    }
    let one = |line: &str| line.matches(',').count() == 1 && comma.read(line).is_ok();
    if !every(&one) {
        return Ok(Layout::Csv);
    }
    // A word before the comma is not a key when it comes again.
    let before =
        |(_, line): (usize, &'_ str)| line.split(',').next().unwrap_or_default().trim().to_owned();
    if !lines(text).map(before).all_unique() {
        return Ok(Layout::Columns);
    }
    let line = lines(text).next().map_or(1, |(line, _)| line);
    let why = "the comma may separate two columns or stand before decimals: say which";
    Err(no_table(line, why).asking(AskFor::Separator))
}

/// Whether every comma of a line has a digit after it, and before it a digit, a blank or nothing.
fn commas_within_numbers(line: &str) -> bool {
    let chars: Vec<char> = line.chars().collect();
    let inner = |i: usize| {
        let near = |at: Option<usize>| {
            at.and_then(|at| chars.get(at))
                .is_some_and(char::is_ascii_digit)
        };
        near(Some(i + 1)) && (i == 0 || near(i.checked_sub(1)) || chars[i - 1] == ' ')
    };
    (0..chars.len()).filter(|&i| chars[i] == ',').all(inner)
}
