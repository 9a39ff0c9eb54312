use super::*;
use crate::exact::tests::ratio;
use proptest::prelude::*;

fn rational() -> impl Strategy<Value = BigRational> {
    (-20i64..=20, 1i64..=12).prop_map(|(n, d)| ratio(n, d))
}

fn poly() -> impl Strategy<Value = Poly> {
    prop::collection::vec(rational(), 0..7).prop_map(Poly::new)
}

/// Long division in fractions; `None` by zero.
fn div_rem(a: &Poly, b: &Poly) -> Option<(Poly, Poly)> {
    let degree = b.degree()?;
    let (mut quotient, mut rest) = (Poly::zero(), a.clone());
    while let Some(top) = rest.degree().filter(|top| *top >= degree) {
        let term = Poly::monomial(rest.coeff(top) / b.coeff(degree), top - degree);
        rest -= &term * b;
        quotient += term;
    }
    Some((quotient, rest))
}

/// The gcd by the primitive pseudo-remainder sequence: the textbook way, nothing modular.
fn gcd_by_remainders(a: &Poly, b: &Poly) -> Poly {
    let (_, mut a) = a.primitive();
    let (_, mut b) = b.primitive();
    while !b.is_zero() {
        let (_, remainder) = div_rem(&a, &b).expect("b is not zero").1.primitive();
        a = std::mem::replace(&mut b, remainder);
    }
    a.primitive().1
}

#[test]
fn text_is_canonical() {
    let cases: [(Poly, &str); 9] = [
        (Poly::zero(), "0"),
        (Poly::one(), "1"),
        (Poly::from(-1), "-1"),
        (Poly::x(), "p"),
        (-Poly::x(), "-p"),
        (Poly::monomial(ratio(3, 2), 1), "3/2*p"),
        (Poly::monomial(ratio(-1, 2), 3), "-1/2*p^3"),
        (
            Poly::new([ratio(-1, 3), ratio(0, 1), ratio(1, 1)]),
            "-1/3 + p^2",
        ),
        (
            Poly::from_integers([0, 4, -12, 12, -4, 0]),
            "4*p - 12*p^2 + 12*p^3 - 4*p^4",
        ),
    ];
    for (poly, text) in cases {
        assert_eq!(poly.to_string(), text);
    }
}

#[test]
fn zero_has_no_degree_and_no_coefficients() {
    let zero = Poly::from_integers([0, 0]);
    assert!(zero.is_zero() && zero.coefficients().is_empty());
    assert_eq!(zero.degree(), None);
    assert_eq!(zero, Poly::zero());
    assert_eq!(zero.pow(0), Poly::one());
    assert_eq!(Poly::one().coeff(3), BigRational::zero());
}

#[test]
fn powers_of_a_binomial_are_binomial_coefficients() {
    let power = (Poly::x() + Poly::one()).pow(30);
    let mut expected = BigInt::one();
    for k in 0..=30u32 {
        assert_eq!(
            power.coeff(k as usize),
            BigRational::from_integer(expected.clone())
        );
        expected = expected * (30 - k) / (k + 1);
    }
}

#[test]
fn gcd_of_large_products_finds_the_common_factor() {
    // Coefficients far beyond one machine word, and a repeated factor.
    let common = (Poly::from_integers([7, -3, 0, 5]).pow(9)) * Poly::from(1_000_003).pow(6);
    let a = &common * Poly::from_integers([1, 1]).pow(12);
    let b = &common * Poly::from_integers([-3, 2]).pow(15);
    assert_eq!(a.gcd(&b), Poly::from_integers([7, -3, 0, 5]).pow(9));
    assert_eq!(a.gcd(&b), gcd_by_remainders(&a, &b));
}

#[test]
fn gcd_when_leading_coefficients_share_a_large_factor() {
    let a = Poly::from_integers([1, 6]) * Poly::from_integers([5, 10]);
    let b = Poly::from_integers([1, 6]) * Poly::from_integers([7, 10]);
    assert_eq!(a.gcd(&b), Poly::from_integers([1, 6]));
    assert_eq!(a.gcd(&Poly::from(12)), Poly::one());
    assert_eq!(a.gcd(&Poly::zero()), a.primitive().1);
    assert_eq!(Poly::zero().gcd(&Poly::zero()), Poly::zero());
}

#[test]
fn square_free_part_keeps_each_root_once() {
    let f = Poly::x().pow(3) * Poly::from_integers([1, -1]).pow(5) * Poly::from_integers([1, 2]);
    let expected = Poly::x() * Poly::from_integers([-1, 1]) * Poly::from_integers([1, 2]);
    assert_eq!(f.square_free(), expected);
    assert_eq!(Poly::from(5).square_free(), Poly::one());
    assert_eq!(Poly::zero().square_free(), Poly::zero());
}

proptest! {
    #[test]
    fn arithmetic_agrees_with_arithmetic_of_values(a in poly(), b in poly(), x in rational()) {
        let (fa, fb) = (a.eval(&x), b.eval(&x));
        prop_assert_eq!((&a + &b).eval(&x), &fa + &fb);
        prop_assert_eq!((&a - &b).eval(&x), &fa - &fb);
        prop_assert_eq!((&a * &b).eval(&x), &fa * &fb);
        prop_assert_eq!((-&a).eval(&x), -&fa);
        prop_assert_eq!(a.pow(3).eval(&x), num_traits::pow(fa.clone(), 3));
        prop_assert_eq!(a.scale(&x).eval(&x), &fa * &x);
        prop_assert_eq!(a.clone() + b.clone(), &b + &a);
        prop_assert!((&a - &a).is_zero());
        let mut c = a.clone();
        c += &b;
        c *= &b;
        c -= &a;
        prop_assert_eq!(c.eval(&x), (&fa + &fb) * &fb - &fa);
    }

    #[test]
    fn value_is_the_sum_of_the_terms(a in poly(), x in rational()) {
        let mut sum = BigRational::zero();
        for (degree, c) in a.coefficients().into_iter().enumerate() {
            sum += c * num_traits::pow(x.clone(), degree);
        }
        prop_assert_eq!(a.eval(&x), sum);
        prop_assert_eq!(Poly::new(a.coefficients()), a);
    }

    #[test]
    fn a_product_is_divided_exactly(a in poly(), b in poly()) {
        let quotient = (!b.is_zero()).then(|| a.clone());
        prop_assert_eq!((&a * &b).div_exact(&b), quotient);
    }

    #[test]
    fn exact_division_refuses_a_remainder(a in poly(), b in poly()) {
        if let Some((q, r)) = div_rem(&a, &b) {
            prop_assert_eq!(a.div_exact(&b), r.is_zero().then_some(q));
        }
    }

    #[test]
    fn modular_gcd_agrees_with_remainder_sequence(a in poly(), b in poly(), c in poly()) {
        let (x, y) = (&a * &c, &b * &c);
        let gcd = x.gcd(&y);
        prop_assert_eq!(&gcd, &gcd_by_remainders(&x, &y));
        if !gcd.is_zero() {
            prop_assert!(x.div_exact(&gcd).is_some() && y.div_exact(&gcd).is_some());
            prop_assert!(gcd.div_exact(&c.primitive().1).is_some());
        }
    }

    #[test]
    fn derivative_obeys_the_product_rule(a in poly(), b in poly()) {
        let left = (&a * &b).derivative();
        prop_assert_eq!(left, a.derivative() * &b + &a * b.derivative());
    }

    #[test]
    fn content_times_part_is_the_polynomial(a in poly()) {
        let (content, part) = a.primitive();
        prop_assert!(part.denom().is_one());
        prop_assert!(part.is_zero() || super::content(part.numers()).is_one());
        prop_assert_eq!(part.scale(&content), a);
    }
}
