//! The arguments of `siga tables`, and where tables are, for every command that uses them.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use schemars::JsonSchema;
use serde::Serialize;

use crate::solve::retro::Layer;

#[derive(Clone, Debug, Subcommand)]
pub(crate) enum Tables {
    /// The tables there are: layers, positions, size, SHA-256, what is missing
    #[command(after_help = "\
Examples:
  siga tables list
  siga tables list teeko --json
  siga tables list --tables ./tables --format csv")]
    List {
        /// Only the tables of these rules, such as teeko, 5x5:jumps=no or daldos:n=8
        #[arg(value_name = "RULES")]
        rules: Vec<String>,
        #[command(flatten)]
        place: TablesPlace,
    },
    /// Check every checksum, then every value against those of the positions its moves lead to
    #[command(after_help = "\
Exit status 3 if anything is wrong.

Examples:
  siga tables verify
  siga tables verify teeko:drop=alternate
  siga tables verify --checksums 5x5
  siga tables verify sidja:sudan --sample 1000000
  siga tables verify sidja:sudan --stones 9..10
  siga tables verify sidja:sudan --layer 6-4,5-5 --json")]
    Verify(VerifyArgs),
    /// Solve a game and keep the tables, going on where an earlier build was stopped
    #[command(after_help = "\
Each layer is written as soon as it is solved; layers that are there and sound are kept. Of daldos only \
endgames can be kept, those with at most --pieces on either side; of sidja those with at most --stones on the \
board, under rules without a limit on moves without a capture: win, draw or loss, or with --turns the turns to \
the end too. The tables are the same however the work was shared out.

Examples:
  siga tables build teeko
  siga tables build daldos:n=16 --pieces 2,1
  siga tables build sidja:sudan --stones 6
  siga tables build teeko:goals=58 5x5 --tables ./tables")]
    Build(BuildArgs),
    /// The cost of building endgames of sidja, layer by layer: positions, bytes, time, the layers needed first
    #[command(after_help = "\
With --json, a graph of tasks. Each task is one `siga tables build RULES \
--layer A-B`; docs/scale.md shows how make, Dask or a cluster run them.

Examples:
  siga tables plan sidja:sudan --stones 8
  siga tables plan sidja:sudan --stones 24 --json")]
    Plan {
        /// The rules
        #[arg(value_name = "RULES")]
        rules: String,
        /// At most N stones, both sides together
        #[arg(long, value_name = "N", default_value_t = 6,
              value_parser = clap::value_parser!(u32).range(2..=24))]
        stones: u32,
        #[command(flatten)]
        place: TablesPlace,
    },
    /// A certificate of tables: their hashes, and positions drawn at random with the values that follow, for a program
    /// that shares nothing with this one to check
    #[command(after_help = "\
With --json, the certificate itself; tools/verify.py checks it from the rules of the game and the tables' files. \
docs/tables.md says what that proves. All tables of the rules must be there; a million positions take seconds, \
and 30 MB before compression.

Examples:
  siga tables certificate teeko
  siga tables certificate teeko --json | gzip > teeko.json.gz
  siga tables certificate sidja:sudan --sample 10000 --json > sidja.json")]
    Certificate(CertificateArgs),
    /// Remove the tables of a set of rules; other files stay
    #[command(after_help = "\
Examples:
  siga tables remove teeko:goals=58")]
    Remove {
        /// The rules
        #[arg(value_name = "RULES", required = true)]
        rules: Vec<String>,
        #[command(flatten)]
        place: TablesPlace,
    },
}

#[derive(Clone, Debug, Args)]
pub(crate) struct VerifyArgs {
    /// Only the tables of these rules
    #[arg(value_name = "RULES")]
    pub(crate) rules: Vec<String>,
    /// Checksums alone, not the values against each other
    #[arg(long)]
    pub(crate) checksums: bool,
    /// Check only N positions, drawn at random, of each layer of outcomes that has more
    #[arg(long, value_name = "N", conflicts_with = "checksums",
          value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) sample: Option<u64>,
    /// Of sidja: only the positions with A stones against B, whoever is to move; those they lead to must be there
    #[arg(long, value_name = "A-B[,A-B…]", value_parser = layer, value_delimiter = ',')]
    pub(crate) layer: Vec<Layer>,
    /// Of sidja: only the positions with N stones of both sides together, such as 9 or 9..11
    #[arg(long, value_name = "N[..M]", value_parser = stones)]
    pub(crate) stones: Option<RangeInclusive<u8>>,
    #[command(flatten)]
    pub(crate) place: TablesPlace,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct BuildArgs {
    /// The rules
    #[arg(value_name = "RULES", required = true)]
    pub(crate) rules: Vec<String>,
    /// Of daldos: the pieces of one side and of the other [default: 1,1; 2,2 under loses_at=1]
    #[arg(long, value_name = "A,B", value_delimiter = ',', num_args = 1)]
    pub(crate) pieces: Option<Vec<usize>>,
    /// Of sidja: at most N stones, both sides together [default: 6]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=24))]
    pub(crate) stones: Option<u32>,
    /// Of sidja: only the positions with A stones against B, whoever is to move; those with fewer stones
    /// must be there
    #[arg(long, value_name = "A-B", value_parser = layer, conflicts_with_all = ["stones", "turns"])]
    pub(crate) layer: Option<Layer>,
    /// Of sidja: keep the turns to the end too, a byte a position; slower, and at most 9 stones
    #[arg(long)]
    pub(crate) turns: bool,
    #[command(flatten)]
    pub(crate) place: TablesPlace,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct CertificateArgs {
    /// The rules
    #[arg(value_name = "RULES")]
    pub(crate) rules: String,
    /// How many positions to draw, at most 10 million
    #[arg(long, value_name = "N", default_value_t = 1_000_000,
          value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub(crate) sample: u64,
    /// The seed that decides which [default: the hash of the tables, so that nobody chooses them]
    #[arg(long, value_name = "TEXT", value_parser = seed)]
    pub(crate) seed: Option<String>,
    #[command(flatten)]
    pub(crate) place: TablesPlace,
}

/// A text that can be hashed the same everywhere.
fn seed(text: &str) -> Result<String, String> {
    match !text.is_empty() && text.len() <= 100 && text.chars().all(|c| c.is_ascii_graphic()) {
        true => Ok(text.to_owned()),
        false => Err("write at most 100 ASCII letters, digits and signs".to_owned()),
    }
}

/// A layer as `A-B`.
fn layer(text: &str) -> Result<Layer, String> {
    let numbers = text
        .split_once('-')
        .map(|(own, other)| (own.parse(), other.parse()));
    match numbers {
        Some((Ok(own), Ok(other))) => Ok(Layer::new(own, other)),
        _ => Err("write two numbers of stones, such as 4-3".to_owned()),
    }
}

/// A number of stones, or numbers from one to another.
fn stones(text: &str) -> Result<RangeInclusive<u8>, String> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    match (first.parse(), last.parse()) {
        (Ok(first), Ok(last)) if first <= last => Ok(first..=last),
        _ => Err(
            "write a number of stones, such as 9, or the first and the last, such as 9..11"
                .to_owned(),
        ),
    }
}

/// Where tables are.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
#[command(next_help_heading = "Tables")]
pub(crate) struct TablesPlace {
    /// The folder with the tables [default: $SIGA_TABLES, else `siga/tables` in the folder for data]
    #[arg(long, value_name = "DIR")]
    pub(crate) tables: Option<PathBuf>,
}

impl Tables {
    /// Whether it changes what is on disk.
    pub(crate) fn writes(&self) -> bool {
        matches!(self, Self::Build { .. } | Self::Remove { .. })
    }
}
