//! Layers and texts; tests/oracles compares moves, values and lines, and fixtures/answers has counts (counts.txt) and faults (positions.txt).

use std::collections::BTreeMap;

use super::{Position, Rules};
use crate::games::described::library;
use crate::rules::RulesText;
use crate::solve::Ending;
use crate::solve::retro::{Layer, LayeredGame as _, Solution, SolveError, Solver, plan};

fn rules(text: &str) -> Rules {
    text.parse().unwrap()
}

#[test]
fn the_layers_a_position_needs_are_enough() {
    for text in [
        "5x5:size=3,men=3,row=3",
        "three-mens-morris",
        "achi:blocked=pass",
    ] {
        let rules = rules(text);
        let whole = rules.solve().unwrap();
        for layer in rules.layers() {
            let part = Solution::of_layer(&rules, layer, |_| true).unwrap();
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
    let rules = rules("5x5:size=3,men=3,row=3");
    let (solver, groups) = (Solver::new(&rules).unwrap(), plan(&rules));
    let none = BTreeMap::new();
    let missing = solver.solve(&groups[1], &none, &mut |_| true).unwrap_err();
    assert_eq!(
        missing.to_string(),
        "layer 2-3 needs layer 3-3, which has not been solved yet"
    );
    let stopped = Solution::new(&rules, |tick| tick.ply < 2).unwrap_err();
    let layer = Layer::new(3, 3);
    assert_eq!(stopped, SolveError::Stopped { layer });
}

#[test]
fn what_texts_say_is_known_is_so() {
    for game in library::games(Rules::GAME) {
        let rules = Rules::usual(game.name()).unwrap();
        if rules.board().size() > 16 {
            continue;
        }
        let Some(known) = rules.known() else { continue };
        let solution = rules.solve().unwrap();
        let start = Position::start(&rules).state();
        let found = solution.value(start.own, start.other).unwrap();
        let said = match found {
            Ending::Draw => "draw".to_owned(),
            Ending::Win(plies) => format!("wins in {plies}"),
            Ending::Loss(plies) => format!("loses in {plies}"),
        };
        assert!(known.starts_with(&said), "{rules}: {known}, {said}");
    }
}

#[test]
fn every_option_of_every_game_is_possible_by_itself() {
    for game in library::games(Rules::GAME) {
        for option in &game.options {
            for word in option.words() {
                let text = format!("{}:{}={word}", game.name(), option.name);
                let alone = ["5x5:size=3", "5x5:men=3", "picaria:rows=12"].contains(&text.as_str());
                assert_eq!(text.parse::<Rules>().is_err(), alone, "{text}");
            }
        }
    }
}
