//! For each threshold by itself, throws of one kind: Horner's scheme in the number of throws above it.

use num_bigint::BigUint;
use num_traits::One;

use super::{Pool, add_at, binomials, share};
use crate::exact::Natural;
use crate::exact::weight::Weight;
use crate::exact::weight::power::Shape;
use crate::work::stop;

impl<W: Weight> Pool<W> {
    /// About the elementary steps of [`by_threshold`](Pool::by_threshold), which takes throws of one kind.
    pub(super) fn by_threshold_steps(&self) -> Option<u128> {
        let [(weights, n)] = self.kinds.as_slice() else {
            return None;
        };
        let (k, places) = (u128::from(self.k), self.places.len() as u128);
        // On average half of the span is above, and half of those kept.
        let above = share(weights, self.span() / 2 + 1);
        let kept = Shape {
            length: k * self.span() / 4 + 1,
            terms: k * self.span() / 4 + 1,
            runs: k * self.span() / 4 + 1,
            words: self.words * 3 / 4 + 1,
        };
        let each = W::poly_times_steps(kept, above) + above.terms * 60;
        let sums = 2 * kept.length * (20 + self.words);
        let rest = at_least_steps::<W>(self.words, above.words, *n, self.k);
        Some(places.saturating_mul((k - 1).saturating_mul(each).saturating_add(sums + rest)))
    }

    /// The weights of the sum of those kept.
    pub(super) fn by_threshold(&self) -> Vec<W> {
        let (weights, n) = &self.kinds[0];
        let choose = binomials::<W>(*n, self.k);
        let mut sums = Vec::new();
        let mut below = W::zero();
        for &threshold in &self.places {
            stop::check();
            let weight = &weights[threshold];
            // Throws above the threshold, by how much; Horner's scheme in the number of them.
            let above = self.above(0, threshold);
            let rest = at_least(weight, &below, *n, self.k);
            let most = if above.is_empty() { 0 } else { self.k - 1 };
            let mut kept: Vec<W> = Vec::new();
            for count in (0..=most).rev() {
                kept = W::poly_times(&kept, &above);
                kept.resize(kept.len().max(1), W::zero());
                kept[0].add_product(&rest[(self.k - count) as usize], &choose[count as usize]);
            }
            add_at(&mut sums, threshold * self.k as usize, kept);
            below += weight;
        }
        sums
    }
}

/// The approximate number of elementary steps of [`at_least`], given the words of a weight of all throws and of one throw.
pub(super) fn at_least_steps<W: Weight>(words: u128, each: u128, n: u32, k: u32) -> u128 {
    let ways = u128::from(n) / 60 + 1;
    let apart = words * u128::from(n - k) / u128::from(n) + 1;
    let middle = words - (words - apart.min(words)) / 2;
    let step = W::product_steps(middle, each) * 2 + W::product_steps(middle, ways) * 2;
    u128::from(k).saturating_mul(step + 200) + 2 * W::product_steps(apart, apart)
}

/// For each j from 0 to `k`: the weight of `n − k + j` throws none of which is above a threshold and at least j of which
/// are equal to it.
///
/// With d = n − k, a the weight equal and b the weight below: the first of d + j throws is equal, and of the others j − 1
/// must be; or it is below, and of the others j. That is (a + b) times the weight for j − 1, less those cases in which the
/// first is below and of the others just j − 1 are equal: C(d + j − 1, j − 1)·a^(j − 1)·b^(d + 1).
pub(super) fn at_least<W: Weight>(equal: &W, below: &W, n: u32, k: u32) -> Vec<W> {
    let apart = n - k;
    let mut both = equal.clone();
    both += below;
    let mut weights = vec![both.power(apart)];
    let mut ways = BigUint::one();
    let mut power = below.power(apart + 1);
    for j in 1..=k {
        stop::check();
        let previous = &weights[weights.len() - 1];
        let less = power.times(&W::from_count(&Natural::from(&ways)));
        weights.push(both.times(previous).minus(&less));
        ways = ways * (apart + j) / j;
        power = power.times(equal);
    }
    weights
}
