//! Games in which pieces are placed and moved until those of a side line up: three, four or five in a row, squares, corners.
//!
//! A game is a text: a drawing of its board and some lines ([`described`](super::described)); those of `games/` come with siga, and anybody's
//! can be read ([`Rules::of_text`]).
//!
//! | module | what it holds |
//! |---|---|
//! | `goals`, `movement`, `symmetry` | the patterns that win, the ways to move, what leaves a game as it is |
//! | [`rules`] | all that follows from a text |
//! | `model` | the rules as the solver wants them described |
//! | [`moves`] | move generation on bit sets |
//! | [`setup`] | positions as they are written down, and every fault in them |
//! | [`position`] | a legal position, its moves and the end of the game |
//! | [`solve`] | what a solution says |
//! | `perft` | counting move sequences |
//! | [`audit`] | a check of the solution that uses nothing of the solver |
//! | [`prove`] | forced wins proved by forward search |
//! | `judge` | what is known of a position: by tables, else solved, else searched |
//! | `history` | what holds where the same move made three times loses |
//! | `certificate` | values of sampled positions and of those that follow them |

pub mod audit;
mod certificate;
mod goals;
mod history;
mod judge;
mod kept;
mod known;
mod model;
mod movement;
pub mod moves;
mod perft;
pub mod position;
pub mod prove;
pub mod rules;
pub mod setup;
pub mod solve;
mod symmetry;

pub use super::described::{Board, GameText, Move, TextError};
pub use certificate::certify;
pub(crate) use kept::KEPT;
pub use position::{Play, Position};
pub use rules::Rules;
pub use setup::Setup;

#[cfg(test)]
mod tests;
