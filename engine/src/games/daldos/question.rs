//! Every question about Daldøs, and its answer.

use super::{Cast, Play, Position};
use super::{analyse, endgame, review};
use crate::games::legal_moves::Listed;
use crate::work::{Fault, Note};

/// A question about Daldøs.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Question {
    /// The possible results of turns, and the plays of a throw ranked.
    Analyse(analyse::Question),
    /// The endgame with these numbers of pieces.
    Endgame(endgame::all_positions::Question),
    /// A position of few pieces.
    EndgamePosition(endgame::one_position::Question),
    /// The review of a game that was played.
    Review(review::Question),
}

impl Listed for Position {
    type Throw = Cast;
    type Play = Play;

    fn list(&self, cast: &Cast) -> Result<Vec<Self::Play>, Fault> {
        Ok(self.plays(cast))
    }
}

/// The answer to a [`Question`].
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Answer {
    /// To [`Question::Analyse`].
    Analyse(Box<analyse::Answer>),
    /// To [`Question::Endgame`].
    Endgame(Box<endgame::all_positions::Answer>),
    /// To [`Question::EndgamePosition`].
    EndgamePosition(Box<endgame::one_position::Answer>),
    /// To [`Question::Review`].
    Review(Box<review::Answer>),
}

impl Question {
    /// The answer. `note` hears what takes long.
    ///
    /// # Errors
    /// Those of the question; [`Fault::kind`] says of what kind.
    pub fn answer(self, note: &Note) -> Result<Answer, Fault> {
        Ok(match self {
            Self::Analyse(question) => Answer::Analyse(Box::new(question.answer(note)?)),
            Self::Endgame(question) => Answer::Endgame(Box::new(question.answer(note)?)),
            Self::EndgamePosition(question) => {
                Answer::EndgamePosition(Box::new(question.answer(note)?))
            }
            Self::Review(question) => Answer::Review(Box::new(question.answer(note)?)),
        })
    }
}
