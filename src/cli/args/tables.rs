//! The arguments of `siga tables`, and where tables are, for every command that uses them.

use std::path::PathBuf;

use clap::{Args, Subcommand};

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum Tables {
    /// The tables there are: layers, positions, size, SHA-256, what is missing
    #[command(after_help = "\
Examples:
  siga tables list
  siga tables list teeko --json
  siga tables list --tables ./tables --format csv")]
    List {
        /// Only those of these rules, such as teeko, 5x5:jumps=no or daldos:n=8
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
  siga tables verify --checksums 5x5")]
    Verify {
        /// Only the tables of these rules
        #[arg(value_name = "RULES")]
        rules: Vec<String>,
        /// Checksums alone, not the values against each other
        #[arg(long)]
        checksums: bool,
        #[command(flatten)]
        place: TablesPlace,
    },
    /// Solve a game and keep the tables, going on where an earlier build was stopped
    #[command(after_help = "\
Each layer is written as soon as it is solved; layers that are there and sound are kept. Of daldos only
endgames can be kept, those with up to so many pieces a side; of sidja those with up to so many stones on
the board, under rules without a limit on moves without a capture.

Examples:
  siga tables build teeko
  siga tables build daldos:n=16 --pieces 2,1
  siga tables build sidja:sudan --stones 6
  siga tables build teeko:goals=58 5x5 --tables ./tables")]
    Build {
        /// The rules
        #[arg(value_name = "RULES", required = true)]
        rules: Vec<String>,
        /// Of daldos: the pieces of one side and of the other [default: 1,1; 2,2 under loses_at=1]
        #[arg(long, value_name = "A,B", value_delimiter = ',', num_args = 1)]
        pieces: Option<Vec<usize>>,
        /// Of sidja: the stones of both sides together, at most [default: 6]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=8))]
        stones: Option<u32>,
        #[command(flatten)]
        place: TablesPlace,
    },
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

/// Where tables are.
#[derive(Debug, Args)]
#[command(next_help_heading = "Tables")]
pub(in crate::cli) struct TablesPlace {
    /// The folder with the tables [default: $SIGA_TABLES, else `siga/tables` in the folder for data]
    #[arg(long, value_name = "DIR")]
    pub(in crate::cli) tables: Option<PathBuf>,
}
