//! The conclusions from counts of trials, for programs.

use num_rational::BigRational;

use crate::ask::prelude::*;
use crate::ask::throw::trials as asked;
use crate::chance::Outcome;
use crate::chance::trials::{BiasAnswer, Interval, Test};
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
            test: sample.test.clone(),
            bias: sample.bias.as_ref().map(Bias::from),
        });
        Self {
            samples: samples.collect(),
            same: trials.same.clone(),
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
