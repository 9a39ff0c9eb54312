//! Against every sample listed one by one. Published values are in `fixtures/answers/trials.txt`.

use num_rational::BigRational;
use num_traits::{One, Zero};
use proptest::prelude::*;

use super::*;

fn ratio(over: u64, under: u64) -> BigRational {
    BigRational::new(over.into(), under.into())
}

/// Every way to share `n` out over `k` categories.
fn shared(n: u64, k: usize) -> Vec<Vec<u64>> {
    if k == 1 {
        return vec![vec![n]];
    }
    let first = 0..=n;
    first
        .flat_map(|x| {
            shared(n - x, k - 1).into_iter().map(move |mut rest| {
                rest.insert(0, x);
                rest
            })
        })
        .collect()
}

fn factorial(n: u64) -> BigRational {
    (1..=n).fold(BigRational::one(), |product, i| product * ratio(i, 1))
}

fn multinomial(chances: &[BigRational], counts: &[u64]) -> BigRational {
    let n = counts.iter().sum();
    (chances.iter().zip(counts)).fold(factorial(n), |product, (chance, &count)| {
        product * (0..count).fold(BigRational::one(), |power, _| power * chance) / factorial(count)
    })
}

/// The bounds against what is found by visiting samples.
fn encloses(model: &Model, counts: &[u64]) {
    let weight = model.weight(counts);
    let chance = |weight: BigUint| BigRational::new(weight.into(), model.total().into());
    let exact = chance(model.at_most(&weight).unwrap());
    if let Some((low, high)) = surprise::bounds(model, &chance(weight)) {
        assert!(low <= exact && exact <= high, "{low} {exact} {high}");
        assert!(low <= high);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_tail_is_the_sum_over_all_samples(
        weights in prop::collection::vec(0u64..6, 1..5), counts in prop::collection::vec(0u64..4, 4),
    ) {
        let k = weights.len();
        let counts = &counts[..k];
        let (all, n) = (weights.iter().sum::<u64>(), counts.iter().sum::<u64>());
        prop_assume!(all > 0 && n > 0);
        let chances: Vec<BigRational> = weights.iter().map(|&weight| ratio(weight, all)).collect();
        let seen = multinomial(&chances, counts);
        let likely = shared(n, k).iter().map(|sample| multinomial(&chances, sample)).filter(|chance| *chance <= seen).sum::<BigRational>();
        let test = exact_test(&chances, counts).unwrap();
        prop_assert_eq!(test.likelihood.as_ref(), Some(&seen));
        prop_assert!(test.approximate.is_none());
        prop_assert_eq!(chance_of(&test).exact(), Some(&likely));
    }

    /// Of the same samples, the bounds that are found without visiting them.
    #[test]
    fn bounds_enclose_the_sum_over_all_samples(
        weights in prop::collection::vec(1u64..9, 2..5), counts in prop::collection::vec(0u64..7, 4), power in 0u32..60,
    ) {
        let k = weights.len();
        let counts = &counts[..k];
        let n = counts.iter().sum::<u64>();
        prop_assume!(n > 0);
        // One outcome may be very rare.
        let weights: Vec<BigUint> = (weights.iter().enumerate())
            .map(|(i, &weight)| BigUint::from(weight) << if i == 0 { power } else { 0 })
            .collect();
        let model = Model::multinomial(weights, n);
        encloses(&model, counts);
    }

    #[test]
    fn bounds_enclose_the_sum_over_all_tables(
        first in prop::collection::vec(0u64..7, 4), second in prop::collection::vec(0u64..7, 4), k in 2usize..5,
    ) {
        let both = first[..k].iter().zip(&second[..k]).map(|(a, b)| (*a, a + b)).filter(|(_, both)| *both > 0);
        let (counts, both): (Vec<u64>, Vec<u64>) = both.unzip();
        let n = counts.iter().sum::<u64>();
        prop_assume!(n > 0 && counts.len() > 1);
        encloses(&Model::Hypergeometric { there: both, trials: n }, &counts);
    }

    #[test]
    fn two_samples_are_compared_as_all_tables_with_their_margins(
        first in prop::collection::vec(0u64..4, 4), second in prop::collection::vec(0u64..4, 4), k in 2usize..5,
    ) {
        let (first, second) = (&first[..k], &second[..k]);
        let n = first.iter().sum::<u64>();
        prop_assume!(n > 0 && second.iter().sum::<u64>() > 0);
        let both: Vec<u64> = first.iter().zip(second).map(|(a, b)| a + b).collect();
        let weight = |sample: &[u64]| -> BigRational {
            sample.iter().zip(&both).fold(BigRational::one(), |product, (&x, &c)| {
                if x > c { BigRational::zero() } else { product * factorial(c) / factorial(x) / factorial(c - x) }
            })
        };
        let all: BigRational = shared(n, k).iter().map(|sample| weight(sample)).sum();
        let rare: BigRational = shared(n, k).iter().map(|sample| weight(sample)).filter(|other| *other <= weight(first)).sum();
        let test = same_source(first, second).unwrap();
        prop_assert_eq!(chance_of(&test).exact(), Some(&(rare / all)));
    }
}

/// The chance of counts at most as likely, which must be known in some way.
fn chance_of(test: &Test) -> &Quantity {
    test.at_least_as_unlikely
        .as_ref()
        .expect("a chance or bounds")
}

#[test]
fn what_cannot_happen_has_no_chance() {
    let test = exact_test(&[ratio(1, 1), ratio(0, 1)], &[3, 1]).unwrap();
    assert_eq!(chance_of(&test).exact(), Some(&BigRational::zero()));
    assert!(exact_test(&[ratio(1, 2), ratio(1, 3)], &[1, 1]).is_err());
    assert!(exact_test(&[ratio(1, 1)], &[0]).is_err());
    assert!(exact_test(&[ratio(1, 1)], &[MAX_TRIALS + 1]).is_err());
}
