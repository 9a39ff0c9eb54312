//! What the sticks, and a whole turn of them, come to.

use crate::ask::prelude::*;
use crate::ask::throw::ThrowReport;
use crate::ask::throw::json::ThrowResult;
use crate::games::running_fight::question::Questions;
use crate::games::running_fight::turn::WholeTurn;
use crate::render::printed::Printed;

/// A game whose turns are reports.
pub(crate) trait WholeTurns: Questions {
    /// The name of the report.
    const TURN: &'static str;
    /// The results besides those of `siga throw`.
    type Own: Serialize + JsonSchema;

    fn own(turn: &TurnReport<Self>) -> Self::Own;

    /// The tables besides those of `siga throw`, each with its place among them.
    fn tables(turn: &TurnReport<Self>, digits: usize) -> Vec<(usize, Sheet)>;
}

pub(crate) struct TurnReport<P: Questions> {
    pub(crate) rules: P::Rules,
    length: u8,
    up_to: Option<i64>,
    pub(crate) throws: Vec<P::Weighted>,
    pub(crate) named: Option<P::Named>,
    /// The same turn as `siga throw` reports it.
    inner: ThrowReport,
}

impl<P: Questions> TurnReport<P> {
    pub(crate) fn new(
        rules: P::Rules,
        (length, up_to): (u8, Option<i64>),
        whole: WholeTurn<P::Weighted, P::Named>,
    ) -> Self {
        Self {
            rules,
            length,
            up_to,
            throws: whole.throws,
            named: whole.named,
            inner: ThrowReport::of(whole.spec, whole.question, whole.answer),
        }
    }
}

/// The question what a whole turn comes to.
#[derive(Serialize, JsonSchema)]
pub(crate) struct TurnQuery {
    /// The words of the command, without `siga`.
    command: String,
    /// The full rules text, `--bias` put in.
    rules: String,
    /// The throw in the notation of throws.
    spec: String,
    /// The longest list that is listed.
    length: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    up_to: Option<i64>,
}

/// The results of a whole turn: those of a throw with `--turn --values`, and the game's own.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "TurnResult")]
pub(crate) struct TurnResult<O> {
    #[serde(flatten)]
    thrown: ThrowResult,
    #[serde(flatten)]
    own: O,
}

impl<P: WholeTurns> Reply for TurnReport<P> {
    const NAME: &'static str = P::TURN;
    type Query = TurnQuery;
    type Result = TurnResult<P::Own>;

    fn query(&self) -> TurnQuery {
        TurnQuery {
            command: P::TURN.replace('-', " "),
            rules: self.rules.to_string(),
            spec: self.inner.query().spec,
            length: self.length.into(),
            up_to: self.up_to,
        }
    }

    fn result(&self) -> Self::Result {
        TurnResult {
            thrown: self.inner.result(),
            own: P::own(self),
        }
    }
}

impl<P: WholeTurns> Report for TurnReport<P> {
    fn printed(&self) -> Option<Printed> {
        self.inner.printed()
    }

    fn all_printed(&self) -> Vec<(&'static str, Printed)> {
        self.inner.all_printed()
    }

    fn sheets(&self, style: &Style) -> Vec<Sheet> {
        let mut sheets = self.inner.sheets(style);
        if let Some(totals) = sheets.first_mut() {
            totals.heading = format!("{} · total of a whole turn", self.rules);
        }
        for (place, sheet) in P::tables(self, style.places()) {
            sheets.insert(place, sheet);
        }
        sheets
    }
}
