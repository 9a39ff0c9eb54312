//! Natural numbers kept in decimal, for the weights of distributions.
//!
//! Every weight siga computes is printed, and printing a binary number in decimal costs far more than
//! making it: the 30,001 weights of `10000d4` have 6,021 digits each. Kept as limbs of eighteen digits they
//! are added, scaled and divided by small numbers about as fast as in binary, and written out in one pass.
//! Rational numbers handed out at the edge are ordinary [`BigRational`](num_rational::BigRational)s.
//!
//! # Weights are decimal
//! A distribution is a list of outcomes with integer weights over one total; a quotient is formed only when a number is handed out. The weights
//! are our own natural numbers in base 10^18 (`exact::Natural`), not the binary ones of a library. The reason is that they are all printed:
//! `10000d4` has 30,001 weights of up to 6,021 digits, and turning one such number from binary to decimal costs more than computing it. In
//! decimal limbs addition, scaling and exact division by a machine word, which is all that the recurrence below needs, cost about the same, and
//! printing is a copy. Measured beside dashu-int 0.4: it makes the weights of `10000d4` in 0.3 s and takes 5.7 s to write their 133 million
//! digits; siga needs 1.3 s for both, with every fraction and decimal of its answer.
//!
//! Everything that is not a weight (rational numbers, linear systems, polynomials) uses num-bigint and num-rational. Only their greatest
//! common divisor goes bit by bit, and took most of the time of long fractions: `exact::gcd` goes by leading digits (Lehmer), and sums and
//! products that are in lowest terms already look for common divisors only where there can be any (Knuth).

mod operators;
pub(crate) mod transform;

use std::cmp::Ordering;
use std::fmt;

use num_bigint::{BigInt, BigUint};
use num_traits::{One, Zero};

/// The value of one limb position: each limb holds eighteen decimal digits.
pub(crate) const BASE: u64 = 1_000_000_000_000_000_000;
/// Digits in one limb.
pub(crate) const LIMB_DIGITS: usize = 18;
/// The value of half a limb's digits.
const HALF: u64 = 1_000_000_000;
/// Limbs of a factor whose products, a column of them added up, can be [`split`].
const FEW_LIMBS: usize = 16;
/// Numbers up to here times [`HALF`] fit a word with room for a half.
const SHORT: u64 = 1 << 33;

/// A natural number (0, 1, 2, …) of any size, stored as base-10^18 limbs, least significant first.
///
/// Exact: always. Cost: sums and products with a machine word grow with the number of limbs, products of
/// two naturals with the product of both until they are long enough for transforms; [`Display`](fmt::Display) is linear.
///
/// # Examples
/// ```
/// use siga::exact::Natural;
/// let million = Natural::from(1_000_000u64);
/// assert_eq!((&million * &million).to_string(), "1000000000000");
/// assert_eq!(Natural::from(3u64).checked_sub(&million), None);
/// ```
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Natural {
    limbs: Vec<u64>,
}

impl Natural {
    /// The limbs, least significant first, without leading zeros (none for zero).
    pub(crate) fn limbs(&self) -> &[u64] {
        &self.limbs
    }

    /// Builds the number from base-10^18 limbs, least significant first.
    pub(crate) fn from_limbs(mut limbs: Vec<u64>) -> Self {
        debug_assert!(limbs.iter().all(|&limb| limb < BASE));
        while limbs.last() == Some(&0) {
            limbs.pop();
        }
        Self { limbs }
    }

    /// `self − other`, or `None` when that is negative.
    pub fn checked_sub(&self, other: &Self) -> Option<Self> {
        (*self >= *other).then(|| {
            let mut difference = self.clone();
            difference.subtract(other);
            difference
        })
    }

    /// Takes `other`, which must not be larger, away from this number.
    pub(crate) fn subtract(&mut self, other: &Self) {
        let mut borrow = 0;
        for (i, limb) in self.limbs.iter_mut().enumerate() {
            if borrow == 0 && i >= other.limbs.len() {
                break;
            }
            let take = other.limbs.get(i).copied().unwrap_or(0) + borrow;
            borrow = u64::from(*limb < take);
            *limb = *limb + borrow * BASE - take;
        }
        debug_assert!(borrow == 0, "the number taken away is not larger");
        while self.limbs.last() == Some(&0) {
            self.limbs.pop();
        }
    }

    /// Makes it at least `limbs` long, with room for a carry and no more: lists of weights are as large as memory allows.
    fn extend(&mut self, limbs: usize) {
        if self.limbs.len() < limbs {
            self.limbs.reserve_exact(limbs + 1 - self.limbs.len());
            self.limbs.resize(limbs, 0);
        }
    }

    fn append(&mut self, limb: u64) {
        self.limbs.reserve_exact(1);
        self.limbs.push(limb);
    }

    /// Adds `other · factor` to this number in place.
    pub(crate) fn add_scaled(&mut self, other: &Self, factor: u64) {
        #[cfg(test)]
        tests::count_work(other.limbs.len());
        self.extend(other.limbs.len());
        let mut carry: u64 = 0;
        for (i, limb) in self.limbs.iter_mut().enumerate() {
            let Some(&digit) = other.limbs.get(i) else {
                let sum = *limb + carry % BASE;
                let over = u64::from(sum >= BASE);
                *limb = sum - over * BASE;
                carry = carry / BASE + over;
                if carry == 0 {
                    return;
                }
                continue;
            };
            let sum =
                u128::from(digit) * u128::from(factor) + u128::from(*limb) + u128::from(carry);
            let (high, low) = split(sum);
            *limb = low;
            carry = high;
        }
        while carry > 0 {
            self.append(carry % BASE);
            carry /= BASE;
        }
    }

    /// Adds `a · b` to this number in place.
    pub(crate) fn add_times(&mut self, a: &Self, b: &Self) {
        #[cfg(test)]
        tests::count_work(a.limbs.len() * b.limbs.len());
        let (long, short) = match a.limbs.len() < b.limbs.len() {
            true => (&b.limbs, &a.limbs),
            false => (&a.limbs, &b.limbs),
        };
        if short.is_empty() {
            return;
        }
        if short.len() > FEW_LIMBS {
            *self += &(a * b);
            return;
        }
        let columns = long.len() + short.len() - 1;
        self.extend(columns);
        let mut carry: u64 = 0;
        for (k, limb) in self.limbs.iter_mut().enumerate() {
            let mut sum = u128::from(*limb) + u128::from(carry);
            if k < columns {
                let from = k.saturating_sub(long.len() - 1);
                for (j, &digit) in short.iter().enumerate().take(k + 1).skip(from) {
                    sum += u128::from(digit) * u128::from(long[k - j]);
                }
            } else if carry == 0 {
                return;
            }
            (carry, *limb) = split(sum);
        }
        while carry > 0 {
            self.append(carry % BASE);
            carry /= BASE;
        }
    }

    /// The quotient and the remainder on division by a machine word.
    ///
    /// # Panics
    /// When `divisor` is zero.
    pub(crate) fn div_rem_small(&self, divisor: u64) -> (Self, u64) {
        #[cfg(test)]
        tests::count_work(self.limbs.len());
        let mut limbs = vec![0; self.limbs.len()];
        let mut rest: u64 = 0;
        if divisor <= SHORT {
            for (to, &limb) in limbs.iter_mut().zip(&self.limbs).rev() {
                let high = rest * HALF + limb / HALF;
                let low = high % divisor * HALF + limb % HALF;
                // Both quotients are below HALF, as what is left before them is below the divisor.
                *to = high / divisor * HALF + low / divisor;
                rest = low % divisor;
            }
            return (Self::from_limbs(limbs), rest);
        }
        for (to, &limb) in limbs.iter_mut().zip(&self.limbs).rev() {
            let value = u128::from(rest) * u128::from(BASE) + u128::from(limb);
            // rest < divisor, so the quotient is below BASE.
            *to = (value / u128::from(divisor)) as u64;
            rest = (value % u128::from(divisor)) as u64;
        }
        (Self::from_limbs(limbs), rest)
    }

    /// The remainder on division by a machine word.
    ///
    /// # Panics
    /// When `divisor` is zero.
    pub(crate) fn rem_small(&self, divisor: u64) -> u64 {
        if divisor <= SHORT {
            return self.limbs.iter().rev().fold(0, |rest, &limb| {
                let high = rest * HALF + limb / HALF;
                (high % divisor * HALF + limb % HALF) % divisor
            });
        }
        self.limbs.iter().rev().fold(0, |rest, &limb| {
            let value = u128::from(rest) * u128::from(BASE) + u128::from(limb);
            (value % u128::from(divisor)) as u64
        })
    }

    /// The exponent of the prime `q` in this number, at most `most`; 0 for zero.
    pub(crate) fn valuation(&self, q: u64, most: u32) -> u32 {
        // 2 and 5 divide the base eighteen times: the lowest limb alone tells up to there.
        if (q == 2 || q == 5) && most > 0 {
            let Some(&low) = self.limbs.first() else {
                return 0;
            };
            let mut count = 0;
            let mut rest = low;
            while rest != 0 && rest.is_multiple_of(q) {
                rest /= q;
                count += 1;
            }
            if low != 0 && count < LIMB_DIGITS as u32 {
                return count.min(most);
            }
        }
        self.divided_out(q, most).1.min(most)
    }

    /// This number divided by the prime `q` as often as that goes, until at least `most` times, and how often; zero as it is.
    pub(crate) fn divided_out(&self, q: u64, most: u32) -> (Self, u32) {
        let mut number = self.clone();
        if self.is_zero() {
            return (number, 0);
        }
        // Many factors at a time: the greatest power by which division is cheap.
        let (mut power, mut exponent) = (q, 1);
        while power <= SHORT / q {
            power *= q;
            exponent += 1;
        }
        let (mut count, mut rest) = (0, number.rem_small(power));
        while rest == 0 && count < most {
            number = number.div_rem_small(power).0;
            count += exponent;
            rest = number.rem_small(power);
        }
        // The remainder has as many factors q as the number, because it has fewer than the power.
        let mut last = 1;
        while rest != 0 && rest.is_multiple_of(q) {
            rest /= q;
            last *= q;
            count += 1;
        }
        (
            if last > 1 {
                number.div_rem_small(last).0
            } else {
                number
            },
            count,
        )
    }

    /// `self` raised to the power `exponent`.
    pub fn pow(&self, mut exponent: u32) -> Self {
        let mut result = Self::one();
        let mut square = self.clone();
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = &result * &square;
            }
            exponent >>= 1;
            if exponent > 0 {
                square = &square * &square;
            }
        }
        result
    }

    /// The same number in binary.
    pub(crate) fn to_biguint(&self) -> BigUint {
        // Halving keeps both parts of equal size, where the library multiplies fastest.
        fn join(limbs: &[u64]) -> BigUint {
            match limbs {
                [] => BigUint::ZERO,
                [limb] => BigUint::from(*limb),
                _ => {
                    let (low, high) = limbs.split_at(limbs.len() / 2);
                    join(high) * BigUint::from(BASE).pow(low.len() as u32) + join(low)
                }
            }
        }
        join(&self.limbs)
    }

    /// The same number as a signed binary integer.
    pub fn to_bigint(&self) -> BigInt {
        self.to_biguint().into()
    }

    /// Number of limbs: the memory the number takes, in units of eight bytes.
    pub fn size(&self) -> usize {
        self.limbs.len()
    }

    /// Number of decimal digits, 1 for zero.
    pub fn digits(&self) -> usize {
        let top = self.limbs.last().map_or(0, |limb| limb.ilog10() as usize);
        self.limbs.len().saturating_sub(1) * LIMB_DIGITS + top + 1
    }

    /// The number itself, when it fits a machine word.
    pub(crate) fn to_u64(&self) -> Option<u64> {
        match self.limbs.as_slice() {
            [] => Some(0),
            [limb] => Some(*limb),
            [low, high] => high.checked_mul(BASE)?.checked_add(*low),
            _ => None,
        }
    }

    /// Appends the decimal digits to `out`.
    pub fn write_digits(&self, out: &mut Vec<u8>) {
        let Some((&top, rest)) = self.limbs.split_last() else {
            out.push(b'0');
            return;
        };
        let start = out.len();
        out.resize(start + LIMB_DIGITS * self.limbs.len(), b'0');
        let buffer = &mut out[start..];
        for (chunk, &limb) in buffer
            .chunks_exact_mut(LIMB_DIGITS)
            .zip(std::iter::once(&top).chain(rest.iter().rev()))
        {
            write_limb(limb, chunk);
        }
        let zeros = buffer.iter().take_while(|&&digit| digit == b'0').count();
        out.drain(start..start + zeros);
    }
}

/// Splits a value below 2^64 · 10^18 into what carries over and one limb.
///
/// By the reciprocal of the base (Möller and Granlund, Improved division by invariant integers, 2011, algorithm 4): several times
/// as fast as the division of two words that the compiler calls.
pub(crate) fn split(value: u128) -> (u64, u64) {
    /// Leading zeros of the base.
    const SHIFT: u32 = BASE.leading_zeros();
    const DIVISOR: u64 = BASE << SHIFT;
    const RECIPROCAL: u64 = (u128::MAX / DIVISOR as u128 - (1 << 64)) as u64;
    let value = value << SHIFT;
    let (high, low) = ((value >> 64) as u64, value as u64);
    let product = (u128::from(RECIPROCAL) * u128::from(high)).wrapping_add(value);
    let mut quotient = ((product >> 64) as u64).wrapping_add(1);
    let mut rest = low.wrapping_sub(quotient.wrapping_mul(DIVISOR));
    if rest > product as u64 {
        quotient = quotient.wrapping_sub(1);
        rest = rest.wrapping_add(DIVISOR);
    }
    if rest >= DIVISOR {
        quotient += 1;
        rest -= DIVISOR;
    }
    (quotient, rest >> SHIFT)
}

/// Writes exactly eighteen digits, by halves that fit 32 bits.
fn write_limb(limb: u64, out: &mut [u8]) {
    for (mut half, digits) in [limb / HALF, limb % HALF]
        .into_iter()
        .map(|half| half as u32)
        .zip(out.chunks_exact_mut(LIMB_DIGITS / 2))
    {
        for pair in digits[1..].chunks_exact_mut(2).rev() {
            let two = (half % 100) as usize;
            half /= 100;
            pair.copy_from_slice(&PAIRS[2 * two..2 * two + 2]);
        }
        digits[0] = b'0' + half as u8;
    }
}

/// "00", "01", … "99" one after the other.
const PAIRS: [u8; 200] = {
    let mut pairs = [0; 200];
    let mut i = 0;
    while i < 100 {
        pairs[2 * i] = b'0' + (i / 10) as u8;
        pairs[2 * i + 1] = b'0' + (i % 10) as u8;
        i += 1;
    }
    pairs
};

impl From<u64> for Natural {
    fn from(value: u64) -> Self {
        Self::from_limbs(vec![value % BASE, value / BASE])
    }
}

impl From<&BigUint> for Natural {
    fn from(value: &BigUint) -> Self {
        let digits = value.to_radix_le(10);
        let limb = |digits: &[u8]| {
            let digits = digits.iter().rev();
            digits.fold(0, |limb, &digit| 10 * limb + u64::from(digit))
        };
        Self::from_limbs(digits.chunks(LIMB_DIGITS).map(limb).collect())
    }
}

impl Zero for Natural {
    fn zero() -> Self {
        Self::default()
    }

    fn is_zero(&self) -> bool {
        self.limbs.is_empty()
    }
}

impl One for Natural {
    fn one() -> Self {
        Self { limbs: vec![1] }
    }
}

impl Ord for Natural {
    fn cmp(&self, other: &Self) -> Ordering {
        self.limbs
            .len()
            .cmp(&other.limbs.len())
            .then_with(|| self.limbs.iter().rev().cmp(other.limbs.iter().rev()))
    }
}

impl PartialOrd for Natural {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut digits = Vec::new();
        self.write_digits(&mut digits);
        f.pad_integral(true, "", &String::from_utf8_lossy(&digits))
    }
}

impl fmt::Debug for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
pub(super) mod tests;
