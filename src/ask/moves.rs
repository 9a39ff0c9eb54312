//! Listing moves: `moves` of every game without throws.

use clap::Args;

use super::disputes::Target;
use super::one_command::Command;
use super::prelude::*;
use super::subject::{Game, Placed};
use crate::games::legal_moves::Listed;
use crate::rules::RulesText;
use crate::work::Note;

/// A game whose moves are listed.
pub(crate) trait ListedMoves: Game + Listed<Throw = ()> {
    /// The arguments that name the position.
    type At: Placed<Self>;
    /// The answer.
    type List: Serialize + JsonSchema + Send + 'static;
    /// What the command does, in a line of help.
    const ABOUT: &'static str = "Every legal move";

    /// What follows the options in the help.
    fn help() -> String;

    /// The moves as the answer has them.
    fn listed(&self, plays: &[Self::Play]) -> Self::List;

    fn table(&self, list: &Self::List) -> Sheet;
}

/// The moves of a position.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
#[serde(bound = "")]
#[schemars(bound = "P: ListedMoves", rename = "Moves")]
pub(crate) struct Moves<P: ListedMoves> {
    #[command(flatten)]
    #[serde(flatten)]
    at: P::At,
}

impl<P: ListedMoves> Command for Moves<P> {
    const WORDS: &'static [&'static str] = &[<P::Rules as RulesText>::GAME, "moves"];
    const ABOUT: &'static str = P::ABOUT;
    type Answer = P::List;

    fn help() -> String {
        <P as ListedMoves>::help()
    }

    fn ask(&mut self, caller: Caller, _note: &Note) -> Result<P::List, Failure> {
        let position = self.at.read(caller)?;
        Ok(position.listed(&position.list(&())?))
    }

    fn target(&mut self) -> Target<'_> {
        self.at.target()
    }

    fn picture(&self, _list: &P::List) -> Option<Picture> {
        Some(self.at.subject().picture())
    }

    fn tables(&self, list: &P::List, _style: &Style) -> Vec<Sheet> {
        vec![self.at.subject().position.table(list)]
    }
}
