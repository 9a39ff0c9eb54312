//! Numbers found by hand, and the text; tests/oracles compares the moves.

mod texts;

use std::collections::BTreeSet;

use super::moves::State;
use super::setup::PositionFile;
use super::{Model, Position, Rules};
use crate::board::Side;
use crate::games::described::{GameText, library};
use crate::games::perft::perft;
use crate::rules::RulesText;
use crate::solve::Ending;
use crate::solve::retro::Outcome;

fn rules(text: &str) -> Rules {
    text.parse().unwrap()
}

/// The number of ways to place pieces in turn for `plies` plies, without regard to the end.
fn falling(cells: u64, plies: u64) -> u64 {
    (0..plies).map(|placed| cells - placed).product()
}

#[test]
fn placing_in_teeko_is_counted_by_hand() {
    for rules in rules("teeko").variants() {
        let start = Position::start(&rules);
        for depth in 0..=4 {
            assert_eq!(perft(&start, depth), falling(25, depth.into()));
        }
    }
}

#[test]
fn first_plies_of_twenty_five_are_counted_by_hand() {
    let start = Position::start(&rules("5x5"));
    assert_eq!(perft(&start, 1), 25);
    // o has no piece to move.
    assert_eq!(perft(&start, 2), 25 * 24);
    // x may place on 23 cells or move its piece. Two pieces stand on 25 * 24 pairs of cells; the 2 * 72
    // pairs of neighbours leave one step fewer than the neighbours of x's cell, which are 2 * 72 in
    // all; over 2 * 48 of them a jump is possible.
    let steps = 24 * 144 - 144;
    assert_eq!(perft(&start, 3), 25 * 24 * 23 + steps + 96);
    let plain = rules("5x5:jumps=no");
    let start = Position::start(&plain);
    assert_eq!(perft(&start, 3), 25 * 24 * 23 + steps);
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
            let won = matches!(position.end(), Some(Outcome::Win | Outcome::Loss));
            assert_eq!(plays.is_empty(), won, "{position}");
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
fn files_round_trip() {
    let text = "game: 5x5\nrules: 5x5:size=5,men=5,row=4,goals=rows,jumps=no\ntitle: A title\n\
                source: a source\nto move: o\nreserve: x3o4\nboard:\n. . . . .\n. x . . .\n. . x . .\n\
                . o . . .\n. . . . .\n";
    let file: PositionFile = text.parse().unwrap();
    assert_eq!(file.to_string(), text);
    assert_eq!(file.setup.to_string(), "5/1x3/2x2/1o3/5 o x3o4");
    let wrong = |text: &str| {
        let read: Result<PositionFile, _> = text.parse();
        read.unwrap_err().to_string()
    };
    let teeko = PositionFile::placed(text, "teeko", None)
        .unwrap_err()
        .to_string();
    assert!(teeko.contains("line 1, column 7: the game is `5x5`, not teeko"));
    assert!(wrong("to move: y\nboard:\n..\n..").contains("line 1, column 10: `y`"));
}

#[test]
fn the_family_follows_from_the_keys() {
    let text = "game: A\nboard: 3x3\nmen: 3\nmove: step\nblocked: loses\n";
    let family = |more: &str| GameText::family_of(&format!("{text}{more}\n"));
    assert_eq!(family("goal: row of 3"), "line-up");
    assert_eq!(family("capture_run: one"), "custodial");
}
