//! The first stones of the placing on 5×5, kept with the library: whatever they are, they come to the same.
//!
//! To find that out takes half a minute and 2.2 GB ([`from_empty_board`](super::from_empty_board)); `cargo run --release --example sidja_placing`
//! does it again and compares.

use super::solution::{stones, turns};
use super::{Goal, Ranking, Turn};
use crate::board::{Cell, Side};
use crate::games::sidja::{Outcome, Position, Rules};

/// The first layers of a placing, in which every arrangement is worth the same.
struct Opening {
    /// Rules; what is left of them by [`Opening::of`] counts.
    rules: Rules,
    goal: Goal,
    /// The most stones on the board.
    stones: u32,
    /// The value for x.
    value: Outcome,
}

/// Each goal under each preset.
const OPENINGS: [Opening; 6] = [
    Opening::new(Rules::SUDAN, Goal::Game, 4, Outcome::Win),
    Opening::new(Rules::SUDAN, Goal::FirstCapture, 5, Outcome::Win),
    Opening::new(Rules::WEST_AFRICA, Goal::Game, 5, Outcome::Win),
    Opening::new(Rules::WEST_AFRICA, Goal::FirstCapture, 5, Outcome::Win),
    Opening::new(Rules::EGYPT, Goal::Game, 3, Outcome::Draw),
    Opening::new(Rules::EGYPT, Goal::FirstCapture, 3, Outcome::Loss),
];

impl Opening {
    const fn new(rules: Rules, goal: Goal, stones: u32, value: Outcome) -> Opening {
        Opening {
            rules: rules.without_limit(),
            goal,
            stones,
            value,
        }
    }

    /// The one of these rules and this goal. A limit on moves without a capture does not count where the first capture ends it all.
    fn of(rules: &Rules, goal: Goal) -> Option<&'static Opening> {
        let rules = match goal {
            Goal::Game => *rules,
            Goal::FirstCapture => rules.without_limit(),
        };
        let same = |of: &Rules| {
            of.sliding() == rules.sliding()
                && (of.placing, of.first) == (rules.placing, rules.first)
        };
        let mut all = OPENINGS.iter();
        all.find(|opening| opening.goal == goal && same(&opening.rules))
    }

    /// The value of a position with stones in hand, for one side.
    fn value(&self, position: &Position, side: Side) -> Option<Outcome> {
        let placed = (position.pieces(Side::X) | position.pieces(Side::O)).count_ones();
        (placed <= self.stones).then_some(match side {
            Side::X => self.value,
            Side::O => -self.value,
        })
    }

    /// Turns that a side may make, all worth the same; `None` if they lead further than is known.
    fn turns(&self, turns: Vec<(Vec<Cell>, Position)>, side: Side) -> Option<Vec<Turn>> {
        let turn = |(cells, position)| {
            Some(Turn {
                value: self.value(&position, side)?,
                cells,
                position,
                plies: None,
            })
        };
        turns.into_iter().map(turn).collect()
    }
}

/// The value that the arrangements of the first layers have for x, and the most stones on the board of those; `None` if it is not on record.
pub fn value(rules: &Rules, goal: Goal) -> Option<(u32, Outcome)> {
    let opening = Opening::of(rules, goal)?;
    Some((opening.stones, opening.value))
}

/// The values of every stone and pair of a position with few stones on the board, if they are on record.
pub(super) fn ranking(position: &Position, goal: Goal) -> Option<Ranking> {
    let opening = Opening::of(position.rules(), goal).filter(|_| position.state().is_placing())?;
    let side = position.side();
    let mut pairs = turns(position);
    pairs.retain(|(cells, _)| cells.len() == 2);
    Some(Ranking {
        value: opening.value(position, side)?,
        plies: None,
        stones: opening.turns(stones(position), side)?,
        pairs: opening.turns(pairs, side)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of stones and pairs of a position that are on record, and its value.
    fn recorded(rules: &str, position: &str, goal: Goal) -> Option<(usize, usize, Outcome)> {
        let position = Position::parse(position, &rules.parse().unwrap()).unwrap();
        let found = ranking(&position, goal)?;
        let all = found.stones.iter().chain(&found.pairs);
        assert!(all.into_iter().all(|turn| turn.value == found.value));
        Some((found.stones.len(), found.pairs.len(), found.value))
    }

    #[test]
    fn the_first_turns_are_on_record() {
        let empty = "5/5/5/5/5 x x12o12";
        let pair = "xx3/5/5/5/5 o x10o12";
        let won = Some((24, 276, Outcome::Win));
        for rules in ["sudan", "west-africa,no_capture=none"] {
            assert_eq!(recorded(rules, empty, Goal::Game), won);
            let lost = Some((22, 231, Outcome::Loss));
            assert_eq!(recorded(rules, pair, Goal::Game), lost);
        }
        let egypt = "egypt,no_capture=none";
        let drawn = Some((24, 276, Outcome::Draw));
        assert_eq!(recorded(egypt, empty, Goal::Game), drawn);
        // Its second pairs are not all worth the same.
        assert_eq!(recorded(egypt, pair, Goal::Game), None);
        let lost = Some((24, 276, Outcome::Loss));
        assert_eq!(recorded("egypt", empty, Goal::FirstCapture), lost);
        assert_eq!(recorded("west-africa", empty, Goal::FirstCapture), won);
        // Few stones are left after the placing too.
        assert_eq!(recorded("sudan", "xx3/5/5/5/3oo x -", Goal::Game), None);
        for other in ["west-africa", "sudan,first=last", "sudan,placing=one"] {
            assert_eq!(recorded(other, empty, Goal::Game), None, "{other}");
        }
    }
}
