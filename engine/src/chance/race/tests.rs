//! Races in fractions, in whole numbers, in functions of a bias, and as Markov chains.

use super::*;
use crate::exact::tests::Markov;
use proptest::prelude::*;

fn fraction(over: i64, under: i64) -> BigRational {
    BigRational::new(over.into(), under.into())
}

fn run(chances: &[BigRational], target: u32) -> Result<Race<BigRational>, RaceError> {
    race(chances, target, 0)
}

proptest! {
    /// In fractions and in whole numbers.
    #[test]
    fn both_ways_agree(
        weights in proptest::collection::vec((0i64..12, 1u64..5), 1..6), target in 1u32..30,
    ) {
        let dist = Dist::new(weights.into_iter().map(|(x, w)| (x, Natural::from(w)))).unwrap();
        let chances: Vec<_> = (0..30).map(|step| dist.probability(&step)).collect();
        prop_assert_eq!(race_of(&dist, target, 0), run(&chances, target));
    }
}

proptest! {
    /// As Markov chains, the cells their states; and arrivals by going through every sequence of throws.
    #[test]
    fn agrees_with_chains(
        weights in proptest::collection::vec((0i64..7, 1u64..4), 1..4), target in 1usize..9,
    ) {
        let dist = Dist::new(weights.into_iter().map(|(x, w)| (x, Natural::from(w)))).unwrap();
        let race = race_of(&dist, target as u32, 0).unwrap();
        let chain = |passing: &dyn Fn(usize) -> usize| {
            let ways = |cell: usize| {
                let step = |(&step, weight): (&i64, &Natural)| {
                    let to = cell + step as usize;
                    let to = if to > target { passing(cell) } else { to };
                    (to, weight.to_bigint())
                };
                if cell < target { dist.iter().map(step).collect() } else { Vec::new() }
            };
            Markov((0..target + 2).map(ways).collect())
        };
        let one = |holds: bool| BigRational::from_integer(i64::from(holds).into());
        let mean = |chain: &Markov| chain.expected(0, |cell| one(!chain.ends(cell)));
        let moves = dist.last() > &0;
        prop_assert_eq!(&race.to_reach, &mean(&chain(&|_| target)).filter(|_| moves));
        let forfeited = chain(&|cell| cell);
        // Absorbed elsewhere: where no throw moves any more without passing.
        let certain = moves && (0..target).all(|cell| !forfeited.ends(cell));
        if certain {
            prop_assert_eq!(&race.to_hit, &mean(&forfeited));
        }
        if moves {
            let hit = chain(&|_| target + 1).expected(0, |cell| one(cell == target));
            prop_assert_eq!(Some(&race.hit), hit.as_ref());
        }
        let mut sums = vec![(0, BigRational::one())];
        for found in race.arrivals.iter().take(4) {
            let mut all = Vec::new();
            for (at, chance) in &sums {
                all.extend(dist.iter().map(|(step, _)| (at + step, chance * dist.probability(step))));
            }
            let (here, open): (Vec<_>, Vec<_>) =
                all.into_iter().partition(|(at, _)| *at == target as i64);
            prop_assert_eq!(found, &here.into_iter().map(|(_, chance)| chance).sum::<BigRational>());
            sums = open.into_iter().filter(|(at, _)| *at < target as i64).collect();
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// In functions of the bias, at one bias, and in numbers.
    #[test]
    fn biases_agree(sticks in 1u32..4, target in 1u32..7, over in 1i64..6) {
        let p = RatFunc::from(crate::exact::Poly::x());
        let mut functions = vec![RatFunc::one()];
        let mut numbers = vec![fraction(1, 1)];
        let bias = fraction(over, 6);
        for _ in 0..sticks {
            let both = |none: &RatFunc, one: &RatFunc| {
                none.clone() * (RatFunc::one() - p.clone()) + one.clone() * p.clone()
            };
            let zero = RatFunc::zero();
            functions = (0..=functions.len())
                .map(|k| both(functions.get(k).unwrap_or(&zero), k.checked_sub(1).map_or(&zero, |k| &functions[k])))
                .collect();
            let zero = fraction(0, 1);
            numbers = (0..=numbers.len())
                .map(|k| {
                    let one = k.checked_sub(1).map_or(&zero, |k| &numbers[k]);
                    numbers.get(k).unwrap_or(&zero) * (fraction(1, 1) - &bias) + one * &bias
                })
                .collect();
        }
        let found = race_of_bias(&functions, target, &|_| false).unwrap();
        let found = found.presented(&|f: &RatFunc| f.eval(&bias).ok_or(())).unwrap();
        let expected = run(&numbers, target).unwrap();
        let rows = found.arrivals.len().min(expected.arrivals.len());
        prop_assert_eq!(&found.arrivals[..rows], &expected.arrivals[..rows]);
        prop_assert_eq!((found.to_reach, found.to_hit, found.hit), (expected.to_reach, expected.to_hit, expected.hit));
    }
}

#[test]
fn far_targets_are_quick() {
    let two: Dist<i64> = Dist::uniform(1..=6).unwrap().times(2).unwrap();
    let race = race_of(&two, MAX_TARGET, 0).unwrap();
    // In the long run every seventh cell is hit.
    assert!((crate::exact::approx(&race.hit) - 1.0 / 7.0).abs() < 1e-12);
    let far: Dist<i64> = Dist::uniform([5000]).unwrap();
    let race = race_of(&far, 7, 0).unwrap();
    assert_eq!((race.to_reach, race.to_hit), (Some(fraction(1, 1)), None));
}

/// The binary dice of Ur: the track's cell 13, a value published to six places.
#[test]
fn arrivals_on_the_track_of_ur() {
    let chances: Vec<_> = [1, 4, 6, 4, 1].map(|w| fraction(w, 16)).to_vec();
    let race = run(&chances, 13).unwrap();
    let given_hit = &race.arrivals[3] / &race.hit;
    assert_eq!(crate::exact::decimal_text(&given_hit, 6), "0.018229");
    assert!(race.arrivals.iter().sum::<BigRational>() <= race.hit);
}

/// A coin that moves one or two cells: expectations by hand.
#[test]
fn small_races() {
    let coin = [fraction(0, 1), fraction(1, 2), fraction(1, 2)];
    let two = run(&coin, 2).unwrap();
    assert_eq!(two.to_reach, Some(fraction(3, 2)));
    // From 1 only a one hits: 2 throws; from 0: 1 + (1/2)·2.
    assert_eq!(two.to_hit, Some(fraction(2, 1)));
    assert_eq!(two.hit, fraction(3, 4));
    assert_eq!(two.arrivals, [fraction(1, 2), fraction(1, 4)]);
    let even = run(&[fraction(0, 1), fraction(0, 1), fraction(1, 1)], 3).unwrap();
    assert_eq!((even.to_hit, even.hit), (None, fraction(0, 1)));
    let stuck = run(&[fraction(1, 1)], 3).unwrap();
    assert_eq!((stuck.to_reach, stuck.to_hit), (None, None));
    assert_eq!(run(&coin, 0), Err(RaceError::Target(0)));
}
