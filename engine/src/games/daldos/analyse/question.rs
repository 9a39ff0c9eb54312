//! The possible results of a whole turn of either side, and the plays of a throw ranked.

use super::{By, Options, Ranked, Reason, Turn, analyse, rank};
use crate::games::daldos::endgame::Chances;
use crate::games::daldos::{Cast, Position};
#[cfg(feature = "simulate")]
use crate::games::playouts::OfRanking;
use crate::games::playouts::{Comparison, Effort};
use crate::solve::{Directory, Origin};
use crate::work::{Fault, Note};

/// The question for the possible results of turns; with a throw, its plays ranked.
#[derive(Clone, Debug)]
pub struct Question {
    /// The position.
    pub position: Position,
    /// The width of bounds, and the work to find numbers.
    pub options: Options,
    /// A throw whose plays are ranked, and by what.
    pub throw: Option<(Cast, By)>,
    /// With [`By::Win`]: where tables of endgames are looked for.
    pub tables: Option<Directory>,
    /// With a throw: games played out after each play, to estimate its chance to win.
    pub playouts: Option<Effort>,
}

/// The answer to a [`Question`].
#[derive(Debug)]
#[non_exhaustive]
pub struct Answer {
    /// The question.
    pub question: Question,
    /// The possibilities of the side to throw; then of the other, as if it were to throw.
    pub turns: [Turn; 2],
    /// The plays of the throw.
    pub ranking: Option<Ranking>,
}

/// The plays of a throw.
#[derive(Debug)]
#[non_exhaustive]
pub struct Ranking {
    /// The throw.
    pub cast: Cast,
    /// The measure they are ranked by.
    pub by: By,
    /// Every play, best first.
    pub plays: Vec<Ranked>,
    /// The reason for the first.
    pub reason: Option<Reason>,
    /// With [`By::Win`]: where the chances are from, if anything is known.
    pub method: Option<Origin>,
    /// If that was asked and the chances to win of all plays are not proved: the same plays in the same order, compared by
    /// playouts in which both sides play by the greedy policy.
    pub estimates: Option<Comparison>,
}

impl Question {
    /// The answer.
    ///
    /// Exact: see [`analyse()`] and [`rank`].
    /// Estimated: [`Ranking::estimates`], and nothing else.
    /// Cost: [`Options::budget`] three times at most; with [`By::Win`] that of the chances to win too; the playouts.
    ///
    /// # Errors
    /// Of kind input: the width is out of range. Of kind limit: too many playouts. Of kind io: a table that cannot be trusted.
    ///
    /// # Examples
    /// ```
    /// use siga::work::Note;
    /// use siga::games::daldos::analyse::{By, Options, Question};
    /// use siga::games::daldos::{Position, Rules};
    /// let position = Position::parse("8A7/2A1B12/16 A", &Rules::daldos())?;
    /// let throw = position.game().cast([1, 2]).map(|&cast| (cast, By::Take));
    /// let question = Question { position, options: Options::default(), throw, tables: None, playouts: None };
    /// let answer = question.answer(&Note::default())?;
    /// let best = &answer.ranking.expect("a throw was given").plays[0];
    /// assert_eq!(best.play.text(&answer.question.position), "a9-a8 m3-m5");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn answer(self, note: &Note) -> Result<Answer, Fault> {
        let Self {
            position,
            options,
            throw,
            tables,
            playouts,
        } = &self;
        let chances = match throw {
            Some((_, By::Win)) => {
                note.set("solving the endgame");
                Chances::of(position, tables.as_ref())?
            }
            _ => Chances::Unknown,
        };
        note.set("looking at every throw");
        let turns = [
            analyse(position, options)?,
            analyse(&position.passed(), options)?,
        ];
        let ranking = match throw {
            None => None,
            Some((cast, by)) => {
                note.set("ranking every play");
                let mut ranking = ranking(position, cast, *by, &chances, options)?;
                if let Some(effort) = playouts {
                    ranking.estimates = estimates(position, &ranking, *effort, note)?;
                }
                Some(ranking)
            }
        };
        Ok(Answer {
            question: self,
            turns,
            ranking,
        })
    }
}

fn ranking(
    position: &Position,
    cast: &Cast,
    by: By,
    chances: &Chances,
    options: &Options,
) -> Result<Ranking, Fault> {
    let ranked = chances.probed(|probe| rank(position, cast, by, Some(probe), options));
    let (plays, reason) = ranked?;
    Ok(Ranking {
        cast: *cast,
        by,
        plays,
        reason,
        method: chances.method(),
        estimates: None,
    })
}

/// The plays compared by playouts; `None` where there is nothing to estimate: all chances to win are proved, or no play is.
#[cfg(feature = "simulate")]
fn estimates(
    position: &Position,
    ranking: &Ranking,
    effort: Effort,
    note: &Note,
) -> Result<Option<Comparison>, Fault> {
    let plays = ranking.plays.iter();
    if ranking.by == By::Win && plays.clone().all(|play| play.value.is_some()) {
        return Ok(None);
    }
    let after = plays.map(|ranked| position.after(&ranked.play));
    OfRanking { effort, plays: 0 }.greedy(position, after, note)
}

/// Without the feature `simulate` there is no effort to be made.
#[cfg(not(feature = "simulate"))]
fn estimates(
    _: &Position,
    _: &Ranking,
    effort: Effort,
    _: &Note,
) -> Result<Option<Comparison>, Fault> {
    match effort {}
}
