//! Proved bounds as fixed-point numbers, rounded outwards.

use num_rational::BigRational;

use crate::exact::Between;

/// One in the units of this module.
pub(super) const ONE: i128 = 1 << 64;

/// Proved bounds in units of 2^−64. Values are far below 2^80, sums of them with the weights of throws below 2^127.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) lo: i128,
    pub(super) hi: i128,
}

impl Span {
    pub(super) const ZERO: Span = Span { lo: 0, hi: 0 };

    pub(super) fn gap(self) -> i128 {
        self.hi - self.lo
    }

    /// A whole number more.
    pub(super) fn plus(self, whole: u32) -> Span {
        let by = i128::from(whole) * ONE;
        Span {
            lo: self.lo + by,
            hi: self.hi + by,
        }
    }

    /// The same seen by the one who pays it.
    pub(super) fn negated(self) -> Span {
        Span {
            lo: -self.hi,
            hi: -self.lo,
        }
    }

    /// The conclusion from two proofs about one number.
    pub(super) fn and(self, other: Span) -> Span {
        let both = Span {
            lo: self.lo.max(other.lo),
            hi: self.hi.min(other.hi),
        };
        debug_assert!(both.lo <= both.hi, "two proofs that contradict each other");
        both
    }

    /// The mean, from sums over throws.
    pub(super) fn over(self, total: i128) -> Span {
        Span {
            lo: below(self.lo, total),
            hi: above(self.hi, total),
        }
    }
}

impl From<Span> for Between {
    fn from(span: Span) -> Self {
        let value = |units: i128| BigRational::new(units.into(), ONE.into());
        Self::new(value(span.lo), value(span.hi))
    }
}

/// A quotient rounded down. Two dice with four faces have sixteen throws, and shifting is much faster than dividing.
pub(super) fn below(sum: i128, by: i128) -> i128 {
    if by & (by - 1) == 0 {
        sum >> by.trailing_zeros()
    } else {
        sum.div_euclid(by)
    }
}

/// A quotient rounded up.
pub(super) fn above(sum: i128, by: i128) -> i128 {
    -below(-sum, by)
}
