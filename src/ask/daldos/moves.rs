//! The throws of daldøs, and what is said of their plays.

use crate::ask::prelude::*;
use crate::ask::with_throws::moves::{Column, NamedThrows};
use crate::games::daldos::{Cast, Play, Position};
use crate::work::Fault;

/// What is said of a play in daldøs alone.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Ways {
    /// All ways, the first being the play's name: `m3-m5 !a1-m1`, the pieces in the order they move, `!` for one released, `m3-m4-m6` where it
    /// may take on the way too. Two pieces that may move in either order are listed in one.
    ways: Vec<String>,
    /// Whether the same side throws again.
    again: bool,
}

impl NamedThrows for Position {
    const THROW: &'static str = "1,3";
    type Own = Ways;
    const COLUMNS: &'static [Column<Ways>] = &[
        ("throws again", false, |play| match play.again {
            true => "yes".to_owned(),
            false => String::new(),
        }),
        ("or", false, |play| play.ways[1..].join(", ")),
    ];

    fn named(&self, text: &str) -> Result<Cast, Fault> {
        self.game().read_throw(text)
    }

    fn captures(&self, play: &Play) -> Vec<String> {
        texts(&self.holes(play.taken))
    }

    fn own(&self, play: &Play) -> Ways {
        let ways = play.ways.iter().map(|way| self.way_text(way));
        Ways {
            ways: ways.collect(),
            again: play.again,
        }
    }

    fn column_note(_plays: &[Play]) -> Option<String> {
        let note = "! released by this move; the last column is the position before the next throw";
        Some(note.to_owned())
    }
}
