//! The commands of a running fight and their arguments.

use std::fmt::Debug;
use std::marker::PhantomData;

use clap::Args;

use super::endgame::EndgameTerms;
use crate::ask::prelude::*;
use crate::exact::serial::count;

/// The help of a game's commands, as far as games differ in it, and its defaults.
pub(crate) struct Texts {
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
pub(crate) trait OwnArgs:
    Args + Clone + Debug + Serialize + JsonSchema + Send + Sync + 'static
{
}

impl<A: Args + Clone + Debug + Serialize + JsonSchema + Send + Sync + 'static> OwnArgs for A {}

/// A game with the arguments of its commands.
pub(crate) trait CommandArgs: Clone + Debug + Send + Sync + 'static {
    const TEXTS: Texts;
    /// The effort for a whole position.
    type AnalyseEffort: OwnArgs;
    /// What only its endgames are asked for.
    type EndgameTerms: OwnArgs + EndgameTerms;
}

/// The work for each turn of a game.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
#[serde(bound = "")]
#[schemars(bound = "P: CommandArgs")]
pub(crate) struct TurnWork<P: CommandArgs> {
    // As a text: a default that is a number is kept in one place for all games.
    #[arg(long, value_name = "N", default_value = P::TEXTS.budget.0, help = P::TEXTS.work,
          value_parser = clap::value_parser!(u64).range(1..=P::TEXTS.budget.1))]
    #[serde(serialize_with = "count")]
    #[schemars(with = "String")]
    pub(crate) budget: u64,
    #[arg(skip)]
    #[serde(skip)]
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
