//! Lines and the texts; tests/oracles compares the moves, and fixtures/answers has counts (counts.txt) and faults (positions.txt).

mod texts;

use std::collections::BTreeSet;

use super::moves::State;
use super::{Model, Position, Rules};
use crate::board::Side;
use crate::games::described::library;
use crate::rules::RulesText;
use crate::solve::Ending;

fn rules(text: &str) -> Rules {
    text.parse().unwrap()
}

/// On 3×3 every legal position is visited, and nobody is ever without a turn.
#[test]
fn a_player_always_has_a_turn_on_the_smallest_board() {
    for rules in ["5x5:size=3,men=3,row=3", "5x5:size=3,men=3,row=3,jumps=no"] {
        let rules: Rules = rules.parse().unwrap();
        let start = Position::start(&rules);
        let mut seen = BTreeSet::from([start.state()]);
        let mut open = vec![start];
        while let Some(position) = open.pop() {
            let plays = position.plays();
            assert_eq!(plays.is_empty(), position.winner().is_some(), "{position}");
            for play in plays {
                if seen.insert(play.position.state()) {
                    open.push(play.position);
                }
            }
        }
        assert!(seen.len() > 2000, "{}", seen.len());
    }
}

#[test]
fn lines_are_as_long_as_their_values_say() {
    let given = "game: Small\nboard: 3x3\njoined: all\nmen: 4\ngoal: row of 3, a1 against a2 b1 b2\nblocked: wins\n";
    for rules in [
        rules("5x5:size=3,men=3,row=3"),
        Rules::of_text(given).unwrap(),
    ] {
        lines_are_long_enough(&rules);
    }
}

fn lines_are_long_enough(rules: &Rules) {
    let model = Model::new(rules.clone());
    let solution = model.solve().unwrap();
    for table in solution.tables().values() {
        for place in (0..table.codes().len()).step_by(7) {
            let (own, other) = table.index().position(place);
            let position = Position::trusted(rules.clone(), Side::X, State { own, other });
            let Ok(value) = model.value(&solution, &position);
            let Some(value) = value else { continue };
            let Ok(line) = model.line(&solution, &position, 100);
            if let Some(plies) = value.length() {
                assert_eq!(line.len(), plies as usize, "{position}");
            }
        }
    }
}
