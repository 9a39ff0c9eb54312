//! The arguments of `siga batch`.

use std::path::PathBuf;

use clap::Args;

use crate::ask::help;

#[derive(Debug, Args)]
#[command(after_help = help::of(&["batch"]))]
pub(crate) struct BatchArgs {
    /// Questions in JSON Lines; - for standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub(crate) file: PathBuf,
    /// Lines answered at the same time [default: all processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// Only the lines whose number, counted from 1, leaves the remainder I when divided by N
    #[arg(long, value_name = "I/N", value_parser = shard)]
    pub(crate) shard: Option<[u64; 2]>,
    /// Add the answers to this file, beginning after the last whole one in it; its answers must have the ids of the lines
    #[arg(long, value_name = "OUT")]
    pub(crate) resume: Option<PathBuf>,
    /// The largest --budget of a line, and the budget of lines without one
    #[arg(long, value_name = "N", help_heading = "Limits", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) budget: Option<u64>,
    /// Let lines read the files and folders that they name
    #[arg(long, help_heading = "Limits")]
    pub(crate) allow_files: bool,
}

/// Every N-th line: the remainder of its number, and N.
fn shard(text: &str) -> Result<[u64; 2], String> {
    let numbers = text.split_once('/').and_then(|(rest, of)| {
        let (rest, of) = (rest.trim().parse().ok()?, of.trim().parse().ok()?);
        (rest < of).then_some([rest, of])
    });
    numbers.ok_or_else(|| {
        "write I/N, I from 0 to N - 1: the four parts of a file are 0/4, 1/4, 2/4 and 3/4"
            .to_owned()
    })
}
