//! Faults of a rules text, each with its place.

use std::ops::Range;

use thiserror::Error;

/// A text that is not a set of rules.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{problem}")]
#[non_exhaustive]
pub struct RulesError {
    /// The bytes of the text at fault.
    pub at: Range<usize>,
    /// The fault.
    pub problem: Problem,
}

/// A kind of fault of a rules text.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Problem {
    /// Rules of another game.
    #[error("`{found}` is not this game: its rules begin with `{game}:`")]
    Game {
        /// The game named.
        found: String,
        /// This game.
        game: String,
    },
    /// A part that is no preset and has no `=`.
    #[error("`{part}` is {} `option=value`{}", not_a_set(.presets), meant(.near))]
    Part {
        /// The part.
        part: String,
        /// The presets, quoted.
        presets: String,
        /// A preset or an option that is written much like it.
        near: Option<String>,
    },
    /// No such option.
    #[error("there is no option `{option}`{}: the options are {options}", meant(.near))]
    Option {
        /// The option named.
        option: String,
        /// The options, quoted.
        options: String,
        /// One that is written much like it.
        near: Option<String>,
    },
    /// No such value.
    #[error("`{option}={value}` is not possible: {option} is {allowed}")]
    Value {
        /// The option.
        option: String,
        /// The value given.
        value: String,
        /// The values it can have, in words.
        allowed: String,
    },
    /// A value of which a part cannot be read.
    #[error("{option}: {message}")]
    PartOfValue {
        /// The option.
        option: String,
        /// The fault, and what would be right.
        message: String,
    },
    /// An option given twice.
    #[error("`{option}` is given twice: give it once")]
    Repeated {
        /// The option.
        option: String,
    },
    /// Options that do not go together.
    #[error("{message}")]
    Together {
        /// The fault, and what would be right.
        message: String,
    },
}

/// That a part is none of the sets of rules there are, which are quoted.
fn not_a_set(presets: &str) -> String {
    match presets {
        "" => "not".to_owned(),
        presets => format!("neither a set of rules ({presets}) nor"),
    }
}

fn meant(near: &Option<String>) -> String {
    match near {
        Some(near) => format!(" (did you mean `{near}`?)"),
        None => String::new(),
    }
}
