//! Values that take minutes to find and are kept here: the empty board and every first move.
//!
//! They come from the complete solutions of docs/results.md, which `siga 5x5 solve` makes again in minutes. With them the first
//! move of a game is known without tables.

use super::Rules;
use crate::solve::retro::{Plies, Value};

/// Rules whose complete solution is on record: every first move draws but the corners, after which the second player wins
/// in this many plies.
const SOLVED: [(Rules, u16); 2] = [(Rules::STANDARD, 25), (WITHOUT_JUMPS, 29)];

const WITHOUT_JUMPS: Rules = {
    let mut rules = Rules::STANDARD;
    rules.jumps = false;
    rules
};

/// The value, for the side to move, of a position with at most one piece on the board; `None` if it is not on record.
pub(super) fn value(rules: &Rules, own: u32, other: u32) -> Option<Value> {
    let (_, plies) = SOLVED.iter().find(|(solved, _)| solved == rules)?;
    const CORNERS: u32 = 1 | 1 << 4 | 1 << 20 | 1 << 24;
    match (own, other.count_ones()) {
        (0, 0) => Some(Value::Draw),
        (0, 1) if other & CORNERS != 0 => Some(Value::Decided(Plies(*plies))),
        (0, 1) => Some(Value::Draw),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::games::alignment::position_value::{Question, search};
    use crate::games::alignment::{Position, Ruleset};
    use crate::games::twentyfive::Rules;
    use crate::solve::Method;
    use crate::solve::retro::{Outcome, Value};
    use crate::work::Note;

    /// The record says nothing that a search of what follows contradicts: no drawing first move loses soon, and no corner wins.
    #[test]
    fn a_search_agrees_as_far_as_it_sees() {
        let start = Position::start(&Rules::STANDARD);
        for play in start.plays() {
            let state = play.position.state();
            let kept = Rules::STANDARD.recorded(state.own, state.other);
            let kept = kept.expect("every first move is on record");
            for next in search(&play.position, 3, 2_000) {
                let found = next.value.map(Value::outcome);
                assert!(found != Some(Outcome::Win) || kept.outcome() == Outcome::Win);
            }
        }
    }

    /// The same shape of answer from a record and from a solution.
    #[test]
    fn the_empty_board_is_known_at_once() {
        let position = Position::start(&Rules::STANDARD);
        let question = Question {
            position,
            budget: 1,
            tables: None,
        };
        let answer = question.answer(&Note::default()).expect("it is on record");
        assert_eq!(
            (answer.value, answer.method),
            (Value::Draw, Method::Recorded)
        );
        assert_eq!(answer.moves.len(), 25);
        let lost = answer
            .moves
            .iter()
            .filter(|known| known.value != Some(Value::Draw));
        let lost: Vec<String> = lost.map(|known| known.action.to_string()).collect();
        assert_eq!(lost, ["a1", "e1", "a5", "e5"]);
    }
}
