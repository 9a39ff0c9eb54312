//! Dice, sticks and cowries: the notation of throws, score tables, presets, whole turns.

pub mod analysis;
pub mod biases;
mod distribution;
mod error;
pub mod eval;
pub mod expr;
mod parse;
pub mod presets;
pub mod race;
mod remarks;
mod text;
pub mod trials;
pub mod turn;

pub use error::SpecError;
pub use eval::{EvalError, Outcome, Scored, Value, evaluate, stick};
pub use expr::Expr;
pub use parse::{MAX_LENGTH, parse, parse_condition, parse_condition_of};
