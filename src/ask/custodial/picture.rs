//! A position for people: the board, and whose turn it is.

use crate::ask::described_board;
use crate::ask::subject::Shown;
use crate::board::{Bits, Cell};
use crate::games::Moves as _;
use crate::games::custodial::Position;
use crate::games::custodial::moves::Chain;
use crate::render::drawing::board::Scene;
use crate::render::picture::Mark;
use crate::render::words::{spaced, texts};

impl Shown for Position {
    fn draw(&self, taken: u128) -> String {
        described_board::drawn(self.board(), mark(self, taken))
    }

    fn scene(&self, taken: u128) -> Scene {
        described_board::scene(self.board(), mark(self, taken))
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
            taken => format!(" · * last taken: {}", spaced(&cells(self, taken))),
        }
    }

    fn last_taken(&self, taken: u128) -> Option<Vec<String>> {
        Some(texts(&cells(self, taken)))
    }
}

fn cells(position: &Position, set: u128) -> Vec<Cell> {
    let board = position.board();
    set.ones().map(|point| board.name(point)).collect()
}

/// The mark on each point; `taken` are those of the pieces last taken.
fn mark(position: &Position, taken: u128) -> impl Fn(u8) -> Mark {
    move |index| Mark::of(|side| position.pieces(side).has(index), taken.has(index))
}
