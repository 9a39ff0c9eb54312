//! Counts of trials: sticks thrown five hundred times, and what they say of the throw.
//!
//! [`exact_test`] asks how likely a sample at least as unlikely as the one seen is, [`same_source`] whether two samples can
//! come from the same sticks, [`likeliest_bias`] which bias makes the counts likeliest.

mod approximate;
mod bias;
mod clopper;
mod grid;
mod surprise;
mod tail;

#[cfg(test)]
mod tests;

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

use crate::exact::{Quantity, gcd, serial};
use crate::work::Fault;
use crate::work::limit::allow;

pub use approximate::{Approximate, Asymptotic};
pub use bias::{BiasAnswer, Interval, likeliest_bias};
use tail::{Model, binomial};

/// Trials one sample may have.
pub const MAX_TRIALS: u64 = 100_000;
/// Machine words of a likelihood: some two seconds to form it and bring it to lowest terms.
const MAX_WORDS: u128 = 20_000;
/// A lower bound below one over this, beside an upper bound of 1, says nothing.
const LITTLE: u32 = 1_000_000;

/// The chances are no chances.
fn not_one() -> Fault {
    Fault::input("the chances of the outcomes do not add up to 1")
}

/// The test of how unlikely the counts are.
#[derive(Clone, Debug, PartialEq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Test {
    /// The trials together.
    #[serde(with = "serial::Count")]
    pub trials: u64,
    /// The probability of just these counts; `null` where it is too long to be written.
    #[serde(serialize_with = "serial::some_number")]
    #[schemars(with = "Option<serial::Number>")]
    pub likelihood: Option<BigRational>,
    /// The probability of a sample that is at most as likely: exact or bounded; `null` where nothing is proved of it.
    pub at_least_as_unlikely: Option<Quantity>,
    /// The asymptotic tests, where that probability is not exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approximate: Option<Approximate>,
}

impl Test {
    /// The same with the asymptotic tests, unless the exact one has an answer.
    fn or_approximate(self, approximate: impl FnOnce() -> Option<Approximate>) -> Self {
        let approximate = match self.at_least_as_unlikely {
            Some(Quantity::Exact(_)) => None,
            _ => approximate(),
        };
        Self {
            approximate,
            ..self
        }
    }
}

/// The chance of a sample at most as likely as the counts, all samples of that size taken together.
///
/// Exact: when the work is within the budget; else between bounds that are proved by sorting all samples into groups of nearly
/// equal likelihood, with the asymptotic tests beside them.
/// Cost: for k outcomes and n trials about the number of likelier samples to the power (k−2)/(k−1), and n² / 2 numbers of n
/// digits, within three million steps and 320 MB; for bounds some hundred million groups and 160 MB.
///
/// # Errors
/// Of kind input: chances that do not add up to 1, or no trials. Of kind limit: more than is looked at.
///
/// # Examples
/// ```
/// use siga::chance::trials::exact_test;
/// use siga::exact::parse_fraction;
/// let half = parse_fraction("1/2")?;
/// let test = exact_test(&[half.clone(), half], &[9, 1])?;
/// // Ten coins, nine or more alike: 22 of 1024.
/// let chance = test.at_least_as_unlikely.expect("ten coins are few");
/// assert_eq!(chance.exact(), Some(&parse_fraction("11/512")?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn exact_test(chances: &[BigRational], counts: &[u64]) -> Result<Test, Fault> {
    let trials = total(counts)?;
    if chances.len() != counts.len()
        || chances.iter().any(Signed::is_negative)
        || chances.iter().sum::<BigRational>() != BigRational::one()
    {
        return Err(not_one());
    }
    // An outcome with chance 0 is left out; if it was observed, the sample cannot occur.
    let pairs = chances.iter().zip(counts);
    if pairs
        .clone()
        .any(|(chance, &count)| chance.is_zero() && count > 0)
    {
        return Ok(Test {
            trials,
            likelihood: Some(BigRational::zero()),
            at_least_as_unlikely: Some(Quantity::Exact(BigRational::zero())),
            approximate: None,
        });
    }
    let (chances, counts): (Vec<&BigRational>, Vec<u64>) = pairs
        .filter(|(chance, _)| !chance.is_zero())
        .map(|(chance, &count)| (chance, count))
        .unzip();
    let (weights, _) = gcd::in_common(chances.iter().copied());
    let weights = weights.into_iter().map(|weight| weight.into_parts().1);
    let weights: Vec<BigUint> = weights.collect();
    let test = tested(&Model::multinomial(weights, trials), &counts, trials);
    Ok(test.or_approximate(|| approximate::of_chances(&chances, &counts)))
}

/// The chance that two samples from one source differ at least as improbably as these, given how often each outcome came
/// in both together (the exact test of Fisher, Freeman and Halton).
///
/// Exact and cost: as [`exact_test`].
///
/// # Errors
/// Of kind input: chances that do not add up to 1, or no trials. Of kind limit: more than is looked at.
///
/// # Examples
/// ```
/// use siga::chance::trials::same_source;
/// use siga::exact::parse_fraction;
/// // The lady tasting tea: 3 of 4 right on either side.
/// let test = same_source(&[3, 1], &[1, 3])?;
/// let chance = test.at_least_as_unlikely.expect("eight cups are few");
/// assert_eq!(chance.exact(), Some(&parse_fraction("17/35")?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn same_source(first: &[u64], second: &[u64]) -> Result<Test, Fault> {
    let (trials, others) = (total(first)?, total(second)?);
    if first.len() != second.len() {
        return Err(not_one());
    }
    let both: Vec<(u64, u64)> = (first.iter().zip(second))
        .map(|(&a, &b)| (a, a + b))
        .filter(|(_, both)| *both > 0)
        .collect();
    let (counts, all): (Vec<u64>, Vec<u64>) = both.iter().copied().unzip();
    let model = Model::Hypergeometric { there: all, trials };
    let test = tested(&model, &counts, trials);
    Ok(Test {
        trials: trials + others,
        ..test.or_approximate(|| approximate::of_samples(&both))
    })
}

fn tested(model: &Model, counts: &[u64], trials: u64) -> Test {
    if model.most_words() > MAX_WORDS {
        return Test {
            trials,
            likelihood: None,
            at_least_as_unlikely: None,
            approximate: None,
        };
    }
    let whole = model.total();
    let chance = |weight: BigUint| gcd::ratio(weight.into(), whole.clone().into());
    let observed = model.weight(counts);
    let likelihood = chance(observed.clone());
    let at_least_as_unlikely = match model.at_most(&observed) {
        Some(weight) => Some(Quantity::Exact(chance(weight))),
        None => {
            // All the ways to share the trials out are possible samples.
            let others = counts.len() as u64 - 1;
            let most = chance(observed * binomial(trials + others, others));
            let ends = surprise::bounds(model, &likelihood);
            let (low, high) = ends.unwrap_or((BigRational::zero(), BigRational::one()));
            let ends = (low.max(likelihood.clone()), high.min(most));
            // That it lies between 0 and 1 says nothing.
            let says = !ends.1.is_one() || &ends.0 * BigInt::from(LITTLE) > BigRational::one();
            says.then(|| Quantity::between(ends.0, ends.1))
        }
    };
    Test {
        trials,
        likelihood: Some(likelihood),
        at_least_as_unlikely,
        approximate: None,
    }
}

fn total(counts: &[u64]) -> Result<u64, Fault> {
    let sum = counts.iter().map(|&count| u128::from(count)).sum::<u128>();
    if sum == 0 {
        return Err(Fault::input(
            "no use can be made of these trials: every count is 0",
        ));
    }
    allow("trials", sum, MAX_TRIALS.into())?;
    Ok(sum.to_u64().unwrap_or(MAX_TRIALS))
}
