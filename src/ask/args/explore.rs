//! The arguments of `siga explore`.

use std::path::PathBuf;

use clap::Args;

use super::position::POSITION_FILE;
use crate::ask::help;

#[derive(Debug, Args)]
#[command(after_help = help::of(&["explore"]))]
pub(crate) struct ExploreArgs {
    /// A position file to begin with
    #[arg(id = POSITION_FILE, value_name = "FILE", conflicts_with = "position")]
    pub(crate) file: Option<PathBuf>,
    /// A position to begin with, on one line; --rules says of which game
    #[arg(
        long,
        value_name = "TEXT",
        requires = "rules",
        allow_hyphen_values = true
    )]
    pub(crate) position: Option<String>,
    /// The game to begin with and its rules, such as sidja:egypt
    #[arg(long, value_name = "TEXT")]
    pub(crate) rules: Option<String>,
    /// The port to serve the page at; 0: any that is free
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) port: u16,
    /// Only print the address; open no browser
    #[arg(long)]
    pub(crate) no_open: bool,
    /// Answer at most N questions at once [default: as many as there are processors, at most 4]
    #[arg(long, value_name = "N", help_heading = "Limits", value_parser = clap::value_parser!(u8).range(1..=64))]
    pub(crate) at_once: Option<u8>,
    /// Answer questions on standard input for the page
    #[arg(long, hide = true, conflicts_with_all = [POSITION_FILE, "position", "rules", "port", "no_open"])]
    pub(crate) worker: bool,
}
