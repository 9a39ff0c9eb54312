//! All positions with given numbers of pieces.

use std::path::PathBuf;

use itertools::Itertools;

use super::{AGREED, EndgameArgs, Win, length_rule};
use crate::ask::prelude::*;
use crate::exact::decimal_at_most;
use crate::exact::stochastic::Ending;
use crate::games::daldos::endgame::{AllPositions, Start};
use crate::solve::Method;

/// All positions with given numbers of pieces: chances to win, lengths and best plays, proved.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Summary {
    /// Where the bounds are from; those of tables were proved again.
    method: Method,
    /// The number of positions, those of smaller endgames included.
    positions: Count,
    /// The greatest distance between the bounds of any of them.
    widest: Number,
    /// The reason why games end.
    ends: Ending,
    /// Those with every piece undalled and side by side; chances are those of the side to move.
    starts: Vec<Start>,
    /// The position best for the side to move.
    best: Option<Win>,
    /// The position worst for the side to move.
    worst: Option<Win>,
    /// With `--all`: every position.
    #[serde(skip_serializing_if = "Option::is_none")]
    all: Option<Vec<Win>>,
    /// The folder of the tables that were looked into.
    #[serde(skip)]
    folder: Option<PathBuf>,
}

impl Summary {
    pub(super) fn of(
        answer: &AllPositions,
        all: Option<Vec<Win>>,
        folder: Option<PathBuf>,
    ) -> Self {
        let [best, worst] = answer.extremes().map(|found| found.map(Win::from));
        Self {
            method: answer.method,
            positions: Count::of(answer.solved.positions()),
            widest: answer.solved.endgame().bounds().widest().into(),
            ends: answer.solved.endgame().ending(),
            starts: answer.starts.clone(),
            best,
            worst,
            all,
            folder,
        }
    }
}

impl EndgameArgs {
    /// How the numbers are known, and the best and the worst position.
    fn known(&self, found: &Summary, digits: usize) -> Vec<String> {
        let mut notes = vec![
            "win: chance of the side to move; turns, throws: expected length of the game under best play"
                .to_owned(),
            length_rule(self.exact),
        ];
        if self.exact {
            notes.push("exact; proved: no other play helps either side".to_owned());
        } else {
            notes.push(format!(
                "proved bounds at most {} apart for each of the {} positions; {AGREED}",
                decimal_at_most(&found.widest.0, digits),
                found.positions.grouped()
            ));
        }
        if let (Method::Tables, Some(folder)) = (found.method, &found.folder) {
            let folder = folder.display();
            notes.push(format!(
                "the bounds are from the tables in {folder}, and were proved again"
            ));
        }
        notes.extend(found.ends.said().map(str::to_owned));
        for (extreme, word) in [(&found.best, "best"), (&found.worst, "worst")] {
            if let Some(Win { position, win }) = extreme {
                notes.push(format!(
                    "{word} for the side to move{}: {position}, {}",
                    if self.exact {
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

    pub(super) fn summary(&self, found: &Summary, digits: usize) -> Sheet {
        let pieces = self.pieces.iter().flatten().join(" against ");
        let heading = format!("{} · {pieces}", self.start.rules_text());
        let notes = self.known(found, digits);
        if let Some(all) = &found.all {
            return Sheet::of(all)
                .text("position", |of| of.position.clone())
                .chance_decimal("win", |of| of.win.clone())
                .named("positions", format!("{heading} · every position"))
                .notes(notes);
        }
        Sheet::of(&found.starts)
            .text("position", |start| start.position.to_string())
            .chance("win exactly", "win", |start| &start.win)
            .decimal("turns", |start| start.length.as_ref())
            .decimal("throws", |start| start.throws.as_ref())
            .named(
                "starts",
                format!("{heading} · starts with every piece undalled"),
            )
            .notes(notes)
    }
}
