//! The throws of the rules as they bear on one question, and how many of them stand at the end of a turn.

use std::iter::repeat_n;

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

use super::rules::{Cancel, Face, Rules};
use super::throw_multiset::Cost;
use crate::exact::gcd;
use crate::games::running_fight::position::Fight as _;
use crate::work::stop;

/// The most steps with machine words that counting the standing throws may take.
const MAX_STEPS: u64 = 200_000_000;

/// The throws of the rules as they bear on one question, with integer weights over one total.
#[derive(Debug, Clone)]
pub(super) struct Throws {
    /// The kinds of throws that earn another: by what they do here, numbers, and a khadzh that frees.
    pub(super) kinds: Vec<Face>,
    pub(super) weights: Vec<BigUint>,
    /// Throws that earn another and move nothing, but can be cancelled.
    pub(super) idle: BigUint,
    /// Khmars that earn another.
    pub(super) khmar: BigUint,
    /// The kinds of throws that end a turn.
    pub(super) lasts: Vec<Face>,
    pub(super) last_weights: Vec<BigUint>,
    /// Throws that end a turn and move nothing.
    pub(super) idle_last: BigUint,
    /// Khmars that end a turn.
    pub(super) khmar_last: BigUint,
    pub(super) total: BigUint,
    pub(super) cancel: Cancel,
}

impl Throws {
    /// The throws where a khadzh does what `khadzh` does: itself if it frees a piece, else a move of one cell, or nothing.
    pub(super) fn new(rules: &Rules, khadzh: Face) -> Throws {
        let weighted = rules.falling();
        let (weights, total) = gcd::in_common(weighted.iter().map(|throw| &throw.chance));
        let mut throws = Throws {
            kinds: Vec::new(),
            weights: Vec::new(),
            idle: BigUint::ZERO,
            khmar: BigUint::ZERO,
            lasts: Vec::new(),
            last_weights: Vec::new(),
            idle_last: BigUint::ZERO,
            khmar_last: BigUint::ZERO,
            total: total.magnitude().clone(),
            cancel: rules.cancel,
        };
        for (found, weight) in weighted.iter().zip(weights) {
            let weight = weight.into_parts().1;
            let kind = match found.throw.face {
                Face::Khadzh => khadzh,
                face => face,
            };
            let (kinds, weights) = match found.throw.again {
                true => (&mut throws.kinds, &mut throws.weights),
                false => (&mut throws.lasts, &mut throws.last_weights),
            };
            let sum = match (kind, found.throw.again) {
                (Face::Nothing, true) => &mut throws.idle,
                (Face::Nothing, false) => &mut throws.idle_last,
                (Face::Khmar, true) => &mut throws.khmar,
                (Face::Khmar, false) => &mut throws.khmar_last,
                _ => {
                    let known = kinds.iter().position(|known| *known == kind);
                    let at = known.unwrap_or(kinds.len());
                    if known.is_none() {
                        kinds.push(kind);
                        weights.push(BigUint::ZERO);
                    }
                    &mut weights[at]
                }
            };
            *sum += weight;
        }
        throws
    }

    /// As many throws, up to some, as can be counted within [`MAX_STEPS`].
    pub(super) fn affordable(&self, throws: u32) -> u32 {
        let words = |throws: u64| throws * self.total.bits() / 64 + 1;
        let steps = |throws: u64| {
            let heights = throws * throws * words(throws);
            let thinned = throws * throws * words(throws) * words(throws) / 2;
            heights + if self.idle.is_zero() { 0 } else { thinned }
        };
        let mut throws = u64::from(throws);
        while throws > 1 && steps(throws) > MAX_STEPS {
            throws -= throws.div_ceil(8);
        }
        throws as u32
    }

    /// The throws of a multiset, those of a kind together and the last at the end.
    pub(super) fn faces(&self, cost: Cost) -> Vec<Face> {
        let kinds = self.kinds.iter().enumerate();
        let each = kinds.flat_map(|(kind, face)| repeat_n(*face, cost.count(kind).into()));
        let last = usize::from(cost.last).checked_sub(1);
        each.chain(last.map(|last| self.lasts[last])).collect()
    }

    /// The number of cells that the longest throw moves a piece.
    pub(super) fn farthest(&self) -> u8 {
        let kinds = self.kinds.iter().chain(&self.lasts);
        kinds.filter_map(|kind| kind.cells()).max().unwrap_or(0)
    }

    /// Weights of the throws that end a turn, by their kind, numbered from 1; under 0 those that leave nothing.
    pub(super) fn ends_by_last(&self) -> Vec<BigUint> {
        let nothing = &self.idle_last + &self.khmar_last;
        std::iter::once(nothing)
            .chain(self.last_weights.iter().cloned())
            .collect()
    }

    /// Weight of the throws that earn another and stand until they are cancelled.
    pub(super) fn pushed(&self) -> BigUint {
        self.weights.iter().sum::<BigUint>() + &self.idle
    }

    /// Weight of the throws that end a turn; not 0, for turns end.
    pub(super) fn ends(&self) -> BigUint {
        self.last_weights.iter().sum::<BigUint>() + &self.idle_last + &self.khmar_last
    }

    /// The chance of one weight.
    pub(super) fn chance(&self, weight: &BigUint) -> BigRational {
        BigRational::new(weight.clone().into(), self.total.clone().into())
    }

    /// About the chance that a throw earns another.
    pub(super) fn again(&self) -> f64 {
        let again = self.chance(&(self.pushed() + &self.khmar));
        again.to_f64().unwrap_or(1.0)
    }

    /// The distribution of the number of throws that stand before the last one, without limit: the weight of none, that of one, and the ratio
    /// from each number to the next.
    ///
    /// `None` where the numbers are not such a sequence: when khmars reach further back than one throw, or end turns.
    pub(super) fn geometric(&self) -> Option<[BigRational; 3]> {
        if !self.khmar_last.is_zero() || (self.cancel == Cancel::Stack && !self.khmar.is_zero()) {
            return None;
        }
        let one = BigRational::one();
        let (u, d) = (self.chance(&self.pushed()), self.chance(&self.khmar));
        // Visits to the state with nothing sealed and a throw pending, then sealing one throw after the other.
        let through = &one - &d - &u * &d;
        let pending = &u / &through;
        let none = (&one + &d * &pending) / (&one - &d);
        let ratio = &u * (&one - &d) / &through;
        let first = &pending * (&one + &d * &ratio / (&one - &d));
        Some([none, first, ratio])
    }

    /// The heights of standing throws that `limit` throws lead to: before a last throw that counts, before one that
    /// is a khmar (which has then cancelled), over `total` to the power of the throws before the last.
    pub(super) fn heights(&self, limit: u32) -> [Vec<BigUint>; 2] {
        let pushed = self.pushed();
        let size = limit as usize + 1;
        // By whether the throw before can still be cancelled.
        let mut now = [vec![BigUint::ZERO; size], vec![BigUint::ZERO; size]];
        now[0][0] = BigUint::one();
        let mut sums = [vec![BigUint::ZERO; size], vec![BigUint::ZERO; size]];
        for _ in 0..limit {
            stop::check();
            for sum in sums.iter_mut().flatten() {
                *sum *= &self.total;
            }
            let mut next = [vec![BigUint::ZERO; size], vec![BigUint::ZERO; size]];
            for fresh in [0, 1] {
                for height in 0..size {
                    let weight = std::mem::take(&mut now[fresh][height]);
                    if weight.is_zero() {
                        continue;
                    }
                    let cancels = fresh == 1 || self.cancel == Cancel::Stack;
                    let lower = if cancels {
                        height.saturating_sub(1)
                    } else {
                        height
                    };
                    if height + 1 < size {
                        next[1][height + 1] += &weight * &pushed;
                    }
                    next[0][lower] += &weight * &self.khmar;
                    sums[1][lower] += &weight;
                    sums[0][height] += weight;
                }
            }
            now = next;
        }
        sums
    }
}
