//! The arguments of every `review`.

use std::path::PathBuf;

use clap::Args;

/// The record of a game.
#[derive(Clone, Debug, Args)]
#[group(skip)]
pub(crate) struct RecordArgs {
    /// The record of the game, or - for standard input
    #[arg(
        value_name = "GAME",
        required_unless_present = "record",
        conflicts_with = "record"
    )]
    pub(crate) file: Option<PathBuf>,
    /// The record itself; `;` stands for the end of a line
    #[arg(long, value_name = "TEXT")]
    pub(crate) record: Option<String>,
    /// The rules, instead of those in the record
    #[arg(long, value_name = "TEXT")]
    pub(crate) rules: Option<String>,
    /// The game, where it is one of a family.
    #[arg(skip)]
    pub(crate) game: Option<&'static str>,
}
