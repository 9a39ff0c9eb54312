//! The first capture: who makes it, in how many plies, or never.
//!
//! Before any capture all stones are on the board and one cell is empty, so every move slides a
//! stone into the hole. Whether a move takes something does not depend on the stone that makes it:
//! either every move of a position takes, always the same stones, or none does. The player who
//! wants the first capture hurries, the other delays. A win is to make it, a draw that nobody can force it. Plies are moves of
//! either player, a forced pass included; a blocked player who loses at once has lost in 0.
//!
//! The phase has a numbering and a solver of its own. That of the endgames, with the first capture as its goal, takes 4.5 times the time
//! on 5×5, and 290 MB for the sets of twelve cells, where this one takes 16.
//!
//! | module | what it holds |
//! |---|---|
//! | [`space`] | the sliding phase of a board, numbered up to symmetry |
//! | [`solution`] | all of it solved, backwards from the captures, or what can be reached from a few placements |
//! | [`audit`] | a separate pass that checks a solution |
//! | `judged` | a position of any size with its moves and best line: what can be reached from it, or a solution |

pub mod audit;
mod judged;
pub mod solution;
pub mod space;

#[cfg(test)]
mod tests;

pub(crate) use judged::looked_up;
pub use judged::search;
pub use solution::Solution;
