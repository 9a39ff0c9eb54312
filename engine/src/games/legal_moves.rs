//! Every legal move of a position, or every way to play a throw: one question for every game.

use std::fmt::Debug;

use crate::work::Fault;

/// A position whose moves are listed.
pub trait Listed: Sized {
    /// The throw that is played, or the throws of a turn; `()` in games without throws.
    type Throw: Clone + Debug;
    /// A move, and the position that it leads to.
    type Play: Clone + Debug;

    /// The moves, in the order in which they are shown.
    ///
    /// # Errors
    /// The throws can be played in too many ways.
    fn list(&self, throw: &Self::Throw) -> Result<Vec<Self::Play>, Fault>;
}

/// The question which moves there are.
#[derive(Clone, Debug)]
pub struct Question<P: Listed> {
    /// The position.
    pub position: P,
    /// The throw that is played.
    pub throw: P::Throw,
}

/// The answer to a [`Question`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answer<P: Listed> {
    /// The question.
    pub question: Question<P>,
    /// Every move; none if the game is over.
    pub plays: Vec<P::Play>,
}

impl<P: Listed> Question<P> {
    /// The answer.
    ///
    /// # Errors
    /// Those of [`Listed::list`].
    pub fn answer(self) -> Result<Answer<P>, Fault> {
        let plays = self.position.list(&self.throw)?;
        Ok(Answer {
            question: self,
            plays,
        })
    }
}
