//! Every question about Sig, and its answer.

use super::moves::{Play, Yield};
use super::odds::{self, Odds};
#[cfg(feature = "simulate")]
use super::playouts;
use super::turn::{WholeTurn, turn};
use super::{Effort, Position, Rules, analyse, endgame, review};
use crate::games::distances::{self, Placements};
use crate::games::legal_moves::{self, Listed};
use crate::games::perft;
use crate::work::{Fault, Note};

/// A question about Sig.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Question {
    /// The chance to take a piece that own pieces stand behind.
    Odds(distances::Question<Under>),
    /// The yield of a whole turn.
    Turn {
        /// The rules.
        rules: Rules,
        /// The longest list of values.
        length: u8,
        /// The greatest total listed.
        up_to: Option<i64>,
    },
    /// Every way to play a yield.
    Moves(legal_moves::Question<Position>),
    /// The number of plays of turns one after the other.
    Perft(perft::Question<Position>),
    /// The possibilities of a whole position.
    Analyse(analyse::Question),
    /// A position of few pieces.
    Endgame(endgame::Question),
    /// Games played out at random.
    #[cfg(feature = "simulate")]
    Simulate(playouts::Question),
    /// A game that was played, gone through.
    Review(review::Question),
}

/// The terms under which capture chances are asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Under {
    /// The rules.
    pub rules: Rules,
    /// The depth of the search.
    pub effort: Effort,
}

impl Placements for Under {
    type Row = Odds;

    fn one(&self, behind: &[u32]) -> Result<Odds, Fault> {
        Ok(odds::odds(&self.rules, behind, &self.effort)?)
    }

    fn all(&self, pieces: usize, max: u32) -> Result<Vec<Odds>, Fault> {
        Ok(odds::table(&self.rules, pieces, max, &self.effort)?)
    }
}

impl Listed for Position {
    type Throw = Yield;
    type Play = Play;

    fn list(&self, played: &Yield) -> Result<Vec<Self::Play>, Fault> {
        Ok(self.plays(played)?)
    }
}

/// The answer to a [`Question`].
#[derive(Debug)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Answer {
    /// To [`Question::Odds`].
    Odds(distances::Answer<Under>),
    /// To [`Question::Turn`].
    Turn {
        /// The rules.
        rules: Rules,
        /// The longest list of values.
        length: u8,
        /// The greatest total listed.
        up_to: Option<i64>,
        /// The yield.
        whole: Box<WholeTurn>,
    },
    /// To [`Question::Moves`].
    Moves(legal_moves::Answer<Position>),
    /// To [`Question::Perft`].
    Perft(perft::Answer<Position>),
    /// To [`Question::Analyse`].
    Analyse(Box<analyse::Answer>),
    /// To [`Question::Endgame`].
    Endgame(Box<endgame::Answer>),
    /// To [`Question::Simulate`].
    #[cfg(feature = "simulate")]
    Simulate(Box<playouts::Answer>),
    /// To [`Question::Review`].
    Review(review::Answer),
}

impl Question {
    /// The answer. `note` hears what takes long.
    ///
    /// # Errors
    /// Those of the question; [`Fault::kind`] says of what kind.
    pub fn answer(self, note: &Note) -> Result<Answer, Fault> {
        Ok(match self {
            Self::Odds(question) => Answer::Odds(question.answer(note)?),
            Self::Turn {
                rules,
                length,
                up_to,
            } => Answer::Turn {
                whole: Box::new(turn(&rules, length.into(), up_to)?),
                rules,
                length,
                up_to,
            },
            Self::Moves(question) => Answer::Moves(question.answer()?),
            Self::Perft(question) => Answer::Perft(question.answer(note)?),
            Self::Analyse(question) => Answer::Analyse(Box::new(question.answer(note)?)),
            Self::Endgame(question) => Answer::Endgame(Box::new(question.answer(note)?)),
            #[cfg(feature = "simulate")]
            Self::Simulate(question) => Answer::Simulate(Box::new(question.answer(note)?)),
            Self::Review(question) => Answer::Review(question.answer(note)?),
        })
    }
}
