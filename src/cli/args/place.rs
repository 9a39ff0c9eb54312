//! Where a position is written.

use std::path::PathBuf;

use clap::Args;

/// A file, standard input or the position itself.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(in crate::cli) struct Place {
    /// A position file, or - for standard input
    #[arg(value_name = "FILE")]
    pub(in crate::cli) file: Option<PathBuf>,
    /// The position on one line: its rows, then the side to move (docs/rules has the form for each game)
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(in crate::cli) position: Option<String>,
}
