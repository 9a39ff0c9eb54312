//! `siga tab throw`: the throw, and what a whole turn yields.

use super::throws_of_any_kind::ThrowReport;
use super::throws_of_any_kind::json::ThrowResult;
use super::throws_of_any_kind::shown::phrase;
use crate::ask::prelude::*;
use crate::games::tab::Rules;
use crate::games::tab::rules::Weighted;
use crate::games::tab::turn::{Tabs, WholeTurn};
use crate::render::printed::Printed;

pub(super) struct TurnReport {
    rules: Rules,
    length: u8,
    up_to: Option<i64>,
    throws: Vec<Weighted>,
    tabs: Option<Tabs>,
    /// The same turn as `siga throw` reports it.
    inner: ThrowReport,
}

impl TurnReport {
    pub(super) fn new(rules: Rules, length: u8, up_to: Option<i64>, whole: WholeTurn) -> Self {
        Self {
            rules,
            length,
            up_to,
            throws: whole.throws,
            tabs: whole.tabs,
            inner: ThrowReport::of(whole.spec, whole.question, whole.answer),
        }
    }

    fn throws_sheet(&self, digits: usize) -> Sheet {
        let tabs = self.tabs.as_ref().map(|tabs| {
            [
                format!("a turn has a tâb    {}", phrase(&tabs.at_least_one, digits)),
                format!("tâbs on average     {}", phrase(&tabs.mean, digits)),
            ]
        });
        Sheet::of(&self.throws)
            .right("flat sides", |throw| throw.flats)
            .right("moves", |throw| throw.fields)
            .text("again", |throw| if throw.again { "yes" } else { "no" })
            .chance("probability", "decimal", |throw| &throw.chance)
            .named("throw", format!("{} · one throw", self.rules))
            .notes(tabs.into_iter().flatten())
    }
}

/// The question what the sticks and a whole turn of tâb come to.
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

/// The results of a whole turn of tâb: those of a throw with `--turn --values`, and tâb's own.
#[derive(Serialize, JsonSchema)]
pub(super) struct TurnResult {
    #[serde(flatten)]
    thrown: ThrowResult,
    /// The throws that can fall.
    table: Vec<ThrowRow>,
    /// The tâbs of a turn; `null` if none can fall.
    tabs: Option<Tabs>,
}

/// A throw that can fall.
#[derive(Serialize, JsonSchema)]
struct ThrowRow {
    /// Flat sides up.
    flat: usize,
    /// The fields that it moves a piece.
    throw: String,
    /// Whether it earns another throw.
    again: bool,
    probability: Number,
}

impl Reply for TurnReport {
    const NAME: &'static str = "tab-throw";
    type Query = TurnQuery;
    type Result = TurnResult;

    fn query(&self) -> TurnQuery {
        TurnQuery {
            command: "tab throw",
            rules: self.rules.to_string(),
            spec: self.inner.query().spec,
            length: self.length.into(),
            up_to: self.up_to,
        }
    }

    fn result(&self) -> TurnResult {
        let table = self.throws.iter().map(|throw| ThrowRow {
            flat: throw.flats,
            throw: throw.fields.to_string(),
            again: throw.again,
            probability: (&throw.chance).into(),
        });
        TurnResult {
            thrown: self.inner.result(),
            table: table.collect(),
            tabs: self.tabs.clone(),
        }
    }
}

impl Report for TurnReport {
    fn printed(&self) -> Option<Printed> {
        self.inner.printed()
    }

    fn sheets(&self, style: &Style) -> Vec<Sheet> {
        let mut sheets = self.inner.sheets(style);
        if let Some(totals) = sheets.first_mut() {
            totals.heading = format!("{} · total of a whole turn", self.rules);
        }
        sheets.insert(0, self.throws_sheet(style.places()));
        sheets
    }
}
