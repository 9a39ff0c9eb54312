//! Answers in numbers.

use num_rational::BigRational;
use num_traits::Zero;

use super::{
    AnalysisError, Answer, FieldQuestion, MeanAndSpread, Outcomes, Room, scores, unknown_bias_only,
};
use crate::chance::eval::{self, Outcome, Scored, Value};
use crate::chance::expr::Expr;
use crate::chance::turn::{Cancel, Turn};
use crate::exact::{Dist, Quantity, Real, Summary, summary};
use crate::work::limit::allow;

impl FieldQuestion<'_, BigRational> {
    pub(super) fn numbers(&self, expr: &Expr, sticks: &Dist<i64>) -> Result<Answer, AnalysisError> {
        if self.question.equal.is_some() {
            return Err(unknown_bias_only());
        }
        let (value, notes) = eval::noted(expr, sticks, true)?;
        let is_given = self.question.given.is_some();
        let mut answer = match value {
            value if self.question.turn.is_some() => self.turn_in_numbers(&scores(value)?)?,
            value => match self.given(value)? {
                Value::Numbers(dist) => self.finite(dist, BigRational::zero())?,
                value => self.one(value, |dist, again| self.weighted(dist, again))?,
            },
        };
        // The number of rounds is not that of the outcomes that are left.
        answer.never = notes.never(expr);
        let (policy, rounds) = notes.ended();
        answer.policy = policy;
        answer.rounds = rounds.filter(|_| !is_given);
        if let Some(target) = self.question.target {
            answer.race = Some(self.race(&answer, expr, sticks, target)?);
        }
        Ok(answer)
    }

    /// The whole turn; where throws are stacked its chances are surds.
    fn turn_in_numbers(&self, scores: &Dist<Scored>) -> Result<Answer, AnalysisError> {
        let rules = self.question.turn.unwrap_or_default();
        if self.is_one_throw(scores)? {
            let again = scores.chance(|x| x.again);
            let totals = scores.map(|x| x.outcome.number().unwrap_or(0));
            if let Some(room) = self.question.room {
                let taken = Room::taken_by_turn(&totals, room.fractions);
                allow("characters", taken, room.characters).map_err(AnalysisError::Room)?;
            }
            return Ok(Answer {
                turn: Some(self.one_throw(scores)?),
                ..self.finite(totals, again)?
            });
        }
        if rules.cancel == Cancel::Previous {
            return self.turn(scores);
        }
        let turn = Turn::stacked(scores, rules)?;
        FieldQuestion {
            question: self.question,
            present: &|value: &Real| value.quantity().ok_or(AnalysisError::TooClose),
            size: &Real::near,
        }
        .whole_turn(&turn)
    }

    /// Outcomes that may all be numbers.
    fn weighted(&self, dist: Dist<Outcome>, again: BigRational) -> Result<Answer, AnalysisError> {
        if dist.iter().all(|(x, _)| x.number().is_some()) {
            return self.finite(dist.into_mapped(|x| x.number().unwrap_or_default()), again);
        }
        let largest = dist.iter().map(|(_, weight)| weight).max();
        let mode = dist
            .iter()
            .filter(|(_, w)| Some(*w) == largest)
            .map(|(x, _)| x.clone())
            .collect();
        Ok(Answer {
            mode,
            marginals: self.marginals(&dist)?,
            ..Answer::of(Outcomes::Others(dist), Some(Quantity::Exact(again)))
        })
    }

    fn finite(&self, dist: Dist<i64>, again: BigRational) -> Result<Answer, AnalysisError> {
        let Summary {
            mean,
            variance,
            mode,
            median,
        } = summary(&dist);
        Ok(Answer {
            moments: Some(MeanAndSpread::new(
                Quantity::Exact(mean),
                Quantity::Exact(variance),
            )),
            mode: mode.into_iter().map(Outcome::Number).collect(),
            median,
            ..Answer::of(Outcomes::Numbers(dist), Some(Quantity::Exact(again)))
        })
    }
}
