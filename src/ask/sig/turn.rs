//! `siga sig turn`: what a whole turn yields.

use itertools::Itertools;

use crate::ask::prelude::*;
use crate::ask::throw::ThrowReport;
use crate::ask::throw::json::ThrowResult;
use crate::ask::throw::shown::phrase;
use crate::games::sig::Rules;
use crate::games::sig::rules::Weighted;
use crate::games::sig::turn::{Khadzh, WholeTurn};
use crate::render::printed::Printed;

pub(super) struct TurnReport {
    rules: Rules,
    length: u8,
    up_to: Option<i64>,
    throws: Vec<Weighted>,
    khadzh: Option<Khadzh>,
    /// The same turn as `siga throw` reports it.
    inner: ThrowReport,
}

/// `7:1` of one red side or seven among eight.
fn division(reds: &[usize], sticks: usize) -> String {
    let divided = reds.iter().map(|&red| {
        let (more, less) = (red.max(sticks - red), red.min(sticks - red));
        (more, less)
    });
    divided
        .unique()
        .map(|(more, less)| format!("{more}:{less}"))
        .join(" ")
}

impl TurnReport {
    pub(super) fn new(rules: Rules, length: u8, up_to: Option<i64>, whole: WholeTurn) -> Self {
        Self {
            rules,
            length,
            up_to,
            throws: whole.throws,
            khadzh: whole.khadzh,
            inner: ThrowReport::of(whole.spec, whole.question, whole.answer),
        }
    }

    fn throws_sheet(&self) -> Sheet {
        let sticks = self.rules.sticks();
        Sheet::of(&self.throws)
            .text("sticks", |throw| division(&throw.reds, sticks))
            .text("red sides", |throw| throw.reds.iter().join(", "))
            .text("gives", |throw| throw.throw.face.to_string())
            .text(
                "again",
                |throw| if throw.throw.again { "yes" } else { "no" },
            )
            .chance("probability", "decimal", |throw| &throw.chance)
            .named("throw", "One throw")
    }

    fn khadzh_sheet(&self, khadzh: &Khadzh, digits: usize) -> Sheet {
        let last = khadzh.exactly.rows.last().map_or(0, |row| row.times);
        let rows =
            (khadzh.exactly.rows.iter()).map(|row| (Entry::from(row.times), &row.probability));
        let rest =
            (khadzh.exactly.rest.iter()).map(|rest| (Entry::Beyond('>', last.to_string()), rest));
        Sheet::of(rows.chain(rest))
            .right("khadzhs", |(times, _)| times.clone())
            .chance("probability", "decimal", |(_, chance)| *chance)
            .named("khadzhs", "Khadzhs that stand")
            .note(format!(
                "at least one        {}",
                phrase(&khadzh.at_least_one, digits)
            ))
            .note(format!(
                "on average          {}",
                phrase(&khadzh.mean, digits)
            ))
    }
}

/// The question what a whole turn of sig comes to.
#[derive(Serialize, JsonSchema)]
pub(super) struct TurnQuery {
    command: &'static str,
    /// The full rules text, `--bias` put in.
    rules: String,
    /// The throw in the notation of throws.
    spec: String,
    /// The longest list that is listed.
    length: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    up_to: Option<i64>,
}

/// The results of a whole turn of sig: those of a throw with `--turn --values`, and sig's own.
#[derive(Serialize, JsonSchema)]
pub(super) struct TurnResult {
    #[serde(flatten)]
    thrown: ThrowResult,
    /// The throws that can fall.
    table: Vec<ThrowRow>,
    /// Khadzhs that stand; `null` under rules without a khadzh.
    khadzh: Option<Khadzh>,
}

/// A throw that can fall.
#[derive(Serialize, JsonSchema)]
struct ThrowRow {
    throw: String,
    /// The numbers of red sides that give it.
    red: Vec<usize>,
    /// Whether it earns another throw.
    again: bool,
    probability: Number,
}

impl Reply for TurnReport {
    const NAME: &'static str = "sig-turn";
    type Query = TurnQuery;
    type Result = TurnResult;

    fn query(&self) -> TurnQuery {
        TurnQuery {
            command: "sig turn",
            rules: self.rules.to_string(),
            spec: self.inner.query().spec,
            length: self.length.into(),
            up_to: self.up_to,
        }
    }

    fn result(&self) -> TurnResult {
        let table = self.throws.iter().map(|weighted| ThrowRow {
            throw: weighted.throw.face.to_string(),
            red: weighted.reds.clone(),
            again: weighted.throw.again,
            probability: (&weighted.chance).into(),
        });
        TurnResult {
            thrown: self.inner.result(),
            table: table.collect(),
            khadzh: self.khadzh.clone(),
        }
    }
}

impl Report for TurnReport {
    fn printed(&self) -> Option<Printed> {
        self.inner.printed()
    }

    fn sheets(&self, style: &Style) -> Vec<Sheet> {
        let digits = style.places();
        let mut sheets = self.inner.sheets(style);
        if let Some(totals) = sheets.first_mut() {
            totals.heading = format!("{} · total of a whole turn", self.rules);
        }
        sheets.insert(1, self.throws_sheet());
        if let Some(khadzh) = &self.khadzh {
            sheets.insert(2, self.khadzh_sheet(khadzh, digits));
        }
        sheets
    }
}
