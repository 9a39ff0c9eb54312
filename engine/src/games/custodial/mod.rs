//! Games in which pieces are taken between two: Seega, hasami shogi, mak-yek and their kin.
//!
//! A game is a text ([`described`](super::described)); what its keys say is in `docs/rules/custodial.md`.
//!
//! | module | what it holds |
//! |---|---|
//! | [`rules`] | all that follows from a text |
//! | [`moves`] | where a turn stands, and its moves |
//! | [`engine`] | moves on square grids, made for speed |
//! | [`setup`] | what can be written down, and every fault in it |
//! | [`position`] | a legal position, its moves and the end of the game |
//! | [`graph`] | all positions that follow one, and what is proved of them |
//! | `perft` | counting move sequences |

pub mod engine;
pub mod graph;
pub mod moves;
mod perft;
pub mod position;
pub mod rules;
pub mod setup;

pub use super::described::Move;
pub use position::{Play, Position, PositionOf, TakingBetween};
pub use rules::Rules;
pub use setup::Setup;
