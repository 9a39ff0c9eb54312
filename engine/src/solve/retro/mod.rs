//! Retrograde analysis of games of placing and moving like pieces, layer by layer.
//!
//! A [`Game`] says which cells, moves, goals and layers there are; a [`Solver`] solves the layers
//! in the order of [`plan`] into [`LayerTable`]s, which hold for every position whether the side to
//! move wins and in how many plies. Games whose pieces take each other say what can be done and
//! taken back in a position instead ([`ReversibleGame`]), and [`solve_moves`] makes the same tables.

mod counts;
mod game;
mod layer_in_progress;
mod matrix;
mod sets;
mod single;
mod solution;
mod solver;
mod space;
mod table;
mod value;

pub use counts::LayerTotals;
pub(crate) use game::plain_targets;
pub use game::{Action, Blocked, Chooser, Game, Layer, Step, TurnKinds, actions, plan};
pub use sets::Sets;
pub(in crate::solve) use sets::image;
pub use single::{ReversibleGame, index_of, solve_moves};
pub use solution::{Codes, Ranked, Solution, best_line, closure, ranked};
pub use solver::{SolveError, Solver, Tick};
pub use table::{LayerIndex, LayerTable};
pub use value::{Code, Outcome, Plies, Value};

#[cfg(test)]
mod tests;
