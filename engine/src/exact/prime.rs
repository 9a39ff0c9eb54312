//! Arithmetic modulo primes of one machine word, for exact answers put together from their images.

use std::sync::LazyLock;

use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive};

/// The residue in `0..prime`.
pub(super) fn residue(value: &BigInt, prime: u64) -> u64 {
    let magnitude = (value.magnitude() % prime).to_u64().unwrap_or(0);
    if value.is_negative() && magnitude != 0 {
        prime - magnitude
    } else {
        magnitude
    }
}

/// The primes between 2^61 and 2^62, largest first.
pub(super) fn primes() -> impl Iterator<Item = u64> {
    /// The largest of them, with which every search begins.
    static LARGEST: LazyLock<u64> =
        LazyLock::new(|| primes_from(1 << 62).next().unwrap_or(1 << 62));
    primes_from(*LARGEST)
}

/// The same from some number down.
fn primes_from(most: u64) -> impl Iterator<Item = u64> {
    (1 << 61..=most).rev().filter(|number| is_prime(*number))
}

/// Miller and Rabin's test with the first twelve primes as bases, which decides every number below
/// 2^64 (Sorenson and Webster 2015). Only called with numbers above 37.
fn is_prime(n: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if BASES.iter().any(|&p| n.is_multiple_of(p)) {
        return false;
    }
    let twos = (n - 1).trailing_zeros();
    let odd = (n - 1) >> twos;
    let field = Montgomery::new(n);
    let one = field.of(1);
    let minus_one = field.sub(0, one);
    BASES.iter().all(|&base| {
        let mut x = field.power(field.of(base), odd);
        if x == one || x == minus_one {
            return true;
        }
        for _ in 1..twos {
            x = field.mul(x, x);
            if x == minus_one {
                return true;
            }
        }
        false
    })
}

/// Residues modulo an odd number below 2^62, a prime mostly, in Montgomery's form (each stands for itself times 2^64), in which
/// a product costs no division. The product of a form with a plain residue is plain.
#[derive(Clone, Copy, Debug)]
pub(super) struct Montgomery {
    prime: u64,
    /// The number that makes `prime` times itself −1 modulo 2^64.
    negative_inverse: u64,
    /// 2^128 modulo the prime.
    square: u64,
}

impl Montgomery {
    pub(super) fn new(prime: u64) -> Self {
        debug_assert!(prime % 2 == 1 && prime < 1 << 62);
        // Newton's iteration doubles the number of right bits, beginning with three.
        let inverse = (0..5).fold(prime, |inverse, _| {
            inverse.wrapping_mul(2u64.wrapping_sub(prime.wrapping_mul(inverse)))
        });
        let word = (1u128 << 64) % u128::from(prime);
        Self {
            prime,
            negative_inverse: inverse.wrapping_neg(),
            square: (word * word % u128::from(prime)) as u64,
        }
    }

    /// The prime.
    pub(super) fn prime(self) -> u64 {
        self.prime
    }

    /// The form of a residue.
    pub(super) fn of(self, residue: u64) -> u64 {
        self.mul(residue, self.square)
    }

    /// The residue of a form.
    pub(super) fn residue(self, form: u64) -> u64 {
        self.reduce(u128::from(form))
    }

    pub(super) fn mul(self, a: u64, b: u64) -> u64 {
        self.reduce(u128::from(a) * u128::from(b))
    }

    pub(super) fn add(self, a: u64, b: u64) -> u64 {
        // Both are below the prime, which is below 2^62.
        let sum = a + b;
        if sum >= self.prime {
            sum - self.prime
        } else {
            sum
        }
    }

    pub(super) fn sub(self, a: u64, b: u64) -> u64 {
        if a >= b { a - b } else { a + self.prime - b }
    }

    /// A form to a power.
    pub(super) fn power(self, mut base: u64, mut exponent: u64) -> u64 {
        let mut result = self.of(1);
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = self.mul(result, base);
            }
            base = self.mul(base, base);
            exponent >>= 1;
        }
        result
    }

    /// The inverse of a form that is not zero, by Fermat.
    pub(super) fn inverse(self, form: u64) -> u64 {
        self.power(form, self.prime - 2)
    }

    /// `product` / 2^64 modulo the prime, for a product below prime · 2^64.
    fn reduce(self, product: u128) -> u64 {
        let multiple = (product as u64).wrapping_mul(self.negative_inverse);
        let reduced = ((product + u128::from(multiple) * u128::from(self.prime)) >> 64) as u64;
        if reduced >= self.prime {
            reduced - self.prime
        } else {
            reduced
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_primes_below_two_to_the_62() {
        // Known: 2^62 - 57, - 87, - 117, - 143 lead the list of primes below 2^62.
        let found: Vec<u64> = primes().take(4).map(|p| (1 << 62) - p).collect();
        assert_eq!(found, [57, 87, 117, 143]);
    }

    #[test]
    fn montgomery_agrees_with_division() {
        for prime in primes().take(3).chain([3, 5, 65_537]) {
            let field = Montgomery::new(prime);
            let mut x = 1u64;
            for _ in 0..200 {
                x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let (a, b) = (x % prime, (x >> 13) % prime);
                let (fa, fb) = (field.of(a), field.of(b));
                let [wide_a, wide_b, modulus] = [a, b, prime].map(u128::from);
                let product = (wide_a * wide_b % modulus) as u64;
                assert_eq!(field.residue(field.mul(fa, fb)), product);
                assert_eq!(field.mul(fa, b), product);
                let difference = ((wide_a + modulus - wide_b) % modulus) as u64;
                assert_eq!(field.residue(field.sub(fa, fb)), difference);
                if a != 0 {
                    assert_eq!(field.residue(field.mul(fa, field.inverse(fa))), 1);
                }
            }
        }
    }
}
