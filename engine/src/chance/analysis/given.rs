//! Outcomes for which a condition holds: one on the outcome alone, or one on what has a name.

use super::{AnalysisError, FieldQuestion};
use crate::chance::eval::{self, Outcome, Value};
use crate::chance::expr::{Binding, Case, Expr, Name, Places, Score};
use crate::exact::{Field, Weight};

/// The outcome of a throw for which the condition does not hold; no label that is written has such a sign.
const NOT_GIVEN: &str = "\0";

/// The throw with [`NOT_GIVEN`] for its outcome wherever a condition on its names does not hold.
///
/// # Errors
/// [`AnalysisError::Unfit`].
pub(super) fn marked(expr: &Expr, condition: &Expr) -> Result<Expr, AnalysisError> {
    let unfit = |message: &str| Err(AnalysisError::Unfit(message.to_owned()));
    let Expr::Let(bindings, body) = expr else {
        return unfit("--given speaks of a name that the throw does not give");
    };
    if condition.throws() {
        return unfit("--given cannot throw dice: it compares the outcome with numbers");
    }
    let is_further = |case: &Case| case.again || matches!(case.value, Score::Cancel(_));
    let goes_on = |part: &Expr| matches!(part, Expr::Score(_, cases) | Expr::If(_, cases) if cases.iter().any(is_further));
    if body.any(goes_on) {
        return unfit(
            "--given with names is about one throw, not about a table with further throws",
        );
    }
    // What is thrown at the end gets a name too; in parentheses it is no pool, of which parts would be in order.
    let name = Name {
        number: usize::MAX,
        text: "x".to_owned(),
    };
    let value = Expr::Let(Vec::new(), body.clone());
    let mut bindings = bindings.clone();
    let case = |value| Case {
        keys: Vec::new(),
        value,
        again: false,
    };
    let cases = vec![
        case(Score::Value(Expr::Name(name.clone()))),
        case(Score::Label(NOT_GIVEN.to_owned())),
    ];
    let condition = with_outcome(condition, &name);
    bindings.push(Binding { name, value });
    let body = Expr::If(Box::new(condition), cases);
    Ok(Expr::Let(bindings, Box::new(body)))
}

/// The condition with a name for the outcome that it looks at.
fn with_outcome(condition: &Expr, name: &Name) -> Expr {
    let named = || Expr::Name(name.clone());
    let place = |part: usize| Places {
        from: part as i64,
        to: part as i64,
    };
    match condition {
        Expr::Outcome => named(),
        Expr::Part(part) => Expr::Slice(place(*part), Box::new(named())),
        // Within a table `x` is what the table looks at.
        Expr::Score(of, cases) => Expr::Score(Box::new(with_outcome(of, name)), cases.clone()),
        other => {
            let copy = other.with_parts(|part| Some(with_outcome(part, name)));
            copy.unwrap_or_else(|| other.clone())
        }
    }
}

impl<F: Field> FieldQuestion<'_, F> {
    /// Keeps the outcomes for which the condition holds; where it has names, those that [`marked`] has left as they are.
    pub(super) fn given<W: Weight>(&self, value: Value<W>) -> Result<Value<W>, AnalysisError> {
        let Some(condition) = &self.question.given else {
            return Ok(value);
        };
        let has_names = condition.has_names();
        let mut fault = None;
        let mut is_kept = |outcome: &Outcome| match outcome {
            Outcome::Label(label) if has_names => label != NOT_GIVEN,
            _ if has_names => true,
            _ => eval::holds(condition, outcome).unwrap_or_else(|error| {
                fault.get_or_insert(error);
                false
            }),
        };
        let kept = match value {
            Value::Numbers(dist) => {
                let kept = dist.into_given(|x| is_kept(&Outcome::Number(*x)));
                kept.map(Value::Numbers)
            }
            value => {
                let scores = value.scores().ok_or_else(|| {
                    AnalysisError::Unfit(
                        "--given needs finitely many outcomes; limit the throw, as in d6!9"
                            .to_owned(),
                    )
                })?;
                scores.into_given(|x| is_kept(&x.outcome)).map(Value::of)
            }
        };
        match (fault, kept) {
            (Some(error), _) => Err(error.into()),
            (None, Some(kept)) => Ok(kept),
            (None, None) => Err(AnalysisError::NeverGiven(condition.to_string())),
        }
    }
}
