//! The values of one position of an endgame.

use super::{Endgame, Exact, Length};
use crate::exact::Quantity;
use crate::exact::stochastic::Unit;
use crate::games::daldos::Position;

/// The values of one position; the chance is that of the side to move.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Known {
    /// The position.
    pub position: Position,
    /// The chance to win of the side to move.
    pub win: Quantity,
    /// Expected number of turns under best play: with fractions by one best play ([`Endgame::exact`]), otherwise bounds that hold
    /// for all that may be best. `None` where the chance was looked up, or where such play can go on for ever.
    pub turns: Option<Quantity>,
    /// Expected number of throws, in the same way.
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
        let number = endgame.number(position.view())?;
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
            turns: of(Unit::Turns),
            throws: of(Unit::Throws),
        })
    }
}
