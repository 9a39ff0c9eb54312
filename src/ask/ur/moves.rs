//! The throws of Ur, and what is said of their plays.

use crate::ask::prelude::*;
use crate::ask::with_throws::moves::{Column, NamedThrows};
use crate::exact::Quantity;
use crate::games::ur::rules::Throw;
use crate::games::ur::{Move, Position};
use crate::work::Fault;

/// What is said of a play in Ur alone.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Again")]
pub(crate) struct RacePlay {
    /// Whether the same side throws again.
    again: bool,
    /// The steps by which its side is ahead after the next throw, on average: a measure, not the value of the play.
    pub(super) ahead: Number,
}

impl NamedThrows for Position {
    const THROW: &'static str = "3";
    type Own = RacePlay;
    const COLUMNS: &'static [Column<RacePlay>] = &[
        ("throws again", false, |play| match play.again {
            true => "yes".to_owned(),
            false => String::new(),
        }),
        ("steps ahead", true, |play| {
            Quantity::Exact(play.ahead.0.clone()).fixed(2)
        }),
    ];

    fn named(&self, text: &str) -> Result<Throw, Fault> {
        self.rules().dice().named(text)
    }

    fn captures(&self, play: &Move) -> Vec<String> {
        texts(play.takes.as_slice())
    }

    fn own(&self, play: &Move) -> RacePlay {
        RacePlay {
            again: play.again,
            ahead: (&play.ahead()).into(),
        }
    }

    fn column_note(_plays: &[Move]) -> Option<String> {
        Some("steps ahead: after the next throw, on average; not the value of the play".to_owned())
    }
}
