//! Commands of all games with throws.

pub(crate) mod endgame;
pub(crate) mod moves;
pub(crate) mod play;
pub(crate) mod review;
pub(crate) mod simulate;

use std::fmt::Debug;

use clap::Args;

use crate::ask::args::tables::TablesPlace;
use crate::ask::playing::Ranking;
use crate::ask::prelude::*;
use crate::ask::subject::Shown;
use crate::exact::Quantity;
use crate::games::record::{Record, Recordable};
use crate::games::throws::endgame::{Endgames, USUAL_POSITIONS};
use crate::games::throws::ranked::By;
use crate::games::throws::review::Review;
use crate::games::throws::{WithThrows, Worth};
use crate::work::Note;
use moves::Column;
use play::Machine;
use simulate::{Playouts, Simulate};

/// Arguments that a game has of its own.
pub(crate) trait OwnArgs:
    Args + Clone + Debug + Serialize + JsonSchema + Send + Sync + 'static
{
}

impl<A: Args + Clone + Debug + Serialize + JsonSchema + Send + Sync + 'static> OwnArgs for A {}

/// A game with throws, as its commands know it: its throws and plays, how it is played in the terminal, and how games are gone through and
/// played out.
pub(crate) trait GameWithThrows:
    Shown
    + Endgames
    + WithThrows<Throw: Debug, Play: Debug>
    + Recordable<Side: Serialize + JsonSchema + Send>
{
    /// What JSON says of a play in this game alone.
    type Own: Serialize + JsonSchema + Send + 'static;
    /// What is asked of a game in the terminal besides.
    type PlayArgs: Args + Clone + Debug + Send + Sync + 'static;
    /// What is left to be played of a throw.
    type Left: Clone;
    /// What is played at once: a play, or a part of one.
    type Action: Clone;
    /// What is asked besides the record that is gone through.
    type ReviewArgs: OwnArgs;
    /// A throw as it is typed.
    const THROW: &'static str;
    /// What is said of a play in this game alone, as columns of a table.
    const COLUMNS: &'static [Column<Self::Own>];
    /// The way to type a throw in a game in the terminal.
    const OWN_THROW: &'static str;
    /// Whether a game can be drawn.
    const DRAWN: bool = false;
    /// Positions that an endgame may have to be solved in the middle of a game.
    const MOST_SOLVED: u32 = USUAL_POSITIONS;
    /// What a line of a record is, for one and for several.
    const LINES: [&'static str; 2];
    /// The columns of the course of the chance to win, that of the first side and what plays lost.
    const HISTORY: &'static [&'static str] = &["A wins", "lost"];

    /// The cells of the pieces taken.
    fn captures(&self, play: &Self::Play) -> Vec<String>;

    /// What JSON says of a play in this game alone.
    fn own(&self, play: &Self::Play) -> Self::Own;

    /// A note on what the columns mean.
    fn column_note(plays: &[Self::Play]) -> String;

    /// About how many characters a drawn table of so many plays has, where that can be very many.
    fn drawn_size(&self, _plays: usize) -> u128 {
        0
    }

    /// Where tables may be, in games that have them.
    fn tables(_args: &Self::PlayArgs) -> Option<&TablesPlace> {
        None
    }

    /// What is said before a game.
    fn introduced(&self, _args: &Self::PlayArgs) -> Vec<String> {
        Vec::new()
    }

    /// The chance that the side to throw wins, where it is proved.
    fn chance(&self, machine: &Machine<Self>) -> Result<Option<Quantity>, Failure> {
        let find = |note: &Note| machine.kept.borrow_mut().chance(self, note);
        Ok(machine.caller.noting("solving the endgame", find)?)
    }

    /// Whether the machine plays for the chance to win from here on.
    fn solves(&self, machine: &Machine<Self>) -> Result<bool, Failure> {
        Ok(self.chance(machine)?.is_some())
    }

    /// What can be done with what is left, by the chance to win, the best first; `None` where it is not known.
    fn by_chance(
        &self,
        machine: &Machine<Self>,
        left: &Self::Left,
    ) -> Result<Option<Vec<Worth<Self::Action>>>, Failure>;

    /// The same by what is best for the next turns.
    fn by_aim(
        &self,
        machine: &Machine<Self>,
        left: &Self::Left,
    ) -> Result<Ranking<Self::Action>, Failure>;

    /// That who wins is not known.
    fn unknown(&self) -> String {
        "Who wins is not known.".to_owned()
    }

    /// The chances to take a piece of the side to throw, and of the other if it were to throw now, proved.
    fn takes(&self, _machine: &Machine<Self>) -> Result<Option<[Quantity; 2]>, Failure> {
        Ok(None)
    }

    /// Whether it is first thrown for who begins.
    fn opens(&self) -> bool {
        false
    }

    /// The same board, the other side being to throw, where it is thrown for who begins.
    fn other_throws(&self) -> Self {
        self.clone()
    }

    /// Throws: what fell in words, and the throw to be played, `None` if the other side throws next, for who begins; or what is wrong with
    /// the dice.
    fn fallen(
        &self,
        opening: bool,
        below: &mut dyn FnMut(u64) -> u64,
    ) -> Result<(String, Option<Self::Throw>), String>;

    /// Whether a text looks like a throw; `playing`: where a move is expected.
    fn looks_thrown(text: &str, playing: bool) -> bool;

    /// The throw of a text, or what is wrong with it.
    fn own_throw(&self, text: &str, _opening: bool) -> Result<Self::Throw, String> {
        self.read_throw(text).map_err(|error| error.to_string())
    }

    /// What follows a throw: the position, what is left to be played there, and that in words after the throw.
    fn begun(&self, throw: &Self::Throw) -> (Self, Option<Self::Left>, String);

    /// What is left to be played, as it is shown.
    fn shown_left(left: &Self::Left) -> String;

    /// The actions of a text, or what is wrong with it.
    fn read_action(&self, left: &Self::Left, text: &str) -> Result<Vec<Self::Action>, String>;

    /// The position after an action, and what is left to be played there.
    fn made(&self, left: &Self::Left, action: &Self::Action) -> (Self, Option<Self::Left>);

    /// An action as it is typed, with what it takes.
    fn action_name(&self, action: &Self::Action) -> String {
        self.action_written(action)
    }

    /// An action as a record has it; empty if nothing is moved.
    fn action_written(&self, action: &Self::Action) -> String;

    /// The only action there is, where it need not be asked for.
    fn forced(&self, _left: &Self::Left) -> Option<Self::Action> {
        None
    }

    /// A measure of values, in words.
    fn measure(by: By) -> &'static str;

    /// Goes through a game.
    ///
    /// # Errors
    /// Those of the arguments, and limits.
    fn reviewed(
        record: &Record<Self>,
        terms: &Self::ReviewArgs,
        caller: Caller,
        note: &Note,
    ) -> Result<Review<Self::Side>, Failure>;

    /// Plays games out; `begins`: they begin here because no position was named.
    ///
    /// # Errors
    /// Those of the arguments and of the game.
    fn played_out(
        &self,
        begins: bool,
        asked: &Simulate<Self>,
        note: &Note,
    ) -> Result<Playouts, Failure>;
}
