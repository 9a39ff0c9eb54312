//! The arguments of `siga daldos`.

pub(crate) mod endgame;

use clap::{Args, Subcommand};

use crate::ask::args::list::List;
use crate::ask::args::position::PositionArgs;
use crate::games::daldos::analyse::Options;

use crate::ask::args::play::{Aim, Criterion};
use crate::ask::args::record::RecordArgs;
use crate::ask::args::tables::TablesPlace;
use crate::ask::playouts::PlayoutArgs;

#[derive(Clone, Debug, Subcommand)]
pub(crate) enum Daldos {
    /// The chances of a whole turn, of both sides; with a throw, every play ranked
    #[command(after_help = "\
Every number is exact, or between two proved bounds, as close as --width asks and --budget allows.

Criteria (--by):
  take   the chance to take something this turn, extra throws still to come included
  safe   the chance that the opponent takes something in the next turn, lower is better
  net    pieces taken on average, less those lost on average in the opponent's next turn
  win    the chance to win, where the endgame is in a table or can be solved at once

With --simulate, games are played out after each play, with the same throws after all of them, both sides by the policy greedy of `siga daldos simulate`. Their chances to win are estimated, each with an interval, in a table of its own; with --by win only where not all are proved. Plays that are clearly worse get fewer games than N.

Examples:
  siga daldos analyse fixtures/positions/daldos-middle.txt
  siga daldos analyse fixtures/positions/daldos-middle.txt --throw 2,3 --by net
  siga daldos analyse fixtures/positions/daldos-middle.txt --throw 2,3 --by win --simulate 2000
  siga daldos analyse --position \"8A7/2A1B12/16 A\" --json")]
    Analyse(AnalyseArgs),
    /// The game with few pieces left: chances to win, lengths and best plays, proved
    Endgame(endgame::EndgameArgs),
    /// Go through a game that was played: what each play gave away, and what the dice did
    #[command(after_help = "\
A record has `key: value` lines (game, rules, title, source, start), then `moves:` and a line for each throw, such as \
`A 1+3: !a1-m4`; docs/rules/daldos.md has the form, and `siga daldos play` writes such records. Where an endgame is small \
enough to be solved, plays are measured by the chance to win, proved; before that by what --by says.

With --simulate, before the chance to win is known games are played out from the position before each throw and from that after \
it, both sides by the policy greedy of `siga daldos simulate`, to estimate what the throws changed (luck) and what the plays did \
(skill), each with an interval.

Examples:
  siga daldos review fixtures/games/daldos-short.txt
  siga daldos review fixtures/games/daldos-short.txt --exact --json
  siga daldos review fixtures/games/daldos-short.txt --positions 0 --simulate 400
  siga daldos review --record \"rules: daldos:n=3; moves:; A 1+2: a1-m3; B 1+3: b1-m4\"")]
    Review(ReviewArgs),
}

#[derive(Clone, Debug, Args)]
pub(crate) struct ReviewArgs {
    #[command(flatten)]
    pub(crate) played: RecordArgs,
    /// What plays are measured by where the chance to win is not known
    #[arg(long, value_enum, default_value_t = Aim::Net)]
    pub(crate) by: Aim,
    /// Solve the endgame that the game comes to, if it has at most N positions; 0: none
    #[arg(long, visible_alias = "states", value_name = "N", default_value_t = 20_000,
          value_parser = clap::value_parser!(u32).range(0..=5_000_000))]
    pub(crate) positions: u32,
    /// Chances to win as fractions, of at most 14,000 positions
    #[arg(long)]
    pub(crate) exact: bool,
    /// The most work for each throw, in throws and plays looked at; bounds hold whatever it is
    #[arg(long, value_name = "N", default_value_t = 100_000,
          value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub(crate) budget: u64,
    #[command(flatten)]
    pub(crate) tables: TablesPlace,
    #[command(flatten)]
    pub(crate) playouts: PlayoutArgs,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct AnalyseArgs {
    #[command(flatten)]
    pub(crate) asked: PositionArgs,
    /// What the dice show: ranks the plays
    #[arg(long, visible_alias = "yield", value_name = "I,J")]
    pub(crate) throw: Option<List<u8>>,
    /// What plays are ranked by
    #[arg(long, value_enum, default_value_t = Criterion::Net, requires = "throw")]
    pub(crate) by: Criterion,
    /// How far apart bounds may be, from 2^-48 to 1
    #[arg(long, value_name = "R", default_value = "1/1000000")]
    pub(crate) width: String,
    /// The most work for each table, in throws and plays looked at; bounds hold whatever it is, more brings them
    /// closer
    #[arg(long, value_name = "N", default_value_t = Options::BUDGET,
          value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub(crate) budget: u64,
    #[command(flatten)]
    pub(crate) playouts: PlayoutArgs,
    #[command(flatten)]
    pub(crate) tables: TablesPlace,
}
