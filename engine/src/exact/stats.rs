//! Mean, variance, mode, median and tails, all exact.

use num_rational::BigRational;

use super::dist::Dist;
use super::{Natural, gcd};
use crate::work::stop;

/// The statistics that one pass over a distribution of whole numbers gives.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Summary {
    /// The expected outcome.
    pub mean: BigRational,
    /// The expected squared distance from the mean.
    pub variance: BigRational,
    /// Every outcome that no other exceeds in probability, ascending.
    pub mode: Vec<i64>,
    /// Every outcome reached or exceeded, and not exceeded, with chance one half at least: one or two, ascending.
    pub median: Vec<i64>,
}

/// Summarises a distribution. Exact: everything. Cost: additions only, a few a weight.
///
/// # Examples
/// ```
/// use siga::exact::{Dist, summary};
/// let die: Dist<i64> = Dist::uniform(1..=6).unwrap();
/// let summary = summary(&die);
/// assert_eq!(summary.mean.to_string(), "7/2");
/// assert_eq!(summary.variance.to_string(), "35/12");
/// assert_eq!(summary.median, [3, 4]);
/// ```
pub fn summary(dist: &Dist<i64>) -> Summary {
    let mut half = Natural::default();
    let mut median = Vec::new();
    // Weight so far, and its first and second moment about the outcome reached, x: Σ w, Σ w·d, Σ w·d²
    // with d = x − outcome. Moving on by a gap g changes them by g·Σw and 2g·Σwd + g²·Σw.
    let (mut weight, mut first, mut second) =
        (Natural::default(), Natural::default(), Natural::default());
    let mut reached = *dist.first();
    for (&outcome, w) in dist.iter() {
        stop::check();
        let gap = outcome.abs_diff(reached);
        if gap == 1 {
            second += &first;
            second += &first;
            second += &weight;
            first += &weight;
        } else if gap > 0 {
            second.add_scaled(&first, gap);
            second.add_scaled(&first, gap);
            second.add_scaled(&(&weight * &Natural::from(gap)), gap);
            first.add_scaled(&weight, gap);
        }
        reached = outcome;
        weight += w;
        if median.len() < 2 {
            half.clone_from(&weight);
            half += &weight;
            match half.cmp(dist.total()) {
                std::cmp::Ordering::Less => {}
                std::cmp::Ordering::Equal => median.push(outcome),
                std::cmp::Ordering::Greater => median.extend([outcome, outcome]),
            }
        }
    }
    median.truncate(2);
    median.dedup();
    let total = dist.total().to_bigint();
    let (first, second) = (first.to_bigint(), second.to_bigint());
    let mean = gcd::ratio(reached * &total - &first, total.clone());
    let variance = gcd::ratio(second * &total - &first * &first, &total * &total);
    let largest = dist.iter().map(|(_, w)| w).max();
    let mode = (dist.iter())
        .filter(|(_, w)| Some(*w) == largest)
        .map(|(&outcome, _)| outcome)
        .collect();
    Summary {
        mean,
        variance,
        mode,
        median,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_traits::Zero;
    use proptest::prelude::*;

    proptest! {
        /// Straight from the definitions, in rational numbers.
        #[test]
        fn agrees_with_the_definitions(
            items in prop::collection::vec((-50i64..50, 1u64..9), 1..9), scale in 1i64..1000,
        ) {
            let dist = Dist::new(items.iter().map(|&(x, w)| (x * scale, Natural::from(w)))).unwrap();
            let rational = |x: i64| BigRational::from_integer(x.into());
            let expect = |f: &dyn Fn(i64) -> BigRational| {
                dist.iter().map(|(&x, _)| dist.probability(&x) * f(x)).fold(BigRational::zero(), |a, b| a + b)
            };
            let mean = expect(&rational);
            let about_mean = |x| (rational(x) - &mean).pow(2);
            let summary = summary(&dist);
            prop_assert_eq!(&summary.mean, &mean);
            prop_assert_eq!(&summary.variance, &expect(&about_mean));
            let half = BigRational::new(1.into(), 2.into());
            let is_median = |m: i64| dist.chance(|&x| x <= m) >= half && dist.chance(|&x| x >= m) >= half;
            let medians: Vec<i64> = dist.iter().map(|(&x, _)| x).filter(|&x| is_median(x)).collect();
            prop_assert_eq!(&summary.median, &medians);
        }
    }
}
