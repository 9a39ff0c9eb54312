//! From [`Expr`] to distributions.

mod arithmetic;
mod choice;
mod met;
mod names;
mod order;
mod pool;
mod readers;
mod repeat;
mod score;
mod sticks;
mod value;

pub(super) use choice::Notes;
pub use choice::{Decision, Known};
use names::{Named, Names};
pub use repeat::{NumberOfRounds, RoundsRow};
pub use sticks::stick;
pub use value::{Outcome, Scored, Value};

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use itertools::Itertools;
use num_rational::BigRational;
use num_traits::One;

use super::error::SpecError;
use super::expr::{Expr, Faces, Operator, Range};
use super::parse::marked_in;
use crate::exact::{Dist, Natural, Series, Weight, outcome_in_range};
use crate::work::limit::{MAX_OUTCOMES, TooLarge, allow};
use crate::work::stop;

/// The reason why a well-written throw has no value.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum EvalError {
    /// It takes more work or memory than is allowed.
    #[error("`{part}`: {error}")]
    TooLarge {
        /// The part it happens in.
        part: String,
        /// The quantity that is too large.
        error: TooLarge,
    },
    /// A divisor can be 0.
    #[error("`{part}`: the divisor `{divisor}` can be 0; {NOT_ZERO}")]
    Divisor {
        /// The quotient or remainder.
        part: String,
        /// The divisor as written.
        divisor: String,
    },
    /// What is repeated may never end.
    #[error("`{}`: from {from} on it never ends", shortened(part))]
    Endless {
        /// All that is repeated, as text.
        part: String,
        /// The numbers from which no end can be reached.
        from: String,
    },
    /// Anything else.
    #[error("`{part}`: {message}")]
    Other {
        /// The part it happens in.
        part: String,
        /// The fault, and what would be right.
        message: String,
    },
}

/// The advice for a divisor that can be 0.
const NOT_ZERO: &str = "a throw that can be 0 is thrown again, as in (d6 - 1)r{0}";

impl EvalError {
    /// The fault with its place in the throw as it was written, where it has one.
    ///
    /// # Examples
    /// ```
    /// use siga::chance::{analysis::AnalysisError, parse};
    /// let text = "d20 / (d6 - 1)";
    /// let Err(AnalysisError::Eval(error)) = parse(text)?.distribution() else { panic!() };
    /// assert_eq!(error.placed(text).unwrap().position(), (1, 7));
    /// # Ok::<(), siga::chance::SpecError>(())
    /// ```
    pub fn placed(&self, text: &str) -> Option<SpecError> {
        let (part, message, help) = match self {
            Self::Divisor { divisor, .. } => (
                divisor,
                format!("the divisor `{divisor}` can be 0"),
                NOT_ZERO,
            ),
            Self::Endless { part, from } => (
                part,
                format!("from {from} on it never ends"),
                "an end that can be reached from all numbers",
            ),
            _ => return None,
        };
        Some(SpecError {
            span: marked_in(text, part)?,
            text: text.to_owned(),
            message,
            help: Some(help.to_owned()),
        })
    }
}

/// Evaluates a throw.
///
/// # Errors
/// [`EvalError`] names the part of the throw at fault.
pub fn evaluate<W: Weight>(expr: &Expr, sticks: &Dist<i64, W>) -> Result<Value<W>, EvalError> {
    noted(expr, sticks, false).map(|(value, _)| value)
}

/// Evaluates a throw, with what is noted on the way, and if they are asked for, the number of rounds of what it repeats.
///
/// # Errors
/// [`EvalError`].
pub(super) fn noted<W: Weight>(
    expr: &Expr,
    sticks: &Dist<i64, W>,
    rounds: bool,
) -> Result<(Value<W>, Notes<W>), EvalError> {
    let notes = Notes::new(expr.repeated_once().filter(|_| rounds));
    let value = Evaluation::new(sticks, &Alike::default(), &notes).value(expr)?;
    Ok((value, notes))
}

/// Whether a condition holds for an outcome.
///
/// # Errors
/// [`EvalError`] when the condition throws something or asks for a part the outcome has not.
pub fn holds(condition: &Expr, outcome: &Outcome) -> Result<bool, EvalError> {
    // No stick is thrown in a condition: the check below refuses anything uncertain.
    let sticks: Dist<i64> = stick(&BigRational::one());
    let value = Evaluation {
        outcome: Some(outcome),
        ..Evaluation::new(&sticks, &Alike::default(), &Notes::new(None))
    }
    .numbers(condition)?;
    if value.len() > 1 {
        return Err(other(
            condition,
            "a condition cannot throw dice: it compares the outcome x with numbers",
        ));
    }
    Ok(*value.first() != 0)
}

/// Whether the throw has a stick that follows the common bias.
pub fn has_unbiased_stick(expr: &Expr) -> bool {
    expr.any(|part| matches!(part, Expr::Stick(None)))
}

#[derive(Clone, Copy)]
struct Evaluation<'a, W: Weight> {
    /// Sticks without a bias of their own.
    sticks: &'a Dist<i64, W>,
    /// The value of `x`.
    outcome: Option<&'a Outcome>,
    /// What the names stand for.
    names: &'a Names<'a>,
    /// Values that are the same whatever `x` and the names stand for.
    alike: &'a Alike<W>,
    notes: &'a Notes<W>,
    /// The choices that are made only when all rounds are known.
    last: &'a [*const Expr],
}

/// Values of the throws within a score table that do not depend on the outcome scored, by where the throws stand: each is
/// found once and not anew for each outcome.
type Alike<W> = RefCell<HashMap<*const Expr, Rc<Value<W>>>>;

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
    other(part, "every throw earns another, so it never ends")
}

fn shortened(part: &(impl std::fmt::Display + ?Sized)) -> String {
    let text = part.to_string();
    if text.chars().count() <= 60 {
        return text;
    }
    text.chars().take(57).chain("…".chars()).collect()
}

impl<'a, W: Weight> Evaluation<'a, W> {
    /// With nothing known yet.
    fn new(sticks: &'a Dist<i64, W>, alike: &'a Alike<W>, notes: &'a Notes<W>) -> Self {
        Self {
            sticks,
            outcome: None,
            names: &Names::NONE,
            alike,
            notes,
            last: &[],
        }
    }
}

impl<W: Weight> Evaluation<'_, W> {
    fn value(&self, expr: &Expr) -> Evaluated<Value<W>> {
        self.shared(expr).map(Rc::unwrap_or_clone)
    }

    /// The value, not copied where it is kept.
    fn shared(&self, expr: &Expr) -> Evaluated<Rc<Value<W>>> {
        if let Some(outcome) = self.names.shown(expr) {
            return Ok(Rc::new(Value::certain(outcome)));
        }
        match self.value_alike(expr)? {
            Some(value) => Ok(value),
            None => self.value_here(expr).map(Rc::new),
        }
    }

    /// The value that is kept of a throw within a score table, if it is the same for all outcomes.
    fn value_alike(&self, expr: &Expr) -> Evaluated<Option<Rc<Value<W>>>> {
        let is_thrown = !matches!(expr, Expr::Number(_) | Expr::Outcome | Expr::Part(_));
        if self.outcome.is_none() && !self.names.any() || !is_thrown {
            return Ok(None);
        }
        let place = std::ptr::from_ref(expr);
        if let Some(kept) = self.alike.borrow().get(&place) {
            return Ok(Some(kept.clone()));
        }
        if expr.looks_at_outcome() || expr.has_names() {
            return Ok(None);
        }
        let value = Rc::new(self.value_here(expr)?);
        self.alike.borrow_mut().insert(place, value.clone());
        Ok(Some(value))
    }

    fn value_here(&self, expr: &Expr) -> Evaluated<Value<W>> {
        if let Some(reader) = self.reader(expr) {
            return self.ask(expr, reader);
        }
        let large = too_large(expr);
        Ok(match expr {
            Expr::Repeat(n, of) => {
                // Copies of copies are copies: the power of a power is one power.
                let (mut n, mut of) = (*n, &**of);
                while let Expr::Repeat(m, inner) = of
                    && let Some(product) = n.checked_mul(*m)
                {
                    (n, of) = (product, inner);
                }
                match self.total(of)? {
                    Value::Endless(series) => {
                        stop::check();
                        Value::Endless(series.times(n).map_err(large)?)
                    }
                    value => {
                        let dist = finite(of, value)?;
                        Value::Numbers(dist.times(n).map_err(large)?)
                    }
                }
            }
            Expr::Negative(a) => self.negated(expr, a)?,
            Expr::Binary(Operator::Compare(relation), a, b) => {
                self.compare(expr, *relation, a, b)?
            }
            Expr::Binary(Operator::QuotientUp, a, b) => {
                self.operation((expr, Operator::QuotientUp), (a, self.value(a)?), b)?
            }
            Expr::Binary(..) => self.chained(expr)?,
            Expr::Explode(None, of) => {
                let dist = self.numbers(of)?;
                let top = *dist.last();
                exploded(expr, &dist.into_mapped(|x| (x, x == top)))?
            }
            Expr::Let(bindings, body) => self.program(bindings, body)?,
            Expr::Name(name) => match self.names.named(name) {
                Named::Open(of) | Named::Once(of) => self.value(of)?,
                _ => return Err(other(expr, "the name stands for no throw here")),
            },
            Expr::Loop(of) => self.repeated(expr, of)?,
            Expr::Choice(sense, options) => self.choice(expr, *sense, options)?,
            Expr::ChosenPart(keep) => self.keep(expr, keep)?,
            Expr::Slice(places, of) => self.parts(expr, *places, of)?,
            Expr::If(condition, cases) => self.branches(expr, condition, cases)?,
            Expr::Tuple(parts) => Value::Tuples(self.tuple(expr, parts)?),
            Expr::Score(of, cases) => Value::Scores(self.score(expr, of, cases)?),
            _ => Value::Numbers(self.plain(expr)?),
        })
    }

    fn numbers(&self, expr: &Expr) -> Evaluated<Dist<i64, W>> {
        finite(expr, self.value(expr)?)
    }

    /// The value of a throw that is added to others: with the further throws that it earns.
    fn total(&self, expr: &Expr) -> Evaluated<Value<W>> {
        let value = self.value(expr)?;
        let Value::Scores(dist) = &value else {
            return Ok(value);
        };
        let adds = |x: &Scored| !x.cancels && x.outcome.number().is_some();
        let any = dist.iter().any(|(x, _)| x.again);
        if !any || !dist.iter().all(|(x, _)| adds(x)) {
            return Ok(value);
        }
        exploded(
            expr,
            &dist.map(|x| (x.outcome.number().unwrap_or_default(), x.again)),
        )
    }

    /// The kinds of throw that are always finite numbers.
    fn plain(&self, expr: &Expr) -> Evaluated<Dist<i64, W>> {
        let large = too_large(expr);
        let no_face = || other(expr, "a die has a face");
        match expr {
            Expr::Number(n) => {
                let number = outcome_in_range((*n).into()).map_err(large)?;
                Ok(Dist::certain(number))
            }
            Expr::Outcome => Ok(Dist::certain(self.outcome_scored(expr)?)),
            Expr::Part(part) => match self.outcome {
                Some(Outcome::Tuple(parts)) if (1..=parts.len()).contains(part) => {
                    Ok(Dist::certain(parts[part - 1]))
                }
                _ => Err(other(
                    expr,
                    "the outcome has no such part; x1, x2, … are the parts of a tuple such as (d6, d6)",
                )),
            },
            Expr::Die(Faces::Upto(n)) => {
                allow("faces", u128::from(*n), MAX_OUTCOMES).map_err(large)?;
                Dist::uniform(1..=i64::from(*n)).ok_or_else(no_face)
            }
            Expr::Die(Faces::List(faces)) => {
                let weighted = faces.iter().map(|&(face, count)| {
                    let face = outcome_in_range(face.into())?;
                    Ok((face, W::from_count(&Natural::from(count))))
                });
                let weighted: Vec<_> = weighted.try_collect().map_err(large)?;
                Dist::new(weighted).ok_or_else(no_face)
            }
            Expr::Stick(None) => Ok(self.sticks.clone()),
            Expr::Stick(Some(bias)) => Ok(stick(bias)),
            Expr::Copies(count, of) => {
                let count = self.count(expr, count, 0)?;
                let each = self.numbers(of)?;
                each.times_thrown(&count).map_err(large)
            }
            Expr::DieOf(faces) => {
                let faces = self.count(expr, faces, 1)?;
                faces.faces_thrown().map_err(large)
            }
            Expr::Absolute(a) => Ok(self.numbers(a)?.map(|x| x.abs())),
            Expr::Explode(Some(limit), of) => self.explode(expr, *limit, of),
            Expr::Reroll(kind, on, of) => self.reroll(expr, *kind, on, of),
            Expr::Not(a) => Ok(self.truth(a)?.map(|x| 1 - x)),
            Expr::In(a, set) => Ok(self.numbers(a)?.map(|&x| i64::from(within(set, x)))),
            Expr::Held(..) | Expr::Matched(..) | Expr::Both(..) => Err(other(
                expr,
                "a throw that a pool is made of is not known here",
            )),
            _ => unreachable!("value() handles every other kind"),
        }
    }

    /// The number that `x` stands for; of a tuple the sum of its parts.
    fn outcome_scored(&self, expr: &Expr) -> Evaluated<i64> {
        match self.outcome {
            Some(Outcome::Number(n)) => Ok(*n),
            Some(Outcome::Tuple(parts)) => {
                let sum: i128 = parts.iter().map(|&part| i128::from(part)).sum();
                outcome_in_range(sum).map_err(too_large(expr))
            }
            Some(Outcome::Label(label)) => Err(other(expr, format!("`{label}` is not a number"))),
            None => Err(other(
                expr,
                "x stands for an outcome only in a score table or a condition",
            )),
        }
    }

    /// Zero is false, anything else true.
    fn truth(&self, expr: &Expr) -> Evaluated<Dist<i64, W>> {
        Ok(self.numbers(expr)?.map(|&x| i64::from(x != 0)))
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

#[cfg(test)]
mod tests;

fn within(set: &[Range], value: i64) -> bool {
    set.iter().any(|range| range.contains(value))
}

/// A throw that is made again, without limit, on the outcomes for which this is said, all added.
fn exploded<W: Weight>(expr: &Expr, dist: &Dist<(i64, bool), W>) -> Evaluated<Value<W>> {
    stop::check();
    let Some(ends) = dist.given(|(_, again)| !again) else {
        return Err(never_ends(expr));
    };
    let any = |sign: i64| {
        dist.iter()
            .any(|((x, again), _)| *again && x.signum() == sign)
    };
    match (any(1), any(-1)) {
        // What earns another throw counts nothing: only the others are left.
        (false, false) => Ok(Value::Numbers(ends.into_mapped(|(x, _)| x))),
        (true, true) => Err(other(
            expr,
            "what earns another throw counts up and down without end; only one of them can be added up",
        )),
        _ => {
            let series = Series::exploding(dist).map_err(too_large(expr))?;
            Ok(Value::Endless(series))
        }
    }
}

/// Refuses outcomes that earn another throw or void the one before it.
fn alone<W: Weight>(expr: &Expr, dist: &Dist<Scored, W>) -> Evaluated<()> {
    let Some((scored, _)) = dist.iter().find(|(x, _)| x.again || x.cancels) else {
        return Ok(());
    };
    let (what, mark) = match scored.cancels {
        true => ("cancels the throw before it", "cancel"),
        false => ("earns another throw", "*"),
    };
    let outcome = &scored.outcome;
    Err(other(
        expr,
        format!(
            "{outcome} {what}, which only a throw by itself can do, or one that is added to others: write the table alone, or without `{mark}`"
        ),
    ))
}

/// The value as finitely many numbers, or why it is not.
fn finite<W: Weight>(expr: &Expr, value: Value<W>) -> Evaluated<Dist<i64, W>> {
    match value {
        Value::Numbers(dist) => Ok(dist),
        Value::Tuples(_) => Err(other(
            expr,
            "several numbers side by side are not one number; one of them is written as in sizes(5d6)[1], their sum with a table, -> {else: x}",
        )),
        Value::Endless(_) => Err(other(
            expr,
            "a throw without end can only be added up; limit it, as in d6!9",
        )),
        Value::Scores(dist) => {
            alone(expr, &dist)?;
            if let Some((scored, _)) = dist.iter().find(|(x, _)| x.outcome.number().is_none()) {
                return Err(other(
                    expr,
                    format!("the label {} is not a number", scored.outcome),
                ));
            }
            Ok(dist.into_mapped(|x| x.outcome.number().unwrap_or_default()))
        }
    }
}
