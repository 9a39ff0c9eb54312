//! Sums, differences, products, quotients and comparisons.

use num_integer::Integer;

use super::{
    EvalError, Evaluated, Evaluation, Outcome, Value, finite, other, shortened, too_large,
};
use crate::chance::expr::{Expr, Held, Operator};
use crate::exact::{Dist, Relation, Series, Weight};
use crate::work::stop;

impl<W: Weight> Evaluation<'_, W> {
    pub(super) fn negated(&self, expr: &Expr, a: &Expr) -> Evaluated<Value<W>> {
        Ok(match self.total(a)? {
            Value::Endless(series) => Value::Endless(series.scaled(-1).map_err(too_large(expr))?),
            value => Value::Numbers(finite(a, value)?.negated()),
        })
    }

    /// Operations that bind alike, one after the other along the chain.
    pub(super) fn chained(&self, expr: &Expr) -> Evaluated<Value<W>> {
        let (first, operations) = expr.chain();
        let joins = matches!(expr, Expr::Binary(Operator::And | Operator::Or, ..));
        let mut left = first;
        let mut value = match joins {
            true => Value::Numbers(self.truth(first)?),
            false => self.total(first)?,
        };
        for (operation, operator, right) in operations {
            value = self.operation((operation, operator), (left, value), right)?;
            left = operation;
        }
        Ok(value)
    }

    /// An operation on a value and another throw.
    pub(super) fn operation(
        &self,
        (expr, operator): (&Expr, Operator),
        (a, x): (&Expr, Value<W>),
        b: &Expr,
    ) -> Evaluated<Value<W>> {
        let of: fn(i64, i64) -> Option<i64> = match operator {
            Operator::Sum => return self.sum(expr, x, self.total(b)?),
            Operator::Difference => return self.sum(expr, x, self.negated(expr, b)?),
            Operator::Product => return self.product(expr, (a, x), b),
            Operator::Compare(_) => unreachable!("comparisons make no chain"),
            Operator::And => |x, y| Some(x & y),
            Operator::Or => |x, y| Some(x | y),
            Operator::Quotient => |x, y| Some(Integer::div_floor(&x, &y)),
            Operator::QuotientUp => |x, y| Some(Integer::div_ceil(&x, &y)),
            Operator::Remainder => |x, y| Some(Integer::mod_floor(&x, &y)),
        };
        let x = finite(a, x)?;
        let y = match operator {
            Operator::And | Operator::Or => self.truth(b)?,
            _ => self.divisor(expr, b)?,
        };
        let combined = x.combine(&y, of);
        Ok(Value::Numbers(combined.map_err(too_large(expr))?))
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

    /// A divisor, which is never 0.
    fn divisor(&self, expr: &Expr, b: &Expr) -> Evaluated<Dist<i64, W>> {
        let y = self.numbers(b)?;
        if y.weight(&0).is_some() {
            return Err(EvalError::Divisor {
                part: shortened(expr),
                divisor: b.to_string(),
            });
        }
        Ok(y)
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
