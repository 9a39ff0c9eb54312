use proptest::prelude::*;

use super::*;
use crate::exact::Poly;
use crate::exact::bounds::{Root, real_roots_in};
use crate::exact::parse_fraction;

fn ratio(over: i64, under: i64) -> BigRational {
    BigRational::new(over.into(), under.into())
}

/// x = Σ cᵢ·xⁱ.
fn single(coefficients: &[BigRational]) -> System {
    let mut system = System::new(1);
    for (power, c) in coefficients.iter().enumerate() {
        system.add(0, c.clone(), &vec![0; power]).unwrap();
    }
    system
}

fn contains(real: &Real, value: &BigRational) -> bool {
    let bounds = real.enclosure().unwrap();
    bounds.lower() <= *value && *value <= bounds.upper()
}

fn width(real: &Real) -> BigRational {
    let bounds = real.enclosure().unwrap();
    bounds.upper() - bounds.lower()
}

#[test]
fn the_smaller_root_rational_or_not() {
    // Galton–Watson with two or no children: the critical and the two others.
    let value = |c: &[(i64, i64)]| {
        let c: Vec<_> = c.iter().map(|&(over, under)| ratio(over, under)).collect();
        single(&c)
            .least_solution()
            .map(|x| x[0].exact().unwrap().to_string())
    };
    assert_eq!(value(&[(1, 2), (0, 1), (1, 2)]).unwrap(), "1");
    assert_eq!(value(&[(2, 3), (0, 1), (1, 3)]).unwrap(), "1");
    assert_eq!(value(&[(1, 3), (0, 1), (2, 3)]).unwrap(), "1/2");
    assert_eq!(
        value(&[(1, 4), (1, 4), (1, 4)]).unwrap(),
        "3/2 - 1/2*sqrt(5)"
    );
    assert_eq!(value(&[(0, 1), (1, 1), (1, 1)]).unwrap(), "0");
    assert_eq!(value(&[(1, 1), (1, 2)]).unwrap(), "2");
    for none in [
        &[(1, 1), (1, 1)][..],
        &[(1, 1), (2, 1)],
        &[(1, 1), (0, 1), (1, 1)],
        &[(1, 9), (1, 1), (1, 9)],
    ] {
        assert_eq!(value(none), Err(FixpointError::Diverges { unknown: 0 }));
    }
}

#[test]
fn a_loop_that_reduces_to_a_quadratic() {
    // x = 1/4 + y·x/2, y = 1/4 + z·x/2, z = 1/4: only x is left after substitution.
    let mut system = System::new(3);
    for unknown in 0..3 {
        system.add(unknown, ratio(1, 4), &[]).unwrap();
    }
    system.add(0, ratio(1, 2), &[1, 0]).unwrap();
    system.add(1, ratio(1, 2), &[0, 2]).unwrap();
    let solution = system.least_solution().unwrap();
    let [x, y, z] = [0, 1, 2].map(|i| solution[i].exact().unwrap().clone());
    assert_eq!(z, Surd::from(ratio(1, 4)));
    let half = Surd::from(ratio(1, 2));
    assert_eq!(x, z.clone() + half.clone() * x.clone() * y.clone());
    assert_eq!(y, z.clone() + half * x.clone() * z);
    assert!(x.as_rational().is_none() && x < Surd::from(ratio(1, 3)));
}

#[test]
fn higher_degrees_are_enclosed_and_multiple_roots_honestly_wide() {
    // x = 1/5 + 2/5·x³: the least root of a cubic, against isolation by Bernstein bisection.
    let solution = single(&[ratio(1, 5), ratio(0, 1), ratio(0, 1), ratio(2, 5)]);
    let solution = solution.least_solution().unwrap();
    assert!(solution[0].exact().is_none());
    assert!(width(&solution[0]) < parse_fraction(&format!("1/1{}", "0".repeat(59))).unwrap());
    // (1 − x)² divides x = (3 + 3x + x² + x³)/8: Newton's method only halves the distance, and no u lies above 1.
    let critical =
        single(&[(3, 8), (3, 8), (1, 8), (1, 8)].map(|(over, under)| ratio(over, under)));
    let critical = critical.least_solution().unwrap();
    assert!(contains(&critical[0], &ratio(1, 1)));
    assert!(width(&critical[0]) < parse_fraction("1/1000000000000").unwrap());
    // A third does not end in binary; the bound of 1 holds all the same.
    let critical =
        single(&[(2, 3), (0, 1), (0, 1), (1, 3)].map(|(over, under)| ratio(over, under)));
    assert!(contains(
        &critical.least_solution().unwrap()[0],
        &ratio(1, 1)
    ));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// One unknown of degree three or four: the enclosure meets the first root found by isolation in [0, 1].
    #[test]
    fn newton_meets_isolation(weights in proptest::collection::vec(0i64..=6, 4..=5), lost in 1i64..=9, start in 1i64..=5) {
        let total: i64 = weights.iter().sum::<i64>() + start + lost;
        let mut c: Vec<BigRational> = weights.iter().map(|&w| ratio(w, total)).collect();
        c[0] = ratio(start, total);
        let solution = single(&c).least_solution().unwrap();
        let mut poly: Vec<BigRational> = c.iter().map(|c| -c).collect();
        poly[1] += ratio(1, 1);
        let tolerance = parse_fraction("1/1000000000000000000000000").unwrap();
        let roots = real_roots_in(&Poly::new(poly), &ratio(0, 1), &ratio(1, 1), &tolerance).unwrap();
        match &roots[0] {
            Root::Rational(root) => prop_assert!(contains(&solution[0], root)),
            Root::Isolated { lower, upper } => {
                let bounds = solution[0].enclosure().unwrap();
                prop_assert!(bounds.lower() <= *upper && *lower <= bounds.upper());
            }
        }
        prop_assert!(width(&solution[0]) < tolerance);
    }

    /// Several unknowns: plain iteration from zero stays below the solution and comes near it.
    #[test]
    fn iteration_from_zero_comes_near(
        terms in proptest::collection::vec((0usize..4, 0usize..4, 0usize..4, 1i64..=4), 4..=12),
        starts in proptest::collection::vec(1i64..=4, 4),
    ) {
        let mut system = System::new(4);
        let mut floats = vec![Vec::new(); 4];
        for (i, &start) in starts.iter().enumerate() {
            system.add(i, ratio(start, 60), &[]).unwrap();
            floats[i].push((start as f64 / 60.0, vec![]));
        }
        for (i, j, k, c) in terms {
            system.add(i, ratio(c, 60), &[j, k]).unwrap();
            floats[i].push((c as f64 / 60.0, vec![j, k]));
        }
        let solution = system.least_solution().unwrap();
        let mut x = [0.0f64; 4];
        for _ in 0..2000 {
            x = std::array::from_fn(|i| {
                floats[i].iter().map(|(c, f)| f.iter().fold(*c, |p, &j| p * x[j])).sum()
            });
        }
        for (found, x) in solution.iter().zip(x) {
            prop_assert!((crate::exact::approx(&found.near()) - x).abs() < 1e-12);
            prop_assert!(width(found) < parse_fraction("1/1000000000000000000000000").unwrap());
        }
    }
}

#[test]
fn faults_are_named() {
    let mut system = System::new(1);
    assert!(matches!(
        system.add(0, ratio(1, 2), &[3]),
        Err(FixpointError::NoSuchUnknown { unknown: 3, .. })
    ));
    assert!(matches!(
        system.add(0, ratio(-1, 2), &[0]),
        Err(FixpointError::Negative { .. })
    ));
    assert!(matches!(
        System::new(5000).least_solution(),
        Err(FixpointError::TooLarge(_))
    ));
}
