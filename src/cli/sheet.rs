//! Tables for people: one model, shown as a drawn table, as CSV or as Markdown.

use std::borrow::Cow;

use comfy_table::presets::{ASCII_MARKDOWN, NOTHING};
use comfy_table::{CellAlignment, ContentArrangement, Table, TableStyle};
use itertools::Itertools;

/// A table with a heading and notes under it.
#[derive(Clone, Debug, Default)]
pub(super) struct Sheet {
    /// What the table shows, and under which rules.
    pub(super) heading: String,
    pub(super) columns: Vec<Column>,
    pub(super) rows: Vec<Vec<String>>,
    /// Lines under the table.
    pub(super) notes: Vec<String>,
}

/// A column and how its cells line up.
#[derive(Clone, Debug)]
pub(super) struct Column {
    name: Cow<'static, str>,
    align: Align,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Align {
    Left,
    Right,
    /// At the fraction bar.
    Bar,
    /// At the decimal point.
    Point,
    /// A drawn bar, for people only.
    Picture,
}

impl Column {
    pub(super) fn text(name: impl Into<Cow<'static, str>>) -> Self {
        Self {
            name: name.into(),
            align: Align::Left,
        }
    }

    pub(super) fn right(name: impl Into<Cow<'static, str>>) -> Self {
        Self {
            name: name.into(),
            align: Align::Right,
        }
    }

    pub(super) fn fraction(name: impl Into<Cow<'static, str>>) -> Self {
        Self {
            name: name.into(),
            align: Align::Bar,
        }
    }

    pub(super) fn decimal(name: impl Into<Cow<'static, str>>) -> Self {
        Self {
            name: name.into(),
            align: Align::Point,
        }
    }

    pub(super) fn picture() -> Self {
        Self {
            name: Cow::Borrowed(""),
            align: Align::Picture,
        }
    }
}

/// Cells longer than this are cut in the middle in a drawn table.
const WIDEST: usize = 48;
/// Digits of one whole number in a surd that is so long.
const LONGEST_IN_SURD: usize = 9;
/// Width of a drawn bar that stands for one.
const BAR: f64 = 20.0;

/// A bar for a share between 0 and 1 of the largest.
pub(super) fn bar(share: f64) -> String {
    let eighths = (share.clamp(0.0, 1.0) * BAR * 8.0).round() as usize;
    let mut text = "█".repeat(eighths / 8);
    text.push_str(["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]);
    text
}

/// All tables, one after the other with a blank line between.
pub(super) fn join(text: &mut String, sheets: &[Sheet], show: impl Fn(&Sheet) -> String) {
    text.push_str(&sheets.iter().map(show).join("\n"));
}

impl Sheet {
    /// The table drawn for a terminal, its long texts wrapped to fit the width if one is given; heading and
    /// notes are left out when `quiet`.
    pub(super) fn table(&self, quiet: bool, width: Option<u16>) -> String {
        let mut table = self.arranged(NOTHING, true);
        if let Some(width) = width {
            table.set_content_arrangement(ContentArrangement::Dynamic);
            table.set_width(width);
        }
        table.set_header(self.columns.iter().map(|column| column.name.as_ref()));
        for (i, column) in self.columns.iter().enumerate() {
            if let Some(shown) = table.column_mut(i) {
                shown.set_padding((if i == 0 { 2 } else { 1 }, 1));
                if column.align == Align::Right {
                    shown.set_cell_alignment(CellAlignment::Right);
                }
            }
        }
        let mut text = String::new();
        if !quiet {
            text.push_str(&format!("\u{1b}[1m{}\u{1b}[0m\n\n", self.heading));
        }
        for (i, line) in table.lines().enumerate() {
            let line = line.trim_end();
            if i == 0 {
                text.push_str(&format!("\u{1b}[2m{line}\u{1b}[0m\n"));
            } else {
                text.push_str(&coloured_bar(line));
                text.push('\n');
            }
        }
        if !quiet && !self.notes.is_empty() {
            text.push('\n');
            for note in &self.notes {
                text.push_str(&format!("  {note}\n"));
            }
        }
        text
    }

    /// The table as Markdown.
    pub(super) fn markdown(&self, quiet: bool) -> String {
        let shown = Self {
            columns: self.kept().map(|(_, column)| column.clone()).collect(),
            rows: (self.rows.iter())
                .map(|row| {
                    self.kept()
                        .map(|(i, _)| row[i].replace('|', "\\|"))
                        .collect()
                })
                .collect(),
            ..Self::default()
        };
        let mut table = shown.arranged(ASCII_MARKDOWN, false);
        table.set_header(shown.columns.iter().map(|column| column.name.as_ref()));
        let mut text = String::new();
        if !quiet {
            text.push_str(&format!("**{}**\n\n", self.heading));
        }
        text.push_str(&format!("{table}\n"));
        if !quiet && !self.notes.is_empty() {
            text.push_str(&format!("\n{}\n", self.notes.join("  \n")));
        }
        text
    }

    /// The table as comma-separated values with a line of names.
    pub(super) fn csv(&self) -> String {
        let line = |cells: Vec<&str>| cells.into_iter().map(quoted).join(",") + "\n";
        let mut text = line(
            self.kept()
                .map(|(_, column)| column.name.as_ref())
                .collect(),
        );
        for row in &self.rows {
            text.push_str(&line(self.kept().map(|(i, _)| row[i].as_str()).collect()));
        }
        text
    }

    /// Columns that mean something to a program, with their places.
    fn kept(&self) -> impl Iterator<Item = (usize, &Column)> {
        self.columns
            .iter()
            .enumerate()
            .filter(|(_, column)| column.align != Align::Picture)
    }

    fn arranged(&self, style: TableStyle, shorten: bool) -> Table {
        let mut table = Table::new();
        table.load_style(style);
        table.set_content_arrangement(ContentArrangement::Disabled);
        let cells: Vec<Vec<String>> = (0..self.columns.len())
            .map(|i| {
                let column = self.rows.iter().map(|row| {
                    if shorten {
                        shortened(&row[i])
                    } else {
                        row[i].clone()
                    }
                });
                aligned(column.collect(), self.columns[i].align)
            })
            .collect();
        for row in 0..self.rows.len() {
            table.add_row(cells.iter().map(|column| column[row].as_str()));
        }
        table
    }
}

/// The middle of a very long cell left out.
fn shortened(cell: &str) -> String {
    let length = cell.chars().count();
    if length > WIDEST && cell.contains("sqrt(") {
        let mut number = String::new();
        let mut text = String::new();
        for c in cell.chars().chain([' ']) {
            if c.is_ascii_digit() {
                number.push(c);
                continue;
            }
            if number.len() > LONGEST_IN_SURD {
                let (head, tail) = (&number[..4], &number[number.len() - 3..]);
                text.push_str(&format!("{head}…{tail}"));
            } else {
                text.push_str(&number);
            }
            number.clear();
            text.push(c);
        }
        return text.trim_end().to_owned();
    }
    if length <= WIDEST || cell.contains(' ') {
        return cell.to_owned();
    }
    let part = |part: &str| -> String {
        let digits = part.chars().count();
        if digits <= WIDEST / 2 {
            return part.to_owned();
        }
        let head: String = part.chars().take(6).collect();
        let tail: String = part.chars().skip(digits - 4).collect();
        format!("{head}…{tail} ({digits} digits)")
    };
    cell.split('/').map(part).join("/")
}

/// Pads the cells of a column so that their bars or points stand under each other.
fn aligned(cells: Vec<String>, align: Align) -> Vec<String> {
    let mark = match align {
        Align::Bar => '/',
        Align::Point => '.',
        _ => return cells,
    };
    let split = |cell: &str| {
        let at = cell.find(mark).unwrap_or(cell.len());
        (cell[..at].chars().count(), cell[at..].chars().count())
    };
    let before = cells.iter().map(|cell| split(cell).0).max().unwrap_or(0);
    let after = cells.iter().map(|cell| split(cell).1).max().unwrap_or(0);
    let pad = |cell: String| {
        let (left, right) = split(&cell);
        format!(
            "{}{cell}{}",
            " ".repeat(before - left),
            " ".repeat(after - right)
        )
    };
    cells.into_iter().map(pad).collect()
}

/// The line with its drawn bar in colour.
fn coloured_bar(line: &str) -> String {
    let is_bar = |c: char| ('█'..='▏').contains(&c);
    let Some(from) = line.find(is_bar) else {
        return line.to_owned();
    };
    let (before, rest) = line.split_at(from);
    let (bar, after) = rest.split_at(rest.find(|c| !is_bar(c)).unwrap_or(rest.len()));
    format!("{before}\u{1b}[36m{bar}\u{1b}[0m{after}")
}

/// A CSV field, quoted where it must be.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_and_decimals_line_up() {
        let cells = |cells: &[&str]| cells.iter().map(|&cell| cell.to_owned()).collect();
        assert_eq!(
            aligned(cells(&["7/16", "55/6144", "1"]), Align::Bar),
            [" 7/16  ", "55/6144", " 1     "]
        );
        assert_eq!(
            aligned(cells(&["0.4375", "12.5"]), Align::Point),
            [" 0.4375", "12.5   "]
        );
    }

    #[test]
    fn a_bar_alone_is_coloured() {
        assert_eq!(coloured_bar("a  █▏  b"), "a  \u{1b}[36m█▏\u{1b}[0m  b");
        assert_eq!(bar(0.5), "██████████");
        assert_eq!(bar(1.0 / 160.0), "▏");
    }

    #[test]
    fn fields_with_commas_are_quoted() {
        assert_eq!(quoted("(1, \"2\")"), "\"(1, \"\"2\"\")\"");
        assert_eq!(quoted("7/16"), "7/16");
    }

    #[test]
    fn long_fractions_are_cut_in_the_middle() {
        let long = format!("1/{}", "7".repeat(100));
        assert_eq!(shortened(&long), "1/777777…7777 (100 digits)");
        let surd = "-14881772856125/526141958 + 830189268125/789212937*sqrt(723)";
        let short = "-1488…125/526141958 + 8301…125/789212937*sqrt(723)";
        assert_eq!(shortened(surd), short);
    }
}
