//! Answers as people see them: the text of the terminal, a picture, the tables of a page, rows of data.

use anstream::adapter::strip_str;
use serde::Deserialize;

use super::{Failure, Terms, on_terms, rules, words};
use crate::render::html_page;
use crate::render::report::Report;
use crate::render::sheet::data::{self, Form};
use crate::render::sheet::{self, Sheet, Style};
use crate::render::svg;

/// Bytes that rows of data may have.
const MOST_DATA: usize = 64 << 20;

/// The form in which an answer is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Show {
    /// The text of the terminal, without colour: board, tables and notes.
    Text,
    /// The board of a position as the terminal prints it.
    Board,
    /// The board of a position as a picture in SVG.
    BoardSvg,
    /// A picture in SVG: the board, and a chart of the first table that can be drawn.
    Svg,
    /// Board, charts and tables in HTML, to stand within a page; a table has at most 60 rows.
    Html,
    /// The rows of the main table, or of the one that `--table` names: a JSON object a line, as `--format jsonl` writes them.
    Rows,
    /// The rows as CSV.
    Csv,
    /// A whole page in HTML with everything, to be sent or printed.
    Page,
}

/// The answer to a question as people see it.
///
/// ```
/// use siga::ask::{self, Show, Terms};
/// let question = ["daldos", "odds", "--behind", "4"];
/// let text = ask::show(&question, Show::Text, &Terms::default())?;
/// assert!(text.starts_with("daldos · "));
/// let picture = ask::show(&["throw", "2d6"], Show::Svg, &Terms::default())?;
/// assert!(picture.starts_with("<svg"));
/// # Ok::<(), ask::Failure>(())
/// ```
///
/// # Errors
/// As [`answer`](super::answer); and where there is nothing of the kind, or too much of it.
pub fn show<S: AsRef<str>>(words: &[S], show: Show, terms: &Terms) -> Result<String, Failure> {
    on_terms(words, terms, None, |cli, answered| {
        let report: &dyn Report = answered.as_ref();
        let (style, table) = (cli.global.style(), cli.global.table.as_deref());
        let command = words::command(words);
        let drawn = |sheets: &[Sheet], board: bool| {
            svg::svg(report, sheets, &style, &command, board).map_err(Failure::input)
        };
        match show {
            Show::Board => match report.picture() {
                Some(picture) => Ok(strip_str(&picture.text()).to_string()),
                None => Err(Failure::input("this answer has no board")),
            },
            Show::Rows => rows(report, &style, table, Form::Lines),
            Show::Csv => rows(report, &style, table, Form::Csv),
            Show::Html => tables(report, &style, table)
                .map(|sheets| html_page::within(report, &sheets, &style, table.is_none())),
            Show::Page => tables(report, &style, table).and_then(|sheets| {
                let named = (command.as_str(), None);
                let page = html_page::whole(report, &sheets, &style, named, rules::explained);
                page.map_err(Failure::writing)
            }),
            Show::BoardSvg => drawn(&[], true),
            Show::Svg => {
                tables(report, &style, table).and_then(|sheets| drawn(&sheets, table.is_none()))
            }
            Show::Text => tables(report, &style, table).map(|sheets| {
                let quiet = cli.global.is_quiet();
                let above = report.above().filter(|_| table.is_none() && !quiet);
                let mut text = above.map_or_else(String::new, |above| above + "\n");
                sheet::join(&mut text, &sheets, |sheet| {
                    sheet.table(&style, quiet, sheet.width(None))
                });
                strip_str(&text).to_string()
            }),
        }
    })
}

/// The tables, unless they are too long to be read.
fn tables(report: &dyn Report, style: &Style, table: Option<&str>) -> Result<Vec<Sheet>, Failure> {
    report.readable(style).map_err(Failure::too_long)?;
    report.chosen(table, style).map_err(Failure::input)
}

/// The rows of the main table, or of the one named.
fn rows(
    report: &dyn Report,
    style: &Style,
    table: Option<&str>,
    form: Form,
) -> Result<String, Failure> {
    let sheets = report.chosen(table, style).map_err(Failure::input)?;
    let mut bytes = words::Capped::new(MOST_DATA);
    if let Some(sheet) = sheets.first() {
        let written = data::write(sheet, report.long_rows(style), form, style, &mut bytes);
        written.map_err(Failure::writing)?;
    }
    let text = bytes.into_text();
    text.map_err(|error| Failure::input(format!("the table {error}")))
}
