//! A page of one answer in HTML: no network, no scripts needed to read it, everything within.
//!
//! Heading, board, tables that copy into a spreadsheet, charts, how it was found (the notes), the rules with their sources,
//! the command that gives it again, and the answer as JSON. Functions of a bias have a slider, which evaluates them in the page.

use std::io;

use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde_json::Value;

use super::address;
use super::drawing::{self, chart::chart};
use super::report::{self, Report};
use super::sheet::people::{Align, Plain};
use super::sheet::{Sheet, Style, shortened};
use super::terminal;
use super::words::{counted, plain};

/// Where a page has the rows that its tables leave out.
const BELOW: &str = "in the data at the end of this page";

/// Charts are drawn of this many tables, the first ones.
const MOST_CHARTS: usize = 4;

const LOOK: &str = include_str!("page.css");

/// What is otherwise within another page.
const LOOK_WITHIN: &str = include_str!("page_within.css");

/// Evaluates the functions in the page, and marks the bias on their curves; without it they stand as they are.
const SLIDER: &str = include_str!("slider.js");

/// Every option of a rules text: name, value, meaning, source.
type Explained = fn(&str) -> Vec<[String; 4]>;

/// The page of a report, with its JSON and the command that gives it again in it. Its title is that of a position, or this one, or that of
/// its first table.
pub(crate) fn whole(
    report: &dyn Report,
    sheets: &[Sheet],
    style: &Style,
    (command, title): (&str, Option<&str>),
    explained: Explained,
) -> io::Result<String> {
    let mut envelope = Vec::new();
    report::write_report(report, false, &mut envelope)?;
    let envelope = String::from_utf8_lossy(&envelope);
    let envelope = terminal::json(&envelope);
    let picture = report.picture();
    let query = report.query();
    let heading = sheets.first().map(|sheet| plain(&sheet.heading));
    let title = (query["title"].as_str())
        .or(title)
        .or(heading.as_deref())
        .unwrap_or(command);
    let background = report.background();
    let body = html! {
        h1 { (title) }
        @if let Some(picture) = &picture {
            @let above = plain(&picture.above);
            @let source = above.strip_prefix(title).unwrap_or(&above).trim();
            @if !source.is_empty() { p class="q" { (source) } }
        }
        (above(report))
        (slider())
        (tables(sheets, style, title))
        @for sheet in &background {
            h2 { (plain(&sheet.heading)) }
            (table(sheet, style, BELOW))
        }
        (rules_of(&query, explained))
        h2 { "The command that gives this again" }
        pre { (command) }
        details class="data" {
            summary { "The answer as data (JSON)" }
            pre { (envelope.trim_end()) }
        }
        footer { "siga " (env!("CARGO_PKG_VERSION")) " · every number is exact or lies between proved bounds unless it says otherwise" }
        script type="application/json" id="answer" { (PreEscaped(envelope.trim_end().replace('<', "\\u003c"))) }
        script { (PreEscaped(SLIDER)) }
    };
    Ok(document(title, &body))
}

/// Where a bias is chosen, for pages with functions of it; the script shows it.
fn slider() -> Markup {
    html! {
            div id="bias" hidden {
                h2 { "At a bias" }
                label { "p = " output {} input type="range" min="0" max="1" step="0.001" value="0.5"; }
                table { tbody {} }
                p class="q" { "decimals, evaluated in this page" }
            }
    }
}

/// The tables, the first ones with their charts.
fn tables(sheets: &[Sheet], style: &Style, title: &str) -> Markup {
    html! {
            @for (at, sheet) in sheets.iter().enumerate() {
                @let heading = plain(&sheet.heading);
                @if heading != title { h2 { (heading) } }
                @if at < MOST_CHARTS { (figure(sheet, style)) }
                (table(sheet, style, BELOW))
            }
    }
}

/// The chart of a table, if it can be drawn.
fn figure(sheet: &Sheet, style: &Style) -> Markup {
    html! {
        @if let Some(drawn) = chart(sheet, style) {
            figure { (drawing::inline(&drawn, &drawn.told)) }
        }
    }
}

/// What stands above the tables: the board with what is said under it, or a text.
fn above(report: &dyn Report) -> Markup {
    html! {
        @if let Some(picture) = report.picture() {
            @let (below, shaded) = (plain(&picture.below), &picture.scene.shaded);
            figure {
                (drawing::inline(&picture.scene.draw(), &below))
                figcaption {
                    (below)
                    @if !shaded.is_empty() { br; (shaded) }
                }
            }
        } @else if let Some(above) = report.above() {
            pre { (above) }
        }
    }
}

/// A line of an index.
pub(crate) struct IndexEntry {
    /// Where its page is; none where there is no answer.
    pub(crate) file: Option<String>,
    pub(crate) title: String,
    /// The result in a few words.
    pub(crate) found: String,
    /// Whether that is otherwise than it should be.
    pub(crate) wrong: bool,
    /// The file it is from.
    pub(crate) source: String,
}

/// The index of several pages.
pub(crate) fn index(title: &str, pages: &[IndexEntry]) -> String {
    let body = html! {
        h1 { (title) }
        p class="q" { "Each page has its tables and pictures, what is proved, and the command that gives it again." }
        div class="s" { table {
            thead { tr { th { "page" } th { "what it says" } th { "from" } } }
            tbody {
                @for page in pages {
                    tr {
                        td class="long" {
                            @match &page.file { Some(file) => a href=(address::escaped(file, b"-_.~")) { (page.title) }, None => (page.title) }
                        }
                        td class=(if page.wrong { "long bad" } else { "long" }) { (page.found) }
                        td class="q" { (page.source) }
                    }
                }
            }
        } }
        footer { "siga " (env!("CARGO_PKG_VERSION")) }
    };
    document(title, &body)
}

/// A whole page.
fn document(title: &str, body: &Markup) -> String {
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                style { (PreEscaped(drawing::COLOURS)) (PreEscaped(drawing::MARKS)) (PreEscaped(LOOK)) }
            }
            body { (body) }
        }
    };
    terminal::shown(&markup.into_string()).into_owned() + "\n"
}

/// Rows of a table that stands within another page.
const MOST_WITHIN: usize = 60;

/// An answer to stand within another page, with a style that is its own. It has the board if it is `whole`.
pub(crate) fn within(report: &dyn Report, sheets: &[Sheet], style: &Style, whole: bool) -> String {
    let markup = html! {
        div class="siga" {
            style { ".siga{" (PreEscaped(drawing::COLOURS)) (PreEscaped(drawing::MARKS)) (PreEscaped(LOOK_WITHIN)) "}" }
            @if whole { (above(report)) }
            @for (at, sheet) in sheets.iter().enumerate() {
                @let most = sheet.shown.unwrap_or(MOST_WITHIN).min(MOST_WITHIN);
                @let short = Sheet { shown: Some(most), ..sheet.clone() };
                p { b { (plain(&sheet.heading)) } }
                @if at < MOST_CHARTS { (figure(sheet, style)) }
                (table(&short, style, "not shown"))
            }
        }
    };
    terminal::shown(&markup.into_string()).into_owned()
}

/// Letters of a cell that is not broken.
const LONG: usize = 24;
/// The same of a number: beside it are others, which are to be seen on the width of a phone.
const LONG_NUMBER: usize = 10;

/// A table with its notes; `others`: where the rows are that it leaves out.
fn table(sheet: &Sheet, style: &Style, others: &str) -> Markup {
    let plain_table = Plain::of(sheet, style).without_bars();
    let class = |cell: &str, align: Align| {
        let mut class = Vec::new();
        if align != Align::Left {
            class.push("n");
        }
        let most = if align == Align::Left {
            LONG
        } else {
            LONG_NUMBER
        };
        if cell.chars().count() > most {
            class.push("long");
        }
        if ["wrong", "differs"]
            .iter()
            .any(|word| cell.starts_with(word))
        {
            class.push("bad");
        }
        (!class.is_empty()).then(|| class.join(" "))
    };
    let more = sheet.rows.len() - sheet.shown.unwrap_or(usize::MAX).min(sheet.rows.len());
    html! {
        @if !plain_table.columns.is_empty() {
            div class="s" { table {
                thead { tr {
                    @for (name, align) in &plain_table.columns { th class=[class("", *align)] { (name) } }
                } }
                tbody {
                    @for row in &plain_table.rows {
                        tr {
                            @for (cell, (_, align)) in row.iter().zip(&plain_table.columns) {
                                @let short = shortened(cell);
                                td class=[class(&short, *align)] title=[(short != *cell).then_some(cell)] { (short) }
                            }
                        }
                    }
                }
            } }
        }
        @if more > 0 { p class="q" { (counted(more, "more row", "more rows")) ": " (others) } }
        @for note in &sheet.notes { p class="q" { (plain(note)) } }
    }
}

/// The rules of the answer: every option with its value, its meaning and its source.
fn rules_of(query: &Value, explained: Explained) -> Markup {
    let Some(text) = query["rules"].as_str() else {
        return html! {};
    };
    let lines = explained(text);
    html! {
        h2 { "Rules: " (text) }
        @if !lines.is_empty() {
            details class="rules" {
                summary { "Every option, with its source" }
                div class="s" { table {
                    thead { tr { th { "option" } th { "value" } th { "meaning" } th { "source" } } }
                    tbody {
                        @for line in &lines { tr { @for cell in line { td class=[(cell.chars().count() > LONG).then_some("long")] { (cell) } } } }
                    }
                } }
            }
        }
    }
}
