//! The arguments of every `review`.

use std::path::PathBuf;

use clap::Args;

use super::tables::TablesPlace;

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
    /// The rules, in the place of those of the record
    #[arg(long, value_name = "TEXT")]
    pub(crate) rules: Option<String>,
}

/// The review of a game without throws.
#[derive(Clone, Debug, Args)]
pub(crate) struct ReviewArgs {
    #[command(flatten)]
    pub(crate) played: RecordArgs,
    /// Look at no more than N positions for each move
    #[arg(long, value_name = "N", default_value_t = 100_000,
          value_parser = clap::value_parser!(u64).range(1..=20_000_000))]
    pub(crate) budget: u64,
    #[command(flatten)]
    pub(crate) tables: TablesPlace,
}
