//! Lines and the texts; tests/oracles compares the moves, and fixtures/answers has counts (counts.txt) and faults (positions.txt).

mod texts;

use std::collections::{BTreeMap, BTreeSet};

use super::moves::State;
use super::{Model, Position, Rules};
use crate::board::Side;
use crate::games::described::library;
use crate::rules::RulesText;
use crate::solve::Ending;
use crate::solve::retro::{Game as _, Layer, Solution, SolveError, Solver, plan};

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

#[test]
fn the_layers_a_position_needs_are_enough() {
    for text in [
        "5x5:size=3,men=3,row=3",
        "three-mens-morris",
        "achi:blocked=pass",
    ] {
        let model = Model::new(rules(text));
        let whole = model.solve().unwrap();
        for layer in model.layers() {
            let part = Solution::of_layer(&model, layer, |_| true).unwrap();
            let codes = |solution: &Solution| solution.tables()[&layer].codes().to_vec();
            assert_eq!(codes(&part), codes(&whole));
            assert!(part.tables().len() <= whole.tables().len());
        }
    }
}

#[test]
fn layers_of_no_board_are_too_many_and_do_not_wrap() {
    assert_eq!(Layer::new(12, 12).arrangements(25), 5_200_300 * 13);
    assert_eq!(Layer::new(12, 12).arrangements(121), u64::MAX);
    assert_eq!(Layer::new(127, 128).arrangements(255), u64::MAX);
    assert_eq!(Layer::new(26, 0).arrangements(25), 0);
    assert_eq!(Layer::new(200, 100).total(), 255);
}

#[test]
fn what_is_missing_is_named_and_work_can_be_stopped() {
    let model = Model::new(rules("5x5:size=3,men=3,row=3"));
    let (solver, groups) = (Solver::new(&model).unwrap(), plan(&model));
    let none = BTreeMap::new();
    let missing = solver.solve(&groups[1], &none, &mut |_| true).unwrap_err();
    assert_eq!(
        missing.to_string(),
        "layer 2-3 needs layer 3-3, which has not been solved yet"
    );
    let stopped = Solution::new(&model, |tick| tick.ply < 2).unwrap_err();
    let layer = Layer::new(3, 3);
    assert_eq!(stopped, SolveError::Stopped { layer });
}
