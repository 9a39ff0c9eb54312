//! Turns and throws without end, in numbers or in functions.

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::Zero;

use super::turn_answer::{
    Largest, NumberOfThrows, Occurrence, OutcomeTimes, Sequence, StandingList, StandingLists,
    StandingValues, ThrowsRow, Times, TimesRow, TurnAnswer,
};
use super::{
    AnalysisError, Answer, FieldQuestion, MAX_LIST_WORDS, MAX_ROWS, MAX_ROWS_ASKED, MeanAndSpread,
    Outcomes, THROWS_LISTED, TIMES_LISTED,
};
use crate::chance::eval::{self, Outcome, Scored};
use crate::chance::expr::Expr;
use crate::chance::turn::{ChanceTable, Moments, Turn, multisets};
use crate::exact::{Dist, Field, Quantity, Series, Surd, Weight};
use crate::work::limit::{TooLarge, allow};
use crate::work::stop;

impl<F: Field> FieldQuestion<'_, F> {
    pub(super) fn moments(&self, moments: &Moments<F>) -> Result<MeanAndSpread, AnalysisError> {
        let mean = (self.present)(&moments.mean)?;
        let variance = (self.present)(&moments.variance)?;
        Ok(MeanAndSpread::new(mean, variance))
    }

    /// The last outcome asked for of a list without end; the first one is always listed.
    fn last_asked(&self, first: i64, step: i64) -> Option<i64> {
        let up_to = self.question.up_to?;
        Some(if step < 0 {
            up_to.min(first)
        } else {
            up_to.max(first)
        })
    }

    /// Whether a list without end, which begins with an outcome and goes on in steps, ends with a row: asked with its chance,
    /// what is left and the next outcome that may be given.
    fn end_of_list(
        &self,
        first: i64,
        step: i64,
    ) -> Result<impl FnMut(&F, &F, Option<i64>) -> bool, TooLarge> {
        let up_to = self.last_asked(first, step);
        let rows = up_to.map_or(0, |up_to| up_to.abs_diff(first) / step.unsigned_abs());
        let cost = F::COST.min(20);
        allow("rows", u128::from(rows), MAX_ROWS_ASKED / cost)?;
        // Rows and machine words that may follow.
        let (mut rows, mut words) = ((MAX_ROWS as u128 / cost) as usize, MAX_LIST_WORDS);
        Ok(move |chance: &F, rest: &F, next: Option<i64>| {
            if let Some(up_to) = up_to {
                return next.is_none_or(|next| next.cmp(&up_to) == step.cmp(&0));
            }
            rows = rows.saturating_sub(1);
            words = words.saturating_sub(chance.words());
            rows == 0 || words == 0 || self.negligible(rest)
        })
    }

    fn negligible(&self, rest: &F) -> bool {
        (self.size)(rest) < BigRational::new(1.into(), 10_000.into())
    }

    pub(super) fn endless(&self, series: &Series<F>) -> Result<Answer, AnalysisError> {
        let descending = series.descending();
        let step = if descending { -1 } else { 1 };
        let outcome = |i: usize| series.start() + step * i as i64;
        let mut count = 16;
        let table = loop {
            let mut ends = self.end_of_list(series.start(), step)?;
            let mut rest = F::one();
            let mut rows = Vec::new();
            for (i, chance) in series.prefix(count).into_iter().enumerate() {
                stop::check();
                rest = rest - chance.clone();
                let ends = ends(&chance, &rest, Some(outcome(i + 1)));
                rows.push((outcome(i), chance));
                if ends {
                    break;
                }
            }
            if rows.len() < count {
                break ChanceTable {
                    last: rows.last().map_or(0, |(x, _)| *x),
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
        self.table(table, &moments, Some(F::zero()))
    }

    /// A turn of one throw, since none earns another: what is known of it besides the outcomes.
    pub(super) fn one_throw<W: Weight<Field = F>>(
        &self,
        scores: &Dist<Scored, W>,
    ) -> Result<TurnAnswer, AnalysisError> {
        // Each chance is brought to lowest terms, in a time that grows with the square of its length.
        stop::check();
        let mut standing: BTreeMap<&Outcome, W> = BTreeMap::new();
        for (face, weight) in scores.iter().filter(|(face, _)| !face.cancels) {
            match standing.get_mut(&face.outcome) {
                Some(sum) => *sum += weight,
                None => _ = standing.insert(&face.outcome, weight.clone()),
            }
        }
        let chances = W::all_over(standing.values(), scores.total());
        let occurs = standing.keys().zip(chances).map(|(outcome, chance)| {
            stop::check();
            let chance = (self.present)(&chance)?;
            Ok(Occurrence {
                outcome: (*outcome).clone(),
                probability: chance.clone(),
                mean: chance,
            })
        });
        let one = (self.present)(&F::one())?;
        let mean = one.clone();
        let row = ThrowsRow {
            throws: 1,
            probability: one,
        };
        Ok(TurnAnswer {
            throws: NumberOfThrows {
                mean,
                variance: (self.present)(&F::zero())?,
                rows: vec![row],
                rest: None,
            },
            occurs: occurs.collect::<Result<_, AnalysisError>>()?,
            sequence: None,
            values: None,
        })
    }

    /// Whether a turn of these throws is one throw, of which nothing is asked that only a turn tells.
    pub(super) fn is_one_throw<W: Weight>(
        &self,
        scores: &Dist<Scored, W>,
    ) -> Result<bool, AnalysisError> {
        let question = self.question;
        let rules = question.turn.unwrap_or_default();
        let details = question.sequence.is_some() || question.values.is_some();
        let details = details || question.given.is_some();
        Ok(!details && rules.end_at_once(scores)?)
    }

    pub(super) fn turn(
        &self,
        scores: &Dist<Scored, impl Weight<Field = F>>,
    ) -> Result<Answer, AnalysisError> {
        let rules = self.question.turn.unwrap_or_default();
        self.whole_turn(&Turn::new(scores, rules)?)
    }

    pub(super) fn whole_turn(&self, turn: &Turn<F>) -> Result<Answer, AnalysisError> {
        let table = match turn.course()? {
            None => turn.totals(|_, _, _| false)?,
            Some((first, step)) => {
                let mut ends = self.end_of_list(first, step)?;
                let mut table = turn.totals(|(_, chance), rest, next| ends(chance, rest, next))?;
                table.last = self.last_asked(first, step).unwrap_or(table.last);
                table
            }
        };
        let moments = turn.total();
        if let Some(condition) = &self.question.given {
            if table.rest.is_some() {
                return Err(AnalysisError::Unfit(
                    "--given with --turn needs finitely many totals; set a limit with --max-throws"
                        .to_owned(),
                ));
            }
            if self.question.values.is_some() || self.question.sequence.is_some() {
                return Err(AnalysisError::Unfit(
                    "--given with --turn is about the total: leave --values and --sequence out"
                        .to_owned(),
                ));
            }
            // What else is known of the turn is not that of turns with such a total.
            let (table, moments) = conditioned(table, condition)?;
            return self.table(table, &moments, None);
        }
        let mut answer = self.table(table, &moments, Some(turn.again()))?;
        answer.turn = Some(self.turn_answer(turn)?);
        Ok(answer)
    }

    /// The answer about a turn besides its total.
    fn turn_answer(&self, turn: &Turn<F>) -> Result<TurnAnswer, AnalysisError> {
        let throws =
            turn.throws_table(|count, rest| count >= THROWS_LISTED || self.negligible(rest));
        let sequence = match &self.question.sequence {
            Some(names) => {
                let (throws, stands) = turn.replay(names).map_err(AnalysisError::Unfit)?;
                Some(Sequence { throws, stands })
            }
            None => None,
        };
        let present = self.present;
        let MeanAndSpread { mean, variance, .. } = self.moments(&turn.throws())?;
        let rows = self.rows(&throws.rows, |throws, probability| ThrowsRow {
            throws,
            probability,
        });
        let occurs = turn
            .occurrences()
            .into_iter()
            .map(|(outcome, chance, mean)| {
                Ok(Occurrence {
                    outcome,
                    probability: present(&chance)?,
                    mean: present(&mean)?,
                })
            });
        Ok(TurnAnswer {
            throws: NumberOfThrows {
                mean,
                variance,
                rows: rows?,
                rest: throws.rest.as_ref().map(present).transpose()?,
            },
            occurs: occurs.collect::<Result<_, AnalysisError>>()?,
            sequence,
            values: match self.question.values {
                Some(length) => Some(self.values(turn, length)?),
                None => None,
            },
        })
    }

    /// The throws that stand, in all detail.
    fn values(&self, turn: &Turn<F>, length: usize) -> Result<StandingValues, AnalysisError> {
        let present = self.present;
        let all = |rows: &[(Vec<Outcome>, F)]| -> Result<Vec<_>, AnalysisError> {
            let rows = rows.iter().map(|(list, chance)| {
                Ok(StandingList {
                    values: list.clone(),
                    probability: present(chance)?,
                })
            });
            rows.collect()
        };
        let (lists, rest) = turn.lists(length)?;
        let counts = turn.outcomes().into_iter().map(|outcome| {
            let times = turn.count(&outcome, |times, rest| {
                times >= TIMES_LISTED || self.negligible(rest)
            })?;
            let rows = self.rows(&times.rows, |times, probability| TimesRow {
                times,
                probability,
            });
            Ok(OutcomeTimes {
                times: Times {
                    rows: rows?,
                    rest: times.rest.as_ref().map(present).transpose()?,
                },
                outcome,
            })
        });
        let largest = turn.largest().into_iter().map(|(value, chance)| {
            Ok(Largest {
                value,
                probability: present(&chance)?,
            })
        });
        Ok(StandingValues {
            values: StandingLists {
                length,
                lists: all(&lists)?,
                multisets: all(&multisets(&lists))?,
                rest: present(&rest)?,
            },
            counts: counts.collect::<Result<_, AnalysisError>>()?,
            largest: largest.collect::<Result<_, AnalysisError>>()?,
        })
    }

    /// Rows of numbers with their chances as they are presented.
    fn rows<R>(
        &self,
        rows: &[(i64, F)],
        row: impl Fn(i64, Quantity) -> R,
    ) -> Result<Vec<R>, AnalysisError> {
        let rows = rows.iter();
        rows.map(|(number, chance)| Ok(row(*number, (self.present)(chance)?)))
            .collect()
    }

    fn table(
        &self,
        table: ChanceTable<F>,
        moments: &Moments<F>,
        again: Option<F>,
    ) -> Result<Answer, AnalysisError> {
        let last = table.last;
        let rows = table.rows.iter().filter(|(_, chance)| !chance.is_zero());
        let rows = rows.map(|(x, chance)| Ok((*x, (self.present)(chance)?)));
        let rows = rows.collect::<Result<Vec<_>, AnalysisError>>()?;
        let rest = table.rest.as_ref().map(self.present).transpose()?;
        // Likeliest and middle totals are known when numbers are, and when what is left cannot change them.
        let (mode, median) = typical(&rows, rest.as_ref()).unwrap_or_default();
        let named = |(x, chance)| (Outcome::Number(x), chance);
        let outcomes = Outcomes::Listed {
            rows: rows.into_iter().map(named).collect(),
            rest: rest.map(|rest| (last, Box::new(rest))),
            descending: table.descending,
        };
        Ok(Answer {
            moments: Some(self.moments(moments)?),
            mode,
            median,
            ..Answer::of(outcomes, again.as_ref().map(self.present).transpose()?)
        })
    }
}

/// Only the totals for which a condition holds, and their moments.
fn conditioned<F: Field>(
    table: ChanceTable<F>,
    condition: &Expr,
) -> Result<(ChanceTable<F>, Moments<F>), AnalysisError> {
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
    for (_, chance) in &mut rows {
        *chance = chance.divided_by(&total);
    }
    let moments = Moments::of(rows.iter().map(|(x, chance)| (*x, chance)));
    Ok((
        ChanceTable {
            last: rows.last().map_or(0, |(x, _)| *x),
            rows,
            rest: None,
            descending: false,
        },
        moments,
    ))
}

/// The likeliest and the middle totals of a table, as far as it settles them; `None` when a chance is not a number of one
/// field.
fn typical(rows: &[(i64, Quantity)], rest: Option<&Quantity>) -> Option<(Vec<Outcome>, Vec<i64>)> {
    let chances: Option<Vec<(i64, Surd)>> = rows
        .iter()
        .map(|(x, chance)| Some((*x, chance.surd()?)))
        .collect();
    let chances = chances?;
    let left = match rest {
        Some(rest) => rest.surd()?,
        None => Surd::zero(),
    };
    let largest = chances.iter().map(|(_, chance)| chance).max()?;
    let mode = if left < *largest {
        let most = chances.iter().filter(|(_, chance)| chance == largest);
        most.map(|(x, _)| Outcome::Number(*x)).collect()
    } else {
        Vec::new()
    };
    let half = Surd::from(BigRational::new(1.into(), 2.into()));
    let (mut before, mut median) = (Surd::zero(), Vec::new());
    for (x, chance) in chances.iter().filter(|(_, chance)| !chance.is_zero()) {
        let up_to = before.checked_add(chance)?;
        if before <= half && up_to >= half {
            median.push(*x);
        }
        before = up_to;
    }
    // Exactly half may lie beyond the rows listed; then the second of two medians is not known.
    if before <= half && rest.is_some() {
        median.clear();
    }
    median.sort_unstable();
    Some((mode, median))
}
