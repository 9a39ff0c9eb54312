//! Races: the chances of moving a number of cells, or the throws on a track.

use num_rational::BigRational;
use num_traits::Signed;

use super::{AnalysisError, Answer, FieldQuestion, MAX_ROWS_ASKED, Outcomes, Question, scores};
use crate::chance::eval::{self, Scored};
use crate::chance::expr::Expr;
use crate::chance::race::track::{Listing, farthest_throw};
use crate::chance::race::{self, Race, RaceError};
use crate::chance::turn::TurnRules;
use crate::exact::{Dist, Field, Poly, Quantity, RatFunc, Weight};
use crate::work::limit::allow;

impl FieldQuestion<'_, BigRational> {
    pub(super) fn race(
        &self,
        answer: &Answer,
        expr: &Expr,
        sticks: &Dist<i64>,
        target: u32,
    ) -> Result<Race, AnalysisError> {
        let rows = self.question.up_to.unwrap_or(0).max(0).unsigned_abs();
        allow("rows", rows.into(), MAX_ROWS_ASKED)?;
        let rows = usize::try_from(rows).unwrap_or(0);
        if let Some(track) = &self.question.track {
            let throws = self.throws_on_a_track(expr, sticks, target)?;
            return Ok(track.race(&throws, target, rows)?);
        }
        if let Outcomes::Numbers(dist) = &answer.outcomes {
            return Ok(race::race_of(dist, target, rows)?);
        }
        let exact = |chance: &Quantity| {
            let unfit =
                "--target needs chances that are fractions; with --cancel stack they are not";
            let fraction = chance.exact().cloned();
            fraction.ok_or_else(|| AnalysisError::Unfit(unfit.to_owned()))
        };
        let (mut listed, cut) = chances(&answer.outcomes, target, exact)?;
        if cut {
            let longer = up_to(self.question, target);
            let asked = FieldQuestion {
                question: &longer,
                ..*self
            };
            listed = chances(&asked.numbers(expr, sticks)?.outcomes, target, exact)?.0;
        }
        Ok(race::race(&listed, target, rows)?)
    }
}

impl FieldQuestion<'_, RatFunc> {
    pub(super) fn race(
        &self,
        expr: &Expr,
        sticks: &Dist<i64, Poly>,
        target: u32,
    ) -> Result<Race, AnalysisError> {
        let little = BigRational::new(1.into(), 10_000.into());
        let is_little = |chance: &RatFunc| (self.size)(chance).abs() < little;
        let listing: Listing<'_, AnalysisError> = (self.present, &is_little);
        if let Some(track) = &self.question.track {
            let throws = self.throws_on_a_track(expr, sticks, target)?;
            return track.race_of_bias(&throws, target, listing);
        }
        // The functions themselves, whatever is shown of them.
        let ask = |question: &Question| {
            let asked = FieldQuestion {
                question,
                present: &|value: &RatFunc| {
                    let function = value.clone();
                    Ok(Quantity::Function { function, at: None })
                },
                size: self.size,
            };
            Ok::<_, AnalysisError>(asked.functions(expr, sticks)?.outcomes)
        };
        let function = |chance: &Quantity| match chance {
            Quantity::Function { function, .. } => Ok(function.clone()),
            _ => unreachable!("functions are asked for"),
        };
        let plain = Question {
            target: None,
            equal: None,
            ..self.question.clone()
        };
        let (mut listed, cut) = chances(&ask(&plain)?, target, function)?;
        if cut {
            listed = chances(&ask(&up_to(&plain, target))?, target, function)?.0;
        }
        race::race_of_bias(&listed, target, listing)
    }
}

impl<F: Field> FieldQuestion<'_, F> {
    /// The possible throws one by one, each of a turn moving for itself.
    fn throws_on_a_track<W: Weight<Field = F>>(
        &self,
        expr: &Expr,
        sticks: &Dist<i64, W>,
        target: u32,
    ) -> Result<Dist<Scored, W>, AnalysisError> {
        let unfit = |message: &str| Err(AnalysisError::Unfit(message.to_owned()));
        let value = match eval::evaluate(expr, sticks)? {
            // Of millions of faces those beyond the track are one.
            eval::Value::Numbers(dist) if self.question.given.is_none() => {
                let near = |x: i64| x.min(farthest_throw(target));
                eval::Value::Numbers(dist.into_mapped(near))
            }
            value => value,
        };
        let is_endless = matches!(value, eval::Value::Endless(_));
        let throws = match self.question.turn {
            Some(rules) if rules != TurnRules::default() || self.question.given.is_some() => {
                return unfit("in a race on a track --turn takes no other rules and no --given");
            }
            Some(_) => scores(value)?,
            None if is_endless => {
                return unfit(
                    "a race on a track needs throws that are finitely many numbers; limit them, as in d6!9",
                );
            }
            None => scores(self.given(value)?)?.into_mapped(|throw| Scored {
                again: false,
                ..throw
            }),
        };
        let moves = |throw: &Scored| !throw.cancels && throw.outcome.number().is_some();
        if throws.iter().any(|(throw, _)| !moves(throw)) {
            return unfit(
                "in a race on a track every throw moves by a number; labels and `cancel` do not",
            );
        }
        Ok(throws)
    }
}

/// The same question, outcomes without end being listed up to the target.
fn up_to(question: &Question, target: u32) -> Question {
    Question {
        up_to: Some(i64::from(target)),
        target: None,
        ..question.clone()
    }
}

/// The chances of moving 0, 1, 2, … cells up to the target, and whether the list was cut before it, where a reader has enough.
fn chances<F: Field>(
    outcomes: &Outcomes,
    target: u32,
    number: impl Fn(&Quantity) -> Result<F, AnalysisError>,
) -> Result<(Vec<F>, bool), AnalysisError> {
    let Outcomes::Listed {
        rows,
        rest,
        descending,
    } = outcomes
    else {
        return Err(AnalysisError::Unfit(
            "--target needs throws that are numbers".to_owned(),
        ));
    };
    if *descending {
        return Err(RaceError::Falls.into());
    }
    let cells = target.min(race::MAX_TARGET) as usize;
    let mut chances = vec![F::zero(); cells + 1];
    for (outcome, chance) in rows {
        let Some(outcome) = outcome.number() else {
            return Err(AnalysisError::Unfit(
                "--target needs throws that are numbers".to_owned(),
            ));
        };
        let step = usize::try_from(outcome).map_err(|_| RaceError::Backwards(outcome))?;
        let chance = number(chance)?;
        if let Some(slot) = chances.get_mut(step) {
            *slot = slot.plus(&chance);
        }
    }
    let cut = matches!(rest, Some((last, _)) if *last < i64::from(target));
    Ok((chances, cut))
}
