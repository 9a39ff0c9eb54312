//! The values of positions in tables: a byte each.

use crate::solve::worth::Ending;

/// The code of a value in a table, one byte a position.
///
/// Up to [`Code::LAST`] it is the plies to the end, odd ones of a win, even ones of a loss; above, [`Code::EXCLUDED`] or [`Code::DRAW`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Code(pub u8);

impl Code {
    /// Neither side can force an end.
    pub const DRAW: Code = Code(255);
    /// The side to move has a goal already: no position of a game.
    pub const EXCLUDED: Code = Code(254);
    /// The most plies that a table can hold.
    pub const LAST: u8 = 253;

    /// The value that the code stands for, or `None` if the position is excluded.
    pub const fn value(self) -> Option<Ending> {
        match self {
            Code::DRAW => Some(Ending::Draw),
            Code::EXCLUDED => None,
            Code(plies) => Some(Ending::from_plies(plies as u32)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_ordered_for_the_side_to_move() {
        let order = [0, 2, 252, 255, 253, 3, 1];
        let values = order.map(|code| Code(code).value().unwrap());
        assert!(values.is_sorted_by(|a, b| a.preference() < b.preference()));
        assert_eq!(values[1].before().to_string(), "win in 3");
        assert_eq!((-values[1]).outcome(), crate::solve::retro::Outcome::Win);
        assert_eq!(Code::EXCLUDED.value(), None);
    }
}
