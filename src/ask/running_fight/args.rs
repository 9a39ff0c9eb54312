//! The commands of a running fight and their arguments.

use std::fmt::Debug;
use std::marker::PhantomData;

use clap::Args;

use crate::ask::prelude::*;
use crate::ask::subject::PieceWords;
use crate::ask::with_throws::OwnArgs;
use crate::exact::serial::count;
use crate::games::running_fight::analyse::{Analysed, Effort};
use crate::games::running_fight::route::Cell;
use crate::games::throws::endgame::Draw;

/// What is said of a game's commands and arguments, as far as games differ in it, and its defaults.
pub(crate) struct Texts {
    /// The throw in `siga throw`.
    pub(crate) throw: &'static str,
    /// The help of `--bias`.
    pub(crate) bias: &'static str,
    /// The values listed of a turn unless others are asked for, and the help of `--length`.
    pub(crate) length: [&'static str; 2],
    /// An example of throws to be played.
    pub(crate) throw_example: &'static str,
    /// The command about a throw: its name, and what it is about.
    pub(crate) turn: [&'static str; 2],
    /// What two commands are about.
    pub(crate) analyse: &'static str,
    pub(crate) simulate: &'static str,
    /// The help of `--budget` where it is the work for each turn of a game.
    pub(crate) work: &'static str,
    /// The work unless other is asked for, as it is typed, and the most.
    pub(crate) budget: (&'static str, u64),
}

/// What is asked of endgames in some games only.
pub(crate) trait EndgameTerms {
    /// What a draw is worth.
    fn draw(&self) -> Draw {
        Draw::Half
    }

    /// Whether fractions are asked for.
    fn exact(&self) -> bool {
        false
    }
}

/// A running fight with its commands.
pub(crate) trait Commands: Analysed {
    const TEXTS: Texts;
    /// Everything that can stand on a cell.
    const PIECES: &'static [PieceWords];
    /// Whether a game can be drawn.
    const DRAWN: bool;
    /// What only its endgames are asked for.
    type EndgameTerms: OwnArgs + EndgameTerms;
    /// Whether pieces stand in stacks that can be reduced.
    const STACKS: bool;

    /// Pairs of cells on the route that are joined besides those one after the other.
    fn joined(&self) -> Vec<(u8, u8)> {
        Vec::new()
    }

    /// Cells with what is written on them.
    fn written(_setup: &Self::Setup) -> Vec<(Cell, String)> {
        Vec::new()
    }
}

/// The work for each turn of a game.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
#[serde(bound = "")]
#[schemars(bound = "R: Commands")]
pub(crate) struct TurnWork<R: Commands> {
    // As a text: a default that is a number is kept in one place for all games.
    #[arg(long, value_name = "N", default_value = R::TEXTS.budget.0, help = R::TEXTS.work,
          value_parser = clap::value_parser!(u64).range(1..=R::TEXTS.budget.1))]
    #[serde(serialize_with = "count")]
    #[schemars(with = "String")]
    pub(crate) budget: u64,
    #[arg(skip)]
    #[serde(skip)]
    game: PhantomData<R>,
}

/// How far whole positions are looked into.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
#[serde(bound = "")]
#[schemars(bound = "R: Commands")]
pub(crate) struct EffortArgs<R: Commands> {
    /// Follow turns of at most N throws; the answers are then bounds [default: as many as matter, in tâb 12]
    #[arg(long, value_name = "N")]
    max_throws: Option<u32>,
    #[command(flatten)]
    #[serde(flatten)]
    work: TurnWork<R>,
}

impl<R: Commands> EffortArgs<R> {
    pub(crate) fn of(&self) -> Effort {
        Effort {
            max_throws: self.max_throws,
            budget: self.work.budget,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Commands;
    use crate::games::{sig, tab};

    #[test]
    fn the_usual_work_is_that_of_the_library() {
        let usual = |(text, _): (&str, u64)| text.parse::<u64>().unwrap();
        assert_eq!(usual(sig::Rules::TEXTS.budget), sig::BUDGET);
        assert_eq!(usual(tab::Rules::TEXTS.budget), tab::analyse::BUDGET);
    }
}
