//! Keeping the highest of several throws.
//!
//! Both functions go by the smallest value kept, the threshold: some throws lie above it, enough are equal to it,
//! the rest lie below and only count. Nothing is enumerated, so `100d20kh50` takes milliseconds.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_traits::One;

use super::Natural;
use super::dist::Dist;
use super::numeric::{Grid, common_step};
use super::weight::Weight;
use crate::work::limit::{MAX_OUTCOMES, MAX_STEPS, MAX_WORDS, TooLarge, allow};
use crate::work::stop;

impl<W: Weight> Dist<i64, W> {
    /// About the elementary steps [`highest_of`](Dist::highest_of) takes where some throws are left out.
    pub(crate) fn highest_steps(&self, n: u32, k: u32) -> u128 {
        if k == 0 {
            return 0;
        }
        let terms = self.span() / common_step([self]) as u128 + 1;
        let (faces, k, words) = (
            self.len() as u128,
            u128::from(k),
            self.total().power_size(n),
        );
        // Faces of one weight are multiplied with as one.
        let mut weights = self.iter().map(|(_, weight)| weight);
        let first = weights.next();
        let times = if weights.all(|weight| Some(weight) == first) {
            faces.min(4)
        } else {
            faces
        };
        let products = (k * k).saturating_mul(terms).saturating_mul(times) / 4;
        let rest = (k + u128::from(n.ilog2())).saturating_mul(words);
        let each = products.saturating_add(faces * 50).saturating_add(rest);
        faces.saturating_mul(words.saturating_mul(each))
    }

    /// The sum of the `k` highest of `n` independent throws (all of them when `k ≥ n`).
    ///
    /// Cost: about faces · k · (outcomes of the sum).
    ///
    /// # Errors
    /// [`TooLarge`].
    ///
    /// # Examples
    /// ```
    /// use siga::exact::Dist;
    /// let die: Dist<i64> = Dist::uniform(1..=6).unwrap();
    /// let ability = die.highest_of(4, 3).unwrap();
    /// assert_eq!(ability.probability(&18).to_string(), "7/432"); // 21/1296
    /// ```
    pub fn highest_of(&self, n: u32, k: u32) -> Result<Self, TooLarge> {
        if k >= n {
            return self.times(n);
        }
        if k == 0 {
            return Ok(Dist::certain(0));
        }
        self.stays_in_range(k.into())?;
        let step = common_step([self]);
        let terms = self.span() / step as u128 + 1;
        let words = self.total().power_size(n);
        let outcomes = (terms - 1) * u128::from(k) + 1;
        allow("outcomes", outcomes, MAX_OUTCOMES)?;
        allow(
            "words of memory",
            (2 * outcomes + 3 * u128::from(k)) * words,
            MAX_WORDS,
        )?;
        allow("steps", self.highest_steps(n, k), MAX_STEPS)?;
        let Grid { low, weights, .. } = self.grid(step)?;
        let choose = binomials::<W>(n, k);
        let mut sums = vec![W::zero(); (weights.len() - 1) * k as usize + 1];
        let mut below = W::zero();
        for (threshold, weight) in weights.iter().enumerate() {
            stop::check();
            if weight.is_zero() {
                continue;
            }
            // Throws above the threshold, by how much; Horner's scheme in the number of them.
            let above: BTreeMap<usize, W> = (weights.iter().enumerate().skip(threshold + 1))
                .filter(|(_, weight)| k > 1 && !weight.is_zero())
                .map(|(i, weight)| (i - threshold, weight.clone()))
                .collect();
            let rest = at_least(weight, &below, n, k);
            let most = if above.is_empty() { 0 } else { k - 1 };
            let mut kept: Vec<W> = Vec::new();
            for count in (0..=most).rev() {
                kept = W::poly_times(&kept, &above);
                kept.resize(kept.len().max(1), W::zero());
                kept[0].add_product(&rest[(k - count) as usize], &choose[count as usize]);
            }
            for (to, from) in sums[threshold * k as usize..].iter_mut().zip(&kept) {
                *to += from;
            }
            below += weight;
        }
        let low = low * i64::from(k);
        let kept = Grid {
            low,
            step,
            weights: sums,
        }
        .into_dist();
        debug_assert!(
            *kept.total() == self.total().power(n),
            "every case is counted once"
        );
        Ok(kept)
    }

    /// The sum of the `k` lowest of `n` independent throws.
    ///
    /// # Errors
    /// [`TooLarge`].
    pub fn lowest_of(&self, n: u32, k: u32) -> Result<Self, TooLarge> {
        self.stays_in_range(k.min(n).into())?;
        Ok(self.negated().highest_of(n, k)?.negated())
    }
}

/// For each j from 0 to `k`: the weight of `n − k + j` throws none of which is above a threshold and at least j of which
/// are equal to it.
///
/// With d = n − k, a the weight equal and b the weight below: the first of d + j throws is equal, and of the others j − 1
/// must be; or it is below, and of the others j. That is (a + b) times the weight for j − 1, less those cases in which the
/// first is below and of the others just j − 1 are equal: C(d + j − 1, j − 1)·a^(j − 1)·b^(d + 1).
fn at_least<W: Weight>(equal: &W, below: &W, n: u32, k: u32) -> Vec<W> {
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

/// The first `count` binomial coefficients of `n`.
fn binomials<W: Weight>(n: u32, count: u32) -> Vec<W> {
    let mut ways = BigUint::one();
    let next = |k: u32| {
        let here = W::from_count(&Natural::from(&ways));
        ways = std::mem::take(&mut ways) * (n - k) / (k + 1);
        here
    };
    (0..count).map(next).collect()
}

/// About the elementary steps [`keep_highest`] takes where some throws are left out.
pub(crate) fn unlike_steps<W: Weight>(pool: &[Dist<i64, W>], k: usize) -> u128 {
    let words: u128 = pool.iter().map(|dist| dist.total().size() as u128).sum();
    let faces: u128 = pool.iter().map(|dist| dist.len() as u128).sum();
    let span: u128 = pool.iter().map(Dist::span).sum::<u128>() / common_step(pool) as u128 + 1;
    let (count, kept) = (pool.len() as u128, k as u128);
    if k == 1 {
        return faces * count * words * words;
    }
    let sums = span.min((0..k).fold(1, |all: u128, _| all.saturating_mul(faces)));
    [faces, faces, kept, kept, sums, words]
        .into_iter()
        .fold(count, u128::saturating_mul)
}

/// The highest of independent throws: it is at most x when every one of them is.
fn highest<W: Weight>(pool: &[Dist<i64, W>], outcomes: &[i64]) -> Dist<i64, W> {
    let mut throws: Vec<_> = pool.iter().map(|dist| dist.iter().peekable()).collect();
    let mut at_most = vec![W::zero(); pool.len()];
    let mut before = W::zero();
    let mut items = Vec::with_capacity(outcomes.len());
    for &outcome in outcomes {
        stop::check();
        for (throw, sum) in throws.iter_mut().zip(&mut at_most) {
            while let Some((_, weight)) = throw.next_if(|(x, _)| **x <= outcome) {
                *sum += weight;
            }
        }
        let all = at_most.iter().fold(W::one(), |all, sum| all.times(sum));
        items.push((outcome, all.minus(&before)));
        before = all;
    }
    Dist::from_sorted(items).expect("some outcome is the highest")
}

/// The sum of the `k` highest of independent throws that need not be alike.
///
/// Cost: thresholds · throws · k² · (outcomes of the sum).
///
/// # Errors
/// [`TooLarge`].
pub fn keep_highest<W: Weight>(pool: &[Dist<i64, W>], k: usize) -> Result<Dist<i64, W>, TooLarge> {
    if k == 0 || pool.is_empty() {
        return Ok(Dist::certain(0));
    }
    if k >= pool.len() {
        return pool[1..]
            .iter()
            .try_fold(pool[0].clone(), |sum, dist| sum.sum(dist));
    }
    for dist in pool {
        dist.stays_in_range(k as u128)?;
    }
    let mut thresholds: Vec<i64> = pool
        .iter()
        .flat_map(|dist| dist.iter().map(|(x, _)| *x))
        .collect();
    thresholds.sort_unstable();
    thresholds.dedup();
    allow("steps", unlike_steps(pool, k), MAX_STEPS)?;
    if k == 1 {
        return Ok(highest(pool, &thresholds));
    }
    let mut result: BTreeMap<i64, W> = BTreeMap::new();
    for &threshold in &thresholds {
        // (throws above, throws equal up to k) → sums of those above.
        let mut states: BTreeMap<(usize, usize), BTreeMap<i64, W>> =
            BTreeMap::from([((0, 0), BTreeMap::from([(0, W::one())]))]);
        for dist in pool {
            let mut next: BTreeMap<(usize, usize), BTreeMap<i64, W>> = BTreeMap::new();
            let mut below = W::zero();
            for (_, weight) in dist.iter().take_while(|(x, _)| **x < threshold) {
                below += weight;
            }
            for ((above, equal), sums) in &states {
                let mut add = |key, by: i64, weight: &W| {
                    let to: &mut BTreeMap<i64, W> = next.entry(key).or_default();
                    for (sum, old) in sums {
                        stop::check();
                        to.entry(sum + by)
                            .or_insert_with(W::zero)
                            .add_product(old, weight);
                    }
                };
                if !below.is_zero() {
                    add((*above, *equal), 0, &below);
                }
                if let Some(weight) = dist.weight(&threshold) {
                    add((*above, (equal + 1).min(k)), 0, weight);
                }
                if above + 1 < k {
                    for (x, weight) in dist.iter().filter(|(x, _)| **x > threshold) {
                        add((above + 1, *equal), *x, weight);
                    }
                }
            }
            states = next;
        }
        for ((above, equal), sums) in states {
            if above + equal < k {
                continue;
            }
            for (sum, weight) in sums {
                let outcome = sum + (k - above) as i64 * threshold;
                *result.entry(outcome).or_insert_with(W::zero) += &weight;
            }
        }
    }
    Ok(Dist::from_sorted(result.into_iter().collect()).expect("weights are not zero"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Natural;
    use itertools::Itertools;
    use proptest::prelude::*;

    /// Goes through every case.
    fn by_enumeration(pool: &[Dist<i64>], k: usize) -> Dist<i64> {
        let throws = pool.iter().map(|dist| dist.iter().collect_vec());
        let cases = throws.multi_cartesian_product().map(|case| {
            let mut values = case.iter().map(|(x, _)| **x).collect_vec();
            values.sort_unstable_by_key(|x| -x);
            let weight = case
                .iter()
                .fold(Natural::from(1u64), |w, (_, v)| w.times(v));
            (values.iter().take(k).sum(), weight)
        });
        Dist::new(cases).unwrap()
    }

    fn small() -> impl Strategy<Value = Dist<i64>> {
        prop::collection::vec((-9i64..9, 1u64..5), 1..4).prop_map(|items| {
            Dist::new(items.into_iter().map(|(x, w)| (3 * x, Natural::from(w)))).unwrap()
        })
    }

    proptest! {
        #[test]
        fn like_throws_agree_with_enumeration(dist in small(), n in 1u32..6, k in 1u32..7) {
            let pool = vec![dist.clone(); n as usize];
            prop_assert_eq!(dist.highest_of(n, k).unwrap(), by_enumeration(&pool, k as usize));
        }

        #[test]
        fn unlike_throws_agree_with_enumeration(
            pool in prop::collection::vec(small(), 1..5), k in 1usize..6,
        ) {
            prop_assert_eq!(keep_highest(&pool, k).unwrap(), by_enumeration(&pool, k));
        }

        #[test]
        fn both_ways_agree(dist in small(), n in 1u32..6, k in 1u32..6) {
            let pool = vec![dist.clone(); n as usize];
            prop_assert_eq!(dist.highest_of(n, k).unwrap(), keep_highest(&pool, k as usize).unwrap());
        }
    }
}
