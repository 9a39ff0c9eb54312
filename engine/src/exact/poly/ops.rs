//! The arithmetic operators of [`Poly`].

use super::{Poly, integer};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Zero};
use std::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

/// Extends an operator written for two references to owned operands and to assignment.
macro_rules! forward_binary {
    ($type:ty, $op:ident, $method:ident, $assign:ident, $assign_method:ident) => {
        impl $op<$type> for $type {
            type Output = $type;
            fn $method(self, other: $type) -> $type {
                (&self).$method(&other)
            }
        }
        impl $op<&$type> for $type {
            type Output = $type;
            fn $method(self, other: &$type) -> $type {
                (&self).$method(other)
            }
        }
        impl $op<$type> for &$type {
            type Output = $type;
            fn $method(self, other: $type) -> $type {
                self.$method(&other)
            }
        }
        impl $assign<$type> for $type {
            fn $assign_method(&mut self, other: $type) {
                *self = (&*self).$method(&other);
            }
        }
        impl $assign<&$type> for $type {
            fn $assign_method(&mut self, other: &$type) {
                *self = (&*self).$method(other);
            }
        }
    };
}
pub(crate) use forward_binary;

/// `a + b` or `a - b`.
fn combine(a: &Poly, b: &Poly, subtract: bool) -> Poly {
    let denom = a.denom.lcm(&b.denom);
    let (grow_a, grow_b) = (&denom / &a.denom, &denom / &b.denom);
    let grow_b = if subtract { -grow_b } else { grow_b };
    let mut numers = vec![BigInt::zero(); a.numers.len().max(b.numers.len())];
    for (sum, c) in numers.iter_mut().zip(&a.numers) {
        *sum = c * &grow_a;
    }
    for (sum, c) in numers.iter_mut().zip(&b.numers) {
        *sum += c * &grow_b;
    }
    Poly::from_parts(numers, denom)
}

impl Add<&Poly> for &Poly {
    type Output = Poly;
    fn add(self, other: &Poly) -> Poly {
        combine(self, other, false)
    }
}

impl Sub<&Poly> for &Poly {
    type Output = Poly;
    fn sub(self, other: &Poly) -> Poly {
        combine(self, other, true)
    }
}

impl Mul<&Poly> for &Poly {
    type Output = Poly;
    fn mul(self, other: &Poly) -> Poly {
        Poly::from_parts(
            integer::mul(&self.numers, &other.numers),
            &self.denom * &other.denom,
        )
    }
}

forward_binary!(Poly, Add, add, AddAssign, add_assign);
forward_binary!(Poly, Sub, sub, SubAssign, sub_assign);
forward_binary!(Poly, Mul, mul, MulAssign, mul_assign);

impl Mul<&BigRational> for &Poly {
    type Output = Poly;
    fn mul(self, factor: &BigRational) -> Poly {
        self.scale(factor)
    }
}

impl Neg for &Poly {
    type Output = Poly;
    fn neg(self) -> Poly {
        Poly {
            numers: self.numers.iter().map(|c| -c).collect(),
            denom: self.denom.clone(),
        }
    }
}

impl Neg for Poly {
    type Output = Poly;
    fn neg(self) -> Poly {
        -&self
    }
}

impl Zero for Poly {
    fn zero() -> Poly {
        Poly {
            numers: Vec::new(),
            denom: BigInt::one(),
        }
    }

    fn is_zero(&self) -> bool {
        self.numers.is_empty()
    }
}

impl One for Poly {
    fn one() -> Poly {
        Poly::from(1)
    }

    fn is_one(&self) -> bool {
        self.denom.is_one() && matches!(self.numers.as_slice(), [c] if c.is_one())
    }
}
