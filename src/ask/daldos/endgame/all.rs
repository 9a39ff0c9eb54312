//! All positions with given numbers of pieces.

use itertools::Itertools;

use super::{AGREED, EndgameArgs, length_rule};
use crate::ask::prelude::*;
use crate::exact::decimal_at_most;
use crate::games::daldos::endgame::{AllPositions, Win};
use crate::solve::Method;

impl EndgameArgs {
    /// How the numbers are known, and the best and the worst position.
    fn known(&self, found: &AllPositions, digits: usize) -> Vec<String> {
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
                decimal_at_most(&found.widest, digits),
                grouped(found.positions as u64)
            ));
        }
        if let (Method::Tables, Some(folder)) = (found.method, &self.folder) {
            let folder = folder.display();
            notes.push(format!(
                "the bounds are from the tables in {folder}, and were proved again"
            ));
        }
        notes.extend(found.ends.said().map(str::to_owned));
        for (extreme, word) in [(&found.best, "best"), (&found.worst, "worst")] {
            if let Some(Win { position, win, .. }) = extreme {
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

    pub(super) fn summary(&self, found: &AllPositions, digits: usize) -> Sheet {
        let pieces = self.pieces.iter().flatten().join(" against ");
        let heading = format!("{} · {pieces}", self.start.rules_text());
        let notes = self.known(found, digits);
        if let Some(all) = &found.all {
            return Sheet::of(all)
                .text("position", |of| of.position.to_string())
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
