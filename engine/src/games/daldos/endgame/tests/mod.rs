mod strategy_claims;

use num_bigint::BigInt;

use super::*;
use crate::exact::sparse::Equation;
use crate::exact::stochastic::{Ending, ONE, Unit};
use crate::games::daldos::{Position, Team};

fn rules(text: &str) -> Arc<Game> {
    Arc::new(Game::new(text.parse().unwrap()).unwrap())
}

/// One against one: a chain over whole positions, always seen by A, solved in rationals by elimination.
#[test]
fn one_against_one_agrees_with_a_chain_over_positions() {
    for (text, n) in [
        ("daldos:n=1", 1),
        ("daldos:n=3", 3),
        ("daldos:n=2,dice=1:4|2:6|3:4|4:1", 2),
    ] {
        let game = rules(text);
        let endgame = Endgame::solve(game.clone(), [1, 1], 1 << 20).unwrap();
        assert_eq!(endgame.ending(), Ending::Always);
        let mut start = View::default();
        (start.own, start.own_undalled) = (1, 1);
        let other = start.flip(&game);
        (start.enemy, start.enemy_undalled) = (other.enemy, other.enemy_undalled);
        // Every position that comes of it, and the equation of each for A: where the game is over, the winner has all of the
        // weight; throws are counted in the second.
        let mut positions = vec![Position::new(game.clone(), start, Team::A)];
        let mut equations = Vec::new();
        while let Some(position) = positions.get(equations.len()).cloned() {
            let mut constants = [0, 0].map(|zero| BigRational::from_integer(zero.into()));
            let total = BigInt::from(game.total());
            let mut terms = Vec::new();
            let going = position.winner().is_none();
            for cast in game.casts().iter().filter(|_| going) {
                let [play] = &position.plays(cast)[..] else {
                    panic!("one against one leaves no choice")
                };
                let after = position.after(play);
                let known = positions.iter().position(|known| *known == after);
                let next = known.unwrap_or_else(|| {
                    positions.push(after);
                    positions.len() - 1
                });
                constants[1] += BigRational::from_integer(cast.weight.into());
                terms.push((next, BigInt::from(cast.weight)));
            }
            if position.winner() == Some(Team::A) {
                constants[0] = BigRational::from_integer(total.clone());
            }
            equations.push((total, terms, constants));
        }
        assert!(positions.len() > 10 * n);
        let solved = [0, 1].map(|column: usize| {
            let equations = equations.iter().map(|(scale, terms, constants)| Equation {
                scale: scale.clone(),
                terms: terms.clone(),
                constant: constants[column].clone(),
            });
            let equations: Vec<Equation> = equations.collect();
            crate::exact::sparse::solve(&equations)
                .unwrap()
                .swap_remove(0)
        });
        let number = endgame.number(&start).unwrap();
        let exact = endgame.exact([number]).unwrap();
        assert_eq!(exact.chance(number).unwrap(), solved[0]);
        assert_eq!(exact.length(Unit::Throws, number).unwrap(), solved[1]);
        let length = endgame.lengths([number], 1 << 20);
        let throws = length.both(Unit::Throws, number).unwrap();
        assert!(throws.lower <= solved[1] && solved[1] <= throws.upper);
        let chance = endgame.chance(&start).unwrap();
        assert!(chance.lower <= solved[0] && solved[0] <= chance.upper);
        assert!(chance.upper - chance.lower < BigRational::new(1.into(), 10u64.pow(12).into()));
    }
}

/// However far apart the bounds of the chances are, the lengths of best play lie within those given.
#[test]
fn lengths_hold_at_every_width() {
    for (rules_text, line) in [
        ("daldos:n=4", "2A1/3A1/3b A"),
        ("daldos:n=4,extra=doubles", "2A1/2A2/1B2 A"),
        ("daldos:n=2,dice=12,extra=doubles", "Ba/3/1A A"),
        ("daldos:n=3,loses_at=1", "1aa/4/1bb A"),
    ] {
        let game = rules(rules_text);
        let start = Position::parse_in(line, &game).unwrap();
        let solve = |width| {
            Endgame::solve_reached(game.clone(), start.view(), width, MAX_POSITIONS).unwrap()
        };
        let number = |endgame: &Endgame| endgame.number(start.view()).unwrap();
        let fine = solve(1 << 20);
        let exact = fine.exact([number(&fine)]).unwrap();
        for width in [ONE / 10, ONE / 100, ONE / 10_000, 1 << 20] {
            let endgame = solve(width);
            let length = endgame.lengths([number(&endgame)], width.saturating_mul(4));
            for unit in [Unit::Turns, Unit::Throws] {
                let right = exact.length(unit, number(&fine)).unwrap();
                if let Some(bounds) = length.both(unit, number(&endgame)) {
                    assert!(
                        bounds.lower <= right && right <= bounds.upper,
                        "{rules_text} {line} at {width}: {bounds:?} without {right}"
                    );
                }
            }
        }
    }
}

/// Both plays of 1+1 win for certain: after `b2-m1` the piece stands farthest back, and another throw is needed.
#[test]
fn of_equal_plays_fractions_count_the_one_named() {
    let game = rules("daldos:n=2,dice=12,extra=doubles");
    let start = Position::parse_in("Ba/3/1A A", &game).unwrap();
    let endgame =
        Endgame::solve_reached(game.clone(), start.view(), 1 << 20, MAX_POSITIONS).unwrap();
    let number = endgame.number(start.view()).unwrap();
    let exact = endgame.exact([number]).unwrap();
    let two = BigRational::from_integer(2.into());
    assert_eq!(exact.length(Unit::Throws, number), Some(two));
}

#[test]
fn what_cannot_be_solved_is_refused() {
    let game = rules("daldos:n=16");
    let refused = |pieces| Endgame::solve(game.clone(), pieces, 1 << 20).err();
    assert!(matches!(refused([0, 1]), Some(EndgameError::Pieces { .. })));
    assert!(matches!(refused([5, 1]), Some(EndgameError::Pieces { .. })));
    assert!(matches!(refused([4, 4]), Some(EndgameError::TooLarge(_))));
    let one = rules("daldos:n=4,loses_at=1");
    assert!(matches!(
        Endgame::solve(one, [1, 2], 1 << 20),
        Err(EndgameError::Pieces { least: 2, .. })
    ));
    assert!(matches!(
        Endgame::solve_reached(game.clone(), &game.start(), 1, MAX_POSITIONS),
        Err(EndgameError::Pieces { own: 16, .. })
    ));
}
