//! Every question about Sidja, and its answer.

#[cfg(feature = "tables")]
use super::endgame::outcome_counts;
use super::first_capture::survey::Survey;
use super::first_capture::{self, Solution};
use super::placing::{MOMENT, Ranking, game};
use super::{Play, Position, Rules, analyse, guarantees, placing};
use crate::games::legal_moves::Listed;
use crate::games::review::Worth;
use crate::work::{Fault, Note};

/// A question about Sidja.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Question {
    /// The side that makes the first capture.
    FirstCapture(first_capture::Question),
    /// The first capture over all placements.
    Survey {
        /// The rules.
        rules: Rules,
        /// The number of the longest fights that are shown.
        longest: u16,
    },
    /// The outcome that each side can force from the empty board on.
    Placing(placing::Question),
    /// The value of cells before the first move.
    Guarantees(guarantees::Question),
    /// The outcome of a whole position.
    Analyse(analyse::Question),
    /// The numbers of positions that are won, lost and drawn.
    #[cfg(feature = "tables")]
    Solve(outcome_counts::Question),
}

/// A legal move, and what a stone placed comes to where that is had at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ListedPlay {
    /// The move with what comes of it.
    pub play: Play,
    /// The value for the side that places, by the goal of [`game::goal`].
    pub worth: Option<Worth>,
}

impl Listed for Position {
    type Throw = ();
    type Play = ListedPlay;

    fn list(&self, (): &()) -> Result<Vec<ListedPlay>, Fault> {
        let found = match game::goal(self.rules()) {
            Some(goal) => Ranking::within(self, goal, MOMENT, &Note::default())?,
            None => None,
        };
        let listed = |play: Play| {
            let mut stones = found.iter().flat_map(|found| &found.stones);
            let turn = stones.find(|turn| turn.position == play.position);
            ListedPlay {
                play,
                worth: turn.map(Worth::from),
            }
        };
        Ok(self.plays().into_iter().map(listed).collect())
    }
}

/// The answer to a [`Question`].
#[derive(Debug)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Answer {
    /// To [`Question::FirstCapture`].
    FirstCapture(first_capture::Answer),
    /// To [`Question::Survey`].
    Survey {
        /// The number of the longest fights that was asked for.
        longest: u16,
        /// The statistics.
        survey: Survey,
    },
    /// To [`Question::Placing`].
    Placing(placing::Answer),
    /// To [`Question::Guarantees`].
    Guarantees(guarantees::Answer),
    /// To [`Question::Analyse`].
    Analyse(analyse::Answer),
    /// To [`Question::Solve`].
    #[cfg(feature = "tables")]
    Solve(outcome_counts::Answer),
}

impl Question {
    /// The answer. `note` hears what takes long.
    ///
    /// # Errors
    /// Those of the question; [`Fault::kind`] says of what kind.
    pub fn answer(self, note: &Note) -> Result<Answer, Fault> {
        Ok(match self {
            Self::FirstCapture(question) => Answer::FirstCapture(question.answer(note)?),
            Self::Survey { rules, longest } => {
                let solution = Solution::noting(rules, note)?;
                let game = placing::game::at_once(rules);
                Answer::Survey {
                    longest,
                    survey: Survey::new(&solution, longest.into(), game.as_deref()),
                }
            }
            Self::Placing(question) => Answer::Placing(question.answer(note)?),
            Self::Guarantees(question) => Answer::Guarantees(question.answer(note)?),
            Self::Analyse(question) => Answer::Analyse(question.answer(note)?),
            #[cfg(feature = "tables")]
            Self::Solve(question) => Answer::Solve(question.answer(note)?),
        })
    }
}
