//! The Royal Game of Ur: a race of two sides on ways that are partly shared.
//!
//! | module | what it holds |
//! |---|---|
//! | [`rules`] | the rules as data: ways, throws, disputed points |
//! | `way` | the ways as lists of cells |
//! | [`race`] | the pieces as the solver sees them, and how they move |
//! | [`position`] | legal positions, and how they are written |
//! | [`perft`] | listing and counting plays |
//! | `index` | the positions numbered without gaps |
//! | [`solve`] | proved bounds of every position, and fractions where few can follow |
//! | [`advice`] | what players advise, tried on every position |
//! | [`review`] | games that were played |
//! | `recorded` | the start of the whole game, from its tables |
//! | [`simulate`] | games played out at random |

pub mod advice;
mod index;
mod kept;
pub mod perft;
pub mod position;
pub mod race;
mod recorded;
pub mod review;
pub mod rules;
pub mod simulate;
pub mod solve;
#[cfg(test)]
mod tests;
pub mod way;

pub(crate) use kept::KEPT;
pub use position::{Move, Position, Setup};
pub use recorded::Recorded;
pub use rules::{Player, Rules};
pub use solve::SolvedRace;
