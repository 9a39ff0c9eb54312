//! The picture of an answer: its board, if it has one, and the chart of the first table that can be drawn.

use super::chart::chart;
use super::document;
use crate::cli::failure::Failure;
use crate::cli::page;
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
    if let Some(scene) = page::scene(report).filter(|_| board) {
        parts.push(scene.draw());
    }
    if let Some(picture) = report.picture() {
        told.push(page::plain(&picture.below));
    }
    let mut charts = sheets.iter();
    let drawn = charts.find_map(|sheet| Some((sheet, chart(sheet, style)?)));
    if let Some((sheet, drawn)) = drawn {
        parts.push(drawn);
        told.push(format!("A chart of {}.", page::plain(&sheet.heading)));
    }
    if parts.is_empty() {
        return Err(Failure::input(
            "there is nothing to draw in this answer; --table names another table, `--table help` lists them",
        ));
    }
    let heading = sheets.first().map(|sheet| page::plain(&sheet.heading));
    let foot = format!("{command} · siga {}", env!("CARGO_PKG_VERSION"));
    Ok(document(
        &heading.unwrap_or_default(),
        &told.join(" "),
        &parts,
        &foot,
    ))
}
