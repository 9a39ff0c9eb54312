//! A position for people: the board, and whose turn it is.

use crate::ask::described_board;
use crate::ask::subject::Shown;
use crate::board::{Bits, Side};
use crate::games::Moves as _;
use crate::games::line_up::Position;
use crate::render::drawing::board::Scene;
use crate::render::picture::Mark;

impl Shown for Position {
    fn draw(&self, _taken: u128) -> String {
        described_board::drawn(self.board(), mark(self))
    }

    fn scene(&self, _taken: u128) -> Scene {
        described_board::scene(self.board(), mark(self))
    }

    fn turn(&self) -> String {
        let side = self.side();
        if let Some(how) = self.over() {
            return format!("the game is over: {how}");
        }
        let places = self.reserve(side) > 0;
        match (places, self.chooser() == side) {
            (true, false) => format!("{} places a piece of {side}", side.other()),
            (true, true) if self.rules().moves_early() && self.pieces(side) != 0 => {
                format!("{side} to place or move")
            }
            (true, true) => format!("{side} to place"),
            (false, _) => format!("{side} to move"),
        }
    }
}

/// The mark on each point.
fn mark(position: &Position) -> impl Fn(u8) -> Mark {
    let [x, o] = Side::BOTH.map(|side| position.pieces(side));
    move |point| {
        Mark::of(
            |side| (if side == Side::X { x } else { o }).has(point),
            false,
        )
    }
}
