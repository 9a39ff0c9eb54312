//! Arithmetic within one field Q(√c).

use std::ops::{Add, Mul, Neg, Sub};

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::Surd;
use crate::exact::Field;
use crate::exact::gcd::{product, sum};

impl Surd {
    /// The root of a field that contains both, or `None` if no such field exists.
    fn common_root(&self, other: &Self) -> Option<BigInt> {
        match (self.b.is_zero(), other.b.is_zero()) {
            (true, _) => Some(other.root.clone()),
            (_, true) => Some(self.root.clone()),
            _ => (self.root == other.root).then(|| self.root.clone()),
        }
    }

    /// The sum, unless the roots differ.
    pub fn checked_add(&self, other: &Self) -> Option<Self> {
        let root = self.common_root(other)?;
        let (a, b) = (sum(&self.a, &other.a), sum(&self.b, &other.b));
        Some(Self::assemble(a, b, root))
    }

    /// The difference, unless the roots differ.
    pub fn checked_sub(&self, other: &Self) -> Option<Self> {
        self.checked_add(&-other.clone())
    }

    /// The product, unless the roots differ.
    pub fn checked_mul(&self, other: &Self) -> Option<Self> {
        let root = self.common_root(other)?;
        let mut a = product(&self.a, &other.a);
        if !self.b.is_zero() && !other.b.is_zero() {
            let square = product(&self.b, &other.b);
            a = sum(
                &a,
                &product(&square, &BigRational::from_integer(root.clone())),
            );
        }
        let b = sum(&product(&self.a, &other.b), &product(&self.b, &other.a));
        Some(Self::assemble(a, b, root))
    }

    /// One over the number, unless it is zero.
    pub fn recip(&self) -> Option<Self> {
        let norm = self.norm();
        if norm.is_zero() {
            return None;
        }
        Some(Self::assemble(
            &self.a / &norm,
            -&self.b / norm,
            self.root.clone(),
        ))
    }

    /// The quotient, unless the roots differ or the divisor is zero.
    pub fn checked_div(&self, divisor: &Self) -> Option<Self> {
        self.checked_mul(&divisor.recip()?)
    }
}

/// # Panics
/// When the roots differ; [`Surd::checked_add`] does not.
impl Add for Surd {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        self.checked_add(&other)
            .expect("surds of one root are added")
    }
}

/// # Panics
/// When the roots differ; [`Surd::checked_sub`] does not.
impl Sub for Surd {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self.checked_sub(&other)
            .expect("surds of one root are subtracted")
    }
}

/// # Panics
/// When the roots differ; [`Surd::checked_mul`] does not.
impl Mul for Surd {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        self.checked_mul(&other)
            .expect("surds of one root are multiplied")
    }
}

impl Neg for Surd {
    type Output = Self;

    fn neg(self) -> Self {
        Self {
            a: -self.a,
            b: -self.b,
            root: self.root,
        }
    }
}

impl Zero for Surd {
    fn zero() -> Self {
        Self::from(BigRational::zero())
    }

    fn is_zero(&self) -> bool {
        self.a.is_zero() && self.b.is_zero()
    }
}

impl One for Surd {
    fn one() -> Self {
        Self::from(BigRational::one())
    }
}

/// # Panics
/// Beyond a divisor of zero: when the roots differ.
impl Field for Surd {
    const COST: u128 = 4;

    fn words(&self) -> u64 {
        self.a().words() + self.b().words() + self.root().bits() / 64
    }

    fn from_integer(value: i64) -> Self {
        Self::from(value)
    }

    fn divided_by(&self, divisor: &Self) -> Self {
        self.checked_div(divisor)
            .expect("the divisor is not zero and has the same root")
    }
}
