//! What is known of one position of an endgame.

use super::{Endgame, Exact, Length};
use crate::exact::Quantity;
use crate::exact::stochastic::Unit;
use crate::games::daldos::Position;

/// What is known of one position; the chance is that of the side to move.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Known {
    /// The position.
    pub position: Position,
    /// The chance to win of the side to move.
    pub win: Quantity,
    /// Expected number of turns under best play; `None` where the chance was looked up.
    pub turns: Option<Quantity>,
    /// Expected number of throws under best play; `None` where the chance was looked up.
    pub throws: Option<Quantity>,
}

impl Known {
    /// As an endgame has it; `None` if the position is not one of it.
    pub(super) fn new(
        endgame: &Endgame,
        position: Position,
        length: &Length,
        exact: Option<&Exact>,
    ) -> Option<Self> {
        let number = endgame.number(position.state())?;
        let of = |unit| match exact {
            Some(exact) => exact.length(unit, number).map(Quantity::Exact),
            None => length.both(unit, number).map(Quantity::Bounded),
        };
        Some(Self {
            position,
            win: match exact {
                Some(exact) => Quantity::Exact(exact.chance(number)?),
                None => Quantity::Bounded(endgame.bounds().both(number)),
            },
            turns: Some(of(Unit::Turns)?),
            throws: Some(of(Unit::Throws)?),
        })
    }
}
