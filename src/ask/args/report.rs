//! `siga report`.

use std::path::PathBuf;

use clap::Args;

/// The files to make pages of.
#[derive(Debug, Args)]
#[command(after_help = "\
Each position is analysed and has a page of its own; the line `game:` of its file, or --rules, names the game. A file of claims is checked.

Examples:
  siga report fixtures/positions/*.txt --out pages
  siga report fixtures/published/*.json --out pages
  siga report fixtures/two-positions.txt --rules sidja:size=3 --out pages")]
pub(crate) struct ReportFiles {
    /// Position files and files of claims
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// The game and rules of positions whose files do not name them
    #[arg(long, value_name = "TEXT")]
    pub(crate) rules: Option<String>,
}
