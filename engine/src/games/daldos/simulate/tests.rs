use std::sync::Arc;

use super::*;
use crate::exact::approx;
use crate::exact::stochastic::Unit;

fn position(rules: &str, text: &str) -> Position {
    let game = Arc::new(Game::new(rules.parse().unwrap()).unwrap());
    Position::parse_in(text, &game).unwrap()
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
        let endgame =
            Endgame::solve_position(start.game().clone(), start.state(), 1 << 22, 100_000).unwrap();
        let number = endgame.number(start.state()).unwrap();
        let exact = endgame.exact([number]).unwrap();
        let simulation = Simulation {
            start: start.clone(),
            policies: [Policy::Best; 2],
            games,
            seed: 2026,
            endgame: Some(&endgame),
        };
        let tally = simulation.run().unwrap();
        assert_eq!(tally.unfinished, 0);
        let chance = tally.chance(start.side(), Confidence::Highest);
        let value = approx(&exact.chance(number).unwrap());
        assert!(chance.holds(value), "{text}: {value} {chance:?}");
        let length = tally.length(Confidence::Highest).unwrap();
        let turns = approx(&exact.length(Unit::Turns, number).unwrap());
        assert!(length.holds(turns), "{text}: {turns} {length:?}");
    }
}

#[test]
fn a_seed_gives_the_same_games() {
    let start = position("daldos:n=4", "aaaa/5/bbbb A");
    let run = |seed| {
        let simulation = Simulation {
            start: start.clone(),
            policies: [Policy::Greedy, Policy::Take],
            games: 150,
            seed,
            endgame: None,
        };
        simulation.run().unwrap()
    };
    assert_eq!(run(7), run(7));
    assert_ne!(run(7), run(8));
}
