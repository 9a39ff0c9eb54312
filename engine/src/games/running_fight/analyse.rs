//! Whole positions: what they hold before the throw, and the plays of a yield ranked.

use std::cmp::Reverse;

use super::endgame::{self, Limits, Solution, Solvable};
use super::plays::Play;
use super::ranked::{By, Ranking};
use super::review::RunningFight;
use crate::exact::Between;
use crate::games::playouts::{Comparison, OfRanking};
use crate::work::{Fault, Kind, Note};

/// A question about a whole position.
#[derive(Clone, Debug)]
pub struct Question<P: RunningFight> {
    /// The position.
    pub position: P,
    /// The depth of the search.
    pub effort: P::Effort,
    /// A yield whose plays are ranked, and by what.
    pub played: Option<(P::Yield, By)>,
    /// With a yield: games played out after each of the best plays, to estimate its score.
    pub playouts: Option<OfRanking>,
}

/// The answer to a [`Question`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answer<P: RunningFight> {
    /// The question.
    pub question: Question<P>,
    /// The possibilities of the position.
    pub analysis: P::Analysis,
    /// The plays of the yield.
    pub ranking: Option<Ranking<Play<P>>>,
    /// With [`By::Win`]: the endgame that was solved; `None` where it is not, or the game is over.
    pub solution: Option<Solution>,
    /// With [`By::Win`]: the rule for which endgames are not solved, if there is one.
    pub unsolved: Option<String>,
    /// The first of the plays, in the same order, compared by playouts in which both teams play by the greedy policy.
    pub estimates: Option<Comparison>,
}

impl<P: RunningFight> Question<P> {
    /// The answer.
    ///
    /// Exact: every number is exact or between proved bounds, whatever the effort. Estimated: [`Answer::estimates`], and
    /// nothing else.
    /// Cost: twice the effort at most; with [`By::Win`] an endgame of at most [`endgame::USUAL_STATES`] states; the playouts.
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
    pub fn answer(self, note: &Note) -> Result<Answer<P>, Fault> {
        note.set("looking at every yield");
        let analysis = self.position.analysis(&self.effort)?;
        let (ranking, solution, unsolved) = match &self.played {
            None => (None, None, None),
            Some((played, by)) => {
                note.set("ranking every play");
                let ranking = self.position.ranking(played, *by, &self.effort)?;
                match by {
                    By::Win => by_win(&self.position, ranking, note)?,
                    _ => (Some(ranking), None, None),
                }
            }
        };
        let estimates = match (&ranking, self.playouts) {
            (Some(ranking), Some(playouts)) => estimates(&self.position, ranking, playouts, note)?,
            _ => None,
        };
        Ok(Answer {
            question: self,
            analysis,
            ranking,
            solution,
            unsolved,
            estimates,
        })
    }
}

/// The plays, the endgame that was solved, and the rule for which none is.
type RankedByWin<P> = (Option<Ranking<Play<P>>>, Option<Solution>, Option<String>);

/// Plays put in order by the chance to win, equal and unknown ones as they were, the endgame that it is from, and the rule for
/// which there is none.
///
/// # Errors
/// Of kind io alone: a chance that cannot be found is not known.
fn by_win<P: RunningFight>(
    position: &P,
    ranking: Ranking<Play<P>>,
    note: &Note,
) -> Result<RankedByWin<P>, Fault> {
    let question = endgame::Question::of(position.clone(), Limits::default());
    let (solved, unsolved) = match Solvable::ended(position) {
        Some(_) => (None, None),
        None => match question.solve(note) {
            Ok(solved) => (Some(solved), None),
            Err(fault) => match fault.kind() {
                Kind::Io => return Err(fault),
                Kind::Input => (None, Some(fault.to_string())),
                _ => (None, None),
            },
        },
    };
    let mut plays = ranking.plays;
    for ranked in &mut plays {
        let after = &ranked.play.position;
        ranked.win = match &solved {
            Some(solved) => solved.value(position.team(), after),
            None => endgame::result(position.team(), after, question.draw),
        };
    }
    plays.sort_by_cached_key(|ranked| {
        let win = ranked.win.as_ref().and_then(Between::of);
        Reverse(win.map(|win| win.lower + win.upper))
    });
    let ranking = Ranking::new(plays, By::Win, ranking.budget);
    let solution = solved.map(|solved| solved.solution());
    Ok((Some(ranking), solution, unsolved))
}

/// The first plays of a ranking compared by playouts in which both teams play by the greedy policy; `None` if there are none.
///
/// # Errors
/// Of kind limit: too many playouts.
#[cfg(feature = "simulate")]
fn estimates<P: RunningFight>(
    position: &P,
    ranking: &Ranking<Play<P>>,
    asked: OfRanking,
    note: &Note,
) -> Result<Option<Comparison>, Fault> {
    let plays = ranking.plays.iter();
    let after = plays.map(|ranked| ranked.play.position.begun());
    asked.greedy(&position.begun(), after, note)
}

/// Without the feature `simulate` there is no effort to be made.
#[cfg(not(feature = "simulate"))]
fn estimates<P: RunningFight>(
    _: &P,
    _: &Ranking<Play<P>>,
    asked: OfRanking,
    _: &Note,
) -> Result<Option<Comparison>, Fault> {
    match asked.effort {}
}
