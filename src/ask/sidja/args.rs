//! The arguments of `siga sidja`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use crate::ask::args::play::{GameArgs, SquareSeat};
use crate::ask::args::position::MovedPositionArgs;
use crate::ask::args::tables::TablesPlace;
use crate::games::sidja::placing::Goal;

#[derive(Clone, Debug, Subcommand)]
pub(crate) enum Sidja {
    /// Who makes the first capture, in how many plies, or nobody
    #[command(after_help = "\
With stones in hand the rest of the placing is solved, on boards of 5×5 and 3×3: at once where few cells are left, in about \
half a minute on two cores (egypt a minute) and 2.3 GB from the empty board. Else one cell must be empty, and a search answers. On a board of 5×5 or 3×3 it looks \
at 1,000 positions; what it leaves open is looked up in the solution of the whole board, which takes about a \
second to make. On larger boards what is not known within the budget is said to be so (null in JSON). \
Limits on moves without a capture are ignored.

Examples:
  siga sidja first-capture --position \"oxxoo/ooxxo/oo1xx/xooxx/xxoox x -\"
  siga sidja first-capture fixtures/positions/sidja-longest-egypt.txt
  siga sidja first-capture --position \"x1o1x/1xo2/x3o/2o1x/o1xo1 x x6o6\"
  siga sidja first-capture board9.txt --budget 5000000 --json")]
    FirstCapture(FirstCaptureArgs),
    /// The first capture over all placements of the stones: who makes it, when, how much it takes
    #[command(after_help = "\
All positions before the first capture are solved outright; the board is 5×5 or 3×3.

Examples:
  siga sidja survey
  siga sidja survey --rules sidja:egypt --longest 10
  siga sidja survey --rules sidja:west-africa,capture_run=any --format csv")]
    Survey(SurveyArgs),
    /// Who can force the first capture, or the game, from the empty board on: the placing solved
    #[command(after_help = "\
All arrangements of the stones are worked out, from the placements back to the empty board: on 5×5 under placing=two \
and one 5·10^10 of them, in about half a minute on two cores (egypt a minute), 2.3 GB. The board is 5×5 or 3×3.

Examples:
  siga sidja placing
  siga sidja placing --rules sidja:egypt,placing=one --table first_pairs
  siga sidja placing --rules sidja:sudan,size=3 --of game --json")]
    Placing(PlacingArgs),
    /// Cells that make an immediate capture certain, or its chance for given cells
    #[command(after_help = "\
Without --cells and --enemy: the cells where no stone can be taken, every smallest set of cells which, \
held by the first mover, makes a capture with the first move certain however the rest stand, and what \
the mixture of colours does (5×5 and 3×3). With them: the exact chance over all placements that agree, \
on a board of any size.

Examples:
  siga sidja guarantees
  siga sidja guarantees --rules sidja:west-africa --cells b3,c2,c4 --enemy d3
  siga sidja guarantees --rules sidja:egypt,size=9 --cells d5")]
    Guarantees(GuaranteesArgs),
    /// A whole position: win, loss or draw where it can be proved, else the best found
    #[command(after_help = "\
A turn is all that one side does before the other moves: a chain of captures is one turn.

Examples:
  siga sidja analyse fixtures/positions/sidja-trap.txt
  siga sidja analyse --position \"5/1x1o1/5/1o3/3x1 x -\" --stones 4
  siga sidja analyse game.txt --budget 5000000 --json")]
    Analyse(AnalyseArgs),
    /// Every position with at most N stones: how many are won, lost and drawn
    #[command(after_help = "\
Read from the tables that `siga tables build` has kept, else solved in memory.

Examples:
  siga sidja solve --stones 5
  siga sidja solve --rules sidja:egypt,no_capture=none --stones 5 --json
  siga sidja solve --tables ./tables")]
    Solve(SolveArgs),
    /// Play a game from the first stone
    #[command(after_help = "\
Type moves (c3 to place, c2-c3 to slide), `hint`, `value`, `moves`, `undo`, `save FILE`, `help` or `quit`. On boards \
of 5×5 and 3×3 the placing is solved for the game where that is known, else for the first capture, \
and the machine places without fault; afterwards the \
machine makes a move that is proved to be best where its search or tables prove one, and else the best that was \
found; each time it says which.

Examples:
  siga sidja play
  siga sidja play --as o --rules sidja:egypt
  siga sidja play --start \"oxxoo/ooxxo/oo1xx/xooxx/xxoox x -\" --seed 7")]
    Play(PlayArgs),
}

/// A game against the machine.
#[derive(Clone, Debug, Args)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) common: GameArgs<SquareSeat>,
    /// The most positions visited for a move; a million take about 100 MB
    #[arg(long, value_name = "N", default_value_t = 300_000,
          value_parser = clap::value_parser!(u64).range(1..=20_000_000))]
    pub(crate) budget: u64,
    #[command(flatten)]
    pub(crate) tables: TablesPlace,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct SolveArgs {
    /// The rules, without a limit on moves without a capture (see `siga rules sidja`)
    #[arg(long, value_name = "TEXT", default_value = "sidja:sudan")]
    pub(crate) rules: String,
    /// The stones of both sides together, at most [default: those that are kept, else 6]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=24))]
    pub(crate) stones: Option<u32>,
    #[command(flatten)]
    pub(crate) place: TablesPlace,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct FirstCaptureArgs {
    #[command(flatten)]
    pub(crate) asked: MovedPositionArgs,
    /// The most positions visited looking ahead, and as many again listing all that can be reached
    #[arg(long, value_name = "N", default_value_t = 200_000,
          value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub(crate) budget: u64,
    /// Never solve the whole board; not with stones in hand, whose placing is always solved
    #[arg(long)]
    pub(crate) search_only: bool,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct SurveyArgs {
    /// The rules (see `siga rules sidja`)
    #[arg(long, value_name = "TEXT", default_value = "sidja:sudan")]
    pub(crate) rules: String,
    /// How many of the longest fights to list
    #[arg(long, value_name = "N", default_value_t = 3,
          value_parser = clap::value_parser!(u16).range(0..=1000))]
    pub(crate) longest: u16,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct PlacingArgs {
    /// The rules (see `siga rules sidja`)
    #[arg(long, value_name = "TEXT", default_value = "sidja:sudan")]
    pub(crate) rules: String,
    /// What is played for
    #[arg(long, value_enum, default_value_t)]
    pub(crate) of: Of,
}

/// The end that is played for.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum Of {
    /// The first capture
    #[default]
    FirstCapture,
    /// The game: 3×3, and 5×5 under `sudan`, `west-africa,no_capture=none` and `egypt,no_capture=none`, with any `placing` and `first`
    Game,
}

impl Of {
    pub(crate) fn goal(self) -> Goal {
        match self {
            Of::FirstCapture => Goal::FirstCapture,
            Of::Game => Goal::Game,
        }
    }
}

#[derive(Clone, Debug, Args)]
pub(crate) struct GuaranteesArgs {
    /// The rules (see `siga rules sidja`)
    #[arg(long, value_name = "TEXT", default_value = "sidja:sudan")]
    pub(crate) rules: String,
    /// Cells the first mover holds
    #[arg(long, value_name = "CELL[,CELL…]", value_delimiter = ',')]
    pub(crate) cells: Vec<String>,
    /// Cells his opponent holds
    #[arg(long, value_name = "CELL[,CELL…]", value_delimiter = ',')]
    pub(crate) enemy: Vec<String>,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct AnalyseArgs {
    #[command(flatten)]
    pub(crate) asked: MovedPositionArgs,
    /// The most positions visited, and as many again to write down the line; a million take about a second and 100 MB
    #[arg(long, value_name = "N", default_value_t = 1_000_000,
          value_parser = clap::value_parser!(u64).range(1..=20_000_000))]
    pub(crate) budget: u64,
    /// Look up positions with at most N stones: in the tables that `siga tables build` has kept, or
    /// solved first: 4 take a moment, 6 seconds, 7 half a minute; 0: look nothing up. Under rules that
    /// limit moves without a capture each count has its values and nothing is kept: under sidja:egypt 5
    /// take seconds, 6 a minute, and 8 are the most that fit into 2 GB [default:
    /// whatever is kept]
    #[arg(long, value_name = "N", help_heading = "Tables", value_parser = clap::value_parser!(u32).range(0..=8))]
    pub(crate) stones: Option<u32>,
    /// The folder with the tables [default: $SIGA_TABLES, else `siga/tables` in the folder for data]
    #[arg(long, value_name = "DIR", alias = "tables-in", help_heading = "Tables",
          action = clap::ArgAction::Append)]
    pub(crate) tables: Vec<PathBuf>,
}

impl AnalyseArgs {
    /// The stones of `--stones`, and the folder of `--tables`.
    ///
    /// Once `--tables` was the number of stones, and `--tables-in` the folder: a number up to 8 is still read so.
    pub(crate) fn looked_up(&self) -> (Option<u32>, Option<PathBuf>) {
        let number = |name: &PathBuf| name.to_str()?.parse().ok().filter(|&stones| stones <= 8);
        let named = self.tables.iter().find_map(number);
        let folder = self.tables.iter().rfind(|name| number(name).is_none());
        (self.stones.or(named), folder.cloned())
    }
}
