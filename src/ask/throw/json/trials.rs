//! The conclusions from counts of trials, for programs.

use num_rational::BigRational;

use crate::ask::prelude::*;
use crate::ask::throw::trials as asked;
use crate::chance::Outcome;
use crate::chance::trials::{self, BiasAnswer, Interval};
use crate::exact::Quantity;

/// The conclusions from counts of trials.
#[derive(Serialize, JsonSchema)]
pub(super) struct Trials {
    samples: Vec<Sample>,
    /// With two sets of counts: of two samples from the same sticks, what both have together being given.
    #[serde(skip_serializing_if = "Option::is_none")]
    same: Option<Test>,
}

/// A set of counts.
#[derive(Serialize, JsonSchema)]
struct Sample {
    counts: Vec<ObservedCount>,
    /// With a bias that is known.
    #[serde(flatten)]
    test: Option<Test>,
    /// With `--bias p`.
    #[serde(skip_serializing_if = "Option::is_none")]
    bias: Option<Bias>,
}

/// The number of times that an outcome was seen.
#[derive(Serialize, JsonSchema)]
struct ObservedCount {
    outcome: Outcome,
    count: Count,
    /// On average, or `null` where the bias is not known.
    expected: Option<Number>,
}

/// The test of how unlikely the counts are.
#[derive(Serialize, JsonSchema)]
struct Test {
    trials: Count,
    /// The probability of just these counts; `null` where it is too long to be written.
    likelihood: Option<Number>,
    /// The probability of a sample that is at most as likely: exact or bounded; `null` where nothing is proved of it.
    at_least_as_unlikely: Option<Quantity>,
    /// The asymptotic tests, where that probability is not exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    approximate: Option<Approximate>,
}

/// The asymptotic tests: approximations, nothing proved.
#[derive(Serialize, JsonSchema)]
struct Approximate {
    degrees_of_freedom: u64,
    /// Pearson's test.
    chi_squared: Asymptotic,
    /// The likelihood-ratio test.
    likelihood_ratio: Asymptotic,
    /// The least count that is expected of an outcome: below 5 the tests are held to be poor.
    least_expected: f64,
}

/// An asymptotic test.
#[derive(Serialize, JsonSchema)]
struct Asymptotic {
    statistic: f64,
    /// The approximate probability of a statistic at least as large.
    probability: f64,
}

impl From<&trials::Approximate> for Approximate {
    fn from(tests: &trials::Approximate) -> Self {
        let asymptotic = |test: trials::Asymptotic| Asymptotic {
            statistic: test.statistic,
            probability: test.probability,
        };
        Self {
            degrees_of_freedom: tests.degrees,
            chi_squared: asymptotic(tests.chi_squared),
            likelihood_ratio: asymptotic(tests.likelihood_ratio),
            least_expected: tests.least_expected,
        }
    }
}

/// The bias that the counts speak for.
#[derive(Serialize, JsonSchema)]
struct Bias {
    /// The bias that makes them likeliest.
    likeliest: Quantity,
    /// Of the interval, rounded outwards to a millionth.
    lower: Number,
    /// Of the interval, rounded outwards to a millionth.
    upper: Number,
    /// `clopper-pearson` (95 %, of one coin), or `likelihood` (at least 3/20 of the greatest).
    interval: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    successes: Option<Count>,
    #[serde(skip_serializing_if = "Option::is_none")]
    throws: Option<Count>,
}

impl From<&asked::Trials> for Trials {
    fn from(trials: &asked::Trials) -> Self {
        let samples = trials.samples.iter().map(|sample| Sample {
            counts: counted(trials, &sample.counts),
            test: sample.test.as_ref().map(Test::from),
            bias: sample.bias.as_ref().map(Bias::from),
        });
        Self {
            samples: samples.collect(),
            same: trials.same.as_ref().map(Test::from),
        }
    }
}

fn counted(trials: &asked::Trials, counts: &[u64]) -> Vec<ObservedCount> {
    let thrown = BigRational::from_integer(counts.iter().sum::<u64>().into());
    let rows = trials.names.iter().zip(counts).enumerate();
    let rows = rows.map(|(row, (name, count))| ObservedCount {
        outcome: name.clone(),
        count: Count::of(count),
        expected: (trials.chances.as_ref()).map(|chances| Number(&chances[row] * &thrown)),
    });
    rows.collect()
}

impl From<&trials::Test> for Test {
    fn from(test: &trials::Test) -> Self {
        Self {
            trials: Count::of(test.trials),
            likelihood: test.likelihood.as_ref().map(Number::from),
            at_least_as_unlikely: test.at_least_as_unlikely.clone(),
            approximate: test.approximate.as_ref().map(Approximate::from),
        }
    }
}

impl From<&BiasAnswer> for Bias {
    fn from(answer: &BiasAnswer) -> Self {
        let (interval, coin) = match answer.interval {
            Interval::ClopperPearson { successes, throws } => {
                ("clopper-pearson", Some((successes, throws)))
            }
            Interval::Likelihood => ("likelihood", None),
        };
        Self {
            likeliest: (&answer.likeliest).into(),
            lower: (&answer.ends.0).into(),
            upper: (&answer.ends.1).into(),
            interval,
            successes: coin.map(|(successes, _)| Count::of(successes)),
            throws: coin.map(|(_, throws)| Count::of(throws)),
        }
    }
}
