//! Games that are texts: a drawing of the board and some lines.
//!
//! | module | what it holds |
//! |---|---|
//! | [`text`] | the text of a game, and the words of its options |
//! | [`board`] | points, joins and lines, from a drawing |
//! | [`rules`] | all that follows from a text, as far as the families have it in common |
//! | [`setup`] | positions as they are written down |
//! | [`library`] | the games that come with siga |

mod action;
pub mod board;
pub mod library;
pub mod rules;
pub mod setup;
pub mod text;

pub use action::Move;
pub use board::Board;
pub use rules::{Family, Rules};
pub use text::{GameText, TextError};

use crate::board::{Bits, Cell, Side};
use crate::solve::retro::Outcome;

/// First moves of one value.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct FirstMoves {
    /// The moves.
    pub moves: Vec<Move>,
    /// What they come to for the side that begins.
    pub outcome: Outcome,
    /// The plies to the end under best play, or `null` for a draw.
    pub plies: Option<u32>,
}

/// What is known of a game from its start.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize, schemars::JsonSchema)]
pub struct KnownOfGame {
    /// The first moves by their values, the best first; those that are not known are left out.
    pub first_moves: Vec<FirstMoves>,
    /// The plies of the longest win or loss of all positions, or `null`.
    pub longest: Option<u32>,
}

impl KnownOfGame {
    /// Gathers the moves of each value; the best come first.
    pub(super) fn new(
        moves: impl Iterator<Item = (Move, Outcome, Option<u32>)>,
        longest: Option<u32>,
    ) -> KnownOfGame {
        let mut first_moves: Vec<FirstMoves> = Vec::new();
        for (action, outcome, plies) in moves {
            let of_value =
                |known: &&mut FirstMoves| (known.outcome, known.plies) == (outcome, plies);
            match first_moves.iter_mut().find(of_value) {
                Some(known) => known.moves.push(action),
                None => first_moves.push(FirstMoves {
                    moves: vec![action],
                    outcome,
                    plies,
                }),
            }
        }
        KnownOfGame {
            first_moves,
            longest,
        }
    }
}

/// A legal move of a game on points, and what comes of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Play<P> {
    /// The move.
    pub action: Move,
    /// The points of the pieces taken, as a set of indices.
    pub taken: u128,
    /// The point of the piece jumped over, if it is a jump.
    pub over: Option<Cell>,
    /// The position after it.
    pub position: P,
    /// Whether the same side goes on.
    pub again: bool,
}

/// The index of the point with a number, counted as one reads from 1 at the top left; lengths from the lowest row.
pub(super) fn numbered(lengths: &[usize], number: usize) -> Option<u8> {
    let mut left = number.checked_sub(1)?;
    for (at, length) in lengths.iter().enumerate().rev() {
        if left < *length {
            let below: usize = lengths[..at].iter().sum();
            return (below + left).try_into().ok();
        }
        left -= length;
    }
    None
}

/// The rows of a board from the top as they are written, from the sets of `x` and of `o`; lengths from the lowest row.
fn rows(lengths: &[usize], [x, o]: [u128; 2]) -> Vec<Vec<char>> {
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
