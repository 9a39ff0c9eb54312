//! The possibilities of a whole position, and the plays of a yield ranked.

use super::{Analysis, By, Ranking, analyse, rank};
use crate::games::playouts::{Comparison, OfRanking};
use crate::games::running_fight::ranked;
use crate::games::sig::moves::Yield;
use crate::games::sig::{Effort, Position};
use crate::work::{Fault, Note};

/// The question for the pieces to take, free and lose; with a yield, its plays ranked.
#[derive(Clone, Debug)]
pub struct Question {
    /// The position.
    pub position: Position,
    /// The depth of the search.
    pub effort: Effort,
    /// A yield whose plays are ranked, and by what.
    pub played: Option<(Yield, By)>,
    /// With a yield: games played out after each of the best plays, to estimate its score.
    pub playouts: Option<OfRanking>,
}

/// The answer to a [`Question`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// The question.
    pub question: Question,
    /// The possibilities of the position.
    pub analysis: Analysis,
    /// The plays of the yield.
    pub ranking: Option<Ranking>,
    /// The first of them, in the same order, compared by playouts in which both teams play by the greedy policy.
    pub estimates: Option<Comparison>,
}

impl Question {
    /// The answer.
    ///
    /// Exact: see [`analyse`](super::analyse()) and [`rank`]. Estimated: [`Answer::estimates`], and nothing else.
    /// Cost: twice the budget at most; the playouts.
    ///
    /// # Errors
    /// Of kind input: an effort that the rules do not allow. Of kind limit: too many plays or playouts.
    ///
    /// # Examples
    /// ```
    /// use siga::work::Note;
    /// use siga::games::sig::analyse::Question;
    /// use siga::games::sig::{Effort, Position, Rules};
    /// let position = Position::parse("A1/2/2/1B A", &"sig:depaulis,length=2".parse::<Rules>()?)?;
    /// let question = Question { position, effort: Effort::throws(3), played: None, playouts: None };
    /// let answer = question.answer(&Note::default())?;
    /// assert!(answer.ranking.is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn answer(self, note: &Note) -> Result<Answer, Fault> {
        note.set("looking at every yield");
        let analysis = analyse(&self.position, &self.effort)?;
        let ranking = match &self.played {
            None => None,
            Some((played, by)) => {
                note.set("ranking every play");
                Some(rank(&self.position, played, *by, &self.effort)?)
            }
        };
        let estimates = match (&ranking, self.playouts) {
            (Some(ranking), Some(playouts)) => {
                ranked::estimates(&self.position, &ranking.plays, playouts, note)?
            }
            _ => None,
        };
        Ok(Answer {
            question: self,
            analysis,
            ranking,
            estimates,
        })
    }
}
