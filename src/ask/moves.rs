//! Listing moves: `moves` of every game.

use std::fmt::Debug;

use clap::Args;

use super::disputes::Target;
use super::one_command::Command;
use super::prelude::*;
use super::subject::{Game, Placed};
use crate::games::legal_moves::Listed;
use crate::rules::RulesText;
use crate::work::Note;

/// A game whose moves are listed.
pub(crate) trait ListedMoves: Game + Listed {
    /// The arguments that name the position.
    type At: Placed<Self>;
    /// The argument that names the throw.
    type Thrown: Args + Clone + Debug + Serialize + JsonSchema + Send + Sync + 'static;
    /// The answer.
    type List: Serialize + JsonSchema + Send + 'static;
    /// What the command does, in a line of help.
    const ABOUT: &'static str = "Every legal move";

    /// What follows the options in the help.
    fn help() -> String;

    /// The throw that is played.
    ///
    /// # Errors
    /// It cannot be thrown.
    fn throw(&self, thrown: &mut Self::Thrown) -> Result<Self::Throw, Failure>;

    /// The moves as the answer has them.
    fn listed(&self, plays: &[Self::Play]) -> Self::List;

    fn table(&self, thrown: &Self::Thrown, list: &Self::List) -> Sheet;

    /// About how many characters the table has, in games whose throws can be played in very many ways.
    fn drawn_size(&self, _list: &Self::List) -> u128 {
        0
    }
}

/// The moves of a position, or the plays of a throw.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
#[serde(bound = "")]
#[schemars(bound = "P: ListedMoves", rename = "Moves")]
pub(crate) struct Moves<P: ListedMoves> {
    #[command(flatten)]
    #[serde(flatten)]
    at: P::At,
    #[command(flatten)]
    #[serde(flatten)]
    thrown: P::Thrown,
}

/// Nothing is thrown.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
pub(crate) struct NoThrow {}

impl<P: ListedMoves> Command for Moves<P> {
    const WORDS: &'static [&'static str] = &[<P::Rules as RulesText>::GAME, "moves"];
    const ABOUT: &'static str = P::ABOUT;
    type Answer = P::List;

    fn help() -> String {
        <P as ListedMoves>::help()
    }

    fn ask(&mut self, caller: Caller, _note: &Note) -> Result<P::List, Failure> {
        let position = self.at.read(caller)?;
        let throw = position.throw(&mut self.thrown)?;
        Ok(position.listed(&position.list(&throw)?))
    }

    fn target(&mut self) -> Target<'_> {
        self.at.target()
    }

    fn picture(&self, _list: &P::List) -> Option<Picture> {
        Some(self.at.subject().picture())
    }

    fn drawn_size(&self, list: &P::List, _style: &Style) -> u128 {
        self.at.subject().position.drawn_size(list)
    }

    fn tables(&self, list: &P::List, _style: &Style) -> Vec<Sheet> {
        vec![self.at.subject().position.table(&self.thrown, list)]
    }
}
