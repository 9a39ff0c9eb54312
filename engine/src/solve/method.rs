//! The way an answer was found.

/// The way values were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[derive(schemars::JsonSchema)]
pub enum Method {
    /// They were read from tables.
    Tables,
    /// The part of the game that was needed was solved for this answer.
    Solved,
    /// A forward search, within the budget.
    Search,
    /// Values of an earlier complete solution that are kept with the program.
    Recorded,
    /// The game is over.
    Rules,
}
