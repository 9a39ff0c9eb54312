//! `siga sidja first-capture`: who makes the first capture.

use clap::Args;

use crate::ask::prelude::*;
use crate::ask::without_throws::{Analysed, Analysis, Valued};
use crate::board::Cell;
use crate::games::goal::Goal;
use crate::games::review::Judgement;
use crate::games::sidja::Position;
use crate::games::sidja::rules::Blocked;
use crate::games::sidja::whole::first_capture;
use crate::solve::Method;
use crate::work::Note;

/// The first capture.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
pub(crate) struct FirstCapture {
    /// Search only, and never solve the whole board; refused while stones are in hand, since their placing is always solved
    #[arg(long)]
    search_only: bool,
}

/// The pairs of stones that can be placed.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Pairs {
    /// Where the side to move places two stones, what comes of each pair, best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pairs: Vec<Pair>,
}

/// Two stones placed in a turn.
#[derive(Serialize, JsonSchema)]
struct Pair {
    cells: Vec<Cell>,
    #[serde(flatten)]
    value: Valued,
}

impl Analysed for FirstCapture {
    type Position = Position;
    type Known = Pairs;

    const GOAL: Goal = Goal::FirstCapture;
    const BUDGET: &'static str = "200000";
    // Which of them there are depends on the position.
    const TABLES: &'static [&'static str] = &["pairs"];

    fn judged(
        &mut self,
        position: &Position,
        budget: u64,
        _caller: Caller,
        note: &Note,
    ) -> Result<(Judgement<Position>, Pairs), Failure> {
        if self.search_only && position.state().is_placing() {
            return Err(Failure::input(
                "with stones in hand the placing is solved without a search: leave out --search-only",
            ));
        }
        let (found, pairs) = first_capture(position, budget, self.search_only, note)?;
        let pairs = pairs.into_iter().map(|turn| Pair {
            cells: turn.cells,
            value: Valued::new::<Self>(turn.worth, None),
        });
        let pairs = pairs.collect();
        Ok((found, Pairs { pairs }))
    }

    fn notes(&self, position: &Position, analysis: &Analysis<Pairs>) -> Vec<String> {
        let rules = position.rules();
        let blocks = (rules.blocked == Blocked::Loses)
            .then_some("a side that cannot move has lost, which counts like a capture");
        let blocks = blocks.map(str::to_owned);
        let Some(positions) = &analysis.positions else {
            let plies = analysis.value.worth.length;
            let plies =
                plies.map(|_| "plies count from the first move after the placing".to_owned());
            let solved = "the rest of the placing was solved".to_owned();
            return [solved].into_iter().chain(plies).chain(blocks).collect();
        };
        let searched = counted(positions.grouped(), "position", "positions");
        let found = match (analysis.method, analysis.value.outcome) {
            (Method::Solved, _) => {
                format!("from the solution of the whole board, after a search of {searched}")
            }
            (_, Some(_)) if positions.grouped() == "0" => {
                "proved by the moves alone, without a search".to_owned()
            }
            (_, Some(_)) => format!("proved by a search of {searched}"),
            (_, None) => format!("{searched} searched"),
        };
        let limit = rules.no_capture.is_some();
        let limit = limit.then(|| "the limit on moves without a capture is ignored".to_owned());
        [found].into_iter().chain(limit).chain(blocks).collect()
    }

    fn sheets(&self, known: &Pairs) -> Vec<Sheet> {
        if known.pairs.is_empty() {
            return Vec::new();
        }
        let pairs = Sheet::of(&known.pairs)
            .text("pair", |pair| spaced(&pair.cells))
            .text("value", |pair| pair.value.entry::<Self>());
        vec![pairs.named("pairs", "Two stones in this turn")]
    }
}
