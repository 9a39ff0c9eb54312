//! All positions with given numbers of pieces.

use super::{AGREED, PositionValues, Win, length_rule};
use crate::ask::prelude::*;
use crate::exact::decimal_at_most;
use crate::exact::stochastic::Ending;
use crate::games::daldos::endgame::Exact;
use crate::games::daldos::endgame::all_positions::Answer;
use crate::solve::Origin;
use crate::work::limit::grouped;

/// All positions with given numbers of pieces.
pub(in crate::ask::daldos) struct TableReport(pub(in crate::ask::daldos) Box<Answer>);

/// The question for all positions with given numbers of pieces.
#[derive(Serialize, JsonSchema)]
pub(in crate::ask::daldos) struct EndgameQuery {
    /// The words of the command, without `siga`.
    command: &'static str,
    /// The full rules text.
    rules: String,
    /// The numbers of pieces of A and of B.
    pieces: [usize; 2],
    /// Whether fractions were asked for.
    exact: bool,
}

/// All positions with given numbers of pieces: chances to win, lengths and best plays, proved.
#[derive(Serialize, JsonSchema)]
pub(in crate::ask::daldos) struct Summary {
    /// Where the bounds are from; those of tables were proved again.
    method: Origin,
    /// The number of positions, those of smaller endgames included.
    positions: Count,
    /// The greatest distance between the bounds of any of them.
    widest: Number,
    /// The reason why games end.
    ends: Ending,
    /// Those with every piece undalled and side by side; chances are those of the side to move.
    starts: Vec<PositionValues>,
    /// The position best for the side to move.
    best: Option<Win>,
    /// The position worst for the side to move.
    worst: Option<Win>,
    /// With `--exact`: the most unknowns that were solved together.
    #[serde(skip_serializing_if = "Option::is_none")]
    largest_system: Option<usize>,
    /// With `--all`: every position.
    #[serde(skip_serializing_if = "Option::is_none")]
    all: Option<Vec<Win>>,
}

impl Reply for TableReport {
    const NAME: &'static str = "daldos-endgame";
    type Query = EndgameQuery;
    type Result = Summary;

    fn query(&self) -> EndgameQuery {
        EndgameQuery {
            command: "daldos endgame",
            rules: self.0.endgame.rules().rules().to_string(),
            pieces: self.0.endgame.pieces(),
            exact: self.0.exact.is_some(),
        }
    }

    fn result(&self) -> Summary {
        let [best, worst] = self.0.extremes().map(|found| found.map(Win::from));
        Summary {
            method: self.0.method,
            positions: Count::of(self.0.endgame.positions()),
            widest: self.0.endgame.bounds().widest().into(),
            ends: self.0.ending,
            starts: self.0.starts.iter().map(PositionValues::from).collect(),
            best,
            worst,
            largest_system: self.0.exact.as_ref().map(Exact::largest_system),
            all: (self.0.question.list).then(|| self.0.positions().map(Win::from).collect()),
        }
    }
}

impl TableReport {
    /// How the numbers are known, and the best and the worst position.
    fn notes(&self, digits: usize) -> Vec<String> {
        let mut notes = vec![
            "win: chance of the side to move; turns, throws: expected length of the game under best play"
                .to_owned(),
            length_rule(self.0.exact.is_some()),
        ];
        if self.0.exact.is_none() {
            notes.push(format!(
                "proved bounds at most {} apart for each of the {} positions; {AGREED}",
                decimal_at_most(&self.0.endgame.bounds().widest(), digits),
                grouped(self.0.endgame.positions() as u128)
            ));
        } else {
            notes.push("exact; proved: no other play helps either side".to_owned());
        }
        if let (Origin::Tables, Some(tables)) = (self.0.method, &self.0.question.tables) {
            let folder = tables.folder(&self.0.endgame.rules().rules().to_string());
            let folder = folder.display();
            notes.push(format!(
                "the bounds are those of the tables in {folder}, and have been proved again"
            ));
        }
        if self.0.ending == Ending::UnderBestPlay {
            notes.push(
                "the two sides together could go on for ever; best play of either side ends the game"
                    .to_owned(),
            );
        }
        for (found, word) in self.0.extremes().into_iter().zip(["best", "worst"]) {
            if let Some((position, win)) = found {
                notes.push(format!(
                    "{word} for the side to move{}: {position}, {}",
                    if self.0.exact.is_some() {
                        ""
                    } else {
                        ", as far as the bounds tell"
                    },
                    win.decimal(digits)
                ));
            }
        }
        notes
    }
}

impl Report for TableReport {
    fn sheets(&self, style: &Style) -> Vec<Sheet> {
        let digits = style.places();
        let rules = self.0.endgame.rules().rules();
        let [a, b] = self.0.endgame.pieces();
        let notes = self.notes(digits);
        let heading = format!("{rules} · {a} against {b}");
        if self.0.question.list {
            return vec![
                Sheet::of(self.0.positions())
                    .text("position", |(position, _)| position.to_string())
                    .chance_decimal("win", |(_, win)| win.clone())
                    .named("positions", format!("{heading} · every position"))
                    .notes(notes),
            ];
        }
        vec![
            Sheet::of(&self.0.starts)
                .text("position", |start| start.position.to_string())
                .chance("win exactly", "win", |start| &start.win)
                .decimal("turns", |start| start.turns.as_ref())
                .decimal("throws", |start| start.throws.as_ref())
                .named(
                    "starts",
                    format!("{heading} · starts with every piece undalled"),
                )
                .notes(notes),
        ]
    }
}
