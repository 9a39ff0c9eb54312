//! Score tables.

use std::collections::HashMap;

use super::{Alike, Evaluated, Evaluation, Outcome, Scored, Value, other};
use crate::chance::expr::{Case, Expr, Key, Range, Score, Ties};
use crate::exact::{Dist, Weight};
use crate::work::stop;

/// The matched pools of a score table that counts the wins of one side only. A tie then counts for the other side, so that fewer outcomes are kept.
fn one_sided(of: &Expr, cases: &[Case]) -> Option<Expr> {
    let (Expr::Matched(a, b, Ties::Neither), [case]) = (of, cases) else {
        return None;
    };
    let Score::Value(value) = &case.value else {
        return None;
    };
    let looks_at = |part: Expr| value.any(|inner| *inner == part);
    let ties = match (looks_at(Expr::Part(1)), looks_at(Expr::Part(2))) {
        (true, false) => Ties::Second,
        (false, true) => Ties::First,
        _ => return None,
    };
    let whole = !case.keys.is_empty() || looks_at(Expr::Outcome);
    (!whole).then(|| Expr::Matched(a.clone(), b.clone(), ties))
}

impl<W: Weight> Evaluation<'_, W> {
    pub(super) fn score(
        &self,
        expr: &Expr,
        of: &Expr,
        cases: &[Case],
    ) -> Evaluated<Dist<Scored, W>> {
        check_cases(expr, cases)?;
        let one_sided = one_sided(of, cases);
        let outcomes = self.outcomes_to_score(one_sided.as_ref().unwrap_or(of))?;
        // A score that is thrown for without a look at the outcome is the same for all outcomes of a case.
        let own = |case: &Case| match &case.value {
            Score::Value(value) => value.looks_at_outcome(),
            _ => false,
        };
        let own: Vec<bool> = cases.iter().map(own).collect();
        let find = index(cases);
        let mut uncovered = None;
        self.notes.asked(cases.iter().flat_map(|case| &case.keys));
        let met = outcomes.into_mapped(|outcome| match find(&outcome) {
            Some((case, key)) => {
                key.into_iter().for_each(|key| self.notes.occurs(key));
                (case, own[case].then_some(outcome))
            }
            None => {
                uncovered.get_or_insert(outcome);
                (usize::MAX, None)
            }
        });
        if let Some(outcome) = uncovered {
            return Err(other(
                expr,
                format!(
                    "the table says nothing of {outcome}; add a case for it or `else:` for the rest"
                ),
            ));
        }
        let alike = Alike::default();
        met.and_then(|(case, outcome)| {
            stop::check();
            self.score_of(&cases[*case], outcome.as_ref(), &alike)
        })
    }

    /// The outcomes of a throw that can be looked up in a table.
    fn outcomes_to_score(&self, of: &Expr) -> Evaluated<Dist<Outcome, W>> {
        let scores = self.value(of)?.scores().ok_or_else(|| {
            other(
                of,
                "a score table needs finitely many outcomes; limit the throw, as in d6!9",
            )
        })?;
        if scores.iter().any(|(x, _)| x.again || x.cancels) {
            return Err(other(of, "further throws cannot be scored again"));
        }
        Ok(scores.into_mapped(|x| x.outcome))
    }

    /// The scores of the first branch where a condition holds, and of the second where it does not.
    pub(super) fn branches(
        &self,
        expr: &Expr,
        condition: &Expr,
        cases: &[Case],
    ) -> Evaluated<Value<W>> {
        let holds = self.truth(condition)?;
        self.each(expr, &holds, |holds| {
            let case = &cases[usize::from(*holds == 0)];
            let alike = Alike::default();
            self.score_of(case, None, &alike).map(Value::Scores)
        })
    }

    /// The scores that a case gives; `outcome` is that of the throw, where the score looks at it.
    fn score_of(
        &self,
        case: &Case,
        outcome: Option<&Outcome>,
        alike: &Alike<W>,
    ) -> Evaluated<Dist<Scored, W>> {
        let scored = |outcome, cancels| Scored {
            outcome,
            again: case.again,
            cancels,
            open: None,
        };
        match &case.value {
            Score::Label(label) => {
                let label = Outcome::Label(label.clone());
                Ok(Dist::certain(scored(label, false)))
            }
            Score::Cancel(label) => {
                let label = label.as_deref().unwrap_or("cancel").to_owned();
                Ok(Dist::certain(scored(Outcome::Label(label), true)))
            }
            Score::Value(value) => {
                let inner = Evaluation {
                    outcome: outcome.or(self.outcome),
                    alike: match outcome {
                        Some(_) => alike,
                        None => self.alike,
                    },
                    ..*self
                };
                let scores = inner.scores(value, inner.value(value)?)?;
                Ok(match case.again {
                    true => scores.into_mapped(|x| Scored { again: true, ..x }),
                    false => scores,
                })
            }
        }
    }
}

/// Finds the number of the case of an outcome, and its key if it is not the rest.
fn index<'a>(cases: &'a [Case]) -> impl Fn(&Outcome) -> Option<(usize, Option<&'a Key>)> {
    // Ranges, which do not overlap, in ascending order.
    let mut ranges: Vec<(Range, (usize, &Key))> = Vec::new();
    let mut others: HashMap<Outcome, (usize, &Key)> = HashMap::new();
    for (number, case) in cases.iter().enumerate() {
        for key in &case.keys {
            let named = (number, key);
            match key {
                Key::Range(range) => ranges.push((*range, named)),
                Key::Label(label) => _ = others.insert(Outcome::Label(label.clone()), named),
                Key::Tuple(parts) => _ = others.insert(Outcome::Tuple(parts.clone()), named),
            }
        }
    }
    ranges.sort_unstable_by_key(|(range, _)| range.from);
    let rest = cases.iter().position(|case| case.keys.is_empty());
    move |outcome| {
        let named = match outcome {
            Outcome::Number(x) => {
                let after = ranges.partition_point(|(range, _)| range.from <= *x);
                let last = after.checked_sub(1).map(|last| ranges[last]);
                last.filter(|(range, _)| range.contains(*x))
                    .map(|(_, named)| named)
            }
            other => others.get(other).copied(),
        };
        let named = named.map(|(case, key)| (case, Some(key)));
        named.or(rest.map(|rest| (rest, None)))
    }
}

/// No outcome may be named twice.
fn check_cases(expr: &Expr, cases: &[Case]) -> Evaluated<()> {
    let keys: Vec<&Key> = cases.iter().flat_map(|case| &case.keys).collect();
    let clash = |one: &Key, other: &Key| match (one, other) {
        (Key::Range(one), Key::Range(other)) => one.from <= other.to && other.from <= one.to,
        (one, other) => one == other,
    };
    let mut named = keys.iter().enumerate();
    if let Some((_, key)) = named.find(|(at, key)| keys[..*at].iter().any(|one| clash(one, key))) {
        return Err(other(
            expr,
            format!("the table has two cases for {key}; leave one"),
        ));
    }
    if cases.iter().filter(|case| case.keys.is_empty()).count() > 1 {
        return Err(other(expr, "the table has two `else` cases; leave one"));
    }
    Ok(())
}
