//! Turns and throws without end, in numbers or in functions.

use num_rational::BigRational;
use num_traits::Zero;

use super::{
    AnalysisError, Answer, Asked, Bias, MAX_ROWS, MAX_ROWS_ASKED, Outcomes, THROWS_LISTED,
    TurnAnswer,
};
use crate::chance::eval::{self, Outcome, Scored};
use crate::chance::expr::Expr;
use crate::chance::turn::{Moments, Table, Turn};
use crate::exact::limit::{TooLarge, allow};
use crate::exact::{Dist, Field, Quantity, Series, Weight};

impl<F: Field> Asked<'_, F> {
    /// Keeps the outcomes for which the condition holds.
    pub(super) fn given<T: Ord + Clone, W: Weight>(
        &self,
        dist: Dist<T, W>,
        outcome: impl Fn(&T) -> Outcome,
    ) -> Result<Dist<T, W>, AnalysisError> {
        let Some(condition) = &self.question.given else {
            return Ok(dist);
        };
        let mut fault = None;
        let kept = dist.given(|x| {
            eval::holds(condition, &outcome(x)).unwrap_or_else(|error| {
                fault.get_or_insert(error);
                false
            })
        });
        match (fault, kept) {
            (Some(error), _) => Err(error.into()),
            (None, Some(kept)) => Ok(kept),
            (None, None) => Err(AnalysisError::NeverGiven(condition.to_string())),
        }
    }

    pub(super) fn moments(&self, moments: &Moments<F>) -> Result<Moments<Quantity>, AnalysisError> {
        let mean = (self.present)(&moments.mean)?;
        Ok(Moments {
            mean,
            variance: (self.present)(&moments.variance)?,
        })
    }

    /// Whether enough of a list without end has been shown.
    fn enough(&self, outcome: i64, descending: bool, rest: &F, rows: usize) -> bool {
        if let Some(up_to) = self.question.up_to {
            return if descending {
                outcome <= up_to
            } else {
                outcome >= up_to
            };
        }
        rows as u128 >= MAX_ROWS as u128 / F::COST.min(20) || self.negligible(rest)
    }

    /// Refuses a list without end that would be too long to be made.
    fn allow_rows(&self, start: i64) -> Result<(), TooLarge> {
        let rows = self.question.up_to.map_or(0, |up_to| up_to.abs_diff(start));
        allow("rows", u128::from(rows), MAX_ROWS_ASKED / F::COST.min(20))
    }

    fn negligible(&self, rest: &F) -> bool {
        (self.size)(rest) < BigRational::new(1.into(), 10_000.into())
    }

    pub(super) fn endless(&self, series: &Series<F>) -> Result<Answer, AnalysisError> {
        if self.question.given.is_some() {
            return Err(AnalysisError::Unfit(
                "--given needs finitely many outcomes; limit the throw, as in d6!9".to_owned(),
            ));
        }
        self.allow_rows(series.start())?;
        let descending = series.descending();
        let outcome = |i: usize| series.start() + if descending { -(i as i64) } else { i as i64 };
        let mut count = 16;
        let table = loop {
            let mut rest = F::one();
            let mut rows = Vec::new();
            for (i, chance) in series.prefix(count)?.into_iter().enumerate() {
                rest = rest - chance.clone();
                rows.push((outcome(i), chance));
                if self.enough(outcome(i), descending, &rest, rows.len()) {
                    break;
                }
            }
            if rows.len() < count {
                break Table {
                    rows,
                    rest: Some(rest),
                    descending,
                };
            }
            count *= 2;
        };
        let moments = Moments {
            mean: series.mean(),
            variance: series.variance(),
        };
        self.table(table, &moments, F::zero())
    }

    pub(super) fn turn(
        &self,
        scores: &Dist<Scored, impl Weight<Field = F>>,
    ) -> Result<Answer, AnalysisError> {
        let rules = self.question.turn.unwrap_or_default();
        let turn = Turn::new(scores, rules)?;
        if rules.max_throws.is_none() {
            self.allow_rows(0)?;
        }
        let mut listed = 0;
        let mut table = turn.totals(|total, rest| {
            listed += 1;
            self.enough(total, false, rest, listed)
        })?;
        let mut moments = turn.total();
        if let Some(condition) = &self.question.given {
            if table.rest.is_some() {
                return Err(AnalysisError::Unfit(
                    "--given with --turn needs finitely many totals; set a limit with --max-throws"
                        .to_owned(),
                ));
            }
            (table, moments) = conditioned(table, condition)?;
        }
        let mut answer = self.table(table, &moments, turn.again())?;
        let throws =
            turn.throws_table(|count, rest| count >= THROWS_LISTED || self.negligible(rest));
        let sequence = match &self.question.sequence {
            Some(names) => Some(turn.replay(names).map_err(AnalysisError::Unfit)?),
            None => None,
        };
        let present = self.present;
        answer.turn = Some(TurnAnswer {
            throws: self.moments(&turn.throws())?,
            throws_rows: (throws.rows.iter())
                .map(|(n, chance)| Ok((*n, present(chance)?)))
                .collect::<Result<_, AnalysisError>>()?,
            throws_rest: throws.rest.as_ref().map(present).transpose()?,
            occurrences: (turn.occurrences().iter())
                .map(|(x, chance, mean)| Ok((x.clone(), present(chance)?, present(mean)?)))
                .collect::<Result<_, AnalysisError>>()?,
            sequence,
        });
        Ok(answer)
    }

    fn table(
        &self,
        table: Table<F>,
        moments: &Moments<F>,
        again: F,
    ) -> Result<Answer, AnalysisError> {
        let last = table.rows.last().map_or(0, |(total, _)| *total);
        // Likeliest and middle totals are known when numbers are, and when what is left cannot change them.
        let (mode, median) = typical(
            &table,
            self.size,
            matches!(self.question.bias, Bias::Known(_)),
        );
        let rows = table.rows.iter().filter(|(_, chance)| !chance.is_zero());
        let rows = rows.map(|(x, chance)| Ok((Outcome::Number(*x), (self.present)(chance)?)));
        Ok(Answer {
            outcomes: Outcomes::Listed {
                rows: rows.collect::<Result<_, AnalysisError>>()?,
                rest: match &table.rest {
                    Some(rest) => Some((last, Box::new((self.present)(rest)?))),
                    None => None,
                },
                descending: table.descending,
            },
            moments: Some(self.moments(moments)?),
            mode,
            median,
            again: (self.present)(&again)?,
            turn: None,
            race: None,
            equal: None,
            earning: None,
        })
    }
}

/// Only the totals for which a condition holds, and their moments.
fn conditioned<F: Field>(
    table: Table<F>,
    condition: &Expr,
) -> Result<(Table<F>, Moments<F>), AnalysisError> {
    let mut rows = Vec::new();
    let mut total = F::zero();
    for (x, chance) in table.rows {
        if eval::holds(condition, &Outcome::Number(x))? {
            total = total + chance.clone();
            rows.push((x, chance));
        }
    }
    if total.is_zero() {
        return Err(AnalysisError::NeverGiven(condition.to_string()));
    }
    let (mut mean, mut square) = (F::zero(), F::zero());
    for (x, chance) in &mut rows {
        *chance = chance.divided_by(&total);
        let x = F::from_integer(*x);
        mean = mean + chance.clone() * x.clone();
        square = square + chance.clone() * x.clone() * x;
    }
    let variance = square - mean.clone() * mean.clone();
    Ok((
        Table {
            rows,
            rest: None,
            descending: false,
        },
        Moments { mean, variance },
    ))
}

/// The likeliest and the middle totals of a table, as far as it settles them.
fn typical<F: Field>(
    table: &Table<F>,
    size: &dyn Fn(&F) -> BigRational,
    numbers: bool,
) -> (Vec<Outcome>, Vec<i64>) {
    if !numbers {
        return (Vec::new(), Vec::new());
    }
    let rest = table.rest.as_ref().map_or_else(BigRational::zero, size);
    let chances: Vec<(i64, BigRational)> = table.rows.iter().map(|(x, p)| (*x, size(p))).collect();
    let largest = chances
        .iter()
        .map(|(_, p)| p.clone())
        .max()
        .unwrap_or_else(BigRational::zero);
    let mode = if rest < largest {
        let most = chances.iter().filter(|(_, p)| *p == largest);
        most.map(|(x, _)| Outcome::Number(*x)).collect()
    } else {
        Vec::new()
    };
    let half = BigRational::new(1.into(), 2.into());
    let (mut before, mut median) = (BigRational::zero(), Vec::new());
    for (x, p) in chances.iter().filter(|(_, p)| !p.is_zero()) {
        let up_to = &before + p;
        if before <= half && up_to >= half {
            median.push(*x);
        }
        before = up_to;
    }
    // Exactly half may lie beyond the rows listed; then the second of two medians is not known.
    if before <= half && table.rest.is_some() {
        median.clear();
    }
    median.sort_unstable();
    (mode, median)
}
