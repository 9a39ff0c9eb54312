use super::*;
use crate::exact::tests::ratio;
use num_traits::{One, Signed, Zero};
use proptest::prelude::*;

fn tiny(exponent: i64) -> BigRational {
    power_of_two(-exponent)
}

fn poly(coefficients: &[i64]) -> Poly {
    Poly::from_integers(coefficients.iter().copied())
}

fn product(roots: &[BigRational]) -> Poly {
    let x = Poly::x();
    roots
        .iter()
        .fold(Poly::one(), |all, r| all * (&x - Poly::constant(r.clone())))
}

/// Every isolated root must be certified: opposite signs at the ends of a short enough interval.
fn assert_certified(f: &Poly, roots: &[Between], tolerance: &BigRational) {
    let simple = f.square_free();
    for root in roots {
        match root.number() {
            Some(value) => assert!(f.eval(value).is_zero()),
            None => {
                assert!(root.width() <= *tolerance);
                assert!((simple.eval(&root.lower) * simple.eval(&root.upper)).is_negative());
            }
        }
    }
    for pair in roots.windows(2) {
        assert!(pair[0].upper <= pair[1].lower && pair[0] != pair[1]);
    }
}

mod roots {
    use super::*;

    #[test]
    fn twenty_whole_roots_are_found_exactly() {
        let roots: Vec<BigRational> = (1..=20).map(|k| ratio(k, 1)).collect();
        let found = real_roots_in(&product(&roots), &ratio(1, 1), &ratio(20, 1), &ratio(1, 2));
        let expected: Vec<Between> = roots.into_iter().map(Between::exact).collect();
        assert_eq!(found.unwrap(), expected);
    }

    #[test]
    fn wilkinsons_perturbed_polynomial_has_ten_real_roots() {
        // Wilkinson 1959: taking 2^-23 from the coefficient of x^19 leaves 10 real roots of 20.
        let roots: Vec<BigRational> = (1..=20).map(|k| ratio(k, 1)).collect();
        let f = product(&roots) - Poly::monomial(tiny(23), 19);
        let found = real_roots_in(&f, &ratio(0, 1), &ratio(30, 1), &tiny(40)).unwrap();
        assert_certified(&f, &found, &tiny(40));
        let approx: Vec<f64> = found
            .iter()
            .map(|r| num_traits::ToPrimitive::to_f64(&r.lower).unwrap())
            .collect();
        assert_eq!(found.len(), 10);
        assert!((approx[6] - 6.99970).abs() < 1e-4 && (approx[9] - 20.84691).abs() < 1e-4);
    }

    #[test]
    fn the_ends_belong_to_the_interval() {
        let f = product(&[ratio(1, 7), ratio(2, 7), ratio(3, 7)]);
        let found = real_roots_in(&f, &ratio(1, 7), &ratio(3, 7), &tiny(2)).unwrap();
        assert_eq!(found.len(), 3);
        let inner = real_roots_in(&f, &ratio(15, 100), &ratio(42, 100), &tiny(2)).unwrap();
        assert_eq!(inner, [Between::exact(ratio(2, 7))]);
        let point = real_roots_in(&f, &ratio(2, 7), &ratio(2, 7), &tiny(2)).unwrap();
        assert_eq!(point, [Between::exact(ratio(2, 7))]);
        let none = real_roots_in(&f, &ratio(1, 2), &ratio(1, 2), &tiny(2)).unwrap();
        assert!(none.is_empty());
        assert!(
            real_roots_in(&Poly::one(), &ratio(0, 1), &ratio(1, 1), &tiny(2))
                .unwrap()
                .is_empty()
        );
    }

    #[test]
    fn close_roots_are_told_apart() {
        // Mignotte: x^9 - 2 (100 x - 1)^2 has two roots near 1/100, about 10^-11 apart.
        let f = Poly::x().pow(9) - Poly::from(2) * poly(&[-1, 100]).pow(2);
        let found = real_roots_in(&f, &ratio(0, 1), &ratio(1, 1), &ratio(1, 10)).unwrap();
        assert_eq!(found.len(), 2);
        assert_certified(&f, &found, &ratio(1, 10));
    }

    #[test]
    fn odds_equal_to_the_cube_root_of_four() {
        // p^3 = 4 (1-p)^3, so p / (1-p) is the cube root of 4: both ends must bracket it.
        let p = RatFunc::x();
        let q = RatFunc::one() - &p;
        let four_q = RatFunc::from(4) * q.pow(3);
        let found = crossings(&p.pow(3), &four_q, &ratio(0, 1), &ratio(1, 1), &tiny(200)).unwrap();
        let [Between { lower, upper }] = found.as_slice() else {
            panic!("one irrational crossing expected, not {found:?}");
        };
        assert!(upper - lower <= tiny(200));
        let odds_cubed = |p: &BigRational| num_traits::pow(p / (BigRational::one() - p), 3);
        assert!(odds_cubed(lower) < ratio(4, 1) && odds_cubed(upper) > ratio(4, 1));
    }

    #[test]
    fn crossings_leave_out_poles() {
        // 1/p + p and 1/p would agree at 0, where neither is defined.
        let p = RatFunc::x();
        let f = p.recip().unwrap();
        let g = &f + &p;
        let found = crossings(&g, &f, &ratio(-1, 1), &ratio(1, 1), &tiny(9)).unwrap();
        assert!(found.is_empty());
        let two = crossings(&p, &f, &ratio(-2, 1), &ratio(2, 1), &tiny(9)).unwrap();
        assert_eq!(
            two,
            [Between::exact(ratio(-1, 1)), Between::exact(ratio(1, 1))]
        );
        let same = crossings(&f, &f, &ratio(0, 1), &ratio(1, 1), &tiny(9));
        assert_eq!(same, Err(BoundsError::EqualEverywhere));
    }

    proptest! {
        #[test]
        fn chosen_roots_are_recovered(
            mut roots in prop::collection::vec((-30i64..=30, 1i64..=9, 1u32..=3), 1..5),
            (square, squared) in (2i64..40, 1u32..=3),
        ) {
            // Rational roots and the pair of square roots of a number, with multiplicities.
            let x = Poly::x();
            let mut f = (&x * &x - Poly::from(square)).pow(squared);
            for (n, d, times) in &roots {
                f *= poly(&[-n, *d]).pow(*times);
            }
            let (low, high) = (ratio(-40, 1), ratio(40, 1));
            let found = real_roots_in(&f, &low, &high, &tiny(12)).unwrap();
            assert_certified(&f, &found, &tiny(12));
            roots.sort_by_key(|&(n, d, _)| ratio(n, d));
            let mut expected: Vec<BigRational> = roots.iter().map(|&(n, d, _)| ratio(n, d)).collect();
            let whole = (1..=6).find(|r| r * r == square);
            expected.extend(whole.iter().flat_map(|&r| [ratio(r, 1), ratio(-r, 1)]));
            expected.sort();
            expected.dedup();
            let rational: Vec<BigRational> =
                found.iter().filter_map(|r| r.number().cloned()).collect();
            prop_assert_eq!(rational, expected);
            prop_assert_eq!(
                found.iter().filter(|r| r.number().is_none()).count(),
                if whole.is_some() { 0 } else { 2 }
            );
        }
    }
}

mod ranges {
    use super::*;

    fn chebyshev(n: usize) -> Poly {
        let (mut a, mut b) = (Poly::one(), Poly::x());
        for _ in 0..n {
            (a, b) = (b.clone(), Poly::from(2) * Poly::x() * &b - a);
        }
        a
    }

    #[test]
    fn chebyshev_polynomials_reach_one_exactly_at_irrational_points() {
        for n in [5, 16] {
            let f = RatFunc::from(chebyshev(n));
            let inner = range(&f, &ratio(-9, 10), &ratio(9, 10), &tiny(30)).unwrap();
            assert_eq!((&inner.lower, &inner.upper), (&ratio(-1, 1), &ratio(1, 1)));
        }
    }

    #[test]
    fn an_irrational_extremum_is_enclosed_outward() {
        // p - p^3 is greatest at p = 1/√3: the value 2/(3√3) has square 4/27.
        let f = RatFunc::from(poly(&[0, 1, 0, -1]));
        let bounds = range(&f, &ratio(0, 1), &ratio(1, 1), &tiny(50)).unwrap();
        assert_eq!(bounds.lower, ratio(0, 1));
        let square = |x: BigRational| &x * &x;
        assert!(square(bounds.upper.clone()) > ratio(4, 27));
        assert!(square(&bounds.upper - tiny(50)) < ratio(4, 27));
        assert!(bounds.upper.denom().bits() <= 60);
    }

    #[test]
    fn poles_are_errors_wherever_they_are() {
        let at_root_of_half = RatFunc::new(Poly::one(), poly(&[-1, 0, 2])).unwrap();
        let error = range(&at_root_of_half, &ratio(0, 1), &ratio(1, 1), &tiny(8)).unwrap_err();
        let BoundsError::Pole { at } = error else {
            panic!("a pole expected, not {error}");
        };
        assert!(at.lower < ratio(708, 1000) && at.upper > ratio(707, 1000));
        let at_end = RatFunc::x().recip().unwrap();
        let error = range(&at_end, &ratio(0, 1), &ratio(1, 1), &tiny(8)).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the function has a pole at 0, inside the interval asked for"
        );
        assert!(range(&at_end, &ratio(1, 9), &ratio(1, 1), &tiny(8)).is_ok());
    }

    #[test]
    fn wrong_questions_and_limits_are_errors() {
        let f = RatFunc::x();
        let (zero, one) = (ratio(0, 1), ratio(1, 1));
        let ask = |f: &RatFunc, a: &BigRational, b: &BigRational, t: &BigRational| {
            range(f, a, b, t).unwrap_err()
        };
        assert!(matches!(
            ask(&f.pow(401), &zero, &one, &one),
            BoundsError::Degree { degree: 401 }
        ));
        let long = RatFunc::constant(power_of_two(100_001));
        assert!(matches!(
            ask(&long, &zero, &one, &one),
            BoundsError::Coefficient { .. }
        ));
    }

    #[test]
    fn a_single_point_is_an_interval() {
        let f = RatFunc::from(poly(&[0, 1, -1]));
        let bounds = range(&f, &ratio(1, 3), &ratio(1, 3), &tiny(9)).unwrap();
        assert_eq!((bounds.lower, bounds.upper), (ratio(2, 9), ratio(2, 9)));
    }

    fn coefficients(len: std::ops::Range<usize>) -> impl Strategy<Value = Poly> {
        prop::collection::vec((-50i64..=50, 1i64..=6), len)
            .prop_map(|c| Poly::new(c.into_iter().map(|(n, d)| ratio(n, d))))
    }

    proptest! {
        #[test]
        fn dense_samples_lie_within_and_come_close(
            numer in coefficients(0..9),
            denom in coefficients(1..5),
            start in -3i64..=3,
        ) {
            let Some(f) = RatFunc::new(numer, denom) else { return Ok(()) };
            let (low, high) = (ratio(start, 2), ratio(start + 1, 2));
            let samples: Vec<Option<BigRational>> =
                (0..=64).map(|k| f.eval(&(&low + ratio(k, 128)))).collect();
            match range(&f, &low, &high, &tiny(30)) {
                Err(BoundsError::Pole { at }) => {
                    // Independent: the denominator vanishes or changes sign at the place named.
                    let signs = f.denom().eval(&at.lower) * f.denom().square_free().eval(&at.upper);
                    prop_assert!(at.number().is_none() || signs.is_zero());
                }
                Err(error) => prop_assert!(false, "{}", error),
                Ok(bounds) => {
                    let samples: Vec<BigRational> = samples.into_iter().flatten().collect();
                    prop_assert_eq!(samples.len(), 65);
                    let most = samples.iter().max().unwrap();
                    let least = samples.iter().min().unwrap();
                    prop_assert!(&bounds.lower <= least && most <= &bounds.upper);
                    // The value next to the bound is within tolerance of it: a bound moved inward by
                    // twice the tolerance is crossed somewhere.
                    let slack = tiny(29);
                    for inner in [&bounds.upper - &slack, &bounds.lower + &slack] {
                        if bounds.upper == bounds.lower { continue; }
                        let level = RatFunc::constant(inner);
                        let met = crossings(&f, &level, &low, &high, &tiny(20)).unwrap();
                        prop_assert!(!met.is_empty() || &bounds.upper - &bounds.lower < slack);
                    }
                }
            }
        }
    }
}
