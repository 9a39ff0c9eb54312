//! The possible results of a whole turn of either side, and the plays of a throw ranked.

use std::cell::RefCell;

use super::{AnalyseError, By, Options, Ranked, Reason, Turn, rank, turn};
use crate::exact::Quantity;
use crate::games::daldos::endgame::Chances;
use crate::games::daldos::{Cast, Position};
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
}

impl Question {
    /// The answer.
    ///
    /// Exact: see [`turn`] and [`rank`].
    /// Cost: [`Options::budget`] three times at most; with [`By::Win`] that of [`Chances::of`] too.
    ///
    /// # Errors
    /// Of kind input: the width is out of range. Of kind io: a table that cannot be trusted.
    ///
    /// # Examples
    /// ```
    /// use siga::work::Note;
    /// use siga::games::daldos::analyse::{By, Options, Question};
    /// use siga::games::daldos::{Position, Rules};
    /// let position = Position::parse("8A7/2A1B12/16 A", &Rules::daldos())?;
    /// let throw = position.game().cast([1, 2]).map(|&cast| (cast, By::Take));
    /// let question = Question { position, options: Options::default(), throw, tables: None };
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
        } = &self;
        let chances = match throw {
            Some((_, By::Win)) => {
                note.set("solving the endgame");
                Chances::of(position, tables.as_ref(), note)?
            }
            _ => Chances::Unknown,
        };
        note.set("looking at every throw");
        let of = |position: &Position| turn(position.game(), position.state(), options);
        let turns = [of(position)?, of(&position.flipped())?];
        let ranking = match throw {
            None => None,
            Some((cast, by)) => {
                note.set("ranking every play");
                Some(ranking(position, cast, *by, &chances, options)?)
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
    let fault = RefCell::new(None);
    let probe = |after: &Position| {
        let bounds = match chances.chance(after.state()) {
            Ok(bounds) => bounds?,
            Err(error) => {
                fault.replace(Some(error));
                return None;
            }
        };
        Some(Quantity::between(bounds.lower, bounds.upper))
    };
    let ranked: Result<_, AnalyseError> = rank(position, cast, by, Some(&probe), options);
    let (plays, reason) = ranked?;
    match fault.into_inner() {
        Some(fault) => Err(fault),
        None => Ok(Ranking {
            cast: *cast,
            by,
            plays,
            reason,
            method: chances.method(),
        }),
    }
}
