//! The results of a turn, for programs.

use schemars::JsonSchema;
use serde::Serialize;

use crate::chance::Outcome;
use crate::chance::analysis::{self, TimesAnswer, TurnAnswer};
use crate::exact::Quantity;

/// The results of a turn.
#[derive(Serialize, JsonSchema)]
pub(super) struct TurnResult {
    throws: Throws,
    /// For each outcome, whether and how often it stands in the turn.
    occurs: Vec<Occurs>,
    #[serde(flatten)]
    values: Option<StandingValues>,
    /// With `--sequence`.
    #[serde(skip_serializing_if = "Option::is_none")]
    sequence: Option<Sequence>,
}

/// The number of throws in a turn.
#[derive(Serialize, JsonSchema)]
struct Throws {
    mean: Quantity,
    variance: Quantity,
    rows: Vec<ThrowsRow>,
    /// The probability of more throws than listed, or `null`.
    rest: Option<Quantity>,
}

#[derive(Serialize, JsonSchema)]
struct ThrowsRow {
    throws: i64,
    probability: Quantity,
}

/// The number of times that an outcome stands in a turn.
#[derive(Serialize, JsonSchema)]
struct Occurs {
    outcome: Outcome,
    /// That it stands at least once.
    probability: Quantity,
    /// The mean number of times.
    mean: Quantity,
}

/// Which throws of a sequence stand.
#[derive(Serialize, JsonSchema)]
struct Sequence {
    throws: Vec<Outcome>,
    stands: Vec<Outcome>,
}

/// With `--values`: what stands in a turn.
#[derive(Serialize, JsonSchema)]
struct StandingValues {
    values: Lists,
    /// The number of times that each outcome stands.
    counts: Vec<OutcomeCounts>,
    largest: Vec<Largest>,
}

/// The throws that stand, as lists.
#[derive(Serialize, JsonSchema)]
struct Lists {
    /// The longest list there is.
    length: usize,
    /// In the order thrown.
    lists: Vec<List>,
    /// Ascending.
    multisets: Vec<List>,
    /// The probability that more than `length` stand.
    rest: Quantity,
}

#[derive(Serialize, JsonSchema)]
struct List {
    values: Vec<Outcome>,
    probability: Quantity,
}

/// The number of times that an outcome stands.
#[derive(Serialize, JsonSchema)]
struct OutcomeCounts {
    #[serde(flatten)]
    times: Times,
    outcome: Outcome,
}

/// A number of times.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Times {
    rows: Vec<TimesRow>,
    /// The probability of more times than listed, or `null`.
    rest: Option<Quantity>,
}

#[derive(Serialize, JsonSchema)]
struct TimesRow {
    times: i64,
    /// That it stands exactly this number of times.
    probability: Quantity,
}

#[derive(Serialize, JsonSchema)]
struct Largest {
    /// `null`: no number stands.
    value: Option<i64>,
    /// That it is the largest number that stands.
    probability: Quantity,
}

impl From<&TurnAnswer> for TurnResult {
    fn from(turn: &TurnAnswer) -> Self {
        let rows = turn.throws_rows.iter().cloned();
        let rows = rows.map(|(throws, probability)| ThrowsRow {
            throws,
            probability,
        });
        let occurs = turn.occurrences.iter().cloned();
        let occurs = occurs.map(|(outcome, probability, mean)| Occurs {
            outcome,
            probability,
            mean,
        });
        Self {
            throws: Throws {
                mean: turn.throws.mean.clone(),
                variance: turn.throws.variance.clone(),
                rows: rows.collect(),
                rest: turn.throws_rest.clone(),
            },
            occurs: occurs.collect(),
            values: turn.values.as_ref().map(StandingValues::from),
            sequence: (turn.sequence.clone()).map(|(throws, stands)| Sequence { throws, stands }),
        }
    }
}

impl From<&analysis::TurnValues> for StandingValues {
    fn from(values: &analysis::TurnValues) -> Self {
        let lists = |rows: &[(Vec<Outcome>, Quantity)]| {
            let rows = rows.iter().cloned();
            rows.map(|(values, probability)| List {
                values,
                probability,
            })
            .collect()
        };
        let counts = values.counts.iter().map(|count| OutcomeCounts {
            times: count.into(),
            outcome: count.outcome.clone(),
        });
        let largest = values.largest.iter().cloned();
        let largest = largest.map(|(value, probability)| Largest { value, probability });
        Self {
            values: Lists {
                length: values.length,
                lists: lists(&values.lists),
                multisets: lists(&values.multisets),
                rest: values.rest.clone(),
            },
            counts: counts.collect(),
            largest: largest.collect(),
        }
    }
}

impl From<&TimesAnswer> for Times {
    fn from(count: &TimesAnswer) -> Self {
        let rows = count.rows.iter().cloned();
        Self {
            rows: rows
                .map(|(times, probability)| TimesRow { times, probability })
                .collect(),
            rest: count.rest.clone(),
        }
    }
}
