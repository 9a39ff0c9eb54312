//! Keeping the highest of several throws.
//!
//! Of throws that are alike all cases go by the smallest value kept, the threshold: some throws lie above it, enough are equal to it,
//! the rest lie below and only count. Those above are a Horner scheme in their number, the others binomials; nothing is enumerated. A reader
//! of the pool (`exact::pool`) takes 7 times as long for `20d20kh10` and 36 times for `100d20kh50`. Throws that are not alike are read.

use num_bigint::BigUint;
use num_traits::One;

use super::Natural;
use super::dist::Dist;
use super::numeric::{common_step, on_grid};
use super::pool::{Pool, PoolPart, sum_by_reading};
use super::weight::Weight;
use super::weight::power::{self, Term};
use crate::work::limit::{MAX_OUTCOMES, TooLarge, allow};
use crate::work::stop;

/// Independent throws that are alike, and their number.
pub(crate) type Kind<'a, W> = (&'a Dist<i64, W>, u32);

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
///
/// Cost: faces · k · (outcomes of the sum) where all are alike, else faces times the ways to choose how many throws of each kind have
/// been seen times the outcomes of the sum.
///
/// # Errors
/// [`TooLarge`].
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
            sum = sum.plus(dist.times(n)?)?;
        }
        return Ok(sum);
    }
    for (dist, _) in &kinds {
        dist.stays_in_range(k.into())?;
    }
    match (k, kinds.as_slice()) {
        (0, _) => Ok(Dist::certain(0)),
        (1, kinds) => Ok(highest(kinds)),
        (k, &[(dist, n)]) => by_threshold(dist, n, k),
        (k, kinds) => Ok(by_reading(kinds, k)),
    }
}

/// The highest of independent throws: it is at most x when every one of them is.
fn highest<W: Weight>(kinds: &[Kind<'_, W>]) -> Dist<i64, W> {
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
    Dist::from_sorted(items).expect("some outcome is the highest")
}

/// The sum of the highest of throws that are not alike, read face by face.
fn by_reading<W: Weight>(kinds: &[Kind<'_, W>], k: u32) -> Dist<i64, W> {
    let parts = kinds
        .iter()
        .map(|(dist, n)| PoolPart::Dice((*dist).clone(), *n));
    let pool = Pool {
        take: k,
        ..Pool::of(parts.collect())
    };
    sum_by_reading(&pool)
}

/// The sum of the highest of throws that are alike, threshold by threshold.
fn by_threshold<W: Weight>(dist: &Dist<i64, W>, n: u32, k: u32) -> Result<Dist<i64, W>, TooLarge> {
    let step = common_step([dist]);
    let outcomes = dist.span() / step as u128 * u128::from(k) + 1;
    allow("outcomes", outcomes, MAX_OUTCOMES)?;
    let weights = dist.clone().into_grid(step)?;
    let terms = power::terms(&weights);
    let choose = binomials::<W>(n, k);
    let mut sums = Vec::new();
    let mut below = W::zero();
    for (at, &(threshold, weight)) in terms.iter().enumerate() {
        stop::check();
        // Throws above the threshold, by how much; Horner's scheme in the number of them.
        let above = terms[at + 1..].iter();
        let above: Vec<Term<'_, W>> = above
            .map(|&(place, weight)| (place - threshold, weight))
            .collect();
        let rest = at_least(weight, &below, n, k);
        let most = if above.is_empty() { 0 } else { k - 1 };
        let mut kept: Vec<W> = Vec::new();
        for count in (0..=most).rev() {
            kept = W::poly_times(&kept, &above);
            kept.resize(kept.len().max(1), W::zero());
            kept[0].add_product(&rest[(k - count) as usize], &choose[count as usize]);
        }
        add_at(&mut sums, threshold * k as usize, kept);
        below += weight;
    }
    Ok(on_grid(dist.first() * i64::from(k), step, sums))
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
            prop_assert_eq!(highest_within(&[(&dist, n)], k).unwrap(), by_enumeration(&pool, k as usize));
        }

        #[test]
        fn unlike_throws_agree_with_enumeration(
            pool in prop::collection::vec(small(), 1..5), k in 1usize..6,
        ) {
            let kinds: Vec<Kind<'_, Natural>> = pool.iter().map(|dist| (dist, 1)).collect();
            prop_assert_eq!(highest_within(&kinds, k as u32).unwrap(), by_enumeration(&pool, k));
        }
    }
}
