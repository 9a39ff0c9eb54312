//! One position: its chance, and the best plays of every throw.

use super::{Endgame, Known, ThrowWorth, USUAL_POSITIONS};
#[cfg(feature = "tables")]
use super::{answer, lookup};
#[cfg(feature = "tables")]
use crate::exact::Quantity;
use crate::exact::stochastic::Ending;
use crate::games::daldos::Position;
use crate::solve::{Directory, Origin};
use crate::work::{Fault, Kind, Note};

/// The question for the values of a position with few pieces.
#[derive(Clone, Debug)]
pub struct Question {
    /// The position.
    pub position: Position,
    /// The greatest distance between bounds, in units of 2^-62.
    pub width: u64,
    /// Whether fractions are asked for, which tables do not have.
    pub exact: bool,
    /// The greatest number of positions to be solved for it; where it is missing, [`USUAL_POSITIONS`].
    pub positions: Option<u128>,
    /// Where tables are looked for; the position is solved where there are none that are close enough.
    pub tables: Option<Directory>,
}

/// The answer to a [`Question`].
#[derive(Debug)]
#[non_exhaustive]
pub struct Answer {
    /// The question.
    pub question: Question,
    /// Where the chances are from.
    pub method: Origin,
    /// The values of the position.
    pub known: Known,
    /// The number of positions that can follow it; those in the tables, where it was looked up.
    pub positions: u64,
    /// The reason why games end; `None` where the chances were looked up.
    pub ending: Option<Ending>,
    /// The plays of each throw.
    pub throws: Vec<ThrowWorth>,
}

impl Question {
    /// The answer.
    ///
    /// Exact: fractions and bounds are proved.
    /// Cost: that of solving what can come of the position, or a few places of the tables.
    ///
    /// # Errors
    /// Of kind input: the game is over, or the rules do not allow its numbers of pieces. Of kind limit: too many positions. Of
    /// kind io: a table that cannot be trusted.
    ///
    /// # Examples
    /// ```
    /// use siga::work::Note;
    /// use siga::games::daldos::{Position, Rules};
    /// use siga::games::daldos::endgame::one_position::Question;
    /// let position = Position::parse("A1/3/1b A", &"daldos:n=2".parse()?)?;
    /// let question = Question { position, width: 1 << 22, exact: true, positions: None, tables: None };
    /// let answer = question.answer(&Note::default())?;
    /// assert!(answer.known.win.exact().is_some());
    /// assert_eq!(answer.known.win.decimal(6), "0.641725");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn answer(self, note: &Note) -> Result<Answer, Fault> {
        if let Some(winner) = self.position.winner() {
            let over = format!("{}: the game is over, {winner} has won", self.position);
            return Err(Fault::new(Kind::Input, over));
        }
        #[cfg(feature = "tables")]
        if !self.exact
            && let Some(answer) = self.looked_up()?
        {
            return Ok(answer);
        }
        self.solved(note)
    }

    /// The answer by tables, if there are tables of the position.
    #[cfg(feature = "tables")]
    fn looked_up(&self) -> Result<Option<Answer>, Fault> {
        let (game, state) = (self.position.game(), self.position.view());
        let tables = self.tables.as_ref();
        let Some(kept) = lookup::kept(game, lookup::pieces(state), self.width, tables)? else {
            return Ok(None);
        };
        let throws = answer::throws(game, state, |state| kept.chance(state))?;
        let known = kept.chance(state)?.zip(throws);
        Ok(known.map(|(chance, throws)| Answer {
            known: Known {
                position: self.position.clone(),
                win: Quantity::Bounded(chance),
                turns: None,
                throws: None,
            },
            method: Origin::Tables,
            positions: kept.positions(),
            ending: None,
            throws,
            question: self.clone(),
        }))
    }

    fn solved(self, note: &Note) -> Result<Answer, Fault> {
        let position = &self.position;
        let (game, state) = (position.game(), position.view());
        note.set("solving the endgame");
        let most = self.positions.unwrap_or(USUAL_POSITIONS);
        let endgame = Endgame::solve_reached(game.clone(), state, self.width, most)?;
        let missing = || Fault::new(Kind::Limit, format!("{position} is not in its own endgame"));
        let number = endgame.number(state).ok_or_else(missing)?;
        let exact = if self.exact {
            note.set("solving for fractions");
            Some(endgame.exact([number])?)
        } else {
            None
        };
        note.set("how long games last");
        let length = endgame.lengths([number], self.width.saturating_mul(4));
        let known = Known::new(&endgame, position.clone(), &length, exact.as_ref());
        let known = known.ok_or_else(missing)?;
        let mut throws = endgame.throws(state).ok_or_else(missing)?;
        if let Some(exact) = &exact {
            let each = throws.into_iter();
            throws = each
                .map(|throw| throw.with_fractions(&endgame, exact))
                .collect();
        }
        Ok(Answer {
            method: Origin::Solved,
            positions: endgame.positions() as u64,
            ending: Some(endgame.ending()),
            question: self,
            known,
            throws,
        })
    }
}
