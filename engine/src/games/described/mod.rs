//! Games that are texts: a drawing of the board and some lines.
//!
//! | module | what it holds |
//! |---|---|
//! | [`text`] | the text of a game, and the words of its options |
//! | [`board`] | points, joins and lines, from a drawing |
//! | [`rules`] | all that follows from a text, as far as the families have it in common |
//! | [`library`] | the games that come with siga |

mod action;
pub mod board;
pub mod library;
pub mod rules;
pub mod text;

pub use action::Move;
pub use board::Board;
pub use rules::{Family, Rules};
pub use text::{GameText, TextError};
