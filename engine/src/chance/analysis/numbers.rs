//! Answers in numbers.

use num_rational::BigRational;
use num_traits::Zero;

use super::{
    AnalysisError, Answer, Asked, Outcomes, Question, Room, earning, scores, unknown_bias_only,
};
use crate::chance::eval::{self, Outcome, Scored, Sticks, Value};
use crate::chance::expr::Expr;
use crate::chance::race::{self, Race, RaceError};
use crate::chance::track::Track;
use crate::chance::turn::{Cancel, Moments, Turn, TurnRules};
use crate::exact::{Dist, Natural, Quantity, Real, Summary, summary};
use crate::work::limit::allow;

impl Asked<'_, BigRational> {
    pub(super) fn numbers(
        &self,
        expr: &Expr,
        sticks: &Sticks<Natural>,
    ) -> Result<Answer, AnalysisError> {
        if self.question.equal.is_some() {
            return Err(unknown_bias_only());
        }
        let value = eval::evaluate(expr, sticks, self.meter)?;
        let mut answer = match value {
            value if self.question.turn.is_some() => self.turn_in_numbers(&scores(value)?)?,
            Value::Endless(series) => self.endless(&series)?,
            Value::Numbers(dist) => self.finite(dist, BigRational::zero())?,
            Value::Tuples(dist) => {
                self.weighted(dist.into_mapped(Outcome::Tuple), BigRational::zero())?
            }
            Value::Scores(dist) => {
                let again = dist.chance(|x| x.again);
                let answer = self.weighted(dist.map(|x| x.outcome.clone()), again)?;
                Answer {
                    earning: Some(earning(&dist)),
                    ..answer
                }
            }
        };
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
            if let (Some(room), None) = (self.question.room, &self.question.given) {
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
        let turn = Turn::stacked(scores, rules, self.meter)?;
        Asked {
            question: self.question,
            meter: self.meter,
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
        let dist = self.given(dist, Clone::clone)?;
        let largest = dist.iter().map(|(_, weight)| weight).max();
        let mode = dist
            .iter()
            .filter(|(_, w)| Some(*w) == largest)
            .map(|(x, _)| x.clone())
            .collect();
        Ok(Answer {
            mode,
            median: Vec::new(),
            moments: None,
            again: Quantity::Exact(again),
            outcomes: Outcomes::Others(dist),
            turn: None,
            race: None,
            equal: None,
            earning: None,
        })
    }

    fn finite(&self, dist: Dist<i64>, again: BigRational) -> Result<Answer, AnalysisError> {
        let dist = self.given(dist, |x| Outcome::Number(*x))?;
        let Summary {
            mean,
            variance,
            mode,
            median,
        } = summary(&dist);
        Ok(Answer {
            outcomes: Outcomes::Numbers(dist),
            moments: Some(Moments {
                mean: Quantity::Exact(mean),
                variance: Quantity::Exact(variance),
            }),
            mode: mode.into_iter().map(Outcome::Number).collect(),
            median,
            again: Quantity::Exact(again),
            turn: None,
            race: None,
            equal: None,
            earning: None,
        })
    }

    /// The chances of moving 0, 1, 2, … cells up to the target, then the race.
    fn race(
        &self,
        answer: &Answer,
        expr: &Expr,
        sticks: &Sticks<Natural>,
        target: u32,
    ) -> Result<Race, AnalysisError> {
        if let Some(track) = &self.question.track {
            return self.race_on(track, answer, expr, sticks, target);
        }
        let listed = match &answer.outcomes {
            Outcomes::Numbers(dist) => return Ok(race::race_of(dist, target, self.meter)?),
            Outcomes::Others(_) => {
                return Err(AnalysisError::Unfit(
                    "--target needs throws that are numbers".to_owned(),
                ));
            }
            Outcomes::Listed {
                descending: true, ..
            } => return Err(RaceError::Falls.into()),
            Outcomes::Listed {
                rows, rest: None, ..
            } => race_chances(rows, target)?,
            Outcomes::Listed { rows, .. } => {
                race_chances(rows, target)?;
                // The list was cut where a reader has enough; the race needs it up to the target.
                let longer = Question {
                    up_to: Some(i64::from(target)),
                    target: None,
                    ..self.question.clone()
                };
                let asked = Asked {
                    question: &longer,
                    ..*self
                };
                let Outcomes::Listed { rows, .. } = asked.numbers(expr, sticks)?.outcomes else {
                    unreachable!("the same throw is still without end")
                };
                race_chances(&rows, target)?
            }
        };
        Ok(race::race(&listed, target, self.meter)?)
    }
}

impl Asked<'_, BigRational> {
    /// The race on a track of its own, throw by throw.
    fn race_on(
        &self,
        track: &Track,
        answer: &Answer,
        expr: &Expr,
        sticks: &Sticks<Natural>,
        target: u32,
    ) -> Result<Race, AnalysisError> {
        let unfit = |message: &str| Err(AnalysisError::Unfit(message.to_owned()));
        let throws = match (&answer.outcomes, self.question.turn) {
            (_, Some(rules)) => {
                let throws = scores(eval::evaluate(expr, sticks, self.meter)?)?;
                if rules != TurnRules::default() || self.question.given.is_some() {
                    return unfit(
                        "on a track with jumps --turn takes no other rules and no --given",
                    );
                }
                if throws
                    .iter()
                    .any(|(x, _)| x.cancels || x.outcome.number().is_none())
                {
                    return unfit(
                        "on a track with jumps every throw moves by a number; labels and `cancel` do not",
                    );
                }
                throws
            }
            (Outcomes::Numbers(dist), None) => dist.map(|&number| Scored {
                outcome: Outcome::Number(number),
                again: false,
                cancels: false,
            }),
            _ => {
                return unfit(
                    "a track with jumps needs throws that are finitely many numbers; limit them, as in d6!9",
                );
            }
        };
        Ok(track.race(&throws, target, self.meter)?)
    }
}

/// The chances of moving 0, 1, 2, … cells up to the target.
fn race_chances(
    rows: &[(Outcome, Quantity)],
    target: u32,
) -> Result<Vec<BigRational>, AnalysisError> {
    let cells = target.min(race::MAX_TARGET) as usize;
    let mut chances = vec![BigRational::zero(); cells + 1];
    for (outcome, chance) in rows {
        let outcome = outcome.number().unwrap_or_default();
        let step = usize::try_from(outcome).map_err(|_| RaceError::Backwards(outcome))?;
        let Some(chance) = chance.exact() else {
            return Err(AnalysisError::Unfit(
                "--target needs chances that are fractions; with --cancel stack they are not"
                    .to_owned(),
            ));
        };
        if let Some(slot) = chances.get_mut(step) {
            *slot += chance;
        }
    }
    Ok(chances)
}
