//! A position for people: the board, and whose turn it is.

use crate::ask::subject::Shown;
use crate::board::Bits;
use crate::games::sidja::{Outcome, Position};
use crate::render::drawing::board::Scene;
use crate::render::picture::{self, Mark};
use crate::render::words::{spaced, texts};

impl Shown for Position {
    fn draw(&self, taken: u128) -> String {
        picture::draw(self.board(), mark(self, taken))
    }

    fn scene(&self, taken: u128) -> Scene {
        picture::scene(self.board(), mark(self, taken))
    }

    fn turn(&self) -> String {
        let side = self.side();
        match end(self) {
            Some(how) => format!("the game is over: {how}"),
            None if self.in_chain() => format!("{side} goes on"),
            None if self.is_extra() => {
                format!("{side} makes an extra move, {} being blocked", side.other())
            }
            None if self.state().is_placing() => format!("{side} to place"),
            None => format!("{side} to move"),
        }
    }

    fn legend(&self, taken: u128) -> String {
        match taken {
            0 => String::new(),
            taken => format!(" · * last taken: {}", spaced(&self.board().cells_of(taken))),
        }
    }

    fn last_taken(&self, taken: u128) -> Option<Vec<String>> {
        Some(texts(&self.board().cells_of(taken)))
    }
}

/// The mark on each cell; `taken` are those of the stones last taken.
fn mark(position: &Position, taken: u128) -> impl Fn(u8) -> Mark {
    move |index| Mark::of(|side| position.stones(side).has(index), taken.has(index))
}

/// The end of the game, if it has ended.
pub(crate) fn end(position: &Position) -> Option<String> {
    let side = position.side();
    position.end().map(|outcome| match outcome {
        Outcome::Win => format!("{side} has won"),
        Outcome::Draw => "a draw".to_owned(),
        Outcome::Loss => format!("{} has won", side.other()),
    })
}
