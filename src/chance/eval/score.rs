//! Score tables.

use super::{Evaluated, Evaluation, Outcome, Scored, Value, other};
use crate::chance::expr::{Case, Expr, Key, Range, Score};
use crate::exact::{Dist, Weight};

impl<W: Weight> Evaluation<'_, W> {
    pub(super) fn score(
        &self,
        expr: &Expr,
        of: &Expr,
        cases: &[Case],
    ) -> Evaluated<Dist<Scored, W>> {
        check_cases(expr, cases)?;
        let outcomes = match self.value(of)? {
            Value::Numbers(dist) => dist.map(|&x| Outcome::Number(x)),
            Value::Tuples(dist) => dist.map(|tuple| Outcome::Tuple(tuple.clone())),
            Value::Scores(dist) if !dist.iter().any(|(x, _)| x.again || x.cancels) => {
                dist.map(|x| x.outcome.clone())
            }
            Value::Scores(_) => return Err(other(of, "further throws cannot be scored again")),
            Value::Endless(_) => {
                return Err(other(
                    of,
                    "a score table needs finitely many outcomes; limit the throw, as in d6!9",
                ));
            }
        };
        outcomes.and_then(|outcome| {
            let fits = |case: &&Case| case.keys.is_empty() || case.keys.iter().any(|key| matches(key, outcome));
            let case = cases.iter().filter(|case| !case.keys.is_empty()).find(fits);
            let case = case.or_else(|| cases.iter().find(|case| case.keys.is_empty()));
            let Some(case) = case else {
                return Err(other(expr, format!(
                    "the table says nothing of {outcome}; add a case for it or `else:` for the rest"
                )));
            };
            let scored = |outcome, cancels| Scored { outcome, again: case.again, cancels };
            match &case.value {
                Score::Label(label) => Ok(Dist::certain(scored(Outcome::Label(label.clone()), false))),
                Score::Cancel(label) => {
                    let label = label.as_deref().unwrap_or("cancel").to_owned();
                    Ok(Dist::certain(scored(Outcome::Label(label), true)))
                }
                Score::Value(value) => {
                    let inner = Evaluation { sticks: self.sticks, outcome: Some(outcome) };
                    let value = inner.numbers(value)?;
                    Ok(value.map(|&x| scored(Outcome::Number(x), false)))
                }
            }
        })
    }
}

/// No outcome may be named twice.
fn check_cases(expr: &Expr, cases: &[Case]) -> Evaluated<()> {
    let mut ranges: Vec<&Range> = Vec::new();
    let mut named: Vec<&Key> = Vec::new();
    for key in cases.iter().flat_map(|case| &case.keys) {
        let repeated = match key {
            Key::Range(range) => {
                let overlaps = |r: &&Range| r.from <= range.to && range.from <= r.to;
                let repeated = ranges.iter().any(overlaps);
                ranges.push(range);
                repeated
            }
            key => {
                let repeated = named.contains(&key);
                named.push(key);
                repeated
            }
        };
        if repeated {
            return Err(other(
                expr,
                format!("the table has two cases for {key}; leave one"),
            ));
        }
    }
    if cases.iter().filter(|case| case.keys.is_empty()).count() > 1 {
        return Err(other(expr, "the table has two `else` cases; leave one"));
    }
    Ok(())
}

fn matches(key: &Key, outcome: &Outcome) -> bool {
    match (key, outcome) {
        (Key::Range(range), Outcome::Number(x)) => range.contains(*x),
        (Key::Label(label), Outcome::Label(x)) => label == x,
        (Key::Tuple(parts), Outcome::Tuple(x)) => parts == x,
        _ => false,
    }
}
