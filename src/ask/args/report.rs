//! `siga report`.

use std::path::PathBuf;

use clap::Args;

use crate::ask::help;

/// The files to make pages of.
#[derive(Debug, Args)]
#[command(after_help = help::of(&["report"]))]
pub(crate) struct ReportFiles {
    /// Position files and files of claims
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// The game and rules of positions whose files do not name them
    #[arg(long, value_name = "TEXT")]
    pub(crate) rules: Option<String>,
}
