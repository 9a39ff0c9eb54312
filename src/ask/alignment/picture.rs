//! A position for people: the board, and whose turn it is.

use super::ReportNames;
use crate::ask::subject::Shown;
use crate::board::Bits;
use crate::games::alignment::Position;
use crate::render::drawing::board::Scene;
use crate::render::picture::{self, Mark};

impl<R: ReportNames> Shown for Position<R> {
    fn draw(&self, _taken: u128) -> String {
        picture::draw(self.board(), mark(self))
    }

    fn scene(&self, _taken: u128) -> Scene {
        picture::scene(self.board(), mark(self))
    }

    fn turn(&self) -> String {
        let side = self.side();
        if let Some(winner) = self.winner() {
            return format!("the game is over: {winner} has won");
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

/// The mark on each cell.
fn mark<R: ReportNames>(position: &Position<R>) -> impl Fn(u8) -> Mark {
    move |index| Mark::of(|side| position.pieces(side).has(index), false)
}
