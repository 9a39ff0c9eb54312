//! The asymptotic tests of counts, for samples that are too large for the exact one.

use num_rational::BigRational;
use statrs::distribution::{ChiSquared, ContinuousCDF};

use crate::exact::approx;

/// The asymptotic tests: approximations, nothing proved, better the more is expected of each outcome.
#[derive(Clone, Debug, PartialEq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Approximate {
    /// Degrees of freedom.
    #[serde(rename = "degrees_of_freedom")]
    pub degrees: u64,
    /// Pearson's test: the squared distances from what is expected, in units of that.
    pub chi_squared: Asymptotic,
    /// The likelihood-ratio test.
    pub likelihood_ratio: Asymptotic,
    /// The least count that is expected of an outcome: below 5 the tests are held to be poor.
    pub least_expected: f64,
}

/// A test whose statistic is distributed like chi-squared, the more nearly the larger the sample.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Asymptotic {
    /// The statistic.
    pub statistic: f64,
    /// The approximate probability of one that is at least as large.
    pub probability: f64,
}

/// The tests of counts against these chances, none of them 0; `None` for a single outcome.
pub(super) fn of_chances(chances: &[&BigRational], counts: &[u64]) -> Option<Approximate> {
    let trials = counts.iter().sum::<u64>() as f64;
    let expected = chances.iter().map(|chance| approx(chance) * trials);
    let cells = expected
        .zip(counts)
        .map(|(expected, count)| (expected, *count as f64));
    of_cells(cells.collect(), chances.len())
}

/// The tests of two samples, by how often each outcome came in the first and in both; `None` for a single outcome.
pub(super) fn of_samples(both: &[(u64, u64)]) -> Option<Approximate> {
    let first = both.iter().map(|(first, _)| first).sum::<u64>() as f64;
    let all = both.iter().map(|(_, both)| both).sum::<u64>() as f64;
    let cells = both.iter().flat_map(|&(count, both)| {
        let expected = both as f64 * first / all;
        [
            (expected, count as f64),
            (both as f64 - expected, (both - count) as f64),
        ]
    });
    of_cells(cells.collect(), both.len())
}

/// The tests of what is expected and what is counted, of so many outcomes.
fn of_cells(cells: Vec<(f64, f64)>, outcomes: usize) -> Option<Approximate> {
    let degrees = outcomes.checked_sub(1)? as u64;
    let distribution = ChiSquared::new(degrees as f64).ok()?;
    let asymptotic = |statistic: f64| Asymptotic {
        statistic,
        probability: distribution.sf(statistic),
    };
    let distance = |(expected, count): &(f64, f64)| (count - expected).powi(2) / expected;
    let ratio = |(expected, count): &(f64, f64)| match *count > 0.0 {
        true => 2.0 * count * (count / expected).ln(),
        false => 0.0,
    };
    let least = cells.iter().map(|(expected, _)| *expected);
    Some(Approximate {
        degrees,
        chi_squared: asymptotic(cells.iter().map(distance).sum()),
        likelihood_ratio: asymptotic(cells.iter().map(ratio).sum::<f64>().max(0.0)),
        least_expected: least.fold(f64::INFINITY, f64::min),
    })
}
