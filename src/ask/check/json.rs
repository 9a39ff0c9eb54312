//! The findings of a check, for programs.

use itertools::Itertools;
use serde_json::{Value, json};

use super::claims::{Checked, ClaimsReport};
use super::explain::json::Explained;
use super::finding::{FigureFinding, value_text};
use super::table::{CheckedFigure, FigureOutcome, Summary, TableReport};
use crate::ask::prelude::*;
use crate::exact::Quantity;
use crate::figures::matching::{Leftover, PlacedFigure};
use crate::figures::{Figure, Judged, Status};

/// Which published figures hold: the claims of files.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Claims {
    claims: Vec<Claim>,
    /// With `--explain`: what explains the claims that differ, of each command; else `null`.
    explained: Option<Vec<Explained>>,
}

/// A claim.
// Not the claim as it is read: it stands beside what was found of it.
#[derive(Serialize, JsonSchema)]
struct Claim {
    id: String,
    status: Status,
    /// As it stands in the file: a text, a number, or a list of them.
    printed: Value,
    /// The exact value: a text, a number, bounds, or a list of them.
    exact: Value,
    /// The figures one by one; none for an order and for a fit.
    figures: Vec<ClaimFigure>,
    source: String,
    query: Vec<String>,
    /// What the file says is known to come out.
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<Status>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

/// A figure of a claim.
#[derive(Serialize, JsonSchema)]
struct ClaimFigure {
    printed: String,
    /// The exact value: a text, a number, or bounds.
    exact: Value,
    #[serde(flatten)]
    verdict: Verdict,
    status: Status,
}

/// How a figure compares.
#[derive(Serialize, JsonSchema)]
struct Verdict {
    /// The right figure at the printed precision, in the same notation; `null` where there is none.
    right: Option<String>,
    /// Printed less exact, in units of the last place printed, or `null`.
    error: Option<Quantity>,
    /// Where the figure can be read otherwise, and then is something else: the number it was read as.
    #[serde(skip_serializing_if = "Option::is_none")]
    read: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    otherwise: Option<Vec<Otherwise>>,
}

/// Another reading of a figure.
#[derive(Serialize, JsonSchema)]
struct Otherwise {
    /// The number it means.
    read: String,
    status: Status,
}

/// Which figures of a table hold.
#[derive(Serialize, JsonSchema)]
pub(crate) struct TableResult {
    /// One for each figure, row by row.
    figures: Vec<TableFigure>,
    summary: Summary,
    /// The verdict in a sentence that can be quoted.
    conclusion: String,
    /// Columns and rows with figures that were not compared.
    not_compared: Vec<NotCompared>,
    /// Cells among figures that cannot be read, as printed.
    unreadable: Vec<String>,
    /// Keys that only the table has.
    not_in_answer: Vec<String>,
    /// Keys that only the answer has.
    not_in_table: Vec<String>,
    /// How the table was read where it might have been read otherwise.
    notes: Vec<String>,
    /// One for each column, or each row of a table on its side.
    columns: Vec<TableColumn>,
    /// What a column can be taken as: the keys and series of the answer.
    names: Vec<String>,
    /// Whether figures were taken in order, there being no keys.
    order: bool,
    /// With `--explain`, where figures differ; else `null`.
    explained: Option<Explained>,
}

/// A column or a row that was not compared: one of the two is named.
#[derive(Serialize, JsonSchema)]
struct NotCompared {
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    row: Option<String>,
    why: String,
}

/// What came of a figure of a table.
#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum FigureStatus {
    Exact,
    Rounded,
    Truncated,
    Undecided,
    Differs,
    Unreadable,
}

impl From<Status> for FigureStatus {
    fn from(status: Status) -> Self {
        match status {
            Status::Exact => Self::Exact,
            Status::Rounded => Self::Rounded,
            Status::Truncated => Self::Truncated,
            Status::Undecided => Self::Undecided,
            Status::Differs => Self::Differs,
        }
    }
}

/// A column of a table, or a row of one on its side.
#[derive(Serialize, JsonSchema)]
struct TableColumn {
    /// What stands above it, empty without a heading.
    heading: String,
    /// What it was taken as: `key`, a series of the answer, `text`; `null` if it is not compared.
    r#as: Option<String>,
    /// Why.
    why: String,
}

/// A figure of a table.
#[derive(Serialize, JsonSchema)]
struct TableFigure {
    /// The key of its row, its parts with `, ` between them.
    key: String,
    /// The header above it, empty without one.
    column: String,
    /// The label of its row: the key, as printed.
    row: String,
    /// Its line in the file, from 1.
    line: usize,
    printed: String,
    /// The exact value, a text, or bounds; `null` where the answer has none.
    exact: Value,
    /// Where its number stands in the command's `result`: a JSON pointer; `null` if it has none.
    pick: Option<String>,
    #[serde(flatten)]
    verdict: Verdict,
    /// `null` if the answer has no such key.
    status: Option<FigureStatus>,
}

impl Verdict {
    fn of(judged: Option<&Judged>) -> Self {
        let doubtful = judged.filter(|judged| !judged.disagree.is_empty());
        let otherwise = doubtful.map(|judged| {
            let each = judged.disagree.iter().map(|(figure, status)| Otherwise {
                read: value_text(figure),
                status: *status,
            });
            each.collect()
        });
        let verdict = judged.map(|judged| &judged.verdict);
        Self {
            right: verdict.and_then(|verdict| verdict.right.as_ref().map(Figure::text)),
            error: verdict.and_then(|verdict| verdict.error.clone()),
            read: doubtful.map(|judged| value_text(&judged.figure)),
            otherwise,
        }
    }
}

impl From<&FigureFinding> for ClaimFigure {
    fn from(found: &FigureFinding) -> Self {
        Self {
            printed: found.printed.clone(),
            exact: found.exact.clone(),
            verdict: Verdict::of(found.number.as_ref().map(|(_, judged)| judged)),
            status: found.status,
        }
    }
}

impl ClaimsReport {
    pub(super) fn json(&self) -> Claims {
        let claims = self.checked.iter().map(|Checked { claim, finding }| Claim {
            id: claim.id.clone(),
            status: finding.status,
            printed: claim.printed.clone(),
            exact: finding.exact.clone(),
            figures: finding.figures.iter().map(ClaimFigure::from).collect(),
            source: claim.source.clone(),
            query: claim.query.clone(),
            expected: claim.expect,
            note: claim.note.clone(),
        });
        Claims {
            claims: claims.collect(),
            explained: (self.whys.as_ref()).map(|whys| whys.iter().map(Explained::from).collect()),
        }
    }
}

impl From<&CheckedFigure> for TableFigure {
    fn from(found: &CheckedFigure) -> Self {
        let (exact, pick) = match &found.outcome {
            None => (Value::Null, None),
            Some(FigureOutcome::Words { right, .. }) => (json!(right.join(" or ")), None),
            Some(FigureOutcome::Number {
                pointer, number, ..
            }) => match number {
                Quantity::Exact(number) => (json!(number.to_string()), pointer.clone()),
                number => (json!(number), pointer.clone()),
            },
        };
        let mut verdict = Verdict::of(found.judged());
        if let Some(FigureOutcome::Words { right, .. }) = &found.outcome {
            verdict.right = Some(right.join(" or "));
        }
        Self {
            key: found.key(),
            column: found.placed.name.clone(),
            row: found.key(),
            line: found.placed.cell.line,
            printed: found.placed.cell.text.clone(),
            exact,
            pick,
            verdict,
            status: found.status().map(FigureStatus::from),
        }
    }
}

impl From<&PlacedFigure> for TableFigure {
    fn from(unread: &PlacedFigure) -> Self {
        Self {
            key: unread.key.join(", "),
            column: unread.name.clone(),
            row: unread.key.join(", "),
            line: unread.cell.line,
            printed: unread.cell.text.clone(),
            exact: Value::Null,
            pick: None,
            verdict: Verdict::of(None),
            status: Some(FigureStatus::Unreadable),
        }
    }
}

impl From<&Leftover> for NotCompared {
    fn from(left: &Leftover) -> Self {
        let name = |wanted: bool| (left.is_row == wanted).then(|| left.name.clone());
        Self {
            column: name(false),
            row: name(true),
            why: left.why.clone(),
        }
    }
}

impl TableReport {
    pub(super) fn json(&self) -> TableResult {
        TableResult {
            figures: (self.figures.iter().map(TableFigure::from))
                .chain(self.unreadable.iter().map(TableFigure::from))
                .sorted_by_key(|figure| figure.line)
                .collect_vec(),
            conclusion: self.conclusion(),
            not_compared: self.left(),
            unreadable: self
                .unreadable
                .iter()
                .map(|figure| figure.cell.text.clone())
                .collect(),
            summary: self.summary(),
            not_in_answer: self.unknown(),
            not_in_table: self.missing.clone(),
            notes: self.notes.clone(),
            columns: (self.lines.iter())
                .map(|line| TableColumn {
                    heading: line.heading.clone(),
                    r#as: line.taken.clone(),
                    why: line.why.clone(),
                })
                .collect(),
            names: self.names.clone(),
            order: self.in_order,
            explained: self.why.as_ref().map(Explained::from),
        }
    }
}

impl TableReport {
    /// Columns and rows that were not compared, those without a key of the answer among them.
    fn left(&self) -> Vec<NotCompared> {
        let unknown = self.unknown().into_iter().map(|key| NotCompared {
            column: None,
            row: Some(key),
            why: "the answer has no such key".to_owned(),
        });
        self.not_compared
            .iter()
            .map(NotCompared::from)
            .chain(unknown)
            .collect()
    }
}
