//! The arguments of `siga teeko` and `siga 5x5`, which are asked the same questions.

use clap::{Args, Subcommand};

use super::place::Place;

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum Teeko {
    /// Every legal move
    #[command(after_help = "\
Where the rules let the opponent choose the cell of a piece placed, the moves are his choices: the piece is
still that of the side to move.

Examples:
  siga teeko moves --position \"5/5/2x2/5/5 o\"
  siga teeko moves fixtures/positions/teeko-longest.txt --play b2-c3
  siga teeko moves --position \"5/5/5/5/5 x\" --rules teeko:drop=alternate --json")]
    Moves(Asked),
    /// Count the sequences of moves of a given length
    #[command(after_help = "\
One piece placed or moved is one ply. Sequences that end the game earlier do not count.

Examples:
  siga teeko perft --depth 4 --position \"5/5/5/5/5 x\"
  siga teeko perft --depth 4 --divide fixtures/positions/teeko-longest.txt")]
    Perft(Perft),
}

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum FiveByFive {
    /// Every legal move
    #[command(after_help = "\
A jump is written like a step, with the cell it goes over shown beside it.

Examples:
  siga 5x5 moves --position \"5/5/2x2/5/5 o\"
  siga 5x5 moves fixtures/positions/5x5-longest.txt --play b2-c3
  siga 5x5 moves --position \"5/5/2xo1/5/5 x\" --rules 5x5:jumps=no --json")]
    Moves(Asked),
    /// Count the sequences of moves of a given length
    #[command(after_help = "\
One piece placed or moved is one ply. Sequences that end the game earlier do not count.

Examples:
  siga 5x5 perft --depth 4 --position \"5/5/5/5/5 x\"
  siga 5x5 perft --depth 4 --divide fixtures/positions/5x5-longest.txt")]
    Perft(Perft),
}

/// The position a command is about.
#[derive(Debug, Args)]
#[command(next_help_heading = "Position")]
pub(in crate::cli) struct Asked {
    #[command(flatten)]
    pub(in crate::cli) place: Place,
    /// The rules (see `siga rules teeko` and `siga rules 5x5`) [default: the file's, else the standard ones,
    /// on a board of the size drawn]
    #[arg(long, value_name = "TEXT")]
    pub(in crate::cli) rules: Option<String>,
    /// Moves to be made first
    #[arg(long, value_name = "MOVE[,MOVE…]", value_delimiter = ',')]
    pub(in crate::cli) play: Vec<String>,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct Perft {
    #[command(flatten)]
    pub(in crate::cli) asked: Asked,
    /// How many plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=200))]
    pub(in crate::cli) depth: u32,
    /// The count after each first move
    #[arg(long)]
    pub(in crate::cli) divide: bool,
    /// Give up where moves would have to be made in more than N positions
    #[arg(long, value_name = "N", default_value_t = 1_000_000_000)]
    pub(in crate::cli) budget: u64,
}
