//! Against every sample listed one by one, and against published values.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use proptest::prelude::*;

use super::*;
use crate::exact::{RatFunc, approx};

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
        encloses(&Model::hypergeometric(both, n), &counts);
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

/// A sample small enough for the exact test, and large enough for the others: all three nearly agree.
#[test]
fn approximations_come_near_the_exact_test() {
    let chances: Vec<BigRational> = [1, 4, 6, 4, 1].map(|weight| ratio(weight, 16)).to_vec();
    let counts = [20, 120, 200, 110, 50];
    let exact = exact_test(&chances, &counts).unwrap();
    let exact = approx(chance_of(&exact).exact().unwrap());
    let all: Vec<&BigRational> = chances.iter().collect();
    let tests = approximate::of_chances(&all, &counts).unwrap();
    assert_eq!(tests.degrees, 4);
    assert!(
        (tests.chi_squared.statistic - 18.1333).abs() < 1e-3,
        "{tests:?}"
    );
    for test in [tests.chi_squared, tests.likelihood_ratio] {
        assert!(
            (test.probability / exact).ln().abs() < 0.7,
            "{exact} {tests:?}"
        );
    }
    // With two degrees of freedom the chance is e^(-statistic / 2).
    let thirds = vec![ratio(1, 3); 3];
    let tests = approximate::of_chances(&thirds.iter().collect::<Vec<_>>(), &[10, 20, 30]).unwrap();
    let statistic = tests.chi_squared.statistic;
    assert!((statistic - 10.0).abs() < 1e-12);
    assert!((tests.chi_squared.probability - (-statistic / 2.0).exp()).abs() < 1e-12);
    assert_eq!(tests.least_expected, 20.0);
    // Two samples: the four-fold table 10, 20; 20, 10.
    let tests = approximate::of_samples(&[(10, 30), (20, 30)]).unwrap();
    assert!((tests.chi_squared.statistic - 20.0 / 3.0).abs() < 1e-12);
    assert_eq!(tests.degrees, 1);
}

/// Weldon's dice, as Pearson gave them in 1900: of 26,306 throws of twelve, how many dice show five or six. With all thirteen
/// outcomes apart; Pearson puts the rarest together.
#[test]
fn weldons_dice_are_tested_approximately() {
    let weight = |k: u32| -> u64 {
        let choose = (0..k).fold(1u64, |ways, i| ways * u64::from(12 - i) / u64::from(i + 1));
        choose * 2u64.pow(12 - k)
    };
    let chances: Vec<BigRational> = (0..=12).map(|k| ratio(weight(k), 3u64.pow(12))).collect();
    let counts = [
        185, 1149, 3265, 5475, 6114, 5194, 3067, 1331, 403, 105, 14, 4, 0,
    ];
    let test = exact_test(&chances, &counts).unwrap();
    assert!(!matches!(
        test.at_least_as_unlikely,
        Some(Quantity::Exact(_))
    ));
    let tests = test.approximate.unwrap();
    assert_eq!(tests.degrees, 12);
    assert!(
        (tests.chi_squared.statistic - 41.31).abs() < 0.01,
        "{tests:?}"
    );
}

#[test]
fn five_hundred_throws_of_four_sticks_are_exact() {
    let chances: Vec<BigRational> = [1, 4, 6, 4, 1].map(|weight| ratio(weight, 16)).to_vec();
    let test = exact_test(&chances, &[31, 124, 190, 122, 33]).unwrap();
    let chance = chance_of(&test).exact().expect("exact");
    assert!((0.9..1.0).contains(&approx(chance)), "{}", approx(chance));
    // As far as it is from what is expected, the approximation by χ² with four degrees of freedom gives 0.15.
    let test = exact_test(&chances, &[2, 20, 40, 28, 10]).unwrap();
    let chance = chance_of(&test).exact().expect("exact");
    assert!((0.1..0.25).contains(&approx(chance)), "{}", approx(chance));
}

#[test]
fn beyond_the_budget_the_bounds_hold() {
    let chances: Vec<BigRational> = (0..12).map(|_| ratio(1, 12)).collect();
    let counts: Vec<u64> = (0..12).map(|i| 300 + i).collect();
    let test = exact_test(&chances, &counts).unwrap();
    // Of so many nothing is proved but that it is from 0 to 1, which is left out.
    assert!(test.likelihood.is_some() && test.at_least_as_unlikely.is_none());
    assert_eq!(test.approximate.unwrap().degrees, 11);
}

#[test]
fn a_die_thrown_two_hundred_times_is_bounded_closely() {
    let chances: Vec<BigRational> = (0..6).map(|_| ratio(1, 6)).collect();
    let test = exact_test(&chances, &[26, 37, 29, 41, 33, 34]).unwrap();
    let (lower, upper) = chance_of(&test).ends().unwrap();
    // χ² is 4.36 with five degrees of freedom: 0.50.
    assert!(
        lower < ratio(1, 2) && ratio(49, 100) < upper,
        "{} {}",
        approx(&lower),
        approx(&upper)
    );
    assert!(
        &upper - &lower < ratio(1, 20),
        "{} {}",
        approx(&lower),
        approx(&upper)
    );
    // Rarer than the rarest looked at.
    let test = exact_test(&chances, &[200, 0, 0, 0, 0, 0]).unwrap();
    let (lower, upper) = chance_of(&test).ends().unwrap();
    assert!(lower > BigRational::zero() && approx(&upper) < 1e-20);
}

#[test]
fn what_cannot_happen_has_no_chance() {
    let test = exact_test(&[ratio(1, 1), ratio(0, 1)], &[3, 1]).unwrap();
    assert_eq!(chance_of(&test).exact(), Some(&BigRational::zero()));
    assert!(exact_test(&[ratio(1, 2), ratio(1, 3)], &[1, 1]).is_err());
    assert!(exact_test(&[ratio(1, 1)], &[0]).is_err());
    assert!(exact_test(&[ratio(1, 1)], &[MAX_TRIALS + 1]).is_err());
}

/// C·p^a·(1−p)^b.
fn sticks(ways: i64, a: u32, b: u32) -> RatFunc {
    let p = RatFunc::x();
    let q = RatFunc::from(1) - &p;
    RatFunc::constant(BigRational::from_integer(BigInt::from(ways))) * p.pow(a) * q.pow(b)
}

#[test]
fn one_coin_has_the_interval_of_clopper_and_pearson() {
    // Ten throws, three successes: 0.0667 to 0.6525 (Clopper and Pearson's tables).
    let answer = likeliest_bias(&[sticks(1, 1, 0), sticks(1, 0, 1)], &[3, 7]).unwrap();
    assert_eq!(answer.likeliest.exact(), Some(&ratio(3, 10)));
    let (lower, upper) = (approx(&answer.lower), approx(&answer.upper));
    assert!(
        (lower - 0.066_739).abs() < 2e-6 && (upper - 0.652_453).abs() < 2e-6,
        "{lower} {upper}"
    );
    // None of ten: 0 to 1 − (1/40)^(1/10).
    let none = likeliest_bias(&[sticks(1, 1, 0), sticks(1, 0, 1)], &[0, 10]).unwrap();
    assert_eq!(none.lower, BigRational::zero());
    assert!((approx(&none.upper) - (1.0 - 0.025f64.powf(0.1))).abs() < 2e-6);
    // Four sticks are four throws of one coin each.
    let outcomes: Vec<RatFunc> = [(1, 0), (4, 1), (6, 2), (4, 3), (1, 4)]
        .map(|(ways, a)| sticks(ways, a, 4 - a))
        .to_vec();
    let answer = likeliest_bias(&outcomes, &[2, 10, 20, 10, 8]).unwrap();
    assert_eq!(
        answer.interval,
        Interval::ClopperPearson {
            successes: 112,
            throws: 200
        }
    );
}

#[test]
fn outcomes_that_join_throws_have_a_likelihood_interval() {
    // Two sticks: alike or not, 2p(1 − p) has two likeliest biases, so none alone.
    let unlike = sticks(2, 1, 1);
    let alike = RatFunc::from(1) - &unlike;
    assert!(likeliest_bias(&[unlike, alike], &[30, 70]).is_err());
    // Three sticks, none flat apart from the rest: 1 − (1−p)³ = 7/8 at p = 1/2.
    let none = sticks(1, 0, 3);
    let some = RatFunc::from(1) - &none;
    let answer = likeliest_bias(&[none.clone(), some.clone()], &[10, 70]).unwrap();
    assert_eq!(answer.likeliest.exact(), Some(&ratio(1, 2)));
    assert_eq!(answer.interval, Interval::Likelihood);
    // Which interval it is does not depend on what was seen; here the likelihood, (1−p)³⁰, falls all the way.
    for (chances, likeliest) in [
        ([none.clone(), some.clone()], 0),
        ([sticks(1, 3, 0), RatFunc::from(1) - &sticks(1, 3, 0)], 1),
    ] {
        let edge = likeliest_bias(&chances, &[10, 0]).unwrap();
        assert_eq!(edge.interval, Interval::Likelihood);
        assert_eq!(edge.likeliest.exact(), Some(&ratio(likeliest, 1)));
        let far = if likeliest == 0 {
            approx(&edge.upper)
        } else {
            1.0 - approx(&edge.lower)
        };
        assert!(
            (far - (1.0 - 0.15f64.powf(1.0 / 30.0))).abs() < 2e-6,
            "{far}"
        );
    }
    // At the ends the likelihood is 3/20 of the greatest.
    let likelihood =
        |bias: f64| 10.0 * (1.0 - bias).powi(3).ln() + 70.0 * (1.0 - (1.0 - bias).powi(3)).ln();
    for end in [&answer.lower, &answer.upper] {
        let less = likelihood(0.5) - likelihood(approx(end));
        assert!((less + 0.15f64.ln()).abs() < 1e-3, "{end}: {less}");
    }
}
