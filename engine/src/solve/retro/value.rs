//! The values of positions in tables: a byte each.

use std::ops::RangeInclusive;

use crate::solve::worth::{Ending, Outcome};

/// The code of a value in a table, one byte a position.
///
/// Up to [`Code::LAST`] odd ones are of a win, even ones of a loss, and a [`Scale`] gives the plies; above,
/// [`Code::EXCLUDED`] or [`Code::DRAW`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Code(pub u8);

impl Code {
    /// Neither side can force an end.
    pub const DRAW: Code = Code(255);
    /// The side to move has a goal already: no position of a game.
    pub const EXCLUDED: Code = Code(254);
    /// The last code of a win or a loss.
    pub const LAST: u8 = 253;

    /// The value that the code stands for, or `None` if the position is excluded.
    pub const fn value(self, scale: Scale) -> Option<Ending> {
        match self {
            Code::DRAW => Some(Ending::Draw),
            Code::EXCLUDED => None,
            Code(code) if code % 2 == 1 => Some(Ending::Win(scale.plies(code))),
            Code(code) => Some(Ending::Loss(scale.plies(code))),
        }
    }

    /// The outcome that the code stands for, whatever its scale, or `None` if the position is excluded.
    pub(crate) fn outcome(self) -> Option<Outcome> {
        self.value(Scale::Plies).map(Ending::outcome)
    }
}

/// How codes count plies to the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// A code is the plies: the winner makes the last move of a game.
    Plies,
    /// A code is twice the plies, and one more of a win: the loser's own move can end a game.
    HalfPlies,
}

impl Scale {
    /// The plies of a code up to [`Code::LAST`].
    pub const fn plies(self, code: u8) -> u32 {
        match self {
            Scale::Plies => code as u32,
            Scale::HalfPlies => code as u32 / 2,
        }
    }

    /// The codes of the positions that are decided in some plies.
    pub(super) fn codes(self, plies: u8) -> RangeInclusive<u8> {
        match self {
            Scale::Plies => plies..=plies,
            Scale::HalfPlies => 2 * plies..=2 * plies + 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_ordered_for_the_side_to_move() {
        let order = [0, 2, 252, 255, 253, 3, 1];
        let values = order.map(|code| Code(code).value(Scale::Plies).unwrap());
        assert!(values.is_sorted_by(|a, b| a.preference() < b.preference()));
        assert_eq!(values[1].before().to_string(), "win in 3");
        assert_eq!((-values[1]).outcome(), crate::solve::retro::Outcome::Win);
        assert_eq!(Code::EXCLUDED.value(Scale::Plies), None);
        assert_eq!(Code(253).value(Scale::HalfPlies), Some(Ending::Win(126)));
        assert_eq!(Code(252).value(Scale::HalfPlies), Some(Ending::Loss(126)));
    }
}
