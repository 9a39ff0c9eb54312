//! The answer to `siga throw` for programs.

use std::borrow::Cow;

use schemars::{Schema, SchemaGenerator};
use serde::Serializer;

use super::Thrown;
use super::trials::Trials;
use crate::ask::prelude::*;
use crate::chance::Outcome;
use crate::chance::analysis::{Answer, Outcomes};
use crate::exact::{Dist, Fractions, Natural, Quantity, gcd};

/// The possible outcomes of a throw, or of a whole turn, and their chances.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ThrowResult<'a> {
    /// The sum of the weights; `null` when the numbers are surds, bounded or functions.
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<Option<Count>>,
    /// Ascending; descending where they go down without end.
    outcomes: Vec<OutcomeRow>,
    /// Only when the outcomes have no end: what lies beyond the last one listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    rest: Option<Rest>,
    #[serde(flatten)]
    answer: &'a Answer,
    /// With `--counts`.
    #[serde(skip_serializing_if = "Option::is_none")]
    trials: Option<&'a Trials>,
}

/// An outcome.
#[derive(Serialize, JsonSchema)]
struct OutcomeRow {
    outcome: Outcome,
    /// `null` when the numbers are surds, bounded or functions.
    #[serde(skip_serializing_if = "Option::is_none")]
    weight: Option<Option<Count>>,
    probability: Quantity,
    /// With `--at-least`: the probability of this outcome and all above it.
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<Quantity>,
    /// With `--at-most`: the probability of this outcome and all below it.
    #[serde(skip_serializing_if = "Option::is_none")]
    at_most: Option<Quantity>,
    /// With a score table: whether it earns another throw.
    #[serde(skip_serializing_if = "Option::is_none")]
    again: Option<bool>,
}

/// The chance of the outcomes that were not looked at.
#[derive(Serialize, JsonSchema)]
struct Rest {
    /// The last outcome looked at, where they go up: those listed, and up to here no others.
    #[serde(skip_serializing_if = "Option::is_none")]
    above: Option<i64>,
    /// The last outcome looked at, where they go down.
    #[serde(skip_serializing_if = "Option::is_none")]
    below: Option<i64>,
    weight: Option<Count>,
    probability: Quantity,
}

impl Serialize for Thrown {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.json().serialize(serializer)
    }
}

impl JsonSchema for Thrown {
    fn schema_name() -> Cow<'static, str> {
        ThrowResult::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        ThrowResult::json_schema(generator)
    }
}

impl Thrown {
    pub(super) fn json(&self) -> ThrowResult<'_> {
        match &self.answer.outcomes {
            Outcomes::Numbers(dist) => self.weighted(dist, |&number| Outcome::Number(number)),
            Outcomes::Others(dist) => self.weighted(dist, Clone::clone),
            Outcomes::Listed {
                rows,
                rest,
                descending,
            } => self.listed(rows, rest.as_ref(), *descending),
        }
    }

    /// Everything but the outcomes.
    pub(super) fn without_outcomes(&self) -> ThrowResult<'_> {
        ThrowResult {
            total: None,
            outcomes: Vec::new(),
            rest: None,
            answer: &self.answer,
            trials: self.trials.as_ref(),
        }
    }

    /// Outcomes with integer weights. Where there are many, [`super::result`] writes the same piece by piece.
    fn weighted<T: Ord + Clone>(
        &self,
        dist: &Dist<T>,
        named: impl Fn(&T) -> Outcome,
    ) -> ThrowResult<'_> {
        let mut fractions = Fractions::new(dist.total());
        let mut share = |weight: &Natural| Quantity::Exact(fractions.ratio(weight));
        let mut before = Natural::default();
        let rows = dist.iter().map(|(outcome, weight)| {
            let from_here = dist.total().checked_sub(&before).unwrap_or_default();
            before += weight;
            let outcome = named(outcome);
            OutcomeRow {
                weight: Some(Some(Count::of(weight))),
                probability: share(weight),
                at_least: self.at_least.then(|| share(&from_here)),
                at_most: self.at_most.then(|| share(&before)),
                again: self.again(&outcome),
                outcome,
            }
        });
        ThrowResult {
            outcomes: rows.collect(),
            total: Some(Some(Count::of(dist.total()))),
            ..self.without_outcomes()
        }
    }

    pub(super) fn again(&self, outcome: &Outcome) -> Option<bool> {
        let earning = self.answer.earning.as_ref()?;
        Some(earning.contains(outcome))
    }

    /// Rows with a quantity each; with integer weights over a common total when all are exact.
    fn listed(
        &self,
        rows: &[(Outcome, Quantity)],
        rest: Option<&(i64, Box<Quantity>)>,
        descending: bool,
    ) -> ThrowResult<'_> {
        let all = || {
            let listed = rows.iter().map(|(_, chance)| chance);
            listed.chain(rest.map(|(_, chance)| chance.as_ref()))
        };
        let exact: Option<Vec<_>> = all().map(Quantity::exact).collect();
        let weights = exact.map(|exact| gcd::in_common(exact.into_iter()));
        let (weights, total) = weights.unzip();
        let weight = |row: usize| Some(Count::of(&weights.as_ref()?[row]));
        let surds: Option<Vec<_>> = all().map(Quantity::surd).collect();
        let asked = self.at_least || self.at_most;
        let tails = surds
            .filter(|_| asked)
            .map(|surds| super::sheets::tails(&surds, rows.len(), descending));
        let tail = |asked: bool, side: usize, row: usize| {
            let (at_least, at_most) = tails.as_ref().filter(|_| asked)?;
            Some([at_least, at_most][side][row].clone().into())
        };
        let items = rows
            .iter()
            .enumerate()
            .map(|(row, (outcome, chance))| OutcomeRow {
                outcome: outcome.clone(),
                weight: Some(weight(row)),
                probability: chance.clone(),
                at_least: tail(self.at_least, 0, row),
                at_most: tail(self.at_most, 1, row),
                again: self.again(outcome),
            });
        ThrowResult {
            outcomes: items.collect(),
            rest: rest.map(|(last, chance)| Rest {
                above: (!descending).then_some(*last),
                below: descending.then_some(*last),
                weight: weight(rows.len()),
                probability: chance.as_ref().clone(),
            }),
            total: Some(total.as_ref().map(Count::of)),
            ..self.without_outcomes()
        }
    }
}
