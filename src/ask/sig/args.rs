//! The arguments of `siga sig`.

use crate::ask::args::list::List;
use clap::{Args, Subcommand};

use crate::ask::args::play::{Aim, DiceArgs, GameArgs, Seat};
use crate::ask::args::position::PositionArgs;
use crate::ask::args::record::RecordArgs;
use crate::ask::playouts::PlayoutArgs;
use crate::ask::running_fight::endgame::{DrawIs, EndgameArgs};
use crate::ask::running_fight::perft::PerftArgs;
use crate::ask::running_fight::simulate::SimulateArgs;
use crate::games::sig::{self, BUDGET};

#[derive(Clone, Debug, Subcommand)]
pub(crate) enum Sig {
    /// What a whole turn yields: values, total, number of throws, khadzhs that stand
    #[command(after_help = "\
A turn is all throws up to the first that earns no further one. Where a khmar cancels the latest throw \
still standing (cancel=stack), many chances are irrational: they are given as exact surds, with \
decimals that are right to the last place.

Examples:
  siga sig turn
  siga sig turn --rules sig:ludii --length 2
  siga sig turn --rules sig:depaulis,cancel=stack --digits 30
  siga sig turn --bias 0.55 --json
  siga sig turn --bias 1/2,1/2,1/2,1/2,1/2,1/2,3/5,2/5")]
    Turn(Turn),
    /// The chance that pieces behind an enemy piece take it this turn
    #[command(after_help = "\
The pieces are freed and stand alone on a straight track; throws not wanted here are used elsewhere.

Examples:
  siga sig odds --behind 9
  siga sig odds --behind 4,8 --rules sig:ludii
  siga sig odds --behind 8,12 --rules sig:depaulis,order=thrown
  siga sig odds --behind 8 --rules sig:depaulis,cancel=stack --max-throws 60")]
    Odds(Odds),
    /// Capture chances for all distances
    #[command(after_help = "\
Examples:
  siga sig table
  siga sig table --rules sig:ludii --pieces 2 --max 8
  siga sig table --format markdown")]
    Table(Table),
    /// Every way to play what a turn yields
    #[command(after_help = "\
Examples:
  siga sig moves --yield khadzh,4,5 fixtures/positions/sig-opening.txt
  siga sig moves --yield 1,4,5 --rules sig:ludii --position \"AAAA/4/4/BBBB A\"")]
    Moves(Moves),
    /// A whole position: what can be taken, freed and lost; the plays of a yield ranked
    #[command(after_help = "\
Each number is for the turn played best for that number. Chances are given between proved bounds, which \
close as --max-throws grows.

With --simulate, games are played out after each of the plays shown, with the same throws after all of them. Both teams \
use one throw after the other: to take if they can, and so that the least can be taken from them. The chance to win plus half \
the chance of a draw is estimated, with an interval, in a table of its own. Plays that are clearly worse get fewer games than N.

Examples:
  siga sig analyse fixtures/positions/sig-middle.txt
  siga sig analyse fixtures/positions/sig-middle.txt --yield khadzh,4,5 --by net
  siga sig analyse fixtures/positions/sig-middle.txt --yield khadzh,4,5 --by net --top 8 --simulate 200
  siga sig analyse fixtures/positions/sig-end.txt --rules sig:depaulis,cancel=stack --json")]
    Analyse(Analyse),
    /// Count the plays of turns one after the other
    #[command(after_help = "\
A turn counts once for each different yield of at most --max-throws throws and for each position that \
the yield can be played to.

Examples:
  siga sig perft --depth 2 fixtures/positions/sig-middle.txt
  siga sig perft --depth 1 --max-throws 4 --divide fixtures/positions/sig-opening.txt")]
    Perft(PerftArgs),
    /// Who wins a position of few pieces under best play
    #[command(after_help = "\
Proved bounds of the chance to win, a draw counted as --draw says. Turns in which more than --max-throws throws stand are left \
open in the bounds. A game in which no piece can ever be moved again is a draw. With --yield its plays, each with its chance.

Examples:
  siga sig endgame --rules sig:depaulis,length=3 --position \"3/1A1/1B1/3 A\"
  siga sig endgame --rules sig:ludii,length=3 --yield 5 --position \"A2/3/3/2B A\"
  siga sig endgame --rules sig:depaulis,length=3 --draw lost --max-throws 8 --position \"3/1A1/1B1/3 A\"")]
    Endgame(Endgame),
    /// Play games out at random: who wins, how often nobody, how long games last, estimated
    #[command(after_help = "\
Policies: random (any use of a throw), greedy (to take; else so that the least can be taken by single throws). Every throw \
that can be used is used. Without a position games begin at the start. A game in which no piece can ever be moved again is a draw. \
What is printed is estimated from random playouts, with an interval; the same seed gives the same games on every machine.

Examples:
  siga sig simulate --games 200
  siga sig simulate --rules sig:ludii,length=8 --games 1000 --a greedy --b random")]
    Simulate(SimulateArgs),
    /// Play a game, the sticks thrown or your own
    #[command(after_help = "\
Type moves (a3-b2, free a3), one after the other or with commas between them, `hint`, `value`, `moves`, `undo`, \
`save FILE`, `help` or `quit`. Sig is not solved: the machine plays by what --by says, and says whether its play is \
proved to be the best for that. The sticks are thrown for both teams, the same for the same --seed; `throw khadzh,4,5` \
takes the place of the throws shown.

Examples:
  siga sig play
  siga sig play --as b --rules sig:ludii,length=8 --seed 7
  siga sig play --own-dice --start \"aA2/4/4/2bb A\"")]
    Play(Play),
    /// Go through a game that was played: what each play gave away
    #[command(after_help = "\
A record has `key: value` lines (game, rules, title, source, start), then `moves:` and a line for each turn, such as \
`A khadzh,4: free a3, a3-b2`; `record FILE` in `siga sig play` writes one.

With --simulate, games are played out from the position before each throw and from that after it, both teams by the policy \
greedy of `siga sig simulate`, to estimate what the throws changed (luck) and what the plays did (skill), each with an interval.

Examples:
  siga sig review game.txt
  siga sig review --record \"rules: sig:depaulis,length=4; start: AA2/4/4/2bb A; moves:; A 4: a1-b4\"
  siga sig review game.txt --simulate 200")]
    Review(Review),
}

#[derive(Clone, Debug, Args)]
pub(crate) struct Endgame {
    #[command(flatten)]
    pub(crate) common: EndgameArgs,
    /// What a draw is worth
    #[arg(long, value_enum, default_value_t = DrawIs::Half)]
    pub(crate) draw: DrawIs,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct Review {
    #[command(flatten)]
    pub(crate) played: RecordArgs,
    /// What plays are measured by
    #[arg(long, value_enum, default_value_t = Aim::Net)]
    pub(crate) by: Aim,
    /// At most N steps of work for each turn
    #[arg(long, value_name = "N", default_value_t = BUDGET,
          value_parser = clap::value_parser!(u64).range(1..=100_000_000_000))]
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
    /// At most N steps of work for a move
    #[arg(long, value_name = "N", default_value_t = BUDGET,
          value_parser = clap::value_parser!(u64).range(1..=100_000_000_000))]
    pub(crate) budget: u64,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct Turn {
    /// The rules, such as sig:depaulis,cancel=stack (see `siga rules sig`)
    #[arg(long, value_name = "TEXT", default_value = "sig:depaulis")]
    pub(crate) rules: String,
    /// The chance of a stick to fall red side up, or one for each stick [default: the rules']
    #[arg(
        long,
        value_name = "P[,P…]",
        value_delimiter = ',',
        allow_hyphen_values = true
    )]
    pub(crate) bias: Vec<String>,
    /// List all that can stand, at most N values
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(0..=10))]
    pub(crate) length: u8,
    /// List totals up to N
    #[arg(long, value_name = "N")]
    pub(crate) up_to: Option<i64>,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct Moves {
    #[command(flatten)]
    pub(crate) asked: PositionArgs,
    /// The throws that stand, in the order they were thrown, such as khadzh,4,5
    #[arg(long = "yield", value_name = "THROW[,THROW…]")]
    pub(crate) played: String,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct Odds {
    /// How many cells each own piece stands behind the target
    #[arg(long, value_name = "D[,D…]", required = true)]
    pub(crate) behind: Vec<List<u32>>,
    #[command(flatten)]
    pub(crate) under: Under,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct Table {
    /// Pieces behind the target
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=3))]
    pub(crate) pieces: u8,
    /// The greatest distance [default: 20 for one piece, 10 for two, 7 for three]
    #[arg(long, value_name = "N")]
    pub(crate) max: Option<u32>,
    #[command(flatten)]
    pub(crate) under: Under,
}

/// How far a question is looked into.
#[derive(Clone, Debug, Args)]
pub(crate) struct Effort {
    /// Leave turns of more throws open; the answers are then bounds [default: as many as matter]
    #[arg(long, value_name = "N")]
    pub(crate) max_throws: Option<u32>,
    /// At most N steps of work; what they do not reach is left open in the bounds
    #[arg(long, value_name = "N", default_value_t = BUDGET,
          value_parser = clap::value_parser!(u64).range(1..=100_000_000_000))]
    pub(crate) budget: u64,
}

impl Effort {
    pub(crate) fn of(&self) -> sig::Effort {
        sig::Effort {
            max_throws: self.max_throws,
            budget: self.budget,
        }
    }
}

/// The rules and how far they are looked into.
#[derive(Clone, Debug, Args)]
pub(crate) struct Under {
    /// The rules, such as sig:depaulis,cancel=stack (see `siga rules sig`)
    #[arg(long, value_name = "TEXT", default_value = "sig:depaulis")]
    pub(crate) rules: String,
    #[command(flatten)]
    pub(crate) effort: Effort,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct Analyse {
    #[command(flatten)]
    pub(crate) asked: PositionArgs,
    #[command(flatten)]
    pub(crate) effort: Effort,
    /// Rank the plays of this yield, such as khadzh,4,5
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
