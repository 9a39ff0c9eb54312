//! Races in fractions, in whole numbers, and in functions of a bias. `tests/oracles` (`throw race`) walks them cell by cell.

use super::*;
use proptest::prelude::*;

fn exact(over: i64, under: i64) -> Quantity {
    Quantity::Exact(fraction(over, under))
}

fn fraction(over: i64, under: i64) -> BigRational {
    BigRational::new(over.into(), under.into())
}

fn run(chances: &[BigRational], target: u32) -> Result<Race, RaceError> {
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
        let value = |f: &RatFunc| Ok::<_, RaceError>(Quantity::Exact(f.eval(&bias).unwrap()));
        let listing = Listing { present: &value, is_little: &|_| false };
        let found = race_of_bias(&functions, target, &listing).unwrap();
        let expected = run(&numbers, target).unwrap();
        let rows = found.arrivals.len().min(expected.arrivals.len());
        let chances = |race: &Race| -> Vec<Quantity> {
            race.arrivals.iter().take(rows).map(|arrival| arrival.probability.clone()).collect()
        };
        prop_assert_eq!(chances(&found), chances(&expected));
        prop_assert_eq!((found.to_reach, found.to_hit, found.hit), (expected.to_reach, expected.to_hit, expected.hit));
    }
}

#[test]
fn far_targets_are_quick() {
    let two: Dist<i64> = Dist::uniform(1..=6).unwrap().times(2).unwrap();
    let race = race_of(&two, MAX_TARGET, 0).unwrap();
    // In the long run every seventh cell is hit.
    assert!((crate::exact::approx(race.hit.exact().unwrap()) - 1.0 / 7.0).abs() < 1e-12);
    let far: Dist<i64> = Dist::uniform([5000]).unwrap();
    let race = race_of(&far, 7, 0).unwrap();
    assert_eq!((race.to_reach, race.to_hit), (Some(exact(1, 1)), None));
}

/// A coin that moves one or two cells: expectations by hand.
#[test]
fn small_races() {
    let coin = [fraction(0, 1), fraction(1, 2), fraction(1, 2)];
    let two = run(&coin, 2).unwrap();
    assert_eq!(two.to_reach, Some(exact(3, 2)));
    // From 1 only a one hits: 2 throws; from 0: 1 + (1/2)·2.
    assert_eq!(two.to_hit, Some(exact(2, 1)));
    assert_eq!(two.hit, exact(3, 4));
    let [first, second] = two.arrivals.as_slice() else {
        panic!("{two:?}")
    };
    assert_eq!(
        [&first.probability, &second.probability],
        [&exact(1, 2), &exact(1, 4)]
    );
    assert_eq!(first.given_hit, Some(fraction(2, 3)));
    let even = run(&[fraction(0, 1), fraction(0, 1), fraction(1, 1)], 3).unwrap();
    assert_eq!((even.to_hit, even.hit), (None, exact(0, 1)));
    let stuck = run(&[fraction(1, 1)], 3).unwrap();
    assert_eq!((stuck.to_reach, stuck.to_hit), (None, None));
    assert_eq!(run(&coin, 0), Err(RaceError::Target(0)));
}
