//! The commands of a running fight and their arguments.

use std::fmt::Debug;
use std::marker::PhantomData;

use clap::{Args, Subcommand};

use super::endgame::{EndgameArgs, EndgameTerms, LimitArgs};
use crate::ask::args::play::{Aim, Criterion, DiceArgs, GameArgs, Seat};
use crate::ask::args::position::PositionArgs;
use crate::ask::args::record::RecordArgs;
use crate::ask::playouts::PlayoutArgs;

/// The help of a game's commands, as far as games differ in it, and its defaults.
pub(crate) struct Texts {
    /// The rules unless others are given, and the help of `--rules` where no position is asked about.
    pub(crate) rules: [&'static str; 2],
    /// The throw in `siga throw`, if it has a name there.
    pub(crate) throw: Option<&'static str>,
    /// The help of `--bias`.
    pub(crate) bias: &'static str,
    /// The values listed of a turn unless others are asked for, and the help of `--length`.
    pub(crate) length: [&'static str; 2],
    /// The help of `--yield`: the throws to be played, and those whose plays are ranked.
    pub(crate) played: [&'static str; 2],
    /// The command about a throw: its name, what it is about, and what is said after its arguments.
    pub(crate) turn: [&'static str; 3],
    pub(crate) moves: &'static str,
    pub(crate) analyse: [&'static str; 2],
    /// Examples of counts of plays.
    pub(crate) perft: &'static str,
    pub(crate) endgame: &'static str,
    pub(crate) simulate: [&'static str; 2],
    /// Two moves and a throw as they are typed, and examples of games.
    pub(crate) play: [&'static str; 3],
    /// How a record is written, and examples of reviews.
    pub(crate) review: [&'static str; 2],
    /// The help of `--budget` where it is the work for each turn of a game.
    pub(crate) work: &'static str,
    /// The work unless other is asked for, as it is typed, and the most.
    pub(crate) budget: (&'static str, u64),
}

/// Arguments that a game has of its own.
pub(crate) trait OwnArgs: Args + Clone + Debug + Send + Sync + 'static {}

impl<A: Args + Clone + Debug + Send + Sync + 'static> OwnArgs for A {}

/// A game with the arguments of its commands.
pub(crate) trait CommandArgs: Clone + Debug + Send + Sync + 'static {
    const TEXTS: Texts;
    /// The effort for a whole position.
    type AnalyseEffort: OwnArgs;
    /// What only its endgames are asked for.
    type EndgameTerms: OwnArgs + EndgameTerms;
}

/// The name of a game, as its rules begin.
fn game<P: CommandArgs>() -> &'static str {
    P::TEXTS.rules[0].split(':').next().unwrap_or_default()
}

fn play<P: CommandArgs>() -> String {
    let [moves, throw, examples] = P::TEXTS.play;
    format!(
        "\
Type moves ({moves}), one after the other or with commas between them, `hint`, `value`, `moves`, `undo`, `save FILE`, `record FILE`, `help` or \
`quit`. With few pieces left the machine plays by the proved chance to win, a draw counting half, and else by what --by says: each \
time it says which, and whether its play is proved to be the best. The sticks are thrown for both teams, the same for the same \
--seed; `{throw}` takes the place of the throws shown.

Examples:
{examples}"
    )
}

fn review<P: CommandArgs>() -> String {
    let [record, examples] = P::TEXTS.review;
    let game = game::<P>();
    format!(
        "\
{record}

Over the last turns, from where at most --states states can follow, it is proved what the throws and the plays did to the chance to \
win, in tables of their own.

With --simulate, games are played out from the position before each throw and from that after it, both teams by the policy \
greedy of `siga {game} simulate`, to estimate what the throws changed (luck) and what the plays did (skill), each with an interval.

Examples:
{examples}"
    )
}

#[derive(Clone, Debug, Subcommand)]
pub(crate) enum Command<P: CommandArgs> {
    #[command(name = P::TEXTS.turn[0], about = P::TEXTS.turn[1], after_help = P::TEXTS.turn[2])]
    Turn(Turn<P>),
    #[command(about = P::TEXTS.analyse[0], after_help = P::TEXTS.analyse[1])]
    Analyse(Analyse<P>),
    /// Who wins a position of few pieces under best play
    #[command(after_help = P::TEXTS.endgame)]
    Endgame(Endgame<P>),
    /// Play a game, the sticks thrown or your own
    #[command(after_help = play::<P>())]
    Play(Play<P>),
    /// Go through a game that was played: what each play gave away
    #[command(after_help = review::<P>())]
    Review(Review<P>),
}

#[derive(Clone, Debug, Args)]
pub(crate) struct Turn<P: CommandArgs> {
    #[arg(long, value_name = "TEXT", default_value = P::TEXTS.rules[0], help = P::TEXTS.rules[1])]
    pub(crate) rules: String,
    #[arg(
        long,
        value_name = "P[,P…]",
        value_delimiter = ',',
        allow_hyphen_values = true,
        help = P::TEXTS.bias
    )]
    pub(crate) bias: Vec<String>,
    #[arg(long, value_name = "N", default_value = P::TEXTS.length[0], help = P::TEXTS.length[1],
          value_parser = clap::value_parser!(u8).range(0..=10))]
    pub(crate) length: u8,
    /// List totals up to N
    #[arg(long, value_name = "N")]
    pub(crate) up_to: Option<i64>,
    #[arg(skip)]
    game: PhantomData<P>,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct Analyse<P: CommandArgs> {
    #[command(flatten)]
    pub(crate) asked: PositionArgs,
    #[command(flatten)]
    pub(crate) effort: P::AnalyseEffort,
    #[arg(long = "yield", alias = "throw", value_name = "THROW[,THROW…]", help = P::TEXTS.played[1])]
    pub(crate) played: Option<String>,
    /// Rank plays by pieces taken, by safety in the next turn, by pieces taken less expected losses, or by the chance to win
    #[arg(long, value_enum, default_value_t = Criterion::Take, requires = "played")]
    pub(crate) by: Criterion,
    /// Show the best N plays; 0 for all
    #[arg(long, value_name = "N", default_value_t = 20, requires = "played")]
    pub(crate) top: usize,
    #[command(flatten)]
    pub(crate) playouts: PlayoutArgs,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct Endgame<P: CommandArgs> {
    #[command(flatten)]
    pub(crate) common: EndgameArgs,
    #[command(flatten)]
    pub(crate) terms: P::EndgameTerms,
    #[arg(long = "yield", alias = "throw", value_name = "THROW[,THROW…]", help = P::TEXTS.played[1])]
    pub(crate) played: Option<String>,
}

/// A game against the machine.
#[derive(Clone, Debug, Args)]
pub(crate) struct Play<P: CommandArgs> {
    #[command(flatten)]
    pub(crate) common: GameArgs<Seat>,
    #[command(flatten)]
    pub(crate) thrown: DiceArgs,
    #[command(flatten)]
    pub(crate) work: TurnWork<P>,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct Review<P: CommandArgs> {
    #[command(flatten)]
    pub(crate) played: RecordArgs,
    /// What plays are measured by
    #[arg(long, value_enum, default_value_t = Aim::Net)]
    pub(crate) by: Aim,
    #[command(flatten)]
    pub(crate) work: TurnWork<P>,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) playouts: PlayoutArgs,
}

/// The work for each turn of a game.
#[derive(Clone, Debug, Args)]
pub(crate) struct TurnWork<P: CommandArgs> {
    // As a text: a default that is a number is kept in one place for all games.
    #[arg(long, value_name = "N", default_value = P::TEXTS.budget.0, help = P::TEXTS.work,
          value_parser = clap::value_parser!(u64).range(1..=P::TEXTS.budget.1))]
    pub(crate) budget: u64,
    #[arg(skip)]
    game: PhantomData<P>,
}

#[cfg(test)]
mod tests {
    use super::CommandArgs;
    use crate::games::{sig, tab};

    #[test]
    fn the_usual_work_is_that_of_the_library() {
        let usual = |(text, _): (&str, u64)| text.parse::<u64>().unwrap();
        assert_eq!(usual(sig::Position::TEXTS.budget), sig::BUDGET);
        assert_eq!(usual(tab::Position::TEXTS.budget), tab::analyse::BUDGET);
    }
}
