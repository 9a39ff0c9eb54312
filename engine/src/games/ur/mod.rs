//! The Royal Game of Ur: a race of two sides on ways that are partly shared.
//!
//! | module | what it holds |
//! |---|---|
//! | [`rules`] | the rules as data: ways, throws, disputed points |
//! | `way` | the ways as lists of cells |
//! | [`race`] | the pieces as the solver sees them, and how they move |
//! | `index` | the positions numbered without gaps |

mod index;
pub mod perft;
pub mod position;
pub mod race;
pub mod review;
pub mod rules;
pub mod solve;
pub mod way;

pub use position::{Move, Player, Position, Setup};
pub use rules::Rules;
pub use solve::Solved;
