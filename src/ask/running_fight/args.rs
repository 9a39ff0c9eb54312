//! The commands of a running fight and their arguments.

use std::marker::PhantomData;

use clap::Args;

use crate::ask::prelude::*;
use crate::ask::subject::PieceWords;
use crate::ask::with_throws::OwnArgs;
use crate::exact::Quantity;
use crate::exact::serial::count;
use crate::games::running_fight::analysis::Effort;
use crate::games::running_fight::playing::TurnThrows;
use crate::games::running_fight::position::{Fight, Position};
use crate::games::running_fight::route::Cell;
use crate::games::running_fight::throws::Yield;
use crate::games::running_fight::turn::Named;
use crate::games::throws::endgame::Terms;

/// A running fight with its commands.
pub(crate) trait Commands: Fight {
    /// The throw in `siga throw`.
    const PRESET: &'static str;
    /// The help of `--bias`.
    const BIAS: &'static str;
    /// The values listed of a turn unless others are asked for, and the help of `--length`.
    const LENGTH: [&'static str; 2];
    /// An example of throws to be played.
    const PLAYED: &'static str;
    /// The command about a throw: its name, and what it is about.
    const TURN: [&'static str; 2];
    /// What `analyse` is about.
    const ANALYSE: &'static str;
    /// The help of `--budget` where it is the work for each turn of a game.
    const WORK: &'static str;
    /// The work unless other is asked for, as it is typed, and the most.
    const BUDGET: (&'static str, u64);
    /// Everything that can stand on a cell.
    const PIECES: &'static [PieceWords];
    /// Whether a game can be drawn.
    const DRAWN: bool;
    /// Whether pieces stand in stacks that can be reduced.
    const STACKS: bool;
    /// The way to type a throw in a game.
    const THROW: &'static str;
    /// The throw that begins a game, where it is thrown for who begins.
    const BEGINS: &'static str = "";
    /// What is asked of an endgame.
    type EndgameTerms: OwnArgs + Into<Terms>;
    /// The results of a whole turn besides those of `siga throw`.
    type Own: Serialize + JsonSchema + Send + 'static;

    /// Those results, from the throws of a name.
    fn own(&self, named: Option<Named>) -> Self::Own;

    /// The tables of a whole turn besides those of `siga throw`, each with its place among them.
    fn tables(&self, own: &Self::Own, style: &Style) -> Vec<(usize, Sheet)>;

    /// Pairs of cells on the route that are joined besides those one after the other.
    fn joined(&self) -> Vec<(u8, u8)> {
        Vec::new()
    }

    /// Cells with what is written on them.
    fn written(_setup: &Self::Setup) -> Vec<(Cell, String)> {
        Vec::new()
    }

    /// The chances to take a piece of the team to move, and of the other if it were to throw now, proved.
    fn chances(
        position: &Position<Self>,
        budget: u64,
        caller: Caller,
    ) -> Result<[Quantity; 2], Failure>;

    /// Throws that have fallen, in words.
    fn said(thrown: &TurnThrows) -> String {
        thrown.1.to_string()
    }

    /// Whether a text looks like a throw; `playing`: where a move is expected.
    fn looks_thrown(text: &str, playing: bool) -> bool;

    /// What is to be done with throws, in words; `usable`: whether a piece can use them.
    fn to_be_played(played: &Yield, usable: bool) -> String;

    /// Whether a play that gives up what is left says so, also where it uses something.
    fn says_end(&self) -> bool {
        false
    }
}

/// The work for each turn of a game.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
#[serde(bound = "")]
#[schemars(bound = "R: Commands")]
pub(crate) struct TurnWork<R: Commands> {
    // As a text: a default that is a number is kept in one place for all games.
    #[arg(long, value_name = "N", default_value = R::BUDGET.0, help = R::WORK,
          value_parser = clap::value_parser!(u64).range(1..=R::BUDGET.1))]
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
    use super::{Commands, Effort};
    use crate::games::sig;

    #[test]
    fn the_usual_work_is_that_of_the_library() {
        let (usual, _) = sig::Rules::BUDGET;
        assert_eq!(usual, Effort::default().budget.to_string());
    }
}
