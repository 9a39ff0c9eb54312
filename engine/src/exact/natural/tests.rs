//! Arithmetic against that of binary numbers.

use std::cell::Cell;

use super::*;
use proptest::prelude::*;

thread_local! {
    static WORK: Cell<u64> = const { Cell::new(0) };
}

/// Counts an operation and the words it goes through.
pub(super) fn count_work(words: usize) {
    WORK.set(WORK.get() + 20 + words as u64);
}

/// The elementary steps of the sums, products and quotients that this thread has made since it last asked; products by transforms
/// are not among them.
pub(crate) fn work_done() -> u64 {
    WORK.take()
}

/// Lists of weights are as large as memory allows: a number has room for little more than itself, however it was added up.
#[test]
fn numbers_take_no_more_room_than_they_need() {
    let long = Natural::from_limbs(vec![BASE - 1; 9]);
    let mut sums = vec![Natural::default(); 4];
    for _ in 0..50 {
        sums[0] += &long;
        sums[1].add_scaled(&long, BASE - 1);
        sums[2].add_times(&long, &long);
        sums[3] = sums[3].clone() + long.clone();
    }
    for sum in sums {
        assert!(
            sum.limbs.capacity() <= sum.limbs.len() + 2,
            "{:?}",
            sum.limbs
        );
    }
}

fn big(digits: &[u64]) -> (Natural, BigUint) {
    let binary = digits.iter().fold(BigUint::ZERO, |n, &d| n * u64::MAX + d);
    (Natural::from(&binary), binary)
}

#[test]
fn splits_at_the_ends_of_the_range() {
    let most = (u128::from(BASE) << 64) - 1;
    for value in [
        0,
        1,
        u128::from(BASE) - 1,
        BASE.into(),
        u64::MAX.into(),
        most - 1,
        most,
    ] {
        let split = split(value);
        assert_eq!(
            u128::from(split.0) * u128::from(BASE) + u128::from(split.1),
            value
        );
        assert!(split.1 < BASE);
    }
}

proptest! {
    #[test]
    fn splits_as_division_does(high in 0..BASE, low in any::<u64>()) {
        let value = u128::from(high) << 64 | u128::from(low);
        let base = u128::from(BASE);
        prop_assert_eq!(split(value), ((value / base) as u64, (value % base) as u64));
    }

    /// Products with few limbs and with many, added in place to shorter and to longer numbers.
    #[test]
    fn products_are_added_in_place(
        a in prop::collection::vec(any::<u64>(), 0..24),
        b in prop::collection::vec(any::<u64>(), 0..24),
        c in prop::collection::vec(any::<u64>(), 0..50),
    ) {
        let ((a, x), (b, y), (mut c, z)) = (big(&a), big(&b), big(&c));
        c.add_times(&a, &b);
        prop_assert_eq!(c, Natural::from(&(x * y + z)));
    }

    /// Every operation agrees with the binary numbers of num-bigint.
    #[test]
    fn agrees_with_binary(
        a in prop::collection::vec(any::<u64>(), 0..12),
        b in prop::collection::vec(any::<u64>(), 0..12),
        small in 1..=u64::MAX,
    ) {
        let ((a, a2), (b, b2)) = (big(&a), big(&b));
        prop_assert_eq!(a.to_string(), a2.to_string());
        prop_assert_eq!(a.to_biguint(), a2.clone());
        prop_assert_eq!((&a * &b).to_biguint(), &a2 * &b2);
        prop_assert_eq!((a.clone() + b.clone()).to_biguint(), &a2 + &b2);
        prop_assert_eq!(a.cmp(&b), a2.cmp(&b2));
        let difference = a.checked_sub(&b).map(|d| d.to_biguint());
        prop_assert_eq!(difference, (a2 >= b2).then(|| &a2 - b2.clone().min(a2.clone())));
        let (quotient, rest) = a.div_rem_small(small);
        prop_assert_eq!(quotient.to_biguint(), &a2 / small);
        prop_assert_eq!(BigUint::from(rest), &a2 % small);
        prop_assert_eq!(a.rem_small(small), rest);
        let short = small % SHORT + 1;
        let (quotient, rest) = a.div_rem_small(short);
        prop_assert_eq!(quotient.to_biguint(), &a2 / short);
        prop_assert_eq!((BigUint::from(rest), a.rem_small(short)), (&a2 % short, rest));
        let mut scaled = b.clone();
        scaled.add_scaled(&a, small);
        prop_assert_eq!(scaled.to_biguint(), &b2 + &a2 * small);
    }

    #[test]
    fn valuations(exponent in 0u32..400, prime in prop::sample::select(vec![2u64, 3, 5, 7, 997])) {
        let number = &Natural::from(prime).pow(exponent) * &Natural::from(11u64);
        prop_assert_eq!(number.valuation(prime, 1000), exponent);
        prop_assert_eq!(number.valuation(prime, 3), exponent.min(3));
    }
}

#[test]
fn products_longer_than_one_fold_are_exact() {
    let nines = Natural::from_limbs(vec![BASE - 1; 700]);
    let square = &nines * &nines;
    assert_eq!(square.to_biguint(), nines.to_biguint().pow(2));
}
