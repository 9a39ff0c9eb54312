//! Sig of Western Sahara: eight sticks, four rows, two teams.
//!
//! Each team fills the row on its side. A turn is all the throws up to the first that earns no further one; its pieces
//! then move along a zigzag through all four rows, one throw for each move, and take what they land on.
//!
//! | module | what it holds |
//! |---|---|
//! | [`rules`] | the options, the presets and their sources |
//! | [`turn`] | what a whole turn yields |

pub mod rules;
pub mod turn;

pub use rules::Rules;
