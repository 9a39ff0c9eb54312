//! The picture above the tables of a position: its title, the board, whose turn it is. Square boards are drawn here.

use super::drawing::board::{Scene, Spot, Stone};
use super::terminal::{BOLD_CYAN as O, BOLD_RED as TAKEN, BOLD_YELLOW as X, FAINT, PLAIN};
use crate::board::{Board, Side};

/// A position to look at, with colour in its texts.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    /// Title and source.
    pub(crate) above: String,
    /// The board drawn for a terminal.
    pub(crate) board: String,
    /// The position in a line, and whose turn it is.
    pub(crate) below: String,
    /// The board drawn in any other way, with what the answer shows on it.
    pub(crate) scene: Scene,
}

impl Picture {
    /// All of it for a terminal.
    pub(crate) fn text(&self) -> String {
        format!("{}{}{}", self.above, self.board, self.below)
    }

    /// The same with arrows for the best move or play, where the answer ranks them and is sure of it.
    pub(crate) fn with_best(mut self, best: Option<&str>) -> Self {
        if let Some(best) = best {
            self.scene.add_move(best);
        }
        self
    }
}

/// The contents of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// A piece.
    Piece(Side),
    /// Nothing, and a piece has just been there: drawn `*`.
    Left,
    /// Nothing.
    Empty,
}

impl Mark {
    /// The piece of a side that has the cell, or else nothing.
    pub(crate) fn of(has: impl Fn(Side) -> bool, left: bool) -> Self {
        match Side::BOTH.into_iter().find(|side| has(*side)) {
            Some(side) => Self::Piece(side),
            None if left => Self::Left,
            None => Self::Empty,
        }
    }
}

/// How a terminal shows the contents of a cell: style and sign.
pub(crate) fn sign(mark: Mark) -> (&'static str, char) {
    match mark {
        Mark::Piece(Side::X) => (X, 'x'),
        Mark::Piece(Side::O) => (O, 'o'),
        Mark::Left => (TAKEN, '*'),
        Mark::Empty => (FAINT, '.'),
    }
}

impl Mark {
    pub(crate) fn stone(self) -> Option<Stone> {
        let Self::Piece(side) = self else {
            return None;
        };
        Some(Stone {
            second: side == Side::O,
            bound: false,
            letter: if side == Side::X { 'x' } else { 'o' },
        })
    }
}

/// The board with files and ranks.
pub(crate) fn draw(board: Board, mark: impl Fn(u8) -> Mark) -> String {
    let size = board.size();
    let mut text = String::new();
    for rank in (0..size).rev() {
        text.push_str(&format!("  {FAINT}{:>2}{PLAIN} ", rank + 1));
        for file in 0..size {
            let (style, symbol) = sign(mark(rank * size + file));
            text.push_str(&format!(" {style}{symbol}{PLAIN}"));
        }
        text.push('\n');
    }
    text.push_str(&format!("     {FAINT}"));
    for file in 0..size {
        text.push(' ');
        text.push(char::from(b'a' + file));
    }
    text.push_str(&format!("{PLAIN}\n"));
    text
}

/// A board of squares as a scene.
pub(crate) fn scene(board: Board, mark: impl Fn(u8) -> Mark) -> Scene {
    let size = board.size();
    let (left, right) = (0.7, f64::from(size) + 0.7);
    let (top, bottom) = (0.2, f64::from(size) + 0.2);
    let mut scene = Scene {
        edge: vec![(left, top), (right, top), (right, bottom), (left, bottom)],
        ..Scene::default()
    };
    let letter = |file: u8| char::from(b'a' + file);
    for rank in 0..size {
        let y = f64::from(size - 1 - rank) + 0.7;
        for file in 0..size {
            let mark = mark(rank * size + file);
            scene.spots.push(Spot {
                at: (f64::from(file) + 1.2, y),
                name: format!("{}{}", letter(file), rank + 1),
                hole: false,
                piece: mark.stone(),
                taken: mark == Mark::Left,
                shade: None,
            });
        }
        scene.labels.push((0.35, y, (rank + 1).to_string()));
    }
    for file in 0..size {
        let below = f64::from(size) + 0.52;
        scene
            .labels
            .push((f64::from(file) + 1.2, below, letter(file).to_string()));
    }
    scene
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_run_right_and_ranks_up() {
        let board = Board::new(3).unwrap();
        let drawn = draw(board, |index| match index {
            0 => Mark::Left,
            4 | 6 => Mark::Piece(Side::X),
            2 | 7 => Mark::Piece(Side::O),
            _ => Mark::Empty,
        });
        let text = anstream::adapter::strip_str(&drawn).to_string();
        assert_eq!(text, "   3  x o .\n   2  . x .\n   1  * . o\n      a b c\n");
    }
}
