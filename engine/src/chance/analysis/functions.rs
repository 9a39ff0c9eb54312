//! Answers in functions of an unknown bias.

use num_rational::BigRational;
use num_traits::{One, Zero};

use super::{AnalysisError, Answer, Bias, FieldQuestion, Outcomes, scores, unknown_bias_only};
use crate::chance::eval::{self, Outcome};
use crate::chance::expr::Expr;
use crate::chance::turn::Moments;
use crate::exact::bounds;
use crate::exact::{Dist, Poly, Quantity, RatFunc, Weight};

impl FieldQuestion<'_, RatFunc> {
    pub(super) fn functions(
        &self,
        expr: &Expr,
        sticks: &Dist<i64, Poly>,
    ) -> Result<Answer, AnalysisError> {
        if self.question.equal.is_some() && !matches!(self.question.bias, Bias::Unknown { .. }) {
            return Err(unknown_bias_only());
        }
        let (value, notes) = eval::noted(expr, sticks, false)?;
        let mut answer = match value {
            value if self.question.turn.is_some() => {
                let scores = scores(value)?;
                if self.is_one_throw(&scores)? {
                    let again = scores.chance(|x| x.again);
                    let totals = scores.map(|x| Outcome::Number(x.outcome.number().unwrap_or(0)));
                    Answer {
                        turn: Some(self.one_throw(&scores)?),
                        ..self.listed(&totals, &again)?
                    }
                } else {
                    self.turn(&scores)?
                }
            }
            value => self.one(self.given(value)?, |dist, again| self.listed(&dist, &again))?,
        };
        answer.never = notes.never(expr);
        if let Some(target) = self.question.target {
            answer.race = Some(self.race(expr, sticks, target)?);
        }
        if let Some((a, b)) = &self.question.equal {
            answer.equal = Some(equally_likely(&answer, a, b)?);
        }
        Ok(answer)
    }

    fn listed(&self, dist: &Dist<Outcome, Poly>, again: &RatFunc) -> Result<Answer, AnalysisError> {
        let rows: Vec<(Outcome, RatFunc)> = (dist.iter())
            .map(|(x, weight)| (x.clone(), weight.over(dist.total())))
            .collect();
        let numbers = rows.iter().filter_map(|(x, p)| Some((x.number()?, p)));
        let moments = match rows.iter().all(|(x, _)| x.number().is_some()) {
            true => Some(self.moments(&Moments::of(numbers))?),
            false => None,
        };
        let rows = rows
            .iter()
            .map(|(x, p)| Ok((x.clone(), (self.present)(p)?)));
        let outcomes = Outcomes::Listed {
            rows: rows.collect::<Result<_, AnalysisError>>()?,
            rest: None,
            descending: false,
        };
        Ok(Answer {
            moments,
            marginals: self.marginals(dist)?,
            ..Answer::of(outcomes, Some((self.present)(again)?))
        })
    }
}

/// A bias at which two outcomes are equally likely.
#[derive(Clone, Debug, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Equal {
    /// The outcomes.
    pub outcomes: Vec<Outcome>,
    /// Exact, or between bounds when irrational.
    pub bias: Quantity,
}

/// The biases from 0 to 1 at which two outcomes of an answer in functions are equally likely.
fn equally_likely(answer: &Answer, a: &str, b: &str) -> Result<Vec<Equal>, AnalysisError> {
    let Outcomes::Listed { rows, .. } = &answer.outcomes else {
        unreachable!("functions are always listed")
    };
    let function = |name: &str| {
        let found = rows
            .iter()
            .find(|(outcome, _)| outcome.to_string() == name.trim());
        match found {
            Some((outcome, Quantity::Function { function, .. })) => Ok((outcome, function)),
            _ => {
                let listed: Vec<String> = rows.iter().map(|(x, _)| x.to_string()).collect();
                Err(AnalysisError::Unfit(format!(
                    "there is no outcome `{}`; the outcomes are {}",
                    name.trim(),
                    listed.join(", ")
                )))
            }
        }
    };
    let tolerance = BigRational::new(1.into(), 10u64.pow(15).into());
    let ((a, f), (b, g)) = (function(a)?, function(b)?);
    let (zero, one) = (BigRational::zero(), BigRational::one());
    let meet = bounds::crossings(f, g, &zero, &one, &tolerance)?.into_iter();
    let equal = meet.map(|bias| Equal {
        outcomes: vec![a.clone(), b.clone()],
        bias: bias.quantity(),
    });
    Ok(equal.collect())
}
