//! Races in fractions, in whole numbers, and in functions of a bias. `tests/oracles` (`throw race`) walks them cell by cell.

use super::*;
use proptest::prelude::*;

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
        let found = race_of_bias(&functions, target, (&value, &|_| false)).unwrap();
        let expected = run(&numbers, target).unwrap();
        let rows = found.arrivals.len().min(expected.arrivals.len());
        let chances = |race: &Race| -> Vec<Quantity> {
            race.arrivals.iter().take(rows).map(|arrival| arrival.probability.clone()).collect()
        };
        prop_assert_eq!(chances(&found), chances(&expected));
        prop_assert_eq!((found.to_reach, found.to_hit, found.hit), (expected.to_reach, expected.to_hit, expected.hit));
    }
}
