//! Polynomials as bare slices of integer coefficients, constant term first: the kernels under
//! [`Poly`](super::Poly).

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Zero};

use crate::exact::gcd;
use crate::work::stop;

/// Drops trailing zeros.
pub(super) fn trim(coeffs: &mut Vec<BigInt>) {
    while coeffs.last().is_some_and(Zero::is_zero) {
        coeffs.pop();
    }
}

/// The greatest common divisor of the coefficients, not negative; 0 for the zero polynomial.
pub(crate) fn content(coeffs: &[BigInt]) -> BigInt {
    let mut common = BigInt::zero();
    // The highest coefficient is often the smallest in practice, so begin there.
    for c in coeffs.iter().rev() {
        common = gcd::of_integers(&common, c);
        if common.is_one() {
            break;
        }
    }
    common
}

/// The product.
pub(super) fn mul(a: &[BigInt], b: &[BigInt]) -> Vec<BigInt> {
    if a.is_empty() || b.is_empty() {
        return Vec::new();
    }
    let mut product = vec![BigInt::zero(); a.len() + b.len() - 1];
    for (i, x) in a.iter().enumerate() {
        if x.is_zero() {
            continue;
        }
        stop::check();
        for (j, y) in b.iter().enumerate() {
            product[i + j] += x * y;
        }
    }
    product
}

/// `den^degree` times the value at `num / den`, an integer; 0 for the zero polynomial.
pub(crate) fn eval_homogeneous(coeffs: &[BigInt], num: &BigInt, den: &BigInt) -> BigInt {
    let mut value = BigInt::zero();
    if den.is_one() {
        for c in coeffs.iter().rev() {
            value = value * num + c;
        }
        return value;
    }
    let mut power = BigInt::one();
    for (i, c) in coeffs.iter().rev().enumerate() {
        stop::check();
        if i > 0 {
            power *= den;
        }
        value *= num;
        if !c.is_zero() {
            value += c * &power;
        }
    }
    value
}

/// The quotient over the integers when `b` divides `a` exactly there, else `None`.
pub(super) fn exact_div(a: &[BigInt], b: &[BigInt]) -> Option<Vec<BigInt>> {
    let lead = b.last()?;
    if a.is_empty() {
        return Some(Vec::new());
    }
    let steps = (a.len() + 1).checked_sub(b.len()).filter(|&s| s > 0)?;
    let mut remainder = a.to_vec();
    let mut quotient = vec![BigInt::zero(); steps];
    for step in (0..steps).rev() {
        stop::check();
        let top = remainder.pop().unwrap_or_default();
        if top.is_zero() {
            continue;
        }
        let (digit, rest) = top.div_rem(lead);
        if !rest.is_zero() {
            return None;
        }
        for (i, c) in b[..b.len() - 1].iter().enumerate() {
            remainder[step + i] -= &digit * c;
        }
        quotient[step] = digit;
    }
    remainder.iter().all(Zero::is_zero).then_some(quotient)
}
