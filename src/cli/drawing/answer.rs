//! The picture of an answer: its board, if it has one, and the chart of the first table that can be drawn.

use super::chart::chart;
use super::{Drawn, document, words};
use crate::cli::failure::Failure;
use crate::cli::html_page;
use crate::cli::report::AnyReport;
use crate::cli::sheet::{Sheet, Style};

/// The SVG; `command` gives the answer again, `board` says whether the board is to be drawn.
pub(in crate::cli) fn svg(
    report: &dyn AnyReport,
    sheets: &[Sheet],
    style: &Style,
    command: &str,
    board: bool,
) -> Result<String, Failure> {
    let mut parts = Vec::new();
    let mut told = Vec::new();
    if let Some(scene) = html_page::scene(report).filter(|_| board) {
        parts.push(scene.draw());
        if let Some(picture) = report.picture() {
            let below = html_page::plain(&picture.below);
            parts.push(words(&below));
            told.push(below);
        }
        if !scene.shaded.is_empty() {
            parts.push(words(&scene.shaded));
            told.push(scene.shaded);
        }
    }
    let mut heading = sheets.first().map(|sheet| html_page::plain(&sheet.heading));
    if let Some((sheet, drawn)) = best_chart(sheets, style) {
        let about = html_page::plain(&sheet.heading);
        if heading.as_ref() != Some(&about) {
            match parts.is_empty() {
                true => heading = heading.map(|heading| format!("{heading} · {about}")),
                false => parts.push(words(&about)),
            }
        }
        told.push(drawn.told.clone());
        parts.push(drawn);
    }
    if parts.is_empty() {
        return Err(Failure::input(
            "there is nothing to draw in this answer; --table names another table, `--table help` lists them",
        ));
    }
    let heading = heading.unwrap_or_default();
    let mut foot = Vec::new();
    if let Some(rules) = report.asked()["rules"].as_str()
        && !heading.contains(rules)
    {
        foot.push(format!("rules: {rules}"));
    }
    foot.push(format!(
        "{command}\u{a0}· siga\u{a0}{}",
        env!("CARGO_PKG_VERSION")
    ));
    Ok(document(&heading, &told.join(" "), &parts, &foot))
}

/// The first table that can be drawn, one that an option asked for before others.
fn best_chart<'a>(sheets: &'a [Sheet], style: &Style) -> Option<(&'a Sheet, Drawn)> {
    let asked = sheets.iter().filter(|sheet| sheet.asked);
    let others = sheets.iter().filter(|sheet| !sheet.asked);
    asked
        .chain(others)
        .find_map(|sheet| Some((sheet, chart(sheet, style)?)))
}
