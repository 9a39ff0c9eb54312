//! The questions that a game of this kind answers about its rules.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use super::Model;
use crate::board::Board;
use crate::rules::{Options, RulesError};
use crate::solve::retro::{Solution, SolveError, Value};

/// The rules of a game in which two sides place pieces and move them until one makes a pattern.
///
/// Everything else (positions, moves, solving) asks only these questions. The side that owns the
/// piece placed or moved is the *side to move*, even where the opponent chooses the cell.
pub trait Ruleset:
    Options + Copy + Debug + Default + Display + Eq + FromStr<Err = RulesError> + Hash + Send + Sync
{
    /// The board: 3 to 5 cells a side.
    fn board(&self) -> Board;

    /// The number of pieces of each side.
    fn men(&self) -> u8;

    /// The patterns that win, as sets of cells by index; no two are the same.
    fn goals(&self) -> Vec<u32>;

    /// Whether a piece may jump over one adjacent piece of either colour to the cell just beyond.
    fn jumps(&self) -> bool;

    /// Whether pieces may be moved as soon as one is on the board; otherwise a side moves only when
    /// all its pieces are placed.
    fn moves_early(&self) -> bool;

    /// Whether the opponent chooses the cell of the piece that a side places when it has placed
    /// `placed` already.
    fn opponent_places(&self, placed: u8) -> bool;

    /// The value, for the side to move, of a position whose value is kept with the program because finding it takes minutes:
    /// that of the first moves of a game that has been solved.
    fn recorded(&self, _own: u32, _other: u32) -> Option<Value> {
        None
    }

    /// The usual rules for a square board of this size.
    fn of_size(_size: u8) -> Self {
        Self::usual()
    }

    /// The facts that a solution gives about such a game besides the values.
    type More: Clone + Debug;

    /// The game-specific part of a solution, read from its layers.
    ///
    /// # Errors
    /// [`SolveError::NoLayer`]: the solution lacks a layer.
    fn more(model: &Model<Self>, solution: &Solution) -> Result<Self::More, SolveError>
    where
        Self: Sized;
}
