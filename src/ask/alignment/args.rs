//! The arguments of `siga teeko` and `siga 5x5`, which are asked the same questions.

use clap::{Args, Subcommand};

use crate::ask::args::play::{GameArgs, SquareSeat};
use crate::ask::args::position::MovedPositionArgs;
use crate::ask::args::tables::TablesPlace;

#[derive(Clone, Debug, Subcommand)]
pub(crate) enum Teeko {
    /// Solve the whole game: its value, every layer, the longest win
    #[command(after_help = "\
Takes a second or two and 62 MB; with --all some ten seconds and 90 MB.

Examples:
  siga teeko solve
  siga teeko solve --rules teeko:goals=58,drop=standard-1 --json
  siga teeko solve --all --format markdown")]
    Solve(SolveTeekoArgs),
    /// The value of a position and of every move
    #[command(after_help = "\
Looks into the tables of `siga tables build teeko`; without them the layers needed are solved first, which \
takes a second or two.

Examples:
  siga teeko probe --position \"5/5/2x2/5/5 o\"
  siga teeko probe fixtures/positions/teeko-longest.txt --json
  siga teeko probe --position \"5/5/5/5/5 x\" --rules teeko:goals=58")]
    Probe(ProbeArgs),
    /// Play against the solution
    #[command(after_help = "\
Type moves (b2, b2-c3), `hint`, `value`, `moves`, `undo`, `help` or `quit`. Without tables the game is solved \
first, which takes a second or two.

Examples:
  siga teeko play
  siga teeko play --as o --rules teeko:goals=58
  siga teeko play --start \"5/1xo2/1ox2/5/5 x\"")]
    Play(PlayArgs),
}

#[derive(Clone, Debug, Subcommand)]
pub(crate) enum FiveByFive {
    /// Solve the whole game: its value, every layer, the longest win
    #[command(after_help = "\
Takes about a minute and 1.3 GB. The rule that three times the same move loses is ignored, as it depends \
on the past; what can be said of it is listed below the totals.

Examples:
  siga 5x5 solve
  siga 5x5 solve --rules 5x5:jumps=no --json
  siga 5x5 solve --rules 5x5:size=4,men=4")]
    Solve(SolveArgs),
    /// The value of a position and of every move
    #[command(after_help = "\
Looks into the tables of `siga tables build 5x5`; without them a forward search finds what is decided soon.

Examples:
  siga 5x5 probe --position \"5/5/2x2/5/5 o\"
  siga 5x5 probe fixtures/positions/5x5-jump.txt --play a2-c4
  siga 5x5 probe fixtures/positions/5x5-jump.txt --json")]
    Probe(ProbeArgs),
    /// Play against the solution
    #[command(after_help = "\
Type moves (b2, b2-c3, a1-c3 for a jump), `hint`, `value`, `moves`, `undo`, `help` or `quit`. Without the \
tables of `siga tables build 5x5` the machine looks some plies ahead.

Examples:
  siga 5x5 play
  siga 5x5 play --as o --repetition
  siga 5x5 play --rules 5x5:size=4 --seed 7")]
    Play(PlayArgs),
}

#[derive(Clone, Debug, Args)]
pub(crate) struct SolveArgs {
    /// The rules (see `siga rules 5x5`) [default: the published game]
    #[arg(long, value_name = "TEXT")]
    pub(crate) rules: Option<String>,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct SolveTeekoArgs {
    /// The rules (see `siga rules teeko`) [default: standard Teeko]
    #[arg(long, value_name = "TEXT", conflicts_with = "all")]
    pub(crate) rules: Option<String>,
    /// All sixteen variants on record
    #[arg(long)]
    pub(crate) all: bool,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct ProbeArgs {
    #[command(flatten)]
    pub(crate) asked: MovedPositionArgs,
    /// Where there are no tables, and the game is too large to be solved at once (5x5), look at at most N positions; a game
    /// of at most N is solved
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub(crate) budget: u64,
    #[command(flatten)]
    pub(crate) tables: TablesPlace,
}

/// A game against the machine.
#[derive(Clone, Debug, Args)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) common: GameArgs<SquareSeat>,
    /// Whoever makes the same move for the third time loses, as the rules of 5x5 have it
    #[arg(long)]
    pub(crate) repetition: bool,
    /// The machine only looks N plies ahead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=25))]
    pub(crate) search: Option<u32>,
    #[command(flatten)]
    pub(crate) tables: TablesPlace,
}
