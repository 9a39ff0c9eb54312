//! A checked table as a file of claims, to be completed with its sources.

use std::path::Path;

use serde_json::{Value, json};

use super::Several;
use super::table::{TableFigure, TableReport};
use crate::ask::failure::Failure;
use crate::figures::{Decimal, Status};

/// The text in place of the source until somebody writes it.
const SOURCE: &str = "TO DO: author, title, year, page";

/// The file as text. What has no number in the answer's JSON is left out.
pub(super) fn claims(tables: &Several<TableReport>) -> Result<String, Failure> {
    let report = &tables.first;
    let stem = Path::new(&report.file)
        .file_stem()
        .and_then(|stem| stem.to_str());
    let stem = stem.filter(|stem| *stem != "-").unwrap_or("table");
    let mut claims: Vec<Value> = Vec::new();
    for figure in tables.each().flat_map(|table| &table.figures) {
        claims.extend(claim(stem, figure, report, &claims));
    }
    let title = format!(
        "{stem}: a table checked against siga {}",
        report.words.join(" ")
    );
    let mut text = serde_json::to_string_pretty(&json!({ "title": title, "claims": claims }))
        .map_err(|error| Failure::limit(error.to_string()))?;
    text.push('\n');
    Ok(text)
}

/// The claim of one figure; `None` if it has no number in the answer's JSON.
fn claim(
    stem: &str,
    figure: &TableFigure,
    report: &TableReport,
    before: &[Value],
) -> Option<Value> {
    let (pointer, verdict) = (figure.pick.as_ref()?, figure.found.verdict.as_ref()?);
    let mut id = format!("{stem}/{}", figure.key.replace(", ", "+"));
    if before.iter().any(|claim| claim["id"] == id) {
        id = format!("{id}/{}", before.len() + 1);
    }
    let expect = match verdict.status {
        Status::Truncated => Status::Differs,
        status => status,
    };
    let mut claim = json!({
        "id": id,
        "source": SOURCE,
        "query": report.words,
        "pick": pointer,
        "printed": verdict.figure.in_full(&figure.found.printed),
        "expect": expect.word(),
    });
    if expect == Status::Differs {
        let right = figure.found.right.as_deref().unwrap_or("another");
        claim["note"] = json!(format!("The right figure is {right}."));
    }
    // The reading that was taken is the one that counts.
    let decimal = verdict.figure.decimal();
    if decimal != Decimal::Auto {
        claim["decimal"] = json!(decimal);
    }
    Some(claim)
}
