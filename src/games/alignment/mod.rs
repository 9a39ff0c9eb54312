//! What Teeko and twenty-five share: games on a small square board in which pieces are placed and
//! then moved until one side's pieces make a pattern.
//!
//! | module | what it holds |
//! |---|---|
//! | [`rules`] | what such a game has to say of itself, and how its rules are written |
//! | [`Model`] | the game as the solver wants it described |
//! | [`goals`] | the patterns that win: rows, squares, corners of squares |

pub mod goals;
mod model;
pub mod rules;

pub use model::Model;
pub use rules::Ruleset;
