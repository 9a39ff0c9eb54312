//! The throws of a turn, and what is said of their plays.

use super::args::Commands;
use crate::ask::prelude::*;
use crate::ask::subject::Shown as _;
use crate::ask::with_throws::moves::{Column, NamedThrows};
use crate::games::running_fight::plays::Yield;
use crate::games::running_fight::position::{Play, Position};
use crate::work::Fault;

/// What is counted of a play.
#[derive(Serialize, JsonSchema)]
pub(crate) struct PlayCounts {
    /// The number of pieces taken.
    taken: u32,
    /// The number of own pieces that left the board because a stack was reduced: in tâb alone.
    reduced: u32,
    /// Sequences of moves that lead to the same position.
    ways: Count,
}

impl<R: Commands> NamedThrows for Position<R> {
    const THROW: &'static str = R::TEXTS.throw_example;
    type Own = PlayCounts;
    const COLUMNS: &'static [Column<PlayCounts>] = match R::STACKS {
        true => &[
            ("taken", true, |play| play.taken.to_string()),
            ("reduced", true, |play| play.reduced.to_string()),
            ("ways", true, |play| play.ways.to_string()),
        ],
        false => &[("ways", true, |play| play.ways.to_string())],
    };

    fn named(&self, text: &str) -> Result<Yield<R::Throw>, Fault> {
        let text = if R::IDLE && text == "-" { "" } else { text };
        self.rules().read_yield(text)
    }

    fn captures(&self, play: &Play<R>) -> Vec<String> {
        texts(&play.captures)
    }

    fn own(&self, play: &Play<R>) -> PlayCounts {
        PlayCounts {
            taken: play.taken,
            reduced: play.reduced,
            ways: Count::of(play.ways),
        }
    }

    fn column_note(plays: &[Play<R>]) -> Option<String> {
        let ways = "ways: sequences of moves that lead to the same position; one of them is shown";
        let reduced = plays.iter().any(|play| play.reduced > 0);
        Some(match reduced {
            true => format!(
                "{ways}; reduced: own pieces that leave the board because a stack comes into a row where one of them has been"
            ),
            false => ways.to_owned(),
        })
    }

    fn drawn_size(&self, plays: usize) -> u128 {
        let cells = self.scene(0).spots.len();
        (plays * 8 * cells) as u128
    }
}
