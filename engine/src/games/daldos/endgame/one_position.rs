//! One position: its chance, and the plays of every throw.

use num_rational::BigRational;

use super::{Chances, Endgame, Known, Terms, USUAL_POSITIONS};
use crate::exact::stochastic::Ending;
use crate::games::daldos::Position;
use crate::games::throws::{ThrowPlays, Values};
use crate::solve::Origin;
use crate::work::{Fault, Kind, Note};

/// The values of a position with few pieces.
#[non_exhaustive]
pub struct OnePosition {
    /// Where the chances are from.
    pub method: Origin,
    /// The values of the position.
    pub known: Known,
    /// The number of positions that can follow it; those in the tables, where it was looked up.
    pub positions: u64,
    /// The reason why games end; `None` where the chances were looked up.
    pub ending: Option<Ending>,
    /// The plays of each throw.
    pub throws: Vec<ThrowPlays<Position>>,
}

/// The values of a position with few pieces, and the plays of every throw.
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
/// use siga::games::daldos::endgame::{Terms, one_position};
/// let position = Position::parse("A1/3/1b A", &"daldos:n=2".parse()?)?;
/// let terms = Terms { exact: true, ..Terms::default() };
/// let answer = one_position(&position, &terms, &Note::default())?;
/// assert!(answer.known.win.exact().is_some());
/// assert_eq!(answer.known.win.decimal(6), "0.641725");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn one_position(position: &Position, terms: &Terms, note: &Note) -> Result<OnePosition, Fault> {
    if let Some(winner) = position.winner() {
        let over = format!("{position}: the game is over, {winner} has won");
        return Err(Fault::new(Kind::Input, over));
    }
    if let Some(answer) = looked_up(position, terms)? {
        return Ok(answer);
    }
    solved(position, terms, note)
}

/// Every throw with its plays.
fn throws(position: &Position, chances: &Chances) -> Result<Vec<ThrowPlays<Position>>, Fault> {
    let game = position.game();
    let throws = game.casts().iter().map(|cast| {
        Ok(ThrowPlays {
            throw: *cast,
            chance: Some(BigRational::new(cast.weight.into(), game.total().into())),
            again: cast.extra,
            plays: chances.plays(position, cast)?,
        })
    });
    throws.collect()
}

/// The answer by tables, if there are tables of the position.
fn looked_up(position: &Position, terms: &Terms) -> Result<Option<OnePosition>, Fault> {
    let tables = terms.tables.as_ref().filter(|_| !terms.exact);
    let pieces = super::lookup::pieces(position.view());
    let Some(kept) = super::lookup::kept(position.game(), pieces, terms.width, tables)? else {
        return Ok(None);
    };
    let positions = kept.positions();
    let chances = Chances::Tables(Box::new(kept));
    let Some(win) = chances.chance(position.view())? else {
        return Ok(None);
    };
    Ok(Some(OnePosition {
        known: Known {
            position: position.clone(),
            win,
            turns: None,
            throws: None,
        },
        method: Origin::Tables,
        positions,
        ending: None,
        throws: throws(position, &chances)?,
    }))
}

fn solved(position: &Position, terms: &Terms, note: &Note) -> Result<OnePosition, Fault> {
    let (game, state) = (position.game(), position.view());
    note.set("solving the endgame");
    let most = terms.positions.unwrap_or(USUAL_POSITIONS);
    let endgame = Endgame::solve_reached(game.clone(), state, terms.width, most)?;
    let missing = || Fault::new(Kind::Limit, format!("{position} is not in its own endgame"));
    let number = endgame.number(state).ok_or_else(missing)?;
    let exact = if terms.exact {
        note.set("solving for fractions");
        Some(Box::new(endgame.exact([number])?))
    } else {
        None
    };
    note.set("how long games last");
    let length = endgame.lengths([number], terms.width.saturating_mul(4));
    let known = Known::new(&endgame, position.clone(), &length, exact.as_deref());
    let (positions, ending) = (endgame.positions() as u64, endgame.ending());
    let chances = Chances::Solved {
        endgame: Box::new(endgame),
        exact,
    };
    Ok(OnePosition {
        method: Origin::Solved,
        positions,
        ending: Some(ending),
        known: known.ok_or_else(missing)?,
        throws: throws(position, &chances)?,
    })
}
