//! Games that are texts: a drawing of the board and some lines.
//!
//! | module | what it holds |
//! |---|---|
//! | [`text`] | the text of a game, and the words of its options |
//! | [`board`] | points, joins and lines, from a drawing |
//! | [`rules`] | all that follows from a text, as far as the families have it in common |
//! | [`library`] | the games that come with siga |

mod action;
pub mod board;
pub mod library;
pub mod rules;
pub mod text;

pub use action::Move;
pub use board::Board;
pub use rules::{Family, Rules};
pub use text::{GameText, TextError};

use crate::board::{Bits, Side};

/// The rows of a board from the top as they are written, from the sets of `x` and of `o`; lengths from the lowest row.
pub(super) fn rows(lengths: &[usize], [x, o]: [u128; 2]) -> Vec<Vec<char>> {
    let mut points = 0_u8;
    let mut row = |length: &usize| {
        let row = points..points + *length as u8;
        points = row.end;
        let sign = |point: u8| match (x.has(point), o.has(point)) {
            (true, _) => Side::X.symbol(),
            (_, true) => Side::O.symbol(),
            _ => '.',
        };
        row.map(sign).collect()
    };
    let mut rows: Vec<Vec<char>> = lengths.iter().map(&mut row).collect();
    rows.reverse();
    rows
}
