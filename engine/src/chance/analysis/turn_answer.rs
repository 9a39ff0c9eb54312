//! The answer about a whole turn, as it is computed and as programs get it.

use crate::chance::Outcome;
use crate::exact::Quantity;

/// The answer about a whole turn besides its total.
#[derive(Clone, Debug, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct TurnAnswer {
    /// The number of throws.
    pub throws: NumberOfThrows,
    /// For each outcome, whether and how often it stands in the turn.
    pub occurs: Vec<Occurrence>,
    /// The throws that stand in all detail, when that is asked.
    #[serde(flatten)]
    pub values: Option<StandingValues>,
    /// With `--sequence`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sequence: Option<Sequence>,
}

/// The number of throws in a turn.
#[derive(Clone, Debug, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct NumberOfThrows {
    /// Its mean.
    pub mean: Quantity,
    /// Its variance.
    pub variance: Quantity,
    /// The numbers in order; of an endless list the first ones.
    pub rows: Vec<ThrowsRow>,
    /// The probability of more throws than listed, or `null`.
    pub rest: Option<Quantity>,
}

/// The chance of a number of throws.
#[derive(Clone, Debug, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct ThrowsRow {
    /// The number.
    pub throws: i64,
    /// That the turn takes exactly this number of throws.
    pub probability: Quantity,
}

/// The number of times that an outcome stands in a turn.
#[derive(Clone, Debug, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Occurrence {
    /// The outcome.
    pub outcome: Outcome,
    /// That it stands at least once.
    pub probability: Quantity,
    /// The mean number of times.
    pub mean: Quantity,
}

/// Which throws of a sequence stand.
#[derive(Clone, Debug, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Sequence {
    /// The throws asked about.
    pub throws: Vec<Outcome>,
    /// Those of them that stand.
    pub stands: Vec<Outcome>,
}

/// With `--values`: what stands in a turn.
#[derive(Clone, Debug, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct StandingValues {
    /// The throws that stand, as lists.
    pub values: StandingLists,
    /// The number of times that each outcome stands.
    pub counts: Vec<OutcomeTimes>,
    /// The largest number that stands.
    pub largest: Vec<Largest>,
}

/// The throws that stand, as lists.
#[derive(Clone, Debug, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct StandingLists {
    /// The longest list there is.
    pub length: usize,
    /// In the order thrown.
    pub lists: Vec<StandingList>,
    /// Ascending.
    pub multisets: Vec<StandingList>,
    /// The probability that more than `length` stand.
    pub rest: Quantity,
}

/// The chance that just these throws stand.
#[derive(Clone, Debug, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct StandingList {
    /// The throws.
    pub values: Vec<Outcome>,
    /// That these stand and no others.
    pub probability: Quantity,
}

/// The number of times that an outcome stands.
#[derive(Clone, Debug, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct OutcomeTimes {
    #[serde(flatten)]
    /// How often.
    pub times: Times,
    /// The outcome.
    pub outcome: Outcome,
}

/// A number of times.
#[derive(Clone, Debug, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Times {
    /// From none on.
    pub rows: Vec<TimesRow>,
    /// The probability of more times than listed, or `null`.
    pub rest: Option<Quantity>,
}

/// The chance of a number of times.
#[derive(Clone, Debug, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct TimesRow {
    /// The number of times.
    pub times: i64,
    /// That it stands exactly this number of times.
    pub probability: Quantity,
}

/// The chance of a largest number.
#[derive(Clone, Debug, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Largest {
    /// `null`: no number stands.
    pub value: Option<i64>,
    /// That it is the largest number that stands.
    pub probability: Quantity,
}
