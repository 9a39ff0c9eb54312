use proptest::prelude::*;

use super::*;
use crate::exact::tests::ratio;
use crate::exact::{Field, decimal_text, parse_fraction};

fn surd(a: (i64, i64), b: (i64, i64), root: i64) -> Surd {
    Surd::new(&ratio(a.0, a.1), &ratio(b.0, b.1), &root.into()).unwrap()
}

#[test]
fn simplest_form() {
    let shown = |a, b, c| surd(a, b, c).to_string();
    assert_eq!(shown((1, 2), (1, 8), 20), "1/2 + 1/4*sqrt(5)");
    assert_eq!(shown((0, 1), (-1, 1), 2), "-sqrt(2)");
    assert_eq!(shown((1, 3), (1, 2), 9), "11/6");
    assert_eq!(shown((1, 3), (0, 2), 7), "1/3");
    assert_eq!(shown((1, 3), (5, 2), 0), "1/3");
    assert_eq!(Surd::new(&ratio(1, 1), &ratio(1, 1), &(-1).into()), None);
    // A square of a large prime, a product of two, and one too large to be settled.
    let large = BigInt::from(1_000_003u64);
    let root = |n: BigInt| Surd::sqrt(&BigRational::from_integer(n)).unwrap();
    assert_eq!(root(&large * &large * 12).to_string(), "2000006*sqrt(3)");
}

#[test]
fn enclosures_and_decimals() {
    let root = surd((0, 1), (1, 1), 2);
    assert_eq!(root.decimal(10), "1.4142135624");
    assert_eq!((-root.clone()).decimal(3), "-1.414");
    assert_eq!((-root.clone()).scaled_floor(&1.into()), (-2).into());
    let fifty = root.decimal(50);
    assert_eq!(
        fifty,
        "1.41421356237309504880168872420969807856967187537695"
    );
    assert_eq!(root.approx(), std::f64::consts::SQRT_2);
    let half = Surd::from(ratio(1, 2));
    assert_eq!(half.enclosure(1), (ratio(1, 2), ratio(1, 2)));
    assert_eq!(half.enclosure(0), (ratio(0, 1), ratio(1, 1)));
    // 1 - 10^-9 under the root: six places show 1.000000, padded because it is not exact.
    let near = Surd::sqrt(&parse_fraction("0.999999999").unwrap()).unwrap();
    assert_eq!(near.decimal(6), "1.000000");
    // √2 − 1.414213562 is about 3.7e-10.
    let tiny = root - Surd::from(parse_fraction("1.414213562").unwrap());
    assert_eq!(tiny.decimal(6), "3.73e-10");
}

fn any_ratio() -> impl Strategy<Value = BigRational> {
    (-40i64..=40, 1i64..=12).prop_map(|(over, under)| ratio(over, under))
}

fn any_surd(roots: &'static [i64]) -> impl Strategy<Value = Surd> {
    (any_ratio(), any_ratio(), proptest::sample::select(roots))
        .prop_map(|(a, b, root)| Surd::new(&a, &b, &root.into()).unwrap())
}

proptest! {
    #[test]
    fn a_field(x in any_surd(&[5]), y in any_surd(&[5, 20, 1]), z in any_surd(&[45])) {
        let sum = x.clone() + y.clone();
        prop_assert_eq!(sum.clone() * z.clone(), x.clone() * z.clone() + y.clone() * z.clone());
        prop_assert_eq!(sum - y.clone(), x.clone());
        if !y.is_zero() {
            prop_assert_eq!(x.divided_by(&y) * y.clone(), x.clone());
            prop_assert_eq!(y.recip().unwrap() * y, Surd::one());
        }
        prop_assert_eq!(x.clone() * x.conjugate(), Surd::from(x.norm()));
    }

    /// Ordering, signs and floors agree with enclosures by 30 places, which share only integer square roots of
    /// other numbers with them.
    #[test]
    fn order(x in any_surd(&[2, 3, 12, 7, 1]), y in any_surd(&[2, 3, 5, 18])) {
        let ends = |s: &Surd| {
            let scale = BigInt::from(10).pow(30);
            let root = BigRational::new((s.root() * &scale * &scale).sqrt(), scale.clone());
            let next = &root + BigRational::new(1.into(), scale);
            let (low, high) = if s.b().is_negative() { (next, root) } else { (root, next) };
            (s.a() + s.b() * low, s.a() + s.b() * high)
        };
        let ((x_low, x_high), (y_low, y_high)) = (ends(&x), ends(&y));
        match x.cmp(&y) {
            Ordering::Less => prop_assert!(x_low < y_high),
            Ordering::Greater => prop_assert!(x_high > y_low),
            Ordering::Equal => prop_assert!(x == y),
        }
        prop_assert_eq!(x.cmp(&y), y.cmp(&x).reverse());
        let (lower, upper) = x.enclosure(12);
        prop_assert!(lower <= x_high && x_low <= upper);
        prop_assert!(Surd::from(lower) <= x && x <= Surd::from(upper));
        prop_assert!((x.approx() - x.decimal(17).parse::<f64>().unwrap()).abs() < 1e-12);
    }
}

#[test]
fn rationals_print_as_ever() {
    let value = ratio(7, 16);
    assert_eq!(
        Surd::from(value.clone()).decimal(6),
        decimal_text(&value, 6)
    );
}
