//! The arguments of `siga daldos endgame` and `siga daldos simulate`.

use clap::Args;

use crate::ask::args::position::{OptionalPositionSource, POSITION_FILE};
use crate::ask::args::tables::TablesPlace;

#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Without a position: all positions with these numbers of pieces, summed up for the starts in which every \
piece is still undalled. With one: its chance to win, and the best plays of every throw. Chances and lengths are \
proved bounds; with --exact they are fractions, with a proof that no other play helps either side. \
Tables that `siga tables build` has made are used where their bounds are close enough; for a position \
nothing is then worked out, and how long games last is not known.

Examples:
  siga daldos endgame                             one against one, n = 16
  siga daldos endgame --n 4 --exact
  siga daldos endgame --pieces 2,1 --n 8
  siga daldos endgame --pieces 2,2 --rules daldos:n=6,loses_at=1
  siga daldos endgame --pieces 2,1 --positions 262144     half a minute
  siga daldos endgame --position \"1A2/A4/2b1 A\" --rules daldos:n=4")]
pub(crate) struct EndgameArgs {
    #[command(flatten)]
    pub(crate) place: OptionalPositionSource,
    /// How many pieces each side has [default: 1,1; 2,2 under loses_at=1]
    #[arg(long, value_name = "A,B", value_delimiter = ',', num_args = 1, conflicts_with_all = [POSITION_FILE, "position"])]
    pub(crate) pieces: Option<Vec<usize>>,
    /// Holes of a home row, in place of the n of the rules
    #[arg(long, value_name = "N", conflicts_with_all = [POSITION_FILE, "position"])]
    pub(crate) n: Option<u8>,
    /// The rules, such as daldos:n=12,loses_at=1 (see `siga rules daldos`)
    #[arg(long, value_name = "TEXT")]
    pub(crate) rules: Option<String>,
    /// Solve at most N positions, up to 10,000,000 and an estimated 2 GB [default: what takes some two seconds]
    #[arg(long, visible_alias = "states", value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub(crate) positions: Option<u32>,
    /// Fractions in place of bounds (up to 14,000 positions)
    #[arg(long)]
    pub(crate) exact: bool,
    /// How far apart the bounds may be
    #[arg(long, value_name = "W", default_value = "1e-12")]
    pub(crate) width: String,
    /// List every position (up to 300,000)
    #[arg(long, conflicts_with_all = [POSITION_FILE, "position", "exact"])]
    pub(crate) all: bool,
    /// Solve anew, even where there are tables
    #[arg(long)]
    pub(crate) solve: bool,
    #[command(flatten)]
    pub(crate) tables: TablesPlace,
}
