//! Products of long numbers, and of polynomials with such coefficients, by number-theoretic transforms.
//!
//! The limbs of a product are the convolution of the limbs of its factors, after carries. With at most 2^20 limbs in the
//! shorter factor each term of the convolution is below 2^20 · 10^36 < 2^140; it is found modulo three primes, whose product
//! is above 2^183, and put together from its residues. All limbs are below each of the primes.
//!
//! A product of polynomials is a product of numbers in which each coefficient has as many limbs as a coefficient of the product can
//! take (Kronecker substitution), so that none carries into the next.

use super::{BASE, LIMB_DIGITS, Natural, split};
use crate::exact::prime::Montgomery;
use crate::work::stop;

/// Primes of the form k · 2^m + 1 with m ≥ 55, and a generator of the multiplicative group of each.
const PRIMES: [(u64, u64); 3] = [
    (1_945_555_039_024_054_273, 5),
    (2_485_986_994_308_513_793, 5),
    (4_179_340_454_199_820_289, 3),
];
/// The most limbs that two factors transformed together may have.
const MOST_LIMBS: usize = 1 << 21;

/// The approximate time in nanoseconds to multiply two numbers that have `limbs` limbs together.
pub(crate) fn transform_steps(limbs: u128) -> u128 {
    let length = limbs.next_power_of_two().max(2);
    length * (14 * u128::from(length.ilog2()) + 40)
}

/// The approximate time of [`convolve`] in nanoseconds, given coefficients and limbs of each factor; `None` where it does not
/// apply.
pub(crate) fn convolve_steps(a: (u128, u128), b: (u128, u128)) -> Option<u128> {
    let slot = a.1 + b.1;
    let most = MOST_LIMBS as u128;
    if (a.0 + b.0).saturating_mul(slot) <= most {
        return Some(transform_steps((a.0 + b.0) * slot));
    }
    let piece = most / 2 / slot;
    (piece > 0).then(|| {
        let pieces = a.0.div_ceil(piece).saturating_mul(b.0.div_ceil(piece));
        pieces.saturating_mul(transform_steps(most))
    })
}

/// The product of two numbers, if they have at most 2^21 limbs together and it is faster so than limb by limb.
pub(super) fn product(a: &[u64], b: &[u64]) -> Option<Natural> {
    let limbs = a.len() + b.len();
    let plain = a.len() as u128 * b.len() as u128;
    let fits = limbs <= MOST_LIMBS && plain > transform_steps(limbs as u128);
    fits.then(|| Natural::from_limbs(multiply(a, b)))
}

/// The product of two polynomials, lowest coefficient first, the second given by its terms in ascending order; neither is empty.
/// Coefficients are short enough for [`convolve_steps`].
pub(crate) fn convolve(a: &[Natural], b: &[(usize, &Natural)]) -> Vec<Natural> {
    fn digits<'a>(coefficients: impl Iterator<Item = &'a Natural>) -> usize {
        let mut total = Natural::default();
        coefficients.for_each(|coefficient| total += coefficient);
        total.digits()
    }
    let length = b.last().map_or(0, |(at, _)| at + 1);
    // No coefficient of the product is more than all of them together.
    let all = digits(a.iter()) + digits(b.iter().map(|(_, coefficient)| *coefficient));
    let slot = all.div_ceil(LIMB_DIGITS);
    let piece = if (a.len() + length) * slot <= MOST_LIMBS {
        a.len().max(length)
    } else {
        (MOST_LIMBS / 2 / slot).max(1)
    };
    // The coefficients from a place on.
    let packed = |terms: &mut dyn Iterator<Item = (usize, &Natural)>, from: usize, count| {
        let mut limbs: Vec<u64> = vec![0; count * slot];
        for (at, coefficient) in terms {
            let to = &mut limbs[(at - from) * slot..];
            to[..coefficient.size()].copy_from_slice(coefficient.limbs());
        }
        limbs
    };
    let mut result = vec![Natural::default(); a.len() + length - 1];
    for (i, x) in a.chunks(piece).enumerate() {
        let x = packed(&mut x.iter().enumerate(), 0, x.len());
        for (j, from) in (0..length).step_by(piece).enumerate() {
            let to = length.min(from + piece);
            let [first, after] = [from, to].map(|end| b.partition_point(|(at, _)| *at < end));
            let y = packed(&mut b[first..after].iter().copied(), from, to - from);
            let product = multiply(&x, &y);
            let sums = &mut result[(i + j) * piece..];
            for (to, limbs) in sums.iter_mut().zip(product.chunks_exact(slot)) {
                let coefficient = Natural::from_limbs(limbs.to_vec());
                if to.size() == 0 {
                    *to = coefficient;
                } else {
                    *to += &coefficient;
                }
            }
        }
    }
    result
}

/// The limbs of a product, as many as both factors have.
fn multiply(a: &[u64], b: &[u64]) -> Vec<u64> {
    let length = (a.len() + b.len()).next_power_of_two().max(2);
    let [first, second, third] = PRIMES.map(|(prime, generator)| {
        Transform::new(Montgomery::new(prime), generator, length).convolve(a, b)
    });
    let (p, q) = (u128::from(PRIMES[0].0), u128::from(PRIMES[1].0));
    let [_, modulo_q, modulo_r] = PRIMES.map(|(prime, _)| Montgomery::new(prime));
    let inverse = |field: Montgomery, of: u128| {
        field.inverse(field.of((of % u128::from(field.prime())) as u64))
    };
    let p_in_q = inverse(modulo_q, p);
    let (p_in_r, q_in_r) = (inverse(modulo_r, p), inverse(modulo_r, q));
    let [low, middle, high] = [
        p * q % u128::from(BASE),
        p * q / u128::from(BASE) % u128::from(BASE),
        p * q / u128::from(BASE) / u128::from(BASE),
    ];
    let reduced = |value: u64, field: Montgomery| value % field.prime();
    let mut carry: u128 = 0;
    let mut limbs = Vec::with_capacity(a.len() + b.len());
    for at in 0..a.len() + b.len() {
        if at % 4096 == 0 {
            stop::check();
        }
        // Term = x + p · y + p · q · z (Garner).
        let x = first[at];
        let y = modulo_q.mul(modulo_q.sub(second[at], reduced(x, modulo_q)), p_in_q);
        let z = modulo_r.mul(modulo_r.sub(third[at], reduced(x, modulo_r)), p_in_r);
        let z = modulo_r.mul(modulo_r.sub(z, reduced(y, modulo_r)), q_in_r);
        // x + p · y is below 4.9 · 10^36 and z below 2^18, so that nothing passes the range of `split`.
        let (above, here) = split(u128::from(x) + p * u128::from(y) + carry);
        let z = u128::from(z);
        let (more, limb) = split(u128::from(here) + z * low);
        limbs.push(limb);
        carry = u128::from(above) + u128::from(more) + z * middle + z * high * u128::from(BASE);
    }
    debug_assert!(carry == 0, "a product has no more limbs than its factors");
    limbs
}

/// Transforms of one length modulo one prime.
struct Transform {
    field: Montgomery,
    length: usize,
    /// For each half length h, from place h on: the powers of a root of unity of order 2h, as forms.
    roots: Vec<u64>,
}

impl Transform {
    fn new(field: Montgomery, generator: u64, length: usize) -> Self {
        let mut roots = vec![field.of(1); length];
        let mut half = length / 2;
        let mut root = field.power(field.of(generator), (field.prime() - 1) / length as u64);
        while half > 0 {
            for at in 1..half {
                roots[half + at] = field.mul(roots[half + at - 1], root);
            }
            root = field.mul(root, root);
            half /= 2;
        }
        Self {
            field,
            length,
            roots,
        }
    }

    /// The residues of the convolution of two lists.
    fn convolve(&self, a: &[u64], b: &[u64]) -> Vec<u64> {
        let field = self.field;
        let transformed = |limbs: &[u64]| {
            let mut values = limbs.to_vec();
            values.resize(self.length, 0);
            self.forward(&mut values);
            values
        };
        let mut values = transformed(a);
        let scale = field.inverse(field.of(self.length as u64));
        // A product of two residues as forms is short of 2^64, and so is what is scaled: both are made good.
        let scale = field.of(scale);
        let same = std::ptr::eq(a, b);
        let other = (!same).then(|| transformed(b));
        for (at, value) in values.iter_mut().enumerate() {
            let other = other.as_ref().map_or(*value, |other| other[at]);
            *value = field.mul(field.mul(*value, other), scale);
        }
        self.backward(&mut values);
        // By the roots themselves, not their inverses, the values come out in reverse.
        values[1..].reverse();
        values
    }

    /// From the natural order to that of reversed bits.
    fn forward(&self, values: &mut [u64]) {
        let field = self.field;
        let mut half = self.length / 2;
        while half > 0 {
            stop::check();
            for block in values.chunks_exact_mut(2 * half) {
                let (low, high) = block.split_at_mut(half);
                for ((x, y), &root) in low.iter_mut().zip(high).zip(&self.roots[half..]) {
                    (*x, *y) = (field.add(*x, *y), field.mul(field.sub(*x, *y), root));
                }
            }
            half /= 2;
        }
    }

    /// From the order of reversed bits to the natural one.
    fn backward(&self, values: &mut [u64]) {
        let field = self.field;
        let mut half = 1;
        while half < self.length {
            stop::check();
            for block in values.chunks_exact_mut(2 * half) {
                let (low, high) = block.split_at_mut(half);
                for ((x, y), &root) in low.iter_mut().zip(high).zip(&self.roots[half..]) {
                    let turned = field.mul(*y, root);
                    (*x, *y) = (field.add(*x, turned), field.sub(*x, turned));
                }
            }
            half *= 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;
    use proptest::prelude::*;

    fn limbs() -> impl Strategy<Value = Vec<u64>> {
        let limb = prop_oneof![Just(0), Just(1), Just(BASE - 1), 0..BASE];
        prop::collection::vec(limb, 1..80)
    }

    proptest! {
        /// The library's binary numbers share nothing with this.
        #[test]
        fn products_agree_with_binary_numbers(a in limbs(), b in limbs()) {
            let expected = Natural::from_limbs(a.clone()).to_biguint()
                * Natural::from_limbs(b.clone()).to_biguint();
            prop_assert_eq!(Natural::from_limbs(multiply(&a, &b)), Natural::from(&expected));
        }

        #[test]
        fn polynomials_agree_with_plain_sums(
            a in prop::collection::vec(limbs(), 1..6), b in prop::collection::vec(limbs(), 1..9),
        ) {
            let [a, b] = [a, b].map(|poly| poly.into_iter().map(Natural::from_limbs).collect::<Vec<_>>());
            let mut expected = vec![BigUint::ZERO; a.len() + b.len() - 1];
            for (i, x) in a.iter().enumerate() {
                for (j, y) in b.iter().enumerate() {
                    expected[i + j] += x.to_biguint() * y.to_biguint();
                }
            }
            let expected: Vec<Natural> = expected.iter().map(Natural::from).collect();
            let terms: Vec<_> = b.iter().enumerate().collect();
            prop_assert_eq!(convolve(&a, &terms), expected);
        }
    }

    /// All nines, for the largest terms and the longest carries: (10^k − 1)² = 10^2k − 2 · 10^k + 1.
    #[test]
    fn carries_go_all_the_way() {
        for length in [1, 2, 1000, 1 << 15] {
            let nines = vec![BASE - 1; length];
            let mut square = vec![0; 2 * length];
            square[0] = 1;
            square[length] = BASE - 2;
            square[length + 1..].fill(BASE - 1);
            assert_eq!(multiply(&nines, &nines), square, "{length}");
        }
    }

    /// More than can be transformed together goes in pieces.
    #[test]
    fn long_polynomials_go_in_pieces() {
        let ones = vec![Natural::from(1u64); 400_000];
        let many = vec![Natural::from_limbs(vec![BASE - 1; 3]); 100_000];
        assert!((ones.len() + many.len()) * 5 > MOST_LIMBS);
        let terms: Vec<_> = many.iter().enumerate().collect();
        let product = convolve(&ones, &terms);
        let times = |count: u64| &many[0] * &Natural::from(count);
        assert_eq!(product.len(), 499_999);
        for (at, count) in [(0, 1), (99_998, 99_999), (250_000, 100_000), (499_998, 1)] {
            assert_eq!(product[at], times(count), "{at}");
        }
    }
}
