//! The tables of a saved page.

use std::collections::BTreeMap;

use html5gum::{StartTag, Token, Tokenizer};

use crate::figures::grid::{GridError, PrintedCell, PrintedTable, table_of};

/// The most columns or rows that one cell may span.
const MOST_SPANNED: usize = 1_000;
/// Bytes of a heading after which no more of it is read.
const LONGEST_HEADING: usize = 200;
/// Bytes of the cells of a table that are read, each counted in every place that it spans: further ones are left out.
const MOST_BYTES: usize = 16 << 20;
/// The same of a cell but for its text.
const BYTES: usize = 32;

/// Whether a text is a page.
pub(super) fn is_page(text: &str) -> bool {
    let start = text.trim_start();
    start.starts_with('<') && text.to_lowercase().contains("<table")
}

/// A cell that spans so many columns and rows.
struct Spanning {
    text: String,
    right: usize,
    down: usize,
}

/// A table that is open.
#[derive(Default)]
struct Open {
    /// Which one it is, in the order in which they begin.
    number: usize,
    rows: Vec<Vec<Spanning>>,
    in_row: bool,
    in_cell: bool,
    in_caption: bool,
    caption: String,
    /// The heading of the page that stands above it.
    heading: String,
}

/// Reads the tables of a page, token by token.
#[derive(Default)]
struct TableReader {
    /// The tables that have begun, outer before inner.
    open: Vec<Open>,
    /// Those that have ended.
    found: Vec<Open>,
    /// The last heading, and whether it is open.
    heading: (String, bool),
    /// How many elements are open whose text is not shown.
    hidden: usize,
    /// Raised or lowered text, and whether it is raised.
    raised: Option<(bool, String)>,
    /// The fractions of formulas that are open: how many elements are open in each, and whether its bar is drawn.
    fractions: Vec<(usize, bool)>,
}

impl TableReader {
    fn start(&mut self, tag: &StartTag<()>) {
        let name = String::from_utf8_lossy(&tag.name).into_owned();
        if let Some((open, _)) = self.fractions.last_mut() {
            *open += usize::from(!tag.self_closing);
        }
        match name.as_str() {
            "mfrac" => {
                self.add(" ");
                self.fractions.push((0, false));
            }
            "script" | "style" | "svg" | "template" | "annotation" if !tag.self_closing => {
                self.hidden += 1
            }
            "table" => self.open.push(Open {
                number: self.open.len() + self.found.len(),
                heading: self.heading.0.clone(),
                ..Open::default()
            }),
            name if is_heading(name.as_bytes()) => self.heading = (String::new(), true),
            "sup" | "sub" => self.raised = Some((name == "sup", String::new())),
            "br" | "p" | "div" | "li" => self.add(" "),
            _ => {}
        }
        let Some(table) = self.open.last_mut() else {
            return;
        };
        let is_cell = matches!(name.as_str(), "td" | "th");
        if name == "tr" || is_cell && !table.in_row {
            table.rows.push(Vec::new());
            (table.in_row, table.in_cell) = (true, false);
        }
        if let Some(row) = table.rows.last_mut().filter(|_| is_cell) {
            row.push(Spanning {
                text: String::new(),
                right: span(tag, "colspan"),
                down: span(tag, "rowspan"),
            });
            table.in_cell = true;
        }
        table.in_caption |= name == "caption";
    }

    fn end(&mut self, name: &[u8]) {
        match name {
            b"script" | b"style" | b"svg" | b"template" | b"annotation" => {
                self.hidden = self.hidden.saturating_sub(1)
            }
            b"sup" | b"sub" => {
                if let Some((up, text)) = self.raised.take() {
                    self.add(&shifted(&text, up));
                }
            }
            b"table" => self.found.extend(self.open.pop()),
            b"mfrac" => _ = self.fractions.pop(),
            name if is_heading(name) => self.heading.1 = false,
            _ => {}
        }
        if let Some((open, is_drawn)) = self.fractions.last_mut() {
            *open = open.saturating_sub(1);
            // The bar stands behind the first element.
            if *open == 0 && !std::mem::replace(is_drawn, true) {
                self.add("/");
            }
        }
        if let Some(table) = self.open.last_mut() {
            table.in_cell &= !matches!(name, b"td" | b"th" | b"tr");
            table.in_row &= name != b"tr";
            table.in_caption &= name != b"caption";
        }
    }

    fn text(&mut self, text: &[u8]) {
        let text = String::from_utf8_lossy(text);
        match &mut self.raised {
            _ if self.hidden > 0 => {}
            Some((_, raised)) => raised.push_str(&text),
            None => self.add(&text),
        }
    }

    /// Adds text to the caption or the cell that is open.
    fn add(&mut self, text: &str) {
        if self.heading.1 && self.heading.0.len() < LONGEST_HEADING {
            self.heading.0.extend(text.chars().take(LONGEST_HEADING));
        }
        let Some(table) = self.open.last_mut() else {
            return;
        };
        let cell = table.rows.last_mut().and_then(|row| row.last_mut());
        if table.in_caption {
            table.caption.push_str(text);
        } else if let Some(cell) = cell.filter(|_| table.in_cell) {
            cell.text.push_str(text);
        }
    }
}

/// Whether an element has the heading of a page or of a part of it.
fn is_heading(name: &[u8]) -> bool {
    matches!(name, b"title" | [b'h', b'1'..=b'6'])
}

/// The number of columns or rows that a cell spans.
fn span(tag: &StartTag<()>, key: &str) -> usize {
    let mut attributes = tag.attributes.iter();
    let value = attributes.find(|(name, _)| name.as_slice() == key.as_bytes());
    let value = value.map(|(_, value)| String::from_utf8_lossy(&value.value).into_owned());
    value
        .and_then(|value| value.trim().parse().ok())
        .map_or(1, |n: usize| n.clamp(1, MOST_SPANNED))
}

/// The tables of a page in the order in which they begin. A cell that spans several stands in each.
pub(super) fn tables(page: &str) -> Result<Vec<PrintedTable>, GridError> {
    let mut reader = TableReader::default();
    for token in Tokenizer::new(page) {
        let Ok(token) = token;
        match token {
            Token::StartTag(tag) => reader.start(&tag),
            Token::EndTag(tag) => reader.end(&tag.name),
            Token::String(text) => reader.text(&text),
            _ => {}
        }
    }
    // Those that never end are among them.
    let mut found = reader.found;
    found.extend(reader.open);
    found.sort_by_key(|table| table.number);
    let tables = found.into_iter().filter_map(|table| {
        let title = |text: &String| PrintedCell {
            text: plain(text),
            line: 1,
            column: 1,
        };
        let titles = [&table.heading, &table.caption].map(title).into_iter();
        let titles = titles.filter(|title| !title.text.is_empty());
        table_of(cells(&table.rows), titles.collect())
    });
    let tables: Vec<PrintedTable> = tables.collect();
    match tables.is_empty() {
        true => Err(GridError::at_line(1, "there is no table in this page")),
        false => Ok(tables),
    }
}

/// The cells of rows, each in all places that it spans.
fn cells(rows: &[Vec<Spanning>]) -> Vec<Vec<PrintedCell>> {
    let mut left = MOST_BYTES;
    // For each column a cell from above, with how many rows it still spans.
    let mut above: BTreeMap<usize, (String, usize)> = BTreeMap::new();
    let rows = (1..).zip(rows).map(|(line, row)| {
        let mut own = row.iter().flat_map(|cell| {
            let spanning = (plain(&cell.text), cell.down);
            std::iter::repeat_n(spanning, cell.right)
        });
        let mut cells = Vec::new();
        while let Some((text, down)) = above.remove(&cells.len()).or_else(|| own.next()) {
            let fits = left.checked_sub(BYTES + text.len());
            left = fits.unwrap_or(0);
            if fits.is_none() {
                break;
            }
            if down > 1 {
                above.insert(cells.len(), (text.clone(), down - 1));
            }
            let column = cells.len() + 1;
            cells.push(PrintedCell { text, line, column });
        }
        cells
    });
    rows.collect()
}

/// Raised or lowered text: digits as such, other marks in brackets.
fn shifted(text: &str, up: bool) -> String {
    let text = text.trim();
    let signs = if up {
        "⁰¹²³⁴⁵⁶⁷⁸⁹⁻"
    } else {
        "₀₁₂₃₄₅₆₇₈₉₋"
    };
    let sign = |c: char| match c {
        '-' | '−' => signs.chars().last(),
        c => signs.chars().nth(c.to_digit(10)? as usize),
    };
    let shifted: Option<String> = text.chars().map(sign).collect();
    match shifted {
        Some(shifted) => shifted,
        None if text.starts_with(['[', '*']) => text.to_owned(),
        None => format!("[{text}]"),
    }
}

/// A text on one line.
fn plain(text: &str) -> String {
    let words = text.split([' ', '\n', '\r', '\t']);
    let words = words.filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_of_a_page_are_found() {
        let page = "<html><h1>Games</h1><style>td { color: red }</style><p>No table</p>
            <table><caption>Throws of t&acirc;b</caption><tr><th>Sticks<th>Value<th colspan=2>Chance</tr>
            <tr><td>all round<td rowspan=2>6<td>6.25&nbsp;%<sup>a</sup><td>1/16</tr>
            <tr><td><math><mn>2</mn><mfrac><mrow><mn>3</mn></mrow><mn>36</mn></mfrac><annotation>\\frac</annotation></math>
            <td>again</td><td>10<sup>-2</sup></td><td><sup>1</sup>⁄<sub>16</sub></td></tr></table>
            <table><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table></html>";
        assert!(is_page(page));
        let tables = tables(page).unwrap();
        assert_eq!(tables.len(), 2);
        let grid = &tables[0][0];
        let texts: Vec<Vec<&str>> = (grid.rows.iter())
            .map(|row| row.iter().map(|cell| cell.text.as_str()).collect())
            .collect();
        assert_eq!(
            texts,
            [
                ["Sticks", "Value", "Chance", "Chance", ""],
                ["all round", "6", "6.25\u{a0}%[a]", "1/16", ""],
                ["2 3/36", "6", "again", "10⁻²", "¹⁄₁₆"],
            ]
        );
        let titles = grid.aside.iter().map(|title| title.text.as_str());
        assert_eq!(titles.collect::<Vec<_>>(), ["Games", "Throws of tâb"]);
    }
}
