//! The picture of an answer: its board, if it has one, and the chart of the first table that can be drawn.

use super::drawing::chart::chart;
use super::drawing::{Drawn, document, words};
use crate::render::report::Report;
use crate::render::sheet::{Sheet, Style};
use crate::render::words::plain;

/// Characters of a command under a picture.
const MOST_COMMAND: usize = 240;

/// The SVG; `command` gives the answer again, `board` says whether the board is to be drawn.
///
/// # Errors
/// There is neither a board nor a table that can be drawn, in words.
pub(crate) fn svg(
    report: &dyn Report,
    sheets: &[Sheet],
    style: &Style,
    command: &str,
    board: bool,
) -> Result<String, &'static str> {
    let mut parts = Vec::new();
    let mut told = Vec::new();
    if let Some(picture) = report.picture().filter(|_| board) {
        parts.push(picture.scene.draw());
        let below = plain(&picture.below);
        let shaded = picture.scene.shaded;
        for said in [below, shaded].into_iter().filter(|said| !said.is_empty()) {
            parts.push(words(&said));
            told.push(said);
        }
    }
    let mut heading = sheets.first().map(|sheet| plain(&sheet.heading));
    if let Some((sheet, drawn)) = best_chart(sheets, style) {
        let about = plain(&sheet.heading);
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
        return Err(
            "this answer has no chart; where it has several tables, --table NAME takes another",
        );
    }
    let heading = heading.unwrap_or_default();
    let mut foot = Vec::new();
    if let Some(rules) = report.query()["rules"].as_str()
        && !heading.contains(rules)
    {
        foot.push(format!("rules: {rules}"));
    }
    // A question may hold a whole table.
    let mut short = command.to_owned();
    if let Some((end, _)) = command.char_indices().nth(MOST_COMMAND) {
        short.truncate(end);
        short.push('…');
    }
    foot.push(format!(
        "{short}\u{a0}· siga\u{a0}{}",
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
