//! From [`Expr`] to distributions.

mod score;
mod sticks;
mod value;

pub use sticks::Sticks;
use sticks::stick;
pub use value::{Outcome, Scored, Value};

use itertools::Itertools;
use num_rational::BigRational;
use num_traits::One;

use super::expr::{Expr, Faces, Keep, Range, Reroll};
use crate::exact::limit::{MAX_OUTCOMES, MAX_WORDS, Meter, TooLarge, allow};
use crate::exact::{
    Dist, Exploding, Natural, Relation, Series, Weight, keep_highest, unlike_steps,
};

/// Why a throw that is well written has no value.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum EvalError {
    /// It would run away.
    #[error("`{part}`: {error}")]
    TooLarge {
        /// The part it happens in.
        part: String,
        /// What there is too much of.
        error: TooLarge,
    },
    /// It never ends.
    #[error("`{part}`: every throw earns another, so it never ends")]
    NeverEnds {
        /// The part it happens in.
        part: String,
    },
    /// Anything else.
    #[error("`{part}`: {message}")]
    Other {
        /// The part it happens in.
        part: String,
        /// What is wrong and what would be right.
        message: String,
    },
}

/// Evaluates a throw.
///
/// # Errors
/// [`EvalError`] names the part of the throw at fault; the meter ends what takes too long.
pub fn evaluate<W: Weight>(
    expr: &Expr,
    sticks: &Sticks<W>,
    meter: &Meter,
) -> Result<Value<W>, EvalError> {
    Evaluation {
        sticks,
        outcome: None,
        meter,
    }
    .value(expr)
}

/// Whether a condition holds for an outcome.
///
/// # Errors
/// [`EvalError`] when the condition throws something or asks for a part the outcome has not.
pub fn holds(condition: &Expr, outcome: &Outcome) -> Result<bool, EvalError> {
    // No stick is thrown in a condition: the check below refuses anything uncertain.
    let sticks = Sticks::with_bias(&BigRational::one());
    let value = Evaluation {
        sticks: &sticks,
        outcome: Some(outcome),
        meter: &Meter::default(),
    }
    .numbers(condition)?;
    if value.len() > 1 {
        return Err(other(
            condition,
            "a condition compares the outcome x with numbers; it throws nothing",
        ));
    }
    Ok(*value.first() != 0)
}

/// Whether the throw has a stick that follows the common bias.
pub fn has_unbiased_stick(expr: &Expr) -> bool {
    expr.any(|part| matches!(part, Expr::Stick(None)))
}

struct Evaluation<'a, W: Weight> {
    sticks: &'a Sticks<W>,
    /// What `x` stands for.
    outcome: Option<&'a Outcome>,
    meter: &'a Meter,
}

type Evaluated<T> = Result<T, EvalError>;

fn other(part: &Expr, message: impl Into<String>) -> EvalError {
    EvalError::Other {
        part: shortened(part),
        message: message.into(),
    }
}

fn too_large(part: &Expr) -> impl Fn(TooLarge) -> EvalError {
    move |error| EvalError::TooLarge {
        part: shortened(part),
        error,
    }
}

fn never_ends(part: &Expr) -> EvalError {
    EvalError::NeverEnds {
        part: shortened(part),
    }
}

fn shortened(part: &Expr) -> String {
    let text = part.to_string();
    if text.chars().count() <= 60 {
        return text;
    }
    text.chars().take(57).chain("…".chars()).collect()
}

impl<W: Weight> Evaluation<'_, W> {
    fn value(&self, expr: &Expr) -> Evaluated<Value<W>> {
        let large = too_large(expr);
        Ok(match expr {
            // Copies of copies are copies: the power of a power is one power.
            Expr::Repeat(n, of) if matches!(&**of, Expr::Repeat(m, _) if n.checked_mul(*m).is_some()) =>
            {
                let Expr::Repeat(m, inner) = &**of else {
                    unreachable!("checked by the guard")
                };
                self.value(&Expr::Repeat(n * m, inner.clone()))?
            }
            Expr::Repeat(n, of) => match self.value(of)? {
                Value::Endless(series) => {
                    self.expect(expr, series.times_steps(*n))?;
                    Value::Endless(series.times(*n).map_err(large)?)
                }
                value => {
                    let dist = finite(of, value)?;
                    self.expect(expr, dist.times_steps(*n))?;
                    Value::Numbers(dist.times(*n).map_err(large)?)
                }
            },
            Expr::Negative(a) => self.negated(expr, a)?,
            Expr::Sum(..) | Expr::Difference(..) | Expr::Product(..) => self.arithmetic(expr)?,
            Expr::Explode(None, of) => {
                let dist = self.numbers(of)?;
                self.expect(expr, dist.len() as u128 * W::over_steps(dist.total()))?;
                match Series::exploding(&dist).map_err(large)? {
                    Exploding::Series(series) => Value::Endless(series),
                    Exploding::Finite(others) => Value::Numbers(others),
                    Exploding::NeverEnds => return Err(never_ends(expr)),
                }
            }
            Expr::Compare(relation, a, b) => self.compare(expr, *relation, a, b)?,
            Expr::Tuple(parts) => Value::Tuples(self.tuple(expr, parts)?),
            Expr::Score(of, cases) => Value::Scores(self.score(expr, of, cases)?),
            _ => Value::Numbers(self.plain(expr)?),
        })
    }

    /// Counts the steps of an operation that has been estimated.
    fn expect(&self, expr: &Expr, steps: u128) -> Evaluated<()> {
        self.meter.expect(steps).map_err(too_large(expr))
    }

    fn negated(&self, expr: &Expr, a: &Expr) -> Evaluated<Value<W>> {
        Ok(match self.value(a)? {
            Value::Endless(series) => Value::Endless(series.scaled(-1).map_err(too_large(expr))?),
            value => Value::Numbers(finite(a, value)?.negated()),
        })
    }

    /// Sums, differences and products, one after the other along the chain.
    fn arithmetic(&self, expr: &Expr) -> Evaluated<Value<W>> {
        let (first, operations) = expr.chain();
        let mut value = self.value(first)?;
        for (operation, right) in operations {
            value = match operation {
                Expr::Product(left, _) => self.product(operation, (left, value), right)?,
                Expr::Difference(..) => {
                    self.sum(operation, value, self.negated(operation, right)?)?
                }
                _ => self.sum(operation, value, self.value(right)?)?,
            };
        }
        Ok(value)
    }

    fn product(&self, expr: &Expr, (a, x): (&Expr, Value<W>), b: &Expr) -> Evaluated<Value<W>> {
        Ok(match (x, self.value(b)?) {
            (Value::Endless(series), factor) | (factor, Value::Endless(series)) => {
                scaled(expr, &series, &factor)?
            }
            (x, y) => {
                let (x, y) = (finite(a, x)?, finite(b, y)?);
                self.expect(expr, x.combine_steps(&y))?;
                Value::Numbers(x.product(&y).map_err(too_large(expr))?)
            }
        })
    }

    fn numbers(&self, expr: &Expr) -> Evaluated<Dist<i64, W>> {
        finite(expr, self.value(expr)?)
    }

    /// The kinds of throw that are always finite numbers.
    fn plain(&self, expr: &Expr) -> Evaluated<Dist<i64, W>> {
        let large = too_large(expr);
        match expr {
            Expr::Number(n) => Ok(Dist::certain(*n)),
            Expr::Outcome => match self.outcome {
                Some(Outcome::Number(n)) => Ok(Dist::certain(*n)),
                Some(Outcome::Tuple(parts)) => Ok(Dist::certain(parts.iter().sum())),
                Some(Outcome::Label(label)) => {
                    Err(other(expr, format!("`{label}` is not a number")))
                }
                None => Err(other(
                    expr,
                    "x stands for an outcome only in a score table or a condition",
                )),
            },
            Expr::Part(part) => match self.outcome {
                Some(Outcome::Tuple(parts)) if *part <= parts.len() => {
                    Ok(Dist::certain(parts[part - 1]))
                }
                _ => Err(other(
                    expr,
                    "the outcome has no such part; x1, x2, … are the parts of a tuple such as (d6, d6)",
                )),
            },
            Expr::Die(Faces::Upto(n)) => {
                allow("faces", u128::from(*n), MAX_OUTCOMES).map_err(large)?;
                Ok(Dist::uniform(1..=i64::from(*n)).expect("a die has a face"))
            }
            Expr::Die(Faces::List(faces)) => {
                let weighted = faces
                    .iter()
                    .map(|&(face, count)| (face, W::from_count(&Natural::from(count))));
                Ok(Dist::new(weighted).expect("a die has a face"))
            }
            Expr::Stick(None) => Ok(self.sticks.0.clone()),
            Expr::Stick(Some(bias)) => Ok(stick(bias)),
            Expr::Keep(keep, k, pool) => self.keep(expr, *keep, *k, pool),
            Expr::Explode(Some(limit), of) => {
                let dist = self.numbers(of)?;
                self.expect(expr, explode_steps(&dist, *limit))?;
                explode(&dist, *limit).map_err(large)
            }
            Expr::Reroll(kind, on, of) => self.reroll(expr, *kind, on, of),
            Expr::And(..) | Expr::Or(..) => {
                let (first, operations) = expr.chain();
                let mut value = self.truth(first)?;
                for (operation, right) in operations {
                    let right = self.truth(right)?;
                    let joined = match operation {
                        Expr::And(..) => value.combine(&right, |x, y| Some(x & y)),
                        _ => value.combine(&right, |x, y| Some(x | y)),
                    };
                    value = joined.map_err(too_large(operation))?;
                }
                Ok(value)
            }
            Expr::Not(a) => Ok(self.truth(a)?.map(|x| 1 - x)),
            Expr::In(a, set) => Ok(self.numbers(a)?.map(|&x| i64::from(within(set, x)))),
            _ => unreachable!("value() handles every other kind"),
        }
    }

    /// Zero is false, anything else true.
    fn truth(&self, expr: &Expr) -> Evaluated<Dist<i64, W>> {
        Ok(self.numbers(expr)?.map(|&x| i64::from(x != 0)))
    }

    fn sum(&self, expr: &Expr, a: Value<W>, b: Value<W>) -> Evaluated<Value<W>> {
        let large = too_large(expr);
        Ok(match (a, b) {
            (Value::Endless(a), Value::Endless(b)) => match a.sum(&b).map_err(large)? {
                Some(sum) => Value::Endless(sum),
                None => {
                    return Err(other(
                        expr,
                        "one side has no largest outcome and the other no smallest; limit one of them, as in d6!9",
                    ));
                }
            },
            (Value::Endless(series), finite_part) | (finite_part, Value::Endless(series)) => {
                Value::Endless(
                    series
                        .sum_with(&finite(expr, finite_part)?)
                        .map_err(large)?,
                )
            }
            (a, b) => {
                let (a, b) = (finite(expr, a)?, finite(expr, b)?);
                self.expect(expr, a.pair_steps(&b))?;
                Value::Numbers(a.sum(&b).map_err(large)?)
            }
        })
    }

    fn compare(&self, expr: &Expr, relation: Relation, a: &Expr, b: &Expr) -> Evaluated<Value<W>> {
        let (x, y) = (self.value(a)?, self.value(b)?);
        match (x, y) {
            (Value::Endless(_), _) | (_, Value::Endless(_)) => Err(other(
                expr,
                "a throw without end is not compared; limit it, as in d6!9",
            )),
            (x, y) => {
                let (x, y) = (finite(a, x)?, finite(b, y)?);
                self.expect(expr, x.compare_steps(&y))?;
                Ok(Value::Numbers(
                    x.compare(relation, &y).map_err(too_large(expr))?,
                ))
            }
        }
    }

    fn keep(&self, expr: &Expr, keep: Keep, k: u32, pool: &Expr) -> Evaluated<Dist<i64, W>> {
        let large = too_large(expr);
        let size = match pool {
            Expr::Repeat(n, _) => *n,
            Expr::Tuple(parts) => parts.len() as u32,
            _ => 1,
        };
        let (k, highest) = match keep {
            Keep::Highest => (k, true),
            Keep::Lowest => (k, false),
            Keep::DropHighest => (size.saturating_sub(k), false),
            Keep::DropLowest => (size.saturating_sub(k), true),
        };
        match pool {
            Expr::Repeat(n, of) => {
                let each = self.numbers(of)?;
                self.expect(expr, each.highest_steps(*n, k))?;
                let kept = if highest {
                    each.highest_of(*n, k)
                } else {
                    each.lowest_of(*n, k)
                };
                kept.map_err(large)
            }
            Expr::Tuple(parts) => {
                let dists: Vec<_> = parts.iter().map(|part| self.numbers(part)).try_collect()?;
                self.expect(expr, unlike_steps(&dists, k as usize))?;
                if highest {
                    return keep_highest(&dists, k as usize).map_err(large);
                }
                let negated: Vec<_> = dists.iter().map(Dist::negated).collect();
                Ok(keep_highest(&negated, k as usize).map_err(large)?.negated())
            }
            _ => self.numbers(pool),
        }
    }

    fn reroll(
        &self,
        expr: &Expr,
        kind: Reroll,
        on: &[Range],
        of: &Expr,
    ) -> Evaluated<Dist<i64, W>> {
        let dist = self.numbers(of)?;
        let words = dist.total().size() as u128;
        let ranges = on.len() as u128;
        self.expect(expr, dist.len() as u128 * (words * words + ranges))?;
        let never = || never_ends(expr);
        match kind {
            Reroll::UntilNot => dist.given(|&x| !within(on, x)).ok_or_else(never),
            Reroll::Until => dist.given(|&x| within(on, x)).ok_or_else(never),
            Reroll::Once => Ok(dist.drawn_again(|&x| within(on, x))),
        }
    }

    fn tuple(&self, expr: &Expr, parts: &[Expr]) -> Evaluated<Dist<Vec<i64>, W>> {
        let dists: Vec<_> = parts.iter().map(|part| self.numbers(part)).try_collect()?;
        let outcomes = dists.iter().map(|dist| dist.len() as u128);
        let outcomes = outcomes.fold(1, |all: u128, some| all.saturating_mul(some));
        let words: usize = dists.iter().map(|dist| dist.total().size() + 1).sum();
        allow("outcomes", outcomes, MAX_OUTCOMES)
            .and_then(|()| allow("words of memory", outcomes * words as u128, MAX_WORDS))
            .map_err(too_large(expr))?;
        self.expect(expr, outcomes * 100 * words as u128)?;
        let mut tuples = Dist::certain(Vec::new());
        for dist in &dists {
            let joined = tuples.joint(dist).map_err(too_large(expr))?;
            tuples = joined.map(|(tuple, x)| [tuple.as_slice(), &[*x]].concat());
        }
        Ok(tuples)
    }
}

impl From<TooLarge> for EvalError {
    fn from(error: TooLarge) -> Self {
        Self::TooLarge {
            part: "the score table".to_owned(),
            error,
        }
    }
}

fn within(set: &[Range], value: i64) -> bool {
    set.iter().any(|range| range.contains(value))
}

/// The value as finitely many numbers, or why it is not.
fn finite<W: Weight>(expr: &Expr, value: Value<W>) -> Evaluated<Dist<i64, W>> {
    match value {
        Value::Numbers(dist) => Ok(dist),
        Value::Tuples(_) => Err(other(
            expr,
            "several numbers side by side are not one number; add them, or keep some (kh, kl)",
        )),
        Value::Endless(_) => Err(other(
            expr,
            "a throw without end can only be added up; limit it, as in d6!9",
        )),
        Value::Scores(dist) => {
            if let Some((scored, _)) = dist.iter().find(|(x, _)| x.again || x.cancels) {
                let what = if scored.cancels {
                    "cancels"
                } else {
                    "earns another throw"
                };
                return Err(other(
                    expr,
                    format!("{} {what}: such a table stands alone", scored.outcome),
                ));
            }
            if let Some((scored, _)) = dist.iter().find(|(x, _)| x.outcome.number().is_none()) {
                return Err(other(
                    expr,
                    format!("the label {} is not a number", scored.outcome),
                ));
            }
            Ok(dist.map(|x| x.outcome.number().unwrap_or_default()))
        }
    }
}

/// A series times a whole number.
fn scaled<W: Weight>(
    expr: &Expr,
    series: &Series<W::Field>,
    factor: &Value<W>,
) -> Evaluated<Value<W>> {
    match factor {
        Value::Numbers(dist) if dist.len() == 1 => match *dist.first() {
            0 => Ok(Value::Numbers(Dist::certain(0))),
            factor => Ok(Value::Endless(
                series.scaled(factor).map_err(too_large(expr))?,
            )),
        },
        _ => Err(other(
            expr,
            "a throw without end is multiplied by plain numbers only; limit it, as in d6!9",
        )),
    }
}

/// About the elementary steps [`explode`] takes: for each outcome a product of two weights, long together.
fn explode_steps<W: Weight>(dist: &Dist<i64, W>, limit: u32) -> u128 {
    let words = dist.total().power_size(limit.saturating_add(1));
    let outcomes = u128::from(limit) * dist.len() as u128;
    outcomes.saturating_mul(words.saturating_mul(words) / 4 + 100)
}

/// At most `limit` further throws on the top face, all added.
fn explode<W: Weight>(dist: &Dist<i64, W>, limit: u32) -> Result<Dist<i64, W>, TooLarge> {
    let top = *dist.last();
    let distinct = u128::from(limit) * dist.len() as u128;
    let words = dist.total().power_size(limit.saturating_add(1));
    allow("outcomes", distinct, MAX_OUTCOMES)?;
    allow("words of memory", distinct * words, MAX_WORDS)?;
    // Weights over total^(limit + 1): j tops and then another face, or tops all the way.
    let chance = dist
        .weight(&top)
        .expect("the largest outcome occurs")
        .clone();
    let mut rest = vec![W::one()];
    for _ in 0..=limit {
        let next = rest[rest.len() - 1].times(dist.total());
        rest.push(next);
    }
    let mut tops = W::one();
    let mut items = Vec::new();
    for j in 0..=limit {
        for (&x, weight) in dist.iter() {
            if x == top && j < limit {
                continue;
            }
            let remaining = &rest[(limit - j) as usize];
            items.push((i64::from(j) * top + x, tops.times(weight).times(remaining)));
        }
        tops = tops.times(&chance);
    }
    Ok(Dist::new(items).expect("the tops all the way have weight"))
}
