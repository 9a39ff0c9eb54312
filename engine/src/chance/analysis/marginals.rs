//! The parts of outcomes that are numbers side by side, each by itself.

use super::{AnalysisError, FieldQuestion};
use crate::chance::eval::Outcome;
use crate::exact::{Dist, Field, Quantity, Weight};
use crate::work::stop;

/// A part of outcomes that are numbers side by side, by itself.
#[derive(Clone, Debug, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Marginal {
    /// Its number: 1 is the first part, `x1`.
    pub part: usize,
    /// Its mean.
    pub mean: Quantity,
    /// The numbers it can be, ascending.
    pub outcomes: Vec<MarginalRow>,
}

/// The chance of a number in a part of the outcome.
#[derive(Clone, Debug, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct MarginalRow {
    /// The number.
    pub outcome: i64,
    /// That the part is this number.
    pub probability: Quantity,
}

/// How many parts all outcomes have, where all have the same number.
fn parts<W: Weight>(dist: &Dist<Outcome, W>) -> usize {
    let size = |x: &Outcome| match x {
        Outcome::Tuple(parts) => parts.len(),
        _ => 0,
    };
    let first = size(dist.first());
    let alike = dist.iter().all(|(x, _)| size(x) == first);
    if alike { first } else { 0 }
}

/// A part of an outcome, counted from 0.
fn part(outcome: &Outcome, at: usize) -> i64 {
    match outcome {
        Outcome::Tuple(parts) => parts.get(at).copied().unwrap_or(0),
        outcome => outcome.number().unwrap_or(0),
    }
}

impl<F: Field> FieldQuestion<'_, F> {
    /// Each part by itself.
    pub(super) fn marginals<W: Weight<Field = F>>(
        &self,
        dist: &Dist<Outcome, W>,
    ) -> Result<Vec<Marginal>, AnalysisError> {
        let marginal = |at: usize| {
            stop::check();
            let numbers = dist.map(|x| part(x, at));
            let chances = W::all_over(numbers.iter().map(|(_, weight)| weight), numbers.total());
            let mut mean = F::zero();
            let rows = numbers.iter().zip(chances).map(|((outcome, _), chance)| {
                mean = mean
                    .clone()
                    .plus_product(&F::from_integer(*outcome), &chance);
                Ok(MarginalRow {
                    outcome: *outcome,
                    probability: (self.present)(&chance)?,
                })
            });
            let rows = rows.collect::<Result<_, AnalysisError>>()?;
            Ok(Marginal {
                part: at + 1,
                mean: (self.present)(&mean)?,
                outcomes: rows,
            })
        };
        (0..parts(dist)).map(marginal).collect()
    }
}
