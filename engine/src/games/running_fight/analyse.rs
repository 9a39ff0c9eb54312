//! Whole positions: what they hold before the throw, and the plays of a yield ranked.

use std::cmp::Reverse;
use std::fmt::Debug;

use super::endgame::{self, Limits, Solution, Solves};
use super::plays::Yield;
#[cfg(feature = "simulate")]
use super::policies::State;
use super::position::{Fight, Play, Position};
use super::ranked::{By, Ranking};
use super::turn::WholeTurn;
use crate::chance::analysis::AnalysisError;
use crate::exact::Between;
use crate::games::playouts::{Comparison, OfRanking};
use crate::work::{Fault, Kind, Note};

/// Rules under which positions are analysed.
pub trait Analysed: Solves {
    /// The depth to which turns are looked into.
    type Effort: Clone + Debug;
    /// The possibilities of a position before the throw.
    type Analysis: Clone + Debug;
    /// A throw with its chance.
    type Weighted: Debug;
    /// What is counted of throws of a name in a whole turn.
    type Named: Debug;

    /// The depth for each turn of a game, with this budget.
    fn effort(budget: u64) -> Self::Effort;

    /// What the turns of both teams can take.
    ///
    /// # Errors
    /// An effort that the rules do not allow.
    fn analysis(position: &Position<Self>, effort: &Self::Effort) -> Result<Self::Analysis, Fault>;

    /// Every play of a yield with what the next turn of the other team takes after it; where [`By::Win`] is asked for, by
    /// [`By::Net`].
    ///
    /// # Errors
    /// Too many plays, or rules under which they cannot be compared.
    fn ranking(
        position: &Position<Self>,
        played: &Yield<Self::Throw>,
        by: By,
        effort: &Self::Effort,
    ) -> Result<Ranking<Play<Self>>, Fault>;

    /// Everything about a whole turn: values up to `length` of them, totals up to `up_to`.
    ///
    /// # Errors
    /// Lists that grow too long.
    fn whole_turn(
        &self,
        length: usize,
        up_to: Option<i64>,
    ) -> Result<WholeTurn<Self::Weighted, Self::Named>, AnalysisError>;
}

/// A question about a whole position.
#[derive(Clone, Debug)]
pub struct Question<R: Analysed> {
    /// The position.
    pub position: Position<R>,
    /// The depth of the search.
    pub effort: R::Effort,
    /// A yield whose plays are ranked, and by what.
    pub played: Option<(Yield<R::Throw>, By)>,
    /// With a yield: games played out after each of the best plays, to estimate its score.
    pub playouts: Option<OfRanking>,
}

/// The answer to a [`Question`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answer<R: Analysed> {
    /// The question.
    pub question: Question<R>,
    /// The possibilities of the position.
    pub analysis: R::Analysis,
    /// The plays of the yield.
    pub ranking: Option<Ranking<Play<R>>>,
    /// With [`By::Win`]: the endgame that was solved; `None` where it is not, or the game is over.
    pub solution: Option<Solution>,
    /// With [`By::Win`]: the rule for which endgames are not solved, if there is one.
    pub unsolved: Option<String>,
    /// The first of the plays, in the same order, compared by playouts in which both teams play by the greedy policy.
    pub estimates: Option<Comparison>,
}

impl<R: Analysed> Question<R> {
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
    pub fn answer(self, note: &Note) -> Result<Answer<R>, Fault> {
        note.set("looking at every yield");
        let analysis = R::analysis(&self.position, &self.effort)?;
        let (ranking, solution, unsolved) = match &self.played {
            None => (None, None, None),
            Some((played, by)) => {
                note.set("ranking every play");
                let ranking = R::ranking(&self.position, played, *by, &self.effort)?;
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
type RankedByWin<R> = (Option<Ranking<Play<R>>>, Option<Solution>, Option<String>);

/// Plays put in order by the chance to win, equal and unknown ones as they were, the endgame that it is from, and the rule for
/// which there is none.
///
/// # Errors
/// Of kind io alone: a chance that cannot be found is not known.
fn by_win<R: Solves>(
    position: &Position<R>,
    ranking: Ranking<Play<R>>,
    note: &Note,
) -> Result<RankedByWin<R>, Fault> {
    let question = endgame::Question::of(position.clone(), Limits::default());
    let (solved, unsolved) = match position.ended() {
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
            Some(solved) => solved.value(position.side(), after),
            None => endgame::result(position.side(), after, question.draw),
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
fn estimates<R: Fight>(
    position: &Position<R>,
    ranking: &Ranking<Play<R>>,
    asked: OfRanking,
    note: &Note,
) -> Result<Option<Comparison>, Fault> {
    let plays = ranking.plays.iter();
    let after = plays.map(|ranked| State::of(ranked.play.position.clone()));
    asked.greedy(&State::of(position.clone()), after, note)
}

/// Without the feature `simulate` there is no effort to be made.
#[cfg(not(feature = "simulate"))]
fn estimates<R: Fight>(
    _: &Position<R>,
    _: &Ranking<Play<R>>,
    asked: OfRanking,
    _: &Note,
) -> Result<Option<Comparison>, Fault> {
    match asked.effort {}
}
