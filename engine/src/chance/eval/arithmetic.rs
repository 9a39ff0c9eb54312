//! Sums, differences, products, quotients and comparisons.

use num_integer::Integer;

use super::{
    EvalError, Evaluated, Evaluation, Outcome, Value, finite, other, shortened, too_large,
};
use crate::chance::expr::{Expr, Held, Rounding};
use crate::exact::{Dist, Relation, Series, Weight};
use crate::work::stop;

impl<W: Weight> Evaluation<'_, W> {
    pub(super) fn negated(&self, expr: &Expr, a: &Expr) -> Evaluated<Value<W>> {
        Ok(match self.total(a)? {
            Value::Endless(series) => Value::Endless(series.scaled(-1).map_err(too_large(expr))?),
            value => Value::Numbers(finite(a, value)?.negated()),
        })
    }

    /// Sums, differences and products, one after the other along the chain.
    pub(super) fn arithmetic(&self, expr: &Expr) -> Evaluated<Value<W>> {
        let (first, operations) = expr.chain();
        let mut value = self.total(first)?;
        for (operation, right) in operations {
            value = match operation {
                Expr::Product(left, _) => self.product(operation, (left, value), right)?,
                Expr::Quotient(rounding, left, _) => {
                    self.quotient(operation, *rounding, (left, value), right)?
                }
                Expr::Remainder(left, _) => {
                    let (x, y) = self.divided(operation, (left, value), right)?;
                    let rest = |a: i64, b: i64| Some(Integer::mod_floor(&a, &b));
                    let rests = x.combine(&y, rest);
                    Value::Numbers(rests.map_err(too_large(operation))?)
                }
                Expr::Difference(..) => {
                    let right = self.negated(operation, right)?;
                    self.sum(operation, value, right)?
                }
                _ => {
                    let right = self.total(right)?;
                    self.sum(operation, value, right)?
                }
            };
        }
        Ok(value)
    }

    fn product(&self, expr: &Expr, (a, x): (&Expr, Value<W>), b: &Expr) -> Evaluated<Value<W>> {
        let y = self.total(b)?;
        Ok(match (x, y) {
            (Value::Endless(series), factor) | (factor, Value::Endless(series)) => {
                scaled(expr, &series, &factor)?
            }
            (x, y) => {
                let (x, y) = (finite(a, x)?, finite(b, y)?);
                let products = x.combine(&y, i64::checked_mul);
                Value::Numbers(products.map_err(too_large(expr))?)
            }
        })
    }

    pub(super) fn quotient(
        &self,
        expr: &Expr,
        rounding: Rounding,
        dividend: (&Expr, Value<W>),
        divisor: &Expr,
    ) -> Evaluated<Value<W>> {
        let (x, y) = self.divided(expr, dividend, divisor)?;
        let round = match rounding {
            Rounding::Down => |a: i64, b: i64| Some(Integer::div_floor(&a, &b)),
            Rounding::Up => |a: i64, b: i64| Some(Integer::div_ceil(&a, &b)),
        };
        Ok(Value::Numbers(
            x.combine(&y, round).map_err(too_large(expr))?,
        ))
    }

    /// Both sides of a division, whose divisor is never 0.
    fn divided(
        &self,
        expr: &Expr,
        (a, x): (&Expr, Value<W>),
        b: &Expr,
    ) -> Evaluated<(Dist<i64, W>, Dist<i64, W>)> {
        let y = self.numbers(b)?;
        let x = finite(a, x)?;
        if y.weight(&0).is_some() {
            return Err(EvalError::Divisor {
                part: shortened(expr),
                divisor: b.to_string(),
            });
        }
        Ok((x, y))
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
                Value::Numbers(a.plus(b).map_err(large)?)
            }
        })
    }

    pub(super) fn compare(
        &self,
        expr: &Expr,
        relation: Relation,
        a: &Expr,
        b: &Expr,
    ) -> Evaluated<Value<W>> {
        check_order(expr, a, b)?;
        let x = self.shared(a)?;
        let y = self.shared(b)?;
        let endless = |value: &Value<W>| matches!(value, Value::Endless(_));
        if endless(&x) || endless(&y) {
            return Err(other(
                expr,
                "a throw without end is not compared; limit it, as in d6!9",
            ));
        }
        if let (Value::Tuples(_), _) | (_, Value::Tuples(_)) = (&*x, &*y)
            && let (Some(x), Some(y)) = (self.side_by_side(a, &x), self.side_by_side(b, &y))
        {
            return self.compare_tuples(expr, relation, &x, &y);
        }
        let (mut left, mut right) = (None, None);
        let x = numbers_of(a, &x, &mut left)?;
        let y = numbers_of(b, &y, &mut right)?;
        stop::check();
        Ok(Value::Numbers(x.compare(relation, y)))
    }
}

impl<W: Weight> Evaluation<'_, W> {
    /// The value as numbers side by side, where it is that; of the outcome itself too, which is a sum elsewhere.
    fn side_by_side(&self, expr: &Expr, value: &Value<W>) -> Option<Dist<Vec<i64>, W>> {
        match (value, expr, self.outcome) {
            (Value::Tuples(dist), ..) => Some(dist.clone()),
            (_, Expr::Outcome, Some(Outcome::Tuple(parts))) => Some(Dist::certain(parts.clone())),
            _ => None,
        }
    }

    fn compare_tuples(
        &self,
        expr: &Expr,
        relation: Relation,
        x: &Dist<Vec<i64>, W>,
        y: &Dist<Vec<i64>, W>,
    ) -> Evaluated<Value<W>> {
        let equal = match relation {
            Relation::Equal => true,
            Relation::NotEqual => false,
            _ => {
                return Err(other(
                    expr,
                    "numbers side by side are equal or not (=, !=); compare their parts, as in sizes(roll)[1] >= 3",
                ));
            }
        };
        let pairs = x.joint(y).map_err(too_large(expr))?;
        let holds = pairs.into_mapped(|(x, y)| i64::from((x == y) == equal));
        Ok(Value::Numbers(holds))
    }
}

/// Numbers that are compared with `sizes` or `sorted` are written in their order.
fn check_order(expr: &Expr, a: &Expr, b: &Expr) -> Evaluated<()> {
    let (Expr::Held(held @ (Held::Sizes | Held::Sorted), _), Expr::Tuple(parts)) = (a, b) else {
        return Ok(());
    };
    let number = |part: &Expr| match part {
        Expr::Number(number) => Some(*number),
        _ => None,
    };
    let Some(numbers) = parts.iter().map(number).collect::<Option<Vec<i64>>>() else {
        return Ok(());
    };
    let mut ordered = numbers.clone();
    ordered.sort_unstable();
    let first = match held {
        Held::Sizes => {
            ordered.reverse();
            "most"
        }
        _ => "least",
    };
    if ordered == numbers {
        return Ok(());
    }
    let message = format!("the {first} comes first: write {}", Outcome::Tuple(ordered));
    Err(other(expr, message))
}

/// The value as finitely many numbers, stored in `room` where it is not kept in that form.
fn numbers_of<'a, W: Weight>(
    expr: &Expr,
    value: &'a Value<W>,
    room: &'a mut Option<Dist<i64, W>>,
) -> Evaluated<&'a Dist<i64, W>> {
    match value {
        Value::Numbers(dist) => Ok(dist),
        value => Ok(room.insert(finite(expr, value.clone())?)),
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
