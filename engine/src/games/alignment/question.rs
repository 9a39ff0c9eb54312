//! Every question about such a game, and its answer.

use super::solve::Summary;
use super::{Model, Play, Position, Ruleset, position_value};
use crate::games::legal_moves::Listed;
use crate::solve::meter::Meter;
use crate::solve::retro::Solution;
use crate::work::{Fault, Note};

/// A question about a game of this family.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Question<R: Ruleset> {
    /// The value of a position.
    Probe(position_value::Question<R>),
    /// The solution of the whole game.
    Solve(R),
}

impl<R: Ruleset> Listed for Position<R> {
    type Throw = ();
    type Play = Play<R>;

    fn list(&self, (): &()) -> Result<Vec<Self::Play>, Fault> {
        Ok(self.plays())
    }
}

/// The answer to a [`Question`].
#[derive(Clone, Debug)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Answer<R: Ruleset> {
    /// To [`Question::Probe`].
    Probe(position_value::Answer<R>),
    /// To [`Question::Solve`].
    Solve {
        /// The totals of the solution.
        summary: Summary<R>,
        /// Facts about the game beyond its values.
        more: R::More,
    },
}

impl<R: Ruleset> Question<R> {
    /// The answer. `note` hears what takes long.
    ///
    /// # Errors
    /// Those of the question; [`Fault::kind`] says of what kind.
    pub fn answer(self, note: &Note) -> Result<Answer<R>, Fault> {
        Ok(match self {
            Self::Probe(question) => Answer::Probe(question.answer(note)?),
            Self::Solve(rules) => {
                let model = Model::new(rules);
                let mut meter = Meter::new(&model);
                let solution = Solution::new(&model, |tick| {
                    note.set(format!("solving {rules}: {}", meter.tick(tick)));
                    true
                })?;
                note.set("counting");
                Answer::Solve {
                    summary: model.summary(&solution)?,
                    more: R::more(&model, &solution)?,
                }
            }
        })
    }
}
