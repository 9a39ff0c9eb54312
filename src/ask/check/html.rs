//! The tables of a saved page.

use html5gum::{EndTag, StartTag, Token, Tokenizer};

use crate::figures::grid::{Cell, GridError, Layout, Table};

/// The most columns or rows that one cell may span.
const MOST_SPANNED: usize = 1_000;
/// Cells of a table that are read: one with more is refused.
const MOST_CELLS: usize = 300_000;

/// Whether a text is a page.
pub(super) fn is_page(text: &str) -> bool {
    let start = text.trim_start();
    start.starts_with('<') && text.to_lowercase().contains("<table")
}

/// A table that is open.
#[derive(Default)]
struct Open {
    /// Which one it is, in the order in which they begin.
    number: usize,
    rows: Vec<Vec<Cell>>,
    caption: Option<String>,
    /// The cell that is open, with how far it reaches to the right and down.
    cell: Option<(String, usize, usize)>,
    in_caption: bool,
    /// For each column a cell from above that reaches into this row and further ones.
    spanning: Vec<Option<(Cell, usize)>>,
    /// Whether a row is open.
    row: bool,
    /// Cells so far.
    cells: usize,
}

/// Reads the tables of a page, token by token.
#[derive(Default)]
struct TableReader {
    /// The tables that have begun, outer before inner.
    open: Vec<Open>,
    /// Those that have ended.
    found: Vec<Open>,
    /// How many elements are open whose text is not shown.
    hidden: usize,
    /// Raised or lowered text, and whether it is raised.
    raised: Option<(bool, String)>,
}

impl TableReader {
    fn start(&mut self, tag: &StartTag<()>) {
        let name = String::from_utf8_lossy(&tag.name).into_owned();
        match name.as_str() {
            "script" | "style" | "template" if !tag.self_closing => self.hidden += 1,
            "table" => {
                let number = self.open.len() + self.found.len();
                self.open.push(Open {
                    number,
                    ..Open::default()
                });
            }
            "sup" | "sub" => self.raised = Some((name == "sup", String::new())),
            "br" | "p" | "div" | "li" => add(&mut self.open, " "),
            _ => {}
        }
        let Some(table) = self.open.last_mut() else {
            return;
        };
        match name.as_str() {
            "tr" => table.begin_row(),
            "td" | "th" => {
                table.end_cell();
                if !table.row {
                    table.begin_row();
                }
                table.cell = Some((String::new(), span(tag, "colspan"), span(tag, "rowspan")));
            }
            "caption" => table.in_caption = true,
            _ => {}
        }
    }

    fn end(&mut self, tag: &EndTag<()>) {
        let name = String::from_utf8_lossy(&tag.name).into_owned();
        match name.as_str() {
            "script" | "style" | "template" => self.hidden = self.hidden.saturating_sub(1),
            "sup" | "sub" => {
                if let Some((up, text)) = self.raised.take() {
                    add(&mut self.open, &shifted(&text, up));
                }
            }
            "table" => {
                if let Some(mut table) = self.open.pop() {
                    table.end_row();
                    self.found.push(table);
                }
            }
            _ => {}
        }
        let Some(table) = self.open.last_mut() else {
            return;
        };
        match name.as_str() {
            "td" | "th" => table.end_cell(),
            "tr" => table.end_row(),
            "caption" => table.in_caption = false,
            _ => {}
        }
    }

    fn text(&mut self, text: &[u8]) {
        if self.hidden > 0 {
            return;
        }
        let text = String::from_utf8_lossy(text);
        match &mut self.raised {
            Some((_, raised)) => raised.push_str(&text),
            None => add(&mut self.open, &text),
        }
    }

    /// All tables in the order in which they begin, those that never end among them.
    fn finish(mut self) -> Vec<Open> {
        self.found
            .extend(self.open.into_iter().rev().map(|mut table| {
                table.end_row();
                table
            }));
        self.found.sort_by_key(|table| table.number);
        self.found
    }
}

/// The number of columns or rows that a cell spans.
fn span(tag: &StartTag<()>, key: &str) -> usize {
    let value = tag
        .attributes
        .iter()
        .find(|(name, _)| name.as_slice() == key.as_bytes());
    let value = value.map(|(_, value)| String::from_utf8_lossy(&value.value).into_owned());
    value
        .and_then(|value| value.trim().parse().ok())
        .map_or(1, |n: usize| n.clamp(1, MOST_SPANNED))
}

/// The tables of a page in the order in which they begin. A cell that spans several stands in each.
pub(super) fn tables(page: &str) -> Result<Vec<Table>, GridError> {
    let mut reader = TableReader::default();
    for token in Tokenizer::new(page) {
        let Ok(token) = token;
        match token {
            Token::StartTag(tag) => reader.start(&tag),
            Token::EndTag(tag) => reader.end(&tag),
            Token::String(text) => reader.text(&text),
            _ => {}
        }
    }
    let tables = reader.finish().into_iter().filter_map(|table| {
        let title = table.caption.map(|text| Cell {
            text: plain(&text),
            line: 1,
            column: 1,
        });
        Table::of(
            Layout::Html,
            table.rows,
            title.into_iter().collect(),
        )
    });
    let tables: Vec<Table> = tables.collect();
    match tables.is_empty() {
        true => Err(GridError::at_line(1, "there is no table in this page")),
        false => Ok(tables),
    }
}

/// Adds text to whatever is open.
fn add(open: &mut [Open], text: &str) {
    if let Some(table) = open.last_mut() {
        if table.in_caption {
            table.caption.get_or_insert_default().push_str(text);
        } else if let Some((cell, ..)) = &mut table.cell {
            cell.push_str(text);
        }
    }
}

/// Raised or lowered text: digits as such, other marks in brackets.
fn shifted(text: &str, up: bool) -> String {
    let text = text.trim();
    let signs: Vec<char> = if up {
        "⁰¹²³⁴⁵⁶⁷⁸⁹⁻"
    } else {
        "₀₁₂₃₄₅₆₇₈₉₋"
    }
    .chars()
    .collect();
    let sign = |c: char| match c {
        '-' | '−' => Some(signs[10]),
        c => c.to_digit(10).map(|digit| signs[digit as usize]),
    };
    let shifted: Option<String> = text.chars().map(sign).collect();
    match shifted {
        _ if text.is_empty() => String::new(),
        Some(shifted) => shifted,
        None if text.starts_with('[') || text.starts_with('*') => text.to_owned(),
        None => format!("[{text}]"),
    }
}

/// A text on one line.
fn plain(text: &str) -> String {
    text.split([' ', '\n', '\r', '\t'])
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

impl Open {
    fn begin_row(&mut self) {
        self.end_row();
        self.row = true;
        self.rows.push(Vec::new());
        self.fill();
    }

    /// Puts in what reaches into this row from above.
    fn fill(&mut self) {
        let Some(row) = self.rows.last_mut() else {
            return;
        };
        while let Some(Some((cell, left))) = self.spanning.get_mut(row.len()) {
            let cell = cell.clone();
            *left -= 1;
            if *left == 0 {
                self.spanning[row.len()] = None;
            }
            row.push(cell);
        }
    }

    fn end_cell(&mut self) {
        let Some((text, right, down)) = self.cell.take() else {
            return;
        };
        let line = self.rows.len();
        for _ in 0..right {
            self.cells += 1;
            if self.cells > MOST_CELLS {
                return;
            }
            let Some(row) = self.rows.last_mut() else {
                return;
            };
            let cell = Cell {
                text: plain(&text),
                line,
                column: row.len() + 1,
            };
            if down > 1 {
                let at = row.len();
                self.spanning.resize(self.spanning.len().max(at + 1), None);
                self.spanning[at] = Some((cell.clone(), down - 1));
            }
            row.push(cell);
            self.fill();
        }
    }

    fn end_row(&mut self) {
        self.end_cell();
        if std::mem::take(&mut self.row) {
            self.fill();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_of_a_page_are_found() {
        let page = "<html><style>td { color: red }</style><p>No table</p>
            <table><caption>Throws of t&acirc;b</caption><tr><th>Sticks<th>Value<th colspan=2>Chance</tr>
            <tr><td>all round<td rowspan=2>6<td>6.25&nbsp;%<sup>a</sup><td>1/16</tr>
            <tr><td>again</td><td>10<sup>-2</sup></td><td><sup>1</sup>⁄<sub>16</sub></td></tr></table>
            <table><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table></html>";
        assert!(is_page(page));
        let tables = tables(page).unwrap();
        assert_eq!(tables.len(), 2);
        let grid = &tables[0].cuts[0];
        let texts: Vec<Vec<&str>> = (grid.rows.iter())
            .map(|row| row.iter().map(|cell| cell.text.as_str()).collect())
            .collect();
        assert_eq!(
            texts,
            [
                vec!["Sticks", "Value", "Chance", "Chance"],
                vec!["all round", "6", "6.25\u{a0}%[a]", "1/16"],
                vec!["again", "6", "10⁻²", "¹⁄₁₆"],
            ]
        );
        assert_eq!(grid.aside[0].text, "Throws of tâb");
    }
}
