//! Keeping the highest of several throws.
//!
//! All ways go by the smallest value kept, the threshold: some throws lie above it, enough are equal to it, the rest lie
//! below and only count. Nothing is enumerated, so `100d20kh50` takes milliseconds. They differ in what they do once for all
//! thresholds; the estimate that picks one is what the work is counted by.

mod by_halves;
mod by_threshold;
mod one_by_one;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::One;

use super::Natural;
use super::dist::Dist;
use super::numeric::Grid;
use super::weight::Weight;
use super::weight::power::{Shape, Term};
use crate::work::limit::{MAX_OUTCOMES, TooLarge, allow};
use crate::work::stop;

/// Independent throws that are alike, and their number.
pub(crate) type Kind<'a, W> = (&'a Dist<i64, W>, u32);

/// The way the thresholds are processed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ThresholdMethod {
    /// For each threshold a polynomial in the number of throws above it; throws of one kind only.
    Threshold,
    /// For each threshold a throw after the other.
    OneByOne,
    /// For all thresholds together, by halves.
    Halves,
}

/// Throws of some kinds on one grid, of which some are kept.
struct Pool<W> {
    /// Of each kind: its weights from the lowest value of all on, and how many throws there are.
    kinds: Vec<(Vec<W>, u32)>,
    /// The number of throws that are kept.
    k: u32,
    /// The places at which some kind has weight, ascending.
    places: Vec<usize>,
    /// About the words of a weight of all throws.
    words: u128,
    low: i64,
    step: i64,
}

impl<W: Weight> Dist<i64, W> {
    /// The sum of the `k` highest of `n` independent throws (all of them when `k ≥ n`).
    ///
    /// Cost: about k² · (outcomes of the sum) · log(faces) for many faces, faces · k · (outcomes of the sum) for few.
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
        highest_within(&[(self, n)], k)
    }
}

/// The sum of the `k` highest of independent throws that need not be alike.
///
/// Cost: as [`Dist::highest_of`], times the number of ways to choose how many throws of each kind are kept, or thresholds ·
/// throws · k² · (outcomes of the sum) where that is less.
///
/// # Errors
/// [`TooLarge`].
pub fn keep_highest<W: Weight>(pool: &[Dist<i64, W>], k: usize) -> Result<Dist<i64, W>, TooLarge> {
    let mut kinds: Vec<Kind<'_, W>> = Vec::new();
    for dist in pool {
        match kinds.iter_mut().find(|(other, _)| *other == dist) {
            Some((_, count)) => *count += 1,
            None => kinds.push((dist, 1)),
        }
    }
    highest_within(&kinds, k.min(pool.len()) as u32)
}

/// The sum of the `k` lowest of throws of some kinds; see [`highest_within`].
pub(crate) fn lowest_within<W: Weight>(
    kinds: &[Kind<'_, W>],
    k: u32,
) -> Result<Dist<i64, W>, TooLarge> {
    for (dist, _) in kinds {
        dist.stays_in_range(k.into())?;
    }
    let negated: Vec<(Dist<i64, W>, u32)> = (kinds.iter())
        .map(|(dist, count)| ((*dist).clone().negated(), *count))
        .collect();
    let kinds: Vec<Kind<'_, W>> = negated.iter().map(|(dist, count)| (dist, *count)).collect();
    Ok(highest_within(&kinds, k)?.negated())
}

/// The sum of the `k` highest of throws of some kinds, no two of them the same.
pub(crate) fn highest_within<W: Weight>(
    kinds: &[Kind<'_, W>],
    k: u32,
) -> Result<Dist<i64, W>, TooLarge> {
    let kinds: Vec<Kind<'_, W>> = kinds.iter().copied().filter(|(_, n)| *n > 0).collect();
    let throws = kinds
        .iter()
        .fold(0, |sum: u32, (_, n)| sum.saturating_add(*n));
    if k >= throws {
        let mut sum = Dist::certain(0);
        for (dist, n) in kinds {
            sum = sum.plus(dist.times_within(n)?)?;
        }
        return Ok(sum);
    }
    if k == 0 {
        return Ok(Dist::certain(0));
    }
    for (dist, _) in &kinds {
        dist.stays_in_range(k.into())?;
    }
    if k == 1 {
        return highest(&kinds);
    }
    let pool = Pool::new(&kinds, k)?;
    let weights = match pool.fastest_way() {
        ThresholdMethod::Threshold => pool.by_threshold(),
        ThresholdMethod::OneByOne => pool.one_by_one(),
        ThresholdMethod::Halves => pool.by_halves(),
    };
    let kept = Grid {
        low: pool.low * i64::from(k),
        step: pool.step,
        weights,
    };
    Ok(kept.into_dist())
}

/// The highest of independent throws: it is at most x when every one of them is.
fn highest<W: Weight>(kinds: &[Kind<'_, W>]) -> Result<Dist<i64, W>, TooLarge> {
    let mut outcomes: Vec<i64> = (kinds.iter())
        .flat_map(|(dist, _)| dist.iter().map(|(x, _)| *x))
        .collect();
    outcomes.sort_unstable();
    outcomes.dedup();
    let mut throws: Vec<_> = kinds
        .iter()
        .map(|(dist, _)| dist.iter().peekable())
        .collect();
    let mut at_most = vec![W::zero(); kinds.len()];
    let mut before = W::zero();
    let mut items = Vec::with_capacity(outcomes.len());
    for outcome in outcomes {
        stop::check();
        for (throw, sum) in throws.iter_mut().zip(&mut at_most) {
            while let Some((_, weight)) = throw.next_if(|(x, _)| **x <= outcome) {
                *sum += weight;
            }
        }
        let powers = kinds
            .iter()
            .zip(&at_most)
            .map(|((_, n), sum)| sum.power(*n));
        let all = powers.reduce(|all, power| all.times(&power));
        let all = all.expect("there is a throw");
        items.push((outcome, all.minus(&before)));
        before = all;
    }
    Ok(Dist::from_sorted(items).expect("some outcome is the highest"))
}

impl<W: Weight> Pool<W> {
    fn new(kinds: &[Kind<'_, W>], k: u32) -> Result<Self, TooLarge> {
        let outcomes = || (kinds.iter()).flat_map(|(dist, _)| dist.iter().map(|(x, _)| *x));
        let low = outcomes().min().expect("there is a throw");
        let high = outcomes().max().expect("there is a throw");
        let step = outcomes()
            .fold(0, |step: i64, x| step.gcd(&(x - low)))
            .max(1);
        let length = u128::from(high.abs_diff(low)) / step as u128 + 1;
        let outcomes = (length - 1) * u128::from(k) + 1;
        allow("outcomes", outcomes, MAX_OUTCOMES)?;
        let words: u128 = (kinds.iter())
            .map(|(dist, n)| dist.total().power_size(*n))
            .sum();
        let kinds: Vec<(Vec<W>, u32)> = (kinds.iter())
            .map(|(dist, n)| {
                let mut weights = vec![W::zero(); length as usize];
                for (&outcome, weight) in dist.iter() {
                    weights[((outcome - low) / step) as usize] = weight.clone();
                }
                (weights, *n)
            })
            .collect();
        let some = |at: &usize| kinds.iter().any(|(weights, _)| !weights[*at].is_zero());
        let places = (0..length as usize).filter(some).collect();
        Ok(Self {
            kinds,
            k,
            places,
            words,
            low,
            step,
        })
    }

    /// The fastest way there is room for, by about the elementary steps that each takes.
    fn fastest_way(&self) -> ThresholdMethod {
        let ways = [
            (ThresholdMethod::Threshold, self.by_threshold_steps()),
            (ThresholdMethod::OneByOne, Some(self.one_by_one_steps())),
            (ThresholdMethod::Halves, self.by_halves_steps()),
        ];
        let ways = ways
            .into_iter()
            .filter_map(|(way, steps)| Some((way, steps?)));
        ways.min_by_key(|(_, steps)| *steps)
            .expect("one by one is always a way")
            .0
    }

    /// The distance from the lowest place to the highest.
    fn span(&self) -> u128 {
        self.kinds[0].0.len() as u128 - 1
    }

    /// The terms of a kind at places after a threshold, from the threshold on.
    fn above(&self, kind: usize, threshold: usize) -> Vec<Term<'_, W>> {
        let after = self.kinds[kind].0.iter().enumerate().skip(threshold + 1);
        after
            .filter(|(_, weight)| !weight.is_zero())
            .map(|(at, weight)| (at - threshold, weight))
            .collect()
    }
}

/// The measures that the cost of a product with some share of a kind's weights depends on.
fn share<W: Weight>(weights: &[W], length: u128) -> Shape {
    let all = Shape::of(weights);
    let part = |count: u128| (count * length).div_ceil(all.length).max(1);
    Shape {
        length: length.max(1),
        terms: part(all.terms),
        runs: part(all.runs),
        words: all.words,
    }
}

/// Adds a polynomial, in which the lowest term stands at a place of the other.
fn add_at<W: Weight>(sums: &mut Vec<W>, place: usize, poly: Vec<W>) {
    if sums.len() < place + poly.len() {
        sums.resize(place + poly.len(), W::zero());
    }
    for (to, from) in sums[place..].iter_mut().zip(poly) {
        if to.is_zero() {
            *to = from;
        } else {
            *to += &from;
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use itertools::Itertools;
    use num_traits::Zero;
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

        /// The ways share little but the grid.
        #[test]
        fn all_ways_agree(
            dists in prop::collection::vec((small(), 1u32..4), 1..4), k in 2u32..6,
        ) {
            let throws: u32 = dists.iter().map(|(_, n)| n).sum();
            prop_assume!(k < throws);
            let kinds: Vec<Kind<'_, Natural>> = dists.iter().map(|(dist, n)| (dist, *n)).collect();
            let pool = Pool::new(&kinds, k).unwrap();
            let trimmed = |mut weights: Vec<Natural>| {
                while weights.last().is_some_and(Zero::is_zero) {
                    weights.pop();
                }
                weights
            };
            let expected = trimmed(pool.one_by_one());
            prop_assert_eq!(trimmed(pool.by_halves()), expected.clone());
            if kinds.len() == 1 {
                prop_assert_eq!(trimmed(pool.by_threshold()), expected);
            }
        }
    }

    #[test]
    fn many_faces_go_by_halves_and_few_by_threshold() {
        let way = |n: u32, faces: i64, k: u32| {
            let die: Dist<i64> = Dist::uniform(1..=faces).unwrap();
            Pool::new(&[(&die, n)], k).unwrap().fastest_way()
        };
        assert_eq!(way(300, 20, 150), ThresholdMethod::Threshold);
        assert_eq!(way(5, 4333, 4), ThresholdMethod::Halves);
    }
}
