//! The bounds of each number, made tighter by those of the others.
//!
//! With P(e) the chance to take enemy piece e, A to take at least one, M the mean, each with its own best play, and E enemy
//! pieces:
//!
//! - P(e) ≤ A ≤ M, because to take e is to take one, and best play for A takes at least A on average;
//! - A ≤ Σ P(e) and M ≤ Σ P(e): whatever is played, e is taken with at most P(e);
//! - M ≤ E · A: whatever is played, something is taken with at most A, and then at most E.
//!
//! Of the chances Q(k) of exactly k under one play with mean m ([`number`](super::taken_distribution)):
//!
//! - Q(1) + Q(2) + … ≤ A, so Q(0) ≥ 1 − A;
//! - k · Q(k) ≤ m ≤ M and Q(k) ≤ A for k ≥ 1;
//! - m ≤ E · (1 − Q(0)), so Q(0) ≤ 1 − m/E.
//!
//! For a single enemy piece P = A = M and Q(1) = m follow.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::span::{ONE, Span};
use crate::exact::Between;

impl From<Span> for Between {
    fn from(span: Span) -> Self {
        let value = |units: i128| BigRational::new(units.into(), ONE.into());
        Self::new(value(span.lo), value(span.hi))
    }
}

/// The numbers of a turn that bound one another.
pub(super) struct Numbers {
    pub(super) any: Between,
    pub(super) pieces: Vec<Between>,
    pub(super) mean: Between,
    /// The chances of exactly 0, 1, 2, … taken.
    pub(super) exactly: Vec<Between>,
    /// The least mean of the play that they are of.
    pub(super) play: BigRational,
}

impl Numbers {
    /// Draws every conclusion; twice, because what is concluded last may tell something of the first.
    pub(super) fn conclude(&mut self) {
        for _ in 0..2 {
            self.takes();
            self.counts();
        }
    }

    fn takes(&mut self) {
        let enemies = BigRational::from_integer(BigInt::from(self.pieces.len().max(1)));
        let sum: BigRational = self.pieces.iter().map(|piece| &piece.upper).sum();
        self.any.at_most(&sum);
        self.mean.at_most(&sum);
        self.any.at_most(&self.mean.upper);
        self.mean.at_least(&self.any.lower);
        self.mean.at_most(&(&self.any.upper * &enemies));
        self.any.at_least(&(&self.mean.lower / &enemies));
        for piece in &mut self.pieces {
            piece.at_most(&self.any.upper);
            self.any.at_least(&piece.lower);
        }
        if let [only] = self.pieces.as_mut_slice() {
            only.at_least(&self.any.lower);
        }
    }

    fn counts(&mut self) {
        let one = BigRational::one();
        let enemies = BigRational::from_integer(BigInt::from(self.pieces.len().max(1)));
        let Some((none, some)) = self.exactly.split_first_mut() else {
            return;
        };
        none.at_least(&(&one - &self.any.upper));
        none.at_most(&(&one - &self.play / &enemies));
        for (k, exactly) in (1u32..).zip(some.iter_mut()) {
            let k = BigRational::from_integer(BigInt::from(k));
            exactly.at_most(&(&self.mean.upper / k));
            exactly.at_most(&self.any.upper);
        }
        // The chances sum to 1.
        let lower: BigRational = self.exactly.iter().map(|exactly| &exactly.lower).sum();
        let upper: BigRational = self.exactly.iter().map(|exactly| &exactly.upper).sum();
        for exactly in &mut self.exactly {
            let others = (&lower - &exactly.lower, &upper - &exactly.upper);
            exactly.at_most(&(&one - others.0));
            exactly.at_least(&(&one - others.1).max(BigRational::zero()));
        }
    }
}
