//! A game without throws solved from its start: what the solution says as a whole.

use super::described::{KnownOfGame, Move};
use super::{Moves, review::JudgedMove};
use crate::board::Side;
use crate::solve::Worth;
use crate::solve::retro::LayerTotals;

/// A position with a line of play from it.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct LineOfPlay<P: Moves> {
    /// Where it begins.
    pub position: P,
    /// The value there, for the side to move.
    pub worth: Worth,
    /// The moves.
    pub moves: Vec<P::Move>,
}

impl<P: Moves> LineOfPlay<P> {
    pub(crate) fn new(position: P, worth: Worth, moves: Vec<P::Move>) -> LineOfPlay<P> {
        LineOfPlay {
            position,
            worth,
            moves,
        }
    }
}

/// A game solved.
#[derive(Debug, Clone)]
pub struct SolvedGame<P: Moves> {
    /// Best play from the start, with the value of the game for the side that begins.
    pub line: LineOfPlay<P>,
    /// The first moves with their values, the best first, for whoever chooses.
    pub first_moves: Vec<JudgedMove<P>>,
    /// The totals of every layer.
    pub layers: Vec<LayerTotals>,
    /// The longest decided game of all, from where it is decided.
    pub longest: Option<LineOfPlay<P>>,
    /// What holds where the same move made three times loses, if the game has that rule.
    pub history: Option<History>,
}

impl<P: Moves<Move = Move>> SolvedGame<P> {
    /// The first moves by their values, and the length of the longest win.
    pub(crate) fn known(self) -> KnownOfGame {
        let moves = self.first_moves.into_iter();
        let valued = moves.filter_map(|known| {
            let worth = known.worth;
            Some((known.action, worth.outcome()?, worth.length))
        });
        let longest = self.longest.and_then(|line| line.worth.length);
        KnownOfGame::new(valued, longest)
    }
}

/// The facts about the rule that the same move made three times loses.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct History {
    /// No game can have more plies: this is the number of different moves, each possible twice.
    pub longest_game: u64,
    /// A win in at most this many plies stands under the rule if nothing has been played before: the
    /// third of three same moves is at the earliest a player's fifth.
    pub safe_plies: u16,
    /// The time for which each side can hold a drawn game against every play, without breaking the rule.
    pub holds: Vec<Hold>,
    /// Moves from the empty board that all keep the draw, where no position comes twice and neither
    /// side makes the same move three times; empty if the game is not a draw.
    pub line: Vec<Move>,
}

/// The time for which a side can hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Hold {
    /// The side.
    pub side: Side,
    /// The number of pieces that it can place in its first turns, without moving any, against every play.
    pub placed: u8,
    /// For this many plies it has not lost, whatever the other side does, and has made no move three
    /// times.
    pub plies: u16,
}
