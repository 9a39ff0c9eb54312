//! Games played out from a position, each side by a policy.

use super::playouts::{Policies, State};
use crate::games::playouts::{Confidence, Tally, simulate};
use crate::work::limit::grouped;
use crate::work::{Fault, Note};

pub use super::playouts::{Policy, UnknownPolicy};

/// The question about random playouts.
#[derive(Clone, Debug)]
pub struct Question {
    /// Where every game begins.
    pub start: State,
    /// The policies of A and of B.
    pub policies: [Policy; 2],
    /// The number of games.
    pub games: u64,
    /// The seed of the sticks.
    pub seed: u64,
    /// The confidence of the intervals.
    pub confidence: Confidence,
}

/// The answer to a [`Question`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// The question.
    pub question: Question,
    /// The results of the games.
    pub tally: Tally,
}

impl Question {
    /// The answer.
    ///
    /// Estimated. Cost: the games, on all processors.
    ///
    /// # Errors
    /// Of kind input: no games, or a game that is over. Of kind limit: too many games.
    pub fn answer(self, note: &Note) -> Result<Answer, Fault> {
        let rules = self.start.position.rules().clone();
        let game = Policies::new(&rules, self.policies);
        let what = || format!("{} games", grouped(self.games.into()));
        note.ahead(game.seconds() * self.games as f64, what);
        note.set("playing");
        note.count_to(self.games);
        let tally = simulate(&game, &self.start, self.games, self.seed, note.done())?;
        Ok(Answer {
            question: self,
            tally,
        })
    }
}
