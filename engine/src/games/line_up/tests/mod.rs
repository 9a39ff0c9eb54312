//! The engine against the plain second implementation, against numbers found by hand, and the text.

mod counted;
mod replayed_draws;

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::naive_rules::Naive;
use super::notation::PositionFile;
use super::{Model, Position, Rules, Setup, perft};
use crate::board::Side;
use crate::games::described::library;
use crate::rules::RulesText;
use crate::solve::retro::{Plies, Value};

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
            assert_eq!(perft::perft(&start, depth), falling(25, depth.into()));
        }
    }
    // With its fourth piece x completes one row on one of 19 cells, and then nothing follows.
    let three = Position::parse("xxx2/5/5/5/o1o1o x", &rules("teeko")).unwrap();
    assert_eq!(perft::perft(&three, 1), 19);
    assert_eq!(perft::perft(&three, 2), 18 * 18);
}

#[test]
fn first_plies_of_twenty_five_are_counted_by_hand() {
    let start = Position::start(&rules("5x5"));
    assert_eq!(perft::perft(&start, 1), 25);
    // o has no piece to move.
    assert_eq!(perft::perft(&start, 2), 25 * 24);
    // x may place on 23 cells or move its piece. Two pieces stand on 25 * 24 pairs of cells; the 2 * 72
    // pairs of neighbours leave one step fewer than the neighbours of x's cell, which are 2 * 72 in
    // all; over 2 * 48 of them a jump is possible.
    let steps = 24 * 144 - 144;
    assert_eq!(perft::perft(&start, 3), 25 * 24 * 23 + steps + 96);
    let plain = rules("5x5:jumps=no");
    let start = Position::start(&plain);
    assert_eq!(perft::perft(&start, 3), 25 * 24 * 23 + steps);
}

/// Positions with counts that both implementations give.
const PERFT: [(&str, &str, &[u64]); 4] = [
    (
        "teeko",
        "1o1x1/2x2/1xo2/2o1x/1o3 x",
        &[18, 322, 5927, 107645],
    ),
    (
        "teeko:goals=58",
        "x3x/5/1o1o1/1o1x1/x3o x",
        &[14, 304, 4364, 85133],
    ),
    ("5x5", "5/1x1o1/2x2/1o1x1/5 o", &[34, 1386, 46134, 1881470]),
    (
        "5x5:jumps=no,goals=squares-too",
        "5/1oo2/1o1x1/2xx1/5 x",
        &[35, 1158, 39329, 1296484],
    ),
];

fn both(rules: &str, position: &str, depth: u32) -> (u64, u64) {
    let rules: Rules = rules.parse().unwrap();
    let naive = Naive::new(&rules.to_string(), position).perft(depth);
    let position = Position::parse(position, &rules).unwrap();
    (perft::perft(&position, depth), naive)
}

#[test]
fn perft_agrees_with_the_plain_implementation() {
    for (rules, position, expected) in PERFT {
        let counts: Vec<u64> = (1..=4)
            .map(|depth| {
                let (fast, naive) = both(rules, position, depth);
                assert_eq!(fast, naive, "{rules} {position} depth {depth}");
                fast
            })
            .collect();
        assert_eq!(counts, expected, "{rules} {position}");
    }
}

/// Plays at random, comparing all moves with those of the plain implementation at every step.
fn walk(rules: Rules, choices: &[prop::sample::Index]) {
    let mut position = Position::start(&rules);
    let mut naive = Naive::new(&rules.to_string(), &position.to_string());
    for choice in choices {
        let plays = position.plays();
        let moves = naive.moves();
        let ours: BTreeSet<_> = plays
            .iter()
            .map(|play| {
                let over = play.over.map(|cell| cell.to_string());
                let text = play.position.to_string();
                let (text, _) = text.rsplit_once(' ').unwrap();
                (play.action.to_string(), over, text.to_owned())
            })
            .collect();
        let theirs: BTreeSet<_> = moves
            .iter()
            .map(|(name, over, next)| (name.clone(), over.clone(), next.text()))
            .collect();
        assert_eq!(ours.len(), plays.len());
        assert_eq!(ours, theirs, "{rules} {position}");
        let winner = position.winner().map(Side::symbol);
        assert_eq!(
            winner,
            ['x', 'o'].into_iter().find(|&side| naive.wins(side))
        );
        let text = position.to_string();
        assert_eq!(Position::parse(&text, &rules).unwrap(), position);
        let (short, _) = text.rsplit_once(' ').unwrap();
        assert_eq!(Position::parse(short, &rules).unwrap(), position);
        if plays.is_empty() {
            assert!(winner.is_some(), "a player without a turn: {position}");
            break;
        }
        let play = choice.get(&plays);
        let name = play.action.to_string();
        naive = moves.into_iter().find(|found| found.0 == name).unwrap().2;
        position = play.position.clone();
    }
}

fn choices() -> impl Strategy<Value = Vec<prop::sample::Index>> {
    prop::collection::vec(any::<prop::sample::Index>(), 1..60)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn games_of_teeko_agree(which in 0..16_usize, choices in choices()) {
        walk(rules("teeko").variants()[which].clone(), &choices);
    }

    #[test]
    fn games_of_twenty_five_agree(
        rules in prop::sample::select(vec![
            "5x5", "5x5:jumps=no", "5x5:men=4", "5x5:goals=squares-too", "5x5:size=4,men=4",
            "5x5:size=3,men=3,row=3", "5x5:row=3,men=3", "5x5:size=4,goals=squares-too,jumps=no",
        ]),
        choices in choices(),
    ) {
        walk(rules.parse().unwrap(), &choices);
    }

    #[test]
    fn no_text_is_too_strange(text in "\\PC{0,40}", board in "[xo1-9/. -]{0,40}") {
        for text in [text, board] {
            let read: Result<Setup, _> = text.parse();
            if let Ok(setup) = read {
                let _ = setup.position(&rules("teeko"));
                let _ = setup.position(&rules("5x5"));
            }
            let _ = text.parse::<Rules>();
            let _ = Rules::of_text(&text);
            let _ = text.parse::<super::Move>();
            let _ = text.parse::<PositionFile>();
        }
    }
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
fn every_fault_is_named() {
    let faults = |text: &str| -> String {
        let setup: Setup = text.parse().unwrap();
        setup.position(&rules("teeko")).unwrap_err().to_string()
    };
    assert!(faults("4/4/4/4 x").contains("the rules say 5"));
    let all = faults("xxxxx/5/o4/5/5 x x1o2");
    for part in ["x has 5 pieces", "o has a reserve of 2", "over before"] {
        assert!(all.contains(part), "{all}");
    }
    assert!(faults("xx3/5/5/5/5 x").contains("1 are of x, 1 of o, and x is to move"));
    let faults = |text: &str| -> String {
        let setup: Setup = text.parse().unwrap();
        setup.position(&rules("5x5")).unwrap_err().to_string()
    };
    assert!(faults("xx3/5/5/5/5 o").contains("places its first piece at once"));
    assert!(faults("5/5/5/5/5 o").contains("x is to move"));
    assert!(
        faults("x4/o4/5/5/5 o x4o5").contains("a reserve of 5, but pieces not on the board: 4")
    );
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
    let teeko = PositionFile::placed(text, "teeko").unwrap_err().to_string();
    assert!(teeko.contains("line 1, column 7: the game is `5x5`, not teeko"));
    assert!(wrong("chain: +\nto move: x\nboard:\n..\n..").contains("`chain` is not known"));
    assert!(wrong("board:\n..\n..").contains("(`to move`) is missing"));
    assert!(wrong("to move: y\nboard:\n..\n..").contains("line 1, column 10: `y`"));
    assert!(wrong("5/5/5/5/5 x - -").contains("is left over"));
    assert!(wrong("5/5/5/5/5").contains("the side to move is missing"));
}
