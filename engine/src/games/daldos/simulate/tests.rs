use std::sync::Arc;

use super::*;
use crate::exact::{Quantity, approx};
use crate::games::playouts::simulate;

fn position(rules: &str, text: &str) -> Position {
    let game = Arc::new(Game::new(rules.parse().unwrap()).unwrap());
    Position::parse_in(text, &game).unwrap()
}

fn tally(start: &Position, policies: [Policy; 2], games: u64, seed: u64) -> Tally {
    let note = Note::default();
    let players = Players::new(start, policies, &note).unwrap();
    simulate(&players, start, games, seed, &note).unwrap()
}

/// The exact chance and length lie inside the intervals of best play against best play.
#[test]
fn exact_values_lie_inside() {
    for (rules, text, games) in [
        ("daldos:n=4", "1a2/5/2b1 A", 4000),
        ("daldos:n=4", "1aa1/1B3/4 B", 4000),
        ("daldos:n=3,loses_at=1", "aa1/4/1bb A", 3000),
        ("daldos:n=5,intermediate_capture=yes", "a4/2A3/1B3 A", 3000),
    ] {
        let start = position(rules, text);
        let terms = Terms {
            exact: true,
            ..Terms::default()
        };
        let solved = solve(&start, &terms, &Note::default()).unwrap();
        let [turns, _] = solved.lengths(&[0]).unwrap().of(0).unwrap();
        let exact = |value: &Quantity| approx(value.exact().unwrap());
        let tally = tally(&start, [Policy::Best; 2], games, 2026);
        assert_eq!(tally.unfinished, 0);
        let chance = tally.chance(start.side(), Confidence::Highest).unwrap();
        let value = exact(&solved.win(0));
        assert!(chance.holds(value), "{text}: {value} {chance:?}");
        let length = tally.length(Confidence::Highest).unwrap();
        let turns = exact(&turns);
        assert!(length.holds(turns), "{text}: {turns} {length:?}");
    }
}

#[test]
fn a_seed_gives_the_same_games() {
    let start = position("daldos:n=4", "aaaa/5/bbbb A");
    let run = |seed| tally(&start, [Policy::Greedy, Policy::Take], 150, seed);
    assert_eq!(run(7), run(7));
    assert_ne!(run(7), run(8));
}
