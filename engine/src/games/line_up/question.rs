//! Every question about such a game, and its answer.

use super::solve::Summary;
use super::{History, Model, Play, Position, Rules, position_value};
use crate::games::legal_moves::{self, Listed};
use crate::games::{perft, review};
use crate::solve::meter::Meter;
use crate::solve::retro::Solution;
use crate::work::{Fault, Note};

/// A question about a game of this family.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Question {
    /// Every legal move.
    Moves(legal_moves::Question<Position>),
    /// The number of sequences of moves.
    Perft(perft::Question<Position>),
    /// The value of a position.
    Probe(position_value::Question),
    /// The review of a game that was played.
    Review(review::Question<Position>),
    /// The solution of the whole game.
    Solve(Rules),
}

impl Listed for Position {
    type Throw = ();
    type Play = Play;

    fn list(&self, (): &()) -> Result<Vec<Self::Play>, Fault> {
        Ok(self.plays())
    }
}

/// The answer to a [`Question`].
#[derive(Clone, Debug)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Answer {
    /// To [`Question::Moves`].
    Moves(legal_moves::Answer<Position>),
    /// To [`Question::Perft`].
    Perft(perft::Answer<Position>),
    /// To [`Question::Probe`].
    Probe(position_value::Answer),
    /// To [`Question::Review`].
    Review(review::Answer<Position>),
    /// To [`Question::Solve`].
    Solve {
        /// The totals of the solution.
        summary: Summary,
        /// What holds where the same move made three times loses, if the game has that rule.
        history: Option<History>,
    },
}

impl Question {
    /// The answer. `note` hears what takes long.
    ///
    /// # Errors
    /// Those of the question; [`Fault::kind`] says of what kind.
    pub fn answer(self, note: &Note) -> Result<Answer, Fault> {
        Ok(match self {
            Self::Moves(question) => Answer::Moves(question.answer()?),
            Self::Perft(question) => Answer::Perft(question.answer(note)?),
            Self::Probe(question) => Answer::Probe(question.answer(note)?),
            Self::Review(question) => Answer::Review(question.answer(note)?),
            Self::Solve(rules) => {
                let model = Model::new(rules.clone());
                let mut meter = Meter::new(&model);
                model.tell(meter.positions(), note);
                let solution = Solution::new(&model, |tick| {
                    note.set(format!("solving {rules}: {}", meter.tick(tick)));
                    true
                })?;
                note.set("counting");
                Answer::Solve {
                    summary: model.summary(&solution)?,
                    history: model.history(&solution)?,
                }
            }
        })
    }
}
