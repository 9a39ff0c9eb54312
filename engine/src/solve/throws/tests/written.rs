//! Games written out: bounds, fractions and lengths against each other and against what shares nothing with them.

use num_rational::BigRational;
use num_traits::{One, Zero};
use proptest::prelude::*;
use proptest::strategy::Strategy as _;

use super::Drawn;
use crate::exact::linear::eliminate;
use crate::exact::tests::ratio;
use crate::solve::throws::Next::{self, Again, End, Pass};
use crate::solve::throws::fractions::{ExactValues, NoFractions};
use crate::solve::throws::prove::{Disproved, Ending};
use crate::solve::throws::reached::{Payoffs, Reached};
use crate::solve::throws::strategy::Strategy;
use crate::solve::throws::written::Written;
use crate::solve::throws::{MAX_TOTAL, ONE, Unit};

/// For each position, for each throw, the options.
type Options = Vec<Vec<Vec<Next<u64>>>>;

fn reached(
    weights: &[u64],
    payoffs: &[(i64, i64)],
    open: Option<usize>,
    options: Options,
) -> Reached<u64> {
    let payoffs = Payoffs {
        payoffs: payoffs.iter().map(|&(a, b)| ratio(a, b)).collect(),
        open,
    };
    let positions = options.len();
    let game = Drawn {
        weights: weights.to_vec(),
        layers: Vec::new(),
        options,
    };
    let reached = Reached::new(&game, payoffs, 0..positions as u64, positions);
    reached.unwrap().expect("as many positions as there are")
}

/// The same as the game that is written down.
fn game(weights: &[u64], payoffs: &[(i64, i64)], options: Options) -> Written {
    reached(weights, payoffs, None, options).game
}

fn solved(game: &Written, strategy: Strategy) -> Result<ExactValues, NoFractions> {
    let exact = game.in_fractions(strategy)?;
    exact.prove(game)?;
    Ok(exact)
}

fn by_bounds(game: &Written, bounds: &[[u64; 2]]) -> Strategy {
    Strategy::by_bounds(game, &[bounds, &game.exits].concat())
}

fn share(units: u64) -> BigRational {
    crate::solve::throws::reached::ratio(units)
}

#[test]
fn a_bird_in_the_hand() {
    // A sure 2/5, or throwing for everything with chance 1/2, the other then having the same choice:
    // 1/2 + 1/2 (1 − V) with V = 2/3 is better.
    let game = game(
        &[1, 1],
        &[(2, 5), (1, 1)],
        vec![
            vec![vec![End(0), Again(1)]; 2],
            vec![vec![End(1)], vec![Pass(0)]],
        ],
    );
    let exact = solved(&game, Strategy::first(&game)).unwrap();
    assert_eq!(exact.value(0), ratio(2, 3));
    assert_eq!(exact.strategy().chosen(0), [1, 1]);
    // A wrong strategy is refused.
    let wrong = exact.with_strategy(Strategy::first(&game));
    assert_eq!(wrong.prove(&game), Err(NoFractions::NotBest { number: 0 }));
}

#[test]
fn both_could_wait_for_ever() {
    // Take half of it, or leave the same choice to the other.
    let half = reached(&[1], &[(1, 2)], None, vec![vec![vec![Pass(0), End(0)]]]);
    assert_eq!(half.game.endless(&half.game.blocks()), [0]);
    let solution = half.solve(16).unwrap();
    assert_eq!(solution.bounds(), [[ONE / 2; 2]]);
    assert_eq!(solution.ending(), Ending::UnderBestPlay);
    // Where all that can be done is wait, nothing is known, and nothing is claimed.
    let waiting = || reached(&[1], &[(1, 1)], None, vec![vec![vec![Pass(0)]]]);
    let solution = waiting().solve(16).unwrap();
    assert_eq!(solution.bounds(), [[0, ONE]]);
    assert_eq!(solution.ending(), Ending::NotKnown);
    assert!(solution.lengths([0]).of(0).is_none());
    let forged = waiting().with(vec![[ONE / 2; 2]]);
    assert_eq!(forged.err(), Some(Disproved::Endless { number: 0 }));
    let game = waiting().game;
    let endless = Some(NoFractions::Endless { number: 0 });
    assert_eq!(solved(&game, Strategy::first(&game)).err(), endless);
    let forever = game.exact_length(&Strategy::first(&game), Unit::Throws);
    assert_eq!(forever.err(), endless);
    // Of a part of a game, the error names the position in the whole.
    let both = vec![vec![vec![End(0)]], vec![vec![Pass(1)]]];
    let whole = reached(&[1], &[(1, 1)], None, both).solve(16).unwrap();
    let error = whole.fractions([1], 2).unwrap_err().to_string();
    assert!(error.ends_with("from position 1"), "{error}");
}

#[test]
fn lengths_hold_for_every_play_that_may_be_best() {
    // Both options of position 0 win for certain: at once, or after a throw that ends the game half the time.
    let wins = |slow| {
        let options = vec![
            vec![vec![End(0), Again(1)]; 2],
            vec![vec![End(0)], vec![slow]],
        ];
        reached(&[1, 1], &[(1, 1)], None, options)
    };
    let near = |bounds: &crate::exact::Quantity, [least, most]: [i64; 2]| {
        let (lower, upper) = bounds.ends().unwrap();
        let [least, most] = [least, most].map(|number| ratio(number, 1));
        let close = ratio(1, 1_000_000);
        lower <= least && &least - lower < close && upper >= most && upper - &most < close
    };
    // 1 at the least; at the most N = 2 + N/2. One turn, however many throws.
    let lengths = wins(Again(0)).solve(16).unwrap().lengths([0]);
    let [turns, throws] = lengths.of(0).unwrap();
    assert!(
        near(&throws, [1, 4]) && near(&turns, [1, 1]),
        "{throws:?} {turns:?}"
    );
    // Where the slow way passes the turn it is worse, and left out once the bounds tell.
    let endgame = wins(Pass(0)).solve(16).unwrap();
    let lengths = endgame.lengths([0]);
    assert!(near(&lengths.of(0).unwrap()[1], [1, 1]) && lengths.of(1).is_none());
    let open = wins(Pass(0)).with(vec![[0, ONE]; 2]).unwrap();
    assert!(open.lengths([0]).of(1).is_some());
}

#[test]
fn forged_bounds_are_refused() {
    let coin = || {
        reached(
            &[1, 1],
            &[(1, 1)],
            None,
            vec![vec![vec![End(0)], vec![Pass(0)]]],
        )
    };
    let solution = coin().solve(16).unwrap();
    let &[[low, high]] = solution.bounds() else {
        panic!("one position")
    };
    assert!(high - low <= 16);
    for pair in [
        [low + 20, high + 20],
        [low - 20, high - 20],
        [high, low - 1],
        [low, ONE + 1],
    ] {
        let refused = Some(Disproved::Position { number: 0 });
        assert_eq!(coin().with(vec![pair]).err(), refused, "{pair:?}");
    }
    let shape = coin().with(vec![]).err();
    assert!(matches!(shape, Some(Disproved::Shape { .. })));
    // Wider bounds that follow from each other are fine.
    let wide = coin().with(vec![[low - 1000, high + 1000]]).unwrap();
    assert_eq!(wide.ending(), Ending::Always);
}

#[test]
fn weights_have_their_limits() {
    let options = || vec![vec![vec![End(0)]; 2]];
    let game = |weights: [u64; 2]| Drawn {
        weights: weights.to_vec(),
        layers: Vec::new(),
        options: options(),
    };
    let solve = |weights| Reached::new(&game(weights), Payoffs::won(), [0], 1);
    assert!(solve([MAX_TOTAL, 1]).is_err() && solve([0, 0]).is_err());
    assert!(solve([MAX_TOTAL - 1, 1]).is_ok());
    // A throw that cannot fall ends nothing.
    let never = reached(
        &[1, 0],
        &[(1, 1)],
        None,
        vec![vec![vec![Pass(0)], vec![End(0)]]],
    );
    assert_eq!(never.solve(16).unwrap().bounds(), [[0, ONE]]);
}

/// Best of all pairs of positional strategies, by elimination in rationals: shares nothing with the solver but the game.
fn brute_force(game: &Written) -> Option<Vec<BigRational>> {
    let total = game.total.total as i64;
    let choices: Vec<usize> = (0..game.len())
        .flat_map(|s| game.nexts(s).map(|(_, o)| o.count()).collect::<Vec<_>>())
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
            for (weight, mut options) in game.nexts(state) {
                let share = ratio(weight as i64, total);
                match options.nth(picks.next().unwrap()).unwrap() {
                    Again(to) => row[to] -= share,
                    Pass(to) => {
                        row[to] += share.clone();
                        row[n] += share;
                    }
                    End(payoff) => row[n] += share * &game.payoffs[payoff],
                }
            }
        }
        let Some(values) = eliminate(matrix) else {
            continue;
        };
        let values = values.concat();
        let optimal = (0..n).all(|state| {
            let sum: BigRational = game
                .nexts(state)
                .map(|(weight, options)| {
                    let best = options.map(|next| match next {
                        Again(to) => values[to].clone(),
                        Pass(to) => BigRational::one() - &values[to],
                        End(payoff) => game.payoffs[payoff].clone(),
                    });
                    best.max().unwrap() * ratio(weight as i64, total)
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
    let options = vec![vec![vec![End(0)], vec![Pass(0)], vec![End(1)]]];
    let reached = reached(&[1, 1, 1], &[(1, 1), (0, 1)], Some(1), options);
    let game = reached.game.clone();
    let solution = reached.solve(16).unwrap();
    let [low, high] = solution.bounds()[0].map(share);
    // l = (1 + 1 - u + 0) / 3 and u = (1 + 1 - l + 1) / 3.
    let near = |bound: BigRational, value: BigRational| (bound - value) < ratio(1, 1 << 40);
    assert!(low <= ratio(3, 8) && near(ratio(3, 8), low));
    assert!(high >= ratio(7, 8) && near(high, ratio(7, 8)));
    assert_eq!(solution.ending(), Ending::Always);
    let by_bounds = by_bounds(&game, solution.bounds());
    assert_eq!(solved(&game, by_bounds).err(), Some(NoFractions::Open));
}

/// What the player to move, and the one who waits, can be sure of in each state if a game without end is worth nothing to it: by
/// going over a table again and again.
fn sure_of(game: &Written) -> Vec<[f64; 2]> {
    let mut sure = vec![[0.0_f64; 2]; game.len()];
    for _ in 0..4000 {
        let once = |state: usize, waits: usize| {
            let branches = game.nexts(state).map(|(weight, options)| {
                let worths = options.map(|next| match next {
                    Again(to) => sure[to][waits],
                    Pass(to) => sure[to][1 - waits],
                    End(payoff) => {
                        let payoff = crate::exact::approx(&game.payoffs[payoff]);
                        if waits == 1 { 1.0 - payoff } else { payoff }
                    }
                });
                let best = match waits {
                    0 => worths.fold(0.0, f64::max),
                    _ => worths.fold(1.0, f64::min),
                };
                best * weight as f64 / game.total.total as f64
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
fn endless_games() -> impl proptest::strategy::Strategy<Value = Options> {
    let next = prop_oneof![
        3 => (0u64..4).prop_map(Again),
        4 => (0u64..4).prop_map(Pass),
        2 => (0usize..3).prop_map(End),
    ];
    let options = proptest::collection::vec(next, 1..4);
    proptest::collection::vec(proptest::collection::vec(options, 2), 4)
}

/// Games in which every position ends with some chance.
fn small_games() -> impl proptest::strategy::Strategy<Value = Options> {
    let next = prop_oneof![
        (0u64..4).prop_map(Again),
        (0u64..4).prop_map(Pass),
        (0usize..3).prop_map(End),
    ];
    let throws = proptest::collection::vec(proptest::collection::vec(next, 1..3), 2);
    let position = (0usize..3, throws).prop_map(|(end, throws)| {
        let mut all = vec![vec![End(end)]];
        all.extend(throws);
        all
    });
    proptest::collection::vec(position, 4)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn what_is_determined_is_known_though_play_may_go_on_for_ever(options in endless_games()) {
        let reached = reached(&[2, 3], &[(0, 1), (1, 1), (1, 3)], None, options);
        let game = reached.game.clone();
        let solution = reached.solve(1 << 12).unwrap();
        let sure = sure_of(&game);
        let mut determined = true;
        for (&bounds, [moves, waits]) in solution.bounds().iter().zip(sure) {
            let [low, high] = bounds.map(|bound| bound as f64 / ONE as f64);
            prop_assert!((low - moves).abs() < 1e-6, "{} {}", low, moves);
            prop_assert!((high - 1.0 + waits).abs() < 1e-6, "{} {}", high, waits);
            determined &= high - low < 1e-6;
        }
        let exact = solved(&game, by_bounds(&game, solution.bounds()));
        prop_assert_eq!(exact.is_ok(), determined, "{:?}", exact.err());
        for (state, &bounds) in solution.bounds().iter().enumerate().filter(|_| determined) {
            let [low, high] = bounds.map(share);
            let value = exact.as_ref().unwrap().value(state);
            prop_assert!(low <= value && value <= high);
        }
    }
}

proptest! {
    #[test]
    fn three_derivations_agree(options in small_games()) {
        let reached = || reached(&[2, 1, 4], &[(0, 1), (1, 1), (1, 3)], None, options.clone());
        let game = reached().game;
        let solution = reached().solve(1 << 12).unwrap();
        prop_assert_eq!(solution.ending(), Ending::Always);
        prop_assert!(solution.widest() <= ratio(1, 1 << 49));
        let exact = solved(&game, by_bounds(&game, solution.bounds())).unwrap();
        let expected = brute_force(&game).unwrap();
        for (state, value) in expected.iter().enumerate() {
            prop_assert_eq!(&exact.value(state), value);
            let [low, high] = solution.bounds()[state].map(share);
            prop_assert!(low <= *value && *value <= high);
        }
        // However coarse the bounds: no best play lasts shorter or longer.
        let best = exact.first_best(&game);
        for width in [1 << 12, 1 << 57, 1 << 61] {
            let coarse = solution.bounds().iter().map(|&[low, high]| {
                [low.saturating_sub(width), (high + width).min(ONE)]
            });
            let coarse: Vec<[u64; 2]> = coarse.collect();
            let lengths = reached().with(coarse).unwrap().lengths(0..game.len());
            for strategy in [exact.strategy(), &best] {
                for (at, unit) in [Unit::Turns, Unit::Throws].into_iter().enumerate() {
                    let count = game.exact_length(strategy, unit).unwrap();
                    for state in 0..game.len() {
                        let length = &lengths.of(state).unwrap()[at];
                        let (lower, upper) = length.ends().unwrap();
                        let count = count.get(state);
                        prop_assert!(lower <= count && count <= upper);
                    }
                }
            }
        }
    }
}
