//! `siga report`.

use std::path::PathBuf;

use clap::Args;

/// What to make pages of.
#[derive(Debug, Args)]
#[command(after_help = "\
A position file says in its line `game:` which game it is of; it is analysed. A file of claims is checked.

Examples:
  siga report fixtures/positions/*.txt --out pages
  siga report fixtures/published/*.json --out pages")]
pub(in crate::cli) struct ReportFiles {
    /// Position files and files of claims
    #[arg(required = true, value_name = "FILE")]
    pub(in crate::cli) files: Vec<PathBuf>,
}
