//! The arguments of `siga tab`.

use clap::{Args, Subcommand};

use crate::ask::args::list::List;
use crate::ask::args::play::{Aim, DiceArgs, GameArgs, Seat};
use crate::ask::args::position::PositionArgs;
use crate::ask::args::record::RecordArgs;
use crate::ask::playouts::PlayoutArgs;
use crate::ask::running_fight::endgame::EndgameArgs;
use crate::ask::running_fight::perft::PerftArgs;
use crate::ask::running_fight::simulate::SimulateArgs;
use crate::games::tab::analyse::{BUDGET, MAX_THROWS};

#[derive(Clone, Debug, Subcommand)]
pub(crate) enum Tab {
    /// The throw, and what a whole turn yields: values, total, number of throws, tâbs
    #[command(after_help = "\
A turn is all throws up to the first 2 or 3.

Examples:
  siga tab throw
  siga tab throw --bias 0.55 --length 2
  siga tab throw --bias 1/2,1/2,1/2,3/5 --json")]
    Throw(Throw),
    /// The chance that pieces behind an enemy piece take it this turn
    #[command(after_help = "\
The pieces are awake and stand on a straight track; throws not wanted here are used elsewhere. Under \
order=thrown each throw is used before the next is made, as is best for this chance.

Examples:
  siga tab odds --behind 6
  siga tab odds --behind 4,8 --rules tab:ludii")]
    Odds(Odds),
    /// Capture chances for all distances
    #[command(after_help = "\
Examples:
  siga tab table
  siga tab table --rules tab:ludii --pieces 2 --max 8
  siga tab table --format markdown")]
    Table(Table),
    /// Every way to play the throws of a turn
    #[command(after_help = "\
Moves are named by fields: a3-b3 for a piece or a whole stack, part b3-b2 where one piece stays, c3-d3-c1 \
through the whole of the enemy's home; keep and saved b3-b2 are for tâbs that are kept.

Examples:
  siga tab moves --yield 1,4,2 --position \"aaa/3/3/bbb A\"
  siga tab moves --yield 6,2 fixtures/positions/tab-middle.txt")]
    Moves(Moves),
    /// A whole position: what can be taken and lost; the plays of a yield ranked
    #[command(after_help = "\
Each number is for the turn played best for that number. Chances are given between proved bounds, which \
close as --budget and --max-throws grow.

With --simulate, games are played out after each of the plays shown, with the same throws after all of them, both teams by \
the policy greedy of `siga tab simulate`. The chance to win is estimated, with an interval, in a table of its own. Plays that \
are clearly worse get fewer games than N.

Examples:
  siga tab analyse fixtures/positions/tab-middle.txt
  siga tab analyse fixtures/positions/tab-middle.txt --yield 6,2 --by net
  siga tab analyse fixtures/positions/tab-middle.txt --yield 6,2 --by net --top 8 --simulate 200")]
    Analyse(Analyse),
    /// Count the plays of turns one after the other
    #[command(after_help = "\
A turn counts once for each different yield of at most --max-throws throws and for each position that \
the yield can be played to.

Examples:
  siga tab perft --depth 2 --position \"aaa/3/3/bbb A\"
  siga tab perft --depth 1 --max-throws 4 --divide fixtures/positions/tab-middle.txt")]
    Perft(PerftArgs),
    /// Who wins a position of few pieces under best play
    #[command(after_help = "\
Proved bounds of the chance to win, or fractions with --exact. Under order=any turns of more than --max-throws throws \
are left open in the bounds; under order=thrown nothing is left open. With --yield its plays, each with the chance to win.

Examples:
  siga tab endgame --rules tab:ludii,length=3 --exact --position \"3/2A/3/B2 A\"
  siga tab endgame --rules tab:lane,length=5,order=thrown --yield 1 --position \"5/1A3/2B2/5 A\"
  siga tab endgame --rules tab:lane,length=3 --max-throws 8 --position \"3/2A/3/B2 A\"")]
    Endgame(EndgameArgs),
    /// Play games out at random: who wins, how long games last, estimated
    #[command(after_help = "\
Policies: random (any use of a throw), greedy (to take; else to keep own pieces; else so that the least can be taken by \
single throws). Without a position games begin at the start, under start=tab by throwing for the first tâb. \
What is printed is estimated from random playouts, with an interval; the same seed gives the same games on \
every machine.

Examples:
  siga tab simulate --games 1000 --a greedy --b random
  siga tab simulate --rules tab:ludii --games 200")]
    Simulate(SimulateArgs),
    /// Play a game, the sticks thrown or your own
    #[command(after_help = "\
Type moves (a3-b3, part b3-b2), one after the other or with commas between them, `hint`, `value`, `moves`, `undo`, \
`save FILE`, `help` or `quit`. Tâb is not solved: the machine plays by what --by says. The sticks are thrown for both \
teams, the same for the same --seed; `throw 1,4,2` takes the place of the throws shown.

Examples:
  siga tab play --rules tab:lane,length=7
  siga tab play --as b --rules tab:ludii --seed 7")]
    Play(Play),
    /// Go through a game that was played: what each play gave away
    #[command(after_help = "\
A record has `key: value` lines (game, rules, title, source, start), then `moves:` and a line for each turn, such as \
`A 1,4,2: a3-b3, b3-b1`, under order=thrown for each throw; `record FILE` in `siga tab play` writes one.

With --simulate, games are played out from the position before each throw and from that after it, both teams by the policy \
greedy of `siga tab simulate`, to estimate what the throws changed (luck) and what the plays did (skill), each with an interval.

Examples:
  siga tab review game.txt
  siga tab review --record \"rules: tab:lane,length=5; start: 5/4A/1B3/4b A; moves:; A 1,2: b5-c5, c5-c3\"
  siga tab review game.txt --simulate 200")]
    Review(Review),
}

#[derive(Clone, Debug, Args)]
pub(crate) struct Review {
    #[command(flatten)]
    pub(crate) played: RecordArgs,
    /// What plays are measured by
    #[arg(long, value_enum, default_value_t = Aim::Net)]
    pub(crate) by: Aim,
    /// Look at no more than about N positions for each turn
    #[arg(long, value_name = "N", default_value_t = BUDGET,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(crate) budget: u64,
    #[command(flatten)]
    pub(crate) playouts: PlayoutArgs,
}

/// A game against the machine.
#[derive(Clone, Debug, Args)]
pub(crate) struct Play {
    #[command(flatten)]
    pub(crate) common: GameArgs<Seat>,
    #[command(flatten)]
    pub(crate) thrown: DiceArgs,
    /// Look at no more than about N positions for a move
    #[arg(long, value_name = "N", default_value_t = BUDGET,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(crate) budget: u64,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct Throw {
    /// The rules, such as tab:lane,bias=0.55 (see `siga rules tab`)
    #[arg(long, value_name = "TEXT", default_value = "tab:lane")]
    pub(crate) rules: String,
    /// The chance of a stick to fall flat side up, or one for each stick [default: the rules']
    #[arg(
        long,
        value_name = "P[,P…]",
        value_delimiter = ',',
        allow_hyphen_values = true
    )]
    pub(crate) bias: Vec<String>,
    /// List all that can be thrown in a turn, at most N values
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(0..=10))]
    pub(crate) length: u8,
    /// List totals up to N
    #[arg(long, value_name = "N")]
    pub(crate) up_to: Option<i64>,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct Odds {
    /// How many fields each own piece stands behind the target
    #[arg(long, value_name = "D[,D…]", required = true)]
    pub(crate) behind: Vec<List<u32>>,
    /// The rules, such as tab:lane,order=thrown (see `siga rules tab`)
    #[arg(long, value_name = "TEXT", default_value = "tab:lane")]
    pub(crate) rules: String,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct Table {
    /// Pieces behind the target
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=3))]
    pub(crate) pieces: u8,
    /// The greatest distance [default: 20 for one piece, 10 for two, 7 for three]
    #[arg(long, value_name = "N")]
    pub(crate) max: Option<u32>,
    /// The rules, such as tab:lane,order=thrown (see `siga rules tab`)
    #[arg(long, value_name = "TEXT", default_value = "tab:lane")]
    pub(crate) rules: String,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct Moves {
    #[command(flatten)]
    pub(crate) asked: PositionArgs,
    /// The throws of the turn in the order they were thrown, such as 1,4,2
    #[arg(long = "yield", value_name = "THROW[,THROW…]")]
    pub(crate) played: String,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct Analyse {
    #[command(flatten)]
    pub(crate) asked: PositionArgs,
    /// Leave turns of more throws open
    #[arg(long, value_name = "N", default_value_t = 12,
          value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_THROWS)))]
    pub(crate) max_throws: u32,
    /// Look at no more than about N positions; what they do not reach is left open in the bounds
    #[arg(long, value_name = "N", default_value_t = BUDGET,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(crate) budget: u64,
    /// Rank the plays of this yield, such as 1,4,2
    #[arg(long = "yield", value_name = "THROW[,THROW…]")]
    pub(crate) played: Option<String>,
    /// Rank plays by the pieces taken, by safety in the next turn, or by what is taken less what is expected to be lost
    #[arg(long, value_enum, default_value_t = Aim::Take, requires = "played")]
    pub(crate) by: Aim,
    /// Show the best N plays; 0 for all
    #[arg(long, value_name = "N", default_value_t = 20, requires = "played")]
    pub(crate) top: usize,
    #[command(flatten)]
    pub(crate) playouts: PlayoutArgs,
}
