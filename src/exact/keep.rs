//! Keeping the highest of several throws.
//!
//! Both functions go by the smallest value kept, the threshold: some throws lie above it, enough are equal to it,
//! the rest lie below and only count. Nothing is enumerated, so `100d20kh50` takes milliseconds.

use std::collections::BTreeMap;

use super::dist::Dist;
use super::limit::{MAX_OUTCOMES, MAX_STEPS, TooLarge, allow};
use super::numeric::{Grid, common_step};
use super::weight::Weight;

impl<W: Weight> Dist<i64, W> {
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
        let step = common_step([self]);
        let terms = self.span() / step as u128 + 1;
        let (n_, k_, words) = (u128::from(n), u128::from(k), self.total().power_size(n));
        allow("outcomes", (terms - 1) * k_ + 1, MAX_OUTCOMES)?;
        allow(
            "steps",
            self.len() as u128 * words * (n_ * k_ + k_ * k_ * terms),
            MAX_STEPS,
        )?;
        let Grid { low, weights, .. } = self.grid(step)?;
        let choose = binomials::<W>(n);
        let mut sums = vec![W::zero(); (weights.len() - 1) * k as usize + 1];
        let mut below = W::zero();
        for (threshold, weight) in weights.iter().enumerate() {
            if weight.is_zero() {
                continue;
            }
            // Throws above the threshold, by how much; Horner's scheme in the number of them.
            let above: BTreeMap<usize, W> = (weights.iter().enumerate().skip(threshold + 1))
                .filter(|(_, weight)| !weight.is_zero())
                .map(|(i, weight)| (i - threshold, weight.clone()))
                .collect();
            let rest = AtThreshold::new(weight, &below, n);
            let most = if above.is_empty() { 0 } else { k - 1 };
            let mut kept: Vec<W> = Vec::new();
            for count in (0..=most).rev() {
                kept = W::poly_times(&kept, &above);
                kept.resize(kept.len().max(1), W::zero());
                let ways = &choose[n as usize][count as usize];
                kept[0].add_product(&rest.at_least(&choose, n - count, k - count), ways);
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
        Ok(self.negated().highest_of(n, k)?.negated())
    }
}

/// Powers of the weight at a threshold and of all the weight below it.
struct AtThreshold<W> {
    equal: Vec<W>,
    below: Vec<W>,
}

impl<W: Weight> AtThreshold<W> {
    fn new(equal: &W, below: &W, n: u32) -> Self {
        let powers = |base: &W| -> Vec<W> {
            let next = |power: &W| Some(power.times(base));
            std::iter::successors(Some(W::one()), next)
                .take(n as usize + 1)
                .collect()
        };
        Self {
            equal: powers(equal),
            below: powers(below),
        }
    }

    /// Weight of `n` throws none of which is above and at least `k` of which are equal to the threshold.
    fn at_least(&self, choose: &[Vec<W>], n: u32, k: u32) -> W {
        let mut sum = W::zero();
        for (equal, choices) in choose[n as usize].iter().enumerate().skip(k as usize) {
            let ways = self.equal[equal].times(&self.below[n as usize - equal]);
            sum.add_product(&ways, choices);
        }
        sum
    }
}

/// Rows 0 to `n` of Pascal's triangle.
fn binomials<W: Weight>(n: u32) -> Vec<Vec<W>> {
    let mut rows = vec![vec![W::one()]];
    for i in 1..=n as usize {
        let above = &rows[i - 1];
        let mut row = above.clone();
        row.push(W::zero());
        for (to, from) in row[1..].iter_mut().zip(above) {
            *to += from;
        }
        rows.push(row);
    }
    rows
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
    let mut thresholds: Vec<i64> = pool
        .iter()
        .flat_map(|dist| dist.iter().map(|(x, _)| *x))
        .collect();
    thresholds.sort_unstable();
    thresholds.dedup();
    let words: u128 = pool.iter().map(|dist| dist.total().size() as u128).sum();
    let span: u128 = pool.iter().map(Dist::span).sum::<u128>() / common_step(pool) as u128 + 1;
    let (k_, faces) = (k as u128, thresholds.len() as u128);
    let sums = span.min((0..k).fold(1, |all: u128, _| all.saturating_mul(faces)));
    allow(
        "steps",
        faces * faces * pool.len() as u128 * k_ * k_ * sums * words,
        MAX_STEPS,
    )?;
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
