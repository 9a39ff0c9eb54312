//! The greatest common divisor of integer polynomials by images modulo word-sized primes (Brown).
//!
//! Let g be the true gcd and d the gcd of the two leading coefficients. Modulo a prime that does not
//! divide d, the image's degree is at least deg g, and for all but finitely many primes it is equal.
//! Images of least degree, made to have leading coefficient d, are combined by the Chinese remainder
//! theorem. A combination whose primitive part divides both polynomials is a common divisor of degree
//! at least deg g, therefore g itself: the answer is proved, no prime has to be trusted.

use super::integer::{content, exact_div, trim};
use crate::exact::gcd::of_integers;
use crate::exact::prime::{Montgomery, primes, residue};
use crate::work::stop;
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

/// The primitive gcd, positive leading coefficient, of two nonzero primitive polynomials.
pub(super) fn gcd(a: &[BigInt], b: &[BigInt]) -> Vec<BigInt> {
    let (Some(lead_a), Some(lead_b)) = (a.last(), b.last()) else {
        return if a.is_empty() { b.to_vec() } else { a.to_vec() };
    };
    if a.len() == 1 || b.len() == 1 {
        return vec![BigInt::one()];
    }
    let lead = of_integers(lead_a, lead_b);
    let mut modulus = BigInt::one();
    let mut combined: Vec<BigInt> = Vec::new();
    // A candidate is tried when the newest prime changed nothing; a failed trial waits for more primes.
    for prime in primes() {
        let lead_image = residue(&lead, prime);
        // A prime dividing a leading coefficient of only one of the two is harmless: the degree of
        // the image is still at least that of g, because g's own leading coefficient divides `lead`.
        if lead_image == 0 {
            continue;
        }
        let field = Montgomery::new(prime);
        let mut image = monic_gcd(reduce(a, prime), reduce(b, prime), field);
        if image.len() <= 1 {
            return vec![BigInt::one()];
        }
        scale(&mut image, field.of(lead_image), field);
        if !combined.is_empty() && image.len() > combined.len() {
            continue;
        }
        if combined.is_empty() || image.len() < combined.len() {
            modulus = BigInt::one();
            combined = vec![BigInt::zero(); image.len()];
        }
        if absorb(&mut combined, &mut modulus, &image, field) {
            continue;
        }
        let candidate = primitive(&combined);
        if exact_div(a, &candidate).is_some() && exact_div(b, &candidate).is_some() {
            return candidate;
        }
    }
    unreachable!("finitely many primes are bad, and the primes below 2^62 outlast any memory")
}

/// Moves the balanced residues in `combined` to the modulus times the prime; says whether any changed.
fn absorb(combined: &mut [BigInt], modulus: &mut BigInt, image: &[u64], field: Montgomery) -> bool {
    let prime = field.prime();
    let inverse = field.inverse(field.of(residue(modulus, prime)));
    let next = &*modulus * prime;
    let half = &next >> 1;
    let mut changed = false;
    for (c, &target) in combined.iter_mut().zip(image) {
        let now = residue(c, prime);
        if now == target {
            continue;
        }
        changed = true;
        let step = field.mul(field.sub(target, now), inverse);
        *c += &*modulus * step;
        if *c > half {
            *c -= &next;
        }
    }
    *modulus = next;
    changed
}

/// The primitive part with positive leading coefficient.
fn primitive(coeffs: &[BigInt]) -> Vec<BigInt> {
    let mut coeffs = coeffs.to_vec();
    trim(&mut coeffs);
    let mut common = content(&coeffs);
    if coeffs.last().is_some_and(Signed::is_negative) {
        common = -common;
    }
    coeffs.into_iter().map(|c| c / &common).collect()
}

fn reduce(coeffs: &[BigInt], prime: u64) -> Vec<u64> {
    let mut image: Vec<u64> = coeffs.iter().map(|c| residue(c, prime)).collect();
    trim_image(&mut image);
    image
}

fn trim_image(image: &mut Vec<u64>) {
    while image.last() == Some(&0) {
        image.pop();
    }
}

/// Multiplies residues by a number in Montgomery's form.
fn scale(image: &mut [u64], factor: u64, field: Montgomery) {
    image.iter_mut().for_each(|c| *c = field.mul(*c, factor));
}

/// Euclid's algorithm over the integers modulo a prime; the result is monic (empty if both are zero).
fn monic_gcd(mut a: Vec<u64>, mut b: Vec<u64>, field: Montgomery) -> Vec<u64> {
    while let Some(&lead) = b.last() {
        let inverse = field.inverse(field.of(lead));
        while a.len() >= b.len() {
            stop::check();
            let factor = field.of(field.mul(a[a.len() - 1], inverse));
            let shift = a.len() - b.len();
            for (c, &d) in a[shift..].iter_mut().zip(&b) {
                *c = field.sub(*c, field.mul(factor, d));
            }
            trim_image(&mut a);
        }
        std::mem::swap(&mut a, &mut b);
    }
    if let Some(&lead) = a.last() {
        scale(&mut a, field.inverse(field.of(lead)), field);
    }
    a
}
