//! Every question about a running fight on four rows, and its answer.

use std::fmt::Debug;

use super::review::{self, RunningFight};
use super::turn::WholeTurn;
use super::{analyse, endgame};
use crate::chance::analysis::AnalysisError;
use crate::work::{Fault, Note};

/// A running fight with what only its own questions know.
pub trait Questions: RunningFight {
    /// A throw with its chance.
    type Weighted: Debug;
    /// What is counted of throws of a name in a whole turn.
    type Named: Debug;

    /// Everything about a whole turn: values up to `length` of them, totals up to `up_to`.
    ///
    /// # Errors
    /// Lists that grow too long.
    fn whole_turn(
        rules: &Self::Rules,
        length: usize,
        up_to: Option<i64>,
    ) -> Result<WholeTurn<Self::Weighted, Self::Named>, AnalysisError>;
}

/// A question about a running fight.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Question<P: Questions> {
    /// The yield of a whole turn.
    Turn {
        /// The rules.
        rules: P::Rules,
        /// The longest list of values.
        length: u8,
        /// The greatest total listed.
        up_to: Option<i64>,
    },
    /// The possibilities of a whole position.
    Analyse(analyse::Question<P>),
    /// A position of few pieces.
    Endgame(endgame::Question<P>),
    /// A game that was played, gone through.
    Review(review::Question<P>),
}

/// The answer to a [`Question`].
#[derive(Debug)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Answer<P: Questions> {
    /// To [`Question::Turn`].
    Turn {
        /// The rules.
        rules: P::Rules,
        /// The longest list of values.
        length: u8,
        /// The greatest total listed.
        up_to: Option<i64>,
        /// The yield.
        whole: Box<WholeTurn<P::Weighted, P::Named>>,
    },
    /// To [`Question::Analyse`].
    Analyse(Box<analyse::Answer<P>>),
    /// To [`Question::Endgame`].
    Endgame(Box<endgame::Answer<P>>),
    /// To [`Question::Review`].
    Review(Box<review::Answer<P>>),
}

impl<P: Questions> Question<P> {
    /// The answer. `note` hears what takes long.
    ///
    /// # Errors
    /// Those of the question; [`Fault::kind`] says of what kind.
    pub fn answer(self, note: &Note) -> Result<Answer<P>, Fault> {
        Ok(match self {
            Self::Turn {
                rules,
                length,
                up_to,
            } => Answer::Turn {
                whole: Box::new(P::whole_turn(&rules, length.into(), up_to)?),
                rules,
                length,
                up_to,
            },
            Self::Analyse(question) => Answer::Analyse(Box::new(question.answer(note)?)),
            Self::Endgame(question) => Answer::Endgame(Box::new(question.answer(note)?)),
            Self::Review(question) => Answer::Review(Box::new(question.answer(note)?)),
        })
    }
}
