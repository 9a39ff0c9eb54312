//! Polynomials in Bernstein form on an interval.
//!
//! On [l, u], f(x) = Σ bᵢ C(n,i) tⁱ (1-t)ⁿ⁻ⁱ with t = (x-l)/(u-l). Three facts are used:
//!
//! - the weights C(n,i) tⁱ (1-t)ⁿ⁻ⁱ are not negative on the interval and sum to 1, so every value of f
//!   there lies between the least and the greatest bᵢ; and all of them are positive strictly inside,
//!   so that f has no root inside when no two bᵢ differ in sign and not all vanish;
//! - b₀ = f(l) and bₙ = f(u);
//! - the number of sign changes in b₀ … bₙ, zeros left out, is at least the number of roots inside the
//!   open interval, counted with multiplicity, and of the same parity (Descartes' rule for
//!   (1+s)ⁿ f((l+us)/(1+s)), whose coefficients are C(n,i) bᵢ).

use crate::exact::poly::{Poly, content};
use crate::work::stop;
use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

/// Coefficients bᵢ as integers over one positive scale.
#[derive(Clone, Debug)]
pub(super) struct Bernstein {
    coeffs: Vec<BigInt>,
    scale: BigInt,
}

impl Bernstein {
    /// The form of `poly` on `[lower, upper]`.
    pub(super) fn new(poly: &Poly, lower: &BigRational, upper: &BigRational) -> Bernstein {
        let Some(n) = poly.degree() else {
            return Bernstein {
                coeffs: vec![BigInt::zero()],
                scale: BigInt::one(),
            };
        };
        let q = lower.denom().lcm(upper.denom());
        let start = lower.numer() * (&q / lower.denom());
        let width = upper.numer() * (&q / upper.denom()) - &start;
        stop::check();

        // qⁿ f((start + y) / q) as a polynomial in y, then in t with y = width * t.
        let mut coeffs = poly.numers().to_vec();
        multiply_powers(coeffs.iter_mut().rev(), &q);
        shift(&mut coeffs, &start);
        multiply_powers(coeffs.iter_mut(), &width);
        // Σ gₖ tᵏ = Σ gₖ tᵏ (t + (1-t))ⁿ⁻ᵏ: reversing turns this into a shift by one.
        coeffs.reverse();
        shift(&mut coeffs, &BigInt::one());
        coeffs.reverse();
        // Now coeffs[i] = C(n,i) bᵢ; a common multiple of the binomials keeps the quotients whole.
        let binomials = binomial_row(n);
        let multiple = binomials.iter().fold(BigInt::one(), |acc, c| acc.lcm(c));
        for (c, binomial) in coeffs.iter_mut().zip(&binomials) {
            *c *= &multiple / binomial;
        }
        let mut scale = multiple * num_traits::pow(q, n) * poly.denom();
        stop::check();
        let common = content(&coeffs).gcd(&scale);
        if !common.is_one() {
            scale /= &common;
            for c in &mut coeffs {
                *c /= &common;
            }
        }
        Bernstein { coeffs, scale }
    }

    /// The forms on the lower and the upper half of the interval (de Casteljau).
    pub(super) fn split(&self) -> (Bernstein, Bernstein) {
        let n = self.coeffs.len() - 1;
        let mut row = self.coeffs.clone();
        let mut low = vec![BigInt::zero(); n + 1];
        let mut high = vec![BigInt::zero(); n + 1];
        for k in 0..=n {
            stop::check();
            if k > 0 {
                for j in 0..=n - k {
                    let (head, tail) = row.split_at_mut(j + 1);
                    head[j] += &tail[0];
                }
            }
            // The k-th row is 2ᵏ times the averages, so both halves get the factor 2ⁿ.
            low[k] = &row[0] << (n - k);
            high[n - k] = &row[n - k] << (n - k);
        }
        let scale = &self.scale << n;
        (
            Bernstein::reduced(low, scale.clone()),
            Bernstein::reduced(high, scale),
        )
    }

    /// Takes out common powers of two.
    fn reduced(mut coeffs: Vec<BigInt>, mut scale: BigInt) -> Bernstein {
        let twos = coeffs
            .iter()
            .chain([&scale])
            .filter_map(BigInt::trailing_zeros)
            .min()
            .unwrap_or(0);
        if twos > 0 {
            scale >>= twos;
            for c in &mut coeffs {
                *c >>= twos;
            }
        }
        Bernstein { coeffs, scale }
    }

    /// The sign of the value at the lower end.
    pub(super) fn sign_at_lower(&self) -> Sign {
        self.coeffs[0].sign()
    }

    /// The sign of the value at the upper end.
    pub(super) fn sign_at_upper(&self) -> Sign {
        self.coeffs[self.coeffs.len() - 1].sign()
    }

    /// Sign changes among the coefficients, zeros left out.
    pub(super) fn variations(&self) -> usize {
        let mut last = Sign::NoSign;
        let mut changes = 0;
        for sign in self.coeffs.iter().map(BigInt::sign) {
            if sign == Sign::NoSign {
                continue;
            }
            if last != Sign::NoSign && sign != last {
                changes += 1;
            }
            last = sign;
        }
        changes
    }

    /// A number that no absolute value on the interval exceeds.
    pub(super) fn abs_upper_bound(&self) -> BigRational {
        let largest = self.coeffs.iter().map(BigInt::magnitude).max();
        let largest = largest.cloned().unwrap_or_default();
        BigRational::new(largest.into(), self.scale.clone())
    }

    /// A positive number that no absolute value on the interval falls below, if the coefficients
    /// show one.
    pub(super) fn abs_lower_bound(&self) -> Option<BigRational> {
        let all = |is: fn(&BigInt) -> bool| self.coeffs.iter().all(is);
        if !(all(Signed::is_positive) || all(Signed::is_negative)) {
            return None;
        }
        let least = self.coeffs.iter().map(BigInt::magnitude).min()?.clone();
        Some(BigRational::new(least.into(), self.scale.clone()))
    }
}

/// Multiplies the i-th item by `base^i`.
fn multiply_powers<'a>(items: impl Iterator<Item = &'a mut BigInt>, base: &BigInt) {
    if base.is_one() {
        return;
    }
    let mut power = BigInt::one();
    for item in items {
        *item *= &power;
        power *= base;
    }
}

/// Replaces f(y) by f(y + by).
fn shift(coeffs: &mut [BigInt], by: &BigInt) {
    if by.is_zero() {
        return;
    }
    let n = coeffs.len() - 1;
    for i in 0..n {
        stop::check();
        for j in (i..n).rev() {
            let (head, tail) = coeffs.split_at_mut(j + 1);
            if by.is_one() {
                head[j] += &tail[0];
            } else {
                head[j] += by * &tail[0];
            }
        }
    }
}

/// C(n, 0) … C(n, n).
fn binomial_row(n: usize) -> Vec<BigInt> {
    let mut row = vec![BigInt::one()];
    for k in 0..n {
        let next = &row[k] * (n - k) / (k + 1);
        row.push(next);
    }
    row
}
