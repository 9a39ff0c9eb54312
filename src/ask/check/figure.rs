//! A printed figure and what came of it, in a claim as in a table.

use itertools::Itertools;
use num_traits::Signed;
use serde_json::{Value, json};

use crate::ask::json_number;
use crate::ask::prelude::*;
use crate::exact::Quantity;
use crate::figures::{Figure, Status, Verdict, judge_readings};
use crate::render::sheet::Table;
use crate::render::sheet::people::Align;

/// What the columns of figures say.
pub(super) const LEGEND: &str = "right: the figure at the printed precision · error: printed less exact, in units of the last place printed";

/// A printed figure and what came of it.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub(super) struct CheckedFigure {
    pub(super) printed: String,
    /// The exact value: a text, a number, or bounds; `null` where the answer has none.
    pub(super) exact: Value,
    /// The right figure at the printed precision, in the same notation, or the right words; `null` where there is none.
    pub(super) right: Option<String>,
    /// Printed less exact, in units of the last place printed, or `null`.
    error: Option<Quantity>,
    /// Where the figure can be read otherwise, and then is something else: the number it was read as.
    #[serde(skip_serializing_if = "Option::is_none")]
    read: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    otherwise: Option<Vec<Otherwise>>,
    /// `null` if the answer has nothing to compare it with.
    pub(super) status: Option<Status>,
    /// The number it was compared with.
    #[serde(skip)]
    pub(super) number: Option<Quantity>,
    #[serde(skip)]
    pub(super) verdict: Option<Verdict>,
}

/// Another reading of a figure.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct Otherwise {
    /// The number it means.
    read: String,
    status: Status,
}

/// The number that a figure means.
fn value_text(figure: &Figure) -> String {
    figure
        .value()
        .map_or_else(|| figure.text(), |value| value.to_string())
}

impl CheckedFigure {
    /// A text that is compared with no number.
    pub(super) fn of_text(printed: String, exact: Value, status: Option<Status>) -> Self {
        Self {
            printed,
            exact,
            status,
            ..Self::default()
        }
    }

    /// Words, of which some are right.
    pub(super) fn of_words(printed: String, right: &[String], holds: bool) -> Self {
        let right = right.join(" or ");
        let status = match holds {
            true => Status::Exact,
            false => Status::Differs,
        };
        Self {
            right: Some(right.clone()),
            ..Self::of_text(printed, json!(right), Some(status))
        }
    }

    /// A figure against a number; `exact` is the number as JSON has it.
    pub(super) fn of_number(
        printed: String,
        exact: Value,
        number: &Quantity,
        readings: &[Figure],
    ) -> Result<Self, String> {
        let verdict = judge_readings(readings, number);
        let verdict = verdict.ok_or_else(|| format!("`{printed}` has no meaning"))?;
        let mut found = Self::of_text(printed, exact, Some(verdict.status));
        found.right = verdict.right.as_ref().map(Figure::text);
        found.error.clone_from(&verdict.error);
        if !verdict.disagree.is_empty() {
            let otherwise = verdict.disagree.iter().map(|(figure, status)| Otherwise {
                read: value_text(figure),
                status: *status,
            });
            found.read = Some(value_text(&verdict.figure));
            found.otherwise = Some(otherwise.collect());
        }
        found.number = Some(number.clone());
        found.verdict = Some(verdict);
        Ok(found)
    }

    pub(super) fn holds(&self) -> bool {
        self.status.is_some_and(Status::holds)
    }

    /// Whether cutting its digits off would have given another figure.
    pub(super) fn is_rounded_up(&self) -> bool {
        let error = self.error.as_ref().and_then(Quantity::ends);
        self.status == Some(Status::Rounded) && error.is_some_and(|(least, _)| least.is_positive())
    }

    /// Calls it wrong, whatever it was held for.
    pub(super) fn call_wrong(&mut self) {
        self.status = Some(Status::Differs);
        if let Some(verdict) = &mut self.verdict {
            verdict.status = Status::Differs;
        }
    }

    /// Whether it is wrong by one in its last place.
    pub(super) fn in_last_place(&self) -> bool {
        self.verdict
            .as_ref()
            .is_some_and(Verdict::wrong_in_last_place)
    }

    /// The exact value for people.
    pub(super) fn shown(&self, digits: usize) -> String {
        match &self.number {
            Some(number) => json_number::shown(number, digits),
            None => json_number::text(&self.exact),
        }
    }

    /// The exact value in a column of numbers.
    pub(super) fn entry(&self) -> Entry {
        match &self.number {
            Some(number) => Entry::from(number),
            None if self.exact.is_null() => Entry::Missing(""),
            None => json_number::text(&self.exact).into(),
        }
    }

    fn verdict_text(&self) -> String {
        match self.status {
            None => "not in the answer".to_owned(),
            Some(_) if self.in_last_place() => "wrong in the last place".to_owned(),
            Some(Status::Differs) => "wrong".to_owned(),
            Some(status) => status.to_string(),
        }
    }

    /// That it can be read otherwise, for people.
    pub(super) fn doubt(&self) -> Option<String> {
        let (read, otherwise) = (self.read.as_ref()?, self.otherwise.as_ref()?);
        let others = otherwise.iter().map(|Otherwise { read, status }| {
            let is = match status {
                Status::Differs => "differs".to_owned(),
                status => format!("is {status}"),
            };
            format!("read as {read} it {is}")
        });
        Some(format!(
            "`{}` is read as {read}; {}. Say which: --decimal, \"decimal\" or \"odds\"",
            self.printed,
            others.collect_vec().join(", ")
        ))
    }
}

/// Exact values, which people see as `3/8 = 0.375`.
pub(super) fn exact_column() -> Column {
    Column::said("exact", Align::Left, json_number::shown)
}

/// The columns that say what came of figures.
pub(super) fn columns<T>(table: Table<T>, figure: impl Fn(&T) -> &CheckedFigure) -> Table<T> {
    // As people see them, `+0.25`; nothing where a figure is exact.
    let errors = Column::said("error", Align::Right, |error, _| json_number::error(error));
    let off = |error: &Quantity| error.exact() != Some(&Default::default());
    table
        .right("printed", |row| figure(row).printed.clone())
        .column(exact_column(), |row| figure(row).entry())
        .right("right", |row| figure(row).right.clone())
        .text("verdict", |row| figure(row).verdict_text())
        .column(errors, |row| figure(row).error.clone().filter(off))
}
