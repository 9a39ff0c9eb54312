//! Square factors taken out of the number under a root.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// Every divisor below this is tried. What is then left is a prime, a product of two, or a square, unless it reaches the third
/// power of this.
const TRIED: u64 = 1 << 17;

/// A radicand as `outside²·root`: its square factors, and what is left; `None` of a negative number.
pub(super) fn split(radicand: &BigInt) -> Option<(BigInt, BigInt)> {
    if radicand.is_negative() {
        return None;
    }
    let (mut outside, mut root) = (BigInt::one(), BigInt::one());
    if radicand.is_zero() {
        return Some((outside, BigInt::zero()));
    }
    let mut left = radicand.clone();
    for prime in divisors() {
        let within = left.to_u64();
        if within.is_some_and(|left| prime.pow(3) > left) {
            break;
        }
        let divides = match within {
            Some(left) => left.is_multiple_of(prime),
            None => (&left % prime).is_zero(),
        };
        if !divides {
            continue;
        }
        let mut times = 0;
        while let (quotient, rest) = left.div_rem(&BigInt::from(prime))
            && rest.is_zero()
        {
            left = quotient;
            times += 1;
        }
        outside *= BigInt::from(prime).pow(times / 2);
        root *= BigInt::from(prime).pow(times % 2);
    }
    // The remaining factor has no small divisor: two equal primes are a square, anything else below the limit is square-free.
    let square = left.sqrt();
    if &square * &square == left {
        outside *= square;
    } else {
        root *= left;
    }
    Some((outside, root))
}

/// 2, 3, 5, then every number below the limit that none of them divides.
fn divisors() -> impl Iterator<Item = u64> {
    const WHEEL: [u64; 8] = [7, 11, 13, 17, 19, 23, 29, 31];
    let rounds = (0..TRIED / 30).flat_map(|round| WHEEL.map(|step| 30 * round + step));
    [2, 3, 5].into_iter().chain(rounds)
}
