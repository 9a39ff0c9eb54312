//! A table drawn for a terminal or as Markdown.

use comfy_table::presets::{ASCII_MARKDOWN, NOTHING};
use comfy_table::{CellAlignment, ContentArrangement, Table, TableStyle};
use itertools::Itertools;

use super::cells::{aligned, shortened};
use super::people::{Align, Plain};
use super::{Sheet, Style, fit, markdown};
use crate::render::terminal::{BOLD, CYAN, FAINT, PLAIN, shown};

/// All tables, one after the other with a blank line between.
pub(crate) fn join(text: &mut String, sheets: &[Sheet], show: impl Fn(&Sheet) -> String) {
    text.push_str(&sheets.iter().map(show).join("\n"));
}

impl Sheet {
    /// The table drawn for a terminal, its long texts wrapped to fit the width if one is given; heading and
    /// notes are left out when `quiet`.
    pub(crate) fn table(&self, style: &Style, quiet: bool, width: Option<u16>) -> String {
        if self.rows.is_empty() {
            let below = self.below(quiet, width);
            let said = if below.is_empty() {
                "  none\n"
            } else {
                &below[1..]
            };
            return self.above(quiet, width) + said;
        }
        let plain = fit::fitted(self, style, width);
        if let Some(width) = width
            && fit::is_prose(&plain, width.into())
        {
            return self.listed(&plain, quiet, width);
        }
        let mut table = arranged(&plain, NOTHING, true);
        if let Some(width) = width {
            table.set_content_arrangement(ContentArrangement::Dynamic);
            table.set_width(width);
        }
        for (i, (_, align)) in plain.columns.iter().enumerate() {
            if let Some(shown) = table.column_mut(i) {
                shown.set_padding((if i == 0 { 2 } else { 1 }, 1));
                if *align == Align::Right {
                    shown.set_cell_alignment(CellAlignment::Right);
                }
            }
        }
        let mut text = self.above(quiet, width);
        for (i, line) in table.lines().enumerate() {
            let line = line.trim_end();
            if i == 0 {
                text.push_str(&format!("{FAINT}{line}{PLAIN}\n"));
            } else {
                text.push_str(&coloured_bar(line));
                text.push('\n');
            }
        }
        text.push_str(&self.below(quiet, width));
        text
    }

    /// The heading.
    fn above(&self, quiet: bool, width: Option<u16>) -> String {
        if quiet {
            return String::new();
        }
        format!(
            "{BOLD}{}{PLAIN}\n\n",
            fit::wrapped(&shown(&self.heading), ["", ""], width)
        )
    }

    /// The notes.
    fn below(&self, quiet: bool, width: Option<u16>) -> String {
        let notes = self.notes_for_people();
        if quiet || notes.is_empty() {
            return String::new();
        }
        let notes = notes.iter();
        let notes = notes.map(|note| fit::wrapped(note, ["  ", "  "], width));
        format!("\n{}\n", notes.format("\n"))
    }

    /// The rows one below the other, each a name and below it what is said of it.
    fn listed(&self, plain: &Plain, quiet: bool, width: u16) -> String {
        let mut text = self.above(quiet, Some(width));
        for row in &plain.rows {
            let mut cells = plain.columns.iter().zip(row);
            if let Some((_, name)) = cells.next() {
                text.push_str(&fit::wrapped(name, ["  ", "  "], Some(width)));
                text.push('\n');
            }
            for ((column, _), cell) in cells.filter(|(_, cell)| !cell.trim().is_empty()) {
                let said = format!("{column}: {}", cell.trim());
                text.push_str(&fit::wrapped(&said, ["      ", "        "], Some(width)));
                text.push('\n');
            }
        }
        text.push_str(&self.below(quiet, Some(width)));
        text
    }

    /// The table as Markdown.
    pub(crate) fn markdown(&self, style: &Style, quiet: bool) -> String {
        let mut plain = Plain::of(self, style).without_bars();
        let names = plain.columns.iter_mut().map(|(name, _)| name);
        for cell in names.chain(plain.rows.iter_mut().flatten()) {
            *cell = markdown::escaped(cell);
        }
        let table = arranged(&plain, ASCII_MARKDOWN, false);
        let mut text = String::new();
        if !quiet {
            let heading = markdown::paragraph(&shown(&self.heading));
            text.push_str(&format!("**{heading}**\n\n"));
        }
        text.push_str(&format!("{table}\n"));
        let notes = self.notes_for_people();
        if !quiet && !notes.is_empty() {
            let notes = notes.iter().map(|note| markdown::paragraph(note));
            text.push_str(&format!("\n{}\n", notes.format("  \n")));
        }
        text
    }

    /// The notes, and how many rows are not shown.
    pub(crate) fn notes_for_people(&self) -> Vec<String> {
        let notes = self.notes.iter().map(|note| shown(note).into_owned());
        let mut notes = notes.collect_vec();
        if let Some(shown) = self.shown.filter(|&shown| shown < self.rows.len()) {
            let more = self.rows.len() - shown;
            let rows = if more == 1 { "row" } else { "rows" };
            notes.insert(0, format!("{more} more {rows}: --json or --csv has all"));
        }
        notes
    }
}

fn arranged(plain: &Plain, style: TableStyle, shorten: bool) -> Table {
    let mut table = Table::new();
    table.load_style(style);
    table.set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(plain.columns.iter().map(|(name, _)| name));
    let cells: Vec<Vec<String>> = (plain.columns.iter().enumerate())
        .map(|(i, (_, align))| {
            let column = plain.rows.iter().map(|row| {
                if shorten {
                    shortened(&row[i])
                } else {
                    row[i].clone()
                }
            });
            aligned(column.collect(), *align)
        })
        .collect();
    for row in 0..plain.rows.len() {
        table.add_row(cells.iter().map(|column| column[row].as_str()));
    }
    table
}

/// The line with its drawn bar in colour.
fn coloured_bar(line: &str) -> String {
    let is_bar = |c: char| ('█'..='▏').contains(&c);
    let Some(from) = line.find(is_bar) else {
        return line.to_owned();
    };
    let (before, rest) = line.split_at(from);
    let (bar, after) = rest.split_at(rest.find(|c| !is_bar(c)).unwrap_or(rest.len()));
    format!("{before}{CYAN}{bar}{PLAIN}{after}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_alone_is_coloured() {
        assert_eq!(coloured_bar("a  █▏  b"), "a  \u{1b}[36m█▏\u{1b}[0m  b");
    }
}
