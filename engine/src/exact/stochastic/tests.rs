use num_rational::BigRational;
use num_traits::{One, Zero};
use proptest::prelude::*;
use proptest::strategy::Strategy as _;

use super::Strategy;
use super::*;
use crate::exact::linear::eliminate;
use crate::exact::tests::ratio;
use Next::{Again, End, Pass};

fn game(total: u64, payoffs: &[(i64, i64)], states: &[&[(u64, Vec<Next>)]]) -> Game {
    let payoffs = payoffs.iter().map(|&(a, b)| ratio(a, b)).collect();
    let mut builder = Builder::new(total, payoffs).unwrap();
    for state in states {
        builder.add_state(state.iter().cloned()).unwrap();
    }
    builder.finish().unwrap()
}

#[test]
fn a_bird_in_the_hand() {
    // A sure 2/5, or throwing for everything with chance 1/2, the other then having the same choice:
    // 1/2 + 1/2 (1 − V) with V = 2/3 is better.
    let game = game(
        2,
        &[(2, 5), (1, 1)],
        &[
            &[(2, vec![End(0), Again(1)])],
            &[(1, vec![End(1)]), (1, vec![Pass(0)])],
        ],
    );
    let exact = game.solve(Strategy::first(&game)).unwrap();
    exact.prove(&game).unwrap();
    assert_eq!(exact.value(0), ratio(2, 3));
    assert_eq!(exact.best(&game, 0), vec![vec![1]]);
    assert_eq!(exact.strategy().chosen(0), [1]);
    // A wrong strategy is refused.
    let mut wrong = exact.clone();
    wrong = ExactValues::with_strategy(wrong, Strategy::first(&game));
    assert_eq!(wrong.prove(&game), Err(SolveError::NotBest { state: 0 }));
}

#[test]
fn both_could_wait_for_ever() {
    // Take half of it, or leave the same choice to the other.
    let game = game(1, &[(1, 2)], &[&[(1, vec![Pass(0), End(0)])]]);
    assert_eq!(game.endless(), [0]);
    let bounds = game.bounds(16);
    assert_eq!(bounds.lower(0), ratio(1, 2));
    assert_eq!(bounds.upper(0), ratio(1, 2));
    assert_eq!(bounds.prove(&game), Ok(Ending::UnderBestPlay));
    // Where all that can be done is wait, nothing is known, and nothing is claimed.
    let waiting = game_of_waiting();
    let bounds = waiting.bounds(16);
    assert_eq!(
        (bounds.lower(0), bounds.upper(0)),
        (ratio(0, 1), ratio(1, 1))
    );
    assert_eq!(bounds.prove(&waiting), Ok(Ending::NotKnown));
    let forged = ValueBounds::from_pairs(vec![[ONE / 2; 2]]);
    assert_eq!(
        forged.prove(&waiting),
        Err(BoundsFault::Endless { state: 0 })
    );
    assert_eq!(
        waiting.solve(Strategy::first(&waiting)).err(),
        Some(SolveError::Endless { state: 0 })
    );
    assert_eq!(waiting.length(16).both(Unit::Throws, 0), None);
    let forever = waiting.exact_length(&Strategy::first(&waiting), Unit::Throws);
    assert_eq!(forever.err(), Some(SolveError::Endless { state: 0 }));
}

#[test]
fn lengths_hold_for_every_play_that_may_be_best() {
    // Both options of state 0 win for certain: at once, or after a throw that ends the game half the time.
    let wins = |slow| {
        let states: [&[(u64, Vec<Next>)]; 2] = [
            &[(2, vec![End(0), Again(1)])],
            &[(1, vec![End(0)]), (1, vec![slow])],
        ];
        game(2, &[(1, 1)], &states)
    };
    let game = wins(Again(0));
    let (best, kept) = game.bounds(16).best_part(&game, [0]);
    assert_eq!(kept, [0, 1]);
    let throws = best.length(16).both(Unit::Throws, 0).unwrap();
    // 1 at the least; at the most N = 2 + N/2.
    assert!(throws.lower <= ratio(1, 1) && ratio(4, 1) <= throws.upper);
    assert!(ratio(999, 1000) < throws.lower && throws.upper < ratio(4001, 1000));
    // One turn, however many throws.
    let turns = best.length(16).both(Unit::Turns, 0).unwrap();
    assert!(turns.lower <= ratio(1, 1) && turns.upper < ratio(1001, 1000));
    // Where the slow way passes the turn it is worse, and left out once the bounds tell.
    let game = wins(Pass(0));
    let (best, kept) = game.bounds(16).best_part(&game, [0]);
    assert_eq!((kept, best.len()), (vec![0], 1));
    let open = ValueBounds::from_pairs(vec![[0, ONE]; 2]);
    assert_eq!(open.best_part(&game, [0]).1, [0, 1]);
}

fn game_of_waiting() -> Game {
    game(1, &[(1, 1)], &[&[(1, vec![Pass(0)])]])
}

#[test]
fn forged_bounds_are_refused() {
    let game = game(2, &[(1, 1)], &[&[(1, vec![End(0)]), (1, vec![Pass(0)])]]);
    let bounds = game.bounds(16);
    let [[low, high]] = *bounds.pairs() else {
        panic!()
    };
    for pair in [
        [low + 4, high + 4],
        [low - 4, high - 4],
        [high, low],
        [low, ONE + 1],
    ] {
        let forged = ValueBounds::from_pairs(vec![pair]);
        assert_eq!(forged.prove(&game), Err(BoundsFault::State { state: 0 }));
    }
    assert!(matches!(
        ValueBounds::from_pairs(vec![]).prove(&game),
        Err(BoundsFault::Shape { .. })
    ));
    // Wider bounds that follow from each other are fine.
    let wide = ValueBounds::from_pairs(vec![[low - 1000, high + 1000]]);
    assert_eq!(wide.prove(&game), Ok(Ending::Always));
}

#[test]
fn faults_are_named() {
    for total in [0, MAX_TOTAL + 1] {
        let error = Builder::new(total, vec![]).err();
        assert_eq!(error, Some(GameError::Total { total }));
    }
    assert!(matches!(
        Builder::new(1, vec![ratio(3, 2)]).err(),
        Some(GameError::Payoff { number: 0, .. })
    ));
    let mut builder = Builder::new(2, vec![]).unwrap();
    assert_eq!(
        builder.add_state([(1, vec![Pass(0)])]),
        Err(GameError::Weights {
            state: 0,
            sum: 1,
            total: 2
        })
    );
    let mut builder = Builder::new(2, vec![]).unwrap();
    assert_eq!(
        builder.add_state([(2, Vec::<Next>::new())]),
        Err(GameError::NoOption { state: 0 })
    );
    // A branch that was refused is no part of the next state.
    let mut builder = Builder::new(2, vec![ratio(1, 1)]).unwrap();
    for refused in [
        vec![(1, vec![End(0)])],
        vec![(1, vec![End(0)]), (1, vec![])],
    ] {
        assert!(builder.add_state(refused).is_err());
    }
    builder.add_state([(2, vec![End(0)])]).unwrap();
    let game = builder.finish().unwrap();
    let exact = game.solve(Strategy::first(&game)).unwrap();
    assert_eq!(exact.value(0), ratio(1, 1));
    let mut builder = Builder::new(2, vec![]).unwrap();
    builder.add_state([(2, vec![Pass(1)])]).unwrap();
    assert_eq!(
        builder.finish().err(),
        Some(GameError::NoSuchNext {
            state: 0,
            next: Pass(1)
        })
    );
}

/// Best of all pairs of positional strategies, by elimination in rationals: shares nothing with the solver but the game.
fn brute_force(game: &Game) -> Option<Vec<BigRational>> {
    let choices: Vec<usize> = (0..game.len())
        .flat_map(|s| game.state(s).map(|(_, o)| o.count()).collect::<Vec<_>>())
        .collect();
    let combinations: usize = choices.iter().product();
    // A pair of strategies is optimal when its values satisfy the optimality equation.
    for mut number in 0..combinations {
        let mut picks = choices.iter().map(|&count| {
            let pick = number % count;
            number /= count;
            pick
        });
        let n = game.len();
        let mut matrix = vec![vec![BigRational::zero(); n + 1]; n];
        for (state, row) in matrix.iter_mut().enumerate() {
            row[state] += BigRational::one();
            for (weight, mut options) in game.state(state) {
                let share = ratio(weight as i64, game.total as i64);
                match options.nth(picks.next().unwrap()).unwrap() {
                    Again(to) => row[to] -= share,
                    Pass(to) => {
                        row[to] += share.clone();
                        row[n] += share;
                    }
                    End(payoff) => row[n] += share * &game.payoffs()[payoff],
                }
            }
        }
        let Some(values) = eliminate(matrix) else {
            continue;
        };
        let values = values.concat();
        let optimal = (0..n).all(|state| {
            let sum: BigRational = game
                .state(state)
                .map(|(weight, options)| {
                    let best = options.map(|next| match next {
                        Again(to) => values[to].clone(),
                        Pass(to) => BigRational::one() - &values[to],
                        End(payoff) => game.payoffs()[payoff].clone(),
                    });
                    best.max().unwrap() * ratio(weight as i64, game.total as i64)
                })
                .sum();
            sum == values[state]
        });
        if optimal {
            return Some(values);
        }
    }
    None
}

/// A coin in turn, of which a third side ends the game in a way that is left open.
#[test]
fn what_is_left_open_lies_between_all_and_nothing() {
    let payoffs = vec![ratio(1, 1), ratio(0, 1)];
    let mut builder = Builder::new(3, payoffs).unwrap();
    builder.leave_open(1);
    let throws = [(1, vec![End(0)]), (1, vec![Pass(0)]), (1, vec![End(1)])];
    builder.add_state(throws).unwrap();
    let game = builder.finish().unwrap();
    let bounds = game.bounds(16);
    // l = (1 + 1 - u + 0) / 3 and u = (1 + 1 - l + 1) / 3.
    let near = |bound: BigRational, value: BigRational| (bound - value) < ratio(1, 1 << 40);
    assert!(bounds.lower(0) <= ratio(3, 8) && near(ratio(3, 8), bounds.lower(0)));
    assert!(bounds.upper(0) >= ratio(7, 8) && near(bounds.upper(0), ratio(7, 8)));
    assert_eq!(bounds.prove(&game), Ok(Ending::Always));
    assert_eq!(
        game.solve(bounds.strategy(&game)).err(),
        Some(SolveError::Open)
    );
}

/// What the player to move, and the one who waits, can be sure of in each state if a game without end is worth nothing to it: by
/// going over a table again and again.
fn sure_of(game: &Game) -> Vec<[f64; 2]> {
    let mut sure = vec![[0.0_f64; 2]; game.len()];
    for _ in 0..4000 {
        let once = |state: usize, waits: usize| {
            let branches = game.state(state).map(|(weight, options)| {
                let worths = options.map(|next| match next {
                    Again(to) => sure[to][waits],
                    Pass(to) => sure[to][1 - waits],
                    End(payoff) => {
                        let payoff = crate::exact::approx(&game.payoffs()[payoff]);
                        if waits == 1 { 1.0 - payoff } else { payoff }
                    }
                });
                let best = match waits {
                    0 => worths.fold(0.0, f64::max),
                    _ => worths.fold(1.0, f64::min),
                };
                best * weight as f64 / game.total as f64
            });
            branches.sum::<f64>()
        };
        sure = (0..game.len())
            .map(|state| [once(state, 0), once(state, 1)])
            .collect();
    }
    sure
}

/// Games that may go on for ever.
fn endless_games() -> impl proptest::strategy::Strategy<Value = Vec<Vec<Vec<Next>>>> {
    let next = prop_oneof![
        3 => (0usize..4).prop_map(Again),
        4 => (0usize..4).prop_map(Pass),
        2 => (0usize..3).prop_map(End),
    ];
    let branch = proptest::collection::vec(next, 1..4);
    proptest::collection::vec(proptest::collection::vec(branch, 2), 4)
}

/// Games in which every state ends with some chance.
fn small_games() -> impl proptest::strategy::Strategy<Value = Vec<(usize, Vec<Vec<Next>>)>> {
    let next = prop_oneof![
        (0usize..4).prop_map(Again),
        (0usize..4).prop_map(Pass),
        (0usize..3).prop_map(End),
    ];
    let state = (
        0usize..3,
        proptest::collection::vec(proptest::collection::vec(next, 1..3), 2),
    );
    proptest::collection::vec(state, 4)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn what_is_determined_is_known_though_play_may_go_on_for_ever(states in endless_games()) {
        let mut builder = Builder::new(5, vec![ratio(0, 1), ratio(1, 1), ratio(1, 3)]).unwrap();
        for branches in states {
            builder.add_state([2, 3].into_iter().zip(branches)).unwrap();
        }
        let game = builder.finish().unwrap();
        let bounds = game.bounds(1 << 12);
        bounds.prove(&game).unwrap();
        let sure = sure_of(&game);
        let mut determined = true;
        for (state, [moves, waits]) in sure.into_iter().enumerate() {
            let [low, high] = [bounds.lower(state), bounds.upper(state)].map(|one| crate::exact::approx(&one));
            prop_assert!((low - moves).abs() < 1e-6, "{} {}", low, moves);
            prop_assert!((high - 1.0 + waits).abs() < 1e-6, "{} {}", high, waits);
            determined &= high - low < 1e-6;
        }
        let exact = game.solve(bounds.strategy(&game)).and_then(|exact| {
            exact.prove(&game)?;
            Ok(exact)
        });
        prop_assert_eq!(exact.is_ok(), determined, "{:?}", exact.err());
        for state in (0..game.len()).filter(|_| determined) {
            let value = exact.as_ref().unwrap().value(state);
            prop_assert!(bounds.lower(state) <= value && value <= bounds.upper(state));
        }
    }
}

proptest! {
    #[test]
    fn three_derivations_agree(states in small_games()) {
        let mut builder = Builder::new(7, vec![ratio(0, 1), ratio(1, 1), ratio(1, 3)]).unwrap();
        for (end, branches) in states {
            let mut all = vec![(2, vec![End(end)])];
            all.extend(branches.into_iter().zip([1, 4]).map(|(options, weight)| (weight, options)));
            builder.add_state(all).unwrap();
        }
        let game = builder.finish().unwrap();
        let bounds = game.bounds(1 << 12);
        prop_assert_eq!(bounds.prove(&game), Ok(Ending::Always));
        prop_assert!(bounds.widest() <= ratio(1, 1 << 49));
        let exact = game.solve(bounds.strategy(&game)).unwrap();
        exact.prove(&game).unwrap();
        let expected = brute_force(&game).unwrap();
        for (state, value) in expected.iter().enumerate() {
            prop_assert_eq!(&exact.value(state), value);
            prop_assert!(bounds.lower(state) <= *value && *value <= bounds.upper(state));
        }
        // However coarse the bounds: no best play lasts shorter or longer.
        let best = exact.first_best(&game);
        for width in [1 << 12, 1 << 57, 1 << 61] {
            let (part, kept) = game.bounds(width).best_part(&game, 0..game.len());
            prop_assert_eq!(kept.len(), game.len());
            let length = part.length(1 << 20);
            for strategy in [exact.strategy(), &best] {
                for unit in [Unit::Turns, Unit::Throws] {
                    let count = game.exact_length(strategy, unit).unwrap();
                    for state in 0..game.len() {
                        let bounds = length.both(unit, state).unwrap();
                        let count = count.get(state);
                        prop_assert!(bounds.lower <= count && count <= bounds.upper);
                    }
                }
            }
        }
    }
}
