//! Retrograde analysis of games of placing and moving like pieces, layer by layer.
//!
//! A [`Game`] says which cells, moves, goals and layers there are; a [`Solver`] solves the layers
//! in the order of [`plan`] into [`LayerTable`]s, which hold for every position whether the side to
//! move wins and in how many plies.

mod engine;
mod game;
mod matrix;
mod sets;
mod space;
mod table;
mod value;
mod work;

pub use engine::{SolveError, Solver, Tick};
pub use game::{Action, Blocked, Chooser, Game, Layer, Step, Turn, actions, plan};
pub use sets::Sets;
pub use table::{LayerIndex, LayerTable};
pub use value::{Code, Plies, Value, Wdl};
