//! A position for people: the board, and whose turn it is.

use crate::ask::described_board;
use crate::ask::subject::Shown;
use crate::board::Bits;
use crate::games::Moves as _;
use crate::games::custodial::moves::Chain;
use crate::games::custodial::{PositionOf, TakingBetween};
use crate::render::drawing::board::Scene;
use crate::render::picture::Mark;
use crate::render::words::{spaced, texts};

impl<R: TakingBetween> Shown for PositionOf<R> {
    fn draw(&self, taken: u128) -> String {
        described_board::drawn(self.rules().described().board(), mark(self, taken))
    }

    fn scene(&self, taken: u128) -> Scene {
        described_board::scene(self.rules().described().board(), mark(self, taken))
    }

    fn turn(&self) -> String {
        let (side, other) = (self.side(), self.side().other());
        if let Some(how) = self.over() {
            return format!("the game is over: {how}");
        }
        match self.chain() {
            Chain::Any | Chain::Piece(_) => format!("{side} goes on"),
            Chain::Extra => format!("{side} makes an extra move, {other} being blocked"),
            Chain::Gives => format!("{side} takes off a piece of its own, {other} being blocked"),
            Chain::Takes => format!("{side} takes off a piece of {other}, which is blocked"),
            Chain::No if self.state().is_placing() => format!("{side} to place"),
            Chain::No => format!("{side} to move"),
        }
    }

    fn legend(&self, taken: u128) -> String {
        match taken {
            0 => String::new(),
            taken => format!(" · * last taken: {}", spaced(&self.cells(taken))),
        }
    }

    fn last_taken(&self, taken: u128) -> Option<Vec<String>> {
        Some(texts(&self.cells(taken)))
    }
}

/// The mark on each point; `taken` are those of the pieces last taken.
fn mark<R: TakingBetween>(position: &PositionOf<R>, taken: u128) -> impl Fn(u8) -> Mark {
    move |index| Mark::of(|side| position.pieces(side).has(index), taken.has(index))
}
