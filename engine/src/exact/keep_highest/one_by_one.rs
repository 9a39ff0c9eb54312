//! For each threshold by itself, throws of any kinds, one after the other.
//!
//! After some throws it is known how many of them lie above the threshold and how many are equal to it, as far as that
//! matters: with as many above as are kept the threshold is not the smallest kept, and of those equal no more count.

use super::{Pool, add_at, share};
use crate::exact::weight::Weight;
use crate::exact::weight::power::{Shape, Term};
use crate::work::stop;

/// The sums by how many throws are above and equal, with one more throw that falls below, at or above the threshold.
fn one_more<W: Weight>(
    states: &[Vec<Vec<W>>],
    below: &W,
    equal: &W,
    above: &[Term<'_, W>],
) -> Vec<Vec<Vec<W>>> {
    let k = states.len();
    let mut next: Vec<Vec<Vec<W>>> = vec![vec![Vec::new(); k + 1]; k];
    for (a, row) in states.iter().enumerate() {
        for (e, sums) in row.iter().enumerate().filter(|(_, sums)| !sums.is_empty()) {
            stop::check();
            let scaled = |by: &W| sums.iter().map(|sum| sum.times(by)).collect();
            if !below.is_zero() {
                add_at(&mut next[a][e], 0, scaled(below));
            }
            if !equal.is_zero() {
                add_at(&mut next[a][(e + 1).min(k - a)], 0, scaled(equal));
            }
            if a + 1 < k && !above.is_empty() {
                let more = W::poly_times(sums, above);
                add_at(&mut next[a + 1][e.min(k - a - 1)], 0, more);
            }
        }
    }
    next
}

impl<W: Weight> Pool<W> {
    /// About the elementary steps of [`one_by_one`](Pool::one_by_one).
    pub(super) fn one_by_one_steps(&self) -> u128 {
        let k = u128::from(self.k);
        let half = k * self.span() / 4 + 1;
        let sums = Shape {
            length: half,
            terms: half,
            runs: half,
            words: self.words / 2 + 1,
        };
        let throw = |(weights, n): &(Vec<W>, u32)| {
            let above = share(weights, self.span() / 2 + 1);
            let scaled = half * (W::product_steps(sums.words, above.words) + 20);
            let state = W::poly_times_steps(sums, above).saturating_add(3 * scaled);
            u128::from(*n).saturating_mul(state)
        };
        let throws = self.kinds.iter().map(throw).fold(0, u128::saturating_add);
        (self.places.len() as u128)
            .saturating_mul(k * (k + 1) / 2 + k)
            .saturating_mul(throws)
    }

    /// The weights of the sum of those kept.
    pub(super) fn one_by_one(&self) -> Vec<W> {
        let k = self.k as usize;
        let mut result = Vec::new();
        let mut below = vec![W::zero(); self.kinds.len()];
        for &threshold in &self.places {
            // By how many are above, and how many equal (at most as many as are kept): sums of how far those above are above.
            let mut states: Vec<Vec<Vec<W>>> = vec![vec![Vec::new(); k + 1]; k];
            states[0][0] = vec![W::one()];
            for (kind, (weights, n)) in self.kinds.iter().enumerate() {
                let above = self.above(kind, threshold);
                let weight = &weights[threshold];
                for _ in 0..*n {
                    states = one_more(&states, &below[kind], weight, &above);
                }
            }
            for (a, mut row) in states.into_iter().enumerate() {
                add_at(&mut result, threshold * k, std::mem::take(&mut row[k - a]));
            }
            for (sum, (weights, _)) in below.iter_mut().zip(&self.kinds) {
                *sum += &weights[threshold];
            }
        }
        result
    }
}
