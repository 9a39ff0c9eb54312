use super::*;
use crate::exact::tests::ratio;
use proptest::prelude::*;

fn rational() -> impl Strategy<Value = BigRational> {
    (-9i64..=9, 1i64..=7).prop_map(|(n, d)| ratio(n, d))
}

fn poly() -> impl Strategy<Value = Poly> {
    prop::collection::vec(rational(), 0..5).prop_map(Poly::new)
}

fn function() -> impl Strategy<Value = RatFunc> {
    (poly(), poly()).prop_filter_map("zero denominator", |(n, d)| RatFunc::new(n, d))
}

fn quotient(numer: &[i64], denom: &[i64]) -> RatFunc {
    let poly = |c: &[i64]| Poly::from_integers(c.iter().copied());
    RatFunc::new(poly(numer), poly(denom)).expect("denominator is not zero")
}

fn is_canonical(f: &RatFunc) -> bool {
    let denom = f.denom();
    let lowest = denom.numers().iter().find(|c| !c.is_zero());
    denom.denom().is_one()
        && super::super::poly::content(denom.numers()).is_one()
        && lowest.is_some_and(Signed::is_positive)
        && f.numer().gcd(denom).is_one()
}

#[test]
fn text_is_canonical() {
    let half_x = RatFunc::from(Poly::monomial(ratio(1, 2), 1));
    let cases = [
        (RatFunc::zero(), "0"),
        (half_x.clone(), "1/2*p"),
        (quotient(&[1, 37], &[2, -1]), "(1 + 37*p)/(2 - p)"),
        (quotient(&[-1, -37], &[-2, 1]), "(1 + 37*p)/(2 - p)"),
        (
            half_x.checked_div(&quotient(&[1, 1], &[1])).unwrap(),
            "p/(2 + 2*p)",
        ),
        (quotient(&[3], &[0, 0, 1]), "3/p^2"),
        (quotient(&[3], &[0, -2]), "-3/(2*p)"),
        (quotient(&[-1, 0, 1], &[-2, 2]), "1/2 + 1/2*p"),
        (quotient(&[0, -1], &[0, 1, 1]), "-1/(1 + p)"),
        (quotient(&[0, 0, -2], &[3, 0, -3]), "-2*p^2/(3 - 3*p^2)"),
    ];
    for (f, text) in cases {
        assert_eq!(f.to_string(), text);
        assert!(is_canonical(&f), "{text}");
    }
}

proptest! {
    #[test]
    fn arithmetic_agrees_with_arithmetic_of_values(f in function(), g in function(), x in rational()) {
        for h in [&f + &g, &f - &g, &f * &g, -&f, f.derivative(), f.pow(2)] {
            prop_assert!(is_canonical(&h));
        }
        if let (Some(a), Some(b)) = (f.eval(&x), g.eval(&x)) {
            prop_assert_eq!((&f + &g).eval(&x), Some(&a + &b));
            prop_assert_eq!((&f - &g).eval(&x), Some(&a - &b));
            prop_assert_eq!((&f * &g).eval(&x), Some(&a * &b));
            if !b.is_zero() {
                let quotient = f.checked_div(&g).expect("not zero");
                prop_assert!(is_canonical(&quotient));
                prop_assert_eq!(quotient.eval(&x), Some(a / b));
            }
        }
    }

    #[test]
    fn derivative_obeys_the_product_rule(f in function(), g in function()) {
        let left = (&f * &g).derivative();
        prop_assert_eq!(left, f.derivative() * &g + &f * g.derivative());
    }
}
